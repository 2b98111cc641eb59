/**
 * A lesson in progress: the student's step, answers and actions, which answers are right, what is stored on the device, and the
 * lesson's changes of the bench.
 */

import { useMemo, useState } from "react";
import * as v from "valibot";
import { type Scenario, scenarioFromUrl } from "../../../engine/index.ts";
import { isPacked } from "../../../lib/packed-text.ts";
import { type Condition, holdsNow, type LessonRuns } from "../../../teaching/document/conditions.ts";
import {
  compareDrawing,
  type DrawnPoint,
  MEASURES,
  type Measure,
} from "../../../teaching/document/drawing.ts";
import { PROGRAM_READER } from "../../../teaching/document/file-programs.ts";
import type { Lesson, LessonStep } from "../../../teaching/document/lesson.ts";
import type { TimeRange } from "../../../teaching/document/links.ts";
import { withCode } from "../../../teaching/task/program-answer.ts";
import type { Bench } from "../../core/bench.ts";
import type { Stored } from "../../core/device.ts";
import { fragmentToState, removedNotice } from "../../core/read-fragment.ts";
import { type AppState, createStore, type Store } from "../../core/store.ts";
import { asJson } from "../../core/stored-json.ts";
import { useBenchState } from "../../core/use-store.ts";
import { guideKey, myProgramsOf, ranLast } from "../../parts/my-programs.ts";
import { KNOWN_NAMES } from "../../parts/pieces.ts";

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

export class LessonSession {
  readonly lesson: Lesson;
  readonly store: Store<Progress>;
  readonly #bench: Bench;
  /** Key of the stored progress. */
  readonly key: string;
  readonly #keeps: boolean;

  /** `text` is the lesson as the URL names it. `keeps` is false in the author's preview, where nothing is stored. */
  constructor(bench: Bench, lesson: Lesson, text: string, keeps = true) {
    this.lesson = lesson;
    this.#bench = bench;
    this.#keeps = keeps;
    this.key = lessonKey(text);
    this.store = createStore(keeps ? bench.device.read(PROGRESS, this.key) : { reached: 1, answers: {} });
  }

  /** Opens a step that the student chose. The bench changes with it, and Back returns. `step` counts from 1. */
  go(step: number): void {
    this.#letStand(step);
    this.#write({ reached: Math.max(step, this.store.get().reached) });
    const to = this.lesson.steps[step - 1];
    if (to !== undefined && to.bench !== null) this.#set(to.bench);
    this.#zoom(this.lesson.steps[step - 2]?.drawing?.task ?? null);
    this.#bench.store.set(({ guide }) => ({ guide: guide && { ...guide, step } }));
    this.#bench.url.push();
  }

  /** Sets the bench to this step. */
  begin(step: number): void {
    const at = this.lesson.steps[Math.min(step, this.lesson.steps.length) - 1];
    if (at !== undefined) this.#set(at.inForce);
    this.#write({ reached: Math.max(step, this.store.get().reached) });
  }

  choose(index: number, option: number): void {
    const { chosen = [] } = this.answer(index);
    if (chosen.at(-1) !== option) this.#answer(index, { chosen: [...chosen, option] });
  }

  /** Stores a drawing. Without points, the drawing is removed. */
  draw(index: number, points: readonly DrawnPoint[]): void {
    const { points: _, ...before } = this.answer(index);
    this.#replace(index, points.length === 0 ? before : { ...before, points });
  }

  /** Shows a solution of the exercise, as an edit that the student could make. */
  solve({ solved }: LessonStep): void {
    if (solved === null) return;
    const { scenario } = scenarioFromUrl(solved.fragment, PROGRAM_READER);
    const { edits } = this.#bench;
    const packed = (scenario.programs ?? []).map(({ packed }) => packed);
    this.#bench.consent.open(packed, () => edits.byGuide(() => edits.edit(scenario)));
  }

  /** Opens the program of the step next to the plots, or shows the controls again. */
  showCode(index: number): void {
    const code = this.lesson.steps.slice(0, index + 1).findLast((step) => step.code !== null)?.code;
    const sender = { kind: "sender", flow: 0 } as const;
    const place = code === "sender" ? sender : code === "queue" ? ({ kind: "queue" } as const) : null;
    this.#bench.page.requests.editProgram?.(this.#bench, place);
  }

  /** Shows the time range of the step, also after Back or a reload, where the link has the run. */
  showView(index: number): void {
    this.#zoom(this.lesson.steps[index]?.view ?? null);
  }

  answer(index: number): StepAnswer {
    return this.store.get().answers[index] ?? {};
  }

  /**
   * Returns true if a condition holds. Feedback on something the student did is valid only while the run on the
   * screen shows it, because Back may have opened a different run.
   */
  holds(condition: Condition, runs: LessonRuns, index: number): boolean {
    const right = lastRight(this.lesson, this.store.get(), index);
    const { asked = [] } = this.lesson.steps[index] ?? {};
    const isShown =
      runs.run === null || asked.every((one) => holdsNow(one.condition, runs, { right, done: true }));
    const done = this.answer(index).done === true && isShown;
    return holdsNow(condition, runs, { right, done });
  }

  /** Checks the run on the screen: whether the exercise is solved, and how a drawing compares. */
  observe(index: number, runs: LessonRuns, snapshot: AppState["run"]["snapshot"]): void {
    if (runs.run === null || snapshot === null) return;
    // The run that was on the screen before the lesson opened its step does not count.
    if (runs.scenario !== this.#bench.store.get().scenario) return;
    const step = this.lesson.steps[index];
    if (step !== undefined && step.asked.length > 0 && this.answer(index).done !== true) {
      if (step.asked.every(({ condition }) => this.holds(condition, runs, index)))
        this.#answer(index, { done: true });
    }
    this.lesson.steps.slice(0, index).forEach(({ drawing }, i) => {
      const { points, compared } = this.answer(i);
      if (drawing === null || points === undefined || compared !== undefined) return;
      const found = compareDrawing(points, drawing.task, drawing.yardsticks, snapshot);
      if (found !== null) this.#answer(i, { compared: found });
    });
  }

  /** Starts the lesson again, without answers. */
  again(): void {
    myProgramsOf(this.#bench).leaveGuide(guideKey(this.#bench.store.get().guide));
    this.store.set({ reached: 1, answers: {} });
    this.go(1);
  }

  #set(fragment: string): void {
    const { page } = this.#bench;
    const { opening, frame, problems } = fragmentToState(fragment, KNOWN_NAMES, page, PROGRAM_READER);
    const removed = problems.filter(({ isRemoved }) => isRemoved === true);
    const lines = removed.map(({ message }) => message);
    if (lines.length > 0) this.#bench.notice(removedNotice("lesson", lines));
    const scenario = this.#withStudentProgram(opening.scenario);
    this.#bench.edits.byGuide(() => this.#bench.edits.open({ ...opening, scenario }));
    this.#bench.store.set(({ frame: now }) => ({
      // Turns off the highlight of the page's first control, because the lesson has its own subject.
      touched: true,
      // Plots that the step asks for are switched on and stay on.
      frame: frame.more.every((id) => now.more.includes(id))
        ? now
        : { ...now, more: [...new Set([...now.more, ...frame.more])] },
    }));
  }

  /** Returns the scenario with the student's version of a program of the lesson. */
  #withStudentProgram(scenario: Scenario): Scenario {
    const { store } = this.#bench;
    const programs = myProgramsOf(this.#bench);
    return (scenario.programs ?? []).reduce((now, given) => {
      const mine = programs.startedIn(guideKey(store.get().guide), given.code);
      const code = mine && ranLast(mine);
      if (code === null) return now;
      try {
        return withCode(now, given.id, code);
      } catch {
        return now;
      }
    }, scenario);
  }

  /** Shows a time range in the plots: the range of the step, or after a drawing the range of the drawing. */
  #zoom(range: TimeRange | null): void {
    if (range === null) return;
    this.#bench.store.set(({ view }) => ({ view: { ...view, zoom: [range.fromS, range.toS] } }));
  }

  /** Fixes predictions, so that they cannot be changed after the run has been shown. */
  #letStand(step: number): void {
    this.lesson.steps.slice(0, step - 1).forEach(({ kind }, i) => {
      const { chosen, points, stands } = this.answer(i);
      if (kind === "predict" && (chosen ?? points) !== undefined && stands !== true)
        this.#answer(i, { stands: true });
    });
  }

  #answer(index: number, change: StepAnswer): void {
    this.#replace(index, { ...this.answer(index), ...change });
  }

  #replace(index: number, answer: StepAnswer): void {
    this.#write({ answers: { ...this.store.get().answers, [index]: answer } });
  }

  #write(change: Partial<Progress>): void {
    this.store.set(change);
    if (this.#keeps) this.#bench.device.write(PROGRESS, this.store.get(), this.key);
  }
}

/** Returns the runs of a lesson. A run counts when it is complete; during a drag, the last values stay. */
export function useLessonRuns(): LessonRuns {
  const run = useBenchState((state) => state.run);
  const pinned = useBenchState((state) => state.pinned);
  const scenario = useBenchState((state) => state.scenario);
  const mode = useBenchState((state) => state.mode);
  const dragged = useBenchState((state) => state.changing !== null);
  const runs = useMemo(() => lessonRuns({ run, pinned, scenario, mode }), [run, pinned, scenario, mode]);
  const [held, setHeld] = useState(runs);
  if (!dragged && held !== runs) setHeld(runs);
  return dragged ? held : runs;
}

export function lessonRuns({
  run,
  pinned,
  scenario,
  mode,
}: Pick<AppState, "run" | "pinned" | "scenario" | "mode">): LessonRuns {
  const own = run.snapshot !== null && run.scenario === scenario ? run.snapshot : null;
  const isComplete = own?.done === true || mode === "live";
  return {
    scenario,
    run: isComplete ? (own?.results ?? null) : null,
    pinnedScenario: pinned?.scenario ?? null,
    pinned: pinned?.snapshot?.done === true ? pinned.snapshot.results : null,
  };
}
