/**
 * What the page keeps on the device: the one door to the browser's storage. What cannot be stored lives as long as the page is
 * open. What cannot be read, or drawn, is set aside and told of; nobody's text is overwritten unseen.
 */
import * as v from "valibot";
import { plainJson } from "../shared/plain-json.ts";
import { createStore, type Store } from "../shared/store.ts";

/** One kind of thing that is kept. An empty text is the same as none. */
export interface Stored<T> {
  /** Its name; of a kind with many, such as lessons, this begins the name and says no more than the kind. */
  readonly key: string;
  /** For people, inside a sentence: "the notebook". */
  readonly what: string;
  /** Where nothing is kept. */
  readonly none: T;
  /** A person works on it for longer than a moment, so two tabs may have it open. */
  readonly isDraft?: boolean;
  /** Throws where nothing can be made of the text. */
  read(text: string): T;
  write(value: T): string;
}

/** What is said of it, whatever its values are. */
export type Kept = Pick<Stored<unknown>, "key" | "what">;

/** How values of a schema are written and read. */
export function asJson<S extends v.GenericSchema>(schema: S) {
  return {
    read: (text: string): v.InferOutput<S> => v.parse(schema, plainJson(text)),
    write: (value: v.InferOutput<S>): string => JSON.stringify(value),
  };
}

/** In letters; what is longer was not written by this page. */
export const LONGEST_STORED = 2_000_000;

const REASONS = ["unreadable", "undrawable", "other-tab"] as const;

/** Something that was stored and is in use no more. */
export interface Aside {
  readonly id: string;
  readonly key: string;
  readonly what: string;
  readonly why: (typeof REASONS)[number];
  readonly text: string;
}

interface DeviceState {
  /** Keys of what lives only as long as the page is open, because the device has refused it. */
  readonly unsaved: ReadonlySet<string>;
  /** Keys of drafts that another tab has written since this one read them. */
  readonly newer: ReadonlySet<string>;
  readonly aside: readonly Aside[];
}

/**
 * Two copies of the page may stand in two folders of one origin, which have one storage: the folder is part of every name, of
 * storages as of windows and channels. Pages opened from a disk share one name: there a folder says nothing, because a file
 * that is downloaded anew, or moved, is the same page to its person.
 */
export function nameHere(what: string, { protocol, pathname }: Location = window.location): string {
  const folder = protocol === "file:" ? "file:" : pathname.slice(0, pathname.lastIndexOf("/") + 1);
  return `sawtooth ${folder} ${what}`;
}

/**
 * Names were without the folder before. What stands under such a name is read, by every copy, until that copy has written its
 * own: nobody can say which copy it is of, and an older version in another folder may still live on it.
 */
const OLD_PREFIX = "sawtooth.";

const ASIDE = "aside ";
/** Keys, on a line each, of what could not be drawn once, and has not been written since. */
const FAILED = "failed";

export class Device {
  readonly store: Store<DeviceState> = createStore<DeviceState>({
    unsaved: new Set<string>(),
    newer: new Set<string>(),
    aside: [],
  });
  readonly #isUsed: () => boolean;
  /** What the device has not taken, by key. */
  readonly #memory = new Map<string, string>();
  /** Drafts as this tab has read or written them last. */
  readonly #seen = new Map<string, string>();
  /** Keys whose text on the device cannot be read and could not be set aside either: it stays. */
  readonly #closed = new Set<string>();
  readonly #listeners = new Set<(key: string) => void>();
  #lastId = 0;

  /** `isUsed`: not in another page's frame, where nothing is remembered. */
  constructor(isUsed: () => boolean) {
    this.#isUsed = isUsed;
  }

  /** What was set aside before, and what other tabs write. */
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
      if (text.length > LONGEST_STORED) throw new Error("It is longer than anything that this page writes.");
      return stored.read(text);
    } catch {
      this.#setAside(stored.what, key, "unreadable");
      return stored.none;
    }
  }

  /** False where it lives only as long as the page is open. */
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

  /** What there are of a kind with many. */
  list({ key }: Kept): string[] {
    return this.#keys(key).map((one) => one.slice(key.length));
  }

  remove({ key }: Kept, which: string): void {
    this.#remove(key + which);
  }

  /** Whether anything can be stored at all. */
  mayStore(): boolean {
    const may = this.#set("trial", "");
    this.#remove("trial");
    return may;
  }

  /** Calls back when another tab has written it, or what was set aside is in use again; returns what ends it. */
  onChange({ key }: Kept, changed: () => void): () => void {
    const hear = (one: string) => one.startsWith(key) && changed();
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  /** What was made of it could not be drawn. The second time for the same text, here or after a reload, it is set aside. */
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

  /** What is in use now is set aside instead. */
  takeBack({ id, key, what, text }: Aside): void {
    const now = this.#text(key);
    this.discard(id);
    if (now !== "") this.#keepAside(what, key, "other-tab", now);
    this.#seen.set(key, text);
    this.#put(key, text);
    this.#tell(key);
  }

  /** For ever. */
  discard(id: string): void {
    this.#remove(id);
    this.store.set(({ aside }) => ({ aside: aside.filter((one) => one.id !== id) }));
  }

  /** Where there is no room to set it aside, it stays where it is, and what is written instead is not stored. */
  #setAside(what: string, key: string, why: Aside["why"]): void {
    const text = this.#text(key);
    const isStored = !this.#memory.has(key) && this.#set(key, "");
    const isKept = this.#keepAside(what, key, why, text);
    if (isStored && !isKept) {
      this.#set(key, text);
      this.#closed.add(key);
    }
    if (!isStored || !isKept) this.#memory.set(key, "");
    this.#seen.set(key, "");
  }

  /** False where only this page remembers it. */
  #keepAside(what: string, key: string, why: Aside["why"], text: string): boolean {
    const id = `${ASIDE}${Date.now()}-${++this.#lastId}`;
    const isKept = this.#put(id, `${JSON.stringify([key, what, why])}\n${text}`);
    // Parts of the page may be read while others are drawn, which must not be told then.
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

  /** Where there is room again, all that waits is stored, too. */
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

  /** With an old name, too; those that are empty are none. */
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

const HEAD = v.tuple([v.string(), v.string(), v.picklist(REASONS)]);

function asideOf(id: string, entry: string): Aside {
  const end = entry.indexOf("\n");
  try {
    const [key, what, why] = v.parse(HEAD, plainJson(entry.slice(0, end)));
    return { id, key, what, why, text: entry.slice(end + 1) };
  } catch {
    return { id, key: id, what: "something", why: "unreadable", text: entry };
  }
}
