/**
 * The fair shares of a scenario's flows over its run: reference lines for the throughput chart.
 *
 * Assumptions: those of fair-shares.ts and offered-traffic.ts; ACKs take no capacity; random loss, slow start and
 * congestion control are left out. A flow over UDP is taken to yield where it wants more than its share.
 *
 * Units: times in s; rates in bit/s on the wire per flow, headers included. `asGoodput` makes payload rates of them.
 */
import { readNumber, readText } from "../params/read.ts";
import { resolvePath, routeOf } from "../scenario/path.ts";
import { payloadShare } from "../scenario/path-facts.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { capacityFactors, type FactorStep, factorAt } from "./capacity-steps.ts";
import { maxMinShares, proportionalShares, type ShareLink, type ShareRoute } from "./fair-shares.ts";
import { activeIntervals, demandBps } from "./offered-traffic.ts";
import { type Stage, stageAt, stagesOf } from "./scenario-stages.ts";

/** Piecewise constant: value i holds from `timeS[i]` to the next time, the last one to the end of the run. */
export interface FairSharesOverTime {
  readonly timeS: readonly number[];
  /** Per group of flows, what one flow of it gets; NaN while it has nothing to send. */
  readonly maxMinBps: readonly (readonly number[])[];
  readonly proportionalBps: readonly (readonly number[])[];
}

export interface Shares {
  readonly maxMinBps: readonly number[];
  readonly proportionalBps: readonly number[];
}

const BITS_PER_MEGABIT = 1e6;

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
  };
}

/** With these groups active, and the links' capacities at these factors of what is declared. */
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
  };
}

/** The same shares as payload: what the receivers of full packets get at most. */
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
  };
}

/** Patterns hold for the whole run. */
function factorsOf({ path }: Scenario, durationS: number): FactorStep[][] {
  return resolvePath(path).links.map(({ params }) =>
    capacityFactors(readText(params, "capacity-pattern"), durationS),
  );
}
