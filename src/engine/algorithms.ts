/** The code of algorithms, as a simulation asks for it: by the names that a scenario gives. */
import type { QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import type { CongestionControlDefinition } from "./cc/congestion-control.ts";
import { byId } from "./params/by-id.ts";
import type { SharingCode } from "./trace/sharing-code.ts";
import type { TrafficDefinition } from "./traffic/traffic.ts";

export class Algorithms {
  readonly disciplines: readonly QueueDisciplineDefinition[];
  readonly controls: readonly CongestionControlDefinition[];
  readonly kindsOfTraffic: readonly TrafficDefinition[];
  /** Null where a flow is alone. */
  readonly sharing: SharingCode | null;

  constructor(
    disciplines: readonly QueueDisciplineDefinition[],
    controls: readonly CongestionControlDefinition[],
    kindsOfTraffic: readonly TrafficDefinition[],
    sharing: SharingCode | null = null,
  ) {
    this.disciplines = disciplines;
    this.controls = controls;
    this.kindsOfTraffic = kindsOfTraffic;
    this.sharing = sharing;
  }

  /** The same for runs of several flows. */
  withSharing(sharing: SharingCode): Algorithms {
    return new Algorithms(this.disciplines, this.controls, this.kindsOfTraffic, sharing);
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
