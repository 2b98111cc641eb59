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

/** What a simulation may be made of, by the names that its scenario gives. */
export class Algorithms {
  readonly disciplines: readonly QueueDisciplineDefinition[];
  readonly controls: readonly CongestionControlDefinition[];
  readonly kindsOfTraffic: readonly TrafficDefinition[];

  constructor(
    disciplines: readonly QueueDisciplineDefinition[],
    controls: readonly CongestionControlDefinition[],
    kindsOfTraffic: readonly TrafficDefinition[],
  ) {
    this.disciplines = disciplines;
    this.controls = controls;
    this.kindsOfTraffic = kindsOfTraffic;
  }

  discipline(id: string): QueueDisciplineDefinition {
    return byId(this.disciplines, id, "queue discipline");
  }

  control(id: string): CongestionControlDefinition {
    return byId(this.controls, id, "congestion control");
  }

  traffic(id: string): TrafficDefinition {
    return byId(this.kindsOfTraffic, id, "kind of traffic");
  }
}

export const everyAlgorithm = new Algorithms(queueDisciplines, congestionControls, trafficKinds);
