/** Another path in a scenario's place: links, routes, and the flows that come and go with them. */

import { topologyById } from "../algorithms.ts";
import { LINK_DEFAULTS } from "../topologies/link.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { carryOver } from "./carry-over.ts";
import { DEFAULT_CC, DEFAULT_TRAFFIC, defaultFlow } from "./defaults.ts";
import { settle } from "./limits.ts";
import { resolvePath } from "./resolve-path.ts";
import type { FlowSpec, LinkSetting, PathSpec, Scenario } from "./scenario.ts";
import { hasStandardFlows, standardFlows } from "./standard-flows.ts";

/**
 * Another path: it comes with its own flows if it has any; of its parameters, as `setAqm`. A path of one's own starts
 * as the one that was there.
 */
export function setTopology(scenario: Scenario, topology: string): Scenario {
  return topology === scenario.path.topology ? scenario : settle(withTopology(scenario, topology));
}

export function withTopology(scenario: Scenario, topology: string): Scenario {
  const { path } = scenario;
  const definition = topologyById(topology);
  if (definition.isOpen) return { ...scenario, path: ownPath(path, topology) };
  const params = carryOver(topologyById(path.topology).params, path.params, definition.params);
  const next: PathSpec = { topology, params, links: [], routes: [] };
  const flows = standardFlows(next);
  if (flows.length > 0) return { ...scenario, path: next, flows };
  // Flows that belong to the path that was there go with it.
  const left = hasStandardFlows(scenario) ? [defaultFlow(DEFAULT_CC, DEFAULT_TRAFFIC)] : scenario.flows;
  return { ...scenario, path: next, flows: left.map(onFirstRoute) };
}

function onFirstRoute(spec: FlowSpec): FlowSpec {
  return { ...spec, params: { ...spec.params, route: "" } };
}

/** All that a path has, as a person's own links and routes. */
export function ownPath(path: PathSpec, topology: string): PathSpec {
  const { links, routes } = resolvePath(path);
  const own = links.map(({ id, from, to, params, queue }): LinkSetting => {
    const set = LINK_PARAMS.filter((param) => params[param.id] !== LINK_DEFAULTS[param.id]);
    return {
      id,
      from,
      to,
      params: Object.fromEntries(set.map((param) => [param.id, params[param.id]])),
      queue,
    };
  });
  return { topology, params: {}, links: own, routes };
}
