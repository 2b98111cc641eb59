/** The registered algorithms, kinds of traffic and topologies: what is declared of them, and their code. */
import type { QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import * as disciplines from "./aqm/registry.ts";
import type { CongestionControlDefinition } from "./cc/congestion-control.ts";
import * as controls from "./cc/registry.ts";
import { byId } from "./params/algorithm.ts";
import * as topologiesByName from "./topologies/registry.ts";
import type { TopologyDefinition } from "./topologies/topology.ts";
import * as traffic from "./traffic/registry.ts";
import type { TrafficDefinition } from "./traffic/traffic.ts";

export const queueDisciplines: readonly QueueDisciplineDefinition[] = Object.values(disciplines);
export const congestionControls: readonly CongestionControlDefinition[] = Object.values(controls);
export const trafficKinds: readonly TrafficDefinition[] = Object.values(traffic);
export const topologies: readonly TopologyDefinition[] = Object.values(topologiesByName);

export function queueDisciplineById(id: string): QueueDisciplineDefinition {
  return byId(queueDisciplines, id, "queue discipline");
}

export function congestionControlById(id: string): CongestionControlDefinition {
  return byId(congestionControls, id, "congestion control");
}

export function trafficById(id: string): TrafficDefinition {
  return byId(trafficKinds, id, "kind of traffic");
}

export function topologyById(id: string): TopologyDefinition {
  return byId(topologies, id, "topology");
}
