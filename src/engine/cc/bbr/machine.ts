/**
 * The state machine of BBRv2 and v3. Both use v1's model of the path, with bounds that losses and marks lower, and probe rarely;
 * a probe stops when it causes losses or marks. BbrRules holds the differences between the two versions. References: google/bbr
 * v2alpha tcp_bbr2.c, v3 tcp_bbr.c; draft-ietf-ccwg-bbr-05. The steps are in the order of the draft's §5.2.3 and named as there;
 * section numbers without a document are the draft's. Defaults: params.ts. Equations: core.ts, path-model.ts.
 */

import type { ParamValue, Phase } from "../../params/param.ts";
import { NS_PER_MS, NS_PER_S } from "../../params/read.ts";
import type { AckSample } from "../../tcp/ack-sample.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { AckAggregation, BbrPacing, BbrWindow, bdpMultiple, isRestart } from "./core.ts";
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

/** Pacing gain of UP (§5.6.1). */
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

  /** Updates the model, the state machine and the control parameters at each ACK (BBRUpdateOnACK, §5.2.3). */
  onSample(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (this.initialWindow === 0) this.initialWindow = state.cwnd;
    this.deliveredTotal = sample.deliveredTotal;
    // The model of the path and the state machine (BBRUpdateModelAndState).
    this.updateRound(sample);
    this.updateLatestSignals(state, sample);
    if (sample.intervalNs > 0) {
      this.updateCongestionSignals(state, sample);
      this.updateAckAggregation(state, sample);
      this.checkStartupSignals(state, sample);
      this.checkFullBwReached(sample);
    }
    this.checkStartupDone(state);
    this.checkDrainDone(state, sample);
    if (this.hasFilledPipe) this.cycle.update(state, sample);
    model.minRtt.update(sample);
    this.checkProbeRtt(state, sample);
    // The control parameters: pacing rate, send quantum and cwnd (BBRUpdateControlParameters).
    this.updateGains();
    this.pacing.set(state, model, this.settings, this.hasFilledPipe);
    model.quantum.update(state, model.minRtt.minRttNs);
    this.setCwnd(state, sample);
    model.quantum.limitBurst(state);
    // The next round of signals (BBRAdvanceLatestDeliverySignals).
    model.signals.advance(sample);
    this.wasInLossRecovery = state.inRecovery || state.inLoss;
    this.wasInLoss = state.inLoss;
    state.enter(BBR_BOUND_PHASES[model.mode], this.pacing.gain);
  }

  /** Counts rounds (BBRUpdateRound, §5.5.1). The end of a round updates α, the average share of marks. */
  private updateRound(sample: AckSample): void {
    const { model } = this;
    model.round.update(sample);
    if (!model.round.isStart) return;
    model.ecn.endRound(sample, model.minRtt.minRttNs);
    this.cycle.onRoundStart();
  }

  /** Reads the losses, marks and deliveries that the ACK reports (BBRUpdateLatestDeliverySignals, §5.5.10.3). */
  private updateLatestSignals(state: SenderState, sample: AckSample): void {
    const { ecn, signals } = this.model;
    ecn.update(state, sample);
    signals.update(sample, ecn.isEligible);
  }

  /** Updates the bandwidth, and once per round the lower bounds (BBRUpdateCongestionSignals, §5.5.10.3). */
  private updateCongestionSignals(state: SenderState, sample: AckSample): void {
    const { model } = this;
    model.updateMaxBw(sample);
    if (!model.signals.isLossRoundStart) return;
    model.adaptLowerBounds(state);
    model.signals.endRound();
  }

  /** Updates the extra window for aggregated ACKs (BBRUpdateACKAggregation, §5.5.9). */
  private updateAckAggregation(state: SenderState, sample: AckSample): void {
    const { bw, round } = this.model;
    const rounds = this.hasFilledPipe ? undefined : STARTUP_AGGREGATION_ROUNDS;
    this.aggregation.update(sample, bw, state.cwnd, round.isStart, rounds);
  }

  /** Ends the growth of STARTUP if losses or marks show that the pipe is full (BBRCheckStartupHighLoss, §5.3.1.3). */
  private checkStartupSignals(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (this.hasFilledPipe) return;
    if (!model.ecn.endsStartup && !this.isStartupLossHigh(state, sample)) return;
    this.startupEnd = model.ecn.endsStartup ? "marks" : "losses";
    model.fullPipe.isReached = true;
    // The upper bound starts at the bandwidth-delay product; v3 keeps at least what the last round delivered.
    const target = model.inflight(model.maxBw.value, 1);
    model.inflightHi = this.rules.startupKeepsDelivered
      ? Math.max(target, model.signals.inflightLatest)
      : target;
  }

  /**
   * Returns true if losses end STARTUP. This is checked at the end of a round with loss recovery, when the number of lost
   * segments is known (§5.3.1.3).
   */
  private isStartupLossHigh(state: SenderState, sample: AckSample): boolean {
    const { signals } = this.model;
    if (!signals.isLossRoundStart || !(state.inRecovery || sample.lost > 0)) return false;
    return signals.lossEvents >= this.rules.startupLossEvents && this.model.isInflightTooHigh(sample);
  }

  /** Checks whether the bandwidth still grows (BBRCheckFullBWReached, §5.3.1.2). */
  private checkFullBwReached(sample: AckSample): void {
    const { fullPipe, maxBw, probeRtt, round } = this.model;
    if (probeRtt.isAppLimited(sample)) return;
    if (this.rules.plateauEndsProbe) fullPipe.check(sample.deliveryRate, round.isStart);
    else if (round.isStart && !fullPipe.isReached) fullPipe.check(maxBw.value, true);
  }

  /** Enters DRAIN when the pipe is full (BBRCheckStartupDone, §5.3.1.1; BBREnterDrain, §5.3.2). */
  private checkStartupDone(state: SenderState): void {
    const { model } = this;
    if (model.mode !== STARTUP || !this.hasFilledPipe) return;
    model.mode = DRAIN;
    model.signals.reset();
    this.drainStartRound = model.round.count;
    // BBR does not use ssthresh; it is set only for the charts, as in Linux.
    state.ssthresh = model.inflight(model.maxBw.value, 1);
  }

  /** Enters PROBE_BW when the queue is gone, or after some rounds (BBRCheckDrainDone, §5.3.2). */
  private checkDrainDone(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (model.mode !== DRAIN) return;
    const isLate = model.round.count > this.drainStartRound + this.rules.drainRounds;
    if (isLate || model.inNetwork(state, state.inflight) <= model.inflight(model.maxBw.value, 1))
      this.cycle.startDown(sample);
  }

  /** Enters, continues and leaves PROBE_RTT (BBRCheckProbeRTT, §5.3.4.3). */
  private checkProbeRtt(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (model.minRtt.isProbeRttExpired && model.mode !== PROBE_RTT && !isRestart(sample)) {
      model.mode = PROBE_RTT;
      this.priorCwnd = Math.max(this.priorCwnd, state.cwnd);
      model.probeRtt.enter(sample.deliveredTotal);
      this.cycle.stopProbing(sample);
    }
    if (model.mode !== PROBE_RTT) return;
    if (!model.probeRtt.handle(state, sample, model.probeRttCwnd, model.round)) return;
    model.minRtt.onProbed(sample);
    this.restoreCwnd(state);
    this.exitProbeRtt(sample);
  }

  /**
   * Leaves PROBE_RTT for CRUISE, because the queue is empty now (BBRExitProbeRTT, §5.3.4.4). The next probe for bandwidth starts
   * after a full interval.
   */
  private exitProbeRtt(sample: AckSample): void {
    const { model, cycle } = this;
    model.resetLowerBounds();
    if (this.hasFilledPipe) {
      cycle.startDown(sample);
      cycle.startCruise();
    } else model.mode = STARTUP;
  }

  /** Sets the pacing gain of the phase (§5.6.1). */
  private updateGains(): void {
    const { pacing, settings } = this;
    const { mode } = this.model;
    if (mode === STARTUP) pacing.gain = settings.startupGain;
    else if (mode === DRAIN) pacing.gain = settings.drainGain;
    else if (mode === DOWN) pacing.gain = settings.downGain;
    else pacing.gain = mode === UP ? UP_GAIN : 1;
  }

  /** Window gain of the phase (§5.6.1). */
  private get cwndGain(): number {
    const { mode } = this.model;
    if (mode === STARTUP || mode === DRAIN) return this.rules.startupCwndGain;
    if (mode === PROBE_RTT) return 1;
    return this.settings.cwndGain + (mode === UP ? this.rules.upCwndGainMore : 0);
  }

  /** Sets cwnd after an ACK (BBRSetCwnd, §5.6.4.6). */
  private setCwnd(state: SenderState, sample: AckSample): void {
    const { model } = this;
    // The window before a timeout returns once the lost segments are repaired (§5.6.4.4).
    if (this.wasInLoss && !state.inLoss) this.restoreCwnd(state);
    // cwnd moves towards its target, and is then limited by PROBE_RTT and by the bounds (§5.6.4.5, §5.6.4.7).
    if (sample.delivered > 0) state.cwnd = this.grown(state, sample);
    if (model.mode === PROBE_RTT) state.cwnd = Math.min(state.cwnd, model.probeRttCwnd);
    state.cwnd = model.boundCwndForModel(state.cwnd);
  }

  /** Returns cwnd, moved towards its target by the number of delivered segments. It decreases only after the pipe has been full. */
  private grown(state: SenderState, sample: AckSample): number {
    const target = this.maxInflight();
    let { cwnd } = state;
    if (this.hasFilledPipe) cwnd = Math.min(cwnd + sample.delivered, target);
    else if (cwnd < target || cwnd < 2 * this.initialWindow) cwnd += sample.delivered;
    return Math.max(cwnd, BBR_MIN_WINDOW);
  }

  /**
   * Returns the target of cwnd: a multiple of the bandwidth-delay product, with room for aggregated ACKs and for bursts
   * (BBR.max_inflight, BBRUpdateMaxInflight, §5.6.4.2).
   */
  private maxInflight(): number {
    const { model } = this;
    const { bw } = model;
    const bdp = bdpMultiple(bw, model.minRtt.minRttNs, this.cwndGain);
    return model.withQuantizationBudget(bdp + this.aggregation.extraAcked(bw));
  }

  private get hasFilledPipe(): boolean {
    return this.model.fullPipe.isReached;
  }

  protected get isProbingRtt(): boolean {
    return this.model.mode === PROBE_RTT;
  }

  onTimeout(state: SenderState): void {
    const { model } = this;
    this.wasInLossRecovery = true;
    this.wasInLoss = true;
    model.fullPipe.reset(0);
    model.signals.noteLoss(this.deliveredTotal);
    this.cycle.onTimeout(state.cwnd);
    // The timeout has set cwnd to one segment. The lower bound is therefore derived from cwnd before the timeout.
    if (!model.isProbing && model.inflightLo === Number.POSITIVE_INFINITY) {
      model.inflightLo = Math.max(BBR_MIN_WINDOW, this.priorCwnd);
    }
  }

  configure(id: string, value: ParamValue): void {
    if (!this.settings.set(id, value)) throw new Error(`${this.rules.name} has no parameter ${id}`);
    this.model.configure();
    this.updateGains();
  }

  /** Returns a value in the order of BBR_BOUND_PROBES. */
  probe(index: number): number {
    const { model } = this;
    if (index === 0) return model.mode;
    if (index === 6) return model.ecn.hasMarks ? model.ecn.alpha : Number.NaN;
    if (model.maxBw.value === 0) return Number.NaN;
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
/**
 * Longest wait between two probes (rounds; §5.3.3.5.3). Reno needs this many rounds to regain its window on a path of 25 Mbps and
 * 30 ms.
 */
const MAX_ROUNDS_BETWEEN_PROBES = 63;
/** Number of values of the random part of the wait (rounds). It makes flows probe at different times. */
const RANDOM_ROUNDS = 2;
const RANDOM_WAIT_NS = NS_PER_S;
/** The UP phase of v2 ends when this many BDPs are in flight. */
const UP_INFLIGHT_GAIN = 1.25;

// BBR.ack_phase (§5.3.3.6): the part of the probing cycle in which the segments were sent that ACKs report now.
const ACKS_NO_PROBE = 0;
const ACKS_REFILLING = 1;
const ACKS_PROBE_STARTING = 2;
const ACKS_PROBE_FEEDBACK = 3;
const ACKS_PROBE_STOPPING = 4;

/** Returns 2^n segments: the growth of inflight_hi in the n-th round of UP (BBRRaiseInflightLongtermSlope, §5.3.3.6). */
function growthInRound(n: number): number {
  let growth = 1;
  for (let i = 0; i < n; i++) growth *= 2;
  return growth;
}

/**
 * PROBE_BW of BBRv2 and v3. DOWN drains the queue of the last probe. CRUISE leaves room for other flows. REFILL fills the pipe
 * for one round. UP sends faster and raises the number of segments in flight until losses, marks or the queue end it. References:
 * google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.3.3.6.
 */
export class BbrProbeCycle {
  private readonly model: BbrPathModel;
  private readonly random: () => number;
  private cycleStampNs = 0;
  private ackPhase = ACKS_NO_PROBE;
  /**
   * True while ACKs are for segments sent during a probe (BBR.bw_probe_samples). Their losses and marks lower inflight_hi, once per
   * probe.
   */
  private hasProbeSamples = false;
  private lastProbeWasTooHigh = false;
  /** True if the last probe stopped because the flight reached inflight_hi, without a loss or mark. */
  private stoppedAtBound = false;

  private bwProbeWaitNs = 0;
  private roundsSinceBwProbe = 0;

  /**
   * Growth of inflight_hi in UP: one segment per `probeUpCnt` delivered segments, of which `bwProbeUpAcks` have arrived. It gets
   * faster with each round of UP.
   */
  private bwProbeUpRounds = 0;
  private bwProbeUpAcks = 0;
  private probeUpCnt = FOREVER;

  constructor(model: BbrPathModel, random: () => number) {
    this.model = model;
    this.random = random;
  }

  onRoundStart(): void {
    this.roundsSinceBwProbe++;
  }

  /** Updates the cycle (BBRUpdateProbeBWCyclePhase). Called at each ACK in every mode, after STARTUP has filled the pipe. */
  update(state: SenderState, sample: AckSample): void {
    const { model } = this;
    // First the upper bound (BBRAdaptLongTermModel), then the phase.
    if (this.adaptUpperBounds(state, sample) || !model.inProbeBw) return;
    switch (model.mode) {
      case UP:
        if (this.isTimeToGoDown(state, sample)) {
          this.lastProbeWasTooHigh = false;
          this.startDown(sample);
        }
        return;
      case REFILL:
        // REFILL lasts one round.
        if (model.round.isStart) this.startUp(state, sample);
        return;
      default:
        // CRUISE lasts until the next probe. DOWN changes to CRUISE when the queue has drained.
        if (!this.probeBwIfTime(state, sample) && model.mode === DOWN && this.isTimeToCruise(state, sample))
          this.startCruise();
    }
  }

  /** Raises or lowers inflight_hi (BBRAdaptLongTermModel). Returns true if this started a new phase. */
  private adaptUpperBounds(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (model.round.isStart && this.advanceAckPhase(sample)) {
      this.startRefill(sample, 0);
      return true;
    }
    if (sample.intervalNs <= 0) return false;
    // Too many losses or marks lower the bound, once per probe.
    if (model.isInflightTooHigh(sample)) {
      if (this.hasProbeSamples) this.handleInflightTooHigh(state, sample);
      return false;
    }
    if (model.inflightHi === FOREVER) return false;
    // A larger flight without congestion raises the bound in every phase. Otherwise random losses would limit the flow
    // permanently.
    if (sample.inflightAtSend > model.inflightHi) model.inflightHi = sample.inflightAtSend;
    if (model.mode === UP) this.probeInflightHiUpward(state, sample);
    return false;
  }

  /**
   * Determines, at the start of a round, in which part of the cycle the acknowledged segments were sent. Returns true if the next
   * probe may start immediately.
   */
  private advanceAckPhase(sample: AckSample): boolean {
    const { model } = this;
    // From now on ACKs show the effect of the probe.
    if (this.ackPhase === ACKS_PROBE_STARTING) this.ackPhase = ACKS_PROBE_FEEDBACK;
    if (this.ackPhase !== ACKS_PROBE_STOPPING) return false;
    // All ACKs of the probe have arrived, so a cycle of the bandwidth filter ends.
    this.ackPhase = ACKS_NO_PROBE;
    this.hasProbeSamples = false;
    if (!model.inProbeBw) return false;
    if (!model.probeRtt.isAppLimited(sample)) model.advanceMaxBwFilter();
    return this.stoppedAtBound && !this.lastProbeWasTooHigh;
  }

  /** Lowers inflight_hi once per probe, because too many segments were in flight (BBRHandleInflightTooHigh, §5.5.10.2). */
  private handleInflightTooHigh(state: SenderState, sample: AckSample): void {
    const { model } = this;
    this.lastProbeWasTooHigh = true;
    this.hasProbeSamples = false;
    if (!model.probeRtt.isAppLimited(sample)) {
      const kept = Math.floor(model.targetInflight(state.cwnd) * model.settings.beta);
      model.inflightHi = Math.max(sample.inflightAtSend, kept);
    }
    if (model.mode === UP) this.startDown(sample);
  }

  /** Raises inflight_hi in UP, while only inflight_hi limits the flow (BBRProbeInflightLongtermUpward). */
  private probeInflightHiUpward(state: SenderState, sample: AckSample): void {
    const { model } = this;
    if (!this.isAtInflightHi(state)) {
      if (model.rules.creditIsLost) this.bwProbeUpAcks = 0;
      return;
    }
    this.bwProbeUpAcks += sample.delivered;
    if (this.bwProbeUpAcks >= this.probeUpCnt) {
      const delta = Math.floor(this.bwProbeUpAcks / this.probeUpCnt);
      this.bwProbeUpAcks -= delta * this.probeUpCnt;
      model.inflightHi += delta;
    }
    if (model.round.isStart) this.raiseInflightHiSlope(state);
  }

  /** Doubles the rate at which inflight_hi grows, for each further round of UP (BBRRaiseInflightLongtermSlope). */
  private raiseInflightHiSlope(state: SenderState): void {
    const growth = growthInRound(this.bwProbeUpRounds);
    if (this.bwProbeUpRounds < 30) this.bwProbeUpRounds++;
    this.probeUpCnt = Math.max(1, Math.floor(state.cwnd / growth));
  }

  /** Returns true if only inflight_hi limits the flow. */
  private isAtInflightHi(state: SenderState): boolean {
    return state.cwndLimited && state.cwnd >= this.model.inflightHi;
  }

  /** Returns true if UP must end (BBRIsTimeToGoDown): the flight has reached a bound that was too high, or the pipe is full. */
  private isTimeToGoDown(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    const atBound = this.lastProbeWasTooHigh && this.inNetwork(state, sample) >= model.inflightHi;
    if (atBound) this.stoppedAtBound = true;
    return atBound || this.isPipeFull(state, sample);
  }

  private isPipeFull(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (model.rules.plateauEndsProbe) {
      // While inflight_hi limits the flow, the bandwidth cannot grow. The flow must not conclude from this that the pipe is full.
      if (this.isAtInflightHi(state)) model.fullPipe.reset(sample.deliveryRate);
      return model.fullPipe.isFull;
    }
    const lastedRtt = sample.nowNs > this.cycleStampNs + model.minRtt.minRttNs;
    return lastedRtt && this.inNetwork(state, sample) >= model.inflight(model.maxBw.value, UP_INFLIGHT_GAIN);
  }

  private inNetwork(state: SenderState, sample: AckSample): number {
    return this.model.inNetwork(state, sample.inflightBefore);
  }

  /** Starts REFILL if it is time for the next probe (BBRIsTimeToProbeBW, §5.3.3.5.3). Returns true if it has. */
  private probeBwIfTime(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    if (this.marksHaveCeased(state)) this.startRefill(sample, this.reprobeRounds());
    else if (sample.nowNs > this.cycleStampNs + this.bwProbeWaitNs || this.isRenoCoexistenceProbeTime(state))
      this.startRefill(sample, 0);
    return model.mode === REFILL;
  }

  /**
   * Returns true after as many rounds as the window has segments (BBRIsRenoCoexistenceProbeTime, §5.3.3.5.3). Reno regains its
   * window in that time, so a flow that waits no longer shares the link fairly with Reno.
   */
  private isRenoCoexistenceProbeTime(state: SenderState): boolean {
    const rounds = Math.min(MAX_ROUNDS_BETWEEN_PROBES, this.model.targetInflight(state.cwnd));
    return this.roundsSinceBwProbe >= rounds;
  }

  /** Returns true if marks have ceased after a cycle with marks, so that v3 probes early (bbr_check_time_to_probe_bw). */
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

  /** Returns true if the queue of the probe has drained (BBRIsTimeToCruise). */
  private isTimeToCruise(state: SenderState, sample: AckSample): boolean {
    const { model } = this;
    const inflight = this.inNetwork(state, sample);
    return inflight <= model.inflightWithHeadroom && inflight <= model.inflight(model.maxBw.value, 1);
  }

  /** Starts a new cycle and draws the wait until its probe (BBRStartProbeBW_DOWN, BBRPickProbeWait). */
  startDown(sample: AckSample): void {
    const { model } = this;
    model.signals.reset();
    this.probeUpCnt = FOREVER;
    this.roundsSinceBwProbe = Math.floor(this.random() * RANDOM_ROUNDS);
    this.bwProbeWaitNs = model.settings.probeWaitNs + Math.floor(this.random() * RANDOM_WAIT_NS);
    this.cycleStampNs = sample.nowNs;
    this.stopProbing(sample);
    model.mode = DOWN;
  }

  /** Ends a probe. The ACKs of the next round are still for segments sent during the probe. */
  stopProbing(sample: AckSample): void {
    this.ackPhase = ACKS_PROBE_STOPPING;
    this.model.round.start(sample.deliveredTotal);
  }

  /** Starts CRUISE (BBRStartProbeBW_CRUISE). */
  startCruise(): void {
    const { model } = this;
    if (model.inflightLo !== FOREVER) model.inflightLo = Math.min(model.inflightLo, model.inflightHi);
    model.mode = CRUISE;
  }

  /** Starts REFILL (BBRStartProbeBW_REFILL). `upRounds` determines the growth of inflight_hi at the start of UP. */
  private startRefill(sample: AckSample, upRounds: number): void {
    const { model } = this;
    model.resetLowerBounds();
    this.bwProbeUpRounds = upRounds;
    this.bwProbeUpAcks = 0;
    this.stoppedAtBound = false;
    this.ackPhase = ACKS_REFILLING;
    model.round.start(sample.deliveredTotal);
    model.mode = REFILL;
  }

  /** Starts UP (BBRStartProbeBW_UP). */
  private startUp(state: SenderState, sample: AckSample): void {
    const { model } = this;
    this.hasProbeSamples = true;
    this.ackPhase = ACKS_PROBE_STARTING;
    model.round.start(sample.deliveredTotal);
    this.cycleStampNs = sample.nowNs;
    if (model.rules.plateauEndsProbe) model.fullPipe.reset(sample.deliveryRate);
    model.mode = UP;
    this.raiseInflightHiSlope(state);
  }

  /** Handles a timeout during a probe: no segment in flight has arrived. */
  onTimeout(cwnd: number): void {
    if (!this.hasProbeSamples) return;
    this.hasProbeSamples = false;
    this.lastProbeWasTooHigh = true;
    this.model.inflightHi = Math.floor(this.model.targetInflight(cwnd) * this.model.settings.beta);
  }
}
