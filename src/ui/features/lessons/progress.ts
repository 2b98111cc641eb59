/** The progress in a lesson: the steps that were reached and the answers, stored on this device. */

import * as v from "valibot";
import { isPacked } from "../../../lib/packed-text.ts";
import { MEASURES, type Measure } from "../../../teaching/document/drawing.ts";
import type { Lesson, LessonStep } from "../../../teaching/document/lesson.ts";
import { asJson, type Stored } from "../../core/device.ts";

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
  /** Indices of the options in the order in which they were chosen. */
  chosen: v.exactOptional(v.array(WHOLE)),
  points: v.exactOptional(v.array(v.object({ timeS: FINITE, value: FINITE }))),
  /** The result of comparing the drawing with the run. */
  compared: v.exactOptional(v.array(COMPARISON)),
  /** True once the prediction's run has been shown, which fixes the prediction. */
  stands: v.exactOptional(v.boolean()),
  /** True once the exercise has been solved. */
  done: v.exactOptional(v.boolean()),
});

/** The stored progress. */
const PROGRESS_FORM = v.object({
  /** Number of the furthest step that was reached, from 1. At the end it is one more than the number of steps. */
  reached: WHOLE,
  /** Answers by the index of the step, from 0. */
  answers: v.record(v.string(), STEP_ANSWER),
});

type ReadOnly<T> = T extends object ? { readonly [K in keyof T]: ReadOnly<T[K]> } : T;

export type StepAnswer = ReadOnly<v.InferOutput<typeof STEP_ANSWER>>;
export type Progress = ReadOnly<v.InferOutput<typeof PROGRESS_FORM>>;

export const NO_PROGRESS: Progress = { reached: 0, answers: {} };

/** Returns the key of a lesson. A packed lesson is identified by its checksum. */
export function lessonKey(text: string): string {
  return isPacked(text) ? text.slice(0, 9) : text;
}

export const PROGRESS: Stored<Progress> = {
  key: "lesson.",
  what: "the progress in a lesson",
  none: NO_PROGRESS,
  ...asJson(PROGRESS_FORM),
};

/** Returns whether a step has an answer that can be right or wrong. */
export function isJudged({ options, drawing }: LessonStep): boolean {
  return options.length > 0 || drawing !== null;
}

/** Returns whether an answer is right: the last choice of a prediction, the first choice of a question; null if not answered. */
export function rightIn(step: LessonStep, answer: StepAnswer | undefined): boolean | null {
  if (step.drawing !== null) return answer?.compared?.every(({ right }) => right) ?? null;
  const counts = step.kind === "question" ? answer?.chosen?.[0] : answer?.chosen?.at(-1);
  return counts === undefined ? null : (step.options[counts]?.right ?? null);
}

/** Returns whether the latest answer at or before a step was right. */
export function lastRight({ steps }: Lesson, { answers }: Progress, at: number): boolean | null {
  for (let i = Math.min(at, steps.length - 1); i >= 0; i--) {
    if (isJudged(steps[i])) return rightIn(steps[i], answers[i]);
  }
  return null;
}

/** Returns the score as text: "3 of 4 right". */
export function score({ steps }: Lesson, { answers }: Progress): string {
  const judged = steps.flatMap((step, i) => (isJudged(step) ? [rightIn(step, answers[i]) === true] : []));
  return `${judged.filter((right) => right).length} of ${judged.length} right`;
}
