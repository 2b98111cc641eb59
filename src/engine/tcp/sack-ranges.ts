/** The receiver's out-of-order data as ranges [start, end), most recently changed first (RFC 2018 §4). */
import { MAX_SACK_BLOCKS, NO_BLOCKS, type Packet } from "../net/packet.ts";

/** So many are copied in one go, as a slow start that overshoots on a long path leaves them; fewer are not worth the call. */
const MANY = 32;

export class SackRanges {
  count = 0;
  private starts = new Int32Array(8);
  private ends = new Int32Array(8);
  /** The end of the highest range ever: what lies above has nothing to join. */
  private highest = 0;

  /** Adds a segment that is not the next expected one. False when it was there already. */
  add(seq: number): boolean {
    if (seq < this.highest) return this.join(seq);
    const continues = this.count > 0 && seq === this.highest;
    // Most often the range that changed last goes on; another one has to come to the front.
    if (continues && this.ends[0] !== seq) return this.join(seq);
    this.highest = seq + 1;
    if (continues) this.ends[0] = seq + 1;
    else this.pushFront(seq, seq + 1);
    return true;
  }

  /** Adds a segment that may lie within, before or behind any of them. */
  private join(seq: number): boolean {
    let start = seq;
    let end = seq + 1;
    for (let i = this.count - 1; i >= 0; i--) {
      if (this.starts[i] <= seq && seq < this.ends[i]) {
        this.moveToFront(i, this.starts[i], this.ends[i]);
        return false;
      }
      if (this.ends[i] === seq || this.starts[i] === seq + 1) {
        if (this.starts[i] < start) start = this.starts[i];
        if (this.ends[i] > end) end = this.ends[i];
        this.remove(i);
      }
    }
    if (end > this.highest) this.highest = end;
    this.pushFront(start, end);
    return true;
  }

  private pushFront(start: number, end: number): void {
    if (this.count === this.starts.length) this.grow();
    this.count++;
    this.moveToFront(this.count - 1, start, end);
  }

  /** `next` has become in-order: removes the range that starts there and returns its end, or `next` if there is none. */
  absorb(next: number): number {
    // What has waited longest is at the end.
    for (let i = this.count - 1; i >= 0; i--) {
      if (this.starts[i] === next) {
        const end = this.ends[i];
        this.remove(i);
        return end;
      }
    }
    return next;
  }

  /** `duplicate`: a segment that has come once more, which the first block tells of (RFC 2883 §4); below 0: none. */
  writeTo(ack: Packet, duplicate = -1): void {
    const first = duplicate < 0 ? 0 : 1;
    const blocks = Math.min(first + this.count, MAX_SACK_BLOCKS);
    ack.sackBlocks = blocks;
    if (ack.sack === NO_BLOCKS) ack.sack = new Int32Array(2 * MAX_SACK_BLOCKS);
    if (first === 1) {
      ack.sack[0] = duplicate;
      ack.sack[1] = duplicate + 1;
    }
    for (let i = first; i < blocks; i++) {
      ack.sack[2 * i] = this.starts[i - first];
      ack.sack[2 * i + 1] = this.ends[i - first];
    }
  }

  private moveToFront(from: number, start: number, end: number): void {
    if (from >= MANY) {
      this.starts.copyWithin(1, 0, from);
      this.ends.copyWithin(1, 0, from);
    } else {
      for (let i = from; i > 0; i--) {
        this.starts[i] = this.starts[i - 1];
        this.ends[i] = this.ends[i - 1];
      }
    }
    this.starts[0] = start;
    this.ends[0] = end;
  }

  private remove(at: number): void {
    this.count--;
    for (let i = at; i < this.count; i++) {
      this.starts[i] = this.starts[i + 1];
      this.ends[i] = this.ends[i + 1];
    }
  }

  private grow(): void {
    const starts = new Int32Array(this.starts.length * 2);
    const ends = new Int32Array(starts.length);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }
}
