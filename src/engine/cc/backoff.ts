/**
 * Multiplicative decrease with separate fractions for losses and marks (ABE, RFC 8511), and the explanations of such
 * a reduction and of a timeout, shared by all senders that use them.
 */

import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import { fact, own, type Said, sentence } from "../explain/facts.ts";
import { numberText, quantity } from "../explain/formats.ts";
import type { AlgorithmDeclaration } from "../params/algorithm.ts";
import { type NumberParam, type ParamValue, type ParamValues, range } from "../params/param.ts";
import { numberOf } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { CongestionControl } from "./congestion-control.ts";
import { growAsReno } from "./window-growth.ts";

/**
 * Declares β_loss and β_ecn, which every loss-based sender has. Defaults differ; `more` is added to both
 * declarations.
 */
export function betaParams(
  standardBeta: number,
  betaCite: string,
  more = "",
): readonly [NumberParam, NumberParam] {
  return [
    {
      id: "beta-ecn",
      symbol: "β_ecn",
      label: "Backoff on a mark",
      unit: "ratio",
      ...range({ default: standardBeta, min: 0.3, max: 0.99, step: 0.01 }),
      help: `Fraction of cwnd that is kept when a mark (ECE) arrives. ABE keeps more than after a loss.${more}`,
      cite: "RFC 8511 §3.1",
      main: { onMarks: true },
    },
    {
      id: "beta-loss",
      symbol: "β_loss",
      label: "Backoff on a loss",
      unit: "ratio",
      ...range({ default: standardBeta, min: 0.3, max: 0.99, step: 0.01 }),
      help: `Fraction of cwnd that is kept when a packet is lost.${more}`,
      cite: betaCite,
    },
  ];
}

/**
 * Base class of senders that cut to a fraction: β_ecn for marks, β_loss for losses, NewReno's growth and
 * explanations, empty hooks, and the setting of parameters.
 */
export abstract class BackoffControl implements CongestionControl, Fractions {
  betaEcn = 1;
  betaLoss = 1;
  private readonly declared: AlgorithmDeclaration;

  constructor(declared: AlgorithmDeclaration) {
    this.declared = declared;
  }

  /** Sets all declared parameters. Call this at the end of a constructor, when all fields exist. */
  protected setAll(values: ParamValues): void {
    for (const { id } of this.declared.params) this.configure(id, values[id] ?? null);
  }

  configure(id: string, value: ParamValue): void {
    const isDeclared = this.declared.params.some((param) => param.id === id);
    if (!isDeclared || !this.set(id, value)) throw new Error(`${this.declared.label} has no parameter ${id}`);
  }

  /** Sets a parameter. Returns false if this class has no such parameter. */
  protected set(id: string, value: ParamValue): boolean {
    if (id === "beta-ecn") this.betaEcn = numberOf(value, id);
    else if (id === "beta-loss") this.betaLoss = numberOf(value, id);
    else return false;
    return true;
  }

  onAck(state: SenderState, acked: number): void {
    growAsReno(state, acked);
  }

  ssthreshAfterLoss(state: SenderState): number {
    return cut(state, this.betaLoss);
  }

  /** Returns ssthresh after a mark: β_ecn times cwnd (RFC 8511 §3.1). */
  ssthreshAfterMark(state: SenderState): number {
    return cut(state, this.betaEcn);
  }

  onTimeout(_state: SenderState): void {}

  onRttSample(_state: SenderState, _rttNs: number): void {}

  probe(_index: number): number {
    return Number.NaN;
  }

  explain(state: SenderState, decision: SenderDecision): Explanation | null {
    return explainBackoff(this, state, decision);
  }
}

/** Returns the window after a cut in whole segments, as FreeBSD and Linux compute it. */
export function cut({ cwnd, minCwnd }: SenderState, beta: number): number {
  // Without the tolerance 10 × 0.7 would be cut to 6, because floating-point arithmetic gives 6.999…
  return Math.max(minCwnd, Math.floor(cwnd * beta + 1e-9));
}

/** β_ecn and β_loss. */
export interface Fractions {
  readonly betaEcn: number;
  readonly betaLoss: number;
}

/** Fraction of cwnd that a cut keeps, and the sender's name for it: "β_ecn". */
export interface CutFraction {
  readonly name: string;
  readonly beta: number;
}

/** Tolerance for floating-point errors, as in `cut`: 10 × 0.7 is 7. */
const ROUNDING = 1e-9;

/** Returns the fraction that a decision used: β_ecn for a mark, otherwise β_loss. */
export function fractionOf({ betaEcn, betaLoss }: Fractions, { event }: SenderDecision): CutFraction {
  return event === "ecnReduction" ? { name: "β_ecn", beta: betaEcn } : { name: "β_loss", beta: betaLoss };
}

/**
 * Returns a sentence on the fraction that was used and on how the other fraction differs. `gentler` names a rule by
 * which marks cut less.
 */
export function fractionSentence(
  { betaEcn, betaLoss }: Fractions,
  { event }: SenderDecision,
  gentler = "ABE, RFC 8511",
): Said {
  const ofLoss = fact.number(betaLoss, "1", own.param("beta-loss"));
  if (event !== "ecnReduction") return sentence`A loss leaves β_loss = ${ofLoss} of cwnd.`;
  const mark = sentence`A mark leaves β_ecn = ${fact.number(betaEcn, "1", own.param("beta-ecn"))} of cwnd`;
  if (betaEcn === betaLoss) return sentence`${mark}, as a loss does (RFC 3168).`;
  const rule = betaEcn > betaLoss ? ` (${gentler})` : "";
  return sentence`${mark}, a loss would leave β_loss = ${ofLoss}${rule}.`;
}

/** Returns true if the minimum window is larger than `wanted`, the result of the rule. */
export function isLeast({ minCwnd }: SenderState, wanted: number): boolean {
  return Math.floor(wanted + ROUNDING) < minCwnd;
}

/**
 * Returns a sentence on what limits cuts: several signals count as one, or the minimum window applies. `wanted` is
 * the result of the rule before these limits.
 */
export function boundSentence(state: SenderState, { event }: SenderDecision, wanted: number): Said {
  if (isLeast(state, wanted))
    return sentence`No cut leaves less than ${fact.segments(state.minCwnd, own.state("minCwnd"))}.`;
  if (event === "ecnReduction") return "All marks of one window of data count once.";
  // If the decision starts a recovery, `inRecovery` is not set yet (loss-recovery.ts).
  if (state.inRecovery)
    return "Nothing got through for two round trips, so the same recovery cuts once more.";
  return "All losses of one window of data count once.";
}

/** Returns the effect of rounding and the minimum window on a product: "80.8 → 80 segments". */
export function leftText(product: number, after: number): string {
  const [wanted, left] = [numberText(product), quantity(after, "segments")];
  return wanted === numberText(after) ? left : `${wanted} → ${left}`;
}

/** Returns the formula of a cut: "β_ecn × cwnd = 0.8 × 101 = 80.8 → 80 segments". */
export function cutFormula({ name, beta }: CutFraction, before: number, after: number): string {
  return `${name} × cwnd = ${numberText(beta)} × ${numberText(before)} = ${leftText(beta * before, after)}`;
}

/**
 * Returns a sentence on a timeout. cwnd includes the segments still believed to be in flight (Linux
 * tcp_timeout_mark_lost).
 */
export function timeoutSentence({ after }: SenderDecision): Said {
  return sentence`The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at ${fact.segments(after, own.after)}.`;
}

/** Text and formula for the ssthresh that a timeout has set, such as "β_loss = 0.5 of cwnd". */
export interface LoweredTo {
  readonly what: Said;
  readonly formula: string;
}

/** Returns a text and a formula for the ssthresh that a timeout set to β times cwnd. */
export function loweredBy(
  cut: CutFraction,
  { ssthresh }: SenderState,
  { before }: SenderDecision,
): LoweredTo {
  return {
    what: sentence`${cut.name} = ${fact.number(cut.beta, "1", own.term(cut.name))} of cwnd`,
    formula: cutFormula(cut, before, ssthresh),
  };
}

/** Explains a timeout. `more` describes further effects in the sender. */
export function explainTimeout(
  { ssthresh, timeoutLowered }: SenderState,
  decision: SenderDecision,
  { what, formula }: LoweredTo,
  more: readonly Said[] = [],
): Explanation {
  const to = fact.segments(ssthresh, own.state("ssthresh"));
  const timeout = timeoutSentence(decision);
  if (timeoutLowered)
    return {
      sentences: [timeout, sentence`ssthresh is now ${to}, ${what}: slow start leads there.`, ...more],
      formula,
    };
  const kept = sentence`ssthresh stays at ${to}: it had been lowered for this window already.`;
  return { sentences: Number.isFinite(ssthresh) ? [timeout, kept, ...more] : [timeout, ...more] };
}

/** Explains a cut. `why` is one or two sentences on the rule. */
export function explainCut(
  state: SenderState,
  decision: SenderDecision,
  cut: CutFraction,
  why: readonly Said[],
): Explanation | null {
  const { event, before, after } = decision;
  if (event === "slowStartExit") return null;
  if (event === "rto") return explainTimeout(state, decision, loweredBy(cut, state, decision));
  const sentences = [...why, boundSentence(state, decision, cut.beta * before)];
  return { sentences, formula: cutFormula(cut, before, after) };
}

/** Explains a decision of a sender that has only the two fractions. */
export function explainBackoff(
  backoff: Fractions,
  state: SenderState,
  decision: SenderDecision,
): Explanation | null {
  return explainCut(state, decision, fractionOf(backoff, decision), [fractionSentence(backoff, decision)]);
}
