/**
 * Goodput in the mean over round trips. At a long round trip a case is phase: whether a mark finds the window after the
 * one that was reduced decides whether reductions come in pairs, and a few ms change it. Over several round trips that
 * averages out, and the means are judged.
 */
import type { Comparison } from "./compare.ts";
import { isPhase } from "./reference-cases.ts";
import { mean, sum } from "./statistics.ts";
import { drawsLots, LEAST_RTTS, STANDARD_ERRORS, TOLERANCE } from "./tolerance.ts";

export interface MeanOverRtts {
  readonly sender: string;
  readonly queue: string;
  readonly betaEcn: number;
  readonly rttsMs: readonly number[];
  readonly oursBps: number;
  readonly theirsBps: number;
  /** Relative. */
  readonly error: number;
  readonly allowed: number;
  readonly reductions: { readonly ours: number; readonly theirs: number };
  readonly judged: boolean;
  readonly passes: boolean;
}

export function meansOverRtts(comparisons: readonly Comparison[]): MeanOverRtts[] {
  const groups = new Map<string, Comparison[]>();
  for (const one of comparisons.filter(({ reference }) => isPhase(reference))) {
    const [{ cc, params }] = one.scenario.flows;
    const key = JSON.stringify([cc, one.scenario.queue.aqm, params["beta-ecn"]]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(meanOf).sort(inOrder);
}

function meanOf(group: readonly Comparison[]): MeanOverRtts {
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

/** Queues that draw lots: two standard errors of the difference between the two means. */
function chanceOf(group: readonly Comparison[]): number {
  if (!drawsLots(group[0].scenario)) return 0;
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
