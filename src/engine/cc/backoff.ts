/**
 * The multiplicative decrease with a fraction for losses and another for marks (ABE, RFC 8511), and what is said of it and of
 * a timeout: every sender that has them says it alike.
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

/** β_loss and β_ecn, which every loss-based sender declares; the defaults differ, and `more` is said of both. */
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
      help: `Fraction of cwnd that is kept when a mark (ECE) arrives. With ABE it is larger than that for a loss.${more}`,
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
 * What senders share that cut to a fraction: β_ecn for marks and β_loss for losses, growth and words as NewReno's, hooks
 * that most have no use for, and how parameters are set.
 */
export abstract class BackoffControl implements CongestionControl, Fractions {
  betaEcn = 1;
  betaLoss = 1;
  private readonly declared: AlgorithmDeclaration;

  constructor(declared: AlgorithmDeclaration) {
    this.declared = declared;
  }

  /** At the end of a constructor, when all fields are there: each declared parameter takes its value. */
  protected setAll(values: ParamValues): void {
    for (const { id } of this.declared.params) this.configure(id, values[id] ?? null);
  }

  configure(id: string, value: ParamValue): void {
    const isDeclared = this.declared.params.some((param) => param.id === id);
    if (!isDeclared || !this.set(id, value)) throw new Error(`${this.declared.label} has no parameter ${id}`);
  }

  /** Takes the value of a parameter; false when it has no such parameter. */
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

  /** RFC 8511 §3.1. */
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

/** What is left of a window, in whole segments as FreeBSD and Linux cut. */
export function cut({ cwnd, minCwnd }: SenderState, beta: number): number {
  // The tolerance keeps 10 x 0.7 at 7, where binary fractions give 6.999…
  return Math.max(minCwnd, Math.floor(cwnd * beta + 1e-9));
}

/** β_ecn and β_loss. */
export interface Fractions {
  readonly betaEcn: number;
  readonly betaLoss: number;
}

/** What a cut leaves of cwnd, and the name under which the sender has it: "β_ecn". */
export interface CutFraction {
  readonly name: string;
  readonly beta: number;
}

/** As `cut` does: 10 × 0.7 is 7. */
const ROUNDING = 1e-9;

export function fractionOf({ betaEcn, betaLoss }: Fractions, { event }: SenderDecision): CutFraction {
  return event === "ecnReduction" ? { name: "β_ecn", beta: betaEcn } : { name: "β_loss", beta: betaLoss };
}

/** Which fraction it is, and how the other one differs; `gentler` is the name of a rule by which marks cut less. */
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

/** The least window is more than what the rule alone would leave. */
export function isLeast({ minCwnd }: SenderState, wanted: number): boolean {
  return Math.floor(wanted + ROUNDING) < minCwnd;
}

/** Where several signals count as one, or the least window holds. `wanted`: what the rule alone would leave. */
export function boundSentence(state: SenderState, { event }: SenderDecision, wanted: number): Said {
  if (isLeast(state, wanted))
    return sentence`No cut leaves less than ${fact.segments(state.minCwnd, own.state("minCwnd"))}.`;
  if (event === "ecnReduction") return "All marks of one window of data count once.";
  // A recovery that begins is not one yet (loss-recovery.ts).
  if (state.inRecovery)
    return "Nothing got through for two round trips, so the same recovery cuts once more.";
  return "All losses of one window of data count once.";
}

/** "80.8 → 80 segments": what whole segments and the least window make of a product. */
export function leftText(product: number, after: number): string {
  const [wanted, left] = [numberText(product), quantity(after, "segments")];
  return wanted === numberText(after) ? left : `${wanted} → ${left}`;
}

/** "β_ecn × cwnd = 0.8 × 101 = 80.8 → 80 segments". */
export function cutFormula({ name, beta }: CutFraction, before: number, after: number): string {
  return `${name} × cwnd = ${numberText(beta)} × ${numberText(before)} = ${leftText(beta * before, after)}`;
}

/** What is still believed to be under way stays in cwnd (Linux tcp_timeout_mark_lost). */
export function timeoutSentence({ after }: SenderDecision): Said {
  return sentence`The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at ${fact.segments(after, own.after)}.`;
}

/** Where ssthresh is after a timeout that lowered it, "β_loss = 0.5 of cwnd", and by which formula. */
export interface LoweredTo {
  readonly what: Said;
  readonly formula: string;
}

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

/** `more`: what else the sender does at a timeout. */
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

/** `why`: one or two sentences on the rule. */
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

/** Of a sender that knows nothing but its two fractions. */
export function explainBackoff(
  backoff: Fractions,
  state: SenderState,
  decision: SenderDecision,
): Explanation | null {
  return explainCut(state, decision, fractionOf(backoff, decision), [fractionSentence(backoff, decision)]);
}
