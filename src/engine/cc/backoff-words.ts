/** What is said of a cut to a fraction of cwnd, and of a timeout: every sender that has them says it alike. */

import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import { numberText, quantity } from "../explain/formats.ts";
import type { SenderState } from "../tcp/sender-state.ts";

/** β_ecn and β_loss, as `Backoff` holds them. */
interface Fractions {
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
): string {
  if (event !== "ecnReduction") return `A loss leaves β_loss = ${numberText(betaLoss)} of cwnd.`;
  const mark = `A mark leaves β_ecn = ${numberText(betaEcn)} of cwnd`;
  if (betaEcn === betaLoss) return `${mark}, as a loss does (RFC 3168).`;
  const rule = betaEcn > betaLoss ? ` (${gentler})` : "";
  return `${mark}, a loss would leave β_loss = ${numberText(betaLoss)}${rule}.`;
}

/** The least window is more than what the rule alone would leave. */
export function isLeast({ minCwnd }: SenderState, wanted: number): boolean {
  return Math.floor(wanted + ROUNDING) < minCwnd;
}

/** Where several signals count as one, or the least window holds. `wanted`: what the rule alone would leave. */
export function boundSentence(state: SenderState, { event }: SenderDecision, wanted: number): string {
  if (isLeast(state, wanted)) return `No cut leaves less than ${quantity(state.minCwnd, "segments")}.`;
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

export const TIMEOUT =
  "The oldest segment stayed unacknowledged for a whole RTO, so cwnd starts again at 1 segment.";

/** Where ssthresh is after a timeout that lowered it, "β_loss = 0.5 of cwnd", and by which formula. */
export interface LoweredTo {
  readonly what: string;
  readonly formula: string;
}

export function loweredBy(
  cut: CutFraction,
  { ssthresh }: SenderState,
  { before }: SenderDecision,
): LoweredTo {
  return {
    what: `${cut.name} = ${numberText(cut.beta)} of cwnd`,
    formula: cutFormula(cut, before, ssthresh),
  };
}

/** `more`: what else the sender does at a timeout. */
export function explainTimeout(
  { ssthresh, timeoutLowered }: SenderState,
  { what, formula }: LoweredTo,
  more: readonly string[] = [],
): Explanation {
  const to = quantity(ssthresh, "segments");
  if (timeoutLowered)
    return {
      sentences: [TIMEOUT, `ssthresh is now ${to}, ${what}: slow start leads there.`, ...more],
      formula,
    };
  const kept = `ssthresh stays at ${to}: it had been lowered for this window already.`;
  return { sentences: Number.isFinite(ssthresh) ? [TIMEOUT, kept, ...more] : [TIMEOUT, ...more] };
}

/** `why`: one or two sentences on the rule. */
export function explainCut(
  state: SenderState,
  decision: SenderDecision,
  cut: CutFraction,
  why: readonly string[],
): Explanation | null {
  const { event, before, after } = decision;
  if (event === "slowStartExit") return null;
  if (event === "rto") return explainTimeout(state, loweredBy(cut, state, decision));
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
