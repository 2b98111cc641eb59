/**
 * The growth rate of CUBIC's window: the number of acknowledged segments per additional segment. Reference: RFC 9438 §4.2 to §4.5
 * with Linux's arithmetic (tcp_cubic.c, bictcp_update). Time advances in ticks of 4 ms and is converted to units of 1/1024 s. The
 * rate is recomputed once per tick, or once in 28 ms while cwnd does not change. Values of the curve are whole segments: within
 * one segment below its old peak the curve counts as having reached the peak. At RTTs above 200 ms this rounding determines the
 * round trip in which CoDel signals.
 */
import { cubeRoot } from "../../core/math.ts";
import type { Phase } from "../../params/param.ts";
import { msToNs, NS_PER_S } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { CONCAVE, CONVEX, RENO_FRIENDLY } from "./card.ts";

/** Kernel ticks per second: HZ = 250, the usual setting of distributions. */
const TICKS_PER_S = 250;
const TICK_NS = msToNs(1000 / TICKS_PER_S);
/** Tick length if kernel ticks are switched off: the simulator's time resolution. */
const EXACT_NS = 1;
/** Number of ticks for which the rate is not recomputed while cwnd does not change (HZ/32). */
const KEPT_TICKS = Math.floor(TICKS_PER_S / 32);
/** Time units of the curve per second (BICTCP_HZ). */
const UNITS_PER_S = 1024;
const UNITS_CUBED = UNITS_PER_S * UNITS_PER_S * UNITS_PER_S;
/** Resolution of C, which is a multiple of 10/1024 segments/s³: 0.4 becomes 410/1024. */
const C_STEPS = 1024;
const C_STEP = 10;

const MOST_PER_INCREASE_WITHOUT_PEAK = 20;
/**
 * Acknowledged segments per additional segment, as a multiple of cwnd, while cwnd hardly grows: on the flat part of the curve,
 * and while cwnd is above the curve.
 */
const PER_INCREASE_AT_REST = 100;
/**
 * Acknowledged segments, in eighths of cwnd, per additional segment in the Reno-friendly window: 8·(1 + β)/(3·(1 −
 * β)) for β = 0.7, rounded down.
 */
const EIGHTHS_PER_FRIENDLY_INCREASE = 15;
/**
 * Time after the start of a curve in which RTT samples are ignored, because they still include the queue that the cut left behind
 * (bictcp_acked).
 */
const UNMEASURED_NS = NS_PER_S;

/** Returns W_cubic (RFC 9438 §4.2 eq. 1) in segments; t and k in s. */
export function wCubic(t: number, k: number, wMax: number, c: number): number {
  const d = t - k;
  return c * d * d * d + wMax;
}

/** Returns W_cubic in whole segments, as Linux computes it; t and k are in units of 1/1024 s. */
function wholeCubic(t: number, k: number, origin: number, scaledC: number): number {
  const away = Math.abs(t - k);
  const height = Math.floor((scaledC * away * away * away) / (UNITS_CUBED * C_STEPS));
  return t < k ? origin - height : origin + height;
}

/** Returns K (RFC 9438 §4.2 eq. 2): seconds from the start of the epoch until the old peak is reached again. */
export function cubicK(wMax: number, cwndEpoch: number, c: number): number {
  return cubeRoot((wMax - cwndEpoch) / c);
}

/** Returns K in whole units of 1/1024 s, as Linux computes it. `segments` is W_max minus the cwnd at the start. */
function wholeK(segments: number, scaledC: number): number {
  return Math.floor(cubeRoot(Math.floor((UNITS_CUBED * C_STEPS) / scaledC) * segments));
}

/** Returns the additive increase that shares fairly with Reno at this β (RFC 9438 §4.3 eq. 4). */
export function renoFriendlyAlpha(beta: number): number {
  return (3 * (1 - beta)) / (1 + beta);
}

/** State of a growth curve that a congestion signal has ended. Windows are in segments, times in s. */
export interface CubicEpoch {
  readonly sinceS: number;
  /** Value of the curve one round trip ahead. */
  readonly curve: number;
  readonly k: number;
  /** Window on the flat part of the curve: the old peak, or cwnd at the start of the curve if cwnd was higher. */
  readonly origin: number;
  readonly wEst: number;
  /** True if the Reno-friendly window was above the curve when the rate was last computed. */
  readonly isReno: boolean;
}

/** The current curve and its region. */
export interface CubicRegion extends CubicEpoch {
  readonly phase: Phase;
}

/** Value of a time that is not set. */
export const NEVER = -1;

/** State of CUBIC's curve and Reno-friendly window for one sender. */
export class CubicGrowth {
  /** The constant C times 1024. */
  private scaledC = 0;
  /** W_max (RFC 9438 §4.1.2); 0 before the first reduction. */
  wMax = 0;
  /** The Reno-friendly window W_est (segments). */
  wEst = 0;
  /** Current growth rate: acknowledged segments per additional segment. */
  private pace = 0;
  private tickNs = TICK_NS;
  /** Number of ticks for which the rate is not recomputed while cwnd does not change; -1 if it is always recomputed. */
  private keptTicks = KEPT_TICKS;
  /**
   * Minimum RTT of data since the start or the last timeout (Linux delay_min, ns); Infinity before the first sample. The RTT of
   * the SYN is not included: Linux measures it before its congestion control starts (tcp_rcv_synsent_state_process,
   * tcp_init_transfer).
   */
  delayMinNs = Number.POSITIVE_INFINITY;
  // State of the curve: its start time, and the time at which it reaches `origin` (in units of 1/1024 s).
  private epochNs = NEVER;
  private k = 0;
  private origin = 0;
  /** Acknowledged segments that are not yet included in wEst. */
  private counted = 0;
  /** W_cubic one minimum RTT ahead, when the rate was last computed (segments). */
  private target = 0;
  // Tick and cwnd at the last computation of the rate.
  private paceTick = NEVER;
  private paceCwnd = 0;

  setC(c: number): void {
    this.scaledC = Math.round((c * C_STEPS) / C_STEP) * C_STEP;
  }

  /** Chooses the time resolution: Linux's ticks, or the exact time of each ACK (RFC 9438 §4.2). */
  setTicks(hasTicks: boolean): void {
    this.tickNs = hasTicks ? TICK_NS : EXACT_NS;
    this.keptTicks = hasTicks ? KEPT_TICKS : -1;
    this.paceTick = NEVER;
    this.paceCwnd = 0;
  }

  /** Ends the curve after a cut. The next ACK starts a new curve. */
  endEpoch(): void {
    this.epochNs = NEVER;
  }

  /** Discards the curve and all measurements after a timeout. */
  forget(): void {
    this.endEpoch();
    this.delayMinNs = Number.POSITIVE_INFINITY;
    this.wMax = 0;
    this.paceTick = NEVER;
    this.paceCwnd = 0;
  }

  /** Takes an RTT sample of a data segment. Returns false if the sample is ignored. */
  measure({ nowNs }: SenderState, rttNs: number): boolean {
    if (this.epochNs !== NEVER && nowNs - this.epochNs < UNMEASURED_NS) return false;
    if (rttNs < this.delayMinNs) this.delayMinNs = rttNs;
    return true;
  }

  /**
   * Moves the start of the curve later by the idle time, because the curve must not advance while the sender has nothing to send;
   * `latestNs` is the latest start (RFC 9438 §5.8).
   */
  wait(idleNs: number, latestNs: number): void {
    if (this.epochNs !== NEVER) this.epochNs = Math.min(this.epochNs + idleNs, latestNs);
  }

  /**
   * Returns the growth rate: the number of acknowledged segments per additional segment. `acked` is the number of segments
   * acknowledged by this ACK, or 1 if ACKs are counted.
   */
  segmentsPerIncrease(state: SenderState, acked: number): number {
    const tick = this.tickOf(state.nowNs);
    const { cwnd } = state;
    this.counted += acked;
    // Linux does not recompute the rate while neither the tick nor cwnd has changed much.
    if (cwnd === this.paceCwnd && tick - this.paceTick <= this.keptTicks) return this.pace;
    // The first ACK after a cut starts an epoch, with K for the distance to W_max (§4.2).
    if (this.epochNs === NEVER) this.beginEpoch(state, acked);
    else if (tick === this.paceTick) return this.keepUpWithReno(state);
    this.paceCwnd = cwnd;
    this.paceTick = tick;
    // The target is W_cubic one round trip ahead (§4.2, eq. 1). In the concave and the convex region cwnd grows by
    // (target − cwnd)/cwnd for each acknowledged segment (§4.4, §4.5), and hardly at all above the curve.
    const target = this.targetAt(tick, this.aheadNs(state));
    this.target = target;
    this.pace = target > cwnd ? Math.floor(cwnd / (target - cwnd)) : PER_INCREASE_AT_REST * cwnd;
    // Without a W_max there is no plateau to stay on, so growth is at least one segment in 20.
    if (this.wMax === 0 && this.pace > MOST_PER_INCREASE_WITHOUT_PEAK)
      this.pace = MOST_PER_INCREASE_WITHOUT_PEAK;
    // The Reno-friendly window is a lower bound (§4.3).
    return this.keepUpWithReno(state);
  }

  /** Returns the current region; null before the first growth after a cut. */
  region(state: SenderState): CubicRegion | null {
    const epoch = this.tell(this.epochNs, state);
    return epoch && { ...epoch, curve: this.target, phase: this.regionAt(state.cwnd) };
  }

  /** W_cubic one minimum RTT ahead, at the last tick (segments); NaN before the first growth after a cut. */
  get heading(): number {
    return this.epochNs === NEVER ? Number.NaN : this.target;
  }

  /** Start time of the current curve (ns); NEVER if there is no curve. */
  get epoch(): number {
    return this.epochNs;
  }

  /**
   * Returns the state of the curve that started at `epochNs`; null if there is none. After a cut this state remains available
   * until growth starts again.
   */
  tell(epochNs: number, state: SenderState): CubicEpoch | null {
    if (epochNs === NEVER) return null;
    const { origin, wEst } = this;
    const k = this.k / UNITS_PER_S;
    const sinceS = (state.nowNs - epochNs) / NS_PER_S;
    const curve = wCubic(sinceS + this.aheadNs(state) / NS_PER_S, k, origin, this.scaledC / C_STEPS);
    return { sinceS, curve, k, origin, wEst, isReno: this.isReno };
  }

  private beginEpoch({ cwnd, nowNs }: SenderState, acked: number): void {
    this.epochNs = nowNs;
    this.counted = acked;
    this.wEst = cwnd;
    this.origin = Math.max(this.wMax, cwnd);
    this.k = this.wMax > cwnd ? wholeK(this.wMax - cwnd, this.scaledC) : 0;
  }

  /**
   * Returns how far ahead the curve is read (ns): the minimum RTT of data, or before the first sample that of the path. Returns 0
   * while both are unknown, because Linux's delay_min is then 0.
   */
  private aheadNs({ minRttNs }: SenderState): number {
    const knownNs = this.delayMinNs < Number.POSITIVE_INFINITY ? this.delayMinNs : minRttNs;
    return knownNs < Number.POSITIVE_INFINITY ? knownNs : 0;
  }

  /** Returns W_cubic one minimum RTT ahead, in whole segments (RFC 9438 §4.2 eq. 1). */
  private targetAt(tick: number, aheadNs: number): number {
    const ticks = tick - this.tickOf(this.epochNs) + Math.ceil(aheadNs / this.tickNs);
    const units = Math.floor((ticks * this.tickNs * UNITS_PER_S) / NS_PER_S);
    return wholeCubic(units, this.k, this.origin, this.scaledC);
  }

  /**
   * Updates W_est, which grows by α per round trip (RFC 9438 §4.3). As in Linux, it also grows while it is above the old window.
   * Returns the growth rate.
   */
  private keepUpWithReno(state: SenderState): number {
    const { cwnd } = state;
    const perIncrease = (cwnd * EIGHTHS_PER_FRIENDLY_INCREASE) >> 3;
    if (this.counted > perIncrease) {
      const increments = Math.ceil(this.counted / perIncrease) - 1;
      this.counted -= increments * perIncrease;
      this.wEst += increments;
    }
    if (this.wEst > cwnd) this.pace = Math.min(this.pace, Math.floor(cwnd / (this.wEst - cwnd)));
    state.enter(this.regionAt(cwnd), this.origin);
    return this.pace;
  }

  /**
   * True in the Reno-friendly region (RFC 9438 §4.3). If W_est equals the curve below its flat part, W_est is ahead, because the
   * curve was rounded up to whole segments.
   */
  private get isReno(): boolean {
    const { wEst, target, origin } = this;
    return wEst > target || (wEst === target && target < origin);
  }

  private regionAt(cwnd: number): Phase {
    if (this.isReno) return RENO_FRIENDLY;
    return cwnd < this.origin ? CONCAVE : CONVEX;
  }

  private tickOf(ns: number): number {
    return Math.floor(ns / this.tickNs);
  }
}
