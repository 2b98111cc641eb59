/**
 * The page's only access to the browser's storage. A value that cannot be stored is kept while the page is open. A stored value
 * that cannot be read or drawn is set aside and reported, so no text of the user is overwritten silently.
 */
import { plainJson } from "../shared/plain-json.ts";
import { createStore, type Store } from "../shared/plain-store.ts";

/** One kind of stored value. An empty text means that no value is stored. */
export interface Stored<T> {
  /** Storage key. A kind with many values uses it as a prefix. */
  readonly key: string;
  /** Description for messages, to be used inside a sentence: "the choice of colours". */
  readonly what: string;
  /** Value to use if no value is stored. */
  readonly none: T;
  /** True for values that users edit for a long time, so that two tabs may have the same value open. */
  readonly isDraft?: boolean;
  /** Parses a stored text. Throws if the text is invalid. */
  read(text: string): T;
  write(value: T): string;
}

/** The name and description of a kind of stored value, without its type. */
export type Kept = Pick<Stored<unknown>, "key" | "what">;

/** Length limit in characters. The page never writes a longer text. */
export const LONGEST_STORED = 2_000_000;

const REASONS = ["unreadable", "undrawable", "other-tab"] as const;
type Reason = (typeof REASONS)[number];

/** A stored text that was set aside and is no longer in use. */
export interface Aside {
  readonly id: string;
  readonly key: string;
  readonly what: string;
  readonly reason: Reason;
  readonly text: string;
}

interface DeviceState {
  /** Keys of values that the browser refused to store. These values last only while the page is open. */
  readonly unsaved: ReadonlySet<string>;
  /** Keys of drafts that a different tab has written since this tab read them. */
  readonly newer: ReadonlySet<string>;
  readonly aside: readonly Aside[];
}

/**
 * Returns the name to use for a stored value, window or channel. The name contains the folder of the page, because
 * copies of the page in different folders of one origin share one storage. Pages opened from a disk all use one name:
 * a downloaded file that is replaced or moved is still the same page to its user.
 */
export function nameHere(what: string, { protocol, pathname }: Location = window.location): string {
  const folder = protocol === "file:" ? "file:" : pathname.slice(0, pathname.lastIndexOf("/") + 1);
  return `sawtooth ${folder} ${what}`;
}

/**
 * Prefix of names in older versions, which did not contain the folder. Every copy of the page reads such a value until it
 * writes its own. The old value stays, because an older version in another folder may still use it.
 */
const OLD_PREFIX = "sawtooth.";

const ASIDE = "aside ";
/** Key of the list of values that failed to draw once and have not been written since; one key per line. */
const FAILED = "failed";

export class Device {
  readonly store: Store<DeviceState> = createStore<DeviceState>({
    unsaved: new Set<string>(),
    newer: new Set<string>(),
    aside: [],
  });
  readonly #isUsed: () => boolean;
  /** Texts that could not be stored, by key. */
  readonly #memory = new Map<string, string>();
  /** Drafts as this tab last read or wrote them, by key. */
  readonly #seen = new Map<string, string>();
  /** Keys whose stored text can be neither read nor set aside. That text is never overwritten. */
  readonly #closed = new Set<string>();
  readonly #listeners = new Set<(key: string) => void>();
  #lastId = 0;

  /** `isUsed` returns false in an embedded page, which stores nothing. */
  constructor(isUsed: () => boolean) {
    this.#isUsed = isUsed;
  }

  /** Lists the values that were set aside and starts to listen to other tabs. */
  start(): void {
    this.#listAside();
    this.#attempt(() => {
      const prefix = nameHere("");
      window.addEventListener("storage", ({ key }) => {
        if (key?.startsWith(prefix)) this.#hear(key.slice(prefix.length));
      });
    }, undefined);
  }

  read<T>(stored: Stored<T>, which = ""): T {
    const key = stored.key + which;
    const text = this.#text(key);
    this.#see(stored, key, text);
    if (text === "") return stored.none;
    try {
      if (text.length > LONGEST_STORED)
        throw new Error("The stored text is longer than any that this page writes.");
      return stored.read(text);
    } catch {
      this.#setAside(stored.what, key, "unreadable");
      return stored.none;
    }
  }

  /** Stores a value. Returns false if it is kept only while the page is open. */
  write<T>(stored: Stored<T>, value: T, which = ""): boolean {
    const key = stored.key + which;
    const text = stored.write(value);
    const there = this.#get(key);
    const isUnseen = stored.isDraft && there !== "" && there !== text && there !== this.#seen.get(key);
    this.#see(stored, key, text);
    this.#markFailed(key, false);
    if (isUnseen && !this.#closed.has(key) && !this.#keepAside(stored.what, key, "other-tab", there)) {
      this.#refused(key, text);
      return false;
    }
    return this.#put(key, text);
  }

  /** Returns the names of all values of a kind that has many values. */
  list({ key }: Kept): string[] {
    return this.#keys(key).map((one) => one.slice(key.length));
  }

  remove({ key }: Kept, which: string): void {
    this.#remove(key + which);
  }

  /** Returns whether the browser can store anything. */
  mayStore(): boolean {
    const may = this.#set("trial", "");
    this.#remove("trial");
    return may;
  }

  /**
   * Calls `changed` when a different tab has written a value of this kind, or when a value that was set aside is in
   * use again. Returns a function that stops this.
   */
  onChange({ key }: Kept, changed: () => void): () => void {
    const hear = (one: string) => one.startsWith(key) && changed();
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /**
   * Reports that a stored value could not be drawn. The second report for the same text, also after a reload, sets the text
   * aside.
   */
  drawingFailed({ key: kind, what }: Kept, which = ""): void {
    const key = kind + which;
    const text = this.#text(key);
    if (text === "") return;
    const again = this.#failed().has(key);
    this.#markFailed(key, !again);
    if (!again) return;
    this.#setAside(what, key, "undrawable");
    this.#tell(key);
  }

  #failed(): Set<string> {
    return new Set(this.#text(FAILED).split("\n"));
  }

  #markFailed(key: string, isSo: boolean): void {
    const failed = this.#failed();
    if (failed.has(key) === isSo) return;
    if (isSo) failed.add(key);
    else failed.delete(key);
    this.#put(FAILED, [...failed].join("\n"));
  }

  /** Restores a text that was set aside. The text in use until now is set aside instead. */
  takeBack({ id, key, what, text }: Aside): void {
    const now = this.#text(key);
    this.discard(id);
    if (now !== "") this.#keepAside(what, key, "other-tab", now);
    this.#seen.set(key, text);
    this.#put(key, text);
    this.#tell(key);
  }

  /** Deletes a text that was set aside, permanently. */
  discard(id: string): void {
    this.#remove(id);
    this.store.set(({ aside }) => ({ aside: aside.filter((one) => one.id !== id) }));
  }

  /**
   * Sets a text aside. If there is no room for that, the text stays at its key, and later values for the key are not
   * stored.
   */
  #setAside(what: string, key: string, reason: Aside["reason"]): void {
    const text = this.#text(key);
    const isStored = !this.#memory.has(key) && this.#set(key, "");
    const isKept = this.#keepAside(what, key, reason, text);
    if (isStored && !isKept) {
      this.#set(key, text);
      this.#closed.add(key);
    }
    if (!isStored || !isKept) this.#memory.set(key, "");
    this.#seen.set(key, "");
  }

  /** Keeps a text in the list of set-aside texts. Returns false if the text is kept only in memory. */
  #keepAside(what: string, key: string, reason: Aside["reason"], text: string): boolean {
    const id = `${ASIDE}${Date.now()}-${++this.#lastId}`;
    const isKept = this.#put(id, `${JSON.stringify([key, what, reason])}\n${text}`);
    // Values may be read while the page is being drawn, when the store must not notify its listeners.
    queueMicrotask(() => this.#listAside());
    return isKept;
  }

  #listAside(): void {
    this.store.set({ aside: this.#keys(ASIDE).map((id) => asideOf(id, this.#text(id))) });
  }

  #hear(key: string): void {
    if (key.startsWith(ASIDE)) this.#listAside();
    const seen = this.#seen.get(key);
    if (seen !== undefined && seen !== this.#get(key)) this.#mark("newer", key, true);
    this.#tell(key);
  }

  #tell(key: string): void {
    for (const listener of this.#listeners) listener(key);
  }

  #see({ isDraft = false }: Pick<Stored<unknown>, "isDraft">, key: string, text: string): void {
    if (isDraft) this.#seen.set(key, text);
    this.#mark("newer", key, false);
  }

  #mark(what: "unsaved" | "newer", key: string, isSo: boolean): void {
    const known = this.store.get()[what];
    if (known.has(key) === isSo) return;
    const next = new Set(known);
    if (isSo) next.add(key);
    else next.delete(key);
    this.store.set({ [what]: next });
  }

  #text(key: string): string {
    return this.#memory.get(key) ?? this.#get(key);
  }

  /** Stores a text. On success, stores the texts that were waiting for room as well. */
  #put(key: string, text: string): boolean {
    if (this.#closed.has(key) || !this.#set(key, text)) {
      this.#refused(key, text);
      return false;
    }
    this.#stored(key);
    for (const [other, waiting] of this.#memory)
      if (!this.#closed.has(other) && this.#set(other, waiting)) this.#stored(other);
    return true;
  }

  #refused(key: string, text: string): void {
    this.#memory.set(key, text);
    if (this.#isUsed()) this.#mark("unsaved", key, true);
  }

  #stored(key: string): void {
    this.#memory.delete(key);
    this.#mark("unsaved", key, false);
  }

  #get(key: string): string {
    return this.#attempt(
      (storage) => storage.getItem(nameHere(key)) ?? storage.getItem(OLD_PREFIX + key) ?? "",
      "",
    );
  }

  #set(key: string, text: string): boolean {
    return this.#attempt((storage) => {
      storage.setItem(nameHere(key), text);
      return true;
    }, false);
  }

  #remove(key: string): void {
    this.#memory.delete(key);
    this.#attempt((storage) => storage.removeItem(nameHere(key)), undefined);
  }

  /** Returns all keys with this prefix, including old names, without those whose text is empty. */
  #keys(begin: string): string[] {
    const stored = this.#attempt((storage) => {
      const prefixes = [nameHere(""), OLD_PREFIX];
      const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
      return prefixes.flatMap((prefix) =>
        names.filter((name) => name.startsWith(prefix + begin)).map((name) => name.slice(prefix.length)),
      );
    }, []);
    const all = [...stored, ...[...this.#memory.keys()].filter((key) => key.startsWith(begin))];
    return [...new Set(all)].filter((key) => this.#text(key) !== "").sort();
  }

  #attempt<T>(act: (storage: Storage) => T, otherwise: T): T {
    if (!this.#isUsed()) return otherwise;
    try {
      return act(window.localStorage);
    } catch {
      return otherwise;
    }
  }
}

/** The first line of a text that was set aside: key, description and reason as JSON. */
function isHead(head: unknown): head is readonly [key: string, what: string, reason: Reason] {
  if (!Array.isArray(head) || head.length !== 3) return false;
  const [key, what, reason] = head;
  return typeof key === "string" && typeof what === "string" && REASONS.includes(reason);
}

function asideOf(id: string, entry: string): Aside {
  const end = entry.indexOf("\n");
  try {
    const head = plainJson(entry.slice(0, end));
    if (isHead(head)) return { id, key: head[0], what: head[1], reason: head[2], text: entry.slice(end + 1) };
  } catch {
    // The line is not JSON.
  }
  return { id, key: id, what: "something", reason: "unreadable", text: entry };
}
