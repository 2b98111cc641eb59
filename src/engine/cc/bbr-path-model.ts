/**
 * What BBRv2 and v3 believe of their path: bandwidth and smallest RTT as v1, and bounds to what may be in flight. The
 * upper ones hold what probing found safe; the lower ones answer losses and marks between probes, and go with the next
 * probe. References: google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.5.
 */
import { secondsToNs } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { MaxRateOfCycles } from "./bbr-bandwidth-filter.ts";
import type { BbrBoundSettings } from "./bbr-bound-params.ts";
import { BbrEcn } from "./bbr-ecn.ts";
import { FullPipe } from "./bbr-full-pipe.ts";
import { BbrMinRtt } from "./bbr-min-rtt.ts";
import { BBR_MIN_WINDOW } from "./bbr-params.ts";
import { BbrProbeRtt } from "./bbr-probe-rtt.ts";
import { BbrRound } from "./bbr-round.ts";
import type { BbrRules } from "./bbr-rules.ts";
import { BbrSignals } from "./bbr-signals.ts";
import { SendQuantum } from "./send-quantum.ts";

export const STARTUP = 0;
export const DRAIN = 1;
// The phases of PROBE_BW
export const DOWN = 2;
export const CRUISE = 3;
export const REFILL = 4;
export const UP = 5;
export const PROBE_RTT = 6;
export type BbrMode =
  | typeof STARTUP
  | typeof DRAIN
  | typeof DOWN
  | typeof CRUISE
  | typeof REFILL
  | typeof UP
  | typeof PROBE_RTT;

const FOREVER = Number.POSITIVE_INFINITY;
const MIN_RTT_KEPT_NS = secondsToNs(10);

export class BbrPathModel {
  readonly settings: BbrBoundSettings;
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

  constructor(settings: BbrBoundSettings, rules: BbrRules) {
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
    const bursts = this.settings.hasBudget ? 3 * this.quantum.room : 0;
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
