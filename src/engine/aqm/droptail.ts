/** DropTail: first in, first out; packets that do not fit are dropped. Reference: RFC 7567 §2. */
import type { Packet } from "../net/packet.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "./queue-discipline.ts";

export class DropTail extends FifoDiscipline {
  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else this.fifo.push(packet);
  }
}

export const droptailCard: QueueDisciplineCard = {
  id: "droptail",
  label: "DropTail",
  family: "Without signals",
  summary:
    "First in, first out. A packet that arrives at a full queue is dropped; no packet is ever marked. Other queues are compared with this one.",
  cite: "RFC 7567 §2",
  signalsByMarks: false,
  params: [],
  probes: [],
};

export const droptail: QueueDisciplineDefinition = {
  ...droptailCard,
  create: (port, values) => new DropTail(port, values),
};
