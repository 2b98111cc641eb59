/** The teacher's marks: stored on the device by task, and read from and written to files. */
import * as v from "valibot";
import { grouped } from "../../../../lib/counted.ts";
import { checksum } from "../../../../lib/packed-text.ts";
import { nameOf, type ReadEntry } from "../../../../teaching/check/read-list.ts";
import {
  LONGEST_COMMENT,
  linesOf,
  type Mark,
  type Marks,
  MOST_MARKS,
  NO_MARKS,
  readMarks,
  withMark,
  withMarks,
  withOldMarks,
} from "../../../../teaching/check/teacher-marks.ts";
import { type Task, taskDigest } from "../../../../teaching/task/task.ts";
import type { Bench } from "../../../core/bench.ts";
import type { Stored } from "../../../core/device.ts";
import { createStore, type Store } from "../../../core/store.ts";
import { asJson } from "../../../core/stored-json.ts";

const SHORT = v.pipe(v.string(), v.maxLength(60));
const ONE = v.object({
  handIn: SHORT,
  question: SHORT,
  points: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))),
  comment: v.pipe(v.string(), v.maxLength(LONGEST_COMMENT)),
});

/** Stored marks; the key is the digest of the task. */
export const MARKS: Stored<v.InferOutput<typeof ONE>[]> = {
  key: "marks.",
  what: "the marks",
  none: [],
  ...asJson(v.pipe(v.array(ONE), v.maxLength(MOST_MARKS))),
};

export type MarkingView = "student" | "question";

interface MarkingState {
  readonly marks: Marks;
  readonly view: MarkingView;
  /** True if names are hidden. The order of the students then differs too. */
  readonly isAnonymous: boolean;
  /** Position among the hand-ins that have something to mark. */
  readonly at: number;
  readonly question: string;
  /** Reason why a file contains no marks; null if there is no error. */
  readonly error: string | null;
  /** Sentences on marks of earlier versions. */
  readonly notes: readonly string[];
}

export class Marking {
  readonly store: Store<MarkingState> = createStore<MarkingState>({
    marks: NO_MARKS,
    view: "student",
    isAnonymous: false,
    at: 0,
    question: "",
    error: null,
    notes: [],
  });
  readonly #bench: Bench;
  #digest = "";
  #list: readonly ReadEntry[] = [];

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Reads the stored marks of this task. */
  open(task: Task): void {
    const digest = taskDigest(task);
    if (digest === this.#digest) return;
    this.#digest = digest;
    const marks = withMarks(NO_MARKS, this.#bench.device.read(MARKS, digest));
    this.store.set({ marks, at: 0, question: task.questions[0]?.id ?? "", error: null, notes: [] });
  }

  /** Gives the marks of earlier versions to the hand-ins of the list that is open. */
  follow(list: readonly ReadEntry[]): void {
    this.#list = list;
    const stored = this.store.get().marks;
    const { marks, notes } = withOldMarks(stored, list);
    if (notes.length === 0) return;
    this.store.set({ notes });
    if (marks !== stored) this.#write(marks);
  }

  mark(handIn: string, question: string, mark: Mark): void {
    this.#write(withMark(this.store.get().marks, handIn, question, mark));
  }

  /** Reads marks from a file. They replace the current marks of the same students. */
  read(task: Task, file: string): void {
    try {
      const { marks: read, notes } = withOldMarks(readMarks(task, file), this.#list);
      const marks = withMarks(this.store.get().marks, linesOf(read));
      if (linesOf(marks).length > MOST_MARKS)
        throw new Error(
          `With those of this file there would be more than ${grouped(MOST_MARKS)} marks; no more can be kept.`,
        );
      this.#write(marks);
      this.store.set({ error: null, notes });
    } catch (error) {
      this.store.set({ error: error instanceof Error ? error.message : String(error) });
    }
  }

  #write(marks: Marks): void {
    this.store.set({ marks });
    this.#bench.device.write(MARKS, linesOf(marks), this.#digest);
  }
}

export interface Marked<E extends ReadEntry = ReadEntry> {
  readonly one: E;
  readonly handIn: string;
  readonly who: string;
}

/**
 * Returns the students who handed in answers, each hand-in once. If names are hidden, the order does not reveal who
 * the students are.
 */
export function toMark<E extends ReadEntry>(list: readonly E[], isAnonymous: boolean): Marked<E>[] {
  const known = new Map<string, Marked<E>>();
  for (const one of list) {
    const handIn = one.handInKey;
    if (handIn === null || one.answers.length === 0 || known.has(handIn)) continue;
    known.set(handIn, { one, handIn, who: nameOf(one) || "no name" });
  }
  if (!isAnonymous) return [...known.values()];
  return [...known.values()]
    .sort((a, b) => (checksum(a.handIn) < checksum(b.handIn) ? -1 : 1))
    .map((marked, i) => ({ ...marked, who: `Student ${i + 1}` }));
}
