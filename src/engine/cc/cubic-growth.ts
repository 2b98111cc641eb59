/**
 * The pace at which CUBIC's window grows: how many segments are to be acknowledged for one more. Reference: RFC 9438
 * §4.2 to §4.5 in Linux's arithmetic (tcp_cubic.c, bictcp_update). Time passes in ticks of 4 ms and is reckoned in
 * 1/1024 s, and the pace is found anew once a tick, and once in 28 ms while cwnd stands. Heights are whole segments: the
 * curve is at its old peak once it is less than one below. Above 200 ms that decides in which round trip CoDel signals.
 */
import { cubeRoot } from "../core/math.ts";
import type { Phase } from "../params/param.ts";
import { msToNs, NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { CubicEpoch } from "./cubic.ts";

/** HZ = 250, as distributions build their kernels. */
const TICKS_PER_S = 250;
const TICK_NS = msToNs(1000 / TICKS_PER_S);
/** Without ticks: the simulator's own time. */
const EXACT_NS = 1;
/** While cwnd stands the pace is kept for HZ/32. */
const KEPT_TICKS = Math.floor(TICKS_PER_S / 32);
/** The curve's units of time in a second (BICTCP_HZ). */
const UNITS_PER_S = 1024;
const UNITS_CUBED = UNITS_PER_S * UNITS_PER_S * UNITS_PER_S;
/** C is a multiple of 10/1024 segments/s³: 0.4 becomes 410/1024. */
const C_STEPS = 1024;
const C_STEP = 10;

const MOST_PER_INCREASE_WITHOUT_PEAK = 20;
/** On the plateau and below the curve cwnd hardly grows. */
const PER_INCREASE_AT_REST = 100;
/** Segments, as eighths of cwnd, for one more in the Reno-friendly window: 8·(1 + β)/(3·(1 − β)) of β = 0.7, in whole. */
const EIGHTHS_PER_FRIENDLY_INCREASE = 15;
/** Round trips of a curve's first second say nothing: what the cut left in the queue is still in them (bictcp_acked). */
const UNMEASURED_NS = NS_PER_S;

/** The present curve, and its region. */
export interface CubicRegion extends CubicEpoch {
  readonly phase: Phase;
}

export const NEVER = -1;

const PLATEAU_VALUE = { name: "W_max", unit: "segments" } as const;

/** The regions of RFC 9438 §4.3 to §4.5. */
export const RENO_FRIENDLY: Phase = {
  id: "cubic-reno-friendly",
  tone: "hold",
  label: "Reno-friendly",
  noun: "the Reno-friendly region",
  help: "W_est, the window of a Reno flow, is above the cubic curve, so cwnd follows W_est (RFC 9438 §4.3).",
  value: PLATEAU_VALUE,
};
export const CONCAVE: Phase = {
  id: "cubic-concave",
  tone: "grow",
  label: "concave",
  noun: "the concave region",
  help: "cwnd is below W_max and grows more and more slowly along the cubic curve (RFC 9438 §4.4).",
  value: PLATEAU_VALUE,
};
export const CONVEX: Phase = {
  id: "cubic-convex",
  tone: "push",
  label: "convex",
  noun: "the convex region",
  help: "cwnd is at W_max or above and grows faster and faster along the cubic curve (RFC 9438 §4.5).",
  value: PLATEAU_VALUE,
};

/** RFC 9438 §4.2 eq. 2, from the window of the epoch's start: seconds until the old peak is reached again. */
export function cubicK(wMax: number, cwndEpoch: number, c: number): number {
  return cubeRoot((wMax - cwndEpoch) / c);
}

/** RFC 9438 §4.2 eq. 1, in segments; t and k in s. */
export function wCubic(t: number, k: number, wMax: number, c: number): number {
  const d = t - k;
  return c * d * d * d + wMax;
}

export class CubicGrowth {
  /** C·1024. */
  private scaledC = 0;
  /** W_max (RFC 9438 §4.1.2); 0: none. */
  wMax = 0;
  /** The Reno-friendly window. */
  wEst = 0;
  /** What the present pace is: segments acknowledged for one more. */
  private pace = 0;
  private tickNs = TICK_NS;
  /** -1: never. */
  private keptTicks = KEPT_TICKS;
  /**
   * Smallest round trip of data since the start or the last timeout (delay_min); Infinity: none. The SYN's does not count:
   * Linux has it before its congestion control begins (tcp_rcv_synsent_state_process, tcp_init_transfer).
   */
  delayMinNs = Number.POSITIVE_INFINITY;
  // The curve: when it began, and in 1/1024 s when it reaches its origin
  private epochNs = NEVER;
  private k = 0;
  private origin = 0;
  /** Acknowledged, and not yet counted in wEst. */
  private counted = 0;
  /** W_cubic a smallest RTT ahead, when the pace was found last. */
  private target = 0;
  // Of the last time the pace was found
  private paceTick = NEVER;
  private paceCwnd = 0;

  setC(c: number): void {
    this.scaledC = Math.round((c * C_STEPS) / C_STEP) * C_STEP;
  }

  /** Linux's ticks, or each ACK at its own time (RFC 9438 §4.2). */
  setTicks(hasTicks: boolean): void {
    this.tickNs = hasTicks ? TICK_NS : EXACT_NS;
    this.keptTicks = hasTicks ? KEPT_TICKS : -1;
    this.paceTick = NEVER;
    this.paceCwnd = 0;
  }

  /** A cut: the next ACK begins a new curve. */
  endEpoch(): void {
    this.epochNs = NEVER;
  }

  /** A timeout: nothing is known any more. */
  forget(): void {
    this.endEpoch();
    this.delayMinNs = Number.POSITIVE_INFINITY;
    this.wMax = 0;
    this.paceTick = NEVER;
    this.paceCwnd = 0;
  }

  /** A round trip of data; false where it says nothing. */
  measure({ nowNs }: SenderState, rttNs: number): boolean {
    if (this.epochNs !== NEVER && nowNs - this.epochNs < UNMEASURED_NS) return false;
    if (rttNs < this.delayMinNs) this.delayMinNs = rttNs;
    return true;
  }

  /** RFC 9438 §5.8: the curve waits while there is nothing to send, until `latestNs` at most. */
  wait(idleNs: number, latestNs: number): void {
    if (this.epochNs !== NEVER) this.epochNs = Math.min(this.epochNs + idleNs, latestNs);
  }

  /** Segments to acknowledge for one more, after `acked` more (or one ACK, where those are counted). */
  segmentsPerIncrease(state: SenderState, acked: number): number {
    const tick = this.tickOf(state.nowNs);
    const { cwnd } = state;
    this.counted += acked;
    if (cwnd === this.paceCwnd && tick - this.paceTick <= this.keptTicks) return this.pace;
    if (this.epochNs === NEVER) this.beginEpoch(state, acked);
    else if (tick === this.paceTick) return this.keepUpWithReno(state);
    this.paceCwnd = cwnd;
    this.paceTick = tick;
    const target = this.targetAt(tick, this.aheadNs(state));
    this.target = target;
    this.pace = target > cwnd ? Math.floor(cwnd / (target - cwnd)) : PER_INCREASE_AT_REST * cwnd;
    if (this.wMax === 0 && this.pace > MOST_PER_INCREASE_WITHOUT_PEAK)
      this.pace = MOST_PER_INCREASE_WITHOUT_PEAK;
    return this.keepUpWithReno(state);
  }

  /** Returns the present region; null before the first growth after a cut. */
  region(state: SenderState): CubicRegion | null {
    const epoch = this.tell(this.epochNs, state);
    return epoch && { ...epoch, curve: this.target, phase: this.regionAt(state.cwnd) };
  }

  /** W_cubic one smallest RTT ahead, as of the last tick (segments); NaN before the first growth after a cut. */
  get heading(): number {
    return this.epochNs === NEVER ? Number.NaN : this.target;
  }

  /** When the present curve began, in ns; NEVER: none has. */
  get epoch(): number {
    return this.epochNs;
  }

  /** The curve that began then; nothing of it but its start is overwritten before growth begins again. */
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
    this.k = this.wMax > cwnd ? this.unitsToOrigin(this.wMax - cwnd) : 0;
  }

  /** RFC 9438 §4.2 eq. 2, in whole units. */
  private unitsToOrigin(segments: number): number {
    return Math.floor(cubeRoot(Math.floor((UNITS_CUBED * C_STEPS) / this.scaledC) * segments));
  }

  /** Until a round trip has been measured, the path's; 0 while that is unknown, too (Linux's delay_min is 0 then). */
  private aheadNs({ minRttNs }: SenderState): number {
    const knownNs = this.delayMinNs < Number.POSITIVE_INFINITY ? this.delayMinNs : minRttNs;
    return knownNs < Number.POSITIVE_INFINITY ? knownNs : 0;
  }

  /** RFC 9438 §4.2 eq. 1, a smallest RTT ahead, in whole segments. */
  private targetAt(tick: number, aheadNs: number): number {
    const ticks = tick - this.tickOf(this.epochNs) + Math.ceil(aheadNs / this.tickNs);
    const units = Math.floor((ticks * this.tickNs * UNITS_PER_S) / NS_PER_S);
    const away = Math.abs(units - this.k);
    const height = Math.floor((this.scaledC * away * away * away) / (UNITS_CUBED * C_STEPS));
    return units < this.k ? this.origin - height : this.origin + height;
  }

  /** RFC 9438 §4.3: W_est grows by α per round trip, as in Linux also once it is past the old window. */
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

  /** RFC 9438 §4.3. Below its plateau the curve's whole segments are rounded up: where both are alike, W_est is above it. */
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
