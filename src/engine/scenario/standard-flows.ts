/** The flows that a topology comes with, and how they follow it while nobody has touched them. */

import { topologyById } from "../algorithms.ts";
import type { ParamValues } from "../params/param.ts";
import type { FlowSketch } from "../topologies/topology.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow } from "./defaults.ts";
import { resolvePath } from "./resolve-path.ts";
import type { FlowSpec, PathSpec, Scenario } from "./scenario.ts";

/** Empty where the topology comes without flows. */
export function standardFlows(path: PathSpec): FlowSpec[] {
  const [first] = resolvePath(path).routes;
  return topologyById(path.topology)
    .flows(path.params)
    .map((sketch) => flowOf(sketch, first.id));
}

function flowOf({ route, count, cc, traffic, params }: FlowSketch, firstRoute: string): FlowSpec {
  const spec = defaultFlow(cc ?? DEFAULT_CC, traffic ?? DEFAULT_TRAFFIC);
  const ofRoute = { route: route === firstRoute ? "" : route };
  return { ...spec, count: count ?? 1, params: { ...spec.params, ...params, ...ofRoute } };
}

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

/** The path takes other parameters, and flows that are its own and untouched follow. */
export function withPath(scenario: Scenario, path: PathSpec): Scenario {
  const flows = hasStandardFlows(scenario) ? standardFlows(path) : scenario.flows;
  return { ...scenario, path, flows: flows.length > 0 ? flows : scenario.flows };
}
