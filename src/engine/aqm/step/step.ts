/**
 * Step marking: every packet above a threshold is marked, and no packet below it. This is the part of DCTCP that runs
 * in the switch. The threshold is a length, checked when a packet arrives (RFC 8257 §3.1), or a sojourn time, checked
 * when a packet leaves (Linux's ce_threshold, the L queue of RFC 9332). Packets that cannot be marked are dropped, as
 * by a RED queue configured for DCTCP.
 */
import type { Packet } from "../../net/packet.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, numberOf, type SizeLimit, sizeOf } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import { type DisciplinePort, DROP_AQM, type QueueDisciplineDefinition } from "../queue-discipline.ts";
import { stepCard } from "./card.ts";

export class Step extends FifoDiscipline {
  private marking = true;
  threshold: SizeLimit = { packets: 0, bytes: 0 };
  /** Threshold on the sojourn time (ns); null if the threshold is a length. */
  thresholdNs: number | null = null;

  constructor(port: DisciplinePort, values: ParamValues) {
    super(port, values);
    this.setAll(step, values);
  }

  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else if (!this.isTooLongWith(packet) || this.tryMark(packet)) this.fifo.push(packet);
    else this.port.drop(packet, DROP_AQM);
  }

  override dequeue(): Packet | null {
    let packet = this.fifo.shift();
    const { thresholdNs } = this;
    if (thresholdNs === null) return packet;
    while (packet !== null && this.clock.nowNs - packet.enqueuedNs > thresholdNs && !this.tryMark(packet)) {
      this.port.drop(packet, DROP_AQM);
      packet = this.fifo.shift();
    }
    return packet;
  }

  /** Returns true if the queue including `packet` is longer than K (RFC 8257 §3.1). */
  private isTooLongWith(packet: Packet): boolean {
    if (this.thresholdNs !== null) return false;
    const { fifo, threshold } = this;
    return fifo.packets >= threshold.packets || fifo.bytes + packet.bytes > threshold.bytes;
  }

  private tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }

  override configure(id: string, value: ParamValue): void {
    if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "step") this.threshold = sizeOf(value, id);
    else if (id === "step-time") this.thresholdNs = value === null ? null : msToNs(numberOf(value, id));
    else super.configure(id, value);
  }
}

export const step: QueueDisciplineDefinition = {
  ...stepCard,
  create: (port, values) => new Step(port, values),
};
