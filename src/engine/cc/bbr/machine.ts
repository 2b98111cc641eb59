/**
 * The state machine of BBRv2 and v3. Both use v1's model of the path, with bounds that losses and marks lower, and probe rarely;
 * a probe stops when it causes losses or marks. BbrRules holds the differences between the two versions. References: google/bbr
 * v2alpha tcp_bbr2.c, v3 tcp_bbr.c; draft-ietf-ccwg-bbr-05.
 */

import type { ParamValue, Phase } from "../../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { AckAggregation, BbrPacing, BbrWindow, isRestart } from "./core.ts";
import { BBR_MIN_WINDOW, BBR_PHASE, type BbrSettings } from "./params.ts";
import {
  BbrPathModel,
  type BbrRules,
  CRUISE,
  DOWN,
  DRAIN,
  PROBE_RTT,
  REFILL,
  STARTUP,
  UP,
} from "./path-model.ts";

const UP_GAIN = 1.25;

/** Reason for the end of STARTUP: the bandwidth stopped growing, or one of the signals. */
export type StartupEnd = "plateau" | "marks" | "losses";

/** Phases in the order of BbrMode. */
export const BBR_BOUND_PHASES: readonly Phase[] = [
  BBR_PHASE.startup,
  BBR_PHASE.drain,
  BBR_PHASE.down,
  BBR_PHASE.cruise,
  BBR_PHASE.refill,
  BBR_PHASE.up,
  BBR_PHASE.probeRtt,
];

/**
 * Window of the aggregation filter in STARTUP (rounds). A whole window of ACKs may arrive together in STARTUP, so only the last
 * round or two are used.
 */
const STARTUP_AGGREGATION_ROUNDS = 1;

/** The congestion control BBRv2 or v3, depending on its rules. */
export class BbrMachine extends BbrWindow {
  readonly settings: BbrSettings;
  private readonly rules: BbrRules;
  readonly model: BbrPathModel;
  private readonly cycle: BbrProbeCycle;
  private readonly aggregation = new AckAggregation();
  readonly pacing = new BbrPacing();

  private initialWindow = 0;
  private drainStartRound = 0;
  private wasInLoss = false;
  private deliveredTotal = 0;
  startupEnd: StartupEnd = "plateau";

  constructor(settings: BbrSettings, random: () => number, rules: BbrRules) {
    super();
    this.settings = settings;
    this.rules = rules;
    this.model = new BbrPathModel(this.settings, rules);
    this.cycle = new BbrProbeCycle(this.model, random);
  }

  onEstablished(state: SenderState): void {
    this.model.minRtt.start(state);
    this.pacing.start(state, this.settings);
    this.model.quantum.start(state, state.minRttNs);
  }

  onSample(state: SenderState, sample: AckSample): void {
    if (this.initialWindow === 0) this.initialWindow = state.cwnd;
    this.deliveredTotal = sample.deliveredTotal;
    this.readSample(state, sample);
    this.updateModel(state, sample);
    this.updateMode(state, sample);
    this.choosePacingGain();
    this.pacing.set(state, this.model, this.settings, this.hasFilledPipe);
    this.model.quantum.take(state, this.model.minRtt.minRttNs);
    this.setCwnd(state, sample);
    this.model.quantum.release(state);
    this.model.signals.advance(sample);
    this.wasRepairing = state.inRecovery || state.inLoss;
    this.wasInLoss = state.inLoss;
    state.enter(BBR_BOUND_PHASES[this.model.mode], this.pacing.gain);
  }

  private get hasFilledPipe(): boolean {
    return this.model.fullPipe.reached;
  }

  protected get isProbingRtt(): boolean {
    return this.model.mode === PROBE_RTT;
  }

  private choosePacingGain(): void {
    const { pacing, settings } = this;
    const { mode } = this.model;
    if (mode === STARTUP) pacing.gain = settings.startupGain;
    else if (mode === DRAIN) pacing.gain = settings.drainGain;
    else if (mode === DOWN) pacing.gain = settings.downGain;
    else pacing.gain = mode === UP ? UP_GAIN : 1;
  }

  private get cwndGain(): number {
    const { mode } = this.model;
    if (mode === STARTUP || mode === DRAIN) return this.rules.startupCwndGain;
    if (mode === PROBE_RTT) return 1;
    return this.settings.cwndGain + (mode === UP ? this.rules.upCwndGainMore : 0);
  }

  private readSample(state: SenderState, sample: AckSample): void {
    const { model } = this;
    model.round.take(sample);
    if (model.round.isStart) {
      model.ecn.endRound(sample, model.minRtt.minRttNs);
      this.cycle.onRoundStart();
    }
    model.ecn.take(state, sample);
    model.signals.take(sample, model.ecn.isEligible);
  }

  private updateModel(state: SenderState, sample: AckSample): void {
    const { model } = this;
    const { round, signals } = model;
    if (sample.intervalNs <= 0) return;
    model.takeRate(sample);
    if (signals.isRoundStart) {
      model.adaptLowerBounds(state);
      signals.endRound();
    }
    const rounds = this.hasFilledPipe ? undefined : STARTUP_AGGREGATION_ROUNDS;
    this.aggregation.take(sample, model.bw, state.cwnd, round.isStart, rounds);
    if (!this.hasFilledPipe && (model.ecn.endsStartup || this.losesTooMuch(state, sample))) this.endStartup();
    this.lookForFullPipe(sample);
  }

  /**
   * Returns true if losses end STARTUP. This is checked at the end of a round with loss recovery, when the number of lost
   * segments is known (draft-ietf-ccwg-bbr-05 §5.3.1.3).
   */
  private losesTooMuch(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (!model.signals.isRoundStart || !(state.inRecovery || sample.lost > 0)) return false;
    return model.signals.lossEvents >= this.rules.startupLossEvents && model.isInflightTooHigh(sample);
  }

  private endStartup(): void {
    const { model } = this;
    this.startupEnd = model.ecn.endsStartup ? "marks" : "losses";
    model.fullPipe.reached = true;
    const target = model.inflight(model.rates.max, 1);
    model.inflightHi = this.rules.startupKeepsDelivered
      ? Math.max(target, model.signals.inflightLatest)
      : target;
  }

  private lookForFullPipe(sample: AckSample): void {
    const { fullPipe, probeRtt, rates, round } = this.model;
    if (probeRtt.understates(sample)) return;
    if (this.rules.plateauEndsProbe) fullPipe.take(sample.deliveryRate, round.isStart);
    else if (round.isStart && !fullPipe.reached) fullPipe.take(rates.max, true);
  }

  private updateMode(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (model.mode === STARTUP && this.hasFilledPipe) {
      model.mode = DRAIN;
      model.signals.forget();
      this.drainStartRound = model.round.count;
      // BBR does not use ssthresh; it is set only for the charts, as in Linux.
      state.ssthresh = model.inflight(model.rates.max, 1);
    }
    if (model.mode === DRAIN && this.isDrained(state)) this.cycle.startDown(sample);
    if (this.hasFilledPipe) this.cycle.update(state, sample);
    this.updateMinRtt(state, sample);
  }

  private isDrained(state: SenderState): boolean {
    const { model } = this;
    if (model.round.count > this.drainStartRound + this.rules.drainRounds) return true;
    return model.inNetwork(state, state.inflight) <= model.inflight(model.rates.max, 1);
  }

  private updateMinRtt(state: SenderState, sample: AckSample): void {
    const { model } = this;
    model.minRtt.take(sample);
    if (model.minRtt.isProbeDue && model.mode !== PROBE_RTT && !isRestart(sample)) {
      model.mode = PROBE_RTT;
      this.savedCwnd = Math.max(this.savedCwnd, state.cwnd);
      model.probeRtt.enter(sample.deliveredTotal);
      this.cycle.stopProbing(sample);
    }
    if (model.mode !== PROBE_RTT) return;
    if (!model.probeRtt.take(state, sample, model.probeRttWindow, model.round)) return;
    model.minRtt.onProbed(sample);
    state.cwnd = Math.max(state.cwnd, this.savedCwnd);
    this.leaveProbeRtt(sample);
  }

  /** Leaves PROBE_RTT for CRUISE, because the queue is empty now. The next probe for bandwidth starts after a full interval. */
  private leaveProbeRtt(sample: AckSample): void {
    const { model, cycle } = this;
    model.resetLowerBounds();
    if (this.hasFilledPipe) {
      cycle.startDown(sample);
      cycle.startCruise();
    } else model.mode = STARTUP;
  }

  private setCwnd(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (this.wasInLoss && !state.inLoss) state.cwnd = Math.max(state.cwnd, this.savedCwnd);
    if (sample.delivered > 0) state.cwnd = this.grown(state, sample);
    if (model.mode === PROBE_RTT) state.cwnd = Math.min(state.cwnd, model.probeRttWindow);
    state.cwnd = model.bounded(state.cwnd);
  }

  /** Returns cwnd, moved towards its target by the number of delivered segments. It decreases only after the pipe has been full. */
  private grown(state: SenderState, sample: AckSample): number {
    const { model } = this;
    const { bw } = model;
    const target = model.withFloor(model.minRtt.bdp(bw, this.cwndGain) + this.aggregation.allowance(bw));
    let { cwnd } = state;
    if (this.hasFilledPipe) cwnd = Math.min(cwnd + sample.delivered, target);
    else if (cwnd < target || cwnd < 2 * this.initialWindow) cwnd += sample.delivered;
    return Math.max(cwnd, BBR_MIN_WINDOW);
  }

  onTimeout(state: SenderState): void {
    const { model } = this;
    this.wasRepairing = true;
    this.wasInLoss = true;
    model.fullPipe.restart(0);
    model.signals.noteLoss(this.deliveredTotal);
    this.cycle.onTimeout(state.cwnd);
    // The timeout has set cwnd to one segment. The lower bound is therefore derived from cwnd before the timeout.
    if (!model.isProbing && model.inflightLo === Number.POSITIVE_INFINITY) {
      model.inflightLo = Math.max(BBR_MIN_WINDOW, this.savedCwnd);
    }
  }

  configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) throw new Error(`${this.rules.name} has no parameter ${id}`);
    this.model.configure();
    this.choosePacingGain();
  }

  /** Returns a value in the order of BBR_BOUND_PROBES. */
  probe(index: number): number {
    const { model } = this;
    if (index === 0) return model.mode;
    if (index === 6) return model.ecn.hasMarks ? model.ecn.alpha : Number.NaN;
    if (model.rates.max === 0) return Number.NaN;
    if (index === 1) return model.bw;
    if (index === 2) return finite(model.minRtt.minRttNs) / NS_PER_MS;
    if (index === 3) return this.pacing.gain;
    if (index === 7) return model.quantum.burst;
    return finite(index === 4 ? model.inflightHi : model.inflightLo);
  }
}

function finite(value: number): number {
  return value === Number.POSITIVE_INFINITY ? Number.NaN : value;
}

const FOREVER = Number.POSITIVE_INFINITY;
/** Longest wait between two probes (rounds). Reno needs this many rounds to regain its window on a path of 25 Mbps and 30 ms. */
const MAX_ROUNDS_BETWEEN_PROBES = 63;
/** Number of values of the random part of the wait (rounds). It makes flows probe at different times. */
const RANDOM_ROUNDS = 2;
const RANDOM_WAIT_NS = NS_PER_S;
/** The UP phase of v2 ends when this many BDPs are in flight. */
const UP_INFLIGHT_GAIN = 1.25;

// Parts of the probing cycle. The current ACKs are for segments that were sent in one of these parts.
const OF_NO_PROBE = 0;
const OF_REFILL = 1;
const OF_PROBE_STARTING = 2;
const OF_PROBE = 3;
const OF_PROBE_STOPPING = 4;

/**
 * PROBE_BW of BBRv2 and v3. DOWN drains the queue of the last probe. CRUISE leaves room for other flows. REFILL fills the pipe
 * for one round. UP sends faster and raises the number of segments in flight until losses, marks or the queue end it. References:
 * google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.3.3.6.
 */
export class BbrProbeCycle {
  private readonly model: BbrPathModel;
  private readonly random: () => number;
  private phaseStartNs = 0;
  private acksTell = OF_NO_PROBE;
  /** True while the current ACKs are for segments sent during a probe. Their losses and marks lower inflight_hi, once per probe. */
  private hasProbeSamples = false;
  private lastProbeWasTooHigh = false;
  /** True if the last probe stopped because the flight reached inflight_hi, without a loss or mark. */
  private stoppedAtBound = false;

  private waitNs = 0;
  private roundsSinceProbe = 0;

  /** Growth of inflight_hi in UP: one segment per `deliveredPerSegment` delivered segments. It gets faster with each round of UP. */
  private upRounds = 0;
  private upDelivered = 0;
  private deliveredPerSegment = FOREVER;

  constructor(model: BbrPathModel, random: () => number) {
    this.model = model;
    this.random = random;
  }

  onRoundStart(): void {
    this.roundsSinceProbe++;
  }

  /** Updates the cycle. Called at each ACK in every mode, after STARTUP has filled the pipe. */
  update(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (this.adaptUpperBounds(state, sample) || !model.inProbeBw) return;
    if (model.mode === UP) this.updateUp(state, sample);
    else if (model.mode === REFILL) {
      if (model.round.isStart) this.startUp(state, sample);
    } else if (!this.probeIfTime(state, sample) && model.mode === DOWN) this.cruiseIfDrained(state, sample);
  }

  /** Starts a new cycle and draws the wait until its probe. */
  startDown(sample: AckSample): void {
    const { model } = this;
    model.signals.forget();
    this.deliveredPerSegment = FOREVER;
    this.roundsSinceProbe = Math.floor(this.random() * RANDOM_ROUNDS);
    this.waitNs = model.settings.probeWaitNs + Math.floor(this.random() * RANDOM_WAIT_NS);
    this.phaseStartNs = sample.nowNs;
    this.stopProbing(sample);
    model.mode = DOWN;
  }

  startCruise(): void {
    const { model } = this;
    if (model.inflightLo !== FOREVER) model.inflightLo = Math.min(model.inflightLo, model.inflightHi);
    model.mode = CRUISE;
  }

  /** Ends a probe. The ACKs of the next round are still for segments sent during the probe. */
  stopProbing(sample: AckSample): void {
    this.acksTell = OF_PROBE_STOPPING;
    this.model.round.restart(sample.deliveredTotal);
  }

  /** Handles a timeout during a probe: no segment in flight has arrived. */
  onTimeout(cwnd: number): void {
    if (!this.hasProbeSamples) return;
    this.hasProbeSamples = false;
    this.lastProbeWasTooHigh = true;
    this.model.inflightHi = Math.floor(this.model.targetInflight(cwnd) * this.model.settings.beta);
  }

  /** Raises or lowers inflight_hi. Returns true if this started a new phase. */
  private adaptUpperBounds(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (model.round.isStart && this.advanceAcks(sample)) {
      this.startRefill(sample, 0);
      return true;
    }
    if (sample.intervalNs <= 0) return false;
    if (model.isInflightTooHigh(sample)) {
      if (this.hasProbeSamples) this.onTooHigh(state, sample);
      return false;
    }
    if (model.inflightHi === FOREVER) return false;
    // A larger flight without congestion raises the bound in every phase. Otherwise random losses would limit the flow
    // permanently.
    if (sample.inflightAtSend > model.inflightHi) model.inflightHi = sample.inflightAtSend;
    if (model.mode === UP) this.raiseInflightHi(state, sample);
    return false;
  }

  /**
   * Determines, at the start of a round, in which part of the cycle the acknowledged segments were sent. Returns true if the next
   * probe may start immediately.
   */
  private advanceAcks(sample: AckSample): boolean {
    const { model } = this;
    if (this.acksTell === OF_PROBE_STARTING) this.acksTell = OF_PROBE;
    if (this.acksTell !== OF_PROBE_STOPPING) return false;
    this.acksTell = OF_NO_PROBE;
    this.hasProbeSamples = false;
    if (!model.inProbeBw) return false;
    if (!model.probeRtt.understates(sample)) model.advanceRates();
    return this.stoppedAtBound && !this.lastProbeWasTooHigh;
  }

  /** Lowers inflight_hi once per probe, because too many segments were in flight. */
  private onTooHigh(state: SenderState, sample: AckSample): void {
    const { model } = this;
    this.lastProbeWasTooHigh = true;
    this.hasProbeSamples = false;
    if (!model.probeRtt.understates(sample)) {
      const kept = Math.floor(model.targetInflight(state.cwnd) * model.settings.beta);
      model.inflightHi = Math.max(sample.inflightAtSend, kept);
    }
    if (model.mode === UP) this.startDown(sample);
  }

  private raiseInflightHi(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (!this.isAtInflightHi(state)) {
      if (model.rules.creditIsLost) this.upDelivered = 0;
      return;
    }
    this.upDelivered += sample.delivered;
    if (this.upDelivered >= this.deliveredPerSegment) {
      const segments = Math.floor(this.upDelivered / this.deliveredPerSegment);
      this.upDelivered -= segments * this.deliveredPerSegment;
      model.inflightHi += segments;
    }
    if (model.round.isStart) this.steepen(state);
  }

  /** Returns true if only inflight_hi limits the flow. */
  private isAtInflightHi(state: SenderState): boolean {
    return state.cwndLimited && state.cwnd >= this.model.inflightHi;
  }

  /** Doubles the rate at which inflight_hi grows, for each further round of UP. */
  private steepen(state: SenderState): void {
    let growth = 1;
    for (let i = 0; i < this.upRounds; i++) growth *= 2;
    if (this.upRounds < 30) this.upRounds++;
    this.deliveredPerSegment = Math.max(1, Math.floor(state.cwnd / growth));
  }

  private updateUp(state: SenderState, sample: AckSample): void {
    const { model } = this;
    const atBound = this.lastProbeWasTooHigh && this.inNetwork(state, sample) >= model.inflightHi;
    if (atBound) this.stoppedAtBound = true;
    if (!atBound && !this.isPipeFull(state, sample)) return;
    this.lastProbeWasTooHigh = false;
    this.startDown(sample);
  }

  private isPipeFull(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (model.rules.plateauEndsProbe) {
      // While inflight_hi limits the flow, the bandwidth cannot grow. The flow must not conclude from this that the pipe is full.
      if (this.isAtInflightHi(state)) model.fullPipe.restart(sample.deliveryRate);
      return model.fullPipe.isFull;
    }
    const lastedRtt = sample.nowNs > this.phaseStartNs + model.minRtt.minRttNs;
    return lastedRtt && this.inNetwork(state, sample) >= model.inflight(model.rates.max, UP_INFLIGHT_GAIN);
  }

  private inNetwork(state: SenderState, sample: AckSample): number {
    return this.model.inNetwork(state, sample.inflightBefore);
  }

  private probeIfTime(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (this.marksHaveCeased(state)) this.startRefill(sample, this.reprobeRounds());
    else if (sample.nowNs > this.phaseStartNs + this.waitNs || this.renoWouldProbe(state))
      this.startRefill(sample, 0);
    return model.mode === REFILL;
  }

  /**
   * Returns true after as many rounds as the window has segments. Reno regains its window in that time, so a flow that waits no
   * longer shares the link fairly with Reno.
   */
  private renoWouldProbe(state: SenderState): boolean {
    const rounds = Math.min(MAX_ROUNDS_BETWEEN_PROBES, this.model.targetInflight(state.cwnd));
    return this.roundsSinceProbe >= rounds;
  }

  private marksHaveCeased(state: SenderState): boolean {
    const { rules, ecn, signals } = this.model;
    if (rules.reprobeShare === 0 || !ecn.isEligible || !signals.markInCycle || signals.lossInCycle)
      return false;
    return ecn.isQuiet && !state.inRecovery && !state.inLoss;
  }

  /** Returns n such that 2^n segments are the share of inflight_hi by which the probe grows in its first round. */
  private reprobeRounds(): number {
    let first = this.model.inflightHi * this.model.rules.reprobeShare;
    let n = 0;
    while (first >= 2 && n < 30) {
      first /= 2;
      n++;
    }
    return n;
  }

  private cruiseIfDrained(state: SenderState, sample: AckSample): void {
    const { model } = this;
    const inflight = this.inNetwork(state, sample);
    if (inflight > model.inflightWithHeadroom || inflight > model.inflight(model.rates.max, 1)) return;
    this.startCruise();
  }

  /** Starts REFILL. `upRounds` determines the growth of inflight_hi at the start of UP. */
  private startRefill(sample: AckSample, upRounds: number): void {
    const { model } = this;
    model.resetLowerBounds();
    this.upRounds = upRounds;
    this.upDelivered = 0;
    this.stoppedAtBound = false;
    this.acksTell = OF_REFILL;
    model.round.restart(sample.deliveredTotal);
    model.mode = REFILL;
  }

  private startUp(state: SenderState, sample: AckSample): void {
    const { model } = this;
    this.hasProbeSamples = true;
    this.acksTell = OF_PROBE_STARTING;
    model.round.restart(sample.deliveredTotal);
    this.phaseStartNs = sample.nowNs;
    if (model.rules.plateauEndsProbe) model.fullPipe.restart(sample.deliveryRate);
    model.mode = UP;
    this.steepen(state);
  }
}
