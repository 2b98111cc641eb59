/** What a fair network would give each group of flows over time: quiet reference lines on the throughput plot. */

import {
  asGoodput,
  type FairSharesOverTime,
  fairSharesOverTime,
  type Scenario,
} from "../../../engine/index.ts";
import type { Paint } from "../../shared/chart/colours.ts";
import { LruCache } from "../../shared/lru-cache.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks } from "../../state/run-view.ts";
import { flowCount, passesWatched } from "./flow-names.ts";
import type { Step } from "./rates.ts";
import { recordedOf } from "./run-facts.ts";

/** Ideas of fairness, as the throughput plot draws them. */
export const SHARES = {
  "max-min": { dash: [2, 3], words: "fair share (max-min)" },
  proportional: { dash: [7, 3, 1.5, 3], words: "fair share (proportional)" },
} as const;

type Fairness = keyof typeof SHARES;

export interface ShareLine {
  readonly fairness: Fairness;
  /** The first flow of the first group that has this share. */
  readonly flow: number;
  readonly paint: Paint;
  /** In Mbps. */
  readonly steps: readonly Step[];
}

export function flowsCompete(run: RunView): boolean {
  return flowCount(run) > 1 || hasSeveralLinks(run);
}

/** Groups whose shares are drawn when none stands out; the lines of more would be a grid. */
const DRAWN_GROUPS = 4;
const BPS_PER_MBPS = 1e6;

/**
 * Of the flow that stands out, or of the flows over the watched link. Where both ideas of fairness agree, the
 * proportional lines are left out; groups of equal shares have one line.
 */
export function fairShareLines(run: RunView, highlightFlow: number | null): ShareLine[] {
  if (!flowsCompete(run)) return [];
  const shares = sharesOf(recordedOf(run));
  const firsts = firstFlows(run, highlightFlow);
  const linesOf = (fairness: Fairness, bps: readonly (readonly number[])[]): ShareLine[] => {
    const all = firsts.map(({ group, flow }) => ({ flow, steps: stepsOf(shares.timeS, bps, group) }));
    const lines = distinct(all);
    // One line for several groups belongs to none of them.
    const isShared = lines.length === 1 && highlightFlow === null;
    return lines.map((line) => ({ ...line, fairness, paint: isShared ? "inkSoft" : line.flow }));
  };
  const maxMin = linesOf("max-min", shares.maxMinBps);
  const proportional = linesOf("proportional", shares.proportionalBps);
  return agree(maxMin, proportional) ? maxMin : [...maxMin, ...proportional];
}

/** As payload, like the rates that they stand beside. */
const known = new LruCache<Scenario, FairSharesOverTime>();

function sharesOf(scenario: Scenario): FairSharesOverTime {
  return known.of(scenario, () => asGoodput(scenario, fairSharesOverTime(scenario)));
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

/** Less is no difference that an eye could see. */
const ALIKE = 1e-3;

function areAlike(some: readonly Step[], others: readonly Step[]): boolean {
  const isSame = (one: number, other: number) =>
    Number.isFinite(one) ? Math.abs(one - other) <= ALIKE * one : Object.is(one, other);
  return (
    some.length === others.length &&
    some.every(({ fromS, value }, i) => fromS === others[i].fromS && isSame(value, others[i].value))
  );
}
