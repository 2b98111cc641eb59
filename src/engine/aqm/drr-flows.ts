/**
 * The scheduler of FQ-CoDel and FQ-PIE. Flows are hashed to buckets, and buckets take turns by deficit round robin. A bucket that
 * gets a packet after being idle is served first (DRR++). Each bucket has its own queue and control law, both created when its
 * first packet arrives. Reference: RFC 8290 §4.1, §4.2; Linux sch_fq_codel.c.
 */
import type { Packet } from "../net/packet.ts";
import { PacketFifo } from "../net/packet.ts";

// Finds the queue with the most bytes among many queues. A change of a queue is only recorded; the next lookup moves the changed
// queues to their places in a heap. Without lookups the ranking therefore costs nothing. With a lookup after each packet it takes
// almost the same time for any number of queues.

interface Ranked {
  readonly bytes: number;
  /** Tie-breaker: among queues with equal bytes, the one with the lowest place ranks first. No two queues have the same place. */
  readonly place: number;
  /** Position in the heap, and the bytes and the place that led to this position. */
  rank: number;
  rankedBytes: number;
  rankedPlace: number;
  /** True if the bytes or the place may have changed since the position in the heap was determined. */
  isStale: boolean;
}

/** A binary heap whose first element is the queue with the most bytes. */
class FattestFirst<T extends Ranked> {
  private readonly heap: T[] = [];
  private readonly stale: T[] = [];

  add(one: T): void {
    one.rank = this.heap.length;
    one.rankedBytes = 0;
    // A new queue starts at the end of the heap, behind all queues with bytes and all queues added earlier.
    one.rankedPlace = Number.POSITIVE_INFINITY;
    this.heap.push(one);
    this.note(one);
  }

  /**
   * Records that the bytes or the place of a queue have changed. Call this at most once before the next lookup, while
   * `isStale` is false.
   */
  note(one: T): void {
    one.isStale = true;
    this.stale.push(one);
  }

  /** Returns the queue with the most bytes. The heap must not be empty. */
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

/** A bucket. Flows whose hashes collide share it. */
export class DrrFlow<Law> implements Ranked {
  readonly fifo = new PacketFifo();
  readonly law: Law;
  /** Bytes that the flow may still send in this turn. */
  deficit = 0;
  /** True while the flow waits for a turn, on the list of new flows or on the list of old flows. */
  isListed = false;
  /** Next flow on the same list. */
  next: DrrFlow<Law> | null = null;
  /** Position in the order of service, increasing along a list. Positions on the list of new flows are negative. */
  place = 0;
  rank = 0;
  rankedBytes = 0;
  rankedPlace = 0;
  isStale = false;
  /** Bucket to which the flow's packets are hashed. */
  bucket: number;

  constructor(bucket: number, law: Law) {
    this.bucket = bucket;
    this.law = law;
  }

  get bytes(): number {
    return this.fifo.bytes;
  }
}

/** A list of flows in order of service. */
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

/** Offset of the positions on the list of new flows. It is larger than the number of joins can become, so new flows come first. */
const BEFORE_OLD = 0x10000000000000;

/** All flow queues of a discipline with their order of service. `Law` is the state of a flow's control law. */
export class DrrFlows<Law> {
  /** Bytes that a flow may send per turn; set by the user. */
  quantumBytes: number;
  /** Packets and bytes waiting in all flows. */
  packets = 0;
  bytes = 0;
  /** Flows that were idle before; they are served first, for one quantum. */
  readonly newFlows = new DrrList<Law>();
  readonly oldFlows = new DrrList<Law>();
  /** Flows that have had a packet and have not been removed by `forget`, in the order of their first packets. */
  readonly known: DrrFlow<Law>[] = [];
  /** Number of flow objects created so far. Objects that `forget` removed are included. */
  made = 0;
  /** Flow objects that `forget` removed, kept for reuse. */
  private readonly spare: DrrFlow<Law>[] = [];
  private readonly buckets: (DrrFlow<Law> | null)[];
  private readonly salt: number;
  private readonly makeLaw: () => Law;
  private readonly ranking = new FattestFirst<DrrFlow<Law>>();
  /** Number of times that a flow has joined a list. */
  private joins = 0;

  /** `random` in [0, 1) salts the hash, so that different flows collide in different runs. */
  constructor(buckets: number, quantumBytes: number, random: number, makeLaw: () => Law) {
    this.buckets = new Array<DrrFlow<Law> | null>(buckets).fill(null);
    this.quantumBytes = quantumBytes;
    this.salt = Math.floor(random * 0x100000000) | 0;
    this.makeLaw = makeLaw;
  }

  /** Returns the flow of the packet and creates it if needed (RFC 8290 §4.1). */
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

  /** Removes flows that have no packets and no turn, if `isAsNew` says that their law is in its initial state. */
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

  /** Returns the number of packets in the queue of this packet's flow. Does not create the flow. */
  waitingWith(packet: Packet): number {
    return this.buckets[bucketOf(packet, this.salt, this.buckets.length)]?.fifo.packets ?? 0;
  }

  /**
   * Appends a packet to its flow's queue. A flow that was idle joins the new flows with a whole quantum (RFC 8290
   * §4.1).
   */
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

  /** Removes and returns the packet at the head of the flow's queue; null if the flow is empty. */
  shift(flow: DrrFlow<Law>): Packet | null {
    const packet = flow.fifo.shift();
    if (packet === null) return null;
    this.packets--;
    this.bytes -= packet.bytes;
    if (!flow.isStale) this.ranking.note(flow);
    return packet;
  }

  /**
   * Returns the flow whose turn it is; null if no flow is listed. A flow that has used up its deficit gets another
   * quantum and moves to the end of the old flows (RFC 8290 §4.2).
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
   * Removes the flow that `next` returned from its list, because it is empty (RFC 8290 §4.2). A new flow first moves to the list
   * of old flows; otherwise a flow that sends a packet at the right moments would always be new and could starve the others. An
   * old flow becomes idle.
   */
  retire(flow: DrrFlow<Law>): void {
    const isNew = flow === this.newFlows.head;
    this.firstList().shift();
    if (isNew && this.oldFlows.head !== null) this.pushOld(flow);
    else flow.isListed = false;
  }

  /**
   * Returns the flow with the most bytes waiting; among equals, the first in order of service; null if no packet
   * waits (RFC 8290 §4.1).
   */
  fattest(): DrrFlow<Law> | null {
    if (this.packets === 0) return null;
    if (this.bytes > 0) return this.ranking.first();
    // ACKs without headers have zero bytes. A flow that holds only such ACKs must be found, too.
    return firstHolding(this.newFlows.head) ?? firstHolding(this.oldFlows.head);
  }

  /** Returns true if the flow is on the list of new flows. */
  isNew(flow: DrrFlow<Law>): boolean {
    let one = this.newFlows.head;
    while (one !== null && one !== flow) one = one.next;
    return one === flow;
  }

  /** Removes and returns any packet, in order of service but regardless of turns; null if no packet waits. */
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

  /** Visits the packets of all flows, flow by flow in order of service, until `visitor` returns false. */
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

/** Returns the bucket: a salted hash of the connection, scaled to the number of buckets (RFC 8290 §4.1). */
function bucketOf(packet: Packet, salt: number, buckets: number): number {
  // Applying murmur3's finaliser to both inputs lets every input bit affect every bit of the hash.
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

/** Visits the packets of the flows from `first` on. Returns false if `visitor` has stopped the visit. */
function visitFrom<Law>(first: DrrFlow<Law> | null, visitor: (packet: Packet) => boolean): boolean {
  for (let flow = first; flow !== null; flow = flow.next) {
    for (let packet = flow.fifo.head; packet !== null; packet = packet.next) {
      if (!visitor(packet)) return false;
    }
  }
  return true;
}
