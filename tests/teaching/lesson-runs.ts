/** Runs what a lesson says, as its students would see it. */
import { type Scenario, type Snapshot, scenarioFromUrl, scenarioToUrl } from "../../src/engine/index.ts";
import { Simulation } from "../../src/engine/simulator.ts";
import type { LessonRuns } from "../../src/teaching/conditions.ts";
import { type Condition, holdsNow } from "../../src/teaching/conditions.ts";
import { compareDrawing } from "../../src/teaching/drawing.ts";
import type { Lesson, LessonStep } from "../../src/teaching/lesson.ts";
import { withSettings } from "../../src/teaching/lesson.ts";

const known = new Map<string, Snapshot>();

function snapshotOf(scenario: Scenario): Snapshot {
  const name = scenarioToUrl(scenario);
  const found = known.get(name);
  if (found !== undefined) return found;
  const simulation = new Simulation(scenario);
  simulation.advance(Number.POSITIVE_INFINITY);
  const snapshot = simulation.snapshot();
  known.set(name, snapshot);
  return snapshot;
}

/** `before`: what the page pins by itself when the run has come of a change. */
function runsOf(fragment: string, before: string | null): LessonRuns {
  const { scenario, view } = scenarioFromUrl(fragment);
  const pin = view.pin ?? before;
  const pinnedScenario = pin === null ? null : scenarioFromUrl(pin).scenario;
  return {
    scenario,
    run: snapshotOf(scenario).results,
    pinnedScenario,
    pinned: pinnedScenario && snapshotOf(pinnedScenario).results,
  };
}

export interface LessonRun {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
}

/** What is on the screen at a step: its run, and the pinned one where its link has one. */
export function shownRuns({ inForce }: LessonStep): LessonRun[] {
  const { scenario, view } = scenarioFromUrl(inForce);
  const pinned = view.pin === null || view.pin === undefined ? [] : [scenarioFromUrl(view.pin).scenario];
  return [scenario, ...pinned].map((one) => ({ scenario: one, snapshot: snapshotOf(one) }));
}

/** The run that a link's fragment sets, with other settings where they are given. */
export function runOf(fragment: string, settings = ""): Snapshot {
  const changed = settings === "" ? fragment : withSettings(fragment, settings);
  return snapshotOf(scenarioFromUrl(changed).scenario);
}

const SAID = { right: true, done: true };

function failing(conditions: readonly Condition[], runs: LessonRuns): boolean {
  return conditions.some((condition) => !holdsNow(condition, runs, SAID));
}

/** What is not true, each as "line: what". */
export function untrueIn(lesson: Lesson): string[] {
  return lesson.steps.flatMap((step, i) => [
    ...untrueClaims(step),
    ...untrueTasks(step),
    ...untrueDrawings(step, lesson.steps[i + 1]),
  ]);
}

function untrueClaims({ claims, inForce }: LessonStep): string[] {
  return claims
    .filter(({ fragment, conditions }) =>
      failing(conditions, runsOf(fragment, fragment === inForce ? null : inForce)),
    )
    .map(({ line, text }) => `${line}: ${text}`);
}

function untrueTasks({ asked, solved, inForce, line }: LessonStep): string[] {
  if (solved === null) return [];
  const conditions = asked.map(({ condition }) => condition);
  const found: string[] = [];
  if (!failing(conditions, runsOf(inForce, null))) found.push(`${line}: what is asked holds from the start`);
  if (failing(conditions, runsOf(withSettings(inForce, solved), inForce)))
    found.push(`${line}: what is asked does not hold with ${solved}`);
  return found;
}

function untrueDrawings({ drawing }: LessonStep, next: LessonStep | undefined): string[] {
  if (drawing === null) return [];
  const { task, yardsticks, samples } = drawing;
  const snapshot = snapshotOf(scenarioFromUrl(next?.inForce ?? "").scenario);
  return samples
    .filter(({ points, right }) => {
      const compared = compareDrawing(points, task, yardsticks, snapshot);
      return compared === null || compared.every((one) => one.right) !== right;
    })
    .map(({ line, right }) => `${line}: is not judged ${right ? "right" : "wrong"}`);
}
