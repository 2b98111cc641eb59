/**
 * ECN(α,β): a mark reduces cwnd less than a loss, and cwnd then grows more slowly until the next loss. Reference: M.
 * Kwon, S. Fahmy, "TCP increase/decrease behavior with explicit congestion notification" (ICC 2002), fig. 1. The pair
 * (1, 0.5) is NewReno; with the same marks, pairs on α = 3·(1 - β)/(1 + β) reach NewReno's share.
 */
import type { ParamValue, ParamValues } from "../../params/param.ts";
import { numberOf, textOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { BackoffControl, cut } from "../backoff.ts";
import type { CongestionControlDefinition } from "../congestion-control.ts";
import { slowStart } from "../window-growth.ts";
import { ecnAbCard } from "./card.ts";

/** Tolerance for floating-point errors: 40 × 0.875 must give 35, not 34.999… */
const ROUNDING = 1e-9;

/** Fraction of cwnd that ns-2 removes at a decrease in slow start, regardless of its setting `decrease_num_`. */
const HALF = 0.5;

/** Returns the growth of a window for `acked` segments if it grows by `alpha` segments in a round trip (fig. 1). */
function increaseOf(acked: number, alpha: number, window: number): number {
  return (acked * alpha) / window;
}

export class EcnAlphaBeta extends BackoffControl {
  // Settings made by the user.
  alpha = 0;
  /** True if a mark in slow start halves cwnd. */
  private halvesSlowStart = false;
  /**
   * True if a cut rounds cwnd to whole segments and discards the fraction by which cwnd has grown beyond them. The increase
   * 1/cwnd then counts that fraction as part of cwnd.
   */
  private cutsWhole = false;
  // State of the control.
  /** True if the last signal was a mark, so that cwnd grows by α. */
  private afterMark = false;
  /** Fractional part of cwnd. α may move cwnd by less than a segment per round trip; cuts to whole segments would undo such growth. */
  private fraction = 0;
  /** cwnd at the last cut. It includes the fraction if cuts are not to whole segments. */
  cutWindow = 0;
  cutBeta = HALF;

  constructor(values: ParamValues) {
    super(ecnAb);
    this.setAll(values);
  }

  /** Growth in segments per round trip: α after a mark, 1 after a loss. */
  private get slope(): number {
    return this.afterMark ? this.alpha : 1;
  }

  /** Adds `slope`/cwnd of a segment per acknowledged segment. Slow start is standard. */
  override onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    const window = this.cutsWhole ? state.cwnd + this.fraction : state.cwnd;
    this.fraction += increaseOf(left, this.slope, window);
    const whole = Math.floor(this.fraction + ROUNDING);
    this.fraction = Math.max(0, this.fraction - whole);
    state.cwnd += whole;
  }

  /** Cuts to β_loss. Growth is then that of NewReno. */
  override ssthreshAfterLoss(state: SenderState): number {
    this.afterMark = false;
    this.fraction = 0;
    this.cutWindow = state.cwnd;
    this.cutBeta = this.betaLoss;
    return cut(state, this.betaLoss);
  }

  /** Cuts to β_ecn. Growth is then α segments per round trip. */
  override ssthreshAfterMark(state: SenderState): number {
    this.afterMark = true;
    const beta = this.halvesSlowStart && state.inSlowStart ? HALF : this.betaEcn;
    this.cutBeta = beta;
    this.cutWindow = this.cutsWhole ? state.cwnd : state.cwnd + this.fraction;
    if (this.cutsWhole) {
      this.fraction = 0;
      return cut(state, beta);
    }
    const ssthresh = Math.max(state.minCwnd, this.cutWindow * beta);
    const whole = Math.floor(ssthresh + ROUNDING);
    this.fraction = Math.max(0, ssthresh - whole);
    return whole;
  }

  override onTimeout(): void {
    this.afterMark = false;
    this.fraction = 0;
  }

  protected override set(id: string, value: ParamValue): boolean {
    if (id === "ab-alpha") this.alpha = numberOf(value, id);
    else if (id === "ab-slow-start") this.halvesSlowStart = textOf(value, id) === "half";
    else if (id === "ab-cut") this.cutsWhole = textOf(value, id) === "whole";
    else return super.set(id, value);
    return true;
  }

  override probe(): number {
    return this.slope;
  }
}

export const ecnAb: CongestionControlDefinition = {
  ...ecnAbCard,
  create: (values) => new EcnAlphaBeta(values),
};
