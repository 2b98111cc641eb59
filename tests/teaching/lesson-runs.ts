/** Runs the scenarios of a lesson as its students see them, and checks the lesson's statements. */

import { type Scenario, type Snapshot, scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import { PROGRAM_READER } from "../../src/teaching/document/file-programs.ts";
import type { Lesson, LessonStep } from "../../src/teaching/document/lesson.ts";
import { withSettings } from "../../src/teaching/document/lesson.ts";
import { tryLesson } from "../../src/teaching/document/lesson-trial.ts";
import { runnable } from "../engine/custom/custom-runs.ts";

const known = new Map<string, Snapshot>();

function snapshotOf(scenario: Scenario): Snapshot {
  const name = scenarioToUrl(scenario);
  const found = known.get(name);
  if (found !== undefined) return found;
  const simulation = new Simulation(runnable(scenario));
  simulation.advance(Number.POSITIVE_INFINITY);
  const snapshot = simulation.snapshot();
  known.set(name, snapshot);
  return snapshot;
}

export interface LessonRun {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
}

/** Returns the runs that a step shows: its own run, and the pinned one if the step's URL has one. */
export function shownRuns({ inForce }: LessonStep): LessonRun[] {
  const { scenario, view } = scenarioFromUrl(inForce, PROGRAM_READER);
  const pinned =
    view.pin === null || view.pin === undefined ? [] : [scenarioFromUrl(view.pin, PROGRAM_READER).scenario];
  return [scenario, ...pinned].map((one) => ({ scenario: one, snapshot: snapshotOf(one) }));
}

/** Returns the run of a URL's fragment, with additional settings if given. */
export function runOf(fragment: string, settings = ""): Snapshot {
  const changed = settings === "" ? fragment : withSettings(fragment, settings);
  return snapshotOf(scenarioFromUrl(changed, PROGRAM_READER).scenario);
}

/** Returns false statements as "line: statement". */
export function untrueIn(lesson: Lesson): string[] {
  return tryLesson(lesson, snapshotOf)
    .filter(({ isTrue }) => !isTrue)
    .map(({ line, text }) => `${line}: ${text}`);
}
