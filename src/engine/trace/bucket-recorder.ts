/**
 * A series that is decimated while it is recorded: min, max and last value per bucket of time. When the run outlasts the
 * buckets, neighbours are merged and the buckets become twice as wide: memory is bounded whatever the run.
 */
import type { BucketSeries } from "./snapshot.ts";

const NS_PER_S = 1e9;

export class BucketRecorder {
  readonly #capacity: number;
  /** A quantity that keeps its value between records (cwnd), in contrast to one that exists at its events (a delay). */
  readonly #holds: boolean;
  readonly #min: Float32Array;
  readonly #max: Float32Array;
  readonly #last: Float32Array;
  #bucketNs: number;
  /** The bucket being filled, and its end. */
  #at = 0;
  #endNs: number;

  /** Buckets of spanNs / capacity each; the first one starts at 0. */
  constructor(spanNs: number, capacity: number, holds: boolean) {
    this.#capacity = capacity + (capacity % 2);
    this.#holds = holds;
    this.#min = new Float32Array(this.#capacity).fill(Number.NaN);
    this.#max = new Float32Array(this.#capacity).fill(Number.NaN);
    this.#last = new Float32Array(this.#capacity).fill(Number.NaN);
    this.#bucketNs = Math.max(1, Math.ceil(spanNs / this.#capacity));
    this.#endNs = this.#bucketNs;
  }

  record(nowNs: number, value: number): void {
    if (nowNs >= this.#endNs) this.#advance(nowNs);
    const at = this.#at;
    // Comparisons with NaN are false: the negated form takes the first value.
    if (!(value >= this.#min[at])) this.#min[at] = value;
    if (!(value <= this.#max[at])) this.#max[at] = value;
    this.#last[at] = value;
  }

  /** A copy of what was recorded, extended to `nowNs`. */
  series(nowNs: number): BucketSeries {
    if (nowNs >= this.#endNs) this.#advance(nowNs);
    const length = this.#at + 1;
    return {
      startS: 0,
      bucketS: this.#bucketNs / NS_PER_S,
      length,
      min: this.#min.slice(0, length),
      max: this.#max.slice(0, length),
      last: this.#last.slice(0, length),
    };
  }

  #advance(nowNs: number): void {
    while (nowNs >= this.#bucketNs * this.#capacity) this.#merge();
    const to = Math.floor(nowNs / this.#bucketNs);
    const value = this.#last[this.#at];
    for (let i = this.#at + 1; i <= to; i++) {
      const open = i === to && !this.#holds;
      this.#min[i] = open ? Number.NaN : value;
      this.#max[i] = open ? Number.NaN : value;
      this.#last[i] = value;
    }
    this.#at = to;
    this.#endNs = (to + 1) * this.#bucketNs;
  }

  #merge(): void {
    const half = this.#capacity / 2;
    for (let i = 0; i < half; i++) {
      this.#min[i] = smaller(this.#min[2 * i], this.#min[2 * i + 1]);
      this.#max[i] = -smaller(-this.#max[2 * i], -this.#max[2 * i + 1]);
      const last = this.#last[2 * i + 1];
      this.#last[i] = Number.isNaN(last) ? this.#last[2 * i] : last;
    }
    for (const column of [this.#min, this.#max, this.#last]) column.fill(Number.NaN, half);
    this.#bucketNs *= 2;
    this.#at = Math.floor(this.#at / 2);
    this.#endNs = (this.#at + 1) * this.#bucketNs;
  }
}

/** The smaller of two values of which either may be NaN. */
function smaller(a: number, b: number): number {
  return a <= b || Number.isNaN(b) ? a : b;
}
