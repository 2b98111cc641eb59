/**
 * Records a series of values in buckets of time. A bucket holds the minimum, the maximum and the last value, and for events the
 * mean. When the buckets are used up, neighbours are merged and all buckets become twice as wide, so memory is bounded. Single
 * values are first collected in a buffer, because sorting many values into buckets at once costs less. The buffer is emptied when
 * it is full or when the series is read. A short series that is never read therefore needs no buckets.
 */
import type { Clock } from "../core/clock.ts";
import type { BucketSeries, EventSeries } from "./snapshot.ts";

const NS_PER_S = 1e9;
/** Indices into `open`, the bucket that is being filled. */
const MIN = 0;
const MAX = 1;
const LAST = 2;
const END_NS = 3;
const SUM = 4;
const COUNT = 5;
/**
 * Index of the time of the value that opens the next bucket (ns). The time is stored, because passing it as an argument could
 * allocate an object.
 */
const NOW_NS = 6;

/** Capacity of the buffer of single values: initial and maximum. */
const FIRST_WAITING = 256;
const MOST_WAITING = 2048;
const NO_COLUMN = new Float32Array(0);

/** Recorder of one series. */
export class BucketRecorder {
  private readonly clock: Clock;
  private readonly capacity: number;
  /**
   * True for a quantity that keeps its value between records (cwnd), false for one that exists only at its events (a
   * delay).
   */
  private readonly holds: boolean;
  /** Columns of the buckets; empty until the first value is put into a bucket. */
  private min = NO_COLUMN;
  private max = NO_COLUMN;
  private last = NO_COLUMN;
  /** Means and counts of events; always empty if the quantity holds its value. */
  private mean = NO_COLUMN;
  private count = new Uint32Array(0);
  /** Buffer of single values that are not in a bucket yet, and their times. */
  private values = new Float64Array(FIRST_WAITING);
  private timesNs = new Float64Array(FIRST_WAITING);
  private waiting = 0;
  /**
   * The bucket that is being filled: min, max, last, end, sum, count, and a time. A typed array is used, because numbers in it
   * never become separate objects.
   */
  private readonly open = new Float64Array([
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
    0,
    0,
    0,
    0,
  ]);
  private bucketNs: number;
  private at = 0;

  /** Creates a series of at most `capacity` buckets for a run of `spanNs`, starting at time 0. */
  constructor(clock: Clock, spanNs: number, capacity: number, holds: boolean) {
    this.clock = clock;
    this.capacity = capacity + (capacity % 2);
    this.holds = holds;
    // One extra ns makes room for a record at `spanNs`, the end of the run.
    this.bucketNs = Math.floor(spanNs / this.capacity) + 1;
    this.open[END_NS] = this.bucketNs;
  }

  record(value: number): void {
    if (this.waiting === this.values.length) this.makeRoom();
    const at = this.waiting++;
    this.values[at] = value;
    this.timesNs[at] = this.clock.nowNs;
  }

  /** Records the first `count` values with their times, none of which is later than the current time. */
  recordAll(values: Float64Array, timesNs: Float64Array, count: number): void {
    if (this.min.length === 0) this.allocate();
    const { open } = this;
    for (let i = 0; i < count; ) {
      if (timesNs[i] >= open[END_NS]) {
        open[NOW_NS] = timesNs[i];
        this.advance();
      }
      i = this.fill(values, timesNs, i, count);
    }
  }

  /** Returns a copy of the recorded series, extended to the current time. */
  series(): BucketSeries {
    this.recordWaiting();
    if (this.clock.nowNs >= this.open[END_NS]) this.advanceToNow();
    this.close();
    const length = this.at + 1;
    return {
      startS: 0,
      bucketS: this.bucketNs / NS_PER_S,
      length,
      min: this.min.slice(0, length),
      max: this.max.slice(0, length),
      last: this.last.slice(0, length),
    };
  }

  /** Returns a copy of the recorded series of events, extended to the current time. */
  eventSeries(): EventSeries {
    const series = this.series();
    const { length } = series;
    return { ...series, mean: this.mean.slice(0, length), count: this.count.slice(0, length) };
  }

  private recordWaiting(): void {
    this.recordAll(this.values, this.timesNs, this.waiting);
    this.waiting = 0;
  }

  private makeRoom(): void {
    const { values, timesNs } = this;
    if (values.length === MOST_WAITING) {
      this.recordWaiting();
      return;
    }
    this.values = new Float64Array(2 * values.length);
    this.timesNs = new Float64Array(2 * values.length);
    this.values.set(values);
    this.timesNs.set(timesNs);
  }

  private allocate(): void {
    const { capacity, holds } = this;
    this.min = new Float32Array(capacity);
    this.max = new Float32Array(capacity);
    this.last = new Float32Array(capacity);
    if (holds) return;
    this.mean = new Float32Array(capacity);
    this.count = new Uint32Array(capacity);
  }

  /** Adds values from index `from` to the open bucket while they belong to it; returns the index of the next value. */
  private fill(values: Float64Array, timesNs: Float64Array, from: number, count: number): number {
    const { open } = this;
    const endNs = open[END_NS];
    let min = open[MIN];
    let max = open[MAX];
    let sum = open[SUM];
    let i = from;
    for (; i < count && timesNs[i] < endNs; i++) {
      const value = values[i];
      if (value < min) min = value;
      if (value > max) max = value;
      sum += value;
    }
    open[MIN] = min;
    open[MAX] = max;
    open[LAST] = values[i - 1];
    open[SUM] = sum;
    open[COUNT] += i - from;
    return i;
  }

  /** Writes the bucket being filled to the columns. If it is empty, the last value is repeated. */
  private close(): void {
    const open = this.open;
    const isEmpty = open[MIN] > open[MAX];
    this.min[this.at] = isEmpty ? open[LAST] : open[MIN];
    this.max[this.at] = isEmpty ? open[LAST] : open[MAX];
    this.last[this.at] = open[LAST];
    if (this.holds) return;
    this.mean[this.at] = isEmpty ? open[LAST] : open[SUM] / open[COUNT];
    this.count[this.at] = open[COUNT];
  }

  private advanceToNow(): void {
    this.open[NOW_NS] = this.clock.nowNs;
    this.advance();
  }

  /** Opens the bucket that contains the time in `NOW_NS`. */
  private advance(): void {
    const open = this.open;
    this.close();
    while (open[NOW_NS] >= this.bucketNs * this.capacity) this.merge();
    const to = Math.floor(open[NOW_NS] / this.bucketNs);
    const value = open[LAST];
    for (let i = this.at + 1; i < to; i++) {
      this.min[i] = value;
      this.max[i] = value;
      this.last[i] = value;
      if (this.holds) continue;
      this.mean[i] = value;
      this.count[i] = 0;
    }
    // After a merge all earlier values are in buckets before the current one, so the current bucket starts empty.
    const carries = this.holds && !Number.isNaN(value);
    open[MIN] = carries ? value : Number.POSITIVE_INFINITY;
    open[MAX] = carries ? value : Number.NEGATIVE_INFINITY;
    open[END_NS] = (to + 1) * this.bucketNs;
    open[SUM] = 0;
    open[COUNT] = 0;
    this.at = to;
  }

  /** Merges each pair of neighbouring buckets. `at` is the index of the last bucket written. */
  private merge(): void {
    const filled = this.at + 1;
    const pairs = Math.ceil(filled / 2);
    for (let i = 0; i < pairs; i++) {
      const left = 2 * i;
      const right = Math.min(left + 1, filled - 1);
      this.min[i] = smaller(this.min[left], this.min[right]);
      this.max[i] = -smaller(-this.max[left], -this.max[right]);
      this.last[i] = this.last[right];
      if (this.holds) continue;
      const [ofLeft, ofRight] = [this.count[left], right === left ? 0 : this.count[right]];
      // The mean is NaN before the first event.
      if (ofLeft === 0) this.mean[i] = this.mean[right];
      else if (ofRight === 0) this.mean[i] = this.mean[left];
      else this.mean[i] = (this.mean[left] * ofLeft + this.mean[right] * ofRight) / (ofLeft + ofRight);
      this.count[i] = ofLeft + ofRight;
    }
    this.bucketNs *= 2;
    this.at = pairs - 1;
  }
}

/** Returns the smaller of two values. Either may be NaN; the other is then returned. */
function smaller(a: number, b: number): number {
  return a <= b || Number.isNaN(b) ? a : b;
}
