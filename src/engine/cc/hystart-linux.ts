/**
 * HyStart as Linux's CUBIC ships it: slow start ends when a round's train of closely spaced ACKs lasts half the
 * smallest RTT, or when the smallest delay of a round's first samples rises. References: S. Ha, I. Rhee, "Taming the
 * elephants" (2011); Linux 6.1 tcp_cubic.c.
 */
import { clamp } from "../core/math.ts";
import { msToNs } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** Below this window slow start is left alone. */
const LOW_WINDOW = 16;
const MIN_SAMPLES = 8;
/** ACKs at most this far apart belong to one train. */
const TRAIN_GAP_NS = msToNs(2);
/** What Linux adds to the threshold of a train for aggregated ACKs, at most. */
const ACK_AGGREGATION_NS = msToNs(1);
const DELAY_MIN_NS = msToNs(4);
const DELAY_MAX_NS = msToNs(16);

export class HystartLinux {
  private found = false;
  private roundEnd = 0;
  private roundStartNs = 0;
  private lastAckNs = 0;
  private samples = 0;
  private roundMinRttNs = Number.POSITIVE_INFINITY;

  /** Slow start begins anew: after a timeout. */
  reset(): void {
    this.found = false;
    this.roundEnd = 0;
  }

  /** True when slow start should end with this sample. */
  sample(state: SenderState, rttNs: number): boolean {
    if (this.found) return false;
    if (state.una > this.roundEnd) this.startRound(state);
    if (state.cwnd < LOW_WINDOW) return false;
    this.found = this.trainIsLong(state) || this.delayRises(state, rttNs);
    return this.found;
  }

  private startRound(state: SenderState): void {
    this.roundEnd = state.nxt;
    this.roundStartNs = state.nowNs;
    this.lastAckNs = state.nowNs;
    this.samples = 0;
    this.roundMinRttNs = Number.POSITIVE_INFINITY;
  }

  private trainIsLong(state: SenderState): boolean {
    if (state.nowNs - this.lastAckNs > TRAIN_GAP_NS) return false;
    this.lastAckNs = state.nowNs;
    return state.nowNs - this.roundStartNs > (state.minRttNs + ACK_AGGREGATION_NS) / 2;
  }

  private delayRises(state: SenderState, rttNs: number): boolean {
    if (rttNs < this.roundMinRttNs) this.roundMinRttNs = rttNs;
    if (this.samples < MIN_SAMPLES) {
      this.samples++;
      return false;
    }
    return this.roundMinRttNs > state.minRttNs + clamp(state.minRttNs / 8, DELAY_MIN_NS, DELAY_MAX_NS);
  }
}
