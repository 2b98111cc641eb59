/**
 * State shared by a sender and its congestion control, with the names used in the charts.
 *
 * Units: cwnd, ssthresh and inflight are in full-sized segments, as in Linux. Every segment except the last of a
 * finite transfer is full, so counting segments equals counting bytes. Times are ns of simulated time.
 */

import type { Clock } from "../core/clock.ts";
import type { Phase } from "../params/param.ts";
import { MIN_CWND } from "./tcp-params.ts";

const USUAL_MSS = 1448;

/** Listener that is called when the congestion control enters a different phase. */
export interface PhaseListener {
  onPhase(): void;
}

/** State of one sender that its congestion control reads and changes. */
export class SenderState {
  private readonly clock: Clock;
  /** Congestion window in whole segments. `cwndCredit` holds the fraction by which it has grown since. */
  cwnd: number;
  /** Number of acknowledged segments that have not yet made cwnd grow (bytes_acked of RFC 3465 §2.1). */
  cwndCredit = 0;
  ssthresh = Number.POSITIVE_INFINITY;
  /** Sending rate of a paced sender (segments per second); Infinity means as fast as cwnd allows. */
  pacingRate = Number.POSITIVE_INFINITY;
  /** Number of segments that a paced sender sends back to back; see cc/send-quantum.ts. */
  burst = 1;
  /** Number of segments that may still leave in the current burst. */
  burstLeft = 0;
  /** True if a segment that leaves late shortens the gap to the next segment. */
  hasPacingCredit = false;
  /** Number of segments that may still leave without pacing. */
  unpacedLeft = 0;
  /** Earliest departure time of the next segment (ns), including a fraction of a ns. */
  departsNs = 0;
  /** Payload of a full segment (bytes). */
  mssBytes: number;
  /** Payload of new segments (bytes). A control that keeps a low rate makes it smaller than `mssBytes`. */
  segmentBytes: number;
  /** Segments believed to be in the network: RFC 6675's pipe. */
  inflight = 0;
  /** True if cwnd was full at the last transmission or within the last window of data (Linux is_cwnd_limited). */
  cwndLimited = false;
  /**
   * True if cwnd counts as full for a whole round trip after it was last full, as in Linux; false if only the last attempt to
   * send counts.
   */
  remembersUse = true;
  /** SND.NXT at the last check whether cwnd was full. */
  usedUntil = -1;
  /**
   * Maximum number of outstanding segments within the last window of data, if they did not fill cwnd (Linux
   * max_packets_out).
   */
  mostOut = 0;
  /** True while loss recovery is in progress. */
  inRecovery = false;
  /** True after a retransmission timeout, until everything outstanding at the timeout is acknowledged. */
  inLoss = false;
  /** True if the last timeout lowered ssthresh. A second timeout for the same window then does not lower ssthresh again. */
  timeoutLowered = false;
  /** SND.UNA and SND.NXT, as segment numbers. */
  una = 0;
  nxt = 0;
  /** Smoothed round-trip time and its variation (RFC 6298, ns); 0 before the first sample. */
  srttNs = 0;
  rttvarNs = 0;
  /** Minimum RTT sample (ns); Infinity before the first sample. */
  minRttNs = Number.POSITIVE_INFINITY;

  /** One-way delay of the segment that caused the newest ACK (ns); 0 before the first ACK, or without timestamps. */
  oneWayNs = 0;
  /** True if no new data may be sent any more, because the custom program that controls the sender has ended. */
  isHalted = false;
  /** Current phase of the congestion control (null if the control declares no phases), and the number that belongs to the phase. */
  phase: Phase | null = null;
  phaseValue = Number.NaN;
  phaseListener: PhaseListener | null = null;
  /** Lower bound of cwnd after any reduction, in segments (RFC 5681 §3.1 eq. 4). */
  minCwnd: number;

  constructor(clock: Clock, initialWindow: number, minCwnd: number = MIN_CWND, mssBytes: number = USUAL_MSS) {
    this.clock = clock;
    this.cwnd = initialWindow;
    this.minCwnd = minCwnd;
    this.mssBytes = mssBytes;
    this.segmentBytes = mssBytes;
  }

  get nowNs(): number {
    return this.clock.nowNs;
  }

  /** Sets the phase of the congestion control. If nothing changes, this costs only one comparison. */
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
   * True if cwnd may grow: a window may grow only if it is used (RFC 5681 §3.1, RFC 7661). In slow start Linux allows
   * growth to twice the outstanding segments (tcp_is_cwnd_limited).
   */
  get mayGrow(): boolean {
    return this.cwndLimited || (this.inSlowStart && this.cwnd < 2 * this.mostOut);
  }
}
