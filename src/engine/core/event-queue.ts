/**
 * The event queue. A component (transmitter, pipe, timer, sampler) registers once and has at most ONE pending event,
 * so the queue's size depends on the number of components, never on the number of packets. Keys are (time, sequence):
 * events of the same time come out in the order in which they were scheduled.
 *
 * A winner tree: leaf i is slot i, each inner node holds the earlier of its two children's slots. Setting, moving and
 * cancelling an event are one walk from leaf to root, and a walk stops where nothing changes any more.
 */
const NEVER = Number.POSITIVE_INFINITY;

export class EventQueue {
  private sequence = 0;
  private slots = 0;
  private capacity = 4;
  private timeNs = new Float64Array(4).fill(NEVER);
  private order = new Float64Array(4);
  /** Winners, root at 1; the children of n are 2n and 2n + 1; leaves are not stored. */
  private winner = new Int32Array(4);

  constructor() {
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

  /** Sets the one pending event of a slot; moves it if there is one already. */
  schedule(slot: number, timeNs: number): void {
    this.timeNs[slot] = timeNs;
    this.order[slot] = this.sequence++;
    this.replay(slot);
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
      if (rivalNs < ownNs || (rivalNs === ownNs && this.order[rival] < this.order[champion]))
        champion = rival;
      node >>= 1;
    }
  }

  private earlier(a: number, b: number): number {
    const difference = this.timeNs[a] - this.timeNs[b];
    return difference < 0 || (difference === 0 && this.order[a] < this.order[b]) || this.timeNs[b] === NEVER
      ? a
      : b;
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
    const { length } = this.timeNs;
    this.capacity = length * 2;
    const timeNs = new Float64Array(this.capacity).fill(NEVER);
    timeNs.set(this.timeNs);
    const order = new Float64Array(this.capacity);
    order.set(this.order);
    this.timeNs = timeNs;
    this.order = order;
    this.winner = new Int32Array(this.capacity);
    this.rebuild();
  }
}
