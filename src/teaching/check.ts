/** Hand-ins are checked by running them again: the page, the pool and the command line all judge by this. */
import {
  applySettings,
  declaredParams,
  type RunResults,
  type Scenario,
  scenarioToUrl,
  setParam,
} from "../engine/index.ts";
import { measuredOf } from "../experiments/metrics.ts";
import { type Condition, type Judged, judgeValue } from "./conditions.ts";
import type { Task } from "./task.ts";

/** One run that counts. */
export interface CountedRun {
  /** The scenario as its link: equal runs of several students are simulated once. */
  readonly key: string;
  readonly scenario: Scenario;
  /** 0: the student's own; 1: the task's first hidden path, and so on. */
  readonly path: number;
  readonly seed: number;
}

/** What is kept of a run: of each condition the value, null where there is nothing to measure. */
export type Measured = readonly (number | null)[];

export interface JudgedRun extends Judged {
  readonly run: CountedRun;
}

export interface ConditionVerdict {
  readonly condition: Condition;
  /** In the order of the runs. */
  readonly runs: readonly JudgedRun[];
  /** The run that is furthest on the wrong side, or nearest to it. */
  readonly worst: JudgedRun;
  /** On every run. */
  readonly met: boolean;
}

export interface Verdict {
  readonly conditions: readonly ConditionVerdict[];
  readonly met: number;
  readonly passed: boolean;
}

/** Path by path, then by seed. `answer`: the student's whole scenario. */
export function countedRuns(task: Pick<Task, "also" | "seeds">, answer: Scenario): CountedRun[] {
  const paths = [answer, ...task.also.map((settings) => applySettings(answer, settings).scenario)];
  return paths.flatMap((scenario, path) =>
    Array.from({ length: task.seeds }, (_, i) => {
      const seeded = withSeedAfter(scenario, i);
      return { key: scenarioToUrl(seeded), scenario: seeded, path, seed: Number(seeded.run.seed) };
    }),
  );
}

/** The seed that comes so many after the scenario's own; the last one is followed by the first. */
function withSeedAfter(scenario: Scenario, steps: number): Scenario {
  if (steps === 0) return scenario;
  const param = declaredParams(scenario, { scope: "run" }).find(({ id }) => id === "seed");
  if (param?.kind !== "number") return scenario;
  const span = param.max - param.min + 1;
  const seed = param.min + ((Number(scenario.run.seed) - param.min + steps) % span);
  return setParam(scenario, { scope: "run" }, "seed", seed);
}

export function measureRun(task: Pick<Task, "counts">, run: RunResults): Measured {
  return task.counts.map(({ measure }) => measuredOf(run, measure));
}

/** `of`: what was measured of a run, by its key. Null until all of them are there. */
export function verdictOf(
  task: Pick<Task, "counts">,
  runs: readonly CountedRun[],
  of: (key: string) => Measured | undefined,
): Verdict | null {
  const measured = runs.map(({ key }) => of(key));
  if (runs.length === 0 || measured.some((one) => one === undefined)) return null;
  const conditions = task.counts.map((condition, i) =>
    conditionVerdict(
      condition,
      runs.map((run, k) => ({ run, ...judgeValue(condition, measured[k]?.[i] ?? null) })),
    ),
  );
  const met = conditions.filter((one) => one.met).length;
  return { conditions, met, passed: met === conditions.length };
}

function conditionVerdict(condition: Condition, runs: readonly JudgedRun[]): ConditionVerdict {
  const margin = ({ value }: JudgedRun) => marginOf(condition, value);
  const worst = runs.reduce((last, one) => (margin(one) < margin(last) ? one : last));
  return { condition, runs, worst, met: runs.every(({ met }) => met) };
}

/** How far on the right side of the bound. */
function marginOf({ sign, bound }: Condition, value: number | null): number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  return sign.startsWith(">") ? value - bound : bound - value;
}

/** Of 100: the share of the conditions that are met. */
export function scoreOf({ met, conditions }: Verdict): number {
  return Math.round((100 * met) / conditions.length);
}
