/**
 * BBRv2 and v3: v1's model of the path with bounds that losses and marks set, and probes that are rare, careful and
 * end when they harm. What differs between the two is in BbrRules. References: google/bbr v2alpha tcp_bbr2.c, v3
 * tcp_bbr.c; draft-ietf-ccwg-bbr-05.
 */

import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import type { ParamValue, Phase } from "../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { AckAggregation, BbrPacing, BbrWindow, isRestart } from "./bbr-core.ts";
import { explainBbrBounds, explainBbrPhase, type StartupEnd, seenOf } from "./bbr-explain.ts";
import { BBR_MIN_WINDOW, BBR_PHASE, type BbrSettings } from "./bbr-params.ts";
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
} from "./bbr-path-model.ts";

const UP_GAIN = 1.25;

/** In the order of BbrMode. */
export const BBR_BOUND_PHASES: readonly Phase[] = [
  BBR_PHASE.startup,
  BBR_PHASE.drain,
  BBR_PHASE.down,
  BBR_PHASE.cruise,
  BBR_PHASE.refill,
  BBR_PHASE.up,
  BBR_PHASE.probeRtt,
];

/** In STARTUP ACKs may come in lumps of the whole window: only the last round or two count. */
const STARTUP_AGGREGATION_ROUNDS = 1;

export class BbrMachine extends BbrWindow {
  private readonly settings: BbrSettings;
  private readonly rules: BbrRules;
  private readonly model: BbrPathModel;
  private readonly cycle: BbrProbeCycle;
  private readonly aggregation = new AckAggregation();
  private readonly pacing = new BbrPacing();

  private initialWindow = 0;
  private drainStartRound = 0;
  private wasInLoss = false;
  private deliveredTotal = 0;
  private startupEnd: StartupEnd = "plateau";

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

  /** draft-ietf-ccwg-bbr-05 §5.3.1.3: at the end of a round of recovery, when the extent of the loss is known. */
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
      // For the charts, as in Linux: BBR itself has no use for ssthresh.
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

  /** The queue is empty, so cruise; the next probe is a whole wait away. */
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

  /** Towards the target by what was delivered; down to it only once the pipe has been full. */
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
    // The window is one from now on: the bound that is to shrink is the one from before.
    if (!model.isProbing && model.inflightLo === Number.POSITIVE_INFINITY) {
      model.inflightLo = Math.max(BBR_MIN_WINDOW, this.savedCwnd);
    }
  }

  configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) throw new Error(`${this.rules.name} has no parameter ${id}`);
    this.model.configure();
    this.choosePacingGain();
  }

  explain(state: SenderState, decision: SenderDecision): Explanation {
    const { model, pacing, savedCwnd, startupEnd } = this;
    return explainBbrBounds({ model, pacingGain: pacing.gain, savedCwnd, startupEnd }, state, decision);
  }

  explainPhase(): Explanation {
    const { model, pacing, savedCwnd, settings, startupEnd } = this;
    const seen = seenOf({ model, pacingGain: pacing.gain, savedCwnd, startupEnd });
    const phase = BBR_BOUND_PHASES[model.mode];
    return explainBbrPhase(seen, phase, settings, { window: model.probeRttWindow, savedCwnd });
  }

  /** In the order of BBR_BOUND_PROBES. */
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
/** Reno on a path of 25 Mbps and 30 ms grows back in so many rounds: wait no longer. */
const MAX_ROUNDS_BETWEEN_PROBES = 63;
/** Chance spreads the waits of different flows. */
const RANDOM_ROUNDS = 2;
const RANDOM_WAIT_NS = NS_PER_S;
/** UP (v2) ends with so many BDPs in flight. */
const UP_INFLIGHT_GAIN = 1.25;

// What the ACKs that come now tell of
const OF_NO_PROBE = 0;
const OF_REFILL = 1;
const OF_PROBE_STARTING = 2;
const OF_PROBE = 3;
const OF_PROBE_STOPPING = 4;

/**
 * PROBE_BW of BBRv2 and v3: DOWN drains what the last probe queued, CRUISE leaves room to others, REFILL fills the pipe
 * for a round, UP sends faster and lets more into flight until loss, marks or the queue say enough.
 * References: google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.3.3.6.
 */
export class BbrProbeCycle {
  private readonly model: BbrPathModel;
  private readonly random: () => number;
  private phaseStartNs = 0;
  private acksTell = OF_NO_PROBE;
  /** Samples tell of probing: losses and marks in them lower inflight_hi, once. */
  private hasProbeSamples = false;
  private lastProbeWasTooHigh = false;
  /** The last probe ended at inflight_hi, out of caution. */
  private stoppedAtBound = false;

  private waitNs = 0;
  private roundsSinceProbe = 0;

  /** Growth of inflight_hi: one segment for so many delivered, faster with each round of UP. */
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

  /** Each ACK, once STARTUP has filled the pipe, in whatever mode. */
  update(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (this.adaptUpperBounds(state, sample) || !model.inProbeBw) return;
    if (model.mode === UP) this.updateUp(state, sample);
    else if (model.mode === REFILL) {
      if (model.round.isStart) this.startUp(state, sample);
    } else if (!this.probeIfTime(state, sample) && model.mode === DOWN) this.cruiseIfDrained(state, sample);
  }

  /** A new cycle, with a wait until its probe. */
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

  /** The ACKs of the coming round still tell of what was sent so far. */
  stopProbing(sample: AckSample): void {
    this.acksTell = OF_PROBE_STOPPING;
    this.model.round.restart(sample.deliveredTotal);
  }

  /** A timeout while probing: nothing of the flight arrived. */
  onTimeout(cwnd: number): void {
    if (!this.hasProbeSamples) return;
    this.hasProbeSamples = false;
    this.lastProbeWasTooHigh = true;
    this.model.inflightHi = Math.floor(this.model.targetInflight(cwnd) * this.model.settings.beta);
  }

  /** True when a new phase has begun with it. */
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
    // In whatever phase a higher level proves safe, it is: so that random losses do not hold the flow down.
    if (sample.inflightAtSend > model.inflightHi) model.inflightHi = sample.inflightAtSend;
    if (model.mode === UP) this.raiseInflightHi(state, sample);
    return false;
  }

  /** A round is over. True when it is safe to probe again at once. */
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

  /** Once per probe: what was in flight was too much. */
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

  /** inflight_hi, and nothing else, holds the flow back. */
  private isAtInflightHi(state: SenderState): boolean {
    return state.cwndLimited && state.cwnd >= this.model.inflightHi;
  }

  /** Each round of UP adds twice as many segments as the one before. */
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
      // Held back by the bound, the bandwidth cannot show that there is more.
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

  /** Reno needs as many rounds as its window has segments to grow back: probe no later, to share with it. */
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

  /** n, where 2^n segments are the share of inflight_hi to begin with. */
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

  /** `upRounds`: how steep UP begins. */
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
