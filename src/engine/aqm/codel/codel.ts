/**
 * CoDel on a single queue. It signals when the minimum sojourn time of an interval stays above the target, then more and more
 * often until the minimum falls below the target. It decides when a packet leaves, from the packet's timestamp. Reference: RFC
 * 8289.
 */
import { CE, type Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, msToNsOrNever, numberOf, textOf } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import {
  AQM_ECN,
  CE_THRESHOLD,
  CODEL_INTERVAL,
  CODEL_PROBES,
  CODEL_SQRT,
  CODEL_TARGET,
} from "../shared-params.ts";
import { type CodelHost, CodelLaw } from "./law.ts";

/** Base class of disciplines with CoDel on a single queue. It provides the queue to the law and stores the law's settings. */
export abstract class CodelDiscipline extends FifoDiscipline implements CodelHost {
  readonly law = new CodelLaw(this.clock, 0, 0, false);

  abstract tryMark(packet: Packet): boolean;

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else this.fifo.push(packet);
  }

  takeHead(): Packet | null {
    return this.fifo.shift();
  }

  backlogBytes(): number {
    return this.fifo.bytes;
  }

  dropSignal(packet: Packet): void {
    this.port.drop(packet, DROP_AQM);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "target") this.law.targetNs = msToNs(numberOf(value, id));
    else if (id === "interval") this.law.intervalNs = msToNs(numberOf(value, id));
    else if (id === "codel-sqrt") this.law.exact = textOf(value, id) === "exact";
    else super.configure(id, value);
  }

  override probe(index: number): number {
    return index === 0 ? this.law.count : this.law.dropping ? 1 : 0;
  }
}

export class Codel extends CodelDiscipline {
  private marking = true;
  ceThresholdNs = 0;
  /** True if the current mark comes from the CE threshold, not from CoDel's law. */
  isLate = false;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(codel, values);
  }

  override dequeue(): Packet | null {
    const packet = this.law.dequeue(this);
    if (packet !== null && this.clock.nowNs - packet.enqueuedNs > this.ceThresholdNs) this.markOnce(packet);
    return packet;
  }

  tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  /** Marks a packet unless it already carries CE, for example from CoDel's law. */
  private markOnce(packet: Packet): void {
    if (packet.ecn === CE) return;
    this.isLate = true;
    this.tryMark(packet);
    this.isLate = false;
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "ce-threshold") this.ceThresholdNs = msToNsOrNever(value, id);
    else super.configure(id, value);
  }
}

export const codelCard: QueueDisciplineCard = {
  id: "codel",
  label: "CoDel",
  family: "By queue delay",
  summary:
    "Measures how long each packet has waited when it leaves. If even the shortest wait in a whole interval was above the target, CoDel marks or drops a packet. It then signals more and more often until the wait is below the target.",
  cite: "RFC 8289",
  params: [CODEL_TARGET, CODEL_INTERVAL, AQM_ECN, CE_THRESHOLD, CODEL_SQRT],
  probes: CODEL_PROBES,
};

export const codel: QueueDisciplineDefinition = {
  ...codelCard,
  create: (port, values) => new Codel(port, values),
};
