/** The default scenario, and the flows that belong to a topology. */
import type { CustomPrograms } from "../custom/scenario-programs.ts";
import type { ParamValues } from "../params/param.ts";
import { topologyById } from "../registered.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import type { FlowSketch } from "../topologies/topology.ts";
import { resolvePath } from "./path.ts";
import { defaultsOf, flowParams, queueParams } from "./places.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { FlowSpec, PathSpec, QueueSpec, Scenario } from "./scenario.ts";
import { FORMAT_VERSION } from "./scenario.ts";

const DEFAULT_AQM = "codel";
export const DEFAULT_TOPOLOGY = "dumbbell";
export const DEFAULT_CC = "newreno";
export const DEFAULT_TRAFFIC = "bulk";

/** The default scenario: one NewReno flow with ECN through CoDel, 10 Mbps, 100 ms, 100 s, β_ecn 0.5. */
export function defaultScenario(): Scenario {
  return {
    v: FORMAT_VERSION,
    run: defaultsOf(RUN_PARAMS),
    path: defaultPath(DEFAULT_TOPOLOGY),
    queue: defaultQueue(DEFAULT_AQM, undefined),
    tcp: defaultsOf(TCP_PARAMS),
    flows: [defaultFlow(DEFAULT_CC, DEFAULT_TRAFFIC, undefined)],
    changes: [],
  };
}

/** Returns the path of a topology with default parameters. */
export function defaultPath(topology: string): PathSpec {
  return { topology, params: defaultsOf(topologyById(topology).params), links: [], routes: [] };
}

/** Returns the queue of a discipline with default parameters. */
export function defaultQueue(aqm: string, programs: CustomPrograms): QueueSpec {
  return { aqm, params: defaultsOf(queueParams(aqm, programs)) };
}

/** Returns a flow with default parameters. */
export function defaultFlow(cc: string, traffic: string, programs: CustomPrograms): FlowSpec {
  return { cc, traffic, count: 1, params: defaultsOf(flowParams(cc, traffic, programs)) };
}

/** Returns the default warm-up (s). If the run is not longer than the declared default, the warm-up is a tenth of the run. */
export function defaultWarmup(durationS: number): number {
  return durationS > (WARMUP.default ?? 0) ? (WARMUP.default ?? 0) : durationS / 10;
}

/** Changes the duration. If the warm-up has its default value, it is adjusted to the new duration. */
export function withDuration(scenario: Scenario, durationS: number): Scenario {
  const { run } = scenario;
  const isUnset = run[WARMUP.id] === defaultWarmup(Number(run[DURATION.id]));
  const warmup = isUnset ? defaultWarmup(durationS) : run[WARMUP.id];
  return { ...scenario, run: { ...run, [DURATION.id]: durationS, [WARMUP.id]: warmup } };
}

/** Returns the flows that the path's topology defines; empty if it defines none. */
export function standardFlows(path: PathSpec): FlowSpec[] {
  const [first] = resolvePath(path).routes;
  return topologyById(path.topology)
    .flows(path.params)
    .map((sketch) => flowOf(sketch, first.id));
}

function flowOf({ route, count, cc, traffic, params }: FlowSketch, firstRoute: string): FlowSpec {
  const spec = defaultFlow(cc ?? DEFAULT_CC, traffic ?? DEFAULT_TRAFFIC, undefined);
  const ofRoute = { route: route === firstRoute ? "" : route };
  return { ...spec, count: count ?? 1, params: { ...spec.params, ...params, ...ofRoute } };
}

/** Returns true if the flows are exactly those that the path's topology defines. */
export function hasStandardFlows({ path, flows }: Pick<Scenario, "path" | "flows">): boolean {
  const standard = standardFlows(path);
  return standard.length > 0 && areSameFlows(flows, standard);
}

function areSameFlows(flows: readonly FlowSpec[], others: readonly FlowSpec[]): boolean {
  if (flows.length !== others.length) return false;
  return flows.every((spec, i) => {
    const { cc, traffic, count, params } = others[i];
    return spec.cc === cc && spec.traffic === traffic && spec.count === count && areSame(spec.params, params);
  });
}

function areSame(values: ParamValues, others: ParamValues): boolean {
  const ids = Object.keys(values);
  return ids.length === Object.keys(others).length && ids.every((id) => values[id] === others[id]);
}

/** Changes the path. If the flows are exactly those that the topology defines, they are replaced by those for the new path. */
export function withPath(scenario: Scenario, path: PathSpec): Scenario {
  const flows = hasStandardFlows(scenario) ? standardFlows(path) : scenario.flows;
  return { ...scenario, path, flows: flows.length > 0 ? flows : scenario.flows };
}
