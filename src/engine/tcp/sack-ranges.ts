/** The receiver's out-of-order data as ranges [start, end), most recently changed first (RFC 2018 §4). */
import { MAX_SACK_BLOCKS, type Packet } from "../net/packet.ts";

export class SackRanges {
  count = 0;
  private starts = new Int32Array(16);
  private ends = new Int32Array(16);

  /** Adds a segment that is not the next expected one. False when it was there already. */
  add(seq: number): boolean {
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
    if (this.count === this.starts.length) this.grow();
    this.count++;
    this.moveToFront(this.count - 1, start, end);
    return true;
  }

  /** `next` has become in-order: removes the range that starts there and returns its end, or `next` if there is none. */
  absorb(next: number): number {
    for (let i = 0; i < this.count; i++) {
      if (this.starts[i] === next) {
        const end = this.ends[i];
        this.remove(i);
        return end;
      }
    }
    return next;
  }

  writeTo(ack: Packet): void {
    const blocks = Math.min(this.count, MAX_SACK_BLOCKS);
    ack.sackBlocks = blocks;
    for (let i = 0; i < blocks; i++) {
      ack.sack[2 * i] = this.starts[i];
      ack.sack[2 * i + 1] = this.ends[i];
    }
  }

  private moveToFront(from: number, start: number, end: number): void {
    for (let i = from; i > 0; i--) {
      this.starts[i] = this.starts[i - 1];
      this.ends[i] = this.ends[i - 1];
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
