/**
 * The fair shares of a scenario's flows over its run: reference lines for the throughput chart.
 *
 * Assumptions: those of fair-shares.ts and of the offered traffic below; ACKs take no capacity; random loss, slow
 * start and congestion control are ignored. A UDP flow that wants more than its share is assumed to get only its
 * share.
 *
 * Units: times in s; rates in bit/s on the wire per flow, headers included. `asGoodput` converts them to payload
 * rates.
 */

import { meanRateBps, traceOf } from "../net/capacity-trace.ts";
import { ratePattern } from "../net/pattern.ts";
import { NS_PER_S, readNumber, readText } from "../params/read.ts";
import { trafficById } from "../registered.ts";
import { pathAfter, resolvePath, routeOf } from "../scenario/path.ts";
import { payloadShare } from "../scenario/path-facts.ts";
import type { Change, FlowSpec, PathSpec, Scenario } from "../scenario/scenario.ts";
import { maxMinShares, proportionalShares, type ShareLink, type ShareRoute } from "./fair-shares.ts";

/** A part of the run between two changes. No parameter changes in it, so that a closed formula applies. */
export interface Stage {
  readonly fromS: number;
  readonly path: PathSpec;
  readonly flows: readonly FlowSpec[];
}

/** Returns the stages of the run from change to change; the first starts at 0. */
export function stagesOf(scenario: Scenario): Stage[] {
  const stages: Stage[] = [{ fromS: 0, path: scenario.path, flows: scenario.flows }];
  for (const change of scenario.changes) {
    const last = stages[stages.length - 1];
    const stage: Stage = {
      fromS: change.atS,
      path: pathAfter(last.path, change),
      flows: last.flows.map((spec, i) => specAfter(spec, i, change)),
    };
    if (change.atS <= last.fromS) stages.pop();
    stages.push(stage);
  }
  return stages;
}

function specAfter(spec: FlowSpec, index: number, change: Change): FlowSpec {
  if (change.link !== null || (change.flow !== null && change.flow !== index)) return spec;
  if (!Object.hasOwn(spec.params, change.id)) return spec;
  return { ...spec, params: { ...spec.params, [change.id]: change.value } };
}

/** Returns the stage that contains the time `timeS`. */
export function stageAt(stages: readonly Stage[], timeS: number): Stage {
  let found = stages[0];
  for (const stage of stages) if (stage.fromS <= timeS) found = stage;
  return found;
}

// Capacity of a link over a run that follows a pattern, as steps. Times are in s.

/** Maximum number of steps. A pattern with more steps is replaced by its mean. */
const MOST_STEPS = 1000;

/** Factor by which the declared capacity is multiplied from a given time on. */
interface FactorStep {
  readonly fromS: number;
  readonly factor: number;
}

/** Returns the capacity factors of a pattern over the run. */
export function capacityFactors(pattern: string, durationS: number): FactorStep[] {
  const trace = traceOf(pattern);
  if (trace !== null) {
    // The interval has a lower bound, because shorter steps would be shorter than the gap between packets.
    const lastS = Math.max(1, Math.ceil(durationS / MOST_STEPS));
    return Array.from({ length: Math.ceil(durationS / lastS) }, (_, i) => {
      const [fromNs, toNs] = [i * lastS * NS_PER_S, (i + 1) * lastS * NS_PER_S];
      return { fromS: i * lastS, factor: meanRateBps(trace, fromNs, toNs) / trace.meanBps };
    });
  }
  const parsed = ratePattern(pattern);
  if (parsed === null) return [{ fromS: 0, factor: 1 }];
  const { steps, repeatNs } = parsed;
  const periodS = repeatNs === null ? Number.POSITIVE_INFINITY : repeatNs / NS_PER_S;
  const once = steps.map(({ atNs, value }) => ({ fromS: atNs / NS_PER_S, factor: value }));
  // In the first period the capacity has its declared value until the first step. In later periods, the last step of the period
  // before applies until then.
  const first = once[0].fromS > 0 ? [{ fromS: 0, factor: 1 }] : [];
  if ((durationS / periodS) * once.length > MOST_STEPS) {
    return [{ fromS: 0, factor: meanFactor(once, periodS) }];
  }
  const all = [...first];
  const periods = repeatNs === null ? 1 : Math.ceil(durationS / periodS);
  for (let i = 0; i < periods; i++) {
    const startS = i === 0 ? 0 : i * periodS;
    for (const { fromS, factor } of once) {
      if (startS + fromS < durationS) all.push({ fromS: startS + fromS, factor });
    }
  }
  return all;
}

/** Returns the mean factor over a period of a repeating pattern. Until the first step, the last step of the period before applies. */
function meanFactor(steps: readonly FactorStep[], periodS: number): number {
  let sum = steps[steps.length - 1].factor * steps[0].fromS;
  for (const [i, { fromS, factor }] of steps.entries()) {
    sum += factor * ((steps[i + 1]?.fromS ?? periodS) - fromS);
  }
  return sum / periodS;
}

/** Returns the capacity factor at a time. */
export function factorAt(steps: readonly FactorStep[], timeS: number): number {
  let factor = 1;
  for (const step of steps) {
    if (step.fromS > timeS) break;
    factor = step.factor;
  }
  return factor;
}

// The traffic that flows offer over time, as far as the scenario alone determines it: when a flow has something to send, and the
// maximum rate that it wants.
//
// Assumptions: a flow starts at its start time, without the jitter among identical flows, and ends at its stop time. Transfers of
// a given size and on-off periods of random length count as always on, because the network or chance determines when they end.
// Arrivals of short flows and web pages count as one flow that wants its mean load.
//
// Units: s, and bit/s on the wire, headers included.

interface Interval {
  readonly fromS: number;
  readonly toS: number;
}

/** Maximum number of on-off periods. Flows with more periods count as always on. */
const MOST_TURNS = 1000;

/** Returns the times when the flows of a group have something to send. */
export function activeIntervals(scenario: Scenario, stages: readonly Stage[], group: number): Interval[] {
  const fromS = readNumber(scenario.flows[group].params, "start");
  const toS = Math.min(stopOf(scenario, group, fromS), readNumber(scenario.run, "duration"));
  if (fromS >= toS) return [];
  const isOnOff = scenario.flows[group].traffic === "on-off";
  return isOnOff ? turns(stages, group, { fromS, toS }) : [{ fromS, toS }];
}

/**
 * Returns the stop time of a group (s). A change may move the stop time while the flow runs. A stop of all flows does not apply
 * to flows that start at or after that time.
 */
function stopOf({ flows, changes }: Scenario, group: number, startS: number): number {
  const { stop } = flows[group].params;
  let stopS = typeof stop === "number" ? stop : Number.POSITIVE_INFINITY;
  for (const { atS, id, flow, value } of changes) {
    if (id !== "stop" || (flow !== null && flow !== group) || atS >= stopS) continue;
    const movedS = typeof value === "number" ? value : Number.POSITIVE_INFINITY;
    if (flow === null && movedS <= startS) continue;
    stopS = movedS;
  }
  return stopS;
}

function turns(stages: readonly Stage[], group: number, whole: Interval): Interval[] {
  const found: Interval[] = [];
  let timeS = whole.fromS;
  while (timeS < whole.toS) {
    const params = (atS: number) => stageAt(stages, atS).flows[group].params;
    if (readText(params(timeS), "periods") !== "fixed" || found.length === MOST_TURNS) return [whole];
    const offS = timeS + readNumber(params(timeS), "on-time");
    found.push({ fromS: timeS, toS: Math.min(offS, whole.toS) });
    timeS = offS + readNumber(params(offS), "off-time");
  }
  return found;
}

/** Returns the rate that one flow of the group wants on the wire (bit/s); undefined if it uses as much as it can get. */
export function demandBps(spec: FlowSpec, tcp: Scenario["tcp"]): number | undefined {
  const payload = trafficById(spec.traffic).wantsBps?.(spec.params);
  return payload === undefined ? undefined : payload / payloadShare(spec, tcp);
}

/** Piecewise constant values: value i is valid from `timeS[i]` to the next time, the last one to the end of the run. */
export interface FairSharesOverTime {
  readonly timeS: readonly number[];
  /** Rate of one flow of each group (bit/s); NaN while the flow has nothing to send. */
  readonly maxMinBps: readonly (readonly number[])[];
  readonly proportionalBps: readonly (readonly number[])[];
  /** Rate that one flow of each group wants (bit/s); Infinity if it uses as much as it can get. */
  readonly demandBps: readonly (readonly number[])[];
}

interface Shares {
  readonly maxMinBps: readonly number[];
  readonly proportionalBps: readonly number[];
  readonly demandBps: readonly number[];
}

const BITS_PER_MEGABIT = 1e6;

/** Returns the fair shares of all groups over the run. */
export function fairSharesOverTime(scenario: Scenario): FairSharesOverTime {
  const stages = stagesOf(scenario);
  const durationS = readNumber(scenario.run, "duration");
  const factors = factorsOf(scenario, durationS);
  const active = scenario.flows.map((_, group) => activeIntervals(scenario, stages, group));
  const times = new Set([0, ...stages.map(({ fromS }) => fromS)]);
  for (const { fromS } of factors.flat()) times.add(fromS);
  for (const { fromS, toS } of active.flat()) times.add(fromS).add(toS);
  const timeS = [...times].filter((t) => t < durationS).sort((a, b) => a - b);

  const known = new Map<string, Shares>();
  const all = timeS.map((t) => {
    const groups = active.map((intervals) => intervals.some(({ fromS, toS }) => fromS <= t && t < toS));
    const stage = stageAt(stages, t);
    const linkFactors = factors.map((steps) => factorAt(steps, t));
    const key = JSON.stringify([stages.indexOf(stage), groups, linkFactors]);
    const shares = known.get(key) ?? sharesAt(stage, scenario.tcp, groups, linkFactors);
    known.set(key, shares);
    return shares;
  });
  const perGroup = (pick: (shares: Shares) => readonly number[]) =>
    scenario.flows.map((_, group) => all.map((shares) => pick(shares)[group]));
  return {
    timeS,
    maxMinBps: perGroup((shares) => shares.maxMinBps),
    proportionalBps: perGroup((shares) => shares.proportionalBps),
    demandBps: perGroup((shares) => shares.demandBps),
  };
}

/**
 * Returns the shares while the given groups are active and the links' capacities are multiplied by the given factors.
 */
export function sharesAt(
  { path, flows }: Pick<Stage, "path" | "flows">,
  tcp: Scenario["tcp"],
  active: readonly boolean[],
  factors: readonly number[],
): Shares {
  const topology = resolvePath(path);
  const links: ShareLink[] = topology.links.map(({ params }, i) => ({
    capacity: readNumber(params, "capacity") * BITS_PER_MEGABIT * factors[i],
  }));
  const groups = [...flows.keys()].filter((group) => active[group]);
  const routes: ShareRoute[] = groups.map((group) => ({
    links: routeOf(topology, flows[group]).forward.map((id) =>
      topology.links.findIndex((link) => link.id === id),
    ),
    count: flows[group].count,
    demand: demandBps(flows[group], tcp),
  }));
  const spread = (rates: readonly number[]) => {
    const all = flows.map(() => Number.NaN);
    for (const [i, group] of groups.entries()) all[group] = rates[i];
    return all;
  };
  return {
    maxMinBps: spread(maxMinShares(links, routes)),
    proportionalBps: spread(proportionalShares(links, routes)),
    demandBps: spread(routes.map(({ demand }) => demand ?? Number.POSITIVE_INFINITY)),
  };
}

/** Converts the shares to payload rates: the goodput if all packets are full. */
export function asGoodput(scenario: Scenario, shares: FairSharesOverTime): FairSharesOverTime {
  const scale = (bps: readonly (readonly number[])[]) =>
    bps.map((rates, group) => {
      const share = payloadShare(scenario.flows[group], scenario.tcp);
      return rates.map((rate) => rate * share);
    });
  return {
    timeS: shares.timeS,
    maxMinBps: scale(shares.maxMinBps),
    proportionalBps: scale(shares.proportionalBps),
    demandBps: scale(shares.demandBps),
  };
}

/** Relative difference below which a share counts as all that a flow wants. */
const WANTED = 1e-6;

/**
 * Returns the shares that limit a flow: NaN while the flow gets all that it wants, such as pings or a web page's mean load. Such
 * a flow does not compete for a share.
 */
export function limitingShares(shares: FairSharesOverTime): FairSharesOverTime {
  const { demandBps } = shares;
  const limiting = (bps: readonly (readonly number[])[]) =>
    bps.map((rates, group) =>
      rates.map((rate, i) => (rate >= demandBps[group][i] * (1 - WANTED) ? Number.NaN : rate)),
    );
  return {
    ...shares,
    maxMinBps: limiting(shares.maxMinBps),
    proportionalBps: limiting(shares.proportionalBps),
  };
}

/** Returns the capacity factors of each link over the run. */
function factorsOf({ path }: Scenario, durationS: number): FactorStep[][] {
  return resolvePath(path).links.map(({ params }) =>
    capacityFactors(readText(params, "capacity-pattern"), durationS),
  );
}
