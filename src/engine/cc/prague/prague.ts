/**
 * TCP Prague, the congestion control of L4S. It reacts to marks like DCTCP, but its window has a fraction, each unmarked ACK lets
 * it grow, segments are paced, and short round trips give no advantage. Instead of a small window it keeps a rate. References:
 * draft-briscoe-iccrg-prague-congestion-control-04; RFC 9331 §4; tcp_prague.c of L4STeam's Linux, version 0.7 (2024). Section
 * numbers without a document are the draft's, function names the kernel's. Defaults: card.ts.
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

/** Returns the bytes of a packet whose payload is one segment. */
function mtuBytes({ segmentBytes }: SenderState): number {
  return segmentBytes + MTU_BEYOND_PAYLOAD;
}

/** Returns the new α: the average moves by g towards the marked share of the last round (§2.3.2). */
function movedAlpha(alpha: number, g: number, markedShare: number): number {
  return alpha + g * (markedShare - alpha);
}

/** Returns the growth of the window for `acked` unmarked segments if the window grows by `perRound` in a round trip (§2.4.3). */
function windowIncrease(acked: number, perRound: number, window: number): number {
  return (acked * perRound) / window;
}

/** Returns the growth of the rate for `acked` unmarked segments: one segment per virtual RTT, in each virtual RTT (§2.4.3). */
function rateIncrease(acked: number, virtualRttS: number, rate: number): number {
  return acked / virtualRttS / Math.ceil(rate * virtualRttS);
}

/**
 * Returns the growth in segments per round trip with which cwnd grows as much per second as at the target RTT, (RTT/target)²
 * (§2.4.4, prague_ai_ack_increase).
 */
function scaledIncrease(rttNs: number, targetRttNs: number): number {
  const share = rttNs / targetRttNs;
  return share * share;
}

/** Returns the burst: the segments that leave in 0.24 ms at the pacing rate (§2.5.2, prague_tso_segs). */
function burstSegments(pacingRate: number): number {
  return Math.max(LEAST_BURST, Math.floor(pacingRate / BURSTS_PER_S));
}

export class Prague extends BackoffControl {
  // Settings made by the user.
  private g = 0;
  targetRttNs = 0;
  private transitionRounds = 0;
  private inBursts = false;

  // State of the control.
  /** True after the first sample. */
  private isStarted = false;
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
  /** Times of the last update of α and of the last cut (ns). */
  private alphaNs = NEVER;
  cutNs = NEVER;
  /** Rounds since slow start ended. */
  private rounds = 0;
  // The current round: the segment number at which it ends, and the totals at its start.
  private roundEnd = 0;
  private deliveredBefore = 0;
  private markedBefore = 0;

  // Values that are stored only for explanations.
  /** Marked share of the last round with which α was updated; NaN before the first such round. */
  markedShare = Number.NaN;
  /** Window before the last cut, and whether the cut halved it. */
  windowBefore = 0;
  halved = false;

  constructor(values: ParamValues) {
    super(prague);
    this.setAll(values);
  }

  /** Processes each ACK, after the reaction to its marks and losses (prague_cong_control). */
  onSample(state: SenderState, sample: AckSample): void {
    if (!this.isStarted) this.start(state, sample);
    // Additive increase for the segments without a mark (§2.4.3).
    this.increase(state, sample);
    // cwnd follows the window.
    this.moveCwnd(state);
    // At the end of a round, α moves (§2.3.2) and the segment size is chosen.
    if (this.isRoundOver(state)) this.endRound(state, sample);
    // Packet pacing (§2.5.1), and the choice between window and rate.
    this.pace(state);
    this.chooseMode(state);
  }

  private start(state: SenderState, sample: AckSample): void {
    this.isStarted = true;
    // The reaction to a mark comes before the first sample.
    if (this.window < 0) this.window = state.cwnd;
    this.slowRttNs = state.srttNs;
    this.roundEnd = state.nxt;
    this.deliveredBefore = sample.deliveredTotal - sample.delivered;
    this.markedBefore = sample.markedTotal - sample.marked;
  }

  /** Increases the window for each segment without a mark, also during the reaction to a mark (§2.4.3, prague_update_cwnd). */
  private increase(state: SenderState, sample: AckSample): void {
    const isRepairing = state.inRecovery || state.inLoss;
    // The reaction to the first mark has halved the window already, unless a recovery was in progress.
    if (sample.marked > 0 && !this.sawMark) this.window /= 2;
    this.sawMark ||= sample.marked > 0;
    const unmarked = sample.delivered - sample.marked;
    if (unmarked <= 0 || isRepairing || !state.mayGrow) return;
    // Slow start (§2.4.5).
    let left = unmarked;
    if (state.inSlowStart) {
      left = slowStart(state, unmarked);
      this.window = state.cwnd;
    }
    // Congestion avoidance, of the rate or of the window. Growth is counted in segments of 1500 bytes.
    const acked = (left * GROWTH_BYTES) / mtuBytes(state);
    if (this.isRate && this.isRttIndependent(state)) {
      this.rate += rateIncrease(acked, this.virtualRttNs(state) / NS_PER_S, this.rate);
      this.window = this.windowOfRate(state);
    } else this.window += windowIncrease(acked, this.increasePerRound(state), this.window);
  }

  /** Returns the growth in segments per round trip, which is smaller below the target RTT (§2.4.4). */
  private increasePerRound({ srttNs }: SenderState): number {
    if (this.rounds < this.transitionRounds || srttNs === 0 || srttNs >= this.targetRttNs) return 1;
    if (srttNs > LONGEST_SCALED_NS) return 1;
    return scaledIncrease(srttNs, this.targetRttNs);
  }

  /** Moves cwnd by one segment towards the window, rounded up. */
  private moveCwnd(state: SenderState): void {
    const target = Math.max(state.minCwnd, Math.ceil(this.window));
    if (state.cwnd > target) {
      state.cwnd--;
      state.ssthresh = state.cwnd;
    } else if (state.cwnd < target) state.cwnd++;
  }

  /**
   * Returns true at the end of a round. A round lasts at least the target RTT: α must be averaged over the same time at all RTTs,
   * so that the same share of marks gives the same α (§2.4.4, prague_should_update_ewma).
   */
  private isRoundOver(state: SenderState): boolean {
    if (state.una < this.roundEnd) return false;
    return !this.isRttIndependent(state) || state.nowNs - this.alphaNs >= this.targetRttNs;
  }

  /** Ends a round: moves α (§2.3.2, prague_update_alpha) and starts the counts of the next round (prague_new_round). */
  private endRound(state: SenderState, sample: AckSample): void {
    if (this.sawMark) {
      const delivered = sample.deliveredTotal - this.deliveredBefore;
      const marked = sample.markedTotal - this.markedBefore;
      this.markedShare = delivered > 0 ? Math.min(1, marked / delivered) : 0;
      this.alpha = movedAlpha(this.alpha, this.g, this.markedShare);
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

  /** Reduces the window at a loss, like Reno (§2.4.1). */
  override ssthreshAfterLoss(state: SenderState): number {
    return this.shrink(state, 1 - this.betaLoss);
  }

  /**
   * Reduces the window by the fraction α/2 at a mark, once per round trip or target round trip, whichever is longer (§2.4.2). The
   * first mark halves the window, regardless of α.
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

  /** Sets the pacing rate: cwnd per round trip, or twice that while cwnd is far below ssthresh (§2.5.1). */
  private pace(state: SenderState): void {
    if (state.srttNs === 0) return;
    const rate = this.pacingRate(state);
    state.pacingRate = state.cwnd < state.ssthresh / 2 ? 2 * rate : rate;
    state.hasPacingCredit = true;
    // A burst is at most half the window (Linux tcp_cwnd_test), regardless of the rate.
    const wanted = this.inBursts ? burstSegments(state.pacingRate) : 1;
    state.burst = Math.max(1, Math.min(wanted, Math.floor(state.cwnd / 2)));
  }

  /**
   * Returns the pacing rate at which whole segments leave, headers included (prague_update_pacing_rate). TCP's own pacing counts
   * only the payload.
   */
  private pacingRate(state: SenderState): number {
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

  private windowOfRate({ srttNs }: SenderState): number {
    return (this.rate * (this.slowRttNs > 0 ? this.slowRttNs : srttNs)) / NS_PER_S;
  }

  private rateOfWindow(state: SenderState): number {
    return Math.max((this.window * NS_PER_S) / state.srttNs, LEAST_BYTES_PER_S / mtuBytes(state));
  }

  /** Returns the virtual RTT (ns): the measured RTT, but at least the target RTT (§2.4.4). */
  private virtualRttNs({ srttNs }: SenderState): number {
    return Math.max(this.targetRttNs, srttNs);
  }

  /** Returns true if the virtual RTT is in use, some rounds after slow start (§2.4.4, prague_is_rtt_indep). */
  isRttIndependent(state: SenderState): boolean {
    return this.targetRttNs > 0 && !state.inSlowStart && this.rounds >= this.transitionRounds;
  }

  /** Does nothing. `onSample` increases cwnd, because growth continues during the reaction to a mark. */
  override onAck(): void {}

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
}

export const prague: CongestionControlDefinition = {
  ...pragueCard,
  create: (values) => new Prague(values),
};
