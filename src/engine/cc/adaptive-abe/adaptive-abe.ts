/**
 * ABE with an automatically chosen β_ecn. At each mark the sender estimates the queue from its RTTs and reduces cwnd accordingly,
 * so that the queue stays short and the link stays busy on any path and with any AQM. This project designed the rule: RFC 8511
 * keeps β_ecn fixed, and H-TCP's adaptive backoff, on which the reduction is modelled, is for losses. Reasons, measurements and
 * limits: docs/adaptive-beta.md. Defaults: card.ts.
 */
import { clamp } from "../../core/math.ts";
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { booleanOf, NS_PER_MS, numberOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { renoFriendlyAlpha } from "../cubic/growth.ts";
import { additiveIncrease, slowStart } from "../window-growth.ts";
import { adaptiveAbeCard } from "./card.ts";

/** Number of RTT samples needed from the current round trip. With fewer samples, those of the previous round trip are used as well. */
const MIN_SAMPLES = 4;
/**
 * Number of reductions for which RTT samples are kept. The RTT of the path is the minimum since two to four reductions ago,
 * because each reduction drains at least part of the queue. Older samples are dropped for two reasons: the path may have become
 * longer, and a flow that joined late never saw an empty queue. Without old samples, all flows get similar estimates.
 */
const REDUCTIONS_REMEMBERED = 2;

const UNKNOWN = Number.POSITIVE_INFINITY;

/** Returns the queue's share of a round trip, 0 to 1; `presentNs` includes the queue, `pathNs` does not. */
function queueShare(presentNs: number, pathNs: number): number {
  return presentNs > pathNs ? 1 - pathNs / presentNs : 0;
}

/**
 * Returns the fraction of cwnd that remains after a cut. The queue accounts for the fraction `share` of the round trip, so cwnd ·
 * (1 - share) segments fill the path. The cut leaves the fraction `residue` of the queue. It removes at least `leastCut`
 * segments; NewReno needs as many round trips to regain them. With smaller cuts, a small window would need a mark in every other
 * round trip.
 */
export function betaFor(share: number, residue: number, cwnd: number, leastCut: number): number {
  return 1 - Math.max(share * (1 - residue), leastCut / cwnd);
}

/**
 * Estimate of the queue from the RTTs of one sender. The minimum RTT of the current round trip includes the path and the standing
 * queue; the minimum over the last few reductions includes only the path. Minima are used, because delayed ACKs and bursts can
 * only increase an RTT.
 */
export class QueueEstimate {
  private roundEnd = -1;
  private roundMinNs = UNKNOWN;
  private lastRoundMinNs = UNKNOWN;
  private samples = 0;
  /** Minimum RTT since the current group of reductions started, and minimum RTT of the previous group (ns). */
  private batchMinNs = UNKNOWN;
  private lastBatchMinNs = UNKNOWN;
  private reductions = 0;

  take(state: SenderState, rttNs: number): void {
    if (state.una > this.roundEnd) {
      this.roundEnd = state.nxt;
      this.lastRoundMinNs = this.roundMinNs;
      this.roundMinNs = UNKNOWN;
      this.samples = 0;
    }
    this.samples++;
    if (rttNs < this.roundMinNs) this.roundMinNs = rttNs;
    if (rttNs < this.batchMinNs) this.batchMinNs = rttNs;
  }

  /** Counts a reduction. Call this after the estimate for the reduction has been read. */
  onReduction(): void {
    this.reductions++;
    if (this.reductions < REDUCTIONS_REMEMBERED) return;
    this.reductions = 0;
    this.lastBatchMinNs = this.batchMinNs;
    this.batchMinNs = UNKNOWN;
  }

  /** RTT of the path plus the standing queue (ns); Infinity before the first sample, like `pathNs`. */
  get presentNs(): number {
    return this.samples >= MIN_SAMPLES ? this.roundMinNs : Math.min(this.roundMinNs, this.lastRoundMinNs);
  }

  get pathNs(): number {
    return Math.min(this.batchMinNs, this.lastBatchMinNs);
  }

  /** The queue's share of the round trip, 0 to 1; NaN before the first sample. */
  get share(): number {
    const { presentNs, pathNs } = this;
    if (presentNs === UNKNOWN || pathNs === UNKNOWN) return Number.NaN;
    return queueShare(presentNs, pathNs);
  }
}

/** The sender: β_ecn is between β_loss and the declared β_ecn. */
export class AdaptiveAbe extends BackoffControl {
  private readonly queue = new QueueEstimate();
  residue = 0;
  leastCut = 0;
  private fairGrowth = false;
  /** Values at the last mark; NaN before the first. */
  beta = Number.NaN;
  private queueMs = Number.NaN;
  /**
   * Inputs of the last decision: the queue's share of the round trip (NaN without an RTT) and the RTT of the path
   * (ns).
   */
  share = Number.NaN;
  pathNs = Number.NaN;
  /**
   * cwnd before the last reduction, if a mark caused that reduction. Below this value cwnd grows faster, because the reduction
   * was small.
   */
  private cwndBefore = 0;

  constructor(values: ParamValues) {
    super(adaptiveAbe);
    this.setAll(values);
  }

  override onRttSample(state: SenderState, rttNs: number): void {
    this.queue.take(state, rttNs);
  }

  override onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    const growth = state.cwnd < this.cwndBefore ? this.growthBelow : 1;
    additiveIncrease(state, state.cwnd / growth, left);
  }

  override ssthreshAfterMark(state: SenderState): number {
    const { queue } = this;
    this.share = queue.share;
    this.pathNs = queue.pathNs;
    this.beta = this.chooseBeta(queue.share, state.cwnd);
    this.queueMs = (queue.presentNs - queue.pathNs) / NS_PER_MS;
    this.cwndBefore = state.cwnd;
    queue.onReduction();
    return cut(state, this.beta);
  }

  override ssthreshAfterLoss(state: SenderState): number {
    this.cwndBefore = 0;
    this.queue.onReduction();
    return cut(state, this.betaLoss);
  }

  override onTimeout(): void {
    this.cwndBefore = 0;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "adaptive-residue") this.residue = numberOf(value, id);
    else if (id === "adaptive-least-cut") this.leastCut = numberOf(value, id);
    else if (id === "adaptive-fair-growth") this.fairGrowth = booleanOf(value, id);
    else return super.set(id, value);
    return true;
  }

  override probe(index: number): number {
    if (index === 0) return this.beta;
    return index === 1 ? Math.max(0, this.queueMs) : this.growthBelow;
  }

  /** Returns β_ecn. Without an RTT sample, β_loss is used. */
  private chooseBeta(share: number, cwnd: number): number {
    const { betaEcn, betaLoss } = this;
    const least = Math.min(betaEcn, betaLoss);
    if (Number.isNaN(share)) return least;
    return clamp(betaFor(share, this.residue, cwnd, this.leastCut), least, betaEcn);
  }

  /**
   * Growth in segments per round trip while cwnd is below its value before the last mark. RFC 9438 §4.3 uses the same formula;
   * above that value, growth is 1 segment per round trip.
   */
  private get growthBelow(): number {
    return this.fairGrowth && this.cwndBefore > 0 ? Math.min(1, renoFriendlyAlpha(this.beta)) : 1;
  }
}

export const adaptiveAbe: CongestionControlDefinition = {
  ...adaptiveAbeCard,
  create: (values) => new AdaptiveAbe(values),
};
