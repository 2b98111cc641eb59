/** The registered topologies. What they declare and what they build is one: the page draws what it builds. */
import { byId } from "../params/by-id.ts";
import * as paths from "../topologies/registry.ts";
import type { TopologyDefinition } from "../topologies/topology.ts";

export const topologyDefinitions: readonly TopologyDefinition[] = Object.values(paths);

export function topologyById(id: string): TopologyDefinition {
  return byId(topologyDefinitions, id, "topology");
}
