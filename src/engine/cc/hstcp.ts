/**
 * HighSpeed TCP: the larger the window, the faster it grows and the less it is cut; up to 38 segments it is NewReno.
 * Reference: RFC 3649.
 */
import { clamp, ln, pow } from "../core/math.ts";
import type { NumberParam, ParamValue, ParamValues } from "../params/param.ts";
import { numberOf, readNumber } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { Explanation, SenderDecision } from "../why/explanation.ts";
import { numberText, quantity } from "../why/formats.ts";
import { Backoff, betaParams, cut } from "./backoff.ts";
import { explainCut, fractionOf } from "./backoff-words.ts";
import type {
  CongestionControl,
  CongestionControlDeclaration,
  CongestionControlDefinition,
} from "./congestion-control.ts";
import { additiveIncrease, slowStart } from "./window-growth.ts";

// RFC 3649 §5
const LOW_WINDOW = 38;
const HIGH_WINDOW = 83_000;
const LN_LOW = ln(LOW_WINDOW);
const LN_SPAN = ln(HIGH_WINDOW) - LN_LOW;
/** What RFC 5681 cuts off. */
const STANDARD_DECREASE = 0.5;

/** RFC 3649 §5: the share of packets lost at which the response function has an average window of w. */
export function lossRateAt(w: number): number {
  return 0.078 / pow(w, 1.2);
}

/** RFC 3649 §5: what a cut takes off, from `low` at 38 segments to `high` at 83 000, linear in the logarithm. */
export function decreaseAt(w: number, low: number, high: number): number {
  return low + (high - low) * clamp((ln(w) - LN_LOW) / LN_SPAN, 0, 1);
}

/** RFC 3649 §5: segments that cwnd grows by in a round trip. */
export function increaseAt(w: number, highDecrease: number): number {
  if (w <= LOW_WINDOW) return 1;
  const b = decreaseAt(w, STANDARD_DECREASE, highDecrease);
  return Math.max(1, (w * w * lossRateAt(w) * 2 * b) / (2 - b));
}

class HighSpeed implements CongestionControl {
  private readonly backoff: Backoff;
  private highDecrease: number;
  /** a(w), kept for the window it was worked out for: cwnd stays the same over most ACKs. */
  private increase = 1;
  private increaseFor = 0;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.highDecrease = readNumber(values, "hstcp-high-decrease");
  }

  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left === 0) return;
    if (state.cwnd !== this.increaseFor) {
      this.increase = increaseAt(state.cwnd, this.highDecrease);
      this.increaseFor = state.cwnd;
    }
    additiveIncrease(state, state.cwnd / this.increase, left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return cut(state, this.betaAt(state.cwnd, this.backoff.betaLoss));
  }

  ssthreshAfterMark(state: SenderState): number {
    return cut(state, this.betaAt(state.cwnd, this.backoff.betaEcn));
  }

  onTimeout(): void {}

  onRttSample(): void {}

  configure(id: string, value: ParamValue): void {
    if (this.backoff.set(id, value)) return;
    if (id !== "hstcp-high-decrease") throw new Error(`HighSpeed TCP has no parameter ${id}`);
    this.highDecrease = numberOf(value, id);
    this.increaseFor = 0;
  }

  probe(index: number): number {
    if (this.increaseFor === 0) return Number.NaN;
    return index === 0 ? this.increase : this.betaAt(this.increaseFor, this.backoff.betaLoss);
  }

  explain(state: SenderState, decision: SenderDecision): Explanation | null {
    const { before } = decision;
    const { name, beta: small } = fractionOf(this.backoff, decision);
    const beta = this.betaAt(before, small);
    const [w, b] = [quantity(before, "segments"), numberText(1 - beta)];
    const why =
      before > LOW_WINDOW
        ? `From ${w} HighSpeed TCP cuts the share b(w) = ${b}; up to ${LOW_WINDOW} segments it would be 1 − ${name} = ${numberText(1 - small)}.`
        : `Up to ${LOW_WINDOW} segments HighSpeed TCP cuts as NewReno does: b(w) = 1 − ${name} = ${b}.`;
    const a = quantity(increaseAt(before, this.highDecrease), "segments");
    const growth = `At ${w} congestion avoidance adds a(w) = ${a} in a round trip.`;
    return explainCut(state, decision, { name: "(1 − b(w))", beta }, [why, growth]);
  }

  /** From β of small windows up; a β that is gentler already than High_Decrease stays. */
  private betaAt(w: number, beta: number): number {
    const low = 1 - beta;
    return 1 - decreaseAt(w, low, Math.min(low, this.highDecrease));
  }
}

const HIGH_DECREASE: NumberParam = {
  kind: "number",
  id: "hstcp-high-decrease",
  symbol: "High_Decrease",
  label: "Cut of a large window",
  unit: "ratio",
  default: 0.1,
  min: 0.02,
  max: 0.5,
  step: 0.01,
  scale: "linear",
  help: "Fraction of cwnd that is given up at 83 000 segments; between there and 38 segments it goes with the logarithm of cwnd.",
  cite: "RFC 3649 §5",
};

const SMALL_WINDOWS = "That is up to 38 segments; larger windows keep more.";
const [BETA_ECN, BETA_LOSS] = betaParams(0.5, "RFC 3649 §5");

export const hstcpDeclaration: CongestionControlDeclaration = {
  id: "hstcp",
  label: "HighSpeed TCP",
  family: "Fast long paths",
  summary:
    "Grows faster and cuts less the larger its window is, so that rare losses suffice on fast long paths; NewReno up to 38 segments.",
  cite: "RFC 3649",
  params: [
    { ...BETA_ECN, help: `${BETA_ECN.help} ${SMALL_WINDOWS}` },
    { ...BETA_LOSS, help: `${BETA_LOSS.help} ${SMALL_WINDOWS}` },
    HIGH_DECREASE,
  ],
  probes: [
    {
      id: "hstcp-increase",
      symbol: "a(w)",
      label: "growth in a round trip",
      unit: "segments",
      help: "Segments that cwnd grows by in a round trip at its present size.",
    },
    {
      id: "hstcp-beta",
      symbol: "1 - b(w)",
      label: "what a loss would leave",
      unit: "ratio",
      help: "Fraction of cwnd that a loss would leave at its present size.",
    },
  ],
  deviations: [
    {
      subject: "a(w), b(w)",
      text: "Linux: the table of RFC 3649 appendix B",
      here: "computed for each window",
    },
    {
      subject: "β_loss, β_ecn",
      here: "replace the cut of small windows; growth stays as with 0.5",
      effect: "ABE leaves growth alone (RFC 8511)",
    },
  ],
};

export const hstcp: CongestionControlDefinition = {
  ...hstcpDeclaration,
  create: (values) => new HighSpeed(values),
};
