/** The code of algorithms, as a simulation asks for it: by the names that a scenario gives. */
import type { QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import type { CongestionControlDefinition } from "./cc/congestion-control.ts";
import { byId } from "./params/by-id.ts";
import type { ThinFlowCode } from "./trace/thin-flow-code.ts";
import type { TrafficDefinition } from "./traffic/traffic.ts";

export class Algorithms {
  readonly disciplines: readonly QueueDisciplineDefinition[];
  readonly controls: readonly CongestionControlDefinition[];
  readonly kindsOfTraffic: readonly TrafficDefinition[];
  /** Null where no kind of traffic asks for less than all it can get. */
  readonly thinFlows: ThinFlowCode | null;

  constructor(
    disciplines: readonly QueueDisciplineDefinition[],
    controls: readonly CongestionControlDefinition[],
    kindsOfTraffic: readonly TrafficDefinition[],
    thinFlows: ThinFlowCode | null,
  ) {
    this.disciplines = disciplines;
    this.controls = controls;
    this.kindsOfTraffic = kindsOfTraffic;
    this.thinFlows = thinFlows;
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
