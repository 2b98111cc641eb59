/**
 * What a sender can tell of the queue from its own round-trip times: the smallest of the present round trip is path and
 * standing queue, the smallest of the last few reductions is the path. Smallest, because delayed ACKs and bursts only add.
 */
import type { SenderState } from "../tcp/sender-state.ts";

/** With fewer samples in the present round trip, the one before counts as well. */
const MIN_SAMPLES = 4;
/**
 * The path's RTT is the smallest since two to four reductions ago: each of them drains the queue, or part of it. Older
 * samples are let go, because the path may have become longer, and a flow that came late never saw it empty: so all
 * flows measure alike.
 */
const REDUCTIONS_REMEMBERED = 2;

const UNKNOWN = Number.POSITIVE_INFINITY;

export class QueueEstimate {
  private roundEnd = -1;
  private roundMinNs = UNKNOWN;
  private lastRoundMinNs = UNKNOWN;
  private samples = 0;
  /** Smallest RTT of this batch of reductions and of the one before. */
  private batchMinNs = UNKNOWN;
  private lastBatchMinNs = UNKNOWN;
  private reductions = 0;

  take(state: SenderState, rttNs: number): void {
    if (state.una > this.roundEnd) {
      this.roundEnd = state.nxt;
      this.lastRoundMinNs = this.roundMinNs;
      this.roundMinNs = UNKNOWN;
      this.samples = 0;
    }
    this.samples++;
    if (rttNs < this.roundMinNs) this.roundMinNs = rttNs;
    if (rttNs < this.batchMinNs) this.batchMinNs = rttNs;
  }

  /** A reduction begins; the estimate for it has been taken. */
  onReduction(): void {
    this.reductions++;
    if (this.reductions < REDUCTIONS_REMEMBERED) return;
    this.reductions = 0;
    this.lastBatchMinNs = this.batchMinNs;
    this.batchMinNs = UNKNOWN;
  }

  /** Path and standing queue. Infinity before the first sample, like `pathNs`. */
  get presentNs(): number {
    return this.samples >= MIN_SAMPLES ? this.roundMinNs : Math.min(this.roundMinNs, this.lastRoundMinNs);
  }

  get pathNs(): number {
    return Math.min(this.batchMinNs, this.lastBatchMinNs);
  }

  /** The queue's share of the round trip, 0 to 1; NaN before the first sample. */
  get share(): number {
    const { presentNs, pathNs } = this;
    if (presentNs === UNKNOWN || pathNs === UNKNOWN) return Number.NaN;
    return presentNs > pathNs ? 1 - pathNs / presentNs : 0;
  }
}
