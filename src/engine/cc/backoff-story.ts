/** Explanations of a cut to a fraction and of a timeout, shared by all senders that use them. */
import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../explain/facts.ts";
import { numberText, quantity } from "../explain/formats.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { BackoffControl, Fractions } from "./backoff.ts";
import type { SenderStory } from "./congestion-control.ts";

/** Fraction of cwnd that remains after a cut, and its name in texts: "β_ecn". */
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
 * Returns a sentence on the fraction that was used, with a comparison to the other fraction. `gentler` is the name of a rule by
 * which marks reduce cwnd less.
 */
export function fractionSentence(
  { betaEcn, betaLoss }: Fractions,
  { event }: SenderDecision,
  gentler = "ABE, RFC 8511",
): StoryText {
  const ofLoss = fact.number(betaLoss, "1", own.param("beta-loss"));
  if (event !== "ecnReduction") return sentence`A loss leaves β_loss = ${ofLoss} of cwnd.`;
  const mark = sentence`A mark leaves β_ecn = ${fact.number(betaEcn, "1", own.param("beta-ecn"))} of cwnd`;
  if (betaEcn === betaLoss) return sentence`${mark}, as a loss does (RFC 3168).`;
  const rule = betaEcn > betaLoss ? ` (${gentler})` : "";
  return sentence`${mark}, a loss would leave β_loss = ${ofLoss}${rule}.`;
}

/** Returns true if the rule would give a window below the minimum window. `wanted` is the window by the rule. */
export function isLeast({ minCwnd }: SenderState, wanted: number): boolean {
  return Math.floor(wanted + ROUNDING) < minCwnd;
}

/**
 * Returns a sentence on what limited the cut: several signals that count as one, or the minimum window. `wanted` is the window by
 * the rule, before these limits.
 */
export function boundSentence(state: SenderState, { event }: SenderDecision, wanted: number): StoryText {
  if (isLeast(state, wanted))
    return sentence`A cut never leaves less than ${fact.segments(state.minCwnd, own.state("minCwnd"))}.`;
  if (event === "ecnReduction") return "All marks of one window of data count once.";
  // At the decision that starts a recovery, `inRecovery` is not set yet (loss-recovery.ts).
  if (state.inRecovery)
    return "Nothing was delivered for two round trips, so this recovery reduces cwnd once more.";
  return "All losses of one window of data count once.";
}

/** Returns the text for a product that was rounded or raised to the minimum window: "80.8 → 80 segments". */
export function leftText(product: number, after: number): string {
  const [wanted, left] = [numberText(product), quantity(after, "segments")];
  return wanted === numberText(after) ? left : `${wanted} → ${left}`;
}

/** Returns the formula of a cut: "β_ecn × cwnd = 0.8 × 101 = 80.8 → 80 segments". */
export function cutFormula({ name, beta }: CutFraction, before: number, after: number): string {
  return `${name} × cwnd = ${numberText(beta)} × ${numberText(before)} = ${leftText(beta * before, after)}`;
}

/**
 * Returns a sentence on a timeout. The window in the sentence includes the segments still believed to be in flight (Linux
 * tcp_timeout_mark_lost).
 */
export function timeoutSentence({ after }: SenderDecision): StoryText {
  return sentence`The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at ${fact.segments(after, own.after)}.`;
}

/** Text and formula for the ssthresh that a timeout has set, such as "β_loss = 0.5 of cwnd". */
export interface LoweredTo {
  readonly what: StoryText;
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

/** Explains a timeout. `more` holds sentences on further effects of the timeout. */
export function explainTimeout(
  { ssthresh, timeoutLowered }: SenderState,
  decision: SenderDecision,
  { what, formula }: LoweredTo,
  more: readonly StoryText[] = [],
): Explanation {
  const to = fact.segments(ssthresh, own.state("ssthresh"));
  const timeout = timeoutSentence(decision);
  if (timeoutLowered)
    return {
      sentences: [timeout, sentence`ssthresh is now ${to}, ${what}: slow start continues up to it.`, ...more],
      formula,
    };
  const kept = sentence`ssthresh stays at ${to}: it had been lowered for this window already.`;
  return { sentences: Number.isFinite(ssthresh) ? [timeout, kept, ...more] : [timeout, ...more] };
}

/** Explains a cut. `why` holds one or two sentences on the rule. */
export function explainCut(
  state: SenderState,
  decision: SenderDecision,
  cut: CutFraction,
  why: readonly StoryText[],
): Explanation | null {
  const { event, before, after } = decision;
  if (event === "slowStartExit") return null;
  if (event === "rto") return explainTimeout(state, decision, loweredBy(cut, state, decision));
  const sentences = [...why, boundSentence(state, decision, cut.beta * before)];
  return { sentences, formula: cutFormula(cut, before, after) };
}

/** Explains a decision of a sender whose only rule is the two fractions. */
export function explainBackoff(
  backoff: Fractions,
  state: SenderState,
  decision: SenderDecision,
): Explanation | null {
  return explainCut(state, decision, fractionOf(backoff, decision), [fractionSentence(backoff, decision)]);
}

/** Explanations of a sender whose only rule is the two fractions β_ecn and β_loss. */
export const newrenoStory: SenderStory = {
  explain(control: BackoffControl, state: SenderState, decision: SenderDecision): Explanation | null {
    return explainBackoff(control, state, decision);
  },
};
