/** Packets on their way over a fixed propagation delay, in order: a list through the packets themselves. */
import type { Clock } from "../core/clock.ts";
import type { Packet } from "./packet.ts";

export abstract class DelayLine {
  /** The packet that arrives next; the others follow it by `next`. */
  head: Packet | null = null;
  /** One way. A change lets no packet overtake those already on the way: it does not reorder. */
  delayNs = 0;
  /** Of those who put packets in. */
  protected readonly clock: Clock;
  private tail: Packet | null = null;
  private lastDueNs = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  get packets(): number {
    let count = 0;
    for (let packet = this.head; packet !== null; packet = packet.next) count++;
    return count;
  }

  /** The packets in it, the one that arrives next first. */
  visit(act: (packet: Packet) => void): void {
    for (let packet = this.head; packet !== null; packet = packet.next) act(packet);
  }

  /** Puts a packet in that arrives `packet.dueNs`, but not before those ahead of it. True when it is the only one. */
  protected append(packet: Packet): boolean {
    if (packet.dueNs < this.lastDueNs) packet.dueNs = this.lastDueNs;
    this.lastDueNs = packet.dueNs;
    packet.next = null;
    const { tail } = this;
    this.tail = packet;
    if (tail === null) {
      this.head = packet;
      return true;
    }
    tail.next = packet;
    return false;
  }

  /** Takes the packet that arrives next; there is one. */
  protected shift(): Packet {
    const packet = this.head;
    if (packet === null) throw new Error("nothing is on the way");
    this.head = packet.next;
    if (packet.next === null) this.tail = null;
    return packet;
  }
}
