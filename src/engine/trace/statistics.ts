/** Small running statistics. */

export interface Range {
  readonly mean: number;
  readonly min: number;
  readonly max: number;
}

/** Mean, min and max of a quantity that keeps its value between changes, weighted by time. */
export class TimeWeighted {
  private value = Number.NaN;
  private sinceNs = 0;
  private integral = 0;
  private spanNs = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  set(nowNs: number, value: number): void {
    this.integrate(nowNs);
    this.value = value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  restart(nowNs: number): void {
    this.integral = 0;
    this.spanNs = 0;
    this.sinceNs = nowNs;
    if (Number.isNaN(this.value)) return;
    this.min = this.value;
    this.max = this.value;
  }

  /** Null while nothing was set or no time has passed. */
  range(nowNs: number): Range | null {
    if (Number.isNaN(this.value)) return null;
    // Asking leaves no trace: parts added up one by one would round differently.
    const lastNs = nowNs - this.sinceNs;
    const spanNs = this.spanNs + lastNs;
    if (spanNs <= 0) return null;
    return { mean: (this.integral + this.value * lastNs) / spanNs, min: this.min, max: this.max };
  }

  private integrate(nowNs: number): void {
    if (!Number.isNaN(this.value)) {
      this.integral += this.value * (nowNs - this.sinceNs);
      this.spanNs += nowNs - this.sinceNs;
    }
    this.sinceNs = nowNs;
  }
}

/** Mean, min and max of samples. */
export class RangeStatistic {
  private count = 0;
  private sum = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    this.count++;
    this.sum += value;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  restart(): void {
    this.count = 0;
    this.sum = 0;
    this.min = Number.POSITIVE_INFINITY;
    this.max = Number.NEGATIVE_INFINITY;
  }

  range(): Range | null {
    return this.count === 0 ? null : { mean: this.sum / this.count, min: this.min, max: this.max };
  }
}
