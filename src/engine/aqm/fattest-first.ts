/**
 * Which of many queues has the most bytes. What changes is only noted; a look puts what was noted into its place, so that a
 * queue that nobody looks at costs nothing, and a look after each packet costs the same however many queues there are.
 */

export interface Ranked {
  readonly bytes: number;
  /** Of queues with equal bytes the one with the lowest comes first. No two have the same. */
  readonly place: number;
  /** Where it stands in the heap, and what of it is known there. */
  rank: number;
  rankedBytes: number;
  rankedPlace: number;
  /** Something of it may have changed since. */
  isStale: boolean;
}

/** A binary heap; the first one is the fattest. */
export class FattestFirst<T extends Ranked> {
  private readonly heap: T[] = [];
  private readonly stale: T[] = [];

  add(one: T): void {
    one.rank = this.heap.length;
    one.rankedBytes = 0;
    // Behind all that have something, and behind those that were here before.
    one.rankedPlace = Number.POSITIVE_INFINITY;
    this.heap.push(one);
    this.note(one);
  }

  /** Its bytes or its place have changed. Once until the next look: `isStale` says so. */
  note(one: T): void {
    one.isStale = true;
    this.stale.push(one);
  }

  /** Of one at least. */
  first(): T {
    const { stale } = this;
    for (let one = stale.pop(); one !== undefined; one = stale.pop()) this.settle(one);
    return this.heap[0];
  }

  private settle(one: T): void {
    one.isStale = false;
    one.rankedBytes = one.bytes;
    one.rankedPlace = one.place;
    this.rise(one);
    this.sink(one);
  }

  private rise(one: T): void {
    const { heap } = this;
    let at = one.rank;
    while (at > 0) {
      const parent = heap[(at - 1) >> 1];
      if (!goesBefore(one, parent)) break;
      heap[at] = parent;
      parent.rank = at;
      at = (at - 1) >> 1;
    }
    heap[at] = one;
    one.rank = at;
  }

  private sink(one: T): void {
    const { heap } = this;
    let at = one.rank;
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && goesBefore(heap[child + 1], heap[child])) child++;
      if (!goesBefore(heap[child], one)) break;
      heap[at] = heap[child];
      heap[at].rank = at;
      at = child;
    }
    heap[at] = one;
    one.rank = at;
  }
}

function goesBefore(a: Ranked, b: Ranked): boolean {
  if (a.rankedBytes !== b.rankedBytes) return a.rankedBytes > b.rankedBytes;
  return a.rankedPlace < b.rankedPlace;
}
