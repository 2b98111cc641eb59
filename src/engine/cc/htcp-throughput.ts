/** H-TCP's view of its throughput: has it changed from one congestion signal to the next? Reference: Linux tcp_htcp.c. */
import { NS_PER_S } from "../params/read.ts";

/** So many round trips after a signal the measurement begins anew. */
const FRESH_ROUNDS = 3;
const TOLERANCE = 0.2;

export class HtcpThroughput {
  /** Segments per second: smoothed, its maximum since the last signal, and that of the time before. */
  private rate = 0;
  private max = 0;
  private maxBefore = 0;
  private counted = 0;
  private startNs = 0;

  /** What is delivered while a signal is answered does not count. */
  restart(nowNs: number): void {
    this.startNs = nowNs;
    this.counted = 0;
  }

  /** `acked` segments more; a sample is complete with `window` of them after at least `minRttNs`. */
  take(nowNs: number, window: number, acked: number, minRttNs: number, sinceSignalNs: number): void {
    this.counted += acked;
    const spanNs = nowNs - this.startNs;
    if (this.counted < window || spanNs <= 0 || spanNs < minRttNs) return;
    const rate = (this.counted * NS_PER_S) / spanNs;
    // At most three round trips, and a part of the fourth.
    if (sinceSignalNs < (FRESH_ROUNDS + 1) * minRttNs) {
      this.rate = rate;
      this.max = rate;
    } else {
      this.rate = (3 * this.rate + rate) / 4;
      if (this.rate > this.max) this.max = this.rate;
    }
    this.restart(nowNs);
  }

  /** There was a signal to compare with. */
  get hasBefore(): boolean {
    return this.maxBefore > 0;
  }

  /** At a signal: whether the maximum is within a fifth of what it was at the signal before. */
  isSteady(): boolean {
    const { max, maxBefore } = this;
    this.maxBefore = max;
    return maxBefore > 0 && max >= (1 - TOLERANCE) * maxBefore && max <= (1 + TOLERANCE) * maxBefore;
  }
}
