/**
 * What BBRv2 and v3 believe of their path: bandwidth and smallest RTT as v1, and bounds to what may be in flight. The
 * upper ones hold what probing found safe; the lower ones answer losses and marks between probes, and go with the next
 * probe. References: google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.5.
 */
import { secondsToNs } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { BbrMinRtt, BbrProbeRtt, BbrRound, FullPipe, MaxRateOfCycles } from "./bbr-core.ts";
import { BBR_MIN_WINDOW, type BbrSettings } from "./bbr-params.ts";
import { SendQuantum } from "./send-quantum.ts";

/** Where BBRv2 and v3 differ, beyond the defaults of what can be set. */
export interface BbrRules {
  /** For messages. */
  readonly name: string;
  /** Below 1.2 Mbps segments go one by one; without it two at least always. */
  readonly singleWhenSlow: boolean;
  /** Windows in bandwidth-delay products: in STARTUP and DRAIN, and while probing upwards beyond the usual gain. */
  readonly startupCwndGain: number;
  readonly upCwndGainMore: number;
  /** Losses at so many ACKs of a round, and too much lost, end STARTUP. */
  readonly startupLossEvents: number;
  /** STARTUP that losses or marks end leaves a bound of at least what the last round delivered. */
  readonly startupKeepsDelivered: boolean;
  /** DRAIN lasts so many rounds at most. */
  readonly drainRounds: number;
  /**
   * The pipe is full, in STARTUP and in each probe, when no sample was a quarter faster for three rounds. Without it the
   * filtered bandwidth tells, in STARTUP only, and a probe ends when 1.25 BDP are in flight.
   */
  readonly plateauEndsProbe: boolean;
  /** When marks cease, probe at once, with this share of inflight_hi for the first round's growth; 0: do not. */
  readonly reprobeShare: number;
  /** Growth credit of a probe is lost in ACKs that find the window not in use. */
  readonly creditIsLost: boolean;
}

/** What α is counted in (BBR_UNIT). */
const PARTS = 256;
/** So many rounds in a row with too large a share of marks end STARTUP. */
const STARTUP_ROUNDS = 2;
const NONE = -1;

/**
 * What BBRv2 and v3 make of CE marks: α, DCTCP's moving average of the marked share, for paths so short that marks are
 * taken for those of a shallow threshold. References: google/bbr v2alpha tcp_bbr2.c; RFC 8257 §3.3 for α.
 */
export class BbrEcn {
  /** In whole parts of 256. 1 at first, so that the answer is quick where a path is congested already. */
  alpha = 1;
  isEligible = false;
  /** Anything was ever marked. */
  hasMarks = false;
  private readonly settings: BbrSettings;
  private deliveredBefore = 0;
  private markedBefore = 0;
  private highRounds = 0;
  /** What must be acknowledged before marks count as over, as Linux stays in its state CWR; NONE: they are. */
  private reducingUntil = NONE;

  constructor(settings: BbrSettings) {
    this.settings = settings;
  }

  /**
   * A round is over: α takes in the share of segments marked in it. In whole parts, each step rounded down, so that a
   * share of less than a sixteenth adds nothing (bbr2_update_ecn_alpha).
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

  /** Each ACK. */
  take(state: SenderState, sample: AckSample): void {
    if (this.reducingUntil !== NONE && state.una > this.reducingUntil) this.reducingUntil = NONE;
    if (sample.marked === 0) return;
    this.hasMarks = true;
    if (this.reducingUntil === NONE) this.reducingUntil = state.nxt;
  }

  /** No mark was told of for a window of data. */
  get isQuiet(): boolean {
    return this.reducingUntil === NONE;
  }

  get endsStartup(): boolean {
    return this.highRounds >= STARTUP_ROUNDS;
  }

  /** The flight that the sample is of had too large a share of marks. */
  isTooHigh(sample: AckSample): boolean {
    const marked = sample.markedTotal - sample.priorMarked;
    const delivered = sample.deliveredTotal - sample.priorDelivered;
    return this.isEligible && marked > 0 && marked >= this.settings.ecnThresh * delivered;
  }

  /** Fraction that a cut keeps. */
  get kept(): number {
    return 1 - this.alpha * this.settings.ecnFactor;
  }
}

/**
 * What BBRv2 and v3 heard in the present round and probing cycle: how fast and how much was delivered, whether anything
 * was lost or marked. A first loss begins a round of its own, so that the round of loss shows all the path delivers.
 * Reference: draft-ietf-ccwg-bbr-05 §5.5.10.3.
 */
export class BbrSignals {
  /** Of the present round: highest delivery rate (segments per second) and most delivered in one round trip. */
  bwLatest = 0;
  inflightLatest = 0;
  lossInRound = false;
  markInRound = false;
  lossInCycle = false;
  markInCycle = false;
  /** ACKs of the present round that told of losses. */
  lossEvents = 0;
  /** The ACK at hand ends the round. */
  isRoundStart = false;
  private roundEnd = 1;

  /** First of all, at each ACK. `marksCount`: marks are signals on this path. */
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

  /** Losses and marks of the round have been answered. */
  endRound(): void {
    this.lossInRound = false;
    this.markInRound = false;
  }

  /** Last of all, at each ACK. */
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

  /** Probing is over: what it caused is not to be answered again. */
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
// The phases of PROBE_BW
export const DOWN = 2;
export const CRUISE = 3;
export const REFILL = 4;
export const UP = 5;
export const PROBE_RTT = 6;
export type BbrMode = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const FOREVER = Number.POSITIVE_INFINITY;
const MIN_RTT_KEPT_NS = secondsToNs(10);

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

  /** Bound of the bandwidth, in segments per second; Infinity: none. */
  bwLo = FOREVER;
  /** The bandwidth to send at: the highest rate of late within this bound. */
  bw = 0;
  /** Bounds of the flight, in segments; Infinity: none. */
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

  /** After settings have changed. */
  configure(): void {
    const { settings } = this;
    this.minRtt.probeIntervalNs = settings.probeRttIntervalNs;
    this.probeRtt.durationNs = settings.probeRttTimeNs;
    this.quantum.by = settings.quantumBy;
  }

  get inProbeBw(): boolean {
    return this.mode >= DOWN && this.mode <= UP;
  }

  /** Phases that may overfill the path on purpose: lower bounds do not hold in them. */
  get isProbing(): boolean {
    return this.mode === STARTUP || this.mode === REFILL || this.mode === UP;
  }

  /** `gain` times the BDP, and no less than keeps ACKs coming and three bursts under way (bbr_quantization_budget). */
  inflight(bw: number, gain: number): number {
    return this.withFloor(this.minRtt.bdp(bw, gain));
  }

  withFloor(segments: number): number {
    const { least } = this;
    const floored = segments > least ? segments : least;
    // Probing gets above the BDP even where that is small.
    return this.mode === UP ? floored + 2 : floored;
  }

  /** Least window: one burst at the sender's queue, one at its network card, one at the receiver. */
  get least(): number {
    const bursts = 3 * this.quantum.room;
    return bursts > BBR_MIN_WINDOW ? bursts : BBR_MIN_WINDOW;
  }

  /** What is wanted in flight: the BDP, unless congestion has cut the window. */
  targetInflight(cwnd: number): number {
    return Math.min(this.inflight(this.bw, 1), cwnd);
  }

  /** inflight_hi less a share for others. */
  get inflightWithHeadroom(): number {
    if (this.inflightHi === FOREVER) return FOREVER;
    const headroom = Math.max(1, Math.floor(this.inflightHi * this.settings.headroom));
    return Math.max(BBR_MIN_WINDOW, this.inflightHi - headroom);
  }

  get probeRttWindow(): number {
    return Math.max(BBR_MIN_WINDOW, this.minRtt.bdp(this.bw, 0.5));
  }

  /** A sample with a rate: the flight that it is of lost too much, or had too much of it marked. */
  isInflightTooHigh(sample: AckSample): boolean {
    const lost = sample.lostTotal - sample.priorLost;
    if (lost > 0 && lost > Math.floor(sample.inflightAtSend * this.settings.lossThresh)) return true;
    return this.ecn.isTooHigh(sample);
  }

  /** Segments in the network when the next burst may leave. */
  inNetwork(state: SenderState, inflight: number): number {
    return this.quantum.inNetwork(state, inflight, this.bw, this.mode === UP);
  }

  takeRate(sample: AckSample): void {
    const rate = sample.deliveryRate;
    if (this.probeRtt.understates(sample) && rate < this.rates.max) return;
    this.rates.take(rate);
    this.boundBandwidth();
  }

  /** The samples of a probe are in: those of the cycle before may go. */
  advanceRates(): void {
    this.rates.advance();
    this.boundBandwidth();
  }

  /**
   * Once a round: answers losses and marks that no probe has caused (draft-ietf-ccwg-bbr-05 §5.5.10.3). Marks bound the
   * flight alone (bbr2_adapt_lower_bounds, bbr_ecn_lower_bounds).
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

  /** The window that the bounds allow. */
  bounded(cwnd: number): number {
    let cap = FOREVER;
    if (this.mode === CRUISE || this.mode === PROBE_RTT) cap = this.inflightWithHeadroom;
    else if (this.inProbeBw) cap = this.inflightHi;
    return Math.min(cwnd, Math.max(BBR_MIN_WINDOW, Math.min(cap, this.inflightLo)));
  }

  /** Each time that the highest rate or a bound has changed. */
  boundBandwidth(): void {
    this.bw = Math.min(this.rates.max, this.bwLo);
  }

  private beginLowerBounds(state: SenderState, alsoBandwidth: boolean): void {
    if (alsoBandwidth && this.bwLo === FOREVER) this.bwLo = this.rates.max;
    if (this.inflightLo === FOREVER) this.inflightLo = state.cwnd;
  }
}
