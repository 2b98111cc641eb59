/** The fair share of each flow group over time, drawn as thin reference lines on the throughput plot. */

import {
  asGoodput,
  type FairSharesOverTime,
  fairSharesOverTime,
  limitingShares,
  type Scenario,
} from "../../engine/index.ts";
import type { RunView } from "../core/run-view.ts";
import { hasSeveralLinks } from "../core/run-view.ts";
import type { Paint } from "../shared/chart/colours.ts";
import type { Step } from "../shared/chart/marks.ts";
import { LruCache } from "../shared/lru-cache.ts";
import { flowCount, passesWatched } from "./flow-names.ts";
import { recordedOf } from "./run-facts.ts";

/** Definitions of fairness, and how the throughput plot draws them. */
export const SHARES = {
  "max-min": { dash: [2, 3], words: "fair share (max-min)" },
  proportional: { dash: [7, 3, 1.5, 3], words: "fair share (proportional)" },
} as const;

type Fairness = keyof typeof SHARES;

export interface ShareLine {
  readonly fairness: Fairness;
  /** Index of the first flow of the first group with this share. */
  readonly flow: number;
  readonly paint: Paint;
  /** Shares in Mbps. */
  readonly steps: readonly Step[];
}

export function flowsCompete(run: RunView): boolean {
  return flowCount(run) > 1 || hasSeveralLinks(run);
}

/** Number of groups whose shares are drawn if no flow is highlighted. More lines would look like a grid. */
const DRAWN_GROUPS = 4;
const BPS_PER_MBPS = 1e6;

/**
 * Returns the lines of the highlighted flow, or of the flows over the watched link. If both definitions of fairness agree, the
 * proportional lines are omitted. Groups with equal shares have one line. A flow that gets all that it wants, such as pings, is
 * not limited to a share, so it has no line.
 */
export function fairShareLines(run: RunView, highlightFlow: number | null): ShareLine[] {
  if (!flowsCompete(run)) return [];
  const shares = sharesOf(recordedOf(run));
  const firsts = firstFlows(run, highlightFlow);
  const linesOf = (fairness: Fairness, bps: readonly (readonly number[])[]): ShareLine[] => {
    const all = firsts
      .map(({ group, flow }) => ({ flow, steps: stepsOf(shares.timeS, bps, group) }))
      .filter(({ steps }) => steps.some(({ value }) => Number.isFinite(value)));
    const lines = distinct(all);
    // A line that all groups share is drawn in ink, not in the hue of a flow.
    const isShared = lines.length === 1 && all.length === firsts.length && highlightFlow === null;
    return lines.map((line) => ({ ...line, fairness, paint: isShared ? "inkSoft" : line.flow }));
  };
  const maxMin = linesOf("max-min", shares.maxMinBps);
  const proportional = linesOf("proportional", shares.proportionalBps);
  return agree(maxMin, proportional) ? maxMin : [...maxMin, ...proportional];
}

/** Shares as payload rates, like the rates in the same plot. */
const known = new LruCache<Scenario, FairSharesOverTime>();

function sharesOf(scenario: Scenario): FairSharesOverTime {
  return known.of(scenario, () => limitingShares(asGoodput(scenario, fairSharesOverTime(scenario))));
}

function firstFlows(run: RunView, highlightFlow: number | null): { group: number; flow: number }[] {
  const { flows } = run.snapshot.results;
  const wanted =
    highlightFlow === null ? flows.filter(({ id }) => passesWatched(run, id)) : [flows[highlightFlow]];
  const groups = [...new Set(wanted.map(({ group }) => group))].slice(0, DRAWN_GROUPS);
  return groups.map((group) => ({ group, flow: flows.findIndex((flow) => flow.group === group) }));
}

function stepsOf(timeS: readonly number[], bps: readonly (readonly number[])[], group: number): Step[] {
  const steps: Step[] = [];
  for (const [index, fromS] of timeS.entries()) {
    const value = bps[group][index] / BPS_PER_MBPS;
    const before = steps.at(-1);
    if (before === undefined || !Object.is(before.value, value)) steps.push({ fromS, value });
  }
  return steps;
}

function distinct<T extends { readonly steps: readonly Step[] }>(lines: readonly T[]): T[] {
  return lines.filter(
    (line, index) => lines.findIndex((other) => areAlike(other.steps, line.steps)) === index,
  );
}

function agree(some: readonly ShareLine[], others: readonly ShareLine[]): boolean {
  return some.length === others.length && some.every(({ steps }, i) => areAlike(steps, others[i].steps));
}

/** Relative difference below which two shares look the same. */
const ALIKE = 1e-3;

function areAlike(some: readonly Step[], others: readonly Step[]): boolean {
  const isSame = (one: number, other: number) =>
    Number.isFinite(one) ? Math.abs(one - other) <= ALIKE * one : Object.is(one, other);
  return (
    some.length === others.length &&
    some.every(({ fromS, value }, i) => fromS === others[i].fromS && isSame(value, others[i].value))
  );
}
