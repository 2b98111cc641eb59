/** Jain's fairness index. Reference: R. Jain, D. Chiu, W. Hawe, DEC-TR-301 (1984); running form: ABE paper §5.2. */

import type { Clock } from "../core/clock.ts";

/**
 * Returns (Σx)² / (n·Σx²) of the first n values: 1 if all are equal, 1/n if all but one are zero, NaN if all are
 * zero.
 */
export function jainIndex(values: ArrayLike<number>, n: number = values.length): number {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  return squares === 0 ? Number.NaN : (sum * sum) / (n * squares);
}

/** Returns Jain's index of the increases `values[from + i] - base[baseFrom + i]`, for i below `n`, among the entries that count. */
export function jainOfGains(
  values: Float64Array,
  from: number,
  base: Float64Array,
  baseFrom: number,
  counts: Uint8Array,
  n: number,
): number {
  let sum = 0;
  let squares = 0;
  let counted = 0;
  for (let i = 0; i < n; i++) {
    if (counts[i] === 0) continue;
    const gain = values[from + i] - base[baseFrom + i];
    sum += gain;
    squares += gain * gain;
    counted++;
  }
  return squares === 0 ? Number.NaN : (sum * sum) / (counted * squares);
}

/** Value of Jain's index at which the ABE paper considers two flows to have converged. */
export const CONVERGED = 0.95;

/**
 * F(t): Jain's index of the bytes that each flow has received since the newest flow joined. A join resets all counts.
 */
export class RunningFairness {
  private readonly clock: Clock;
  /** Bytes that each flow had received at the last reset, by flow. */
  private base = new Float64Array(8);
  /** 1 for each flow that competes, otherwise 0, by flow. */
  private active = new Uint8Array(8);
  /** One more than the highest index of a flow that has joined. */
  private flows = 0;
  /**
   * Joins in order of time: the flow, the time of the join, and the time at which F first reached 0.95 after it (-1 if it has
   * not).
   */
  readonly joins: { readonly flow: number; readonly atNs: number; convergedNs: number }[] = [];
  /** Joins and leaves in order of time. */
  readonly turns: { readonly flow: number; readonly atNs: number; readonly isJoin: boolean }[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Records that a flow joins. `received` holds the bytes that each flow has received so far. */
  join(flow: number, received: Float64Array): void {
    if (flow >= this.flows) this.flows = flow + 1;
    if (received.length > this.base.length) this.widen(received.length);
    this.active[flow] = 1;
    this.base.set(received);
    const atNs = this.clock.nowNs;
    this.joins.push({ flow, atNs, convergedNs: -1 });
    this.turns.push({ flow, atNs, isJoin: true });
  }

  leave(flow: number): void {
    this.active[flow] = 0;
    this.turns.push({ flow, atNs: this.clock.nowNs, isJoin: false });
  }

  /**
   * Returns F now. `received` holds the received bytes, one entry per flow from index `from` on. Also records the time at which F
   * first reached 0.95 after the newest join.
   */
  sample(received: Float64Array, from: number): number {
    const fairness = jainOfGains(received, from, this.base, 0, this.active, this.flows);
    if (fairness < CONVERGED || Number.isNaN(fairness)) return fairness;
    const newest = this.joins[this.joins.length - 1];
    if (newest.convergedNs < 0) newest.convergedNs = this.clock.nowNs;
    return fairness;
  }

  /** Enlarges the arrays. The content of `base` is lost, so the caller must fill it again. */
  private widen(flows: number): void {
    const active = new Uint8Array(flows);
    active.set(this.active);
    this.active = active;
    this.base = new Float64Array(flows);
  }
}
