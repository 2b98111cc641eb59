/**
 * The event queue. A component (transmitter, pipe, timer, sampler) registers once and has at most ONE pending event,
 * so the size of the queue depends on the number of components, never on the number of packets. Events of the same
 * time come out in the order in which they were scheduled.
 *
 * The data structure is a winner tree: leaf i is slot i, and each inner node holds the earlier of its two children's
 * slots. Setting, moving and cancelling an event walk from leaf to root, and stop as soon as nothing changes.
 */

import { type Clock, IN_TIME } from "./clock.ts";

const NEVER = Number.POSITIVE_INFINITY;
/** Scheduling positions from this value on belong to late events, which come after all other events of the same time. */
const LATE = 4_503_599_627_370_496;

// Columns of the key of a slot.
const TIME_NS = 0;
const SINCE_NS = 1;
const ORDER = 2;
const KEY = 3;

/** A queue of events, one per registered component. */
export class EventQueue {
  private readonly clock: Clock;
  private sequence = 0;
  private slots = 0;
  private capacity = 4;
  /**
   * Key of each slot: the time of its event, the time at which that event was scheduled, and its position among the
   * events scheduled at that time.
   */
  private keys = new Float64Array(KEY * 4).fill(NEVER);
  /**
   * Winning slot of each inner node, with the root at 1; the children of n are 2n and 2n + 1; leaves are not stored.
   */
  private winner = new Int32Array(4);

  constructor(clock: Clock) {
    this.clock = clock;
    this.rebuild();
  }

  /** Registers a component. Returns its slot. */
  register(): number {
    const slot = this.slots++;
    if (slot >= this.capacity) this.grow();
    return slot;
  }

  /**
   * Slot of the earliest event. Reading it does not remove the event: the event stays pending until it is scheduled again or
   * cancelled.
   */
  get nextSlot(): number {
    return this.winner[1];
  }

  /** Time of the earliest event (ns); Infinity if there is none. */
  get nextTimeNs(): number {
    return this.keys[KEY * this.winner[1]];
  }

  isPending(slot: number): boolean {
    return this.keys[KEY * slot] !== NEVER;
  }

  /** Schedules the event of a slot for `afterNs` from now. If the event is already pending, it moves to that time. */
  schedule(slot: number, afterNs: number): void {
    const { keys } = this;
    const { nowNs } = this.clock;
    const at = KEY * slot;
    keys[at + TIME_NS] = nowNs + afterNs;
    keys[at + SINCE_NS] = nowNs;
    keys[at + ORDER] = this.sequence++;
    this.replay(slot);
  }

  /**
   * Like `schedule`, for a caller whose own clock may be behind the run's time. The event is ordered as if it had been scheduled
   * at the time of that clock, after the other events that were scheduled at that time. The result therefore does not depend on
   * when the caller catches up.
   */
  scheduleBy(clock: Clock, slot: number, afterNs: number): void {
    const { keys } = this;
    const { nowNs, order } = clock;
    const at = KEY * slot;
    keys[at + TIME_NS] = nowNs + afterNs;
    keys[at + SINCE_NS] = nowNs;
    keys[at + ORDER] = order === IN_TIME ? this.sequence++ : LATE + order;
    this.replay(slot);
  }

  /** Reserves the next position in the scheduling order, for an event that `scheduleBy` inserts later. */
  takePlace(): number {
    return this.sequence++;
  }

  cancel(slot: number): void {
    if (!this.isPending(slot)) return;
    this.keys[KEY * slot] = NEVER;
    this.replay(slot);
  }

  /** Updates the winners on the way from a changed leaf to the root. */
  private replay(slot: number): void {
    const { keys, winner } = this;
    let node = slot + this.capacity;
    let champion = slot;
    let championNs = keys[KEY * slot];
    let rival = slot ^ 1;
    for (;;) {
      const rivalNs = keys[KEY * rival];
      if (rivalNs < championNs || (rivalNs === championNs && this.isBefore(rival, champion))) {
        champion = rival;
        championNs = rivalNs;
      }
      node >>= 1;
      const before = winner[node];
      winner[node] = champion;
      // The winner of this node is the same as before and is not the moved slot. No node above can change.
      if (node === 1 || (before === champion && champion !== slot)) return;
      rival = winner[node ^ 1];
    }
  }

  /** Compares two events of the same time by the order in which they were scheduled. */
  private isBefore(a: number, b: number): boolean {
    const { keys } = this;
    const sinceNs = keys[KEY * a + SINCE_NS] - keys[KEY * b + SINCE_NS];
    return sinceNs < 0 || (sinceNs === 0 && keys[KEY * a + ORDER] < keys[KEY * b + ORDER]);
  }

  private earlier(a: number, b: number): number {
    const aheadNs = this.keys[KEY * a] - this.keys[KEY * b];
    return aheadNs < 0 || (!(aheadNs > 0) && this.isBefore(a, b)) ? a : b;
  }

  private rebuild(): void {
    const capacity = this.capacity;
    for (let node = capacity - 1; node >= 1; node--) {
      const left = 2 * node >= capacity ? 2 * node - capacity : this.winner[2 * node];
      const right = 2 * node >= capacity ? 2 * node + 1 - capacity : this.winner[2 * node + 1];
      this.winner[node] = this.earlier(left, right);
    }
  }

  private grow(): void {
    this.capacity *= 2;
    const keys = new Float64Array(KEY * this.capacity).fill(NEVER);
    keys.set(this.keys);
    this.keys = keys;
    this.winner = new Int32Array(this.capacity);
    this.rebuild();
  }
}

/** A component's slot in an event queue, with its single pending event. */
export class EventSlot {
  /** Number of the slot in its queue. */
  readonly index: number;
  private readonly queue: EventQueue;

  constructor(queue: EventQueue) {
    this.queue = queue;
    this.index = queue.register();
  }

  get isPending(): boolean {
    return this.queue.isPending(this.index);
  }

  /** Schedules the event for `afterNs` from now. If the event is already pending, it moves to that time. */
  schedule(afterNs: number): void {
    this.queue.schedule(this.index, afterNs);
  }

  /** Like `schedule`, for a caller whose own clock may be behind the run's time. */
  scheduleBy(clock: Clock, afterNs: number): void {
    this.queue.scheduleBy(clock, this.index, afterNs);
  }

  cancel(): void {
    this.queue.cancel(this.index);
  }
}
