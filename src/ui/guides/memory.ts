/** What a student has said and done in lessons and tasks. Kept on the device, where that is allowed; nowhere else. */

import * as v from "valibot";
import { MEASURES, type Measure } from "../../teaching/drawing.ts";
import type { Lesson, LessonStep } from "../../teaching/lesson.ts";
import { isPacked } from "../../teaching/packed-text.ts";
import { asJson, type Device, type Stored } from "../state/device.ts";
import { STUDENT } from "../state/student.ts";

const WHOLE = v.pipe(v.number(), v.integer());
const FINITE = v.pipe(v.number(), v.finite());

const COMPARISON = v.object({
  yardstick: v.object({ measure: v.picklist(Object.keys(MEASURES) as Measure[]), within: FINITE }),
  drawn: v.nullable(FINITE),
  run: v.nullable(FINITE),
  apart: FINITE,
  right: v.boolean(),
});

const STEP_ANSWER = v.object({
  /** Options in the order in which they were chosen. */
  chosen: v.exactOptional(v.array(WHOLE)),
  points: v.exactOptional(v.array(v.object({ timeS: FINITE, value: FINITE }))),
  /** The drawing beside the run. */
  compared: v.exactOptional(v.array(COMPARISON)),
  /** A prediction stands once its run has been shown. */
  stands: v.exactOptional(v.boolean()),
  /** All that was asked has been brought about. */
  done: v.exactOptional(v.boolean()),
});

/** As the device has it. */
const PROGRESS_FORM = v.object({
  /** The step that was reached last, from 1; one more than there are at the end. */
  reached: WHOLE,
  /** By the step's number, from 0. */
  answers: v.record(v.string(), STEP_ANSWER),
});

type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T;

export type StepAnswer = ReadOnly<v.InferOutput<typeof STEP_ANSWER>>;
export type Progress = ReadOnly<v.InferOutput<typeof PROGRESS_FORM>>;

export const NO_PROGRESS: Progress = { reached: 0, answers: {} };

/** A packed lesson is known by its checksum. */
export function lessonKey(text: string): string {
  return isPacked(text) ? text.slice(0, 9) : text;
}

export const PROGRESS: Stored<Progress> = {
  key: "lesson.",
  what: "the progress in a lesson",
  none: NO_PROGRESS,
  ...asJson(PROGRESS_FORM),
};

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

export interface TaskMemory {
  readonly name: string;
  readonly tries: number;
  readonly hints: number;
}

/** Beyond it nobody counts. */
const MOST_COUNTED = 9999;
const COUNT = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.transform((count) => Math.min(count, MOST_COUNTED)),
);

/** By the task's digest. */
export const TRIES: Stored<Omit<TaskMemory, "name">> = {
  key: "task.",
  what: "the tries at a task",
  none: { tries: 0, hints: 0 },
  ...asJson(v.object({ tries: COUNT, hints: COUNT })),
};

/** `digest`: of the task. The name is remembered for the next task too. */
export function readMemory(device: Device, digest: string): TaskMemory {
  return { name: device.read(STUDENT), ...device.read(TRIES, digest) };
}

export function writeMemory(device: Device, digest: string, { name, tries, hints }: TaskMemory): void {
  device.write(STUDENT, name);
  device.write(TRIES, { tries, hints }, digest);
}
