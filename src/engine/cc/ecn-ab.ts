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
import type { CongestionControl, CongestionControlDefinition } from "./congestion-control.ts";
import { renoFriendlyAlpha } from "./cubic.ts";
import { additiveIncrease, slowStart } from "./window-growth.ts";

const CITE = "Kwon & Fahmy (2002), fig. 1";

class EcnAlphaBeta implements CongestionControl {
  private readonly backoff: Backoff;
  private alpha: number;
  /** The last signal was a mark: α holds. */
  private afterMark = false;

  constructor(values: ParamValues) {
    this.backoff = new Backoff(values);
    this.alpha = readNumber(values, "ab-alpha");
  }

  private get slope(): number {
    return this.afterMark ? this.alpha : 1;
  }

  /** One segment more for cwnd/slope acknowledged: what is earned of it waits in `cwndCredit`. Slow start is as ever. */
  onAck(state: SenderState, acked: number): void {
    const left = state.inSlowStart ? slowStart(state, acked) : acked;
    if (left > 0) additiveIncrease(state, state.cwnd / this.slope, left);
  }

  ssthreshAfterLoss(state: SenderState): number {
    this.afterMark = false;
    return this.backoff.afterLoss(state.cwnd);
  }

  ssthreshAfterMark(state: SenderState): number {
    this.afterMark = true;
    return this.backoff.afterMark(state.cwnd);
  }

  onTimeout(): void {
    this.afterMark = false;
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
  deviations: [
    "cwnd grows in whole segments, one for cwnd/α acknowledged; the paper adds α/cwnd at each ACK.",
    "A loss falls back to β_loss of NewReno with SACK; the paper halves Reno's window.",
  ],
  suggestion: {
    label: "α that is fair to NewReno",
    help: "α = 3·(1 - β_ecn)/(1 + β_ecn): as many marks then give as much throughput as NewReno's pair of 1 and 0.5.",
    values: (_path, values) => ({
      "ab-alpha": clamp(renoFriendlyAlpha(readNumber(values, "beta-ecn")), ALPHA.min, ALPHA.max),
    }),
  },
  create: (values) => new EcnAlphaBeta(values),
};
