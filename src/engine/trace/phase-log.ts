/**
 * The phases of one sender, in order of time. The log is bounded: when it is full, `shortestNs` increases, and of successive
 * phases that last less than this time together only the longest is kept.
 */
import type { Clock } from "../core/clock.ts";
import type { Phase } from "../params/param.ts";
import type { PhaseSeries } from "./snapshot.ts";

const NS_PER_S = 1e9;
const FIRST_ROWS = 32;
/** Share of the log that must be free after thinning. A larger share makes thinning rarer. */
const FREE_SHARE = 1 / 4;

/** Log of the phases of one sender. */
export class PhaseLog {
  private readonly clock: Clock;
  private readonly limit: number;
  /** All phases that have occurred. Rows contain indices into this array. */
  private readonly phases: Phase[] = [];
  private length = 0;
  private shortestNs = 0;
  private timeNs: Float64Array;
  private phase: Uint8Array;
  private value: Float32Array;

  /** `limit` is the maximum number of rows. */
  constructor(clock: Clock, limit: number) {
    this.clock = clock;
    this.limit = limit;
    const rows = Math.min(FIRST_ROWS, limit);
    this.timeNs = new Float64Array(rows);
    this.phase = new Uint8Array(rows);
    this.value = new Float32Array(rows);
  }

  /** Adds a phase that starts now. */
  add(phase: Phase, value: number): void {
    let number = this.phases.indexOf(phase);
    if (number < 0) number = this.phases.push(phase) - 1;
    if (this.length === this.timeNs.length) this.makeRoom();
    this.put(this.clock.nowNs, number, value, Number.POSITIVE_INFINITY);
  }

  series(): PhaseSeries {
    const { length } = this;
    return {
      phases: this.phases.map(({ id, label, tone, isWhole, value }) => {
        return { id, label, tone, ...(isWhole && { isWhole }), ...(value !== undefined && { value }) };
      }),
      shortestS: this.shortestNs / NS_PER_S,
      timeS: this.timeNs.slice(0, length).map((ns) => ns / NS_PER_S),
      phase: this.phase.slice(0, length),
      value: this.value.slice(0, length),
    };
  }

  /**
   * Adds a phase to the log. If the last phase started less than `shortestNs` before, only the longer of the two is
   * kept; among phases that start at the same time, only the last one is kept.
   */
  private put(atNs: number, number: number, value: number, lastsNs: number): void {
    const last = this.length - 1;
    const sinceNs = last < 0 ? Number.POSITIVE_INFINITY : atNs - this.timeNs[last];
    const isShort = sinceNs === 0 || sinceNs < this.shortestNs;
    if (isShort && lastsNs < sinceNs) return;
    const at = isShort ? last : last + 1;
    if (!isShort) this.timeNs[at] = atNs;
    this.phase[at] = number;
    this.value[at] = value;
    this.length = at + 1;
    const isSame = at > 0 && this.phase[at - 1] === number && Object.is(this.value[at - 1], this.value[at]);
    if (isSame) this.length = at;
  }

  private makeRoom(): void {
    if (this.timeNs.length < this.limit) {
      const rows = Math.min(2 * this.length, this.limit);
      const { timeNs, phase, value } = this;
      this.timeNs = new Float64Array(rows);
      this.phase = new Uint8Array(rows);
      this.value = new Float32Array(rows);
      this.timeNs.set(timeNs);
      this.phase.set(phase);
      this.value.set(value);
      return;
    }
    const most = Math.floor(this.limit * (1 - FREE_SHARE));
    while (this.length > most) this.thin();
  }

  private thin(): void {
    const { length, timeNs, phase, value } = this;
    const meanNs = (timeNs[length - 1] - timeNs[0]) / length;
    this.shortestNs = Math.max(2 * this.shortestNs, meanNs);
    this.length = 0;
    for (let i = 0; i < length; i++) {
      const lastsNs = i + 1 < length ? timeNs[i + 1] - timeNs[i] : Number.POSITIVE_INFINITY;
      this.put(timeNs[i], phase[i], value[i], lastsNs);
    }
  }
}
