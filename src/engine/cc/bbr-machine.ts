/**
 * BBRv2 and v3: v1's model of the path with bounds that losses and marks set, and probes that are rare, careful and
 * end when they harm. What differs between the two is in BbrRules. References: google/bbr v2alpha tcp_bbr2.c, v3
 * tcp_bbr.c; draft-ietf-ccwg-bbr-05.
 */
import type { ParamValue, ParamValues } from "../params/param.ts";
import { NS_PER_MS } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { Explanation, SenderDecision } from "../why/explanation.ts";
import { AckAggregation } from "./bbr-ack-aggregation.ts";
import { BbrBoundSettings } from "./bbr-bound-params.ts";
import { explainBbrBounds, type StartupEnd } from "./bbr-bound-words.ts";
import { BbrPacing } from "./bbr-pacing.ts";
import { BBR_MIN_WINDOW } from "./bbr-params.ts";
import { BbrPathModel, DOWN, DRAIN, PROBE_RTT, STARTUP, UP } from "./bbr-path-model.ts";
import { BbrProbeCycle } from "./bbr-probe-cycle.ts";
import { isRestart } from "./bbr-probe-rtt.ts";
import type { BbrRules } from "./bbr-rules.ts";
import { BbrWindow } from "./bbr-window.ts";

const UP_GAIN = 1.25;
/** In STARTUP ACKs may come in lumps of the whole window: only the last round or two count. */
const STARTUP_AGGREGATION_ROUNDS = 1;

export class BbrMachine extends BbrWindow {
  private readonly settings: BbrBoundSettings;
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

  constructor(values: ParamValues, random: () => number, rules: BbrRules) {
    super();
    this.settings = new BbrBoundSettings(values);
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
    const { model, settings, savedCwnd, startupEnd } = this;
    const pacingGain = this.pacing.gain;
    return explainBbrBounds({ model, settings, pacingGain, savedCwnd, startupEnd }, state, decision);
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
