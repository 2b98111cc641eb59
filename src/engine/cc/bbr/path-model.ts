/**
 * The path model of BBRv2 and v3: bandwidth and minimum RTT as in v1, and bounds on the segments in flight. The upper bound is
 * the level that probing found safe. The lower bounds are set after losses and marks between probes, and removed at the next
 * probe. References: google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.5. The bounds have the kernel's names; the draft
 * calls inflight_hi inflight_longterm, and bw_lo and inflight_lo bw_shortterm and inflight_shortterm. Section numbers without a
 * document are the draft's.
 */
import { secondsToNs } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BbrMinRtt, BbrProbeRtt, BbrRound, bdpMultiple, FullPipe, MaxBwOfCycles } from "./core.ts";
import { BBR_MIN_WINDOW, type BbrSettings } from "./params.ts";
import { SendQuantum } from "./send-quantum.ts";

/** Differences between BBRv2 and v3, apart from default values of parameters. */
export interface BbrRules {
  /** Name used in messages. */
  readonly name: string;
  /** True if segments leave one by one below 1.2 Mbps; otherwise a burst has at least two segments. */
  readonly singleWhenSlow: boolean;
  /**
   * Window gains in bandwidth-delay products: `startupCwndGain` applies in STARTUP and DRAIN; `upCwndGainMore` is added to the usual
   * gain in UP.
   */
  readonly startupCwndGain: number;
  readonly upCwndGainMore: number;
  /** Number of ACKs with losses within one round that are required to end STARTUP. The lost share must also be too large. */
  readonly startupLossEvents: number;
  /** True if inflight_hi is set at least to the deliveries of the last round when losses or marks end STARTUP. */
  readonly startupKeepsDelivered: boolean;
  /** Maximum number of rounds in DRAIN. */
  readonly drainRounds: number;
  /**
   * True if STARTUP and each probe end after three rounds in which no sample was a quarter faster. If false, the filtered
   * bandwidth ends STARTUP, and a probe ends when 1.25 bandwidth-delay products are in flight.
   */
  readonly plateauEndsProbe: boolean;
  /**
   * Share of inflight_hi by which a probe grows in its first round if it starts early, as soon as marks cease; 0 if probes never
   * start early.
   */
  readonly reprobeShare: number;
  /** True if the growth credit of a probe is reset by ACKs that arrive while the window is not fully used. */
  readonly creditIsLost: boolean;
}

/** Unit of α (BBR_UNIT). */
const PARTS = 256;

/**
 * Returns the new α after a round in which the share `ceRatio` was marked (RFC 8257 §3.3). α is a multiple of 1/256 and each step
 * is rounded down, so a share below a sixteenth adds nothing (bbr2_update_ecn_alpha).
 */
function ecnAlpha(alpha: number, alphaGain: number, ceRatio: number): number {
  const gain = Math.floor(alphaGain * PARTS);
  const kept = Math.floor((PARTS - gain) * alpha);
  return (kept + Math.floor((gain * Math.floor(ceRatio * PARTS)) / PARTS)) / PARTS;
}

/** Returns a lower bound after a round with losses: β of it, but at least what the round reached (§5.5.10.3). */
function lossLowerBound(latest: number, beta: number, bound: number): number {
  return Math.max(latest, beta * bound);
}

/** Returns true if more than the share `lossThresh` of a flight was lost (IsInflightTooHigh, §5.5.10.2). */
function isLossTooHigh(lost: number, txInFlight: number, lossThresh: number): boolean {
  return lost > 0 && lost > Math.floor(txInFlight * lossThresh);
}

/** Returns inflight_hi minus the share that is left to other flows, at least one segment (BBRInflightWithHeadroom, §5.3.3.6). */
function withHeadroom(inflightHi: number, headroom: number): number {
  return Math.max(BBR_MIN_WINDOW, inflightHi - Math.max(1, Math.floor(inflightHi * headroom)));
}

/** Number of consecutive rounds with too many marks that end STARTUP. */
const STARTUP_ROUNDS = 2;
const NONE = -1;

/**
 * Reaction of BBRv2 and v3 to CE marks. α is DCTCP's moving average of the marked share. Marks are used only on short paths, on
 * which they are assumed to come from a shallow threshold. References: google/bbr v2alpha tcp_bbr2.c; RFC 8257 §3.3 for α.
 */
export class BbrEcn {
  /**
   * Average marked share, as a multiple of 1/256. It starts at 1, so that the reaction is quick on a path that is already
   * congested.
   */
  alpha = 1;
  isEligible = false;
  /** True once a segment has been marked. */
  hasMarks = false;
  private readonly settings: BbrSettings;
  private deliveredBefore = 0;
  private markedBefore = 0;
  private highRounds = 0;
  /** Segment number up to which marks belong to the current reduction, like Linux's state CWR; NONE if no reduction is in progress. */
  private reducingUntil = NONE;

  constructor(settings: BbrSettings) {
    this.settings = settings;
  }

  /** Updates α with the marked share of the last round. */
  endRound(sample: AckSample, minRttNs: number): void {
    const { settings } = this;
    if (minRttNs <= settings.ecnMaxRttNs) this.isEligible = true;
    const delivered = sample.deliveredTotal - this.deliveredBefore;
    if (delivered <= 0) return;
    const share = (sample.markedTotal - this.markedBefore) / delivered;
    this.alpha = ecnAlpha(this.alpha, settings.ecnAlphaGain, share);
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    this.highRounds = this.isEligible && share >= settings.ecnThresh ? this.highRounds + 1 : 0;
  }

  /** Reads the marks that an ACK reports. */
  update(state: SenderState, sample: AckSample): void {
    if (this.reducingUntil !== NONE && state.una > this.reducingUntil) this.reducingUntil = NONE;
    if (sample.marked === 0) return;
    this.hasMarks = true;
    if (this.reducingUntil === NONE) this.reducingUntil = state.nxt;
  }

  /** True if no mark has been reported for at least one window of data. */
  get isQuiet(): boolean {
    return this.reducingUntil === NONE;
  }

  get endsStartup(): boolean {
    return this.highRounds >= STARTUP_ROUNDS;
  }

  /** Returns true if too large a share of the sample's flight was marked. */
  isTooHigh(sample: AckSample): boolean {
    const marked = sample.markedTotal - sample.priorMarked;
    const delivered = sample.deliveredTotal - sample.priorDelivered;
    return this.isEligible && marked > 0 && marked >= this.settings.ecnThresh * delivered;
  }

  /** Fraction of the window that a cut keeps. */
  get kept(): number {
    return 1 - this.alpha * this.settings.ecnFactor;
  }
}

/**
 * Signals of the current round and probing cycle: delivery rate, delivered segments, losses and marks. The first loss starts a
 * new round, so that the round with the loss includes everything that the path delivers. Reference: draft-ietf-ccwg-bbr-05
 * §5.5.10.3.
 */
export class BbrSignals {
  /**
   * Maxima of the current round: the delivery rate (segments per second), and the number of segments delivered in one
   * round trip.
   */
  bwLatest = 0;
  inflightLatest = 0;
  lossInRound = false;
  markInRound = false;
  lossInCycle = false;
  markInCycle = false;
  /** Number of ACKs in the current round that reported losses. */
  lossEvents = 0;
  /** True if the current ACK ends the round (BBR.loss_round_start). */
  isLossRoundStart = false;
  private lossRoundDelivered = 1;

  /**
   * Reads an ACK (BBRUpdateLatestDeliverySignals). This must be the first call for each ACK. `marksCount` is true if marks count as
   * signals on this path.
   */
  update(sample: AckSample, marksCount: boolean): void {
    if (sample.lost > 0) {
      this.noteLoss(sample.deliveredTotal);
      this.lossEvents++;
    }
    if (sample.marked > 0 && marksCount) this.markInRound = true;
    this.isLossRoundStart = false;
    if (sample.intervalNs <= 0) return;
    const rate = sample.deliveryRate;
    const delivered = sample.deliveredTotal - sample.priorDelivered;
    if (rate > this.bwLatest) this.bwLatest = rate;
    if (delivered > this.inflightLatest) this.inflightLatest = delivered;
    if (sample.priorDelivered < this.lossRoundDelivered) return;
    this.lossRoundDelivered = sample.deliveredTotal;
    this.isLossRoundStart = true;
  }

  /** Notes a loss (BBRNoteLoss). The first loss of a round starts a new round. */
  noteLoss(deliveredTotal: number): void {
    if (!this.lossInRound) this.lossRoundDelivered = deliveredTotal;
    this.lossInRound = true;
    this.lossInCycle = true;
  }

  /** Clears the losses and marks of the round. Call this after the reaction to them. */
  endRound(): void {
    this.lossInRound = false;
    this.markInRound = false;
  }

  /**
   * Starts the next round if the current one has ended (BBRAdvanceLatestDeliverySignals). This must be the last call for each ACK.
   */
  advance(sample: AckSample): void {
    if (this.isLossRoundStart) {
      this.bwLatest = sample.deliveryRate;
      this.inflightLatest = sample.deliveredTotal - sample.priorDelivered;
      this.lossEvents = 0;
    }
    if (sample.intervalNs <= 0) return;
    if (sample.lostTotal > sample.priorLost) this.lossInCycle = true;
    if (sample.markedTotal > sample.priorMarked) this.markInCycle = true;
  }

  /** Discards the signals after a probe, because losses caused by the probe have already been counted (BBRResetCongestionSignals). */
  reset(): void {
    this.lossInRound = false;
    this.markInRound = false;
    this.lossInCycle = false;
    this.markInCycle = false;
    this.bwLatest = 0;
    this.inflightLatest = 0;
  }
}

export const STARTUP = 0;
export const DRAIN = 1;
// The phases of PROBE_BW.
export const DOWN = 2;
export const CRUISE = 3;
export const REFILL = 4;
export const UP = 5;
export const PROBE_RTT = 6;
/** Phase of BBRv2 and v3, one of the constants above. */
export type BbrMode = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const FOREVER = Number.POSITIVE_INFINITY;
/** Time for which a minimum RTT is kept (MinRTTFilterLen, draft-ietf-ccwg-bbr-05 §2.13.1). */
const MIN_RTT_KEPT_NS = secondsToNs(10);
/** Window in PROBE_RTT, in bandwidth-delay products (draft-ietf-ccwg-bbr-05 §2.13.2). */
const PROBE_RTT_CWND_GAIN = 0.5;

/** Model of the path of one BBRv2 or v3 sender. */
export class BbrPathModel {
  readonly settings: BbrSettings;
  readonly rules: BbrRules;
  mode: BbrMode = STARTUP;

  readonly round = new BbrRound();
  readonly maxBw = new MaxBwOfCycles();
  readonly minRtt: BbrMinRtt;
  readonly fullPipe = new FullPipe();
  readonly probeRtt: BbrProbeRtt;
  readonly ecn: BbrEcn;
  readonly signals = new BbrSignals();
  readonly quantum: SendQuantum;

  /** Upper limit of the bandwidth (segments per second); Infinity if there is no limit. */
  bwLo = FOREVER;
  /** Bandwidth used for sending: the maximum recent rate within this limit. */
  bw = 0;
  /** Bounds on the flight (segments); Infinity if there is no bound. */
  inflightLo = FOREVER;
  inflightHi = FOREVER;

  constructor(settings: BbrSettings, rules: BbrRules) {
    this.settings = settings;
    this.rules = rules;
    this.minRtt = new BbrMinRtt(settings.probeRttIntervalNs, MIN_RTT_KEPT_NS);
    this.probeRtt = new BbrProbeRtt(settings.probeRttTimeNs);
    this.ecn = new BbrEcn(settings);
    this.quantum = new SendQuantum({ roomByRtt: true, singleWhenSlow: rules.singleWhenSlow });
    this.configure();
  }

  /** Applies changed settings. */
  configure(): void {
    const { settings } = this;
    this.minRtt.probeIntervalNs = settings.probeRttIntervalNs;
    this.probeRtt.durationNs = settings.probeRttTimeNs;
    this.quantum.by = settings.quantumBy;
  }

  /** True in the four phases of PROBE_BW (IsInAProbeBWState). */
  get inProbeBw(): boolean {
    return this.mode >= DOWN && this.mode <= UP;
  }

  /** True in the phases that may send more than the path can carry, where the lower bounds do not apply (BBRIsProbingBW). */
  get isProbing(): boolean {
    return this.mode === STARTUP || this.mode === REFILL || this.mode === UP;
  }

  /** Takes the delivery rate of an ACK (BBRUpdateMaxBw, §5.5.5). A limited rate counts only if it is a new maximum. */
  updateMaxBw(sample: AckSample): void {
    const rate = sample.deliveryRate;
    if (this.probeRtt.isAppLimited(sample) && rate < this.maxBw.value) return;
    this.maxBw.take(rate);
    this.boundBwForModel();
  }

  /** Ends a cycle of the bandwidth filter (BBRAdvanceMaxBwFilter, §5.5.6). Called after the samples of a probe have arrived. */
  advanceMaxBwFilter(): void {
    this.maxBw.advance();
    this.boundBwForModel();
  }

  /** Recomputes the bandwidth after its maximum or its limit has changed (BBRBoundBWForModel, §5.5.10.3). */
  boundBwForModel(): void {
    this.bw = Math.min(this.maxBw.value, this.bwLo);
  }

  /** Returns true if too much of the sample's flight was lost or marked (§5.5.10.2). The sample must have a rate. */
  isInflightTooHigh(sample: AckSample): boolean {
    const lost = sample.lostTotal - sample.priorLost;
    return isLossTooHigh(lost, sample.inflightAtSend, this.settings.lossThresh) || this.ecn.isTooHigh(sample);
  }

  /**
   * Lowers the lower bounds, once per round, for losses and marks that were not caused by a probe
   * (BBRAdaptLowerBoundsFromCongestion, §5.5.10.3). Marks lower only `inflightLo` (bbr2_adapt_lower_bounds, bbr_ecn_lower_bounds).
   */
  adaptLowerBounds(state: SenderState): void {
    const { signals, ecn, settings } = this;
    // Losses and marks of a probe count for the upper bound instead.
    if (this.isProbing) return;
    // A round with marks keeps 1 − α · ecn_factor of inflight_lo.
    let markedInflight = FOREVER;
    if (signals.markInRound && ecn.isEligible && settings.ecnFactor > 0) {
      this.initLowerBounds(state, false);
      markedInflight = Math.floor(this.inflightLo * ecn.kept);
    }
    // A round with losses keeps β of both bounds, but at least what the round reached.
    if (signals.lossInRound) {
      this.initLowerBounds(state, true);
      this.bwLo = lossLowerBound(signals.bwLatest, settings.beta, this.bwLo);
      this.inflightLo = Math.max(signals.inflightLatest, Math.floor(this.inflightLo * settings.beta));
    }
    // With both, the smaller inflight_lo applies.
    this.inflightLo = Math.min(this.inflightLo, markedInflight);
    this.boundBwForModel();
  }

  /** Starts the lower bounds at the current values (BBRInitLowerBounds, §5.5.10.3). */
  private initLowerBounds(state: SenderState, alsoBandwidth: boolean): void {
    if (alsoBandwidth && this.bwLo === FOREVER) this.bwLo = this.maxBw.value;
    if (this.inflightLo === FOREVER) this.inflightLo = state.cwnd;
  }

  /** Removes the lower bounds (BBRResetShortTermModel, §5.5.10.3). */
  resetLowerBounds(): void {
    this.bwLo = FOREVER;
    this.inflightLo = FOREVER;
    this.boundBwForModel();
  }

  /** Returns inflight_hi minus the share that is left to other flows (BBRInflightWithHeadroom, §5.3.3.6). */
  get inflightWithHeadroom(): number {
    return this.inflightHi === FOREVER ? FOREVER : withHeadroom(this.inflightHi, this.settings.headroom);
  }

  /**
   * Returns the segments that should be in flight while probing: the bandwidth-delay product, or cwnd if congestion has reduced
   * cwnd below it (BBRTargetInflight, §5.3.3.5.3).
   */
  targetInflight(cwnd: number): number {
    return Math.min(this.inflight(this.bw, 1), cwnd);
  }

  /**
   * Returns `gain` times the bandwidth-delay product, with room for bursts (BBRInflight, §5.6.4.2). The result is never so small
   * that ACKs would stop.
   */
  inflight(bw: number, gain: number): number {
    return this.withQuantizationBudget(bdpMultiple(bw, this.minRtt.minRttNs, gain));
  }

  /** Raises `segments` to the smallest window (BBRQuantizationBudget, §5.6.4.2; bbr_quantization_budget). */
  withQuantizationBudget(segments: number): number {
    const { least } = this;
    const floored = segments > least ? segments : least;
    // Even if the bandwidth-delay product is very small, a probe must exceed it.
    return this.mode === UP ? floored + 2 : floored;
  }

  /** Smallest window. It has room for three bursts: in the sender's queue, in the network card and at the receiver (§5.5.8). */
  get least(): number {
    const bursts = 3 * this.quantum.room;
    return bursts > BBR_MIN_WINDOW ? bursts : BBR_MIN_WINDOW;
  }

  /** Returns cwnd in PROBE_RTT: half of the bandwidth-delay product (BBRProbeRTTCwnd, §5.6.4.5). */
  get probeRttCwnd(): number {
    return Math.max(BBR_MIN_WINDOW, bdpMultiple(this.bw, this.minRtt.minRttNs, PROBE_RTT_CWND_GAIN));
  }

  /** Returns `cwnd` limited to the bounds of the model (BBRBoundCwndForModel, §5.6.4.7). */
  boundCwndForModel(cwnd: number): number {
    let cap = FOREVER;
    if (this.mode === CRUISE || this.mode === PROBE_RTT) cap = this.inflightWithHeadroom;
    else if (this.inProbeBw) cap = this.inflightHi;
    return Math.min(cwnd, Math.max(BBR_MIN_WINDOW, Math.min(cap, this.inflightLo)));
  }

  /** Returns the number of segments that will be in the network when the next burst may leave. */
  inNetwork(state: SenderState, inflight: number): number {
    return this.quantum.inNetwork(state, inflight, this.bw, this.mode === UP);
  }
}
