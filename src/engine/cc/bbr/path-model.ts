/**
 * The path model of BBRv2 and v3: bandwidth and minimum RTT as in v1, and bounds on the segments in flight. The upper bound is
 * the level that probing found safe. The lower bounds are set after losses and marks between probes, and removed at the next
 * probe. References: google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.5.
 */
import { secondsToNs } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BbrMinRtt, BbrProbeRtt, BbrRound, FullPipe, MaxRateOfCycles } from "./core.ts";
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

  /**
   * Updates α with the marked share of the last round. α is a multiple of 1/256 and each step is rounded down, so a share below a
   * sixteenth adds nothing (bbr2_update_ecn_alpha).
   */
  endRound(sample: AckSample, minRttNs: number): void {
    const { settings } = this;
    if (minRttNs <= settings.ecnMaxRttNs) this.isEligible = true;
    const delivered = sample.deliveredTotal - this.deliveredBefore;
    if (delivered <= 0) return;
    const share = (sample.markedTotal - this.markedBefore) / delivered;
    const gain = Math.floor(settings.ecnAlphaGain * PARTS);
    const kept = Math.floor((PARTS - gain) * this.alpha);
    this.alpha = (kept + Math.floor((gain * Math.floor(share * PARTS)) / PARTS)) / PARTS;
    this.deliveredBefore = sample.deliveredTotal;
    this.markedBefore = sample.markedTotal;
    this.highRounds = this.isEligible && share >= settings.ecnThresh ? this.highRounds + 1 : 0;
  }

  /** Reads an ACK. */
  take(state: SenderState, sample: AckSample): void {
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
  /** True if the current ACK ends the round. */
  isRoundStart = false;
  private roundEnd = 1;

  /** Reads an ACK. This must be the first call for each ACK. `marksCount` is true if marks count as signals on this path. */
  take(sample: AckSample, marksCount: boolean): void {
    if (sample.lost > 0) {
      this.noteLoss(sample.deliveredTotal);
      this.lossEvents++;
    }
    if (sample.marked > 0 && marksCount) this.markInRound = true;
    this.isRoundStart = false;
    if (sample.intervalNs <= 0) return;
    const rate = sample.deliveryRate;
    const delivered = sample.deliveredTotal - sample.priorDelivered;
    if (rate > this.bwLatest) this.bwLatest = rate;
    if (delivered > this.inflightLatest) this.inflightLatest = delivered;
    if (sample.priorDelivered < this.roundEnd) return;
    this.roundEnd = sample.deliveredTotal;
    this.isRoundStart = true;
  }

  noteLoss(deliveredTotal: number): void {
    if (!this.lossInRound) this.roundEnd = deliveredTotal;
    this.lossInRound = true;
    this.lossInCycle = true;
  }

  /** Clears the losses and marks of the round. Call this after the reaction to them. */
  endRound(): void {
    this.lossInRound = false;
    this.markInRound = false;
  }

  /** Starts the next round if the current one has ended. This must be the last call for each ACK. */
  advance(sample: AckSample): void {
    if (this.isRoundStart) {
      this.bwLatest = sample.deliveryRate;
      this.inflightLatest = sample.deliveredTotal - sample.priorDelivered;
      this.lossEvents = 0;
    }
    if (sample.intervalNs <= 0) return;
    if (sample.lostTotal > sample.priorLost) this.lossInCycle = true;
    if (sample.markedTotal > sample.priorMarked) this.markInCycle = true;
  }

  /** Discards the signals after a probe, because losses caused by the probe have already been counted. */
  forget(): void {
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
const MIN_RTT_KEPT_NS = secondsToNs(10);

/** Model of the path of one BBRv2 or v3 sender. */
export class BbrPathModel {
  readonly settings: BbrSettings;
  readonly rules: BbrRules;
  mode: BbrMode = STARTUP;

  readonly round = new BbrRound();
  readonly rates = new MaxRateOfCycles();
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

  get inProbeBw(): boolean {
    return this.mode >= DOWN && this.mode <= UP;
  }

  /** True in the phases that may send more than the path can carry, where the lower bounds do not apply. */
  get isProbing(): boolean {
    return this.mode === STARTUP || this.mode === REFILL || this.mode === UP;
  }

  /**
   * Returns the target of the segments in flight: `gain` times the bandwidth-delay product. The result is never so small that
   * ACKs would stop, and has room for three bursts (bbr_quantization_budget).
   */
  inflight(bw: number, gain: number): number {
    return this.withFloor(this.minRtt.bdp(bw, gain));
  }

  withFloor(segments: number): number {
    const { least } = this;
    const floored = segments > least ? segments : least;
    // Even if the bandwidth-delay product is very small, a probe must exceed it.
    return this.mode === UP ? floored + 2 : floored;
  }

  /** Smallest window. It has room for three bursts: in the sender's queue, in the network card and at the receiver. */
  get least(): number {
    const bursts = 3 * this.quantum.room;
    return bursts > BBR_MIN_WINDOW ? bursts : BBR_MIN_WINDOW;
  }

  /** Returns the target of the segments in flight: the bandwidth-delay product, or cwnd if congestion has reduced cwnd below it. */
  targetInflight(cwnd: number): number {
    return Math.min(this.inflight(this.bw, 1), cwnd);
  }

  /** Returns inflight_hi minus a share that is left to other flows. */
  get inflightWithHeadroom(): number {
    if (this.inflightHi === FOREVER) return FOREVER;
    const headroom = Math.max(1, Math.floor(this.inflightHi * this.settings.headroom));
    return Math.max(BBR_MIN_WINDOW, this.inflightHi - headroom);
  }

  get probeRttWindow(): number {
    return Math.max(BBR_MIN_WINDOW, this.minRtt.bdp(this.bw, 0.5));
  }

  /** Returns true if too much of the sample's flight was lost or marked. The sample must have a rate. */
  isInflightTooHigh(sample: AckSample): boolean {
    const lost = sample.lostTotal - sample.priorLost;
    if (lost > 0 && lost > Math.floor(sample.inflightAtSend * this.settings.lossThresh)) return true;
    return this.ecn.isTooHigh(sample);
  }

  /** Returns the number of segments that will be in the network when the next burst may leave. */
  inNetwork(state: SenderState, inflight: number): number {
    return this.quantum.inNetwork(state, inflight, this.bw, this.mode === UP);
  }

  takeRate(sample: AckSample): void {
    const rate = sample.deliveryRate;
    if (this.probeRtt.understates(sample) && rate < this.rates.max) return;
    this.rates.take(rate);
    this.boundBandwidth();
  }

  /** Ends a cycle of the rate filter. Called after the samples of a probe have arrived. */
  advanceRates(): void {
    this.rates.advance();
    this.boundBandwidth();
  }

  /**
   * Lowers the lower bounds, once per round, for losses and marks that were not caused by a probe (draft-ietf-ccwg-bbr-05
   * §5.5.10.3). Marks lower only `inflightLo` (bbr2_adapt_lower_bounds, bbr_ecn_lower_bounds).
   */
  adaptLowerBounds(state: SenderState): void {
    const { signals, ecn, settings } = this;
    if (this.isProbing) return;
    let markedInflight = FOREVER;
    if (signals.markInRound && ecn.isEligible && settings.ecnFactor > 0) {
      this.beginLowerBounds(state, false);
      markedInflight = Math.floor(this.inflightLo * ecn.kept);
    }
    if (signals.lossInRound) {
      this.beginLowerBounds(state, true);
      this.bwLo = Math.max(signals.bwLatest, this.bwLo * settings.beta);
      this.inflightLo = Math.max(signals.inflightLatest, Math.floor(this.inflightLo * settings.beta));
    }
    this.inflightLo = Math.min(this.inflightLo, markedInflight);
    this.boundBandwidth();
  }

  resetLowerBounds(): void {
    this.bwLo = FOREVER;
    this.inflightLo = FOREVER;
    this.boundBandwidth();
  }

  /** Returns `cwnd` limited to the bounds of the model. */
  bounded(cwnd: number): number {
    let cap = FOREVER;
    if (this.mode === CRUISE || this.mode === PROBE_RTT) cap = this.inflightWithHeadroom;
    else if (this.inProbeBw) cap = this.inflightHi;
    return Math.min(cwnd, Math.max(BBR_MIN_WINDOW, Math.min(cap, this.inflightLo)));
  }

  /** Recomputes the bandwidth after its maximum or its limit has changed. */
  boundBandwidth(): void {
    this.bw = Math.min(this.rates.max, this.bwLo);
  }

  private beginLowerBounds(state: SenderState, alsoBandwidth: boolean): void {
    if (alsoBandwidth && this.bwLo === FOREVER) this.bwLo = this.rates.max;
    if (this.inflightLo === FOREVER) this.inflightLo = state.cwnd;
  }
}
