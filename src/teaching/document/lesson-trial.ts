/** Checks whether the statements of a lesson are true, with the runs that its students see: claims, tasks and drawings. */

import {
  programEnd,
  type Scenario,
  type Snapshot,
  scenarioFromUrl,
  scenarioToUrl,
} from "../../engine/index.ts";
import { type Condition, holdsNow, type LessonRuns } from "./conditions.ts";
import { compareDrawing } from "./drawing.ts";
import { PROGRAM_READER } from "./file-programs.ts";
import type { Lesson, LessonStep } from "./lesson.ts";

/** Simulates the whole run of a scenario. */
export type RunsWhole = (scenario: Scenario) => Snapshot;

/** A statement or exercise of a lesson, with the result of its check. */
export interface TriedClaim {
  readonly line: number;
  readonly text: string;
  readonly isTrue: boolean;
  /** A sentence about each program that came to an end in these runs, which may be why the statement is not true. */
  readonly ended: readonly string[];
}

export function tryLesson(lesson: Lesson, run: RunsWhole): TriedClaim[] {
  return lesson.steps.flatMap((step, i) => [
    ...triedClaims(step, run),
    ...triedTasks(step, run),
    ...triedDrawings(step, lesson.steps[i + 1], run),
  ]);
}

/**
 * Like `tryLesson`, if runs are computed asynchronously: computes runs that are missing and checks the lesson again. Returns null
 * if a run is not available.
 */
export async function tryLessonWith(
  lesson: Lesson,
  run: (scenario: Scenario) => Promise<Snapshot | null>,
): Promise<TriedClaim[] | null> {
  const known = new Map<string, Snapshot>();
  for (;;) {
    const missing: Scenario[] = [];
    try {
      return tryLesson(lesson, (scenario) => {
        const snapshot = known.get(scenarioToUrl(scenario));
        if (snapshot !== undefined) return snapshot;
        missing.push(scenario);
        throw new Error("This run is still missing.");
      });
    } catch (error) {
      const [scenario] = missing;
      if (scenario === undefined) throw error;
      const snapshot = await run(scenario);
      if (snapshot === null) return null;
      known.set(scenarioToUrl(scenario), snapshot);
    }
  }
}

/**
 * Returns the runs of a step. `before` is the run that the page pins automatically when a change leads to this run; null if there
 * is none.
 */
function runsOf(fragment: string, before: string | null, run: RunsWhole): LessonRuns {
  const { scenario, view } = scenarioFromUrl(fragment, PROGRAM_READER);
  const pin = view.pin ?? before;
  const pinnedScenario = pin === null ? null : scenarioFromUrl(pin, PROGRAM_READER).scenario;
  return {
    scenario,
    run: run(scenario).results,
    pinnedScenario,
    pinned: pinnedScenario && run(pinnedScenario).results,
  };
}

const SAID = { right: true, done: true };

function holds(conditions: readonly Condition[], runs: LessonRuns): boolean {
  return conditions.every((condition) => holdsNow(condition, runs, SAID));
}

/** Tries a statement, and notes the programs that come to an end in its runs. */
function tried(line: number, text: string, run: RunsWhole, isTrue: (run: RunsWhole) => boolean): TriedClaim {
  const ended = new Set<string>();
  const isConfirmed = isTrue((scenario) => {
    const snapshot = run(scenario);
    for (const { name, stopped } of snapshot.programs)
      if (stopped !== null) ended.add(programEnd(name, stopped));
    return snapshot;
  });
  return { line, text, isTrue: isConfirmed, ended: [...ended] };
}

function triedClaims({ claims, inForce }: LessonStep, run: RunsWhole): TriedClaim[] {
  return claims.map(({ line, text, fragment, conditions }) =>
    tried(line, text, run, (noted) =>
      holds(conditions, runsOf(fragment, fragment === inForce ? null : inForce, noted)),
    ),
  );
}

function triedTasks({ asked, solved, inForce, line }: LessonStep, run: RunsWhole): TriedClaim[] {
  if (solved === null) return [];
  const conditions = asked.map(({ condition }) => condition);
  return [
    tried(
      line,
      "the condition is not met at the start",
      run,
      (noted) => !holds(conditions, runsOf(inForce, null, noted)),
    ),
    tried(line, `the condition is met with ${solved.text}`, run, (noted) =>
      holds(conditions, runsOf(solved.fragment, inForce, noted)),
    ),
  ];
}

function triedDrawings({ drawing }: LessonStep, next: LessonStep | undefined, run: RunsWhole): TriedClaim[] {
  if (drawing === null) return [];
  const { task, yardsticks, samples } = drawing;
  const { scenario } = scenarioFromUrl(next?.inForce ?? "", PROGRAM_READER);
  return samples.map(({ line, points, right }) =>
    tried(line, `the drawing is judged ${right ? "right" : "wrong"}`, run, (noted) => {
      const compared = compareDrawing(points, task, yardsticks, noted(scenario));
      return compared !== null && compared.every((one) => one.right) === right;
    }),
  );
}
