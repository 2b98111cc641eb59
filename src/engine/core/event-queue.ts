/**
 * The event queue. A component (transmitter, pipe, timer, sampler) registers once and has at most ONE pending event,
 * so the queue's size depends on the number of components, never on the number of packets. Events of the same time come
 * out in the order in which they were scheduled.
 *
 * A winner tree: leaf i is slot i, each inner node holds the earlier of its two children's slots. Setting, moving and
 * cancelling an event are one walk from leaf to root, and a walk stops where nothing changes any more.
 */

import { type Clock, IN_TIME } from "./clock.ts";

const NEVER = Number.POSITIVE_INFINITY;
/** Orders of events that were scheduled late count up from here. */
const LATE = 4_503_599_627_370_496;

export class EventQueue {
  private readonly clock: Clock;
  private sequence = 0;
  private slots = 0;
  private capacity = 4;
  private timeNs = new Float64Array(4).fill(NEVER);
  /** When the event was scheduled, and its place among those scheduled at that time. */
  private sinceNs = new Float64Array(4);
  private order = new Float64Array(4);
  /** Winners, root at 1; the children of n are 2n and 2n + 1; leaves are not stored. */
  private winner = new Int32Array(4);

  constructor(clock: Clock) {
    this.clock = clock;
    this.rebuild();
  }

  /** Registers a component; returns the slot that names it from now on. */
  register(): number {
    const slot = this.slots++;
    if (slot >= this.capacity) this.grow();
    return slot;
  }

  /** Slot of the earliest event. It stays pending until it is scheduled anew or cancelled. */
  get nextSlot(): number {
    return this.winner[1];
  }

  /** Time of the earliest event; Infinity when there is none. */
  get nextTimeNs(): number {
    return this.timeNs[this.winner[1]];
  }

  isPending(slot: number): boolean {
    return this.timeNs[slot] !== NEVER;
  }

  /** Sets the one pending event of a slot, so long from now; moves it if there is one already. */
  schedule(slot: number, afterNs: number): void {
    const { nowNs } = this.clock;
    this.timeNs[slot] = nowNs + afterNs;
    this.sinceNs[slot] = nowNs;
    this.order[slot] = this.sequence++;
    this.replay(slot);
  }

  /**
   * As `schedule`, by somebody whose own clock may be behind: the event has the place that it would have got then. Among
   * those scheduled in that very moment it comes last, so that it does not matter when it was caught up with.
   */
  scheduleBy(clock: Clock, slot: number, afterNs: number): void {
    const { nowNs, order } = clock;
    this.timeNs[slot] = nowNs + afterNs;
    this.sinceNs[slot] = nowNs;
    this.order[slot] = order === IN_TIME ? this.sequence++ : LATE + order;
    this.replay(slot);
  }

  /** A place in the order of scheduling, for something that will be scheduled late: see `scheduleBy`. */
  takePlace(): number {
    return this.sequence++;
  }

  cancel(slot: number): void {
    if (this.timeNs[slot] === NEVER) return;
    this.timeNs[slot] = NEVER;
    this.replay(slot);
  }

  /** Plays the matches on the way from a leaf whose key has changed. */
  private replay(slot: number): void {
    const times = this.timeNs;
    const winners = this.winner;
    let node = (slot + this.capacity) >> 1;
    let champion = this.earlier(slot, slot ^ 1);
    for (;;) {
      const before = winners[node];
      winners[node] = champion;
      // Unchanged and not the moved slot itself: nothing above can change.
      if (node === 1 || (before === champion && champion !== slot)) return;
      const rival = winners[node ^ 1];
      const rivalNs = times[rival];
      const ownNs = times[champion];
      if (rivalNs < ownNs || (rivalNs === ownNs && this.isBefore(rival, champion))) champion = rival;
      node >>= 1;
    }
  }

  private earlier(a: number, b: number): number {
    const aNs = this.timeNs[a];
    const bNs = this.timeNs[b];
    return aNs < bNs || (aNs === bNs && this.isBefore(a, b)) ? a : b;
  }

  /** Of two events of the same time. */
  private isBefore(a: number, b: number): boolean {
    const aNs = this.sinceNs[a];
    const bNs = this.sinceNs[b];
    return aNs < bNs || (aNs === bNs && this.order[a] < this.order[b]);
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
    this.timeNs = enlarged(this.timeNs, this.capacity, NEVER);
    this.sinceNs = enlarged(this.sinceNs, this.capacity, 0);
    this.order = enlarged(this.order, this.capacity, 0);
    this.winner = new Int32Array(this.capacity);
    this.rebuild();
  }
}

function enlarged(column: Float64Array, length: number, rest: number): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(length).fill(rest);
  longer.set(column);
  return longer;
}

/** One component's place in an event queue: its one pending event. */
export class EventSlot {
  /** The slot's number in its queue. */
  readonly index: number;
  private readonly queue: EventQueue;

  constructor(queue: EventQueue) {
    this.queue = queue;
    this.index = queue.register();
  }

  get isPending(): boolean {
    return this.queue.isPending(this.index);
  }

  /** Sets the pending event, so long from now; moves it if there is one already. */
  schedule(afterNs: number): void {
    this.queue.schedule(this.index, afterNs);
  }

  /** As `schedule`, by somebody whose own clock may be behind. */
  scheduleBy(clock: Clock, afterNs: number): void {
    this.queue.scheduleBy(clock, this.index, afterNs);
  }

  cancel(): void {
    this.queue.cancel(this.index);
  }
}
