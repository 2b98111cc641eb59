/**
 * The event queue. A component (transmitter, pipe, timer, sampler) registers once and has at most ONE pending event,
 * so the heap's size depends on the number of components, never on the number of packets. Keys are (time, sequence):
 * events of the same time come out in the order in which they were scheduled.
 */
export class EventQueue {
  /** Number of pending events. */
  size = 0;
  #sequence = 0;
  #slots = 0;
  // Heap order, parallel arrays: comparing stays within two typed arrays.
  #timeNs = new Float64Array(16);
  #order = new Float64Array(16);
  #slot = new Int32Array(16);
  /** Position of each slot in the heap, -1 when it has no pending event. */
  #position = new Int32Array(16).fill(-1);

  /** Registers a component; returns the slot that names it from now on. */
  register(): number {
    const slot = this.#slots++;
    if (slot >= this.#position.length) this.#grow();
    return slot;
  }

  /** Time of the earliest event; Infinity when there is none. */
  get nextTimeNs(): number {
    return this.size > 0 ? this.#timeNs[0] : Number.POSITIVE_INFINITY;
  }

  /** Slot of the earliest event. Only when `size` > 0. It stays pending until it is scheduled anew or cancelled. */
  get nextSlot(): number {
    return this.#slot[0];
  }

  isPending(slot: number): boolean {
    return this.#position[slot] >= 0;
  }

  /** Sets the one pending event of a slot; moves it if there is one already. */
  schedule(slot: number, timeNs: number): void {
    const order = this.#sequence++;
    const at = this.#position[slot];
    if (at < 0) {
      this.#siftUp(this.size++, timeNs, order, slot);
    } else if (timeNs < this.#timeNs[at]) {
      this.#siftUp(at, timeNs, order, slot);
    } else {
      this.#siftDown(at, timeNs, order, slot);
    }
  }

  cancel(slot: number): void {
    const at = this.#position[slot];
    if (at < 0) return;
    this.#position[slot] = -1;
    const last = --this.size;
    if (at === last) return;
    const timeNs = this.#timeNs[last];
    const order = this.#order[last];
    const moved = this.#slot[last];
    if (timeNs < this.#timeNs[at] || (timeNs === this.#timeNs[at] && order < this.#order[at])) {
      this.#siftUp(at, timeNs, order, moved);
    } else {
      this.#siftDown(at, timeNs, order, moved);
    }
  }

  #siftUp(from: number, timeNs: number, order: number, slot: number): void {
    const times = this.#timeNs;
    const orders = this.#order;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentTime = times[parent];
      if (parentTime < timeNs || (parentTime === timeNs && orders[parent] < order)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#place(at, timeNs, order, slot);
  }

  #siftDown(from: number, timeNs: number, order: number, slot: number): void {
    const times = this.#timeNs;
    const orders = this.#order;
    const size = this.size;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (
        right < size &&
        (times[right] < times[child] || (times[right] === times[child] && orders[right] < orders[child]))
      ) {
        child = right;
      }
      const childTime = times[child];
      if (childTime > timeNs || (childTime === timeNs && orders[child] > order)) break;
      this.#move(child, at);
      at = child;
    }
    this.#place(at, timeNs, order, slot);
  }

  #move(from: number, to: number): void {
    const slot = this.#slot[from];
    this.#timeNs[to] = this.#timeNs[from];
    this.#order[to] = this.#order[from];
    this.#slot[to] = slot;
    this.#position[slot] = to;
  }

  #place(at: number, timeNs: number, order: number, slot: number): void {
    this.#timeNs[at] = timeNs;
    this.#order[at] = order;
    this.#slot[at] = slot;
    this.#position[slot] = at;
  }

  #grow(): void {
    const capacity = this.#position.length * 2;
    const grown = <T extends Float64Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#timeNs = grown(this.#timeNs, new Float64Array(capacity));
    this.#order = grown(this.#order, new Float64Array(capacity));
    this.#slot = grown(this.#slot, new Int32Array(capacity));
    this.#position = grown(this.#position, new Int32Array(capacity).fill(-1));
  }
}
