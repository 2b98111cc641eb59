/**
 * A log-linear histogram of times: linear below 64 units of 16 ns, then 64 buckets for each factor of two. A bucket is at most
 * 1/64 as wide as its values are large, so its middle differs from each value in it by at most 0.8 %. Sum, minimum and maximum
 * are exact. Memory is bounded.
 */
import type { DelayCdf, Percentiles } from "./snapshot.ts";

const UNIT_NS = 16;
const LINEAR = 64;
const PER_OCTAVE = 64;
/** Number of factors of two that the histogram covers. 2^32 units are 68 s, and the factors above that cover hours. */
const OCTAVES = 40;
const BUCKETS = LINEAR + OCTAVES * PER_OCTAVE;
const NS_PER_MS = 1e6;

const SUM = 0;
const MIN = 1;
const MAX = 2;

/** Histogram of the delays of one queue. */
export class DelayHistogram {
  private readonly buckets = new Uint32Array(BUCKETS);
  private readonly one = new Float64Array(1);
  /** Exact sum, minimum and maximum. They are written per packet; writing to a typed array never allocates. */
  private readonly exact = new Float64Array([0, Number.POSITIVE_INFINITY, 0]);

  add(ns: number): void {
    this.one[0] = ns;
    this.addAll(this.one, 1);
  }

  /** Adds the first `count` times. */
  addAll(times: Float64Array, count: number): void {
    const { exact, buckets } = this;
    let sum = exact[SUM];
    let min = exact[MIN];
    let max = exact[MAX];
    for (let i = 0; i < count; i++) {
      const ns = times[i];
      sum += ns;
      if (ns < min) min = ns;
      if (ns > max) max = ns;
      let units = ns / UNIT_NS;
      let base = LINEAR;
      while (units >= 0x80000000) {
        // Values that exceed 32-bit integers are scaled down by whole octaves.
        units /= 2;
        base += PER_OCTAVE;
      }
      const whole = units | 0;
      if (whole < LINEAR) {
        buckets[whole]++;
        continue;
      }
      const octave = 25 - Math.clz32(whole);
      const bucket = base + octave * PER_OCTAVE + ((whole >>> octave) - PER_OCTAVE);
      buckets[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    }
    exact[SUM] = sum;
    exact[MIN] = min;
    exact[MAX] = max;
  }

  get count(): number {
    let count = 0;
    for (let i = 0; i < BUCKETS; i++) count += this.buckets[i];
    return count;
  }

  clear(): void {
    this.exact.set([0, Number.POSITIVE_INFINITY, 0]);
    this.buckets.fill(0);
  }

  /** Returns the percentiles (ms); null if there are no samples. */
  percentiles(): Percentiles | null {
    const { count } = this;
    if (count === 0) return null;
    const p = (percent: number) =>
      this.percentileNs(Math.max(1, Math.ceil((percent / 100) * count))) / NS_PER_MS;
    return {
      n: count,
      mean: this.exact[SUM] / count / NS_PER_MS,
      min: this.exact[MIN] / NS_PER_MS,
      p1: p(1),
      p5: p(5),
      p10: p(10),
      p25: p(25),
      p50: p(50),
      p75: p(75),
      p90: p(90),
      p95: p(95),
      p99: p(99),
      max: this.exact[MAX] / NS_PER_MS,
    };
  }

  /** Returns the steps of the cumulative distribution: one point per non-empty bucket. */
  cdf(): DelayCdf {
    const { count } = this;
    const ms: number[] = [];
    const fraction: number[] = [];
    let below = 0;
    this.forEach((bucket, inBucket) => {
      below += inBucket;
      ms.push(this.middleNs(bucket) / NS_PER_MS);
      fraction.push(below / count);
    });
    return { ms: Float32Array.from(ms), fraction: Float32Array.from(fraction) };
  }

  /** Visits every non-empty bucket. */
  forEach(visit: (bucket: number, count: number) => void): void {
    for (let i = 0; i < BUCKETS; i++) if (this.buckets[i] > 0) visit(i, this.buckets[i]);
  }

  /** Returns the value (ns) with the given rank, in ascending order. */
  private percentileNs(rank: number): number {
    let below = 0;
    for (let i = 0; i < BUCKETS; i++) {
      below += this.buckets[i];
      if (below >= rank) return this.middleNs(i);
    }
    return this.exact[MAX];
  }

  private middleNs(bucket: number): number {
    const middle = (lowerEdgeNs(bucket) + lowerEdgeNs(bucket + 1)) / 2;
    return Math.min(Math.max(middle, this.exact[MIN]), this.exact[MAX]);
  }
}

function lowerEdgeNs(bucket: number): number {
  if (bucket < LINEAR) return bucket * UNIT_NS;
  const octave = Math.floor((bucket - LINEAR) / PER_OCTAVE);
  let width = UNIT_NS;
  for (let i = 0; i < octave; i++) width *= 2;
  return (PER_OCTAVE + ((bucket - LINEAR) % PER_OCTAVE)) * width;
}
