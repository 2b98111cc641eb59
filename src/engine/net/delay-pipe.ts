/** A fixed propagation delay. Only the head of the pipe competes for "next event". */
import type { EventQueue } from "../core/event-queue.ts";
import type { Packet } from "./packet.ts";
import { PacketFifo } from "./packet-fifo.ts";

export class DelayPipe {
  readonly contents = new PacketFifo();
  private readonly events: EventQueue;
  private readonly slot: number;
  /** One way. A change lets no packet overtake those already on the way: it does not reorder. */
  delayNs: number;
  private lastDueNs = 0;

  constructor(events: EventQueue, slot: number, delayNs: number) {
    this.events = events;
    this.slot = slot;
    this.delayNs = delayNs;
  }

  push(packet: Packet, nowNs: number): void {
    let dueNs = nowNs + this.delayNs;
    if (dueNs < this.lastDueNs) dueNs = this.lastDueNs;
    this.lastDueNs = dueNs;
    packet.dueNs = dueNs;
    const wasEmpty = this.contents.head === null;
    this.contents.push(packet);
    if (wasEmpty) this.events.schedule(this.slot, dueNs);
  }

  /** Takes the packet that is due and schedules the next one. */
  takeDue(): Packet {
    const packet = this.contents.shift();
    if (packet === null) throw new Error("delay pipe: nothing is due");
    const next = this.contents.head;
    if (next === null) this.events.cancel(this.slot);
    else this.events.schedule(this.slot, next.dueNs);
    return packet;
  }
}
