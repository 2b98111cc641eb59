/** Small running statistics. */
import type { Clock } from "../core/clock.ts";

interface Range {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** Mean, minimum and maximum of a quantity that keeps its value between changes, weighted by time. */
export class TimeWeighted {
  private readonly clock: Clock;
  private value = Number.NaN;
  private sinceNs = 0;
  private integral = 0;
  private spanNs = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  set(value: number): void {
    this.integrate();
    this.value = value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  restart(): void {
    this.integral = 0;
    this.spanNs = 0;
    this.sinceNs = this.clock.nowNs;
    if (Number.isNaN(this.value)) return;
    this.min = this.value;
    this.max = this.value;
  }

  /** Returns the statistics; null if no value was set or no time has passed. */
  range(): Range | null {
    if (Number.isNaN(this.value)) return null;
    // Reading must not change the stored sum, because a sum of more parts would be rounded differently.
    const lastNs = this.clock.nowNs - this.sinceNs;
    const spanNs = this.spanNs + lastNs;
    if (spanNs <= 0) return null;
    return { mean: (this.integral + this.value * lastNs) / spanNs, min: this.min, max: this.max };
  }

  private integrate(): void {
    if (!Number.isNaN(this.value)) {
      this.integral += this.value * (this.clock.nowNs - this.sinceNs);
      this.spanNs += this.clock.nowNs - this.sinceNs;
    }
    this.sinceNs = this.clock.nowNs;
  }
}

/** Mean, minimum and maximum of samples that are taken from all flows at the same time, in columns indexed by flow. */
export class RangeColumns {
  private counts = new Float64Array(0);
  private sums = new Float64Array(0);
  private mins = new Float64Array(0);
  private maxs = new Float64Array(0);

  /** Adds a sample of each of the first `n` flows; 0 means no sample. */
  add(values: Float64Array, n: number): void {
    if (n > this.counts.length) this.widen(values.length);
    const { counts, sums, mins, maxs } = this;
    for (let i = 0; i < n; i++) {
      const value = values[i];
      if (value <= 0) continue;
      counts[i]++;
      sums[i] += value;
      if (value < mins[i]) mins[i] = value;
      if (value > maxs[i]) maxs[i] = value;
    }
  }

  restart(): void {
    this.counts.fill(0);
    this.sums.fill(0);
    this.mins.fill(Number.POSITIVE_INFINITY);
    this.maxs.fill(Number.NEGATIVE_INFINITY);
  }

  /** Returns the statistics of flow i; null if it has no sample. */
  range(i: number): Range | null {
    const count = this.counts[i] ?? 0;
    return count === 0 ? null : { mean: this.sums[i] / count, min: this.mins[i], max: this.maxs[i] };
  }

  private widen(length: number): void {
    this.counts = widened(this.counts, length, 0);
    this.sums = widened(this.sums, length, 0);
    this.mins = widened(this.mins, length, Number.POSITIVE_INFINITY);
    this.maxs = widened(this.maxs, length, Number.NEGATIVE_INFINITY);
  }
}

function widened(column: Float64Array, length: number, rest: number): Float64Array<ArrayBuffer> {
  const wide = new Float64Array(length).fill(rest);
  wide.set(column);
  return wide;
}
