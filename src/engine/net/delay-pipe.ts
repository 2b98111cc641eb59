/** A fixed propagation delay whose end is an event for each packet. Only the head of the pipe competes for "next event". */
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-slot.ts";
import { DelayLine } from "./delay-line.ts";
import type { Packet, PacketSink } from "./packet.ts";

export class DelayPipe extends DelayLine implements PacketSink {
  protected readonly exit: EventSlot;

  constructor(clock: Clock, exit: EventSlot) {
    super(clock);
    this.exit = exit;
  }

  receive(packet: Packet): void {
    packet.dueNs = this.clock.nowNs + this.delayNs;
    if (this.append(packet)) this.exit.scheduleBy(this.clock, packet.dueNs - this.clock.nowNs);
  }

  /** As `receive`, but it takes so much longer: jitter. Packets stay in order. */
  receiveLater(packet: Packet, extraNs: number): void {
    packet.dueNs = this.clock.nowNs + this.delayNs + extraNs;
    if (this.append(packet)) this.exit.scheduleBy(this.clock, packet.dueNs - this.clock.nowNs);
  }

  /** Takes the packet that is due and schedules the next one. */
  takeDue(): Packet {
    const packet = this.shift();
    if (this.head === null) this.exit.cancel();
    else this.exit.schedule(this.head.dueNs - packet.dueNs);
    return packet;
  }
}
