/**
 * Parts that all BBR versions share: measurements of the path, detection of a full pipe, PROBE_RTT, and pacing.
 * References: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05.
 */
import type { ParamValue } from "../../params/param.ts";
import { NS_PER_MS, NS_PER_S, secondsToNs } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { MIN_CWND } from "../../tcp/tcp-params.ts";
import type { CongestionControl } from "../congestion-control.ts";
import type { BbrSettings } from "./params.ts";

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
  private end = 0;

  take(sample: AckSample): void {
    this.isStart = sample.intervalNs > 0 && sample.priorDelivered >= this.end;
    if (!this.isStart) return;
    this.end = sample.deliveredTotal;
    this.count++;
  }

  /** Starts a new round now. */
  restart(deliveredTotal: number): void {
    this.end = deliveredTotal;
  }
}

/** Length of the bandwidth filter in rounds: a cycle of eight phases and two more rounds. The current round is not included. */
const RATE_WINDOW_ROUNDS = 10;

/**
 * The maximum recent delivery rate, in segments per second: BBR's estimate of the path's bandwidth. v1 looks back
 * over rounds (Linux tcp_bbr.c); v2 and v3 look back over the last two probing cycles (draft-ietf-ccwg-bbr-05
 * §5.5.5).
 */
export class MaxRateOfRounds {
  /** The maximum; 0 before the first sample. */
  max = 0;
  private readonly byRound = new Float64Array(RATE_WINDOW_ROUNDS + 1);
  private round = 0;

  /** Adds a sample. Old samples are removed only when a new one is added, so the maximum stays while no usable sample arrives. */
  take(rate: number, round: number): void {
    if (round !== this.round) this.advance(round);
    const slot = round % this.byRound.length;
    if (rate > this.byRound[slot]) this.byRound[slot] = rate;
    if (rate > this.max) this.max = rate;
  }

  private advance(round: number): void {
    const { byRound } = this;
    const passed = Math.min(round - this.round, byRound.length);
    for (let i = 0; i < passed; i++) byRound[(round - i) % byRound.length] = 0;
    this.round = round;
    this.max = 0;
    for (let i = 0; i < byRound.length; i++) if (byRound[i] > this.max) this.max = byRound[i];
  }
}

/** Maximum delivery rate over the current and the previous probing cycle. */
export class MaxRateOfCycles {
  /** The maximum; 0 before the first sample. */
  max = 0;
  private ofThisCycle = 0;

  take(rate: number): void {
    if (rate > this.ofThisCycle) this.ofThisCycle = rate;
    if (rate > this.max) this.max = rate;
  }

  /** Ends a cycle. A cycle without samples does not replace the previous cycle. */
  advance(): void {
    if (this.ofThisCycle === 0) return;
    this.max = this.ofThisCycle;
    this.ofThisCycle = 0;
  }
}

/** The pipe counts as full if the bandwidth does not grow by this factor within the given number of rounds. */
const FULL_PIPE_GROWTH = 1.25;
const FULL_PIPE_ROUNDS = 3;

/**
 * Detects a full pipe: three rounds without a bandwidth increase of a quarter. This ends STARTUP and, in v3, each
 * upward probe. Rounds in which the application had nothing to send do not count. Reference: draft-ietf-ccwg-bbr-05
 * §5.3.1.2.
 */
export class FullPipe {
  /** True once the pipe has been full. */
  reached = false;
  /** True if the pipe has been full since the last `restart`. */
  isFull = false;
  private rate = 0;
  private rounds = 0;

  /** Adds a rate. Versions 1 and 2 pass the filtered bandwidth once per round; version 3 passes each sample. */
  take(rate: number, isRoundStart: boolean): void {
    if (this.isFull) return;
    if (rate >= this.rate * FULL_PIPE_GROWTH) this.restart(rate);
    else if (isRoundStart && ++this.rounds >= FULL_PIPE_ROUNDS) {
      this.isFull = true;
      this.reached = true;
    }
  }

  /** Starts measuring growth from the given rate. */
  restart(rate: number): void {
    this.rate = rate;
    this.rounds = 0;
    this.isFull = false;
  }
}

/** Bandwidth-delay product that is assumed while no RTT is known (segments): the usual initial window. */
const UNKNOWN_BDP = 10;

/**
 * The minimum recent RTT, and the decision when to start PROBE_RTT, which looks for a smaller RTT with a small window. Version 1
 * uses one interval for both (Linux tcp_bbr.c, 10 s); versions 2 and 3 probe every 5 s and keep a minimum for 10 s. Reference:
 * draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
export class BbrMinRtt {
  /** Minimum RTT (ns); Infinity before the first sample. */
  minRttNs = Number.POSITIVE_INFINITY;
  /** True if the last interval had no sample as small as the minimum; set by `take`. */
  isProbeDue = false;
  probeIntervalNs: number;
  /** Time for which a minimum is kept (ns); at least the probing interval. */
  private readonly keptNs: number;
  private minStampNs = 0;
  /** Minimum RTT of the current probing interval (ns), and the time of its sample (ns). */
  private recentNs = Number.POSITIVE_INFINITY;
  private recentStampNs = 0;

  constructor(probeIntervalNs: number, keptNs: number) {
    this.probeIntervalNs = probeIntervalNs;
    this.keptNs = keptNs;
  }

  /** Takes the RTT measured by the handshake as the first sample (Linux bbr_init). */
  start({ minRttNs, nowNs }: SenderState): void {
    this.minRttNs = minRttNs;
    this.minStampNs = nowNs;
    this.recentNs = minRttNs;
    this.recentStampNs = nowNs;
  }

  take(sample: AckSample): void {
    const { nowNs, rttNs } = sample;
    this.isProbeDue =
      this.recentNs !== Number.POSITIVE_INFINITY && nowNs > this.recentStampNs + this.probeIntervalNs;
    // Version 2 counts a sample equal to the minimum as a new minimum. On a real path such a sample is rare because of
    // noise. In the simulator an empty queue gives the same RTT to the nanosecond, and PROBE_RTT would never start. Therefore
    // only a smaller sample counts, as in versions 1 and 3.
    if (rttNs >= 0 && (this.isProbeDue || rttNs < this.recentNs)) {
      this.recentNs = rttNs;
      this.recentStampNs = nowNs;
    }
    const keptNs = this.keptNs > this.probeIntervalNs ? this.keptNs : this.probeIntervalNs;
    if (this.recentNs <= this.minRttNs || nowNs > this.minStampNs + keptNs) {
      this.minRttNs = this.recentNs;
      this.minStampNs = this.recentStampNs;
    }
  }

  /** Ends a probe: the next one starts after a full interval. */
  onProbed({ nowNs }: AckSample): void {
    this.recentStampNs = nowNs;
  }

  /**
   * Returns the number of segments in flight that carries `gain` times the bandwidth `bw` (segments per second) over a path with
   * the minimum RTT; rounded up.
   */
  bdp(bw: number, gain: number): number {
    if (this.minRttNs === Number.POSITIVE_INFINITY) return UNKNOWN_BDP;
    // The tolerance prevents a rounding error from raising a whole number to the next one.
    return Math.ceil((gain * bw * this.minRttNs) / NS_PER_S - 1e-6);
  }
}

const NOT_YET = -1;

/**
 * PROBE_RTT: a phase of 200 ms and at least one round with a small window, so that the queue drains and the RTT of
 * the path becomes visible. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.3.4.3.
 */
export class BbrProbeRtt {
  durationNs: number;
  /** Time at which the probe ends (ns), set when the flight has become small. */
  private doneNs = NOT_YET;
  private isRoundDone = false;
  /** Range of `priorDelivered` in which segments were sent with the small window. */
  private smallFrom = 0;
  private smallUntil = -1;

  constructor(durationNs: number) {
    this.durationNs = durationNs;
  }

  enter(deliveredTotal: number): void {
    this.doneNs = NOT_YET;
    this.smallFrom = deliveredTotal;
  }

  /** Reads an ACK during PROBE_RTT; `smallWindow` is the target window. Returns true when the probe is over. */
  take(state: SenderState, sample: AckSample, smallWindow: number, round: BbrRound): boolean {
    this.smallUntil = sample.deliveredTotal + state.inflight;
    if (this.doneNs !== NOT_YET) {
      if (round.isStart) this.isRoundDone = true;
      return this.isRoundDone && sample.nowNs > this.doneNs;
    }
    if (state.inflight <= smallWindow) {
      this.doneNs = sample.nowNs + this.durationNs;
      this.isRoundDone = false;
      round.restart(sample.deliveredTotal);
    }
    return false;
  }

  /** Returns true if the small window or the application limited the rate of the sample, so that the path may be faster. */
  understates(sample: AckSample): boolean {
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

const AGGREGATION_ROUNDS = 5;
/** Upper limit of the extra window (s): the time in which the path delivers it. */
const MOST_ALLOWANCE_S = 0.1;

/**
 * Extra window for aggregated ACKs. If ACKs arrive in groups, a window of little more than the bandwidth-delay product would stop
 * the sender between groups. BBR therefore adds the excess: the number of segments acknowledged beyond what the bandwidth
 * explains, at its maximum over the last 5 to 10 rounds. Reference: Linux tcp_bbr.c; draft-ietf-ccwg-bbr-05 §5.5.9.
 */
export class AckAggregation {
  /** Maximum excess in the older and in the newer half of the observed rounds. The halves change places, so old values expire. */
  private ofLastHalf = 0;
  private ofThisHalf = 0;
  private rounds = 0;
  private epochStartNs = 0;
  private epochDelivered = 0;

  /** Reads an ACK; call once per ACK. `windowRounds` is the length of each half. */
  take(
    sample: AckSample,
    bw: number,
    cwnd: number,
    isRoundStart: boolean,
    windowRounds = AGGREGATION_ROUNDS,
  ): void {
    if (isRoundStart) this.endRound(windowRounds);
    let expected = Math.floor((bw * (sample.nowNs - this.epochStartNs)) / secondsToNs(1));
    if (this.epochDelivered <= expected) {
      // The ACKs arrive no faster than the bandwidth explains, so the measurement starts again.
      this.epochDelivered = 0;
      this.epochStartNs = sample.nowNs;
      expected = 0;
    }
    this.epochDelivered += sample.delivered;
    const excess = Math.min(this.epochDelivered - expected, cwnd);
    if (excess > this.ofThisHalf) this.ofThisHalf = excess;
  }

  /** Returns the number of segments to add to the window. */
  allowance(bw: number): number {
    const extra = this.ofLastHalf > this.ofThisHalf ? this.ofLastHalf : this.ofThisHalf;
    const most = Math.floor(bw * MOST_ALLOWANCE_S);
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

const BELOW_BANDWIDTH = 0.99;
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
    state.pacingRate = (startupGain * BELOW_BANDWIDTH * state.cwnd * NS_PER_S) / rttNs;
  }

  /** Sets the pacing rate. Call this once per ACK, after gain and bandwidth have been updated. */
  set(
    state: SenderState,
    { bw }: Paced,
    settings: Pick<BbrSettings, "startupGain">,
    pipeWasFull: boolean,
  ): void {
    if (!this.hasSeenRtt && state.srttNs > 0) this.start(state, settings);
    const rate = this.gain * BELOW_BANDWIDTH * bw;
    if (rate > 0 && (pipeWasFull || rate > state.pacingRate)) state.pacingRate = rate;
  }
}

/**
 * Reaction of all BBR versions to signals. BBR sets cwnd itself: a loss, a mark or a timeout only makes it save the window, and
 * it restores the window after loss recovery (Linux bbr_save_cwnd).
 */
export abstract class BbrWindow implements CongestionControl {
  /** True if the sender was recovering lost segments at the last ACK, in fast recovery or after a timeout. */
  protected wasRepairing = false;
  /** cwnd before loss recovery, a timeout or PROBE_RTT; restored afterwards (segments). */
  savedCwnd = 0;

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

  protected saveCwnd(state: SenderState): void {
    const isCutAlready = this.wasRepairing || this.isProbingRtt;
    this.savedCwnd = isCutAlready ? Math.max(this.savedCwnd, state.cwnd) : state.cwnd;
  }
}
