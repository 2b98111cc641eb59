/**
 * CUBIC: cwnd follows a cubic function of the time since the last cut, which is flat near the old peak. Reference:
 * RFC 9438 with Linux's details (tcp_cubic.c): cwnd grows by at most one segment per two acknowledged segments;
 * growth.ts computes the rate below that limit. ABE (RFC 8511) replaces β in the cut only; the Reno-friendly
 * increase keeps the standard value.
 */

import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, numberOf, textOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { additiveIncrease, increaseByAcks, slowStart } from "../window-growth.ts";
import { ACKS, ALL, CLOCK, COUNTS, cubicCard, ROUNDS, TICKS } from "./card.ts";
import { CubicGrowth, NEVER } from "./growth.ts";
import { HystartLinux, HystartPlusPlus } from "./hystart.ts";

/** Average number of segments that one ACK acknowledges, as in Linux's CUBIC before 4.0 (bictcp_acked). */
export class DelayedAckRatio {
  /** Moving average, in segments per ACK. */
  value = 2;

  add(acked: number): void {
    this.value = Math.min(this.value + (acked - this.value) / 16, 32);
  }
}

const MIN_SEGMENTS_PER_INCREASE = 2;
/** Resolution of β in fast convergence (BICTCP_BETA_SCALE): 0.7 becomes 717. */
const BETA_STEPS = 1024;

export class Cubic extends BackoffControl {
  c = 0;
  private fastConvergence = false;
  private hystart = false;
  hystartVariant = "";
  readonly hystartLinux = new HystartLinux();
  readonly hystartPlusPlus = new HystartPlusPlus();
  private countsAcks = false;
  private readonly segmentsPerAck = new DelayedAckRatio();
  readonly growth = new CubicGrowth();
  // State at the last cut: the values from which W_max was computed, whether cwnd was in slow start, and the curve.
  peakBefore = 0;
  cwndAtCut = 0;
  wasSlowStart = false;
  epochBefore = NEVER;

  constructor(values: ParamValues) {
    super(cubic);
    this.setAll(values);
  }

  override onAck(state: SenderState, acked: number): void {
    if (this.countsAcks) this.segmentsPerAck.add(acked);
    let left = acked;
    // Slow start (§4.10), which HyStart++ slows down once the RTT has risen. `left` counts the acknowledged segments that
    // remain when cwnd has reached ssthresh.
    if (state.inSlowStart) {
      const paced = this.hystart && this.hystartVariant === "rfc9406";
      left = slowStart(state, paced ? this.hystartPlusPlus.growth(state, acked) : acked);
      if (left === 0 || state.inSlowStart) return;
    }
    // Congestion avoidance (§4.2 to §4.5): one segment for each `segments` acknowledged, as `growth` computes it.
    if (this.countsAcks) {
      const segments = this.growth.segmentsPerIncrease(state, 1);
      increaseByAcks(state, Math.max(1, Math.floor(segments / this.segmentsPerAck.value)));
    } else {
      const segments = this.growth.segmentsPerIncrease(state, left);
      additiveIncrease(state, Math.max(segments, MIN_SEGMENTS_PER_INCREASE), left);
    }
  }

  override ssthreshAfterLoss(state: SenderState): number {
    return this.reduce(state, cut(state, this.betaLoss));
  }

  override ssthreshAfterMark(state: SenderState): number {
    return this.reduce(state, cut(state, this.betaEcn));
  }

  /** Resets the curve. The next curve starts at the end of slow start (RFC 9438 §4.8). */
  override onTimeout(): void {
    this.growth.forget();
    this.hystartLinux.reset();
  }

  override onRttSample(state: SenderState, rttNs: number): void {
    const { growth } = this;
    if (!growth.measure(state, rttNs) || !this.hystart || !state.inSlowStart) return;
    const ends =
      this.hystartVariant === "linux"
        ? this.hystartLinux.sample(state, rttNs, growth.delayMinNs)
        : this.hystartPlusPlus.sample(state, rttNs);
    if (ends) state.ssthresh = state.cwnd;
  }

  /** Stops the curve's clock while the sender has nothing to send (RFC 9438 §5.8; Linux cubictcp_cwnd_event). */
  onIdle(state: SenderState, idleNs: number): void {
    // The start of the curve is moved at most to the current time, if it was after the last segment was sent. Without
    // app-limited-growth there is no such limit.
    this.growth.wait(idleNs, state.remembersUse ? state.nowNs : Number.POSITIVE_INFINITY);
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "cubic-c") this.setC(numberOf(value, id));
    else if (id === "fast-convergence") this.fastConvergence = booleanOf(value, id);
    else if (id === "hystart") this.hystart = booleanOf(value, id);
    else if (id === "hystart-variant") this.hystartVariant = textOf(value, id);
    else if (id === ROUNDS.id) this.hystartLinux.countsSmall = textOf(value, id) === ALL;
    else if (id === COUNTS.id) this.countsAcks = textOf(value, id) === ACKS;
    else if (id === CLOCK.id) this.growth.setTicks(textOf(value, id) === TICKS);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    const { wMax, wEst, heading } = this.growth;
    if (index === 2) return heading;
    if (wMax === 0) return Number.NaN;
    return index === 0 ? wMax : wEst;
  }

  /** Sets W_max with fast convergence (RFC 9438 §4.6, §4.7). W_max uses the standard β, because ABE changes only the cut. */
  private reduce(state: SenderState, ssthresh: number): number {
    const { growth } = this;
    const { cwnd } = state;
    this.peakBefore = growth.wMax;
    this.cwndAtCut = cwnd;
    this.wasSlowStart = state.inSlowStart;
    this.epochBefore = growth.epoch;
    const shrinking = cwnd < growth.wMax;
    growth.wMax = shrinking && this.fastConvergence ? this.lowered(cwnd) : cwnd;
    growth.endEpoch();
    return ssthresh;
  }

  private lowered(cwnd: number): number {
    const beta = Math.round(this.betaLoss * BETA_STEPS);
    return Math.floor((cwnd * (BETA_STEPS + beta)) / (2 * BETA_STEPS));
  }

  private setC(c: number): void {
    this.c = c;
    this.growth.setC(c);
  }
}

export const cubic: CongestionControlDefinition = {
  ...cubicCard,
  create: (values) => new Cubic(values),
};
