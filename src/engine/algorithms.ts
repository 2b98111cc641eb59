/** The code of algorithms, as a simulation asks for it: by the names that a scenario gives. */
import type { QueueDisciplineDefinition } from "./aqm/queue-discipline.ts";
import type { CongestionControlDefinition } from "./cc/congestion-control.ts";
import { byId } from "./params/by-id.ts";
import type { ChangingCode } from "./scenario/changing-code.ts";
import type { SharingCode } from "./trace/sharing-code.ts";
import type { TrafficDefinition } from "./traffic/traffic.ts";

/** What not every run needs; null: it is not there. */
export interface FurtherCode {
  /** Null where a flow is alone. */
  readonly sharing: SharingCode | null;
  /** Null where nothing changes in mid-run. */
  readonly changing: ChangingCode | null;
}

const NOTHING_FURTHER: FurtherCode = { sharing: null, changing: null };

export class Algorithms {
  readonly disciplines: readonly QueueDisciplineDefinition[];
  readonly controls: readonly CongestionControlDefinition[];
  readonly kindsOfTraffic: readonly TrafficDefinition[];
  private readonly further: FurtherCode;

  constructor(
    disciplines: readonly QueueDisciplineDefinition[],
    controls: readonly CongestionControlDefinition[],
    kindsOfTraffic: readonly TrafficDefinition[],
    further: FurtherCode = NOTHING_FURTHER,
  ) {
    this.disciplines = disciplines;
    this.controls = controls;
    this.kindsOfTraffic = kindsOfTraffic;
    this.further = further;
  }

  /** The same for runs that need more. */
  with(further: FurtherCode): Algorithms {
    return new Algorithms(this.disciplines, this.controls, this.kindsOfTraffic, further);
  }

  get sharing(): SharingCode | null {
    return this.further.sharing;
  }

  /** Whoever changes something in mid-run has seen to it that the code is there. */
  get changing(): ChangingCode {
    const { changing } = this.further;
    if (changing === null) throw new Error("the code of changes in mid-run is not there");
    return changing;
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
