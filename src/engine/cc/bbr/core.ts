/**
 * Parts that all BBR versions share: rounds, the maximum delivery rate, detection of a full pipe, the minimum RTT and PROBE_RTT,
 * extra window for aggregated ACKs, and pacing. References: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05, whose names are used where
 * both have one (`BBR.full_bw_now` is `isFull` of FullPipe). Units are segments and segments per second.
 */
import type { ParamValue } from "../../params/param.ts";
import { NS_PER_MS, NS_PER_S, secondsToNs } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { MIN_CWND } from "../../tcp/tcp-params.ts";
import type { CongestionControl } from "../congestion-control.ts";
import type { BbrSettings } from "./params.ts";

/** Bandwidth-delay product that is assumed while no RTT is known (segments): the usual initial window. */
const UNKNOWN_BDP = 10;

/**
 * Returns `gain` times the bandwidth-delay product of a path, in whole segments, rounded up (BBRBDPMultiple,
 * draft-ietf-ccwg-bbr-05 §5.6.4.2; Linux bbr_bdp).
 */
export function bdpMultiple(bw: number, minRttNs: number, gain: number): number {
  if (minRttNs === Number.POSITIVE_INFINITY) return UNKNOWN_BDP;
  // The tolerance prevents a rounding error from raising a whole number to the next one.
  return Math.ceil((gain * bw * minRttNs) / NS_PER_S - 1e-6);
}

/** Pacing rate relative to gain times bandwidth: one percent less, so that queues shrink on average (PacingMarginPercent). */
const BELOW_BANDWIDTH = 0.99;

/** Returns the pacing rate for a bandwidth (BBRSetPacingRateWithGain, draft-ietf-ccwg-bbr-05 §5.6.2). */
function pacingRate(gain: number, bw: number): number {
  return gain * BELOW_BANDWIDTH * bw;
}

/** Returns the pacing rate before the first bandwidth sample: cwnd in one RTT (BBRInitPacingRate, draft-ietf-ccwg-bbr-05 §5.6.2). */
function initialPacingRate(gain: number, cwnd: number, rttNs: number): number {
  return (gain * BELOW_BANDWIDTH * cwnd * NS_PER_S) / rttNs;
}

/** The pipe counts as full if the bandwidth does not grow by this factor within FULL_PIPE_ROUNDS (bbr_full_bw_thresh). */
const FULL_PIPE_GROWTH = 1.25;
const FULL_PIPE_ROUNDS = 3;

/** Returns true if the bandwidth still grows from the baseline `fullBw` (draft-ietf-ccwg-bbr-05 §5.3.1.2). */
function isGrowing(bw: number, fullBw: number): boolean {
  return bw >= fullBw * FULL_PIPE_GROWTH;
}

/** Returns the segments that the bandwidth delivers in `ns`, rounded down (expected_delivered, draft-ietf-ccwg-bbr-05 §5.5.9). */
function expectedDelivered(bw: number, ns: number): number {
  return Math.floor((bw * ns) / secondsToNs(1));
}

/**
 * Counts BBR's rounds. A round is measured by deliveries, not by time: it ends when a segment that was sent after the start of
 * the round has been delivered. Reference: draft-ietf-ccwg-bbr-05 §5.5.1.
 */
export class BbrRound {
  /** Number of rounds since the start of the flow. */
  count = 0;
  /** True if the current ACK is the first of a round. */
  isStart = false;
  /** Value of `priorDelivered` at which the next round starts. */
  private nextRoundDelivered = 0;

  /** Reads an ACK (BBRUpdateRound). */
  update(sample: AckSample): void {
    this.isStart = sample.intervalNs > 0 && sample.priorDelivered >= this.nextRoundDelivered;
    if (!this.isStart) return;
    this.nextRoundDelivered = sample.deliveredTotal;
    this.count++;
  }

  /** Starts a new round now (BBRStartRound). */
  start(deliveredTotal: number): void {
    this.nextRoundDelivered = deliveredTotal;
  }
}

/** Length of the bandwidth filter in rounds: a cycle of eight phases and two more rounds. The current round is not included. */
const BW_WINDOW_ROUNDS = 10;

/**
 * The maximum recent delivery rate: BBR's estimate of the path's bandwidth (BBR.max_bw). v1 looks back over rounds (Linux
 * bbr_update_bw); v2 and v3 look back over the last two probing cycles (draft-ietf-ccwg-bbr-05 §5.5.5).
 */
export class MaxBwOfRounds {
  /** The maximum; 0 before the first sample. */
  value = 0;
  private readonly byRound = new Float64Array(BW_WINDOW_ROUNDS + 1);
  private round = 0;

  /** Adds a sample. Old samples are removed only when a new one is added, so the maximum stays while no usable sample arrives. */
  take(rate: number, round: number): void {
    if (round !== this.round) this.advance(round);
    const slot = round % this.byRound.length;
    if (rate > this.byRound[slot]) this.byRound[slot] = rate;
    if (rate > this.value) this.value = rate;
  }

  private advance(round: number): void {
    const { byRound } = this;
    const passed = Math.min(round - this.round, byRound.length);
    for (let i = 0; i < passed; i++) byRound[(round - i) % byRound.length] = 0;
    this.round = round;
    this.value = 0;
    for (let i = 0; i < byRound.length; i++) if (byRound[i] > this.value) this.value = byRound[i];
  }
}

/** Maximum delivery rate over the current and the previous probing cycle (draft-ietf-ccwg-bbr-05 §5.5.5, §5.5.6). */
export class MaxBwOfCycles {
  /** The maximum; 0 before the first sample. */
  value = 0;
  private ofThisCycle = 0;

  take(rate: number): void {
    if (rate > this.ofThisCycle) this.ofThisCycle = rate;
    if (rate > this.value) this.value = rate;
  }

  /** Ends a cycle (BBRAdvanceMaxBwFilter). A cycle without samples does not replace the previous cycle. */
  advance(): void {
    if (this.ofThisCycle === 0) return;
    this.value = this.ofThisCycle;
    this.ofThisCycle = 0;
  }
}

/**
 * Detects a full pipe: three rounds without a bandwidth increase of a quarter. This ends STARTUP and, in v3, each
 * upward probe. Rounds in which the application had nothing to send do not count. Reference: draft-ietf-ccwg-bbr-05
 * §5.3.1.2.
 */
export class FullPipe {
  /** True once the pipe has been full (BBR.full_bw_reached). */
  isReached = false;
  /** True if the pipe has been full since the last `reset` (BBR.full_bw_now). */
  isFull = false;
  /** Baseline from which growth is measured. */
  private fullBw = 0;
  /** Number of rounds without enough growth. */
  private fullBwCount = 0;

  /**
   * Adds a bandwidth (BBRCheckFullBWReached). Versions 1 and 2 pass the filtered bandwidth once per round; version 3 passes each
   * sample.
   */
  check(bw: number, isRoundStart: boolean): void {
    if (this.isFull) return;
    // The bandwidth still grows, so it becomes the new baseline.
    if (isGrowing(bw, this.fullBw)) this.reset(bw);
    // Another round without much growth.
    else if (isRoundStart && ++this.fullBwCount >= FULL_PIPE_ROUNDS) {
      this.isFull = true;
      this.isReached = true;
    }
  }

  /** Starts measuring growth from the given bandwidth (BBRResetFullBW). */
  reset(bw: number): void {
    this.fullBw = bw;
    this.fullBwCount = 0;
    this.isFull = false;
  }
}

/**
 * The minimum recent RTT, and the decision when to start PROBE_RTT, which looks for a smaller RTT with a small window. Version 1
 * uses one interval for both (Linux tcp_bbr.c, 10 s); versions 2 and 3 probe every 5 s and keep a minimum for 10 s. Reference:
 * draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
export class BbrMinRtt {
  /** Minimum RTT (ns); Infinity before the first sample. */
  minRttNs = Number.POSITIVE_INFINITY;
  /** True if the last interval had no sample as small as the minimum, so that PROBE_RTT is due; set by `update`. */
  isProbeRttExpired = false;
  /** Time after which PROBE_RTT is due (ns; ProbeRTTInterval). */
  probeIntervalNs: number;
  /** Time for which a minimum is kept (ns; MinRTTFilterLen); at least the probing interval. */
  private readonly filterLengthNs: number;
  private minRttStampNs = 0;
  /** Minimum RTT of the current probing interval (ns), and the time of its sample (ns). */
  private probeRttMinDelayNs = Number.POSITIVE_INFINITY;
  private probeRttMinStampNs = 0;

  constructor(probeIntervalNs: number, filterLengthNs: number) {
    this.probeIntervalNs = probeIntervalNs;
    this.filterLengthNs = filterLengthNs;
  }

  /** Takes the RTT measured by the handshake as the first sample (Linux bbr_init). */
  start({ minRttNs, nowNs }: SenderState): void {
    this.minRttNs = minRttNs;
    this.minRttStampNs = nowNs;
    this.probeRttMinDelayNs = minRttNs;
    this.probeRttMinStampNs = nowNs;
  }

  /** Reads an ACK (BBRUpdateMinRTT). */
  update(sample: AckSample): void {
    const { nowNs, rttNs } = sample;
    // PROBE_RTT is due when no sample has lowered the minimum of the interval for a whole interval.
    this.isProbeRttExpired =
      this.probeRttMinDelayNs !== Number.POSITIVE_INFINITY &&
      nowNs > this.probeRttMinStampNs + this.probeIntervalNs;
    // Version 2 counts a sample equal to the minimum as a new minimum. On a real path such a sample is rare because of
    // noise. In the simulator an empty queue gives the same RTT to the nanosecond, and PROBE_RTT would never start. Therefore
    // only a smaller sample counts, as in versions 1 and 3.
    if (rttNs >= 0 && (this.isProbeRttExpired || rttNs < this.probeRttMinDelayNs)) {
      this.probeRttMinDelayNs = rttNs;
      this.probeRttMinStampNs = nowNs;
    }
    // The minimum RTT follows the minimum of the interval when that is smaller, or when it is too old itself.
    const { filterLengthNs, probeIntervalNs } = this;
    const keptNs = filterLengthNs > probeIntervalNs ? filterLengthNs : probeIntervalNs;
    if (this.probeRttMinDelayNs <= this.minRttNs || nowNs > this.minRttStampNs + keptNs) {
      this.minRttNs = this.probeRttMinDelayNs;
      this.minRttStampNs = this.probeRttMinStampNs;
    }
  }

  /** Ends a probe: the next one starts after a full interval. */
  onProbed({ nowNs }: AckSample): void {
    this.probeRttMinStampNs = nowNs;
  }
}

const NOT_YET = -1;

/**
 * PROBE_RTT: a phase of 200 ms and at least one round with a small window, so that the queue drains and the RTT of
 * the path becomes visible. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
export class BbrProbeRtt {
  /** Time for which the flight stays small (ns; ProbeRTTDuration). */
  durationNs: number;
  /** Time at which the probe ends (ns), set when the flight has become small. */
  private doneStampNs = NOT_YET;
  private isRoundDone = false;
  /** Range of `priorDelivered` in which segments were sent with the small window. */
  private smallFrom = 0;
  private smallUntil = -1;

  constructor(durationNs: number) {
    this.durationNs = durationNs;
  }

  enter(deliveredTotal: number): void {
    this.doneStampNs = NOT_YET;
    this.smallFrom = deliveredTotal;
  }

  /**
   * Reads an ACK during PROBE_RTT; `probeRttCwnd` is the target window. Returns true when the probe is over (BBRHandleProbeRTT,
   * BBRCheckProbeRTTDone).
   */
  handle(state: SenderState, sample: AckSample, probeRttCwnd: number, round: BbrRound): boolean {
    // Rates of segments that are sent with the small window do not show the bandwidth of the path.
    this.smallUntil = sample.deliveredTotal + state.inflight;
    // The probe starts when the flight is small, and then lasts for the duration and for at least one round.
    if (this.doneStampNs !== NOT_YET) {
      if (round.isStart) this.isRoundDone = true;
      return this.isRoundDone && sample.nowNs > this.doneStampNs;
    }
    if (state.inflight <= probeRttCwnd) {
      this.doneStampNs = sample.nowNs + this.durationNs;
      this.isRoundDone = false;
      round.start(sample.deliveredTotal);
    }
    return false;
  }

  /**
   * Returns true if the small window or the application limited the rate of the sample, so that the path may be faster
   * (RS.is_app_limited of the draft).
   */
  isAppLimited(sample: AckSample): boolean {
    if (sample.isAppLimited) return true;
    return sample.priorDelivered >= this.smallFrom && sample.priorDelivered <= this.smallUntil;
  }
}

/**
 * Returns true if the segment was sent after an idle time of the application in which all data was acknowledged. The queue has
 * then drained without a probe.
 */
export function isRestart(sample: AckSample): boolean {
  return sample.isAppLimited && sample.priorDelivered === sample.deliveredTotal - sample.delivered;
}

const EXTRA_ACKED_ROUNDS = 5;
/** Upper limit of the extra window (s): the time in which the path delivers it (bbr_extra_acked_max_us). */
const MOST_EXTRA_ACKED_S = 0.1;

/**
 * Extra window for aggregated ACKs. If ACKs arrive in groups, a window of little more than the bandwidth-delay product would stop
 * the sender between groups. BBR therefore adds the excess: the number of segments acknowledged beyond what the bandwidth
 * explains, at its maximum over the last 5 to 10 rounds (BBR.extra_acked). Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05
 * §5.5.9.
 */
export class AckAggregation {
  /** Maximum excess in the older and in the newer half of the observed rounds. The halves change places, so old values expire. */
  private ofLastHalf = 0;
  private ofThisHalf = 0;
  private rounds = 0;
  private intervalStartNs = 0;
  private intervalDelivered = 0;

  /** Reads an ACK; call once per ACK (BBRUpdateACKAggregation). `windowRounds` is the length of each half. */
  update(
    sample: AckSample,
    bw: number,
    cwnd: number,
    isRoundStart: boolean,
    windowRounds = EXTRA_ACKED_ROUNDS,
  ): void {
    if (isRoundStart) this.endRound(windowRounds);
    // While ACKs arrive no faster than the bandwidth explains, the measurement starts again.
    let expected = expectedDelivered(bw, sample.nowNs - this.intervalStartNs);
    if (this.intervalDelivered <= expected) {
      this.intervalDelivered = 0;
      this.intervalStartNs = sample.nowNs;
      expected = 0;
    }
    // The excess is at most cwnd, and only its maximum is kept.
    this.intervalDelivered += sample.delivered;
    const extra = Math.min(this.intervalDelivered - expected, cwnd);
    if (extra > this.ofThisHalf) this.ofThisHalf = extra;
  }

  /** Returns BBR.extra_acked: the number of segments to add to the window. */
  extraAcked(bw: number): number {
    const extra = this.ofLastHalf > this.ofThisHalf ? this.ofLastHalf : this.ofThisHalf;
    const most = Math.floor(bw * MOST_EXTRA_ACKED_S);
    return extra < most ? extra : most;
  }

  private endRound(windowRounds: number): void {
    this.rounds++;
    if (this.rounds < windowRounds) return;
    this.rounds = 0;
    this.ofLastHalf = this.ofThisHalf;
    this.ofThisHalf = 0;
  }
}

/** RTT that is assumed if the handshake has not measured one. */
const UNKNOWN_RTT_NS = NS_PER_MS;

/** Object with an estimate of the bandwidth, in segments per second; 0 while unknown. */
interface Paced {
  readonly bw: number;
}

/**
 * BBR's pacing rate: a gain times the bandwidth, minus one percent so that queues shrink on average. Until the pipe
 * is full the rate never decreases. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.6.2.
 */
export class BbrPacing {
  /** Pacing gain of the current phase. */
  gain = 0;
  private hasSeenRtt = false;

  /**
   * Starts pacing after the handshake. The handshake's RTT determines the rate for the first window (Linux
   * bbr_init_pacing_rate_from_rtt).
   */
  start(state: SenderState, { startupGain }: Pick<BbrSettings, "startupGain">): void {
    this.hasSeenRtt = state.srttNs > 0;
    const rttNs = this.hasSeenRtt ? state.srttNs : UNKNOWN_RTT_NS;
    state.pacingRate = initialPacingRate(startupGain, state.cwnd, rttNs);
  }

  /** Sets the pacing rate. Call this once per ACK, after gain and bandwidth have been updated. */
  set(
    state: SenderState,
    { bw }: Paced,
    settings: Pick<BbrSettings, "startupGain">,
    pipeWasFull: boolean,
  ): void {
    if (!this.hasSeenRtt && state.srttNs > 0) this.start(state, settings);
    const rate = pacingRate(this.gain, bw);
    if (rate > 0 && (pipeWasFull || rate > state.pacingRate)) state.pacingRate = rate;
  }
}

/**
 * Reaction of all BBR versions to signals. BBR sets cwnd itself: a loss, a mark or a timeout only makes it save the window, and
 * it restores the window after loss recovery (Linux bbr_save_cwnd).
 */
export abstract class BbrWindow implements CongestionControl {
  /** True if the sender was recovering lost segments at the last ACK, in fast recovery or after a timeout. */
  protected wasInLossRecovery = false;
  /** cwnd before loss recovery, a timeout or PROBE_RTT; restored afterwards (segments). */
  priorCwnd = 0;

  /** True in PROBE_RTT, in which BBR keeps a small window to drain the queue. */
  protected abstract get isProbingRtt(): boolean;
  abstract onSample(state: SenderState, sample: AckSample): void;
  abstract onTimeout(state: SenderState): void;
  abstract configure(id: string, value: ParamValue): void;
  abstract probe(index: number): number;

  onAck(): void {}

  onRttSample(): void {}

  /** Returns the current window as ssthresh, because BBR does not reduce cwnd at a loss. */
  ssthreshAfterLoss(state: SenderState): number {
    this.saveCwnd(state);
    return Math.max(MIN_CWND, state.cwnd);
  }

  ssthreshAfterMark(state: SenderState): number {
    return this.ssthreshAfterLoss(state);
  }

  /** Saves cwnd (BBRSaveCwnd, draft-ietf-ccwg-bbr-05 §5.6.4.4). A window that is already small does not replace a larger one. */
  protected saveCwnd(state: SenderState): void {
    const isSmall = this.wasInLossRecovery || this.isProbingRtt;
    this.priorCwnd = isSmall ? Math.max(this.priorCwnd, state.cwnd) : state.cwnd;
  }

  /** Restores at least the saved cwnd (BBRRestoreCwnd). */
  protected restoreCwnd(state: SenderState): void {
    state.cwnd = Math.max(state.cwnd, this.priorCwnd);
  }
}
