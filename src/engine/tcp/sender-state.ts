/**
 * What a sender and its congestion control share: the names the charts use.
 *
 * Units: cwnd, ssthresh and inflight are in full-sized segments (Linux's unit; every segment but the last of a finite
 * transfer is full, so counting segments is byte counting). Times are ns of simulated time.
 */

import { MIN_CWND } from "../cc/congestion-control.ts";
import type { Clock } from "../core/clock.ts";

export class SenderState {
  private readonly clock: Clock;
  /** Congestion window. Whole segments; the fraction earned so far is in `cwndCredit`. */
  cwnd: number;
  /** Acknowledged segments not yet turned into growth (RFC 3465 §2.1's bytes_acked). */
  cwndCredit = 0;
  ssthresh = Number.POSITIVE_INFINITY;
  /** Segments per second that a paced sender lets out; Infinity: as fast as cwnd allows. */
  pacingRate = Number.POSITIVE_INFINITY;
  /** Segments believed to be in the network: RFC 6675's pipe. */
  inflight = 0;
  /** The last attempt to send stopped at cwnd (RFC 5681 §3.1: only then may cwnd grow). */
  cwndLimited = false;
  /** A detected loss is being repaired. */
  inRecovery = false;
  /** After a retransmission timeout, until what was outstanding then is acknowledged. */
  inLoss = false;
  /** The last timeout lowered ssthresh, which a second one of the same window does not. */
  timeoutLowered = false;
  /** SND.UNA and SND.NXT, as segment numbers. */
  una = 0;
  nxt = 0;
  /** Smoothed round-trip time and its variation (RFC 6298); 0 before the first sample. */
  srttNs = 0;
  rttvarNs = 0;
  /** Smallest sample so far; Infinity before the first. */
  minRttNs = Number.POSITIVE_INFINITY;

  /** Segments that every reduction leaves (RFC 5681 §3.1 eq. 4). */
  minCwnd: number;

  constructor(clock: Clock, initialWindow: number, minCwnd: number = MIN_CWND) {
    this.clock = clock;
    this.cwnd = initialWindow;
    this.minCwnd = minCwnd;
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  get inSlowStart(): boolean {
    return this.cwnd < this.ssthresh;
  }
}
