/**
 * A log-linear histogram of times: linear below 64 units of 16 ns, then 64 buckets per factor of two, so that a bucket is
 * at most 1/64 wide and its middle within 0.8 % of any value in it. Count, sum, min and max are exact. Bounded memory.
 */
import type { DelayCdf, Percentiles } from "./snapshot.ts";

const UNIT_NS = 16;
const LINEAR = 64;
const PER_OCTAVE = 64;
/** 2^32 units are 68 s; octaves above that cover hours. */
const OCTAVES = 40;
const NS_PER_MS = 1e6;

export class DelayHistogram {
  count = 0;
  #sumNs = 0;
  #minNs = Number.POSITIVE_INFINITY;
  #maxNs = 0;
  readonly #buckets = new Float64Array(LINEAR + OCTAVES * PER_OCTAVE);

  add(ns: number): void {
    this.count++;
    this.#sumNs += ns;
    if (ns < this.#minNs) this.#minNs = ns;
    if (ns > this.#maxNs) this.#maxNs = ns;
    this.#buckets[bucketOf(ns)]++;
  }

  clear(): void {
    this.count = 0;
    this.#sumNs = 0;
    this.#minNs = Number.POSITIVE_INFINITY;
    this.#maxNs = 0;
    this.#buckets.fill(0);
  }

  /** In ms; null without samples. */
  percentiles(): Percentiles | null {
    if (this.count === 0) return null;
    const p = (percent: number) => this.#percentileNs(percent / 100) / NS_PER_MS;
    return {
      n: this.count,
      mean: this.#sumNs / this.count / NS_PER_MS,
      min: this.#minNs / NS_PER_MS,
      p1: p(1),
      p5: p(5),
      p10: p(10),
      p25: p(25),
      p50: p(50),
      p75: p(75),
      p90: p(90),
      p95: p(95),
      p99: p(99),
      max: this.#maxNs / NS_PER_MS,
    };
  }

  /** The steps of the cumulative distribution: one point per non-empty bucket. */
  cdf(): DelayCdf {
    let points = 0;
    for (const n of this.#buckets) if (n > 0) points++;
    const ms = new Float32Array(points);
    const fraction = new Float32Array(points);
    let below = 0;
    let at = 0;
    for (let i = 0; i < this.#buckets.length; i++) {
      if (this.#buckets[i] === 0) continue;
      below += this.#buckets[i];
      ms[at] = this.#middleNs(i) / NS_PER_MS;
      fraction[at++] = below / this.count;
    }
    return { ms, fraction };
  }

  /** Visits every non-empty bucket, for the digest. */
  forEach(visit: (bucket: number, count: number) => void): void {
    for (let i = 0; i < this.#buckets.length; i++) if (this.#buckets[i] > 0) visit(i, this.#buckets[i]);
  }

  /** Nearest rank. */
  #percentileNs(fraction: number): number {
    const rank = Math.max(1, Math.ceil(fraction * this.count));
    let below = 0;
    for (let i = 0; i < this.#buckets.length; i++) {
      below += this.#buckets[i];
      if (below >= rank) return this.#middleNs(i);
    }
    return this.#maxNs;
  }

  #middleNs(bucket: number): number {
    const low = lowerEdgeNs(bucket);
    const middle = (low + lowerEdgeNs(bucket + 1)) / 2;
    return Math.min(Math.max(middle, this.#minNs), this.#maxNs);
  }
}

function bucketOf(ns: number): number {
  let units = ns / UNIT_NS;
  if (units < LINEAR) return units | 0;
  let base = LINEAR;
  while (units >= 0x80000000) {
    // Beyond 32-bit integers: come down by whole octaves.
    units /= 2;
    base += PER_OCTAVE;
  }
  const whole = units | 0;
  const octave = 25 - Math.clz32(whole);
  const bucket = base + octave * PER_OCTAVE + ((whole >>> octave) - PER_OCTAVE);
  return Math.min(bucket, LINEAR + OCTAVES * PER_OCTAVE - 1);
}

function lowerEdgeNs(bucket: number): number {
  if (bucket < LINEAR) return bucket * UNIT_NS;
  const octave = Math.floor((bucket - LINEAR) / PER_OCTAVE);
  let width = UNIT_NS;
  for (let i = 0; i < octave; i++) width *= 2;
  return (PER_OCTAVE + ((bucket - LINEAR) % PER_OCTAVE)) * width;
}
