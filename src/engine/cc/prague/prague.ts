/**
 * TCP Prague, the congestion control of L4S. It reacts to marks like DCTCP, but its window has a fraction, each unmarked ACK lets
 * it grow, segments are paced, and short round trips give no advantage. Instead of a small window it keeps a rate. References:
 * draft-briscoe-iccrg-prague-congestion-control-04; RFC 9331 §4; tcp_prague.c of L4STeam's Linux, version 0.7 (2024).
 */
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, msToNs, NS_PER_S, numberOf } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { ALPHA_ROUND } from "../dctcp/card.ts";
import { slowStart } from "../window-growth.ts";
import { pragueCard } from "./card.ts";

const NEVER = Number.NEGATIVE_INFINITY;
/**
 * Bursts per second at the pacing rate: 2^12, so a burst lasts 0.24 ms (prague_burst_shift). A burst has at least two segments
 * (tcp_min_tso_segs).
 */
const BURSTS_PER_S = 4096;
const LEAST_BURST = 2;

/**
 * Window (bytes) up to which the sender keeps a rate instead of a window: four segments of 1500 bytes (prague_cwnd_transit,
 * MTU_SYS).
 */
const RATE_MODE_BYTES = 4 * 1500;
/** Bytes of a packet in addition to its payload: IP and TCP headers with timestamps, and AccECN's option, which pacing ignores. */
const MTU_BEYOND_PAYLOAD = 52 + 12;
/** Segment size that is used to compute growth (bytes), regardless of the path's segment size. */
const GROWTH_BYTES = 1500;
/** Segments that leave in each virtual RTT even at a low rate, because segments become smaller (MIN_CWND_VIRT). */
const SEGMENTS_PER_RTT = 2;
/** Smallest packet: 150 bytes of payload and options (MIN_MSS), and 52 bytes of headers. */
const LEAST_MTU_BYTES = 202;
/** MINIMUM_RATE: 100 kbps. */
const LEAST_BYTES_PER_S = 12_500;
/**
 * Relative amount by which the rate is raised and lowered in alternate (virtual) round trips. A queue with step marking then
 * marks only some of the round trips (RATE_OFFSET).
 */
const RATE_SWING = 4 / 128;
/** Weight of one round trip in the average RTT that is used to convert a rate into a window (HSRTT_SHIFT). */
const SLOW_RTT_WEIGHT = 1 / 128;
/** Longest RTT for which growth depends on the RTT (MAX_SCALED_RTT). */
const LONGEST_SCALED_NS = msToNs(100);

export class Prague extends BackoffControl {
  private g = 0;
  targetRttNs = 0;
  private transitionRounds = 0;
  private inBursts = false;

  /** True after the first sample. */
  private hasBegun = false;
  /** Window including its fraction; -1 before the first ACK. cwnd moves towards this value by one segment per ACK. */
  window = -1;
  /** Moving average of the marked share. It is used only after the first mark, because the path may have no AQM. */
  alpha = 0;
  private sawMark = false;
  /** True while the window would be too small. The sender then keeps a rate (segments per second) instead. */
  private isRate = false;
  private rate = 0;
  /** Slowly changing average of the RTT (ns); 0 before the first ACK. */
  private slowRttNs = 0;
  private alphaNs = NEVER;
  cutNs = NEVER;
  /** Marked share of the last round with which α was updated; NaN before the first such round. */
  markedShare = Number.NaN;
  /** Window before the last cut, and whether the cut halved it. */
  windowBefore = 0;
  halved = false;
  /** Rounds since slow start ended. */
  private rounds = 0;
  // The current round: the segment number at which it ends, and the totals at its start.
  private roundEnd = 0;
  private deliveredBefore = 0;
  private markedBefore = 0;

  constructor(values: ParamValues) {
    super(prague);
    this.setAll(values);
  }

  onSample(state: SenderState, sample: AckSample): void {
    if (!this.hasBegun) this.begin(state, sample);
    const isRepairing = state.inRecovery || state.inLoss;
    // The reaction to the first mark has halved the window already, unless a recovery was in progress.
    if (sample.marked > 0 && !this.sawMark) this.window /= 2;
    this.sawMark ||= sample.marked > 0;
    const unmarked = sample.delivered - sample.marked;
    if (unmarked > 0 && !isRepairing && state.mayGrow) this.grow(state, unmarked);
    this.step(state);
    if (this.isRoundOver(state)) this.endRound(state, sample);
    this.pace(state);
    this.chooseMode(state);
  }

  /** Does nothing. `onSample` increases cwnd, because growth continues during the reaction to a mark. */
  override onAck(): void {}

  override ssthreshAfterLoss(state: SenderState): number {
    return this.shrink(state, 1 - this.betaLoss);
  }

  /**
   * Reduces cwnd by the fraction α/2, once per round trip or target round trip, whichever is longer. The first mark halves the
   * window, regardless of α.
   */
  override ssthreshAfterMark(state: SenderState): number {
    if (this.isRttIndependent(state) && state.nowNs - this.cutNs < this.targetRttNs) {
      return Math.max(state.minCwnd, state.cwnd);
    }
    this.cutNs = state.nowNs;
    this.halved = !this.sawMark;
    this.sawMark = true;
    return this.shrink(state, this.halved ? 1 / 2 : this.alpha / 2);
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "prague-bursts") this.inBursts = booleanOf(value, id);
    else if (id === "prague-g") this.g = numberOf(value, id);
    else if (id === "prague-rtt") this.targetRttNs = msToNs(numberOf(value, id));
    else if (id === "prague-transition") this.transitionRounds = numberOf(value, id);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    if (index === 0) return this.alpha;
    return this.window < 0 ? Number.NaN : this.window;
  }

  private begin(state: SenderState, sample: AckSample): void {
    this.hasBegun = true;
    // The reaction to a mark comes before the first sample.
    if (this.window < 0) this.window = state.cwnd;
    this.slowRttNs = state.srttNs;
    this.roundEnd = state.nxt;
    this.deliveredBefore = sample.deliveredTotal - sample.delivered;
    this.markedBefore = sample.markedTotal - sample.marked;
  }

  private grow(state: SenderState, unmarked: number): void {
    let left = unmarked;
    if (state.inSlowStart) {
      left = slowStart(state, unmarked);
      this.window = state.cwnd;
    }
    const share = (left * GROWTH_BYTES) / mtuBytes(state);
    if (this.isRate && this.isRttIndependent(state)) {
      const rttS = this.virtualRttNs(state) / NS_PER_S;
      this.rate += share / rttS / Math.ceil(this.rate * rttS);
      this.window = this.windowOfRate(state);
    } else this.window += (share * this.increase(state)) / this.window;
  }

  /** Returns the virtual RTT (ns): the measured RTT, but at least the target RTT. */
  private virtualRttNs({ srttNs }: SenderState): number {
    return Math.max(this.targetRttNs, srttNs);
  }

  private windowOfRate({ srttNs }: SenderState): number {
    return (this.rate * (this.slowRttNs > 0 ? this.slowRttNs : srttNs)) / NS_PER_S;
  }

  private rateOfWindow(state: SenderState): number {
    return Math.max((this.window * NS_PER_S) / state.srttNs, LEAST_BYTES_PER_S / mtuBytes(state));
  }

  /**
   * Chooses between window and rate. A window of a few segments is too coarse; such a flow keeps a rate, from which the window is
   * computed.
   */
  private chooseMode(state: SenderState): void {
    if (state.srttNs === 0) return;
    this.isRate = this.sawMark && state.cwnd * mtuBytes(state) <= RATE_MODE_BYTES;
    if (!this.isRate) this.rate = this.rateOfWindow(state);
    else this.window = this.windowOfRate(state);
  }

  /**
   * Returns the growth in segments per round trip. Below the target RTT, cwnd grows as much per second as at the
   * target RTT.
   */
  private increase({ srttNs }: SenderState): number {
    if (this.rounds < this.transitionRounds || srttNs === 0 || srttNs >= this.targetRttNs) return 1;
    if (srttNs > LONGEST_SCALED_NS) return 1;
    const share = srttNs / this.targetRttNs;
    return share * share;
  }

  /** Reduces the window by `share` of itself. Returns the new window in whole segments. */
  private shrink(state: SenderState, share: number): number {
    if (this.window < 0) this.window = state.cwnd;
    this.windowBefore = this.window;
    if (this.isRate && this.isRttIndependent(state)) {
      this.rate = Math.max(this.rate * (1 - share), LEAST_BYTES_PER_S / mtuBytes(state));
      this.window = this.windowOfRate(state);
    } else {
      this.window *= 1 - share;
      if (state.srttNs > 0) this.rate = this.rateOfWindow(state);
    }
    const target = Math.min(
      Math.max(state.minCwnd, Math.ceil(this.window)),
      Math.max(state.minCwnd, state.cwnd),
    );
    if (target < state.ssthresh) state.ssthresh = target;
    return target;
  }

  private step(state: SenderState): void {
    const target = Math.max(state.minCwnd, Math.ceil(this.window));
    if (state.cwnd > target) {
      state.cwnd--;
      state.ssthresh = state.cwnd;
    } else if (state.cwnd < target) state.cwnd++;
  }

  isRttIndependent(state: SenderState): boolean {
    return this.targetRttNs > 0 && !state.inSlowStart && this.rounds >= this.transitionRounds;
  }

  /**
   * Returns true at the end of a round. A round lasts at least the target RTT: α must be averaged over the same time at all RTTs,
   * so that the same share of marks gives the same α.
   */
  private isRoundOver(state: SenderState): boolean {
    if (state.una < this.roundEnd) return false;
    return !this.isRttIndependent(state) || state.nowNs - this.alphaNs >= this.targetRttNs;
  }

  private endRound(state: SenderState, sample: AckSample): void {
    if (this.sawMark) {
      const delivered = sample.deliveredTotal - this.deliveredBefore;
      const marked = sample.markedTotal - this.markedBefore;
      const share = delivered > 0 ? Math.min(1, marked / delivered) : 0;
      this.markedShare = share;
      this.alpha += this.g * (share - this.alpha);
      this.alphaNs = state.nowNs;
      if (this.isRttIndependent(state) && !state.inRecovery && !state.inLoss) this.fitSegments(state);
    }
    this.slowRttNs += SLOW_RTT_WEIGHT * (state.srttNs - this.slowRttNs);
    this.roundEnd = state.nxt;
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    if (!state.inSlowStart) this.rounds++;
    state.enter(ALPHA_ROUND, this.alpha);
  }

  /**
   * Chooses the segment size so that two segments leave in each virtual RTT. Window and rate keep their bytes, and cwnd jumps to
   * the new number of segments (prague_pacing_rate_to_max_mtu).
   */
  private fitSegments(state: SenderState): void {
    const before = mtuBytes(state);
    const rttS = this.virtualRttNs(state) / NS_PER_S;
    const segments = this.isRate ? this.rate * rttS : (this.window * rttS * NS_PER_S) / state.srttNs;
    const most = state.mssBytes + MTU_BEYOND_PAYLOAD;
    const mtu = Math.min(most, Math.max(LEAST_MTU_BYTES, Math.ceil((segments * before) / SEGMENTS_PER_RTT)));
    if (mtu === before) return;
    state.segmentBytes = mtu - MTU_BEYOND_PAYLOAD;
    this.window *= before / mtu;
    this.rate *= before / mtu;
    const cwnd = Math.max(state.minCwnd, Math.ceil(this.window));
    if (cwnd === state.cwnd) return;
    state.cwnd = cwnd;
    state.ssthresh = Math.floor((state.ssthresh * before) / mtu);
  }

  /** Sets the pacing rate: cwnd per round trip, or twice that while cwnd is far below ssthresh. */
  private pace(state: SenderState): void {
    if (state.srttNs === 0) return;
    const rate = this.paceOf(state);
    state.pacingRate = state.cwnd < state.ssthresh / 2 ? 2 * rate : rate;
    state.hasPacingCredit = true;
    state.burst = this.inBursts ? this.burst(state) : 1;
  }

  /** Returns the pacing rate at which whole segments leave, headers included. TCP's own pacing counts only the payload. */
  private paceOf(state: SenderState): number {
    const mtu = mtuBytes(state);
    const ofPayload = mtu / state.segmentBytes;
    if (this.isRate && this.isRttIndependent(state)) {
      const isLate = state.nowNs - this.alphaNs >= this.virtualRttNs(state) / 2;
      return this.rate * (isLate ? 1 - RATE_SWING : 1 + RATE_SWING) * ofPayload;
    }
    const segments = Math.max(Math.floor(this.window), state.inflight);
    // A sender that starts to keep a rate keeps this one.
    this.rate = Math.max((segments * NS_PER_S) / state.srttNs, LEAST_BYTES_PER_S / mtu);
    return this.rate * ofPayload;
  }

  /** Returns the burst size: at most half the window (Linux tcp_cwnd_test), regardless of the rate. */
  private burst({ pacingRate, cwnd }: SenderState): number {
    const wanted = Math.max(LEAST_BURST, Math.floor(pacingRate / BURSTS_PER_S));
    return Math.max(1, Math.min(wanted, Math.floor(cwnd / 2)));
  }
}

function mtuBytes({ segmentBytes }: SenderState): number {
  return segmentBytes + MTU_BEYOND_PAYLOAD;
}

export const prague: CongestionControlDefinition = {
  ...pragueCard,
  create: (values) => new Prague(values),
};
