/**
 * The interface of a queue discipline. A discipline owns its queue or queues and uses a port to mark, drop, schedule
 * a wake-up and draw random numbers. A verdict per packet would not be sufficient, because CoDel drops inside dequeue
 * and FQ disciplines own several queues.
 */
import type { Clock } from "../core/clock.ts";
import type { ProgramPlace } from "../custom/run-programs.ts";
import type { Explanation, QueueDecision } from "../explain/explanation.ts";
import { type Packet, TooLargeRun } from "../net/packet.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import type { ParamValue, ParamValues } from "../params/param.ts";

export const DROP_OVERFLOW = 0;
export const DROP_AQM = 1;
/** Reason for a drop: the queue is full, or the AQM decided. */
export type DropReason = typeof DROP_OVERFLOW | typeof DROP_AQM;

/** Functions with which a discipline acts on packets and time. */
export interface DisciplinePort {
  /** Clock of the run. */
  readonly clock: Clock;
  /** Sets CE on an ECT packet (RFC 3168 §5). Returns false and does nothing if the packet is not ECN-capable. */
  mark(packet: Packet): boolean;
  /** Drops the packet; the caller must not use it any more. */
  drop(packet: Packet, reason: DropReason): void;
  /** Schedules a call of `onWake` after `ns`. At most one call is pending; a second request moves it. */
  wakeAfter(ns: number): void;
  /** Rate of the link that the queue feeds (bit/s); may change during the run. */
  readonly rateBps: number;
  /** Returns a number that is uniform in [0, 1), from the queue's own random stream. */
  random(): number;
  /** Step counters of the run. */
  readonly steps: StepCounts;
  readonly programs: ProgramPlace;
}

/** A running queue discipline of one link. */
export interface QueueDiscipline {
  /** Packets and bytes that wait, without the packet that is being transmitted. */
  readonly packets: number;
  readonly bytes: number;
  /** Number of flow queues; absent if the discipline has no queues per flow. */
  readonly flowQueues?: number;
  /**
   * Names of the discipline's queues, if the delay of a packet depends on the queue that it joins; absent if the
   * discipline has a single queue or one queue per flow.
   */
  readonly innerQueues?: readonly string[];
  /** Returns the number of packets in the queue with this index in `innerQueues`. */
  packetsIn?(queue: number): number;
  /** Index in `innerQueues` of the queue that the last packet left. */
  readonly servedQueue?: number;
  /** Accepts an arriving packet, or drops it through the port. */
  enqueue(packet: Packet): void;
  /** Removes and returns the packet to transmit now; null if no packet waits. */
  dequeue(): Packet | null;
  /**
   * Removes and returns a waiting packet without marking or dropping it: used when a discipline is replaced during
   * the run, and at the end of the run.
   */
  takeAny(): Packet | null;
  /** Visits the waiting packets from head to tail until `visitor` returns false. */
  visit(visitor: (packet: Packet) => boolean): void;
  onWake(): void;
  /** Changes a parameter during the run; `id` is one of the declared ones. */
  configure(id: string, value: ParamValue): void;
  /** Returns the current value of the i-th declared probe; NaN if it has none. */
  probe(index: number): number;
  /**
   * Returns the queue that a packet arriving now would join. Only disciplines with several queues have this function. Called
   * during a replay.
   */
  queueOf?(packet: Packet): InnerQueue;
}

/**
 * Functions that explain one queue discipline. They are called during replays. `discipline` is an object created by the
 * definition with the same id. A story must not change the state.
 */
export interface QueueStory {
  /**
   * Explains why the discipline has just marked or dropped a packet. The port calls this function while it handles the
   * packet. Returns null if the decision was not the discipline's.
   */
  explain(discipline: QueueDiscipline, decision: QueueDecision): Explanation | null;
}

/** One of the queues of a discipline, for explanations. */
export interface InnerQueue {
  /** Name, such as "its flow's queue". */
  readonly name: string;
  /** Packets waiting in this queue. */
  readonly packets: number;
}

/** Declaration of a queue discipline, without its code. */
export interface QueueDisciplineCard extends AlgorithmDeclaration {
  /** True if the queue's limit has no effect: every packet is accepted. */
  readonly ignoresLimit?: true;
  /** False if the discipline signals by drops or not at all; absent if it marks packets of ECN-capable flows. */
  readonly signalsByMarks?: false;
  /** True if different flows, or kinds of flows, have separate queues. The delay then depends on the flow of a packet. */
  readonly separates?: true;
}

/** A queue discipline: its declaration, and the function that creates one. */
export interface QueueDisciplineDefinition extends QueueDisciplineCard {
  /** Creates the discipline, starting at the current time. `values` has a value for every declared id and for `limit`. */
  create(port: DisciplinePort, values: ParamValues): QueueDiscipline;
}

/** A kind of work that a queue does for packets other than the current one. Such work takes time; it is counted and limited. */
export interface WorkKind {
  readonly most: number;
  /** Text for the error message: which work is too much, and how to reduce it. */
  readonly what: string;
  readonly remedy: string;
}

/** Counter of one kind of work. Throws a TooLargeRun when the limit is exceeded. */
export class StepCount {
  private readonly kind: WorkKind;
  private steps = 0;

  constructor(kind: WorkKind) {
    this.kind = kind;
  }

  add(steps: number): void {
    const { most, what, remedy } = this.kind;
    this.steps += steps;
    if (this.steps <= most) return;
    throw new TooLargeRun(`${what} more than ${most / 1e6} million, the most that a run may have; ${remedy}`);
  }
}

/** Step counters of a run. The queues of all links share the counters. */
export class StepCounts {
  private readonly counts = new Map<WorkKind, StepCount>();

  of(kind: WorkKind): StepCount {
    const count = this.counts.get(kind) ?? new StepCount(kind);
    this.counts.set(kind, count);
    return count;
  }
}
