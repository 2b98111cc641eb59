/**
 * ECN(α,β): a mark cuts less than a loss, and in return cwnd climbs more slowly until the next loss. Reference: M. Kwon,
 * S. Fahmy, "TCP increase/decrease behavior with explicit congestion notification" (ICC 2002), fig. 1. The pair (1, 0.5)
 * is NewReno; pairs on α = 3·(1 - β)/(1 + β) take, for the same marks, what NewReno would take.
 */
import { clamp } from "../core/math.ts";
import type { NumberParam, ParamValue, ParamValues } from "../params/param.ts";
import { numberOf, readNumber } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import { Backoff, betaParams } from "./backoff.ts";
import { type CongestionControl, type CongestionControlDefinition, MIN_CWND } from "./congestion-control.ts";
import { renoFriendlyAlpha } from "./cubic.ts";
import { slowStart } from "./window-growth.ts";

/** Keeps 40 x 0.875 at 35, where binary fractions may give 34.999… */
const ROUNDING = 1e-9;

const CITE = "Kwon & Fahmy (2002), fig. 1";

class EcnAlphaBeta implements CongestionControl {
  private readonly backoff: Backoff;
  private alpha: number;
  /** The last signal was a mark: α holds. */
  private afterMark = false;
  /** cwnd is this much more: α moves it by less than a segment per round trip, which cuts to whole segments would undo. */
  private fraction = 0;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.alpha = readNumber(values, "ab-alpha");
  }

  private get slope(): number {
    return this.afterMark ? this.alpha : 1;
  }

  /** slope/cwnd of a segment for each one acknowledged. Slow start is as ever. */
  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    this.fraction += (left * this.slope) / state.cwnd;
    const whole = Math.floor(this.fraction + ROUNDING);
    this.fraction = Math.max(0, this.fraction - whole);
    state.cwnd += whole;
  }

  ssthreshAfterLoss(state: SenderState): number {
    this.afterMark = false;
    this.fraction = 0;
    return this.backoff.afterLoss(state.cwnd);
  }

  ssthreshAfterMark(state: SenderState): number {
    this.afterMark = true;
    const ssthresh = Math.max(MIN_CWND, (state.cwnd + this.fraction) * this.backoff.betaEcn);
    const whole = Math.floor(ssthresh + ROUNDING);
    this.fraction = Math.max(0, ssthresh - whole);
    return whole;
  }

  onTimeout(): void {
    this.afterMark = false;
    this.fraction = 0;
  }

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (this.backoff.set(id, value)) return;
    if (id !== "ab-alpha") throw new Error(`ECN(α,β) has no parameter ${id}`);
    this.alpha = numberOf(value, id);
  }

  probe(): number {
    return this.slope;
  }
}

const [BETA_ECN, BETA_LOSS] = betaParams(0.5, "RFC 5681 §3.1");

const ALPHA: NumberParam = {
  kind: "number",
  id: "ab-alpha",
  symbol: "α",
  label: "Slope after a mark",
  unit: "segments",
  default: 0.2,
  min: 0.01,
  max: 2,
  step: 0.01,
  scale: "linear",
  help: "Segments that cwnd grows by in a round trip, from a mark on until the next loss.",
  cite: CITE,
};

export const ecnAb: CongestionControlDefinition = {
  id: "ecn-ab",
  label: "ECN(α,β)",
  family: "Milder backoff for marks",
  summary:
    "Cuts little for a mark and climbs slowly after it, until a loss brings NewReno's slope back: a flatter sawtooth with the same share.",
  cite: "Kwon & Fahmy, ICC 2002",
  needsEcn: "Its gentler pair of α and β is for marks; without ECN it is plain NewReno.",
  params: [{ ...BETA_ECN, default: 0.875, cite: CITE }, BETA_LOSS, ALPHA],
  probes: [
    {
      id: "ab-slope",
      symbol: "α",
      label: "slope in force",
      unit: "segments",
      help: "Segments that cwnd grows by in a round trip now: α after a mark, 1 after a loss.",
    },
  ],
  deviations: ["A loss falls back to β_loss of NewReno with SACK; the paper halves Reno's window."],
  suggestion: {
    label: "α that is fair to NewReno",
    help: "α = 3·(1 - β_ecn)/(1 + β_ecn): as many marks then give as much throughput as NewReno's pair of 1 and 0.5.",
    values: (_path, values) => ({
      "ab-alpha": clamp(renoFriendlyAlpha(readNumber(values, "beta-ecn")), ALPHA.min, ALPHA.max),
    }),
  },
  create: (values) => new EcnAlphaBeta(values),
};
