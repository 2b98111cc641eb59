/** Our figures beside a reference's, and what may differ. */
import { runScenario, type Scenario } from "../../engine/index.ts";
import type { ReferenceCase, RunnableCase } from "./reference-cases.ts";

export const TOLERANCE = {
  /** Of goodput: in the median over all settled cases, and in each of them. */
  goodputMedian: 0.02,
  goodputWorst: 0.08,
  /** Of queue delay: the larger of the two. */
  delayMs: 1.5,
  delayShare: 0.15,
} as const;

/** PIE decides at random: single runs scatter. */
const SEEDS_WITH_CHANCE = 3;

export interface Figures {
  readonly goodputBps: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly groupGoodputBps: readonly number[];
}

export interface Comparison extends RunnableCase {
  readonly ours: Figures;
  /** Relative. */
  readonly goodputError: number;
  readonly p50ErrorMs: number;
  readonly p90ErrorMs: number;
  /** What is past its tolerance; unsettled cases are judged by direction only. */
  readonly failures: readonly string[];
}

export function compareCase({ reference, scenario }: RunnableCase): Comparison {
  const chance = scenario.queue.aqm.startsWith("pie");
  const ours = figuresOf(scenario, chance ? Math.max(SEEDS_WITH_CHANCE, reference.seeds) : reference.seeds);
  const { goodputBps, sojournMs } = reference;
  const compared = {
    goodputError: ours.goodputBps / goodputBps.mean - 1,
    p50ErrorMs: ours.p50Ms - sojournMs.p50,
    p90ErrorMs: ours.p90Ms - sojournMs.p90,
  };
  return { reference, scenario, ours, ...compared, failures: failuresOf(reference, compared) };
}

/** Means over seeds 1, 2, … of figures after the warm-up. */
function figuresOf(scenario: Scenario, seeds: number): Figures {
  const runs = Array.from({ length: seeds }, (_, i) =>
    figuresOfRun({ ...scenario, run: { ...scenario.run, seed: i + 1 } }),
  );
  return {
    goodputBps: mean(runs.map((run) => run.goodputBps)),
    p50Ms: mean(runs.map((run) => run.p50Ms)),
    p90Ms: mean(runs.map((run) => run.p90Ms)),
    groupGoodputBps: scenario.flows.map((_, group) => mean(runs.map((run) => run.groupGoodputBps[group]))),
  };
}

function figuresOfRun(scenario: Scenario): Figures {
  const { links, flows } = runScenario(scenario).results();
  const spanS = Number(scenario.run.duration) - Number(scenario.run.warmup);
  const groupGoodputBps = scenario.flows.map((_, group) => {
    const bytes = flows.filter((flow) => flow.group === group).map((flow) => flow.bytesReceived);
    return (sum(bytes) * 8) / spanS;
  });
  const delay = links[0].sojournMs;
  return {
    goodputBps: sum(groupGoodputBps),
    p50Ms: delay?.p50 ?? Number.NaN,
    p90Ms: delay?.p90 ?? Number.NaN,
    groupGoodputBps,
  };
}

type Errors = Pick<Comparison, "goodputError" | "p50ErrorMs" | "p90ErrorMs">;

function failuresOf({ settled, sojournMs }: ReferenceCase, errors: Errors): string[] {
  if (!settled) return [];
  const allowed = (theirs: number) => Math.max(TOLERANCE.delayMs, TOLERANCE.delayShare * theirs);
  // Written so that a figure that does not exist fails too.
  return [
    ...(Math.abs(errors.goodputError) <= TOLERANCE.goodputWorst ? [] : ["goodput"]),
    ...(Math.abs(errors.p50ErrorMs) <= allowed(sojournMs.p50) ? [] : ["p50"]),
    ...(Math.abs(errors.p90ErrorMs) <= allowed(sojournMs.p90) ? [] : ["p90"]),
  ];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
