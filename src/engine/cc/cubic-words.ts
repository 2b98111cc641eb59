/** What CUBIC says of a cut: where on its curve the signal found it, what is left, and where the next curve leads. */

import type { Explanation, SenderDecision } from "../explain/explanation.ts";
import { numberText, quantity, timeText } from "../explain/formats.ts";
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "../tcp/sender-state.ts";
import type { Backoff } from "./backoff.ts";
import { boundSentence, cutFormula, fractionOf, fractionSentence, isLeast } from "./backoff-words.ts";

/** The curve that the signal ended. Windows in segments, times in s. */
export interface CubicEpoch {
  readonly sinceS: number;
  /** Where the curve was heading within a round trip. */
  readonly curve: number;
  readonly k: number;
  /** Its plateau: the old peak, or where it began when that was higher. */
  readonly origin: number;
  readonly wEst: number;
}

export interface CubicCut {
  /** Null: growth along a curve had not begun. */
  readonly epoch: CubicEpoch | null;
  readonly wasSlowStart: boolean;
  /** W_max before and after the cut; 0: none. */
  readonly peakBefore: number;
  readonly wMax: number;
  readonly c: number;
  /** K of the curve that begins after the cut. */
  readonly nextK: number;
}

/** RFC 9438 §4.3 to §4.5. */
export function regionSentence({ epoch, wasSlowStart }: CubicCut, cwnd: number): string {
  if (wasSlowStart) return "cwnd was still in slow start.";
  if (epoch === null) return "cwnd had not begun to grow again since the last cut.";
  const { sinceS, curve, k, origin, wEst } = epoch;
  if (wEst > curve)
    return `cwnd was in the Reno-friendly region: W_est = ${segments(wEst)} was above the curve's ${numberText(curve)}.`;
  const at = `${inTime(sinceS)} into its curve`;
  if (cwnd < origin)
    return `cwnd was in the concave region, ${at}, which reaches the old peak of ${segments(origin)} after K = ${inTime(k)}.`;
  return `cwnd was in the convex region, ${at}, beyond its plateau of ${segments(origin)}.`;
}

/** RFC 9438 §4.7. */
export function peakSentence(
  { peakBefore, wMax, nextK }: CubicCut,
  { before, after }: SenderDecision,
): string {
  const back = wMax > after ? `after K = ${inTime(nextK)}` : "at once";
  if (wMax < before)
    return `cwnd had not come back to W_max = ${segments(peakBefore)}, so fast convergence sets it to ${segments(wMax)}, to leave room; the new curve is there ${back}.`;
  return `W_max is now ${segments(wMax)}; the new curve is back there ${back}.`;
}

export function explainCubicCut(
  state: SenderState,
  decision: SenderDecision,
  backoff: Backoff,
  found: CubicCut,
): Explanation {
  const { before, after } = decision;
  const cut = fractionOf(backoff, decision);
  const { wMax, c, nextK } = found;
  const wanted = cut.beta * before;
  const last = isLeast(state, wanted)
    ? boundSentence(state, decision, wanted)
    : peakSentence(found, decision);
  const k = `K = ∛((${numberText(wMax)} − ${numberText(after)})/${numberText(c)}) = ${inTime(nextK)}`;
  const formula = cutFormula(cut, before, after);
  return {
    sentences: [regionSentence(found, before), fractionSentence(backoff, decision), last],
    formula: wMax > after ? `${formula}; ${k}` : formula,
  };
}

const segments = (window: number) => quantity(window, "segments");
const inTime = (seconds: number) => timeText(seconds * NS_PER_S);
