/**
 * Whether our figures move the way the reference's do when one setting changes: goodput with β_ecn and with the RTT,
 * queue delay from CoDel to PIE. Holds for settled and unsettled cases alike.
 */
import type { Scenario } from "../../engine/index.ts";
import type { Comparison } from "./compare.ts";
import { signed, signedPercent } from "./number-text.ts";

export interface Direction {
  /** "goodput with β_ecn 0.5 -> 0.95: …". */
  readonly text: string;
  readonly holds: boolean;
}

/** What the reference does not move by at least this much has no direction worth following. */
const NOTABLE_GOODPUT = 0.03;
const NOTABLE_DELAY_MS = 2;

interface Axis {
  readonly name: string;
  valueOf(scenario: Scenario): number | string;
  /** The scenario without this setting, to find cases that differ in nothing else. */
  without(scenario: Scenario): unknown;
}

const BETA: Axis = {
  name: "β_ecn",
  valueOf: ({ flows }) => Number(flows[0].params["beta-ecn"]),
  without: (scenario) => withFirstFlow(scenario, { "beta-ecn": null }),
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

function withFirstFlow(scenario: Scenario, params: Scenario["run"]): Scenario {
  const [first, ...rest] = scenario.flows;
  return { ...scenario, flows: [{ ...first, params: { ...first.params, ...params } }, ...rest] };
}

export function directionsOf(comparisons: readonly Comparison[]): Direction[] {
  return [
    ...families(comparisons, BETA).flatMap((family) => goodputDirection(BETA, family)),
    ...families(comparisons, RTT).flatMap((family) => goodputDirection(RTT, family)),
    ...families(comparisons, AQM).flatMap((family) => delayDirection(family)),
  ];
}

/** Cases of one source that differ in nothing but the axis, ascending. */
function families(comparisons: readonly Comparison[], axis: Axis): Comparison[][] {
  const found = new Map<string, Comparison[]>();
  for (const one of comparisons) {
    const key = JSON.stringify([one.reference.source, axis.without(one.scenario)]);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  const order = (one: Comparison) => axis.valueOf(one.scenario);
  return [...found.values()]
    .filter((family) => family.length > 1)
    .map((family) => family.sort((a, b) => (order(a) < order(b) ? -1 : 1)));
}

/** From the least to the greatest value. */
function goodputDirection(axis: Axis, family: readonly Comparison[]): Direction[] {
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

function delayDirection(family: readonly Comparison[]): Direction[] {
  const codel = family.find((one) => one.scenario.queue.aqm === "codel");
  const pie = family.find((one) => one.scenario.queue.aqm === "pie");
  if (codel === undefined || pie === undefined) return [];
  const theirs = pie.reference.sojournMs.p90 - codel.reference.sojournMs.p90;
  if (Math.abs(theirs) < NOTABLE_DELAY_MS) return [];
  const ours = pie.ours.p90Ms - codel.ours.p90Ms;
  const text = `p90 delay from CoDel to PIE: ours ${signed(ours, 1)} ms, theirs ${signed(theirs, 1)} ms  (${codel.reference.id})`;
  return [{ text, holds: ours * theirs > 0 }];
}
