/**
 * Step marking: every packet above a threshold is marked, and no packet below it. This is the part of DCTCP that runs
 * in the switch. The threshold is a length, checked when a packet arrives (RFC 8257 §3.1), or a sojourn time, checked
 * when a packet leaves (Linux's ce_threshold, the L queue of RFC 9332). Packets that cannot be marked are dropped, as
 * by a RED queue configured for DCTCP.
 */
import type { Packet } from "../../net/packet.ts";
import {
  type NumberParam,
  type ParamValue,
  type ParamValues,
  range,
  type SizeParam,
} from "../../params/param.ts";
import { booleanOf, msToNs, numberOf, type SizeLimit, sizeOf } from "../../params/read.ts";
import { FifoDiscipline } from "../fifo-discipline.ts";
import {
  type DisciplinePort,
  DROP_AQM,
  type QueueDisciplineCard,
  type QueueDisciplineDefinition,
} from "../queue-discipline.ts";
import { AQM_ECN } from "../shared-params.ts";

const STEP: SizeParam = {
  kind: "size",
  id: "step",
  symbol: "K",
  label: "Threshold",
  default: "20p",
  minPackets: 1,
  maxPackets: 100_000,
  minBytes: 1,
  maxBytes: 150_000_000,
  help: "A packet is marked when the queue including it is longer than this, in packets or bytes.",
  cite: "RFC 8257 §3.1",
  main: { acts: (values) => values["step-time"] === null },
};

const STEP_TIME: NumberParam = {
  id: "step-time",
  label: "Threshold in time",
  unit: "ms",
  ...range({ default: null, noneLabel: "off", min: 0.01, max: 1000, step: 0.1, scale: "log" }),
  help: "If set, packets that waited longer than this are marked when they leave, and the length of the queue does not matter.",
  cite: "RFC 9332; Linux codel_impl.h (ce_threshold)",
  main: { acts: (values) => values["step-time"] !== null },
};

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

  override configure(id: string, value: ParamValue): void {
    if (id === "aqm-ecn") this.marking = booleanOf(value, id);
    else if (id === "step") this.threshold = sizeOf(value, id);
    else if (id === "step-time") this.thresholdNs = value === null ? null : msToNs(numberOf(value, id));
    else super.configure(id, value);
  }

  private isTooLongWith(packet: Packet): boolean {
    if (this.thresholdNs !== null) return false;
    const { fifo, threshold } = this;
    return fifo.packets >= threshold.packets || fifo.bytes + packet.bytes > threshold.bytes;
  }

  private tryMark(packet: Packet): boolean {
    return this.marking && this.port.mark(packet);
  }
}

export const stepCard: QueueDisciplineCard = {
  id: "step",
  label: "Step",
  family: "By queue length",
  summary:
    "Marks every packet while the queue is longer than a threshold, and no packet below it. DCTCP is designed for this queue; other senders treat each mark as a full congestion signal.",
  cite: "RFC 8257 §3.1",
  params: [STEP, STEP_TIME, AQM_ECN],
  probes: [],
};

export const step: QueueDisciplineDefinition = {
  ...stepCard,
  create: (port, values) => new Step(port, values),
};
