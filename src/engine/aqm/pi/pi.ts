/**
 * PI: a proportional-integral controller moves a marking probability so that the length of the queue meets a
 * reference. Reference: Hollot, Misra, Towsley and Gong, "On designing improved controllers for AQM routers
 * supporting TCP flows", INFOCOM 2001. card.ts declares the gains and designs them for a path as described there.
 */
import { clamp } from "../../core/math.ts";
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, NS_PER_S, numberOf } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "../queue-discipline.ts";
import { piCard } from "./card.ts";

/** Returns the change of p at a sample of the queue length q: a·(q − q_ref) − b·(q_old − q_ref). */
function stepOf(q: number, qOld: number, qRef: number, a: number, b: number): number {
  return a * (q - qRef) - b * (qOld - qRef);
}

export class Pi extends FifoDiscipline {
  // Values of the user's parameters.
  private a = 0;
  private b = 0;
  private periodNs = 0;
  private referencePackets = 0;
  private marking = true;
  // State of the controller.
  p = 0;
  /** Length of the queue at the previous sample (packets). */
  oldPackets = 0;
  /** Inputs of the last step, stored to explain p. */
  pBefore = 0;
  olderPackets = 0;
  aThen = 0;
  bThen = 0;
  referenceThen = 0;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(pi, values);
    port.wakeAfter(this.periodNs);
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else if (!this.signals() || (this.marking && this.port.mark(packet))) this.fifo.push(packet);
    else this.port.drop(packet, DROP_AQM);
  }

  /** Draws with probability p whether an arriving packet gets a signal. */
  private signals(): boolean {
    return this.p > 0 && this.port.random() < this.p;
  }

  /** Updates p from a sample of the queue length. */
  override onWake(): void {
    const { a, b, referencePackets, oldPackets } = this;
    const { packets } = this.fifo;
    this.pBefore = this.p;
    this.p = clamp(this.p + stepOf(packets, oldPackets, referencePackets, a, b), 0, 1);
    this.olderPackets = oldPackets;
    // The parameters may change before p is explained, so the values of the step are stored.
    this.aThen = a;
    this.bThen = b;
    this.referenceThen = referencePackets;
    this.oldPackets = packets;
    this.port.wakeAfter(this.periodNs);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "pi-a") this.a = numberOf(value, id);
    else if (id === "pi-b") this.b = numberOf(value, id);
    else if (id === "pi-rate") this.periodNs = Math.round(NS_PER_S / numberOf(value, id));
    else if (id === "pi-qref") this.referencePackets = numberOf(value, id);
    else if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else super.configure(id, value);
  }

  override probe(): number {
    return this.p;
  }
}

export const pi: QueueDisciplineDefinition = {
  ...piCard,
  create: (port, values) => new Pi(port, values),
};
