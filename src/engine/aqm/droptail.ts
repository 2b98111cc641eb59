/** DropTail: first in, first out, and what does not fit is dropped. Reference: RFC 7567 §2. */

import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import type { Packet } from "../net/packet.ts";
import { FifoDiscipline } from "./fifo-discipline.ts";
import type { QueueDisciplineDeclaration, QueueDisciplineDefinition } from "./queue-discipline.ts";
import { explainFull, withMore } from "./queue-words.ts";

class DropTail extends FifoDiscipline {
  enqueue(packet: Packet): void {
    if (this.isFullFor(packet)) this.dropOverflow(packet);
    else this.fifo.push(packet);
  }

  dequeue(): Packet | null {
    return this.fifo.shift();
  }

  explain({ packet }: QueueDecision): Explanation {
    const full = explainFull(this.fifo, this.limit, packet);
    return withMore(full, "DropTail signals in no other way: it drops what does not fit.");
  }

  probe(): number {
    return Number.NaN;
  }
}

export const droptailDeclaration: QueueDisciplineDeclaration = {
  id: "droptail",
  label: "DropTail",
  family: "Without signals",
  summary:
    "First in, first out; an arriving packet is dropped when the queue is full. The baseline: it never marks.",
  cite: "RFC 7567 §2",
  params: [],
  probes: [],
};

export const droptail: QueueDisciplineDefinition = {
  ...droptailDeclaration,
  create: (port, values) => new DropTail(port, values),
};
