/**
 * ECN(α,β): a mark reduces cwnd less than a loss, and cwnd then grows more slowly until the next loss. Reference: M.
 * Kwon, S. Fahmy, "TCP increase/decrease behavior with explicit congestion notification" (ICC 2002), fig. 1. The pair
 * (1, 0.5) is NewReno; with the same marks, pairs on α = 3·(1 - β)/(1 + β) reach NewReno's share.
 */
import { clamp } from "../../core/math.ts";
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, sentence } from "../../explain/facts.ts";
import {
  type EnumParam,
  type NumberParam,
  type ParamValue,
  type ParamValues,
  range,
} from "../../params/param.ts";
import { numberOf, readNumber, textOf } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import {
  BackoffControl,
  betaParams,
  boundSentence,
  cut,
  cutFormula,
  explainTimeout,
  fractionOf,
  fractionSentence,
  loweredBy,
} from "../backoff.ts";
import type { CongestionControlCard, CongestionControlDefinition } from "../congestion-control.ts";
import { renoFriendlyAlpha } from "../cubic/cubic.ts";
import { slowStart } from "../window-growth.ts";

/** Tolerance that keeps 40 × 0.875 at 35, where floating-point arithmetic may give 34.999… */
const ROUNDING = 1e-9;

/** Fraction that ns-2 removes at a decrease in slow start, whatever its `decrease_num_`. */
const HALF = 0.5;

const CITE = "Kwon & Fahmy (2002), fig. 1";

class EcnAlphaBeta extends BackoffControl {
  private alpha = 0;
  /** True if a mark in slow start halves cwnd. */
  private halvesSlowStart = false;
  /**
   * True if a cut is in whole segments and drops the fraction of the next segment that cwnd has already gained. The
   * increase 1/cwnd then counts that fraction as part of cwnd.
   */
  private cutsWhole = false;
  /** True if the last signal was a mark, so that cwnd grows by α. */
  private afterMark = false;
  /**
   * Fractional part of cwnd: α moves cwnd by less than a segment per round trip, which cuts to whole segments would
   * undo.
   */
  private fraction = 0;
  /** cwnd, including its fraction if cuts are not in whole segments, at the last cut. */
  private cutWindow = 0;
  private cutBeta = HALF;

  constructor(values: ParamValues) {
    super(ecnAb);
    this.setAll(values);
  }

  private get slope(): number {
    return this.afterMark ? this.alpha : 1;
  }

  /** Adds slope/cwnd of a segment per acknowledged segment. Slow start is standard. */
  override onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    this.fraction += (left * this.slope) / (this.cutsWhole ? state.cwnd + this.fraction : state.cwnd);
    const whole = Math.floor(this.fraction + ROUNDING);
    this.fraction = Math.max(0, this.fraction - whole);
    state.cwnd += whole;
  }

  override ssthreshAfterLoss(state: SenderState): number {
    this.afterMark = false;
    this.fraction = 0;
    this.cutWindow = state.cwnd;
    this.cutBeta = this.betaLoss;
    return cut(state, this.betaLoss);
  }

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

  override explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, after } = decision;
    if (event === "slowStartExit") return null;
    const of = fractionOf(this, decision);
    if (event === "rto") {
      const more = ["cwnd grows by one segment in a round trip again, beyond ssthresh."];
      return explainTimeout(state, decision, loweredBy(of, state, decision), more);
    }
    const isHalved = event === "ecnReduction" && this.cutBeta !== of.beta;
    const fraction = isHalved
      ? "In slow start a mark leaves half of cwnd, whatever β_ecn is (ns-2)."
      : fractionSentence(this, decision, "Kwon & Fahmy");
    const growth =
      event === "ecnReduction"
        ? sentence`From now until the next loss cwnd grows by α = ${fact.segments(this.alpha, own.param("ab-alpha"))} in a round trip.`
        : "From now until the next mark cwnd grows by one segment in a round trip.";
    const cut = { name: isHalved ? "0.5" : of.name, beta: this.cutBeta };
    const bound = boundSentence(state, decision, cut.beta * this.cutWindow);
    return { sentences: [fraction, growth, bound], formula: cutFormula(cut, this.cutWindow, after) };
  }
}

const [BETA_ECN, BETA_LOSS] = betaParams(0.5, "RFC 5681 §3.1");

const ALPHA: NumberParam = {
  id: "ab-alpha",
  symbol: "α",
  label: "Slope after a mark",
  unit: "segments",
  ...range({ default: 0.2, min: 0.01, max: 2, step: 0.01 }),
  help: "Growth of cwnd in segments per round trip after a mark, until the next loss.",
  cite: CITE,
};

const SLOW_START: EnumParam = {
  kind: "enum",
  id: "ab-slow-start",
  label: "A mark in slow start",
  default: "beta",
  help: "Fraction of cwnd that is kept at a mark in slow start.",
  cite: "ns-2 tcp.cc",
  detail: true,
  options: [
    { value: "beta", label: "β_ecn", help: "β_ecn, as at any other mark." },
    {
      value: "half",
      label: "half",
      help: "Half, as in ns-2, which halves at the first decrease and in slow start for any β.",
    },
  ],
};

const CUT: EnumParam = {
  kind: "enum",
  id: "ab-cut",
  label: "Fractions of a segment",
  default: "exact",
  help: "Whether fractions of a segment survive a cut for a mark.",
  cite: "ns-2 tcp.cc",
  detail: true,
  options: [
    {
      value: "exact",
      label: "exact",
      help: "They survive: the progress towards the next segment is reduced too, and the remaining fraction counts.",
    },
    {
      value: "whole",
      label: "whole segments",
      help: "They are discarded at each cut, and cwnd grows by α over cwnd with its fraction, as in ns-2 without `precisionReduce_`.",
    },
  ],
};

export const ecnAbCard: CongestionControlCard = {
  id: "ecn-ab",
  label: "ECN(α,β)",
  family: "Milder backoff for marks",
  summary:
    "Reduces its window a little for a mark and grows slowly afterwards; a loss restores NewReno's growth. The sawtooth is flatter than NewReno's, and the share of the link is the same.",
  cite: "Kwon & Fahmy, ICC 2002",
  needsEcn: "Its gentler pair of α and β is for marks; without ECN it is plain NewReno.",
  params: [{ ...BETA_ECN, default: 0.875, cite: CITE }, BETA_LOSS, ALPHA, SLOW_START, CUT],
  probes: [
    {
      id: "ab-slope",
      symbol: "α",
      label: "slope in force",
      unit: "segments",
      help: "Present growth of cwnd in segments per round trip: α after a mark, 1 after a loss.",
    },
  ],
  suggestion: {
    label: "α that is fair to NewReno",
    help: "α = 3·(1 - β_ecn)/(1 + β_ecn): as many marks then give as much throughput as NewReno's pair of 1 and 0.5.",
    values: (_path, values) => ({
      "ab-alpha": clamp(renoFriendlyAlpha(readNumber(values, "beta-ecn")), ALPHA.min, ALPHA.max),
    }),
  },
};

export const ecnAb: CongestionControlDefinition = {
  ...ecnAbCard,
  create: (values) => new EcnAlphaBeta(values),
};
