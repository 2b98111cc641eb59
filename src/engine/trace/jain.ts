/** Jain's fairness index. Reference: R. Jain, D. Chiu, W. Hawe, DEC-TR-301 (1984); running form: ABE paper §5.2. */

/** (Σx)² / (n·Σx²) of the first n values; 1 when all are equal, 1/n when one has all; NaN when all are zero. */
export function jainIndex(values: ArrayLike<number>, n: number = values.length): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  return squares === 0 ? Number.NaN : (sum * sum) / (n * squares);
}

/** The level at which the ABE paper calls two flows converged. */
export const CONVERGED = 0.95;

/**
 * F(t): Jain's index of the bytes each flow received since the newest flow joined. All counts are zeroed at a join.
 */
export class RunningFairness {
  private readonly base: number[] = [];
  private readonly active: boolean[] = [];
  /** Per join, in order: the flow, when, and when F first reached 0.95 (-1: not yet). */
  readonly joins: { readonly flow: number; readonly atNs: number; convergedNs: number }[] = [];
  private values = new Float64Array(8);

  join(flow: number, nowNs: number, received: (flow: number) => number): void {
    this.active[flow] = true;
    for (let i = 0; i < this.active.length; i++) this.base[i] = received(i);
    this.joins.push({ flow, atNs: nowNs, convergedNs: -1 });
  }

  leave(flow: number): void {
    this.active[flow] = false;
  }

  /** F now; also notes the moment at which the newest join has converged. */
  sample(nowNs: number, received: (flow: number) => number): number {
    let n = 0;
    for (let i = 0; i < this.active.length; i++) {
      if (this.active[i] !== true) continue;
      if (n === this.values.length) this.grow();
      this.values[n++] = received(i) - this.base[i];
    }
    if (n === 0) return Number.NaN;
    const fairness = jainIndex(this.values, n);
    const newest = this.joins[this.joins.length - 1];
    if (newest.convergedNs < 0 && fairness >= CONVERGED) newest.convergedNs = nowNs;
    return fairness;
  }

  private grow(): void {
    const grown = new Float64Array(this.values.length * 2);
    grown.set(this.values);
    this.values = grown;
  }
}
