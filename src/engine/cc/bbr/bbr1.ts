/**
 * BBRv1: describes the path by its bandwidth (the maximum delivery rate of ten rounds) and its minimum RTT. It paces at the
 * bandwidth and keeps at most about two bandwidth-delay products in flight. It ignores losses and marks. References: Cardwell et
 * al., "BBR: Congestion-Based Congestion Control" (ACM Queue 14, 2016); Linux 6.1 tcp_bbr.c. The steps are in the order of
 * bbr_main and named as its functions. Defaults: bbr1-card.ts. Equations that all versions share: core.ts.
 */
import type { ParamValue, ParamValues, Phase } from "../../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { bbr1Card } from "./bbr1-card.ts";
import {
  AckAggregation,
  BbrMinRtt,
  BbrPacing,
  BbrProbeRtt,
  BbrRound,
  BbrWindow,
  bdpMultiple,
  FullPipe,
  isRestart,
  MaxBwOfRounds,
} from "./core.ts";
import { BBR_MIN_WINDOW, BBR_PHASE, BbrSettings } from "./params.ts";
import { SendQuantum } from "./send-quantum.ts";

/** Fewest and most rounds of an interval with losses (bbr_lt_intvl_min_rtts, and four times as many). */
const INTERVAL_MIN_ROUNDS = 4;
const INTERVAL_MAX_ROUNDS = 16;
/** Lost share from which on an interval counts as policed (bbr_lt_loss_thresh). */
const LOSS_SHARE = 50 / 256;
/**
 * Tolerances for comparing two rates: they count as equal within an eighth of the rate (bbr_lt_bw_ratio), or within 4 kbit/s
 * (bbr_lt_bw_diff, here in segments of 1448 bytes).
 */
const SAME_SHARE = 1 / 8;
const SAME_SEGMENTS_PER_S = 4000 / 8 / 1448;
/** Number of rounds for which the policer's rate is used (bbr_lt_bw_max_rtts). */
const USED_ROUNDS = 48;

/** Returns true if two intervals have about the same rate (bbr_lt_bw_interval_done). */
function isSameRate(rate: number, before: number): boolean {
  const difference = Math.abs(rate - before);
  return difference <= SAME_SHARE * before || difference <= SAME_SEGMENTS_PER_S;
}

/**
 * BBRv1's model of a policer, which drops traffic above a rate instead of queueing it. If two consecutive intervals
 * lose more than a fifth and deliver at about the same rate, that rate replaces the bandwidth for 48 rounds.
 * Reference: Linux bbr_lt_bw_sampling ("long-term" bandwidth).
 */
export class LongTermRate {
  /** Rate of the last intervals with high loss (segments per second); 0 if there were none. */
  rate = 0;
  /** True while this rate replaces the bandwidth. BBR does not probe during that time. */
  isUsed = false;
  private isSampling = false;
  private rounds = 0;
  private startNs = 0;
  private deliveredAtStart = 0;
  private lostAtStart = 0;

  /** Counts a round in which the policer's rate is used. Returns true if BBR must probe again. */
  countRound(sample: AckSample): boolean {
    if (++this.rounds < USED_ROUNDS) return false;
    this.reset(sample);
    return true;
  }

  /** Reads an ACK while the policer's rate is not in use. */
  update(sample: AckSample, lost: number, isRoundStart: boolean): void {
    // A policer first uses up its tokens, so the first interval starts at the first loss.
    if (!this.isSampling) {
      if (lost === 0) return;
      this.startInterval(sample);
      this.isSampling = true;
    }
    // An application that sends too little makes the rates useless.
    if (sample.isAppLimited) {
      this.reset(sample);
      return;
    }
    // An interval lasts 4 to 16 rounds.
    if (isRoundStart) this.rounds++;
    if (this.rounds < INTERVAL_MIN_ROUNDS) return;
    if (this.rounds > INTERVAL_MAX_ROUNDS) {
      this.reset(sample);
      return;
    }
    // An interval must end with a loss, because the policer's tokens are then used up.
    if (lost > 0) this.endInterval(sample);
  }

  private endInterval(sample: AckSample): void {
    const delivered = sample.deliveredTotal - this.deliveredAtStart;
    const lost = sample.lostTotal - this.lostAtStart;
    const spanNs = sample.nowNs - this.startNs;
    // The interval continues until it has enough losses and lasts long enough for a rate.
    if (delivered <= 0 || lost < LOSS_SHARE * delivered || spanNs < NS_PER_MS) return;
    const rate = (delivered * NS_PER_S) / spanNs;
    // Two intervals with about the same rate show a policer, and the mean of their rates is used from now on.
    if (this.rate > 0 && isSameRate(rate, this.rate)) {
      this.rate = (rate + this.rate) / 2;
      this.isUsed = true;
      this.rounds = 0;
      return;
    }
    this.rate = rate;
    this.startInterval(sample);
  }

  private reset(sample: AckSample): void {
    this.rate = 0;
    this.isUsed = false;
    this.isSampling = false;
    this.startInterval(sample);
  }

  private startInterval(sample: AckSample): void {
    this.startNs = sample.nowNs;
    this.deliveredAtStart = sample.deliveredTotal;
    this.lostAtStart = sample.lostTotal;
    this.rounds = 0;
  }
}

export const MODES = ["STARTUP", "DRAIN", "PROBE_BW", "PROBE_RTT"] as const;
const STARTUP = 0;
const DRAIN = 1;
const PROBE_BW = 2;
const PROBE_RTT = 3;

const UP_GAIN = 5 / 4;
/**
 * The pacing gains of the phases of PROBE_BW (bbr_pacing_gain), in order: probe for more bandwidth, drain the queue caused by the
 * probe, cruise.
 */
const CYCLE_GAINS = [UP_GAIN, 3 / 4, 1, 1, 1, 1, 1, 1] as const;
const PROBE_UP = 0;
const PROBE_DOWN = 1;
/** Number of delivered segments after which cwnd is limited to its target. */
const FIRST_SEGMENTS = 10;

export class Bbr1 extends BbrWindow {
  readonly settings: BbrSettings;
  private readonly random: () => number;

  // The model of the path.
  private readonly round = new BbrRound();
  private readonly maxBw = new MaxBwOfRounds();
  readonly minRtt: BbrMinRtt;
  private readonly fullPipe = new FullPipe();
  private readonly aggregation = new AckAggregation();
  private readonly longTerm = new LongTermRate();
  private readonly probeRtt: BbrProbeRtt;
  /** Bandwidth used for sending (segments per second). */
  bw = 0;

  // The state machine.
  mode = STARTUP;
  /** Index of the current phase in CYCLE_GAINS, and its start time (ns). */
  private phase = PROBE_UP;
  private phaseStartNs = 0;
  /** True in the first round of a recovery, in which one segment may leave for each delivered segment. */
  private conserving = false;
  /** True if the last ACK left the sender in loss recovery, as opposed to the state after a timeout. */
  private wasInRecovery = false;

  // The control parameters.
  readonly pacing = new BbrPacing();
  readonly quantum = new SendQuantum({ roomByRtt: false, singleWhenSlow: true });

  constructor(values: ParamValues, random: () => number) {
    super();
    this.settings = new BbrSettings(bbr1.params, values);
    this.random = random;
    this.quantum.by = this.settings.quantumBy;
    this.minRtt = new BbrMinRtt(this.settings.probeRttIntervalNs, 0);
    this.probeRtt = new BbrProbeRtt(this.settings.probeRttTimeNs);
  }

  onEstablished(state: SenderState): void {
    this.minRtt.start(state);
    this.pacing.start(state, this.settings);
    this.quantum.start(state, state.minRttNs);
  }

  /** Updates model, state machine and control parameters at each ACK (bbr_main). */
  onSample(state: SenderState, sample: AckSample): void {
    // The model of the path and the state machine (bbr_update_model).
    this.updateBw(sample);
    this.updateAckAggregation(state, sample);
    this.updateCyclePhase(state, sample);
    this.checkFullBwReached(sample);
    this.checkDrain(state, sample);
    this.updateMinRtt(state, sample);
    this.updateGains();
    // The control parameters: pacing rate, send quantum and cwnd.
    this.pacing.set(state, this, this.settings, this.fullPipe.isReached);
    this.quantum.update(state, state.minRttNs);
    this.setCwnd(state, sample);
    this.quantum.limitBurst(state);
    this.wasInRecovery = state.inRecovery;
    this.wasInLossRecovery = state.inRecovery || state.inLoss;
    state.enter(this.phaseNow, this.pacing.gain);
  }

  /** Updates the round, the policer's rate and the bandwidth (bbr_update_bw). */
  private updateBw(sample: AckSample): void {
    const { round } = this;
    round.update(sample);
    if (sample.intervalNs <= 0) return;
    if (round.isStart) this.conserving = false;
    if (this.settings.detectsPolicers) this.watchForPolicer(sample);
    // A rate that the application or PROBE_RTT limited counts only if it is a new maximum.
    const rate = sample.deliveryRate;
    if (!this.probeRtt.isAppLimited(sample) || rate >= this.maxBw.value) this.maxBw.take(rate, round.count);
    this.bw = this.longTerm.isUsed ? this.longTerm.rate : this.maxBw.value;
  }

  /** Looks for a policer, or counts the rounds in which its rate is used (bbr_lt_bw_sampling). */
  private watchForPolicer(sample: AckSample): void {
    if (!this.longTerm.isUsed) this.longTerm.update(sample, sample.lost, this.round.isStart);
    else if (this.mode === PROBE_BW && this.round.isStart && this.longTerm.countRound(sample)) {
      this.enterProbeBw(sample);
    }
  }

  private updateAckAggregation(state: SenderState, sample: AckSample): void {
    if (sample.intervalNs > 0) this.aggregation.update(sample, this.bw, state.cwnd, this.round.isStart);
  }

  private updateCyclePhase(state: SenderState, sample: AckSample): void {
    if (this.mode !== PROBE_BW || !this.isNextCyclePhase(state, sample)) return;
    this.phase = (this.phase + 1) % CYCLE_GAINS.length;
    this.phaseStartNs = sample.nowNs;
  }

  /** Returns true if the current phase of PROBE_BW is over (bbr_is_next_cycle_phase). */
  private isNextCyclePhase(state: SenderState, sample: AckSample): boolean {
    const isFullLength = sample.nowNs - this.phaseStartNs > this.minRtt.minRttNs;
    // A cruising phase lasts one minimum RTT.
    if (this.longTerm.isUsed || this.phase > PROBE_DOWN) return isFullLength;
    const inNetwork = this.inNetwork(state, sample.inflightBefore, this.phase === PROBE_UP);
    // The phase that drains ends earlier if the queue is gone.
    if (this.phase === PROBE_DOWN) return isFullLength || inNetwork <= this.inflight(1);
    // The phase that probes lasts until losses occur or the flight is large enough: on a short path a queue may take longer than
    // one RTT to appear, and with a small buffer it may never appear.
    return isFullLength && (sample.lost > 0 || inNetwork >= this.inflight(UP_GAIN));
  }

  private checkFullBwReached(sample: AckSample): void {
    if (this.round.isStart && !this.probeRtt.isAppLimited(sample))
      this.fullPipe.check(this.maxBw.value, true);
  }

  /** Ends STARTUP when the pipe is full, and DRAIN when the queue is gone (bbr_check_drain). */
  private checkDrain(state: SenderState, sample: AckSample): void {
    if (this.mode === STARTUP && this.fullPipe.isReached) {
      this.mode = DRAIN;
      // BBR does not use ssthresh; it is set only for the charts, as in Linux.
      state.ssthresh = this.inflight(1);
    }
    if (this.mode === DRAIN && this.inNetwork(state, state.inflight, false) <= this.inflight(1)) {
      this.enterProbeBw(sample);
    }
  }

  /**
   * Enters PROBE_BW in a random phase, but not in the phase that drains the queue (bbr_reset_probe_bw_mode). Flows that start
   * together then probe at different times.
   */
  private enterProbeBw(sample: AckSample): void {
    this.mode = PROBE_BW;
    const others = CYCLE_GAINS.length - 1;
    this.phase = (PROBE_DOWN + 1 + Math.floor(this.random() * others)) % CYCLE_GAINS.length;
    this.phaseStartNs = sample.nowNs;
  }

  /** Updates the minimum RTT, and enters and leaves PROBE_RTT (bbr_update_min_rtt). */
  private updateMinRtt(state: SenderState, sample: AckSample): void {
    this.minRtt.update(sample);
    if (this.minRtt.isProbeRttExpired && this.mode !== PROBE_RTT && !isRestart(sample)) {
      this.mode = PROBE_RTT;
      this.priorCwnd = Math.max(this.priorCwnd, state.cwnd);
      this.probeRtt.enter(sample.deliveredTotal);
    }
    if (this.mode !== PROBE_RTT) return;
    if (!this.probeRtt.handle(state, sample, BBR_MIN_WINDOW, this.round)) return;
    this.minRtt.onProbed(sample);
    this.restoreCwnd(state);
    if (this.fullPipe.isReached) this.enterProbeBw(sample);
    else this.mode = STARTUP;
  }

  private updateGains(): void {
    const { pacing, settings } = this;
    if (this.mode === STARTUP) pacing.gain = settings.startupGain;
    else if (this.mode === DRAIN) pacing.gain = settings.drainGain;
    else if (this.mode === PROBE_RTT || this.longTerm.isUsed) pacing.gain = 1;
    else pacing.gain = CYCLE_GAINS[this.phase];
  }

  private get cwndGain(): number {
    if (this.mode === PROBE_BW) return this.settings.cwndGain;
    return this.mode === PROBE_RTT ? 1 : this.settings.startupGain;
  }

  /** Sets cwnd after an ACK (bbr_set_cwnd). */
  private setCwnd(state: SenderState, sample: AckSample): void {
    if (sample.delivered > 0) {
      // In the first round of a recovery cwnd follows the flight; otherwise it grows towards its target.
      const cwnd = this.cwndToRecoverOrRestore(state, sample);
      state.cwnd = this.conserving
        ? Math.max(cwnd, state.inflight + sample.delivered)
        : this.grown(sample, cwnd);
    }
    if (this.mode === PROBE_RTT) state.cwnd = Math.min(state.cwnd, BBR_MIN_WINDOW);
  }

  /**
   * Returns cwnd during loss recovery (bbr_set_cwnd_to_recover_or_restore). Lost segments are subtracted. At the start of a
   * recovery cwnd is the number of segments in flight; at its end cwnd gets back its value before the recovery.
   */
  private cwndToRecoverOrRestore(state: SenderState, sample: AckSample): number {
    const cwnd = Math.max(state.cwnd - sample.lost, 1);
    if (state.inRecovery && !this.wasInRecovery) {
      this.conserving = true;
      this.round.start(sample.deliveredTotal);
      return state.inflight + sample.delivered;
    }
    if (this.wasInLossRecovery && !state.inRecovery && !state.inLoss) {
      this.conserving = false;
      return Math.max(cwnd, this.priorCwnd);
    }
    return cwnd;
  }

  /** Returns `cwnd` after it has grown by the delivered segments. Once the pipe has been full, the target is a limit. */
  private grown(sample: AckSample, cwnd: number): number {
    const target = this.targetCwnd();
    let next = cwnd;
    if (this.fullPipe.isReached) next = Math.min(cwnd + sample.delivered, target);
    else if (cwnd < target || sample.deliveredTotal < FIRST_SEGMENTS) next = cwnd + sample.delivered;
    return Math.max(next, BBR_MIN_WINDOW);
  }

  /** Returns the target of cwnd: a multiple of the bandwidth-delay product, with room for aggregated ACKs and for bursts. */
  private targetCwnd(): number {
    const extraAcked = this.fullPipe.isReached ? this.aggregation.extraAcked(this.bw) : 0;
    return this.withQuantizationBudget(
      bdpMultiple(this.bw, this.minRtt.minRttNs, this.cwndGain) + extraAcked,
    );
  }

  /** Returns the target of the segments in flight: `gain` times the bandwidth-delay product, with room for bursts (bbr_inflight). */
  private inflight(gain: number): number {
    return this.withQuantizationBudget(bdpMultiple(this.maxBw.value, this.minRtt.minRttNs, gain));
  }

  /**
   * Adds room for three bursts inside the two hosts, and rounds up to an even number because of delayed ACKs
   * (bbr_quantization_budget).
   */
  private withQuantizationBudget(segments: number): number {
    const allowed = segments + 3 * this.quantum.room;
    const even = allowed + (allowed % 2);
    // Even if the bandwidth-delay product is very small, a probe must exceed it.
    return this.mode === PROBE_BW && this.phase === PROBE_UP ? even + 2 : even;
  }

  private inNetwork(state: SenderState, inflight: number, isRising: boolean): number {
    return this.quantum.inNetwork(state, inflight, this.bw, isRising);
  }

  protected get isProbingRtt(): boolean {
    return this.mode === PROBE_RTT;
  }

  /** Treats a timeout like a loss. In addition, the check whether the bandwidth still grows starts again (bbr_set_state). */
  onTimeout(): void {
    this.wasInRecovery = false;
    this.wasInLossRecovery = true;
    this.fullPipe.reset(0);
  }

  configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) throw new Error(`BBRv1 has no parameter ${id}`);
    this.minRtt.probeIntervalNs = this.settings.probeRttIntervalNs;
    this.probeRtt.durationNs = this.settings.probeRttTimeNs;
    this.quantum.by = this.settings.quantumBy;
    this.updateGains();
  }

  get phaseNow(): Phase {
    if (this.mode === PROBE_RTT) return BBR_PHASE.probeRtt;
    if (this.conserving) return BBR_PHASE.conserving;
    if (this.mode === STARTUP) return BBR_PHASE.startup;
    if (this.mode === DRAIN) return BBR_PHASE.drain;
    if (this.longTerm.isUsed) return BBR_PHASE.policed;
    if (this.phase === PROBE_UP) return BBR_PHASE.up;
    return this.phase === PROBE_DOWN ? BBR_PHASE.down : BBR_PHASE.cruise;
  }

  probe(index: number): number {
    if (index === 0) return this.mode;
    if (this.maxBw.value === 0) return Number.NaN;
    if (index === 1) return this.bw;
    if (index === 3) return this.pacing.gain;
    if (index === 4) return this.quantum.burst;
    return this.minRtt.minRttNs === Number.POSITIVE_INFINITY ? Number.NaN : this.minRtt.minRttNs / NS_PER_MS;
  }
}

export const bbr1: CongestionControlDefinition = {
  ...bbr1Card,
  create: (values, random) => new Bbr1(values, random),
};
