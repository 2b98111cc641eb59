/**
 * H-TCP: cwnd grows faster with the time since the last congestion signal. A signal multiplies cwnd by the ratio of minimum and
 * maximum RTT, which shows how long the queue was. References: D. Leith, R. Shorten, "H-TCP" (PFLDnet 2004),
 * draft-leith-tcp-htcp-06; Linux tcp_htcp.c, whose function names are cited. Defaults: card.ts. Deviation: with `rtt-tick` 0 times,
 * ratios and increases are real numbers; otherwise they have the kernel's resolution.
 */

import { clamp } from "../../core/math.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, NS_PER_S, numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { inTicks, RTT_TICK, wholeTicks } from "../rtt-tick.ts";
import { slowStart } from "../window-growth.ts";
import { BETA_MAX, BETA_MIN, htcpCard } from "./card.ts";

/** Δ_L: time after a signal during which cwnd grows like NewReno. */
const LOW_SPEED_S = 1;
/** Largest step by which the maximum RTT may rise. A sample that is higher counts as an outlier (Linux). */
const MAX_RTT_STEP_NS = msToNs(20);
/** Longest minimum RTT for which Linux does not use the ratio of RTTs. */
const SHORT_RTT_NS = msToNs(10);
/** Resolution of β, which Linux stores as a multiple of 1/128. The scale of the RTT is a multiple of 1/8, from 0.5 to 10. */
const PARTS = 128;
const SCALE_PARTS = 8;
const MIN_SCALE = 0.5;
const MAX_SCALE = 10;
/** Tolerance for floating-point errors. */
const ROUNDING = 1e-9;
/** Share of the observed queue that remains in the maximum RTT after a signal (Linux htcp_param_update). */
const MAX_RTT_MEMORY = 0.95;

/** Returns the growth in segments per round trip `sinceS` seconds after a signal, before the scaling with β (htcp_alpha_update). */
export function htcpIncrease(sinceS: number): number {
  const t = sinceS - LOW_SPEED_S;
  return t <= 0 ? 1 : 1 + 10 * t + (t / 2) * (t / 2);
}

/**
 * Applies Linux's use_rtt_scaling: cwnd grows per second as if the round trip took 100 ms, for RTTs from 10 ms to 200
 * ms, and by at least one segment. `isWhole` selects the kernel's integers.
 */
export function rttScaled(increase: number, minRttNs: number, isWhole: boolean): number {
  const exact = (0.1 * NS_PER_S) / minRttNs;
  const scale = clamp(isWhole ? Math.floor(exact * SCALE_PARTS) / SCALE_PARTS : exact, MIN_SCALE, MAX_SCALE);
  return Math.max(1, isWhole ? Math.floor(increase / scale) : increase / scale);
}

/** Returns α. The factor 2·(1 − β) compensates for smaller cuts, so that a flow's share does not depend on β (htcp_alpha_update). */
function alphaOf(increase: number, beta: number): number {
  return 2 * (1 - beta) * increase;
}

/** Returns β of the adaptive backoff: RTTmin / RTTmax, within the limits of the draft (htcp_beta_update). */
function betaOfRtts(ratio: number, most: number): number {
  return clamp(ratio, BETA_MIN, most);
}

/** Number of round trips after a signal during which the throughput measurement restarts. */
const FRESH_ROUNDS = 3;
const TOLERANCE = 0.2;

/**
 * H-TCP's measurement of its throughput. It is used to decide whether the throughput has changed between two congestion signals.
 * Reference: Linux tcp_htcp.c.
 */
export class HtcpThroughput {
  /** Throughput in segments per second: the smoothed value, its maximum since the last signal, and the maximum before that signal. */
  private rate = 0;
  private max = 0;
  private maxBefore = 0;
  private counted = 0;
  private startNs = 0;

  /** Starts a new sample. Deliveries during the reaction to a signal must not be counted. */
  restart(nowNs: number): void {
    this.startNs = nowNs;
    this.counted = 0;
  }

  /** Counts `acked` segments. A sample is complete after at least `window` segments and `minRttNs`. */
  take(nowNs: number, window: number, acked: number, minRttNs: number, sinceSignalNs: number): void {
    this.counted += acked;
    const spanNs = nowNs - this.startNs;
    if (this.counted < window || spanNs <= 0 || spanNs < minRttNs) return;
    const rate = (this.counted * NS_PER_S) / spanNs;
    // In the first three round trips after a signal, and part of the fourth, a new sample replaces the smoothed value instead of
    // being averaged with it.
    if (sinceSignalNs < (FRESH_ROUNDS + 1) * minRttNs) {
      this.rate = rate;
      this.max = rate;
    } else {
      this.rate = (3 * this.rate + rate) / 4;
      if (this.rate > this.max) this.max = this.rate;
    }
    this.restart(nowNs);
  }

  /** True if a maximum before the last signal exists. */
  get hasBefore(): boolean {
    return this.maxBefore > 0;
  }

  /** Returns whether the maximum throughput is within a fifth of the maximum at the previous signal. Called at a signal. */
  isSteady(): boolean {
    const { max, maxBefore } = this;
    this.maxBefore = max;
    return maxBefore > 0 && max >= (1 - TOLERANCE) * maxBefore && max <= (1 + TOLERANCE) * maxBefore;
  }
}

/** How the last signal determined the factor of the cut. */
export const FIRST = 0;
export const CHANGED = 1;
export const STEADY_ONCE = 2;
const MEASURED = 3;
export const TOO_SHORT = 4;
export const NOT_GROWING = -1;
const NO_ACK = -1;

export class Htcp extends BackoffControl {
  // Settings made by the user.
  adaptiveBackoff = false;
  private rttScaling = false;
  tickNs = 0;
  // State of the control.
  private readonly throughput = new HtcpThroughput();
  private alpha = 1;
  /** Ratio of minimum and maximum RTT; 0.5 while it is not reliable. */
  ratio = BETA_MIN;
  /** True if the previous congestion signal left the throughput unchanged. */
  private steady = false;
  private reducing = false;
  /** Time at which growth restarted after the last signal (ns). */
  private signalNs = 0;
  minRttNs = Number.POSITIVE_INFINITY;
  private maxRttNs = 0;
  /** SND.UNA at the last ACK. */
  private una = NO_ACK;
  // Values at the last signal: how long and how fast cwnd had been growing, and the RTTs of the ratio or the reason why no ratio
  // was used.
  grewNs = NOT_GROWING;
  grewAlpha = 1;
  verdict = FIRST;
  ratioMinNs = 0;
  ratioMaxNs = 0;

  constructor(values: ParamValues) {
    super(htcp);
    this.setAll(values);
  }

  /**
   * Measures the RTT and the throughput (measure_rtt, measure_achieved_throughput). This happens at every ACK, even if cwnd may not
   * grow, and before a signal takes effect.
   */
  override onRttSample(state: SenderState, exactRttNs: number): void {
    const rttNs = inTicks(exactRttNs, this.tickNs);
    if (rttNs < this.minRttNs) this.minRttNs = rttNs;
    if (this.reducing || state.inLoss) {
      this.restartThroughput(state);
      return;
    }
    // The maximum RTT rises in steps, because a single high sample is an outlier.
    if (this.maxRttNs < this.minRttNs) this.maxRttNs = this.minRttNs;
    if (rttNs > this.maxRttNs && rttNs <= this.maxRttNs + MAX_RTT_STEP_NS) this.maxRttNs = rttNs;
    if (this.una === NO_ACK) {
      this.restartThroughput(state);
      return;
    }
    // The throughput counts what was acknowledged cumulatively.
    const acked = state.una - this.una;
    this.una = state.una;
    const window = state.cwnd - Math.max(1, Math.floor(this.alpha));
    const nowNs = wholeTicks(state.nowNs, this.tickNs);
    this.throughput.take(nowNs, window, acked, this.minRttNs, nowNs - this.signalNs);
  }

  /**
   * Increases cwnd as in Linux: α is recomputed for each additional segment. At the ACK that adds a segment, the acknowledged
   * segments and any remaining credit are dropped.
   */
  override onAck(state: SenderState, acked: number): void {
    if (this.reducing && !state.inLoss) {
      this.reducing = false;
      this.signalNs = wholeTicks(state.nowNs, this.tickNs);
      this.restartThroughput(state);
    }
    if (state.inSlowStart) slowStart(state, acked);
    else if (state.cwndCredit * this.alpha >= state.cwnd) {
      state.cwnd++;
      state.cwndCredit = 0;
      this.updateAlpha(state);
    } else state.cwndCredit += acked;
  }

  /** Recomputes α from the time since the last signal (htcp_alpha_update). With whole ticks the increase is a whole number. */
  private updateAlpha(state: SenderState): void {
    const isWhole = this.tickNs > 0;
    const since = htcpIncrease((wholeTicks(state.nowNs, this.tickNs) - this.signalNs) / NS_PER_S);
    const increase = isWhole ? Math.floor(since) : since;
    const scaled = this.rttScaling ? rttScaled(increase, this.minRttNs, isWhole) : increase;
    this.alpha = alphaOf(scaled, this.betaFrom(this.betaLoss));
  }

  override ssthreshAfterLoss(state: SenderState): number {
    this.onSignal(state);
    return cut(state, this.betaFrom(this.betaLoss));
  }

  override ssthreshAfterMark(state: SenderState): number {
    this.onSignal(state);
    return cut(state, this.betaFrom(this.betaEcn));
  }

  override onTimeout(state: SenderState): void {
    this.reducing = true;
    this.signalNs = wholeTicks(state.nowNs, this.tickNs);
  }

  /**
   * Applies adaptive backoff: from the third signal in a row with the same throughput on, the cut uses the ratio of RTTs
   * (htcp_param_update).
   */
  private onSignal(state: SenderState): void {
    const { minRttNs, maxRttNs } = this;
    // The values at this moment are kept for the explanation.
    this.grewNs = this.reducing || state.inSlowStart ? NOT_GROWING : state.nowNs - this.signalNs;
    this.grewAlpha = this.alpha;
    const { hasBefore } = this.throughput;
    // The ratio of RTTs becomes β only while the throughput stays the same from signal to signal (htcp_beta_update).
    if (!this.throughput.isSteady()) {
      this.ratio = BETA_MIN;
      this.steady = false;
      this.verdict = hasBefore ? CHANGED : FIRST;
    } else if (this.steady && maxRttNs > 0 && this.isFineEnough) {
      this.ratio = betaOfRtts(this.inParts(minRttNs / maxRttNs), this.inParts(BETA_MAX));
      this.verdict = MEASURED;
      this.ratioMinNs = minRttNs;
      this.ratioMaxNs = maxRttNs;
    } else {
      this.ratio = BETA_MIN;
      this.steady = true;
      this.verdict = this.isFineEnough ? STEADY_ONCE : TOO_SHORT;
    }
    // α depends on β.
    this.updateAlpha(state);
    // The maximum RTT decays, so that it follows a path that has changed.
    if (maxRttNs > minRttNs)
      this.maxRttNs = minRttNs + wholeTicks((maxRttNs - minRttNs) * MAX_RTT_MEMORY, this.tickNs);
    this.reducing = true;
  }

  /** True if the RTTs last enough ticks to form a meaningful ratio (Linux: more than 10 ms). */
  private get isFineEnough(): boolean {
    return this.tickNs === 0 || this.minRttNs > inTicks(SHORT_RTT_NS, this.tickNs);
  }

  /** Rounds β to a multiple of 1/128 if time is in whole ticks (Linux). */
  private inParts(ratio: number): number {
    return this.tickNs === 0 ? ratio : Math.floor(ratio * PARTS + ROUNDING) / PARTS;
  }

  private restartThroughput(state: SenderState): void {
    this.una = state.una;
    this.throughput.restart(wholeTicks(state.nowNs, this.tickNs));
  }

  betaFrom(least: number): number {
    return this.adaptiveBackoff ? Math.max(least, this.ratio) : least;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "htcp-adaptive-backoff") this.adaptiveBackoff = booleanOf(value, id);
    else if (id === "htcp-rtt-scaling") this.rttScaling = booleanOf(value, id);
    else if (id === RTT_TICK.id) this.tickNs = msToNs(numberOf(value, id));
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    return index === 0 ? this.alpha : this.betaFrom(this.betaLoss);
  }
}

export const htcp: CongestionControlDefinition = {
  ...htcpCard,
  create: (values) => new Htcp(values),
};
