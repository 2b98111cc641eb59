/**
 * The teacher's marks for written answers: points and a comment for each hand-in and question. A hand-in is identified by a
 * digest of its content. Marks therefore stay with their answers even if the list changes, and no other answer can get them.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { counted, grouped } from "../../lib/counted.ts";
import { csvRow } from "../../lib/csv.ts";
import { oneLine } from "../../lib/visible-text.ts";
import { codeOf, type HandedIn, readHandIn } from "../answer/hand-in.ts";
import { MOST_ENTRIES, rowsOf } from "../answer/hand-in-list.ts";
import type { ResultItem } from "../task/points.ts";
import { type GivenAnswer, isRight, MOST_QUESTIONS, type TaskQuestion } from "../task/questions.ts";
import type { Task } from "../task/task.ts";
import type { CountedRun, KeptResults } from "./check.ts";

export interface Mark {
  /** Points of the answer; null if it has not been marked yet. */
  readonly points: number | null;
  readonly comment: string;
}

/** A mark with the key of its hand-in. */
export interface MarkLine extends Mark {
  readonly handIn: string;
  readonly question: string;
}

/** Marks by the key of the hand-in, then by question. */
export type Marks = ReadonlyMap<string, ReadonlyMap<string, Mark>>;

export const NO_MARKS: Marks = new Map();
const NO_MARK: Mark = { points: null, comment: "" };
export const LONGEST_COMMENT = 1000;
const LONGEST_FILE = 20_000_000;
/** Limit on the marks of a task. */
export const MOST_MARKS = MOST_ENTRIES * MOST_QUESTIONS;

/** Digits of a key: 128 bits. The 32 bits of the checksum in a code are not enough, because a code with a given checksum is found in a second. */
const KEY_DIGITS = 32;

/**
 * Returns the key of a hand-in, given as a code or as a URL with a code; null if there is no code. The key depends on the content
 * of the code: a code that was packed in another way, or has letters behind its end, is the same hand-in. `read` is what
 * `readHandIn` returns for the text.
 */
export function handInKey(text: string, read: HandedIn = readHandIn(text)): string | null {
  const content = read.kind === "code" ? JSON.stringify(read.handIn) : codeOf(text);
  return content === null ? null : bytesToHex(sha256(utf8ToBytes(content))).slice(0, KEY_DIGITS);
}

export function markOf(marks: Marks, handIn: string | null, question: string): Mark {
  return (handIn === null ? undefined : marks.get(handIn)?.get(question)) ?? NO_MARK;
}

export function withMark(marks: Marks, handIn: string, question: string, mark: Mark): Marks {
  return withMarks(marks, [{ ...mark, handIn, question }]);
}

/** Returns the marks with further ones, which replace those of the same answers. */
export function withMarks(marks: Marks, lines: Iterable<MarkLine>): Marks {
  const all = new Map(marks);
  const changed = new Map<string, Map<string, Mark>>();
  for (const { handIn, question, points, comment } of lines) {
    const own = changed.get(handIn) ?? new Map(marks.get(handIn));
    changed.set(handIn, own);
    all.set(handIn, own);
    if (points === null && comment === "") own.delete(question);
    else own.set(question, { points, comment: comment.slice(0, LONGEST_COMMENT) });
  }
  return all;
}

/** Returns the marks, one for each answer. */
export function linesOf(marks: Marks): MarkLine[] {
  return [...marks].flatMap(([handIn, own]) =>
    [...own].map(([question, mark]) => ({ ...mark, handIn, question })),
  );
}

/** Matches the keys of marks of earlier versions: the checksum in the code of the hand-in. */
const OLD_KEY = /^[0-9a-z]{7}$/;
const CHECKSUM_AT = "z.".length;

/** The marks of a list, after those of earlier versions have found their hand-ins. */
interface FoundMarks {
  readonly marks: Marks;
  /** Sentences for the teacher. */
  readonly notes: readonly string[];
}

/**
 * Gives the marks of earlier versions to the hand-ins of a list. Such marks belong to a checksum of 32 bits. They count if exactly
 * one hand-in has it, because anyone can make another hand-in with a given checksum. The others stay as they are: they may belong
 * to another list. Newer marks for the same answer take precedence.
 */
export function withOldMarks(
  marks: Marks,
  list: readonly { readonly entry: { readonly text: string }; readonly handInKey: string | null }[],
): FoundMarks {
  const old = [...marks.keys()].filter((key) => OLD_KEY.test(key));
  if (old.length === 0) return { marks, notes: [] };
  const byChecksum = new Map<string, Set<string>>();
  for (const { entry, handInKey: key } of list) {
    const checksum = codeOf(entry.text)
      ?.slice(CHECKSUM_AT)
      .match(/^[0-9a-z]{7}/)?.[0];
    if (key === null || checksum === undefined) continue;
    byChecksum.set(checksum, (byChecksum.get(checksum) ?? new Set()).add(key));
  }
  const all = new Map(marks);
  const none: string[] = [];
  const several: string[] = [];
  for (const checksum of old) {
    const [key, another] = byChecksum.get(checksum) ?? [];
    if (key === undefined) none.push(checksum);
    else if (another !== undefined) several.push(checksum);
    else {
      all.set(key, new Map([...(marks.get(checksum) ?? []), ...(marks.get(key) ?? [])]));
      all.delete(checksum);
    }
  }
  const found = old.length - none.length - several.length;
  const of = (keys: readonly string[]) =>
    `The marks for ${counted(keys.length, "hand-in")} (${keys.slice(0, MOST_NAMED).join(", ")}${keys.length > MOST_NAMED ? ", …" : ""}) were made by an earlier version of Sawtooth and`;
  return {
    marks: found > 0 ? all : marks,
    notes: [
      ...(found > 0
        ? [
            `The marks for ${counted(found, "hand-in")} were made by an earlier version of Sawtooth and were found by the checksum of the code.`,
          ]
        : []),
      ...(none.length > 0 ? [`${of(none)} match no hand-in of this list. They do not count.`] : []),
      ...(several.length > 0
        ? [
            `${of(several)} match several hand-ins of this list. They do not count: mark these hand-ins again.`,
          ]
        : []),
    ],
  };
}

/** Limit on the keys that a sentence names. */
const MOST_NAMED = 8;

/** Reads points that the teacher has typed. Returns a sentence if they are not allowed for this question. */
export function pointsIn(question: TaskQuestion, text: string): number | string | null {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return null;
  const points = /^\d{1,4}(?:\.\d{0,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  if (points >= 0 && points <= question.points) return points;
  return `The points must be a number from 0 to ${question.points}; got "${oneLine(text).slice(0, 20)}".`;
}

/** The parts of a hand-in that marking needs. */
export interface Answered {
  /** Key of the hand-in; null if it has no code. */
  readonly handInKey: string | null;
  readonly answers: readonly GivenAnswer[];
  readonly trial: { readonly runs: readonly CountedRun[] };
}

/**
 * Returns the points for each question. The teacher's mark decides; without one, the correct answer decides. An empty answer gets
 * no points.
 */
export function questionItems(
  task: Pick<Task, "questions" | "keys" | "counts">,
  { handInKey: handIn, answers, trial }: Answered,
  resultsOf: (key: string) => KeptResults | undefined,
  marks: Marks,
): ResultItem[] {
  const [first] = trial.runs;
  const measured = first === undefined ? undefined : resultsOf(first.key)?.values.slice(task.counts.length);
  return task.questions.map((question): ResultItem => {
    const { id, points } = question;
    const item = { kind: "question", id, points } as const;
    const text = answers.find((one) => one.id === id)?.text ?? "";
    const marked = markOf(marks, handIn, id).points;
    if (marked !== null) return { ...item, earned: marked, by: "teacher" };
    if (text.trim() === "") return { ...item, earned: 0, by: "run" };
    const right = isRight(question, text, task.keys, measured);
    return right === null
      ? { ...item, earned: null, by: "teacher" }
      : { ...item, earned: right ? points : 0, by: "run" };
  });
}

/** Returns how many answers the teacher must mark (`total`), and how many are marked. */
export function markedOf(items: readonly ResultItem[]): { readonly marked: number; readonly total: number } {
  const own = items.filter(({ kind, by }) => kind === "question" && by === "teacher");
  return { marked: own.filter(({ earned }) => earned !== null).length, total: own.length };
}

const HEAD = ["hand-in", "name", "question", "points", "of", "comment"] as const;

/** Returns the marks as CSV. If `nameOf` returns an empty text, names are left out. */
export function marksCsv(
  task: Pick<Task, "questions">,
  marks: Marks,
  nameOf: (handIn: string) => string,
): string {
  const rows = [...marks].flatMap(([handIn, own]) =>
    task.questions.flatMap(({ id, points }) => {
      const mark = own.get(id);
      return mark === undefined
        ? []
        : [[handIn, nameOf(handIn), id, mark.points, String(points), mark.comment]];
    }),
  );
  return `\uFEFF${[[...HEAD], ...rows].map((row) => `${csvRow(row)}\r\n`).join("")}`;
}

/** Reads marks from a file. Throws an error that names the line. */
export function readMarks(task: Pick<Task, "questions">, text: string): Marks {
  if (text.length > LONGEST_FILE) throw new Error("The file is too long to be a file of marks.");
  const [head, ...rows] = rowsOf(text.replace(/^\uFEFF/, ""), () => false, MOST_MARKS + 2);
  if (rows.length > MOST_MARKS)
    throw new Error(
      `The file of marks has more than ${grouped(MOST_MARKS)} lines; a class of ${grouped(MOST_ENTRIES)} hand-ins with ${MOST_QUESTIONS} questions needs no more.`,
    );
  const at = Object.fromEntries(HEAD.map((name) => [name, head?.cells.indexOf(name) ?? -1]));
  if (at["hand-in"] < 0 || at.question < 0 || at.points < 0)
    throw new Error("This is not a file of marks: it has no columns hand-in, question and points.");
  const lines = rows.flatMap(({ line, cells }): MarkLine[] => {
    if (cells.every((cell) => cell === "")) return [];
    const handIn = cells[at["hand-in"]] ?? "";
    const question = task.questions.find(({ id }) => id === cells[at.question]);
    if (!/^[0-9a-f]{32}$/.test(handIn) && !OLD_KEY.test(handIn))
      throw new Error(`Line ${line}: “${oneLine(handIn).slice(0, 20)}” is not a hand-in.`);
    if (question === undefined)
      throw new Error(
        `Line ${line}: the task has no question “${oneLine(cells[at.question] ?? "").slice(0, 40)}”.`,
      );
    const points = pointsIn(question, cells[at.points] ?? "");
    if (typeof points === "string") throw new Error(`Line ${line}: ${points}`);
    // Removes the "'" that was added to text which a spreadsheet would take for a formula.
    const comment = (cells[at.comment] ?? "").replace(/^'(?=[=+\-@＝＋－＠])/, "");
    return [{ handIn, question: question.id, points, comment }];
  });
  return withMarks(NO_MARKS, lines);
}
