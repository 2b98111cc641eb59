/**
 * A fixed propagation delay to receivers whose arrivals are not events of the loop. What a receiver does depends only on the
 * order and the times of its packets, and its answer takes time to come back. So the far side has its own clock, which stands
 * still until `settle` brings it up to now, packet by packet: before a receiver is read, before one of its timers fires, and
 * before an answer could arrive.
 */
import { type Clock, IN_TIME } from "../core/clock.ts";
import type { EventQueue, EventSlot } from "../core/event-queue.ts";
import { LOG, NO_LINK, type PacketLog } from "../trace/packet-log.ts";
import { DelayLine } from "./delay-pipe.ts";
import type { Packet, PacketSink } from "./packet.ts";

/** The receiving end of packets, and what the line to it knows of the packets that are in flight to it. */
export interface FarEnd {
  /** Takes the packet. */
  onData(packet: Packet): void;
  /** Packets of other epochs are not data of the present connection. */
  readonly epoch: number;
  /** Whether segments have arrived above a missing one: only then may an answer be held back for a short time. */
  readonly hasGap: boolean;
  /** One past the segment that was put into the line last. */
  nextInLine: number;
  /** Arrival time of the last segment in the line that does not follow its predecessor. */
  gapUntilNs: number;
  /** The line settles this end in short time: it has a gap, or will have one. */
  isWatched: boolean;
}

export class Arrivals extends DelayLine implements PacketSink {
  /** Packets that have arrived so far. */
  settled = 0;
  private readonly farClock: Clock;
  private readonly events: EventQueue;
  private readonly ends: readonly FarEnd[];
  private readonly wake: EventSlot;
  private readonly log: PacketLog | null;
  /** Time that an arrival in order can wait: its answer takes longer, and so does a receiver's timer. */
  private patienceNs = Number.POSITIVE_INFINITY;
  /** The same while an end is watched: its answer may be held back for a shorter time. At most `patienceNs`. */
  private shortPatienceNs = Number.POSITIVE_INFINITY;
  private readonly watched: FarEnd[] = [];
  /** Time of the next look; Infinity while none is planned. */
  private wakeNs = Number.POSITIVE_INFINITY;

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

  /** A receiver may act `ns` after an arrival, from now on. The caller has settled what was due earlier. */
  actsAfter(ns: number): void {
    if (ns <= this.patienceNs) this.patienceNs = ns - 1;
    this.holdsBackFor(this.patienceNs + 1);
  }

  /** A receiver may act `ns` after an arrival that is out of order, from now on. */
  holdsBackFor(ns: number): void {
    if (ns <= this.shortPatienceNs) this.shortPatienceNs = ns - 1;
    this.plan();
  }

  receive(packet: Packet): void {
    packet.dueNs = this.clock.nowNs + this.delayNs;
    packet.order = this.events.takePlace();
    const isFirst = this.append(packet);
    const end = this.ends[packet.end];
    if (packet.epoch === end.epoch) {
      if (packet.seq !== end.nextInLine) this.watch(end, packet.dueNs);
      end.nextInLine = packet.seq + 1;
    }
    if (isFirst && this.wakeNs === Number.POSITIVE_INFINITY) this.plan();
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

  /** The slot's event: settles what has waited for long. */
  onWake(): void {
    this.settle();
    if (this.watched.length > 0) this.unwatch();
    this.plan();
  }

  /** The segment that arrives at `dueNs` does not follow its predecessor: a loss, a retransmission, reordering. */
  private watch(end: FarEnd, dueNs: number): void {
    end.gapUntilNs = dueNs;
    if (end.isWatched) return;
    end.isWatched = true;
    this.watched.push(end);
    if (this.wakeNs > dueNs + this.shortPatienceNs) this.wakeAt(dueNs + this.shortPatienceNs);
  }

  /** Ends that have no gap, with nothing but segments in order in the line, need no short looks any more. */
  private unwatch(): void {
    const { watched } = this;
    let kept = 0;
    for (const end of watched) {
      end.isWatched = end.hasGap || end.gapUntilNs > this.clock.nowNs;
      if (end.isWatched) watched[kept++] = end;
    }
    watched.length = kept;
  }

  private plan(): void {
    if (this.head === null) {
      this.wakeNs = Number.POSITIVE_INFINITY;
      this.wake.cancel();
    } else this.wakeAt(this.head.dueNs + (this.watched.length > 0 ? this.shortPatienceNs : this.patienceNs));
  }

  private wakeAt(ns: number): void {
    this.wakeNs = ns;
    this.wake.schedule(ns - this.clock.nowNs);
  }
}
