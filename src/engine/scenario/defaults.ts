/** What a scenario is when nothing is said. */

import { topologyById } from "../algorithms.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { FORMAT_VERSION } from "./format-versions.ts";
import { defaultsOf, flowParams, queueParams } from "./places.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { FlowSpec, PathSpec, QueueSpec, Scenario } from "./scenario.ts";

const DEFAULT_AQM = "codel";
export const DEFAULT_TOPOLOGY = "dumbbell";
export const DEFAULT_CC = "newreno";
export const DEFAULT_TRAFFIC = "bulk";

/** One NewReno flow with ECN through CoDel: 10 Mbps, 100 ms, 100 s, β_ecn 0.5. */
export function defaultScenario(): Scenario {
  return {
    v: FORMAT_VERSION,
    run: defaultsOf(RUN_PARAMS),
    path: defaultPath(DEFAULT_TOPOLOGY),
    queue: defaultQueue(DEFAULT_AQM),
    tcp: defaultsOf(TCP_PARAMS),
    flows: [defaultFlow(DEFAULT_CC, DEFAULT_TRAFFIC)],
    changes: [],
  };
}

export function defaultPath(topology: string): PathSpec {
  return { topology, params: defaultsOf(topologyById(topology).params), links: [], routes: [] };
}

export function defaultQueue(aqm: string): QueueSpec {
  return { aqm, params: defaultsOf(queueParams(aqm)) };
}

export function defaultFlow(cc: string, traffic: string): FlowSpec {
  return { cc, traffic, count: 1, params: defaultsOf(flowParams(cc, traffic)) };
}

/** The warm-up where none is set: in a short run the declared one would leave nothing, so it is a tenth of the run. */
export function defaultWarmup(durationS: number): number {
  return durationS > (WARMUP.default ?? 0) ? (WARMUP.default ?? 0) : durationS / 10;
}

/** A new duration takes a warm-up along that nobody has set. */
export function withDuration(scenario: Scenario, durationS: number): Scenario {
  const { run } = scenario;
  const isUnset = run[WARMUP.id] === defaultWarmup(Number(run[DURATION.id]));
  const warmup = isUnset ? defaultWarmup(durationS) : run[WARMUP.id];
  return { ...scenario, run: { ...run, [DURATION.id]: durationS, [WARMUP.id]: warmup } };
}
