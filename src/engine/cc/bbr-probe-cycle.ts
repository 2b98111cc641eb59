/**
 * PROBE_BW of BBRv2 and v3: DOWN drains what the last probe queued, CRUISE leaves room to others, REFILL fills the pipe
 * for a round, UP sends faster and lets more into flight until loss, marks or the queue say enough.
 * References: google/bbr v2alpha tcp_bbr2.c; draft-ietf-ccwg-bbr-05 §5.3.3.6.
 */
import { NS_PER_S } from "../params/read.ts";
import type { AckSample } from "../tcp/ack-sample.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { type BbrPathModel, CRUISE, DOWN, REFILL, UP } from "./bbr-path-model.ts";

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
