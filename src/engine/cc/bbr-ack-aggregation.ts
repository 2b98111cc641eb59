/**
 * ACKs that come in lumps would stall a window of little more than the BDP: BBR adds what was acknowledged beyond what
 * the bandwidth explains, the largest excess of the last 5 to 10 rounds. Reference: Linux tcp_bbr.c;
 * draft-ietf-ccwg-bbr-05 §5.5.9.
 */
import { secondsToNs } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";

const WINDOW_ROUNDS = 5;
/** Not more than the path delivers in that time. */
const MOST_S = 0.1;

export class AckAggregation {
  /** The last rounds in two halves, so that the window slides. */
  private ofLastHalf = 0;
  private ofThisHalf = 0;
  private rounds = 0;
  private epochStartNs = 0;
  private epochDelivered = 0;

  /** Once an ACK; a window of `windowRounds` for each half where not the usual. */
  take(
    sample: AckSample,
    bw: number,
    cwnd: number,
    isRoundStart: boolean,
    windowRounds = WINDOW_ROUNDS,
  ): void {
    if (isRoundStart) this.endRound(windowRounds);
    let expected = Math.floor((bw * (sample.nowNs - this.epochStartNs)) / secondsToNs(1));
    if (this.epochDelivered <= expected) {
      // ACKs are not ahead of the bandwidth: a new epoch.
      this.epochDelivered = 0;
      this.epochStartNs = sample.nowNs;
      expected = 0;
    }
    this.epochDelivered += sample.delivered;
    const excess = Math.min(this.epochDelivered - expected, cwnd);
    if (excess > this.ofThisHalf) this.ofThisHalf = excess;
  }

  /** Segments to add to the window. */
  allowance(bw: number): number {
    const extra = this.ofLastHalf > this.ofThisHalf ? this.ofLastHalf : this.ofThisHalf;
    const most = Math.floor(bw * MOST_S);
    return extra < most ? extra : most;
  }

  private endRound(windowRounds: number): void {
    this.rounds++;
    if (this.rounds < windowRounds) return;
    this.rounds = 0;
    this.ofLastHalf = this.ofThisHalf;
    this.ofThisHalf = 0;
  }
}
