/**
 * What a sender and its congestion control share: the names the charts use.
 *
 * Units: cwnd, ssthresh and inflight are in full-sized segments (Linux's unit; every segment but the last of a finite
 * transfer is full, so counting segments is byte counting). Times are ns of simulated time.
 */

import { MIN_CWND } from "../cc/congestion-control.ts";
import type { Clock } from "../core/clock.ts";
import type { Phase } from "../params/param.ts";

const USUAL_MSS = 1448;

/** Hears that the congestion control has entered another of its phases. */
export interface PhaseListener {
  onPhase(): void;
}

export class SenderState {
  private readonly clock: Clock;
  /** Congestion window. Whole segments; the fraction earned so far is in `cwndCredit`. */
  cwnd: number;
  /** Acknowledged segments not yet turned into growth (RFC 3465 §2.1's bytes_acked). */
  cwndCredit = 0;
  ssthresh = Number.POSITIVE_INFINITY;
  /** Segments per second that a paced sender lets out; Infinity: as fast as cwnd allows. */
  pacingRate = Number.POSITIVE_INFINITY;
  /** Segments that a paced sender lets out in one piece; see cc/send-quantum.ts. */
  burst = 1;
  /** Segments that may still leave with the last one. */
  burstLeft = 0;
  /** A segment that leaves late shortens the gap to the next one. */
  hasPacingCredit = false;
  /** Segments that may still leave without being paced. */
  unpacedLeft = 0;
  /** When its next segment may leave; a fraction of a ns is carried over. */
  departsNs = 0;
  /** Payload of a full segment. */
  mssBytes: number;
  /** Segments believed to be in the network: RFC 6675's pipe. */
  inflight = 0;
  /** cwnd was full when something was sent last, or within the last window of data (Linux is_cwnd_limited). */
  cwndLimited = false;
  /** Whether cwnd was full counts for a round trip, as in Linux; false: only the last attempt to send counts. */
  remembersUse = true;
  /** SND.NXT when what is known of the use of cwnd was found. */
  usedUntil = -1;
  /** The most that was out within the last window of data, if that did not fill cwnd (Linux max_packets_out). */
  mostOut = 0;
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

  /** Nothing new is sent any more: the program that rules it has ended. */
  isHalted = false;
  /** The phase that the congestion control has entered, and the number that goes with it; null: it declares none. */
  phase: Phase | null = null;
  phaseValue = Number.NaN;
  phaseListener: PhaseListener | null = null;
  /** Segments that every reduction leaves (RFC 5681 §3.1 eq. 4). */
  minCwnd: number;

  constructor(clock: Clock, initialWindow: number, minCwnd: number = MIN_CWND, mssBytes: number = USUAL_MSS) {
    this.clock = clock;
    this.cwnd = initialWindow;
    this.minCwnd = minCwnd;
    this.mssBytes = mssBytes;
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  /** The congestion control is in this phase from now on. Costs a comparison where nothing changes. */
  enter(phase: Phase, value: number): void {
    if (phase === this.phase && Object.is(value, this.phaseValue)) return;
    this.phase = phase;
    this.phaseValue = value;
    this.phaseListener?.onPhase();
  }

  get inSlowStart(): boolean {
    return this.cwnd < this.ssthresh;
  }

  /**
   * RFC 5681 §3.1, RFC 7661: only a window that is used may grow. In slow start Linux lets it grow to twice what was out
   * (tcp_is_cwnd_limited).
   */
  get mayGrow(): boolean {
    return this.cwndLimited || (this.inSlowStart && this.cwnd < 2 * this.mostOut);
  }
}
