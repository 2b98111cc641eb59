/** The registered algorithms, kinds of traffic and topologies: their declarations and code. */
import type { QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import * as disciplines from "./aqm/registry.ts";
import type { CongestionControlDefinition } from "./cc/congestion-control.ts";
import * as controls from "./cc/registry.ts";
import { byId } from "./params/algorithm.ts";
import type { Param } from "./params/param.ts";
import * as topologiesByName from "./topologies/registry.ts";
import type { TopologyDefinition } from "./topologies/topology.ts";
import * as traffic from "./traffic/registry.ts";
import type { TrafficDefinition } from "./traffic/traffic.ts";

export const queueDisciplines: readonly QueueDisciplineDefinition[] = Object.values(disciplines);
export const congestionControls: readonly CongestionControlDefinition[] = Object.values(controls);
export const trafficKinds: readonly TrafficDefinition[] = Object.values(traffic);
export const topologies: readonly TopologyDefinition[] = Object.values(topologiesByName);

/** Returns the queue discipline with that id, built in or user-defined. Throws if there is none. */
export function queueDisciplineById(id: string): QueueDisciplineDefinition {
  return ownQueues.get(id) ?? byId(queueDisciplines, id, "queue discipline");
}

/** Returns the congestion control with that id, built in or user-defined. Throws if there is none. */
export function congestionControlById(id: string): CongestionControlDefinition {
  return ownControls.get(id) ?? byId(congestionControls, id, "congestion control");
}

/** Returns the kind of traffic with that id. Throws if there is none. */
export function trafficById(id: string): TrafficDefinition {
  return byId(trafficKinds, id, "kind of traffic");
}

/** Returns the topology with that id. Throws if there is none. */
export function topologyById(id: string): TopologyDefinition {
  return byId(topologies, id, "topology");
}

/**
 * User-defined programs as algorithms. Their ids are digests of their texts. The reader of a scenario with programs
 * adds them, and the same text is the same algorithm in every thread.
 */
const ownQueues = new Map<string, QueueDisciplineDefinition>();
const ownControls = new Map<string, CongestionControlDefinition>();

/** Registers a user-defined queue. */
export function addOwnQueue(definition: QueueDisciplineDefinition): void {
  ownQueues.set(definition.id, definition);
}

/** Registers a user-defined congestion control. */
export function addOwnControl(definition: CongestionControlDefinition): void {
  ownControls.set(definition.id, definition);
}

export const isOwnQueue = (id: string): boolean => ownQueues.has(id);
export const isOwnControl = (id: string): boolean => ownControls.has(id);

/** Returns the name of a program; undefined if the id is not a program. */
export function ownLabel(id: string): string | undefined {
  return (ownControls.get(id) ?? ownQueues.get(id))?.label;
}

/** Parameters declared by the programs added so far. */
export function ownQueueParams(): readonly Param[] {
  return [...ownQueues.values()].flatMap(({ params }) => params);
}

/** Parameters declared by the user-defined congestion controls added so far. */
export function ownControlParams(): readonly Param[] {
  return [...ownControls.values()].flatMap(({ params }) => params);
}
