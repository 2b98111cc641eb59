/**
 * A fixed propagation delay whose arrivals at the receivers are not events of the main loop. A receiver depends only on the order
 * and the times of its packets, and its answer takes time to travel back. The receiving side therefore has its own clock, which
 * may be behind the time of the run. `settle` processes the packets that have arrived, one by one, and advances this clock. It is
 * called before a receiver is read, before one of its timers fires, and before an answer could arrive.
 */
import { type Clock, IN_TIME } from "../core/clock.ts";
import type { EventQueue, EventSlot } from "../core/event-queue.ts";
import { LOG, type LogWriter, NO_LINK } from "../trace/log-rows.ts";
import { DelayLine } from "./delay-pipe.ts";
import type { Packet, PacketSink } from "./packet.ts";

/** The receiving end of packets, and the state of the packets in flight to it. */
export interface FarEnd {
  onData(packet: Packet): void;
  /** Number of the current connection. Packets of other epochs are ignored. */
  readonly epoch: number;
  /** True if a segment is missing below segments that have arrived. Only then may the receiver delay an answer for a short time. */
  readonly hasGap: boolean;
  /** Segment number after the segment that was the last to enter the delay line. */
  nextInLine: number;
  /** Arrival time of the last segment in the delay line that does not directly follow the segment before it (ns). */
  gapUntilNs: number;
  /**
   * True while arrivals at this end must be processed within a short time, because the end has a gap or the delay line contains
   * one.
   */
  isWatched: boolean;
}

/** A propagation delay that delivers packets when `settle` is called. */
export class Arrivals extends DelayLine implements PacketSink {
  /** Number of packets delivered so far. */
  settled = 0;
  private readonly farClock: Clock;
  private readonly events: EventQueue;
  private readonly ends: readonly FarEnd[];
  private readonly wake: EventSlot;
  private readonly log: LogWriter | null;
  /** Longest time for which an in-order arrival may remain unprocessed (ns). The receiver's answer and timer come later than that. */
  private patienceNs = Number.POSITIVE_INFINITY;
  /**
   * Longest time for which an arrival may remain unprocessed while an end is watched (ns), because such an end may answer sooner.
   * At most `patienceNs`.
   */
  private shortPatienceNs = Number.POSITIVE_INFINITY;
  private readonly watched: FarEnd[] = [];
  /** Time of the next wake-up (ns); Infinity if none is scheduled. */
  private wakeNs = Number.POSITIVE_INFINITY;

  /**
   * `ends` is indexed by the packets' field `end`, `events` is the queue in which answers are scheduled, and `wake`
   * is the slot that calls `onWake`.
   */
  constructor(
    clock: Clock,
    farClock: Clock,
    ends: readonly FarEnd[],
    events: EventQueue,
    wake: EventSlot,
    log: LogWriter | null = null,
  ) {
    super(clock);
    this.farClock = farClock;
    this.events = events;
    this.ends = ends;
    this.wake = wake;
    this.log = log;
  }

  /** Arrival time of the next packet (ns); Infinity if none is in flight. */
  get nextNs(): number {
    return this.head === null ? Number.POSITIVE_INFINITY : this.head.dueNs;
  }

  /**
   * Declares that a receiver may send a packet or set a timer as early as `ns` after an arrival, from now on. Before the call,
   * all packets that have arrived must have been processed.
   */
  setResponseTime(ns: number): void {
    if (ns <= this.patienceNs) this.patienceNs = ns - 1;
    this.setAnswerDelay(this.patienceNs + 1);
  }

  /** Declares that a receiver may send a packet or set a timer as early as `ns` after an out-of-order arrival, from now on. */
  setAnswerDelay(ns: number): void {
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

  /** Processes all packets that are due now. */
  settle(): void {
    const { clock } = this;
    while (this.head !== null && this.head.dueNs <= clock.nowNs) this.settleNext();
    this.farClock.nowNs = clock.nowNs;
    this.farClock.order = IN_TIME;
  }

  /** Processes all packets that were due before the current time. Packets that are due exactly now come after the current event. */
  settlePast(): void {
    const { clock } = this;
    while (this.head !== null && this.head.dueNs < clock.nowNs) this.settleNext();
  }

  /** Processes the packet that is due next. */
  settleNext(): void {
    const packet = this.shift();
    this.farClock.nowNs = packet.dueNs;
    this.farClock.order = packet.order;
    this.settled++;
    if (this.log !== null) this.log.add(LOG.delivered, 0, this.farClock, packet, NO_LINK, 0, 0);
    this.ends[packet.end].onData(packet);
  }

  /** Handles the wake-up event: processes the arrivals that have waited for the longest allowed time. */
  onWake(): void {
    this.settle();
    if (this.watched.length > 0) this.unwatch();
    this.plan();
  }

  /**
   * Starts watching an end, because the segment that arrives at `dueNs` does not directly follow the segment before it. The
   * reason is a loss, a retransmission or reordering.
   */
  private watch(end: FarEnd, dueNs: number): void {
    end.gapUntilNs = dueNs;
    if (end.isWatched) return;
    end.isWatched = true;
    this.watched.push(end);
    if (this.wakeNs > dueNs + this.shortPatienceNs) this.wakeAt(dueNs + this.shortPatienceNs);
  }

  /** Stops watching the ends that have no gap and whose segments in the delay line are all in order. */
  private unwatch(): void {
    const { watched } = this;
    let kept = 0;
    for (const end of watched) {
      end.isWatched = end.hasGap || end.gapUntilNs > this.clock.nowNs;
      if (end.isWatched) watched[kept++] = end;
    }
    // The length is assigned only if it changes, because the assignment is slow in any case.
    if (kept < watched.length) watched.length = kept;
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
