/**
 * A fixed propagation delay to far ends that nobody looks at while packets arrive: what a receiver does depends on the
 * order and the times of its packets alone, and its answer is under way for longer. So an arrival is no event. The far
 * side has a clock of its own that stands still until `settle` brings it up to now, packet by packet; that happens before
 * anybody looks at a receiver, before one of its timers, and before an answer could be there.
 */
import { type Clock, IN_TIME } from "../core/clock.ts";
import type { EventQueue, EventSlot } from "../core/event-queue.ts";
import { LOG, NO_LINK, type PacketLog } from "../trace/packet-log.ts";
import { DelayLine } from "./delay-pipe.ts";
import type { Packet, PacketSink } from "./packet.ts";

/** Whom packets are for; takes the packet. */
export interface FarEnd {
  onData(packet: Packet): void;
}

export class Arrivals extends DelayLine implements PacketSink {
  /** Packets that have arrived so far. */
  settled = 0;
  private readonly farClock: Clock;
  private readonly events: EventQueue;
  private readonly ends: readonly FarEnd[];
  private readonly wake: EventSlot;
  private readonly log: PacketLog | null;
  /** An arrival can wait so long: shorter than its answer is under way, and than a receiver's timer. */
  private patienceNs = Number.POSITIVE_INFINITY;

  /** `ends` by what packets carry as `end`; `events` is where answers are scheduled, `wake` the slot that calls `onWake`. */
  constructor(
    clock: Clock,
    farClock: Clock,
    ends: readonly FarEnd[],
    events: EventQueue,
    wake: EventSlot,
    log: PacketLog | null = null,
  ) {
    super(clock);
    this.farClock = farClock;
    this.events = events;
    this.ends = ends;
    this.wake = wake;
    this.log = log;
  }

  /** When the next packet arrives; Infinity when none is on its way. */
  get nextNs(): number {
    return this.head === null ? Number.POSITIVE_INFINITY : this.head.dueNs;
  }

  /** From now on a receiver may act so long after an arrival. What was due before now has been settled. */
  actsAfter(ns: number): void {
    if (ns <= this.patienceNs) this.patienceNs = ns - 1;
    this.plan();
  }

  receive(packet: Packet): void {
    packet.dueNs = this.clock.nowNs + this.delayNs;
    packet.order = this.events.takePlace();
    if (this.append(packet) && !this.wake.isPending) this.plan();
  }

  /** All that is due has arrived. */
  settle(): void {
    const { clock } = this;
    while (this.head !== null && this.head.dueNs <= clock.nowNs) this.settleNext();
    this.farClock.nowNs = clock.nowNs;
    this.farClock.order = IN_TIME;
  }

  /** All that was due before now: what happens now comes first. */
  settlePast(): void {
    const { clock } = this;
    while (this.head !== null && this.head.dueNs < clock.nowNs) this.settleNext();
  }

  /** The packet that is due next arrives. */
  settleNext(): void {
    const packet = this.shift();
    this.farClock.nowNs = packet.dueNs;
    this.farClock.order = packet.order;
    this.settled++;
    if (this.log !== null) this.log.add(LOG.delivered, 0, this.farClock, packet, NO_LINK, 0, 0);
    this.ends[packet.end].onData(packet);
  }

  /** The slot's event: lazily, a look at who has waited for long. */
  onWake(): void {
    this.settle();
    this.plan();
  }

  private plan(): void {
    if (this.head === null) this.wake.cancel();
    else this.wake.schedule(this.head.dueNs - this.clock.nowNs + this.patienceNs);
  }
}
