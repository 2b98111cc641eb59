/** What a student has said and done in a lesson. Kept on the device, where that is allowed; nowhere else. */

import { type Comparison, MEASURES, type Point } from "../../teaching/drawing.ts";
import { LONGEST_NAME, tidyName } from "../../teaching/hand-in.ts";
import type { Lesson, LessonStep } from "../../teaching/lesson.ts";
import { isPacked } from "../../teaching/packed-text.ts";
import { plainJson } from "../shared/plain-json.ts";
import { readPreference, writePreference } from "../state/preferences.ts";

export interface StepAnswer {
  /** Options in the order in which they were chosen. */
  readonly chosen?: readonly number[];
  readonly points?: readonly Point[];
  /** The drawing beside the run. */
  readonly compared?: readonly Comparison[];
  /** A prediction stands once its run has been shown. */
  readonly stands?: boolean;
  /** All that was asked has been brought about. */
  readonly done?: boolean;
}

export interface Progress {
  /** The step that was reached last, from 1; one more than there are at the end. */
  readonly reached: number;
  /** By the step's number, from 0. */
  readonly answers: Readonly<Record<number, StepAnswer>>;
}

export const NO_PROGRESS: Progress = { reached: 0, answers: {} };

/** A packed lesson is known by its checksum. */
export function progressKey(text: string): string {
  return `lesson.${isPacked(text) ? text.slice(0, 9) : text}`;
}

export function readProgress(key: string): Progress {
  try {
    const read: unknown = plainJson(readPreference(key) ?? "null");
    return isProgress(read) ? read : NO_PROGRESS;
  } catch {
    return NO_PROGRESS;
  }
}

export function writeProgress(key: string, progress: Progress): void {
  writePreference(key, JSON.stringify(progress));
}

function isProgress(read: unknown): read is Progress {
  if (typeof read !== "object" || read === null || !("reached" in read) || !("answers" in read)) return false;
  const { reached, answers } = read;
  if (!Number.isInteger(reached) || typeof answers !== "object" || answers === null) return false;
  return Object.values(answers).every(isAnswer);
}

function isAnswer(read: unknown): boolean {
  if (typeof read !== "object" || read === null) return false;
  const {
    chosen = [],
    points = [],
    compared = [],
    stands = true,
    done = true,
  } = read as Record<string, unknown>;
  return (
    Array.isArray(chosen) &&
    chosen.every((one) => Number.isInteger(one)) &&
    Array.isArray(points) &&
    points.every((point) => Number.isFinite(point?.timeS) && Number.isFinite(point?.value)) &&
    Array.isArray(compared) &&
    compared.every(isComparison) &&
    typeof stands === "boolean" &&
    typeof done === "boolean"
  );
}

function isComparison(read: Partial<Comparison> | null): boolean {
  const { yardstick, drawn, run, apart, right } = read ?? {};
  const isReading = (value: unknown) => value === null || Number.isFinite(value);
  return (
    Object.hasOwn(MEASURES, yardstick?.measure ?? "") &&
    Number.isFinite(yardstick?.within) &&
    [drawn, run].every(isReading) &&
    Number.isFinite(apart) &&
    typeof right === "boolean"
  );
}

/** Whether the step has something to be right or wrong about. */
export function isJudged({ options, drawing }: LessonStep): boolean {
  return options.length > 0 || drawing !== null;
}

/** Of a prediction the last choice counts, of a question the first; null: not answered yet. */
export function rightIn(step: LessonStep, answer: StepAnswer | undefined): boolean | null {
  if (step.drawing !== null) return answer?.compared?.every(({ right }) => right) ?? null;
  const counts = step.kind === "question" ? answer?.chosen?.[0] : answer?.chosen?.at(-1);
  return counts === undefined ? null : (step.options[counts]?.right ?? null);
}

/** Whether what was answered last, here or before, was right. */
export function lastRight({ steps }: Lesson, { answers }: Progress, at: number): boolean | null {
  for (let i = Math.min(at, steps.length - 1); i >= 0; i--) {
    if (isJudged(steps[i])) return rightIn(steps[i], answers[i]);
  }
  return null;
}

/** "3 of 4 right". */
export function score({ steps }: Lesson, { answers }: Progress): string {
  const judged = steps.flatMap((step, i) => (isJudged(step) ? [rightIn(step, answers[i]) === true] : []));
  return `${judged.filter((right) => right).length} of ${judged.length} right`;
}

/** What the device remembers of a task: who works on it, and how often he has tried. */

export interface TaskMemory {
  readonly name: string;
  readonly tries: number;
  readonly hints: number;
}

export const NO_MEMORY: TaskMemory = { name: "", tries: 0, hints: 0 };

/** `digest`: of the task. The name is remembered for the next task too. */
export function readMemory(digest: string): TaskMemory {
  const name = tidyName(readPreference("student") ?? "").slice(0, LONGEST_NAME);
  try {
    const { tries, hints } = plainJson(readPreference(`task.${digest}`) ?? "{}") as Record<string, unknown>;
    return { name, tries: countOf(tries), hints: countOf(hints) };
  } catch {
    return { ...NO_MEMORY, name };
  }
}

function countOf(value: unknown): number {
  return Number.isInteger(value) && Number(value) >= 0 ? Math.min(Number(value), 9999) : 0;
}

export function writeMemory(digest: string, { name, tries, hints }: TaskMemory): void {
  writePreference("student", name);
  writePreference(`task.${digest}`, JSON.stringify({ tries, hints }));
}
