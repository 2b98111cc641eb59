/** The verdict over all cases: single cases, directions, means over RTTs, and errors by group. */
import type { Scenario } from "../../engine/index.ts";
import type { CaseComparison } from "./compare.ts";
import { type DynamicsSum, dynamicsSums } from "./dynamics.ts";
import {
  type ErrorSpread,
  groupsBy,
  mean,
  median,
  signed,
  signedPercent,
  spreadOf,
  sum,
} from "./few-numbers.ts";
import { gridOf, isPhase } from "./reference-cases.ts";
import { differsBySeed, disagreement, LEAST_RTTS, STANDARD_ERRORS, TOLERANCE } from "./tolerance.ts";

/** The verdict over all cases. */
export interface ValidationVerdict {
  readonly comparisons: readonly CaseComparison[];
  readonly directions: readonly Direction[];
  readonly means: readonly MeanOverRtts[];
  /** Sums of values over time, for cases that are not judged one by one. */
  readonly sums: readonly DynamicsSum[];
  /** Cases that are judged one by one. */
  readonly settled: readonly CaseComparison[];
  readonly goodputMedianError: number;
  /** Median error of shares; NaN if no case with two flows is judged. */
  readonly shareMedianError: number;
  readonly passed: boolean;
}

/** Returns the verdict on the comparisons. */
export function verdictOn(comparisons: readonly CaseComparison[]): ValidationVerdict {
  const settled = comparisons.filter(isJudged);
  const goodputMedianError = median(settled.map((one) => Math.abs(one.goodputError)));
  const shareMedianError = median(
    settled.flatMap(({ share }) => (share?.judged ? [Math.abs(share.error)] : [])),
  );
  const directions = directionsOf(comparisons.filter(({ reference }) => !isPhase(reference)));
  const means = meansOverRtts(comparisons);
  const sums = dynamicsSums(
    comparisons.flatMap(({ dynamics }) => dynamics),
    gridOf,
  );
  const passed =
    sums.every((one) => one.passes) &&
    !(goodputMedianError > TOLERANCE.goodputMedian) &&
    !(shareMedianError > TOLERANCE.shareMedian) &&
    settled.every((one) => one.failures.length === 0) &&
    directions.every((one) => one.holds) &&
    means.every((one) => one.passes);
  return { comparisons, directions, means, sums, settled, goodputMedianError, shareMedianError, passed };
}

/** Returns true if the case is judged on its own. */
export function isJudged({ reference }: CaseComparison): boolean {
  return reference.settled && !isPhase(reference) && disagreement(reference) === null;
}

/**
 * Compares directions: whether a change of one setting changes the results in the same direction as in the reference. Compared
 * are goodput over β_ecn and over the RTT, and the queueing delay of CoDel and PIE. Unsettled cases are included.
 */
interface Direction {
  /** Description of the direction: "goodput with β_ecn 0.5 -> 0.95: …". */
  readonly text: string;
  readonly holds: boolean;
}

/** A direction is not judged if the reference itself changes by less than this. */
const NOTABLE_GOODPUT = 0.03;
const NOTABLE_DELAY_MS = 2;

interface Axis {
  readonly name: string;
  valueOf(scenario: Scenario): number | string;
  /** Returns the scenario without the varied setting. It is used to find cases that differ only in this setting. */
  without(scenario: Scenario): unknown;
}

const BETA: Axis = {
  name: "β_ecn",
  valueOf: ({ flows }) => Number(flows[0].params["beta-ecn"]),
  without: ({ flows: [first, ...rest], ...scenario }) => ({
    ...scenario,
    flows: [{ ...first, params: { ...first.params, "beta-ecn": null } }, ...rest],
  }),
};

const RTT: Axis = {
  name: "RTT",
  valueOf: ({ flows }) => Number(flows[0].params.rtt),
  without: (scenario) => ({
    ...scenario,
    flows: scenario.flows.map((spec) => ({ ...spec, params: { ...spec.params, rtt: null } })),
  }),
};

const AQM: Axis = {
  name: "queue",
  valueOf: ({ queue }) => queue.aqm,
  without: (scenario) => ({ ...scenario, queue: null }),
};

/** Returns the comparisons of directions. */
export function directionsOf(comparisons: readonly CaseComparison[]): Direction[] {
  return [
    ...families(comparisons, BETA).flatMap((family) => goodputDirection(BETA, family)),
    ...families(comparisons, RTT).flatMap((family) => goodputDirection(RTT, family)),
    ...families(comparisons, AQM).flatMap((family) => delayDirection(family)),
  ];
}

/** Returns groups of cases of one reference that differ only in the varied setting, in ascending order of its value. */
function families(comparisons: readonly CaseComparison[], axis: Axis): CaseComparison[][] {
  const order = (one: CaseComparison) => axis.valueOf(one.scenario);
  return [
    ...groupsBy(comparisons, ({ reference, scenario }) =>
      JSON.stringify([reference.source, axis.without(scenario)]),
    ).values(),
  ]
    .filter((family) => family.length > 1)
    .map((family) => family.sort((a, b) => (order(a) < order(b) ? -1 : 1)));
}

/** Compares the case with the smallest value and that with the largest. */
function goodputDirection(axis: Axis, family: readonly CaseComparison[]): Direction[] {
  const [low, high] = [family[0], family[family.length - 1]];
  const [a, b] = [low.reference.goodputBps, high.reference.goodputBps];
  const theirs = b.mean / a.mean - 1;
  const spread = Math.max((a.sd + b.sd) / a.mean, NOTABLE_GOODPUT);
  if (Math.abs(theirs) <= spread) return [];
  const ours = high.ours.goodputBps / low.ours.goodputBps - 1;
  const range = `${axis.name} ${axis.valueOf(low.scenario)} -> ${axis.valueOf(high.scenario)}`;
  const text = `goodput with ${range}: ours ${signedPercent(ours, 1)}, theirs ${signedPercent(theirs, 1)}  (${low.reference.id})`;
  return [{ text, holds: ours * theirs > 0 }];
}

function delayDirection(family: readonly CaseComparison[]): Direction[] {
  const codel = family.find((one) => one.scenario.queue.aqm === "codel");
  const pie = family.find((one) => one.scenario.queue.aqm === "pie");
  if (codel === undefined || pie === undefined) return [];
  const theirs = pie.reference.sojournMs.p90 - codel.reference.sojournMs.p90;
  if (Math.abs(theirs) < NOTABLE_DELAY_MS) return [];
  const ours = pie.ours.p90Ms - codel.ours.p90Ms;
  const text = `p90 delay from CoDel to PIE: ours ${signed(ours, 1)} ms, theirs ${signed(theirs, 1)} ms  (${codel.reference.id})`;
  return [{ text, holds: ours * theirs > 0 }];
}

/**
 * Mean goodput over several RTTs. At a long RTT a single case depends on phase: a few ms decide whether a mark falls into the
 * window after a reduction, and so whether reductions come in pairs. Over several RTTs these differences cancel, so the means are
 * judged.
 */
export interface MeanOverRtts {
  readonly sender: string;
  readonly queue: string;
  readonly betaEcn: number;
  readonly rttsMs: readonly number[];
  readonly oursBps: number;
  readonly theirsBps: number;
  /** Relative error of the mean. */
  readonly error: number;
  readonly allowed: number;
  readonly reductions: { readonly ours: number; readonly theirs: number };
  readonly judged: boolean;
  readonly passes: boolean;
}

/** Returns the means over RTTs for the cases that depend on phase. */
export function meansOverRtts(comparisons: readonly CaseComparison[]): MeanOverRtts[] {
  const phases = comparisons.filter(({ reference }) => isPhase(reference));
  const groups = groupsBy(phases, ({ scenario: { flows, queue } }) =>
    JSON.stringify([flows[0].cc, queue.aqm, flows[0].params["beta-ecn"]]),
  );
  return [...groups.values()].map(meanOf).sort(inOrder);
}

function meanOf(group: readonly CaseComparison[]): MeanOverRtts {
  const [{ scenario }] = group;
  const [{ cc, params }] = scenario.flows;
  const rttsMs = group.map((one) => Number(one.scenario.flows[0].params.rtt)).sort((a, b) => a - b);
  const oursBps = mean(group.map(({ ours }) => ours.goodputBps));
  const theirsBps = mean(group.map(({ reference }) => reference.goodputBps.mean));
  const error = oursBps / theirsBps - 1;
  const allowed = TOLERANCE.goodputOverRtts + chanceOf(group);
  const judged = rttsMs.length >= LEAST_RTTS;
  return {
    sender: cc,
    queue: scenario.queue.aqm,
    betaEcn: Number(params["beta-ecn"]),
    rttsMs,
    oursBps,
    theirsBps,
    error,
    allowed,
    reductions: {
      ours: mean(group.map(({ ours }) => ours.reductions)),
      theirs: mean(group.map(({ reference }) => reference.reductions ?? Number.NaN)),
    },
    judged,
    passes: !judged || Math.abs(error) <= allowed,
  };
}

/**
 * Returns the part of the tolerance for random differences, for queues that signal at random: two standard errors of the
 * difference between the two means.
 */
function chanceOf(group: readonly CaseComparison[]): number {
  if (!differsBySeed(group[0].scenario)) return 0;
  const variances = group.map(
    ({ scatter, reference }) => scatter.goodput ** 2 * (1 / scatter.runs + 1 / reference.seeds),
  );
  return (STANDARD_ERRORS * Math.sqrt(sum(variances))) / group.length;
}

function inOrder(a: MeanOverRtts, b: MeanOverRtts): number {
  const [left, right] = [a, b].map(({ sender, queue }) => `${sender} ${queue}`);
  if (left !== right) return left < right ? -1 : 1;
  return a.betaEcn - b.betaEcn;
}

/** Errors without sign over the judged cases; null if there are none. */
export interface Summary {
  /** Name of the reference: "Linux 6.1", "ns-3.44". */
  readonly source: string;
  readonly cases: number;
  readonly judged: number;
  readonly passed: number;
  /** Relative errors of the goodput. */
  readonly goodput: ErrorSpread | null;
  readonly p50Ms: ErrorSpread | null;
  readonly p90Ms: ErrorSpread | null;
  /** Errors of shares. */
  readonly share: ErrorSpread | null;
  /** Relative errors of all cases, also those for which a single run is not meaningful. */
  readonly goodputOfAll: ErrorSpread | null;
}

/** Summary of one grid of cases. */
export interface GridSummary extends Summary {
  readonly grid: string;
}

/** Summary of one sender and queue. */
export interface SenderSummary extends Summary {
  /** Ids as in `--cc`; for a pair "cubic + newreno". */
  readonly sender: string;
  readonly queue: string;
}

/** Returns the summaries by grid. */
export function gridSummaries(comparisons: readonly CaseComparison[]): GridSummary[] {
  return summariesBy(comparisons, ({ reference }) => ({ grid: gridOf(reference) }));
}

/** Returns the summaries by sender and queue. */
export function senderSummaries(comparisons: readonly CaseComparison[]): SenderSummary[] {
  return summariesBy(comparisons, ({ scenario }) => ({
    sender: scenario.flows.map(({ cc }) => cc).join(" + "),
    queue: scenario.queue.aqm,
  }));
}

/** Returns summaries sorted by name. Cases of different references are never in the same group. */
function summariesBy<T extends object>(
  comparisons: readonly CaseComparison[],
  nameOf: (one: CaseComparison) => T,
): (T & Summary)[] {
  const keyOf = (one: CaseComparison) =>
    JSON.stringify([...Object.values(nameOf(one)), one.reference.source]);
  return [...groupsBy(comparisons, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, cases]) => ({ ...nameOf(cases[0]), ...summaryOf(cases) }));
}

function summaryOf(cases: readonly CaseComparison[]): Summary {
  const judged = cases.filter(isJudged);
  const shares = judged.flatMap(({ share }) => (share?.judged ? [share.error] : []));
  return {
    source: cases[0].reference.source,
    cases: cases.length,
    judged: judged.length,
    passed: judged.filter(({ failures }) => failures.length === 0).length,
    goodput: spreadOf(judged.map(({ goodputError }) => goodputError)),
    p50Ms: spreadOf(judged.map(({ p50ErrorMs }) => p50ErrorMs)),
    p90Ms: spreadOf(judged.map(({ p90ErrorMs }) => p90ErrorMs)),
    share: spreadOf(shares),
    goodputOfAll: spreadOf(cases.map(({ goodputError }) => goodputError)),
  };
}
