/**
 * The contract of a queue discipline. It owns its queue (or queues) and is given a port that can mark, drop, wake it and
 * draw random numbers: CoDel drops inside dequeue and FQ disciplines own several queues, so a verdict per packet does not fit.
 */
import type { Clock } from "../core/clock.ts";
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { type Packet, TooLargeRun } from "../net/packet.ts";
import type { ProgramPlace } from "../own/run-programs.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";

export const DROP_OVERFLOW = 0;
export const DROP_AQM = 1;
export type DropReason = typeof DROP_OVERFLOW | typeof DROP_AQM;

/** What a port does for its discipline. */
export interface DisciplinePort {
  /** The run's. */
  readonly clock: Clock;
  /** Sets CE on an ECT packet (RFC 3168 §5); false when the packet is not ECN-capable, and nothing happened. */
  mark(packet: Packet): boolean;
  /** The packet is gone; the caller must not touch it again. */
  drop(packet: Packet, reason: DropReason): void;
  /** Calls `onWake` after so long; one pending call at most, a second request moves it. */
  wakeAfter(ns: number): void;
  /** Of the link that the queue feeds; may change in mid-run. */
  readonly rateBps: number;
  /** Uniform in [0, 1) from the queue's own stream. */
  random(): number;
  /** Those of the run. */
  readonly steps: StepCounts;
  readonly programs: ProgramPlace;
}

export interface QueueDiscipline {
  /** Packets and bytes waiting (the one being transmitted has left). */
  readonly packets: number;
  readonly bytes: number;
  /** Queues of flows that it keeps; absent: one or two. */
  readonly flowQueues?: number;
  /** The queues that it is made of, by name, where a packet's delay depends on which it joins; absent: one, or one a flow. */
  readonly ownQueues?: readonly string[];
  /** Which of `ownQueues` the last packet left. */
  readonly servedQueue?: number;
  /** Takes an arriving packet, or drops it through the port. */
  enqueue(packet: Packet): void;
  /** The packet to transmit now, or null when nothing waits. */
  dequeue(): Packet | null;
  /** Takes what waits, without signals: when a discipline is replaced in mid-run, and at the end. */
  takeAny(): Packet | null;
  /** Visits the waiting packets from head to tail until `visitor` returns false. */
  visit(visitor: (packet: Packet) => boolean): void;
  onWake(): void;
  /** A parameter takes a new value in mid-run; `id` is one of the declared. */
  configure(id: string, value: ParamValue): void;
  /** The present value of the i-th declared probe; NaN while it has none. */
  probe(index: number): number;
  /**
   * Why it has just marked or dropped that packet; asked by who replays a run, from within the port's call. Changes
   * nothing. Null: it was none of its own.
   */
  explain?(decision: QueueDecision): Explanation | null;
  /** Of a discipline with several queues: the one that a packet joins that arrives now; asked by who replays a run. */
  queueOf?(packet: Packet): OwnQueue;
}

export interface OwnQueue {
  /** "its flow's queue". */
  readonly name: string;
  /** Waiting in it. */
  readonly packets: number;
}

export interface QueueDisciplineDefinition extends AlgorithmDeclaration {
  /** Takes whatever comes: the queue's limit has no effect. */
  readonly ignoresLimit?: true;
  /** False: it signals by drops, or not at all. Absent: it marks packets of ECN-capable flows. */
  readonly signalsByMarks?: false;
  /** Flows, or kinds of flows, wait in queues of their own: how long depends on whose a packet is. */
  readonly separates?: true;
  /** It starts now. `values` has every declared id and `limit`. */
  create(port: DisciplinePort, values: ParamValues): QueueDiscipline;
}

/** What a queue does for other packets than the one at hand takes time of its own, and is counted. */
export interface StepKind {
  readonly most: number;
  /** What there are too many of, and what needs fewer: for people. */
  readonly what: string;
  readonly remedy: string;
}

export class StepCount {
  private readonly kind: StepKind;
  private steps = 0;

  constructor(kind: StepKind) {
    this.kind = kind;
  }

  add(steps: number): void {
    const { most, what, remedy } = this.kind;
    this.steps += steps;
    if (this.steps <= most) return;
    throw new TooLargeRun(`${what} more than ${most / 1e6} million, the most that a run may have; ${remedy}`);
  }
}

/** Those of a run: queues of all its links count together. */
export class StepCounts {
  private readonly counts = new Map<StepKind, StepCount>();

  of(kind: StepKind): StepCount {
    const count = this.counts.get(kind) ?? new StepCount(kind);
    this.counts.set(kind, count);
    return count;
  }
}
