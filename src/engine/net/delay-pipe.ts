/** A fixed propagation delay. Only the head of the pipe competes for "next event". */
import type { EventSlot } from "../core/event-slot.ts";
import type { Packet, PacketSink } from "./packet.ts";
import { PacketFifo } from "./packet-fifo.ts";

export class DelayPipe implements PacketSink {
  readonly contents = new PacketFifo();
  private readonly head: EventSlot;
  /** One way. A change lets no packet overtake those already on the way: it does not reorder. */
  delayNs: number;
  private lastDueNs = 0;

  constructor(head: EventSlot, delayNs: number) {
    this.head = head;
    this.delayNs = delayNs;
  }

  receive(packet: Packet, nowNs: number): void {
    let dueNs = nowNs + this.delayNs;
    if (dueNs < this.lastDueNs) dueNs = this.lastDueNs;
    this.lastDueNs = dueNs;
    packet.dueNs = dueNs;
    const wasEmpty = this.contents.head === null;
    this.contents.push(packet);
    if (wasEmpty) this.head.schedule(dueNs);
  }

  /** Takes the packet that is due and schedules the next one. */
  takeDue(): Packet {
    const packet = this.contents.shift();
    if (packet === null) throw new Error("delay pipe: nothing is due");
    const next = this.contents.head;
    if (next === null) this.head.cancel();
    else this.head.schedule(next.dueNs);
    return packet;
  }
}
