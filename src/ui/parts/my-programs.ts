/**
 * The custom senders and queues that were written on this device. They are stored as they are typed, including faulty
 * ones. A version is stored when a text has run and when a different text replaces it.
 */
import * as v from "valibot";
import type { Device, Stored } from "../core/device.ts";
import type { Guide } from "../core/page-options.ts";
import { createStore, type Store } from "../core/store.ts";
import { asJson } from "../core/stored-json.ts";
import { perBench } from "../core/use-store.ts";

const TEXT = v.pipe(v.string(), v.maxLength(64_000));
const SHORT = v.pipe(v.string(), v.maxLength(200));
const KIND = v.picklist(["sender", "queue"]);

const VERSION = v.object({
  text: TEXT,
  atMs: v.number(),
  /** True if the text never ran and was stored because another text replaced it. Such a version is kept. */
  isKept: v.exactOptional(v.boolean()),
});

const PROGRAM_FORM = v.object({
  kind: KIND,
  /** Name that the user gave to the program; empty if the name is taken from its text. */
  name: SHORT,
  text: TEXT,
  atMs: v.number(),
  /** The lesson or task in which the program was started; empty if there was none. */
  startedFrom: TEXT,
  /** The lesson or task in which the program was started; empty if none. */
  guide: SHORT,
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

const MOST_VERSIONS = 20;
/** A text that runs within this time of the previous version replaces it. */
const SAME_VERSION_MS = 120_000;

export class MyPrograms {
  /** All programs, newest first. */
  readonly store: Store<{ readonly list: readonly MyProgram[] }> = createStore<{
    readonly list: readonly MyProgram[];
  }>({ list: [] });
  readonly #device: Device;

  constructor(device: Device) {
    this.#device = device;
    device.onChange(PROGRAM, () => this.#read());
    this.#read();
  }

  /** Reads the programs from the device. */
  #read(): void {
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

  /**
   * Returns the newest program that continues from this text: the text is the program's current text, its last run
   * text, or the text that it started from if it has not run.
   */
  goingOnFrom(code: string): MyProgram | null {
    return (
      this.store.get().list.find((one) => one.text === code || (ranLast(one) ?? one.startedFrom) === code) ??
      null
    );
  }

  /** Returns the newest program that was started from this text in this lesson or task. */
  startedIn(guide: string, code: string): MyProgram | null {
    return this.store.get().list.find((one) => one.guide === guide && one.startedFrom === code) ?? null;
  }

  /** Returns the newest program of this lesson that has this text among its versions. */
  versionIn(lesson: string, code: string): MyProgram | null {
    const isIts = ({ guide, startedFrom, versions }: MyProgram) =>
      guide === lesson && (startedFrom === code || versions.some(({ text }) => text === code));
    return this.store.get().list.find(isIts) ?? null;
  }

  /** Adds a program and returns its id. */
  add(program: Pick<Kept, "kind" | "text" | "startedFrom" | "guide"> & Partial<Kept>): string {
    const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
    this.#write(id, { ...NONE, ...program });
    return id;
  }

  /**
   * Stores an edit. `seen` is the text that the editor showed before; if a different tab has written a different text
   * since, that text becomes a version.
   */
  type(id: string, text: string, seen: string): void {
    const before = this.#kept(id);
    const isUnseen = before.text !== seen && before.text !== text && before.text !== "";
    const versions = isUnseen ? withVersion(before.versions, before.text, 0) : before.versions;
    this.#write(id, { ...before, text, versions });
  }

  /** Records that the text has run. */
  ran(id: string, text: string): void {
    const before = this.#kept(id);
    this.#write(id, { ...before, versions: withVersion(before.versions, text, SAME_VERSION_MS) });
  }

  /** Makes a version of the stored text before another text replaces it, even if it has never run. */
  keepText(id: string): void {
    const before = this.#kept(id);
    this.#write(id, { ...before, versions: withVersion(before.versions, before.text, 0) });
  }

  rename(id: string, name: string): void {
    this.#write(id, { ...this.#kept(id), name: name.trim().slice(0, 80) });
  }

  /** Detaches the programs from a lesson or a task that is restarted, so that it begins with its original programs. */
  leaveGuide(guide: string): void {
    for (const one of this.store.get().list.filter((mine) => mine.guide === guide))
      this.#write(one.id, { ...this.#kept(one.id), guide: "" });
  }

  remove(id: string): void {
    this.#device.remove(PROGRAM, id);
    this.#read();
  }

  /** Reads the program from the device again, because a different tab may have written it. */
  #kept(id: string): Kept {
    return this.#device.read(PROGRAM, id);
  }

  #write(id: string, program: Kept): void {
    const now = { ...program, atMs: Date.now() };
    this.#device.write(PROGRAM, now, id);
    this.store.set(({ list }) => ({ list: [{ ...now, id }, ...list.filter((one) => one.id !== id)] }));
  }
}

/** Returns the programs of the page's user. */
export const myProgramsOf = perBench(({ device }) => new MyPrograms(device));

/** Returns a key for a lesson or a task; the empty text if there is no guide. */
export function guideKey(guide: Guide | null): string {
  return guide === null ? "" : `${guide.kind} ${guide.text.slice(0, 60)}`;
}

/** Returns the name that the user gave to the program, or otherwise the name in its text. */
export function nameOf({ name, kind, text }: Pick<MyProgram, "name" | "kind" | "text">): string {
  if (name !== "") return name;
  const [, declaredName = ""] = /^[ \t]*\/\/[ \t]*@(?:sender|queue)[ \t]+(.{1,40})/m.exec(text) ?? [];
  return declaredName.trim() === "" ? `A ${kind}` : declaredName.trim();
}

/** Returns the text that ran last; null if no text has run. */
export function ranLast({ versions }: Pick<MyProgram, "versions">): string | null {
  return versions.at(-1)?.text ?? null;
}

function withVersion(versions: readonly ProgramVersion[], text: string, withinMs: number): ProgramVersion[] {
  const atMs = Date.now();
  const others = versions.filter((one) => one.text !== text);
  const last = others.at(-1);
  if (
    last !== undefined &&
    last === versions.at(-1) &&
    others.length > 1 &&
    last.isKept !== true &&
    atMs - last.atMs < withinMs
  )
    others.pop();
  const version = withinMs === 0 ? { text, atMs, isKept: true } : { text, atMs };
  return [...others, version].slice(-MOST_VERSIONS);
}
