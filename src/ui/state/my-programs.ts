/**
 * My programs: the custom senders and queues that were written on this device, stored as they are typed, with faults as well.
 * A version is stored when a text has run and when another text replaces it.
 */
import * as v from "valibot";
import { asJson, type Device, type Stored } from "./device.ts";
import type { Guide } from "./page-options.ts";
import { createStore, type Store } from "./store.ts";

const TEXT = v.pipe(v.string(), v.maxLength(64_000));
const SHORT = v.pipe(v.string(), v.maxLength(200));
const KIND = v.picklist(["sender", "queue"]);

const VERSION = v.object({ text: TEXT, atMs: v.number() });

const PROGRAM_FORM = v.object({
  kind: KIND,
  /** Empty: the program is called what its text says. */
  name: SHORT,
  text: TEXT,
  atMs: v.number(),
  /** The text that was shown before the first key. */
  startedFrom: TEXT,
  /** Lesson or task in which it was started; empty: none. */
  guide: SHORT,
  /** Oldest first. */
  versions: v.array(VERSION),
});

export type ProgramVersion = v.InferOutput<typeof VERSION>;
type Kept = v.InferOutput<typeof PROGRAM_FORM>;

export interface MyProgram extends Kept {
  readonly id: string;
}

const NONE: Kept = { kind: "sender", name: "", text: "", atMs: 0, startedFrom: "", guide: "", versions: [] };

export const PROGRAM: Stored<Kept> = {
  key: "program.",
  what: "a program",
  none: NONE,
  ...asJson(PROGRAM_FORM),
};

/** Programs that may run here without a question, as links hold them: written on this device, or read and run before. */
export const ALLOWED: Stored<readonly string[]> = {
  key: "programs-allowed",
  what: "the programs that may run",
  none: [],
  read: (text) => text.split("\n").filter((one) => one !== ""),
  write: (packed) => packed.join("\n"),
};

const MOST_VERSIONS = 20;
/** In letters, of all programs that may run. */
const MOST_ALLOWED = 500_000;
/** A text that ran replaces the version before it within this time. */
const SAME_VERSION_MS = 120_000;

export class MyPrograms {
  /** Newest first. */
  readonly store: Store<{ readonly list: readonly MyProgram[] }> = createStore<{
    readonly list: readonly MyProgram[];
  }>({ list: [] });
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
    device.onChange(PROGRAM, () => this.read());
  }

  /** Reads what the device has. */
  read(): void {
    const list = this.#device
      .list(PROGRAM)
      .map((id) => ({ ...this.#device.read(PROGRAM, id), id }))
      .filter(({ atMs }) => atMs > 0)
      .sort((a, b) => b.atMs - a.atMs);
    this.store.set({ list });
  }

  find(id: string): MyProgram | null {
    return this.store.get().list.find((one) => one.id === id) ?? null;
  }

  /** The newest program that goes on from this text: it ran last, or nothing has run since. */
  goingOnFrom(code: string): MyProgram | null {
    return (
      this.store.get().list.find((one) => one.text === code || (ranLast(one) ?? one.startedFrom) === code) ??
      null
    );
  }

  /** The newest program that was started from this text in this lesson or task. */
  startedIn(guide: string, code: string): MyProgram | null {
    return this.store.get().list.find((one) => one.guide === guide && one.startedFrom === code) ?? null;
  }

  /** Returns its id. */
  add(program: Pick<Kept, "kind" | "text" | "startedFrom" | "guide"> & Partial<Kept>): string {
    const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    this.#write(id, { ...NONE, ...program });
    return id;
  }

  /** `seen`: what the editor showed; a text that another tab has written meanwhile becomes a version. */
  type(id: string, text: string, seen: string): void {
    const before = this.#kept(id);
    const isUnseen = before.text !== seen && before.text !== text && before.text !== "";
    const versions = isUnseen ? withVersion(before.versions, before.text, 0) : before.versions;
    this.#write(id, { ...before, text, versions });
  }

  /** The text has run. */
  ran(id: string, text: string): void {
    const before = this.#kept(id);
    this.#write(id, { ...before, versions: withVersion(before.versions, text, SAME_VERSION_MS) });
  }

  rename(id: string, name: string): void {
    this.#write(id, { ...this.#kept(id), name: name.trim().slice(0, 80) });
  }

  /** A lesson or a task that is started from scratch begins with its own programs again. */
  leaveGuide(guide: string): void {
    for (const one of this.store.get().list.filter((mine) => mine.guide === guide))
      this.#write(one.id, { ...this.#kept(one.id), guide: "" });
  }

  remove(id: string): void {
    this.#device.remove(PROGRAM, id);
    this.read();
  }

  /** Whether it may run here without a question. */
  mayRun(packed: string): boolean {
    return this.#device.read(ALLOWED).includes(packed);
  }

  /** From now on it runs here without a question, after a reload too. */
  allow(packed: string): void {
    if (this.mayRun(packed)) return;
    const all = [...this.#device.read(ALLOWED).filter((one) => one !== packed), packed];
    let letters = all.reduce((sum, { length }) => sum + length, 0);
    while (letters > MOST_ALLOWED && all.length > 1) letters -= all.shift()?.length ?? 0;
    this.#device.write(ALLOWED, all);
  }

  /** As the device has it now: another tab may have written it. */
  #kept(id: string): Kept {
    return this.#device.read(PROGRAM, id);
  }

  #write(id: string, program: Kept): void {
    const now = { ...program, atMs: Date.now() };
    this.#device.write(PROGRAM, now, id);
    this.store.set(({ list }) => ({ list: [{ ...now, id }, ...list.filter((one) => one.id !== id)] }));
  }
}

/** Names a lesson or a task among those that the device has seen; empty: none leads. */
export function guideKey(guide: Guide | null): string {
  return guide === null ? "" : `${guide.kind} ${guide.text.slice(0, 60)}`;
}

/** What the program is called: as it was renamed, or as its text says. */
export function nameOf({ name, kind, text }: Pick<MyProgram, "name" | "kind" | "text">): string {
  if (name !== "") return name;
  const [, said = ""] = /^[ \t]*\/\/[ \t]*@(?:sender|queue)[ \t]+(.{1,40})/m.exec(text) ?? [];
  return said.trim() === "" ? `A ${kind}` : said.trim();
}

/** Null where nothing has run. */
export function ranLast({ versions }: Pick<MyProgram, "versions">): string | null {
  return versions.at(-1)?.text ?? null;
}

function withVersion(versions: readonly ProgramVersion[], text: string, withinMs: number): ProgramVersion[] {
  const atMs = Date.now();
  const others = versions.filter((one) => one.text !== text);
  const last = others.at(-1);
  if (last !== undefined && last === versions.at(-1) && others.length > 1 && atMs - last.atMs < withinMs)
    others.pop();
  return [...others, { text, atMs }].slice(-MOST_VERSIONS);
}
