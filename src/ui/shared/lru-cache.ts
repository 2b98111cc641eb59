/** Maximum number of entries. A notebook and a live run together show at most this many runs at a time. */
const MOST = 16;

/**
 * A cache of values computed for the most recently used objects. The undo history keeps scenarios long after their
 * plots are gone, and the values computed for them must not be kept as long.
 */
export class LruCache<Key extends object, Value> {
  readonly #known = new Map<Key, Value>();

  of(key: Key, work: () => Value): Value {
    const value = this.#known.has(key) ? (this.#known.get(key) as Value) : work();
    // Moves the entry to the end, as the most recently used one.
    this.#known.delete(key);
    this.#known.set(key, value);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST) this.#known.delete(oldest);
    return value;
  }
}
