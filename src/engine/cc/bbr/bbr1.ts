/**
 * BBRv1: describes the path by its bandwidth (the maximum delivery rate of ten rounds) and its minimum RTT. It paces at the
 * bandwidth and keeps at most about two bandwidth-delay products in flight. It ignores losses and marks. References: Cardwell et
 * al., "BBR: Congestion-Based Congestion Control" (ACM Queue 14, 2016); Linux 6.1 tcp_bbr.c.
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
  FullPipe,
  isRestart,
  MaxRateOfRounds,
} from "./core.ts";
import { BBR_MIN_WINDOW, BBR_PHASE, BbrSettings } from "./params.ts";
import { SendQuantum } from "./send-quantum.ts";

const STRETCH_MIN_ROUNDS = 4;
const STRETCH_MAX_ROUNDS = 16;
const LOSS_SHARE = 50 / 256;
/**
 * Tolerances for comparing two rates: they count as equal within an eighth of the rate, or within 4 kbit/s (expressed in segments
 * of 1448 bytes).
 */
const SAME_SHARE = 1 / 8;
const SAME_SEGMENTS_PER_S = 4000 / 8 / 1448;
const USED_ROUNDS = 48;

/**
 * BBRv1's model of a policer, which drops traffic above a rate instead of queueing it. If two consecutive intervals
 * lose more than a fifth and deliver at about the same rate, that rate replaces the bandwidth for 48 rounds.
 * Reference: Linux tcp_bbr.c ("long-term" bandwidth).
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
  endsWith(sample: AckSample): boolean {
    if (++this.rounds < USED_ROUNDS) return false;
    this.reset(sample);
    return true;
  }

  /** Reads an ACK while the policer's rate is not in use. */
  take(sample: AckSample, lost: number, isRoundStart: boolean): void {
    if (!this.isSampling) {
      // A policer first uses up its tokens, so the first interval starts at the first loss.
      if (lost === 0) return;
      this.beginStretch(sample);
      this.isSampling = true;
    }
    if (sample.isAppLimited) {
      this.reset(sample);
      return;
    }
    if (isRoundStart) this.rounds++;
    if (this.rounds < STRETCH_MIN_ROUNDS) return;
    if (this.rounds > STRETCH_MAX_ROUNDS) {
      this.reset(sample);
      return;
    }
    // An interval must end with a loss, because the policer's tokens are then used up.
    if (lost > 0) this.endStretch(sample);
  }

  private endStretch(sample: AckSample): void {
    const delivered = sample.deliveredTotal - this.deliveredAtStart;
    const lost = sample.lostTotal - this.lostAtStart;
    const spanNs = sample.nowNs - this.startNs;
    if (delivered <= 0 || lost < LOSS_SHARE * delivered || spanNs < NS_PER_MS) return;
    const rate = (delivered * NS_PER_S) / spanNs;
    const difference = Math.abs(rate - this.rate);
    if (this.rate > 0 && (difference <= SAME_SHARE * this.rate || difference <= SAME_SEGMENTS_PER_S)) {
      this.rate = (rate + this.rate) / 2;
      this.isUsed = true;
      this.rounds = 0;
      return;
    }
    this.rate = rate;
    this.beginStretch(sample);
  }

  private reset(sample: AckSample): void {
    this.rate = 0;
    this.isUsed = false;
    this.isSampling = false;
    this.beginStretch(sample);
  }

  private beginStretch(sample: AckSample): void {
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
/** The pacing gains of PROBE_BW, in order: probe for more bandwidth, drain the queue caused by the probe, cruise. */
const CYCLE_GAINS = [UP_GAIN, 3 / 4, 1, 1, 1, 1, 1, 1] as const;
const PROBE_UP = 0;
const PROBE_DOWN = 1;
/** Number of delivered segments after which cwnd is limited to its target. */
const FIRST_SEGMENTS = 10;

export class Bbr1 extends BbrWindow {
  readonly settings: BbrSettings;
  private readonly random: () => number;

  private readonly round = new BbrRound();
  private readonly rates = new MaxRateOfRounds();
  readonly minRtt: BbrMinRtt;
  private readonly fullPipe = new FullPipe();
  private readonly aggregation = new AckAggregation();
  private readonly longTerm = new LongTermRate();
  private readonly probeRtt: BbrProbeRtt;
  readonly pacing = new BbrPacing();
  readonly quantum = new SendQuantum({ roomByRtt: false, singleWhenSlow: true });

  /** Bandwidth used for sending (segments per second). */
  bw = 0;
  mode = STARTUP;
  /** Index of the current phase in CYCLE_GAINS, and its start time (ns). */
  private phase = PROBE_UP;
  private phaseStartNs = 0;
  /** True in the first round of a recovery, in which one segment may leave for each delivered segment. */
  private conserving = false;

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

  onSample(state: SenderState, sample: AckSample): void {
    const repairing = state.inRecovery || state.inLoss || sample.lost > 0;
    if (repairing && !this.wasRepairing) this.saveCwnd(state);
    this.updateModel(state, sample);
    this.updateMode(state, sample);
    this.choosePacingGain();
    this.pacing.set(state, this, this.settings, this.fullPipe.reached);
    this.quantum.take(state, state.minRttNs);
    this.setCwnd(state, sample, repairing);
    this.quantum.release(state);
    this.wasRepairing = repairing;
    state.enter(this.phaseNow, this.pacing.gain);
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

  protected get isProbingRtt(): boolean {
    return this.mode === PROBE_RTT;
  }

  private choosePacingGain(): void {
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

  private updateModel(state: SenderState, sample: AckSample): void {
    const { round } = this;
    round.take(sample);
    if (sample.intervalNs <= 0) return;
    if (round.isStart) this.conserving = false;
    if (this.settings.detectsPolicers) this.watchForPolicer(sample);
    const rate = sample.deliveryRate;
    const understated = this.probeRtt.understates(sample);
    if (!understated || rate >= this.rates.max) this.rates.take(rate, round.count);
    this.bw = this.longTerm.isUsed ? this.longTerm.rate : this.rates.max;
    this.aggregation.take(sample, this.bw, state.cwnd, round.isStart);
  }

  private watchForPolicer(sample: AckSample): void {
    if (!this.longTerm.isUsed) this.longTerm.take(sample, sample.lost, this.round.isStart);
    else if (this.mode === PROBE_BW && this.round.isStart && this.longTerm.endsWith(sample)) {
      this.enterProbeBw(sample);
    }
  }

  private updateMode(state: SenderState, sample: AckSample): void {
    if (this.mode === PROBE_BW && this.isPhaseOver(state, sample)) this.nextPhase(sample);
    if (this.round.isStart && !this.probeRtt.understates(sample)) this.fullPipe.take(this.rates.max, true);
    if (this.mode === STARTUP && this.fullPipe.reached) {
      this.mode = DRAIN;
      // BBR does not use ssthresh; it is set only for the charts, as in Linux.
      state.ssthresh = this.inflight(1);
    }
    if (this.mode === DRAIN && this.inNetwork(state, state.inflight, false) <= this.inflight(1)) {
      this.enterProbeBw(sample);
    }
    this.updateMinRtt(state, sample);
  }

  private isPhaseOver(state: SenderState, sample: AckSample): boolean {
    const isFullLength = sample.nowNs - this.phaseStartNs > this.minRtt.minRttNs;
    if (this.longTerm.isUsed || this.phase > PROBE_DOWN) return isFullLength;
    const inNetwork = this.inNetwork(state, sample.inflightBefore, this.phase === PROBE_UP);
    if (this.phase === PROBE_DOWN) return isFullLength || inNetwork <= this.inflight(1);
    // On a short path a queue may take longer than one RTT to appear; with a small buffer it may never appear. The phase
    // therefore lasts until losses occur or the flight is large enough.
    return isFullLength && (sample.lost > 0 || inNetwork >= this.inflight(UP_GAIN));
  }

  private nextPhase(sample: AckSample): void {
    this.phase = (this.phase + 1) % CYCLE_GAINS.length;
    this.phaseStartNs = sample.nowNs;
  }

  /**
   * Enters PROBE_BW in a random phase, but not in the phase that drains the queue. Flows that start together then probe at
   * different times.
   */
  private enterProbeBw(sample: AckSample): void {
    this.mode = PROBE_BW;
    const others = CYCLE_GAINS.length - 1;
    this.phase = (PROBE_DOWN + 1 + Math.floor(this.random() * others)) % CYCLE_GAINS.length;
    this.phaseStartNs = sample.nowNs;
  }

  private updateMinRtt(state: SenderState, sample: AckSample): void {
    this.minRtt.take(sample);
    if (this.minRtt.isProbeDue && this.mode !== PROBE_RTT && !isRestart(sample)) {
      this.mode = PROBE_RTT;
      this.savedCwnd = Math.max(this.savedCwnd, state.cwnd);
      this.probeRtt.enter(sample.deliveredTotal);
    }
    if (this.mode !== PROBE_RTT) return;
    if (!this.probeRtt.take(state, sample, BBR_MIN_WINDOW, this.round)) return;
    this.minRtt.onProbed(sample);
    state.cwnd = Math.max(state.cwnd, this.savedCwnd);
    if (this.fullPipe.reached) this.enterProbeBw(sample);
    else this.mode = STARTUP;
  }

  private inNetwork(state: SenderState, inflight: number, isRising: boolean): number {
    return this.quantum.inNetwork(state, inflight, this.bw, isRising);
  }

  /**
   * Returns the target of the segments in flight: `gain` times the bandwidth-delay product, plus the bursts inside the two hosts,
   * rounded up to an even number because of delayed ACKs.
   */
  private inflight(gain: number): number {
    return this.withAllowance(this.minRtt.bdp(this.rates.max, gain));
  }

  private withAllowance(segments: number): number {
    const allowed = segments + 3 * this.quantum.room;
    const even = allowed + (allowed % 2);
    // Even if the bandwidth-delay product is very small, a probe must exceed it.
    return this.mode === PROBE_BW && this.phase === PROBE_UP ? even + 2 : even;
  }

  private setCwnd(state: SenderState, sample: AckSample, repairing: boolean): void {
    if (sample.delivered > 0) {
      const cwnd = this.cwndInRepair(state, sample, repairing);
      state.cwnd = this.conserving
        ? Math.max(cwnd, state.inflight + sample.delivered)
        : this.grown(sample, cwnd);
    }
    if (this.mode === PROBE_RTT) state.cwnd = Math.min(state.cwnd, BBR_MIN_WINDOW);
  }

  /**
   * Returns cwnd during loss recovery. Lost segments are subtracted. At the start of a recovery cwnd is the number of segments in
   * flight; at its end cwnd gets back its value before the recovery.
   */
  private cwndInRepair(state: SenderState, sample: AckSample, repairing: boolean): number {
    const cwnd = Math.max(state.cwnd - sample.lost, 1);
    if (repairing && !this.wasRepairing && !state.inLoss) {
      this.conserving = true;
      this.round.restart(sample.deliveredTotal);
      return state.inflight + sample.delivered;
    }
    if (!repairing && this.wasRepairing) {
      this.conserving = false;
      return Math.max(cwnd, this.savedCwnd);
    }
    return cwnd;
  }

  private grown(sample: AckSample, cwnd: number): number {
    const extra = this.fullPipe.reached ? this.aggregation.allowance(this.bw) : 0;
    const target = this.withAllowance(this.minRtt.bdp(this.bw, this.cwndGain) + extra);
    let next = cwnd;
    if (this.fullPipe.reached) next = Math.min(cwnd + sample.delivered, target);
    else if (cwnd < target || sample.deliveredTotal < FIRST_SEGMENTS) next = cwnd + sample.delivered;
    return Math.max(next, BBR_MIN_WINDOW);
  }

  /** Treats a timeout like a loss. In addition, the check whether the bandwidth still grows starts again. */
  onTimeout(): void {
    this.wasRepairing = true;
    this.conserving = false;
    this.fullPipe.restart(0);
  }

  configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) throw new Error(`BBRv1 has no parameter ${id}`);
    this.minRtt.probeIntervalNs = this.settings.probeRttIntervalNs;
    this.probeRtt.durationNs = this.settings.probeRttTimeNs;
    this.quantum.by = this.settings.quantumBy;
    this.choosePacingGain();
  }

  probe(index: number): number {
    if (index === 0) return this.mode;
    if (this.rates.max === 0) return Number.NaN;
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
