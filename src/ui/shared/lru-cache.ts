/** Where a notebook and a live run are looked at together there are not more runs than this at a time. */
const MOST = 16;

/**
 * What was worked out of the objects that were asked for last. The steps back keep a scenario long after its plots are gone:
 * what is worked out of it must not stay with it.
 */
export class LruCache<Key extends object, Value> {
  readonly #known = new Map<Key, Value>();

  of(key: Key, work: () => Value): Value {
    const value = this.#known.has(key) ? (this.#known.get(key) as Value) : work();
    // Again as the latest.
    this.#known.delete(key);
    this.#known.set(key, value);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST) this.#known.delete(oldest);
    return value;
  }
}
