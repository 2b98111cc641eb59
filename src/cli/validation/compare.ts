/** Our figures beside a reference's. */
import type { Scenario } from "../../engine/index.ts";
import { runScenario } from "../../engine/simulator.ts";
import { type Convergence, convergenceOf } from "./convergence.ts";
import type { ReferenceCase, RunnableCase } from "./reference-cases.ts";
import { type Allowed, allowedFor, bareAllowed, type Scatter } from "./tolerance.ts";

/** PIE decides at random: single runs scatter. */
const SEEDS_WITH_CHANCE = 8;

export interface Figures {
  readonly goodputBps: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly groupGoodputBps: readonly number[];
}

export interface Comparison extends RunnableCase {
  readonly ours: Figures;
  readonly allowed: Allowed;
  /** Relative. */
  readonly goodputError: number;
  readonly p50ErrorMs: number;
  readonly p90ErrorMs: number;
  /** What is past its tolerance; unsettled cases are judged by direction only. */
  readonly failures: readonly string[];
  /** Whether it would pass without what is allowed for chance and for how the reference measured. */
  readonly passesBare: boolean;
  readonly convergence: Convergence | null;
}

export function compareCase({ reference, scenario }: RunnableCase): Comparison {
  const chance = scenario.queue.aqm.startsWith("pie");
  const runs = runsOf(scenario, chance ? Math.max(SEEDS_WITH_CHANCE, reference.seeds) : reference.seeds);
  const ours = meanOf(runs);
  const { goodputBps, sojournMs } = reference;
  const compared = {
    goodputError: ours.goodputBps / goodputBps.mean - 1,
    p50ErrorMs: ours.p50Ms - sojournMs.p50,
    p90ErrorMs: ours.p90Ms - sojournMs.p90,
  };
  const allowed = allowedFor(reference, scenario, scatterOf(runs, chance));
  return {
    reference,
    scenario,
    ours,
    allowed,
    ...compared,
    failures: failuresOf(reference, compared, allowed),
    passesBare: failuresOf(reference, compared, bareAllowed(reference)).length === 0,
    convergence: convergenceOf({ reference, scenario }),
  };
}

/** Figures after the warm-up over seeds 1, 2, … */
function runsOf(scenario: Scenario, seeds: number): Figures[] {
  return Array.from({ length: seeds }, (_, i) =>
    figuresOfRun({ ...scenario, run: { ...scenario.run, seed: i + 1 } }),
  );
}

function meanOf(runs: readonly Figures[]): Figures {
  return {
    goodputBps: mean(runs.map((run) => run.goodputBps)),
    p50Ms: mean(runs.map((run) => run.p50Ms)),
    p90Ms: mean(runs.map((run) => run.p90Ms)),
    groupGoodputBps: runs[0].groupGoodputBps.map((_, group) =>
      mean(runs.map((run) => run.groupGoodputBps[group])),
    ),
  };
}

/** Only chance in the queue counts as scatter; that runs differ by their start does not excuse anything. */
function scatterOf(runs: readonly Figures[], chance: boolean): Scatter {
  if (!chance) return { runs: runs.length, goodput: 0, p50Ms: 0, p90Ms: 0 };
  const goodputBps = runs.map((run) => run.goodputBps);
  return {
    runs: runs.length,
    goodput: deviation(goodputBps) / mean(goodputBps),
    p50Ms: deviation(runs.map((run) => run.p50Ms)),
    p90Ms: deviation(runs.map((run) => run.p90Ms)),
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

function failuresOf({ settled }: ReferenceCase, errors: Errors, allowed: Allowed): string[] {
  if (!settled) return [];
  // Written so that a figure that does not exist fails too.
  return [
    ...(Math.abs(errors.goodputError) <= allowed.goodput ? [] : ["goodput"]),
    ...(Math.abs(errors.p50ErrorMs) <= allowed.p50Ms ? [] : ["p50"]),
    ...(Math.abs(errors.p90ErrorMs) <= allowed.p90Ms ? [] : ["p90"]),
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

/** Sample standard deviation; 0 of a single value. */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
