/** A fixed propagation delay. Only the head of the pipe competes for "next event". */
import type { EventSlot } from "../core/event-slot.ts";
import type { Packet, PacketSink } from "./packet.ts";

export class DelayPipe implements PacketSink {
  /** The packet that leaves next; the others follow it by `next`. */
  head: Packet | null = null;
  /** One way. A change lets no packet overtake those already on the way: it does not reorder. */
  delayNs: number;
  private tail: Packet | null = null;
  private lastDueNs = 0;
  private readonly exit: EventSlot;

  constructor(exit: EventSlot, delayNs: number) {
    this.exit = exit;
    this.delayNs = delayNs;
  }

  receive(packet: Packet, nowNs: number): void {
    this.enter(packet, nowNs + this.delayNs);
  }

  /** As `receive`, with a time of arrival of its own: jitter. Packets stay in order. */
  enter(packet: Packet, atNs: number): void {
    let dueNs = atNs;
    if (dueNs < this.lastDueNs) dueNs = this.lastDueNs;
    this.lastDueNs = dueNs;
    packet.dueNs = dueNs;
    packet.next = null;
    const { tail } = this;
    this.tail = packet;
    if (tail !== null) {
      tail.next = packet;
      return;
    }
    this.head = packet;
    this.exit.schedule(dueNs);
  }

  /** Takes the packet that is due and schedules the next one. */
  takeDue(): Packet {
    const packet = this.head;
    if (packet === null) throw new Error("delay pipe: nothing is due");
    const { next } = packet;
    this.head = next;
    if (next === null) {
      this.tail = null;
      this.exit.cancel();
    } else {
      this.exit.schedule(next.dueNs);
    }
    return packet;
  }

  get packets(): number {
    let count = 0;
    for (let packet = this.head; packet !== null; packet = packet.next) count++;
    return count;
  }
}
