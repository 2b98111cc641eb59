/** Replaces an algorithm, a kind of traffic or a path. Values set by the user are kept if the new one has the same parameter. */
import type { CustomPrograms } from "../custom/scenario-programs.ts";
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { isAllowed } from "../params/value-text.ts";
import { topologyById } from "../registered.ts";
import { LINK_DEFAULTS, LINK_PARAMS } from "../topologies/link-params.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow, hasStandardFlows, standardFlows } from "./defaults.ts";
import { resolvePath } from "./path.ts";
import { flowParams, queueParams } from "./places.ts";
import type { FlowSpec, LinkSetting, PathSpec, QueueSpec, Scenario } from "./scenario.ts";

/**
 * Returns values for the parameters `to`. A value that differs from its old default is kept if the new parameter of the same name
 * allows it. All other parameters get their new defaults.
 */
export function carryOver(from: readonly Param[], values: ParamValues, to: readonly Param[]): ParamValues {
  const carried: Record<string, ParamValue> = {};
  for (const param of to) {
    const before = from.find((other) => other.id === param.id && other.kind === param.kind);
    const value = values[param.id];
    const wasSet = before !== undefined && value !== undefined && value !== before.default;
    carried[param.id] = wasSet && isAllowed(param, value) ? value : param.default;
  }
  return carried;
}

/** Returns the queue with a different discipline. */
export function withAqm(queue: QueueSpec, aqm: string, programs: CustomPrograms): QueueSpec {
  const params = carryOver(queueParams(queue.aqm, programs), queue.params, queueParams(aqm, programs));
  return { aqm, params };
}

/** Returns the flow with a different congestion control. */
export function withCc(spec: FlowSpec, cc: string, programs: CustomPrograms): FlowSpec {
  return withAlgorithms(spec, cc, spec.traffic, programs);
}

/** Returns the flow with a different kind of traffic. */
export function withTraffic(spec: FlowSpec, traffic: string, programs: CustomPrograms): FlowSpec {
  return withAlgorithms(spec, spec.cc, traffic, programs);
}

function withAlgorithms(spec: FlowSpec, cc: string, traffic: string, programs: CustomPrograms): FlowSpec {
  const before = flowParams(spec.cc, spec.traffic, programs);
  const params = carryOver(before, spec.params, flowParams(cc, traffic, programs));
  return { ...spec, cc, traffic, params };
}

/**
 * Changes the topology. If the new topology defines flows, they replace the existing flows. A custom path starts as a
 * copy of the previous path.
 */
export function withTopology(scenario: Scenario, topology: string): Scenario {
  const { path } = scenario;
  const definition = topologyById(topology);
  if (definition.isOpen) return { ...scenario, path: customPath(path, topology) };
  const params = carryOver(topologyById(path.topology).params, path.params, definition.params);
  const next: PathSpec = { topology, params, links: [], routes: [] };
  const flows = standardFlows(next);
  if (flows.length > 0) return { ...scenario, path: next, flows };
  // Flows that the previous path defined are removed together with that path.
  const left = hasStandardFlows(scenario)
    ? [defaultFlow(DEFAULT_CC, DEFAULT_TRAFFIC, undefined)]
    : scenario.flows;
  return { ...scenario, path: next, flows: left.map(onFirstRoute) };
}

function onFirstRoute(spec: FlowSpec): FlowSpec {
  return { ...spec, params: { ...spec.params, route: "" } };
}

/** Converts a path to a custom path with the same links and routes. */
function customPath(path: PathSpec, topology: string): PathSpec {
  const { links, routes } = resolvePath(path);
  const customLinks = links.map(({ id, from, to, params, queue }): LinkSetting => {
    const set = LINK_PARAMS.filter((param) => params[param.id] !== LINK_DEFAULTS[param.id]);
    return {
      id,
      from,
      to,
      params: Object.fromEntries(set.map((param) => [param.id, params[param.id]])),
      queue,
    };
  });
  return { topology, params: {}, links: customLinks, routes };
}
