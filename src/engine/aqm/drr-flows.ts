/**
 * The scheduler of FQ-CoDel and FQ-PIE: flows are hashed to buckets, buckets take turns by deficit round robin, and a
 * bucket that has just got a packet after being idle goes first (DRR++). Each bucket has a queue and a control law of its
 * own, both made when the first packet hashes to it. Reference: RFC 8290 §4.1, §4.2; Linux sch_fq_codel.c.
 */
import type { Packet } from "../net/packet.ts";
import { PacketFifo } from "../net/packet.ts";

// Which of many queues has the most bytes. What changes is only noted; a look puts what was noted into its place, so that a
// queue that nobody looks at costs nothing, and a look after each packet costs the same however many queues there are.

interface Ranked {
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
class FattestFirst<T extends Ranked> {
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

/** A bucket; flows whose hashes collide share it. */
export class DrrFlow<Law> implements Ranked {
  readonly fifo = new PacketFifo();
  readonly law: Law;
  /** Bytes that it may still send in this turn. */
  deficit = 0;
  /** On the list of new or of old flows. */
  isListed = false;
  /** The flow behind it on its list. */
  next: DrrFlow<Law> | null = null;
  /** Grows along its list; below zero: on that of new flows. */
  place = 0;
  rank = 0;
  rankedBytes = 0;
  rankedPlace = 0;
  isStale = false;
  /** Where its packets hash to. */
  bucket: number;

  constructor(bucket: number, law: Law) {
    this.bucket = bucket;
    this.law = law;
  }

  get bytes(): number {
    return this.fifo.bytes;
  }
}

/** A list in order of service. */
class DrrList<Law> {
  length = 0;
  head: DrrFlow<Law> | null = null;
  private tail: DrrFlow<Law> | null = null;

  push(flow: DrrFlow<Law>): void {
    flow.next = null;
    if (this.tail === null) this.head = flow;
    else this.tail.next = flow;
    this.tail = flow;
    this.length++;
  }

  shift(): void {
    const flow = this.head;
    if (flow === null) return;
    this.head = flow.next;
    if (this.head === null) this.tail = null;
    flow.next = null;
    this.length--;
  }
}

/** More than there are ever joins: places of new flows are below those of old ones. */
const BEFORE_OLD = 0x10000000000000;

export class DrrFlows<Law> {
  /** Bytes a flow may send before it is the next one's turn; set by the user. */
  quantumBytes: number;
  /** Waiting in all flows. */
  packets = 0;
  bytes = 0;
  /** Flows that were idle before: they are served first, for one quantum. */
  readonly newFlows = new DrrList<Law>();
  readonly oldFlows = new DrrList<Law>();
  /** Those that had a packet and are not forgotten, in order of their first. */
  readonly known: DrrFlow<Law>[] = [];
  /** How many there are, forgotten ones included. */
  made = 0;
  /** Forgotten ones, to be used again. */
  private readonly spare: DrrFlow<Law>[] = [];
  private readonly buckets: (DrrFlow<Law> | null)[];
  private readonly salt: number;
  private readonly makeLaw: () => Law;
  private readonly ranking = new FattestFirst<DrrFlow<Law>>();
  /** Flows that have joined a list. */
  private joins = 0;

  /** `random` in [0, 1) salts the hash, so that which flows collide differs from run to run. */
  constructor(buckets: number, quantumBytes: number, random: number, makeLaw: () => Law) {
    this.buckets = new Array<DrrFlow<Law> | null>(buckets).fill(null);
    this.quantumBytes = quantumBytes;
    this.salt = Math.floor(random * 0x100000000) | 0;
    this.makeLaw = makeLaw;
  }

  /** RFC 8290 §4.1: the flow that the packet belongs to. */
  flowOf(packet: Packet): DrrFlow<Law> {
    const bucket = bucketOf(packet, this.salt, this.buckets.length);
    const known = this.buckets[bucket];
    if (known !== null) return known;
    const flow = this.spare.pop() ?? this.makeFlow();
    flow.bucket = bucket;
    this.buckets[bucket] = flow;
    this.known.push(flow);
    return flow;
  }

  private makeFlow(): DrrFlow<Law> {
    const flow = new DrrFlow(0, this.makeLaw());
    this.ranking.add(flow);
    this.made++;
    return flow;
  }

  /** Of those that are on no list, so that they hold nothing, it forgets the ones whose law is as a new one. */
  forget(isAsNew: (law: Law) => boolean): void {
    const { known } = this;
    let kept = 0;
    for (let i = 0; i < known.length; i++) {
      const flow = known[i];
      if (flow.isListed || !isAsNew(flow.law)) {
        known[kept++] = flow;
        continue;
      }
      this.buckets[flow.bucket] = null;
      this.spare.push(flow);
    }
    known.length = kept;
  }

  /** Packets in the queue of the flow that this one belongs to; makes none. */
  waitingWith(packet: Packet): number {
    return this.buckets[bucketOf(packet, this.salt, this.buckets.length)]?.fifo.packets ?? 0;
  }

  /** RFC 8290 §4.1: to the tail of the flow's queue; a flow that was idle joins the new ones with a whole quantum. */
  push(flow: DrrFlow<Law>, packet: Packet): void {
    flow.fifo.push(packet);
    this.packets++;
    this.bytes += packet.bytes;
    if (!flow.isStale) this.ranking.note(flow);
    if (flow.isListed) return;
    flow.isListed = true;
    flow.deficit = this.quantumBytes;
    flow.place = ++this.joins - BEFORE_OLD;
    this.newFlows.push(flow);
  }

  /** The packet at the head of the flow's queue, removed; null when the flow is empty. */
  shift(flow: DrrFlow<Law>): Packet | null {
    const packet = flow.fifo.shift();
    if (packet === null) return null;
    this.packets--;
    this.bytes -= packet.bytes;
    if (!flow.isStale) this.ranking.note(flow);
    return packet;
  }

  /**
   * RFC 8290 §4.2: the flow whose turn it is; null when no flow is listed. One that has used up its deficit gets another
   * quantum and goes to the end of the old ones.
   */
  next(): DrrFlow<Law> | null {
    for (;;) {
      const list = this.firstList();
      const flow = list.head;
      if (flow === null || flow.deficit > 0) return flow;
      flow.deficit += this.quantumBytes;
      list.shift();
      this.pushOld(flow);
    }
  }

  /**
   * RFC 8290 §4.2: the flow that `next` gave is empty. A new one has to pass through the old ones before it can be new
   * again, lest a flow that sends a packet at the right moments starve the others; an old one is idle from now on.
   */
  retire(flow: DrrFlow<Law>): void {
    const isNew = flow === this.newFlows.head;
    this.firstList().shift();
    if (isNew && this.oldFlows.head !== null) this.pushOld(flow);
    else flow.isListed = false;
  }

  /** RFC 8290 §4.1: the flow with the most bytes waiting, of equal ones the first in order of service; null: nothing waits. */
  fattest(): DrrFlow<Law> | null {
    if (this.packets === 0) return null;
    if (this.bytes > 0) return this.ranking.first();
    // ACKs without headers have no bytes, and yet they wait.
    return firstHolding(this.newFlows.head) ?? firstHolding(this.oldFlows.head);
  }

  /** Whether it is on the list of new flows. */
  isNew(flow: DrrFlow<Law>): boolean {
    let one = this.newFlows.head;
    while (one !== null && one !== flow) one = one.next;
    return one === flow;
  }

  /** Any packet, in order of service but regardless of turns; null when nothing waits. */
  takeAny(): Packet | null {
    for (;;) {
      const list = this.firstList();
      const flow = list.head;
      if (flow === null) return null;
      const packet = this.shift(flow);
      if (packet !== null) return packet;
      list.shift();
      flow.isListed = false;
    }
  }

  /** Flow by flow in order of service, until `visitor` returns false. */
  visit(visitor: (packet: Packet) => boolean): void {
    if (visitFrom(this.newFlows.head, visitor)) visitFrom(this.oldFlows.head, visitor);
  }

  private pushOld(flow: DrrFlow<Law>): void {
    flow.place = ++this.joins;
    if (!flow.isStale) this.ranking.note(flow);
    this.oldFlows.push(flow);
  }

  private firstList(): DrrList<Law> {
    return this.newFlows.head === null ? this.oldFlows : this.newFlows;
  }
}

/** RFC 8290 §4.1: a hash of what identifies the connection, salted, scaled to the number of buckets. */
function bucketOf(packet: Packet, salt: number, buckets: number): number {
  // The finaliser of murmur3 for each of the two: every bit of the input moves every bit of the hash.
  const h = mixed(mixed(packet.end ^ salt) + packet.epoch);
  return Math.floor(((h >>> 0) / 0x100000000) * buckets);
}

function mixed(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function firstHolding<Law>(first: DrrFlow<Law> | null): DrrFlow<Law> | null {
  let flow = first;
  while (flow !== null && flow.fifo.head === null) flow = flow.next;
  return flow;
}

/** False when `visitor` has seen enough. */
function visitFrom<Law>(first: DrrFlow<Law> | null, visitor: (packet: Packet) => boolean): boolean {
  for (let flow = first; flow !== null; flow = flow.next) {
    for (let packet = flow.fifo.head; packet !== null; packet = packet.next) {
      if (!visitor(packet)) return false;
    }
  }
  return true;
}
