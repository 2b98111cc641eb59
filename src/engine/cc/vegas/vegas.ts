/**
 * Vegas: keeps between α and β segments in the queue. It uses only the RTT, and therefore stops growing before losses or marks
 * occur. References: L. Brakmo, L. Peterson, "TCP Vegas" (JSAC 13(8), 1995); Linux tcp_vegas.c, which changes cwnd once per round
 * trip by the minimum RTT of that round trip. Defaults: card.ts.
 */
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { NS_PER_MS, numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { growAsReno, slowStart } from "../window-growth.ts";
import { vegasCard } from "./card.ts";

/** Number of RTT samples needed per round trip. If there are fewer, all may come from delayed ACKs. */
const MIN_SAMPLES = 3;
const NO_ROUND = -1;

/**
 * Returns Diff, the estimated number of the flow's segments in the queue. It is (Expected − Actual) · BaseRTT (Brakmo & Peterson
 * 1995), with Expected = cwnd / BaseRTT and Actual = cwnd / RTT, multiplied by RTT / BaseRTT as in tcp_vegas_cong_avoid.
 */
function diffOf(cwnd: number, rttNs: number, baseRttNs: number): number {
  return (cwnd * (rttNs - baseRttNs)) / baseRttNs;
}

/** Returns the window that the achieved rate needs on a path without a queue, rounded down (tcp_vegas_cong_avoid). */
function windowWithoutQueue(cwnd: number, rttNs: number, baseRttNs: number): number {
  return Math.floor((cwnd * baseRttNs) / rttNs);
}

export class Vegas extends BackoffControl {
  // Settings made by the user.
  alpha = 0;
  beta = 0;
  gamma = 0;
  // State of the control.
  /** Minimum RTT of all samples (ns): the estimate of the RTT without a queue. */
  baseRttNs = Number.POSITIVE_INFINITY;
  /** Segment number whose ACK ends the current round trip. */
  private roundEnd = NO_ROUND;
  private roundMinRttNs = Number.POSITIVE_INFINITY;
  private samples = 0;
  /** Estimated number of the flow's segments in the queue in the last round trip. */
  diff = Number.NaN;
  /** Window and minimum RTT from which `diff` was computed. */
  diffCwnd = 0;
  diffRttNs = 0;

  constructor(values: ParamValues) {
    super(vegas);
    this.setAll(values);
  }

  /** Takes an RTT sample of the path and of the current round trip (tcp_vegas_pkts_acked). */
  override onRttSample(_state: SenderState, rttNs: number): void {
    if (rttNs < this.baseRttNs) this.baseRttNs = rttNs;
    if (rttNs < this.roundMinRttNs) this.roundMinRttNs = rttNs;
    this.samples++;
  }

  /** Adjusts cwnd: at each ACK in slow start, otherwise once per round trip. */
  override onAck(state: SenderState, acked: number): void {
    if (state.inLoss) {
      // After a timeout, ACKs are for earlier or retransmitted segments and say nothing about the current window.
      growAsReno(state, acked);
      return;
    }
    // A round trip ends when all data that was in flight at its start is acknowledged.
    if (this.roundEnd === NO_ROUND) this.beginRound(state);
    if (state.una > this.roundEnd) this.endRound(state, acked);
    else if (state.inSlowStart) slowStart(state, acked);
  }

  private beginRound(state: SenderState): void {
    this.roundEnd = state.nxt;
    this.roundMinRttNs = Number.POSITIVE_INFINITY;
    this.samples = 0;
  }

  /** Adjusts cwnd at the end of a round trip (tcp_vegas_cong_avoid). */
  private endRound(state: SenderState, acked: number): void {
    // With too few RTT samples, cwnd grows as in Reno.
    if (this.samples < MIN_SAMPLES) growAsReno(state, acked);
    else {
      // Diff is computed with the minimum RTT of the round trip.
      const { baseRttNs, roundMinRttNs } = this;
      this.diff = diffOf(state.cwnd, roundMinRttNs, baseRttNs);
      this.diffCwnd = state.cwnd;
      this.diffRttNs = roundMinRttNs;
      // Slow start compares Diff with γ, congestion avoidance with α and β.
      if (state.inSlowStart) this.growInSlowStart(state, acked);
      else this.avoidCongestion(state);
      // ssthresh becomes at least three quarters of cwnd, because this window caused no congestion (Linux tcp_current_ssthresh).
      state.ssthresh = Math.max(state.ssthresh, Math.floor(state.cwnd / 2) + Math.floor(state.cwnd / 4));
    }
    this.beginRound(state);
  }

  /**
   * Grows cwnd in slow start. Ends slow start when more than γ segments are in the queue: cwnd becomes the window that the
   * achieved rate would need on a path without a queue.
   */
  private growInSlowStart(state: SenderState, acked: number): void {
    if (Math.floor(this.diff) <= this.gamma) {
      slowStart(state, acked);
      return;
    }
    const target = windowWithoutQueue(state.cwnd, this.roundMinRttNs, this.baseRttNs);
    state.cwnd = Math.max(state.minCwnd, Math.min(state.cwnd, target + 1));
    state.ssthresh = Math.min(state.ssthresh, state.cwnd);
  }

  /** Keeps between α and β segments in the queue: cwnd changes by at most one segment. */
  private avoidCongestion(state: SenderState): void {
    const diff = Math.floor(this.diff);
    if (diff > this.beta) {
      state.cwnd = Math.max(state.minCwnd, state.cwnd - 1);
      // ssthresh is lowered to cwnd, because slow start would start again if cwnd were below ssthresh.
      state.ssthresh = Math.min(state.ssthresh, state.cwnd);
    } else if (diff < this.alpha) state.cwnd++;
  }

  override ssthreshAfterLoss(state: SenderState): number {
    this.roundEnd = NO_ROUND;
    return cut(state, this.betaLoss);
  }

  override ssthreshAfterMark(state: SenderState): number {
    this.roundEnd = NO_ROUND;
    return cut(state, this.betaEcn);
  }

  override onTimeout(): void {
    this.roundEnd = NO_ROUND;
  }

  /** Discards the RTT measurements after a pause, as Linux does. */
  onIdle(): void {
    this.baseRttNs = Number.POSITIVE_INFINITY;
    this.roundEnd = NO_ROUND;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "vegas-alpha") this.alpha = numberOf(value, id);
    else if (id === "vegas-beta") this.beta = numberOf(value, id);
    else if (id === "vegas-gamma") this.gamma = numberOf(value, id);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    if (index === 0) return this.diff;
    return this.baseRttNs === Number.POSITIVE_INFINITY ? Number.NaN : this.baseRttNs / NS_PER_MS;
  }
}

export const vegas: CongestionControlDefinition = {
  ...vegasCard,
  create: (values) => new Vegas(values),
};
