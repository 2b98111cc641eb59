/**
 * An unlimited queue: first in, first out, and nothing is ever dropped. It shows how a standing queue grows when
 * nothing limits it.
 */
import type { Packet } from "../net/packet.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import type { QueueDisciplineCard, QueueDisciplineDefinition } from "./queue-discipline.ts";

/** Number of packets that a computer can store easily: half a minute of traffic at 200 Mbps. */
export const MEMORY_PACKETS = 500_000;

export class Infinite extends FifoDiscipline {
  enqueue(packet: Packet): void {
    if (this.fifo.packets < MEMORY_PACKETS) this.fifo.push(packet);
    else this.dropOverflow(packet);
  }
}

export const infiniteCard: QueueDisciplineCard = {
  id: "infinite",
  label: "Infinite FIFO",
  family: "Without signals",
  summary:
    "First in, first out, without a limit: no packet is dropped or marked. Senders get no signal, so their windows keep growing.",
  cite: "RFC 7567 §2",
  ignoresLimit: true,
  signalsByMarks: false,
  params: [],
  probes: [],
};

export const infinite: QueueDisciplineDefinition = {
  ...infiniteCard,
  create: (port, values) => new Infinite(port, values),
};
