/**
 * The receiver's out-of-order data as ranges [start, end), most recently changed first (RFC 2018 §4). The time to add
 * a segment, merge its range with neighbouring ranges and move the range to the front does not grow with the number
 * of ranges.
 */
import { MAX_SACK_BLOCKS, NO_BLOCKS, type Packet } from "../net/packet.ts";

const FIRST_CAPACITY = 8;
const NONE = -1;
/** Shared empty array. Most connections never receive out-of-order data and need no array. */
const NOTHING = new Int32Array(0);

/** The out-of-order data of one receiver. */
export class SackRanges {
  count = 0;
  /** All held segments are in [lowest, highest). */
  private lowest = 0;
  private highest = 0;
  /** Start of the range that changed last. */
  private front = NONE;
  // Rings indexed by segment number. For a segment that has not been received, `towards` is NONE and the other entries are
  // undefined.
  /** A lower segment of the same range; the first segment of a range points to itself. */
  private towards = NOTHING;
  /**
   * Stored at the first segment of a range: the end of the range, and the starts of the ranges that changed after and
   * before this range.
   */
  private ends = NOTHING;
  private newer = NOTHING;
  private older = NOTHING;
  private mask = -1;

  /** Number of segments for which the rings have room. */
  get capacity(): number {
    return this.mask + 1;
  }

  /** Adds a segment that is not the next expected one. Returns false if it was already received. */
  add(seq: number): boolean {
    const { mask, front } = this;
    // The common case: the segment extends the range that changed last, with nothing above it.
    if (
      front !== NONE &&
      seq >= this.highest &&
      this.ends[front & mask] === seq &&
      seq - this.lowest <= mask
    ) {
      this.towards[seq & mask] = front;
      this.ends[front & mask] = seq + 1;
      this.highest = seq + 1;
      return true;
    }
    if (this.holds(seq)) {
      const start = this.startOf(seq);
      const end = this.ends[start & mask];
      this.unlink(start);
      this.pushFront(start, end);
      return false;
    }
    this.makeRoom(seq);
    this.join(seq);
    return true;
  }

  /**
   * Returns true if a segment is in or next to one of the two ranges that changed last, or if there are fewer than
   * two ranges.
   */
  joinsNewest(seq: number): boolean {
    if (this.count < 2) return true;
    const { front } = this;
    return this.touches(front, seq) || this.touches(this.older[front & this.mask], seq);
  }

  private touches(start: number, seq: number): boolean {
    return seq >= start - 1 && seq <= this.ends[start & this.mask];
  }

  /**
   * Removes the range that starts at `next`, which is now in order. Returns the end of that range, or `next` if no
   * range starts there.
   */
  absorb(next: number): number {
    if (next > this.lowest) this.lowest = next;
    if (!this.holds(next)) return next;
    const end = this.ends[next & this.mask];
    this.unlink(next);
    this.count--;
    this.clear(next, end);
    this.lowest = end;
    return end;
  }

  /**
   * Writes the SACK blocks into an ACK. The first block reports `duplicate`, a segment that arrived again (RFC 2883
   * §4); a value below 0 means that there is no duplicate.
   */
  writeTo(ack: Packet, duplicate = -1): void {
    const first = duplicate < 0 ? 0 : 1;
    const blocks = Math.min(first + this.count, MAX_SACK_BLOCKS);
    ack.sackBlocks = blocks;
    if (ack.sack === NO_BLOCKS) ack.sack = new Int32Array(2 * MAX_SACK_BLOCKS);
    if (first === 1) {
      ack.sack[0] = duplicate;
      ack.sack[1] = duplicate + 1;
    }
    let start = this.front;
    for (let i = first; i < blocks; i++) {
      ack.sack[2 * i] = start;
      ack.sack[2 * i + 1] = this.ends[start & this.mask];
      start = this.older[start & this.mask];
    }
  }

  /** Adds a segment that has not been received yet, and merges it with the ranges directly below and above. */
  private join(seq: number): void {
    const { mask } = this;
    let start = seq;
    let end = seq + 1;
    if (this.holds(end)) {
      end = this.ends[end & mask];
      this.unlink(seq + 1);
      this.towards[(seq + 1) & mask] = seq;
      this.count--;
    }
    if (this.holds(seq - 1)) {
      start = this.startOf(seq - 1);
      this.unlink(start);
      this.count--;
    }
    this.towards[seq & mask] = start;
    this.count++;
    this.pushFront(start, end);
  }

  private holds(seq: number): boolean {
    return seq >= this.lowest && seq < this.highest && this.towards[seq & this.mask] !== NONE;
  }

  /** Returns the start of the range that contains a received segment. Shortens the chain of `towards` for later calls. */
  private startOf(seq: number): number {
    const { towards, mask } = this;
    let start = seq;
    while (towards[start & mask] !== start) start = towards[start & mask];
    for (let at = seq; at !== start; ) {
      const lower = towards[at & mask];
      towards[at & mask] = start;
      at = lower;
    }
    return start;
  }

  private pushFront(start: number, end: number): void {
    const at = start & this.mask;
    this.ends[at] = end;
    this.newer[at] = NONE;
    this.older[at] = this.front;
    if (this.front !== NONE) this.newer[this.front & this.mask] = start;
    this.front = start;
  }

  private unlink(start: number): void {
    const newer = this.newer[start & this.mask];
    const older = this.older[start & this.mask];
    if (newer === NONE) this.front = older;
    else this.older[newer & this.mask] = older;
    if (older !== NONE) this.newer[older & this.mask] = newer;
  }

  /** Enlarges the rings until they can hold the segment. */
  private makeRoom(seq: number): void {
    if (this.count === 0) {
      this.lowest = seq;
      this.highest = seq;
    }
    const lowest = Math.min(this.lowest, seq);
    const highest = Math.max(this.highest, seq + 1);
    if (highest - lowest > this.mask + 1) this.grow(highest - lowest);
    this.lowest = lowest;
    this.highest = highest;
  }

  private grow(segments: number): void {
    let capacity = Math.max(FIRST_CAPACITY, 2 * (this.mask + 1));
    while (capacity < segments) capacity *= 2;
    const { towards, ends, newer, older, mask } = this;
    this.mask = capacity - 1;
    this.towards = new Int32Array(capacity).fill(NONE);
    this.ends = new Int32Array(capacity);
    this.newer = new Int32Array(capacity);
    this.older = new Int32Array(capacity);
    for (let seq = this.lowest; seq < this.highest; seq++) {
      const [from, to] = [seq & mask, seq & this.mask];
      if (towards[from] === NONE) continue;
      this.towards[to] = towards[from];
      this.ends[to] = ends[from];
      this.newer[to] = newer[from];
      this.older[to] = older[from];
    }
  }

  private clear(start: number, end: number): void {
    for (let seq = start; seq < end; seq++) this.towards[seq & this.mask] = NONE;
  }
}
