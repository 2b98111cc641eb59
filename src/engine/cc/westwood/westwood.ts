/**
 * Westwood+: after a reduction, cwnd is the window that fills the path without a queue. This window is computed from an estimate
 * of the flow's bandwidth; other controls use a fixed fraction of cwnd. References: S. Mascolo et al., "TCP Westwood" (MobiCom
 * 2001); L. Grieco, S. Mascolo, "Performance evaluation and comparison of Westwood+, New Reno and Vegas" (CCR 34(2), 2004). The
 * two filters and the time of the reduction are those of Linux tcp_westwood.c, whose names are cited. Defaults: card.ts. Deviation:
 * with `rtt-tick` 0 times and filters are exact.
 */

import type { ParamValue, ParamValues } from "../../params/param.ts";
import { msToNs, NS_PER_S, numberOf, textOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { inTicks, RTT_TICK, wholeTicks } from "../rtt-tick.ts";
import { SET_AT, START, WEIGHT, westwoodCard } from "./card.ts";

/** Shortest time for a bandwidth sample (Linux). A burst of ACKs alone makes no sample. */
const MIN_SAMPLE_NS = msToNs(50);
export const UNKNOWN = Number.POSITIVE_INFINITY;
const NOT_STARTED = -1;

/** Returns the output of a low-pass filter: `value` moves by `weight` towards `sample` (westwood_do_filter: 1/8). */
function lowPass(value: number, sample: number, weight: number): number {
  return value + weight * (sample - value);
}

/**
 * Returns the window that fills a path without a queue, BWE · RTTmin / seg_size (Grieco & Mascolo 2004; tcp_westwood_bw_rttmin).
 * `bandwidth` and `minRtt` have the same unit of time.
 */
function pathSegments(bandwidth: number, minRtt: number, segmentBytes: number): number {
  return (bandwidth * minRtt) / segmentBytes;
}

export class Westwood extends BackoffControl {
  // Settings made by the user.
  private weight = 0;
  private tickNs = 0;
  setsAtStart = false;
  // State of the control.
  /**
   * Outputs of the two filters (bytes per tick or per second); 0 before the first sample. The second one is the bandwidth
   * estimate.
   */
  private smoothed = 0;
  private bandwidth = 0;
  private mssBytes = 1;
  private sampleStartNs = NOT_STARTED;
  /** Segments delivered in the current sample. */
  private delivered = 0;
  /** Last and minimum RTT sample (ns). */
  private rttNs = UNKNOWN;
  minRttNs = UNKNOWN;
  /** Minimum RTT with which the last timeout or cut computed the window (ns); Infinity if the RTT or the bandwidth was unknown. */
  cutRttNs = UNKNOWN;

  constructor(values: ParamValues) {
    super(westwood);
    this.setAll(values);
  }

  /**
   * Counts the segments delivered by an ACK, including those reported by duplicate ACKs, so a sample continues through a
   * recovery. As in Linux, an ACK first ends the current sample, with the RTT of the previous ACK, and is then counted in the
   * next sample (tcp_westwood_ack).
   */
  onSample(state: SenderState, sample: AckSample): void {
    this.mssBytes = state.mssBytes;
    // A bandwidth sample lasts longer than one RTT and 50 ms (westwood_update_window).
    if (this.sampleStartNs === NOT_STARTED) {
      // Linux starts the first sample with the connection and ignores the first ACK, so the first bandwidth sample is too low.
      this.sampleStartNs = wholeTicks(sample.nowNs - Math.max(0, sample.rttNs), this.tickNs);
    } else {
      const nowNs = wholeTicks(sample.nowNs, this.tickNs);
      const spanNs = nowNs - this.sampleStartNs;
      if (spanNs > Math.max(this.rttNs, wholeTicks(MIN_SAMPLE_NS, this.tickNs))) {
        this.filter(spanNs);
        this.delivered = 0;
        this.sampleStartNs = nowNs;
      }
      // The ACK's segments belong to the next sample.
      this.delivered += sample.delivered;
    }
    // The minimum RTT includes the samples up to the previous ACK (update_rtt_min, tcp_westwood_pkts_acked).
    if (this.rttNs < this.minRttNs) this.minRttNs = this.rttNs;
    if (sample.rttNs >= 0) this.rttNs = inTicks(sample.rttNs, this.tickNs);
  }

  /** Applies two low-pass filters in series; the first sample initialises both (westwood_filter). */
  private filter(spanNs: number): void {
    const sample = this.whole((this.delivered * this.mssBytes * this.unitNs) / spanNs);
    if (this.bandwidth === 0) {
      this.smoothed = sample;
      this.bandwidth = sample;
      return;
    }
    this.smoothed = this.whole(lowPass(this.smoothed, sample, this.weight));
    this.bandwidth = this.whole(lowPass(this.bandwidth, this.smoothed, this.weight));
  }

  /** Rounds down after each step of the filters if bytes per tick are whole numbers, as in Linux. */
  private whole(bytes: number): number {
    return this.tickNs > 0 ? Math.floor(bytes) : bytes;
  }

  override ssthreshAfterLoss(state: SenderState): number {
    return this.reduced(state, cut(state, this.betaLoss));
  }

  override ssthreshAfterMark(state: SenderState): number {
    return this.reduced(state, cut(state, this.betaEcn));
  }

  /** Sets cwnd to the bandwidth-delay product at the end of a reduction. As in Linux, this may increase cwnd. */
  onReductionEnd(state: SenderState): void {
    if (!this.setsAtStart && this.knowsPath) state.cwnd = state.ssthresh = this.pathWindow(state);
  }

  /** Replaces the minimum RTT by the last sample, because the path may have changed (Linux). */
  override onTimeout(state: SenderState): void {
    if (!state.timeoutLowered) return;
    this.noteRtt();
    if (!this.setsAtStart && this.knowsPath) state.ssthresh = this.pathWindow(state);
    this.minRttNs = UNKNOWN;
  }

  private noteRtt(): void {
    this.cutRttNs = this.knowsPath ? this.minRttNs : UNKNOWN;
  }

  /**
   * Returns ssthresh after a signal. In the papers a signal sets cwnd to the bandwidth-delay product immediately and never raises
   * it; Linux first multiplies cwnd by β.
   */
  private reduced(state: SenderState, fraction: number): number {
    this.noteRtt();
    if (!this.setsAtStart || !this.knowsPath) return fraction;
    return Math.max(state.minCwnd, Math.min(state.cwnd, this.pathWindow(state)));
  }

  get knowsPath(): boolean {
    return this.bandwidth > 0 && this.minRttNs < UNKNOWN;
  }

  get segmentsPerS(): number {
    return ((this.bandwidth / this.mssBytes) * NS_PER_S) / this.unitNs;
  }

  /** Time unit of the filters' bandwidth (ns). */
  private get unitNs(): number {
    return this.tickNs > 0 ? this.tickNs : NS_PER_S;
  }

  private setTick(tickNs: number): void {
    const before = this.unitNs;
    this.tickNs = tickNs;
    this.smoothed *= this.unitNs / before;
    this.bandwidth *= this.unitNs / before;
  }

  /** Returns the bandwidth-delay product in segments. */
  bandwidthDelayProduct(minRttNs: number): number {
    return pathSegments(this.bandwidth, minRttNs / this.unitNs, this.mssBytes);
  }

  /** Returns the bandwidth-delay product in whole segments, at least `minCwnd`. */
  private pathWindow({ minCwnd }: SenderState): number {
    return Math.max(minCwnd, Math.floor(this.bandwidthDelayProduct(this.minRttNs)));
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === WEIGHT.id) this.weight = numberOf(value, id);
    else if (id === RTT_TICK.id) this.setTick(msToNs(numberOf(value, id)));
    else if (id === SET_AT.id) this.setsAtStart = textOf(value, id) === START;
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    if (!this.knowsPath) return Number.NaN;
    return index === 0 ? this.segmentsPerS : this.bandwidthDelayProduct(this.minRttNs);
  }
}

export const westwood: CongestionControlDefinition = {
  ...westwoodCard,
  create: (values) => new Westwood(values),
};
