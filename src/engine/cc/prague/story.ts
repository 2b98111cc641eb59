/** Explanations of Prague: the share of marks, the reduction of the window including its fraction, and marks without a reduction. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText, quantity } from "../../explain/formats.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { timeoutSentence } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import { alphaSentence } from "../dctcp/story.ts";
import type { Prague } from "./prague.ts";

/** Returns a text such as "37.05, rounded up to 38 segments"; without rounding, only the number. */
function wholeText(exact: number, after: number): string {
  const text = quantity(exact, "segments");
  return Number.parseFloat(text) === after
    ? text
    : `${exact.toFixed(2)}, rounded up to ${quantity(after, "segments")}`;
}

function explainMark(
  prague: Prague,
  state: SenderState,
  decision: SenderDecision,
  follows: StoryText,
): Explanation {
  const { alpha } = prague;
  const average = Number.isNaN(prague.markedShare)
    ? sentence`α still has its initial value, ${fact.number(alpha, "1", own.term("α"))}.`
    : alphaSentence(alpha, prague.markedShare);
  const sinceNs = state.nowNs - prague.cutNs;
  if (sinceNs > 0) {
    const isWaiting = prague.isRttIndependent(state) && sinceNs < prague.targetRttNs;
    const ago = fact.duration(sinceNs, own.term("since the cut"));
    const target = fact.duration(prague.targetRttNs, own.term("target RTT"));
    const why = isWaiting
      ? sentence`The last cut was ${ago} ago, less than the target RTT of ${target}, so this mark has no effect.`
      : "All marks of one window of data count once, so this mark has no further effect.";
    return { sentences: [why, average] };
  }
  const had = fact.segments(prague.windowBefore, own.term("window before"));
  if (prague.halved) {
    return {
      sentences: [
        sentence`This is the first mark: α still has its initial value, and Prague halves its window of ${had}.`,
        follows,
      ],
      formula: `window / 2 = ${numberText(prague.windowBefore)} / 2 = ${wholeText(prague.window, decision.after)}`,
    };
  }
  const rule = sentence`Prague reduces its window of ${had} by half of that share, α/2.`;
  return {
    sentences: [average, rule, follows],
    formula: `window × (1 − α/2) = ${numberText(prague.windowBefore)} × (1 − ${numberText(alpha)}/2) = ${wholeText(prague.window, decision.after)}`,
  };
}

export const pragueStory: SenderStory = {
  explain(prague: Prague, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event } = decision;
    const window = quantity(prague.window, "segments");
    const [before, beta] = [numberText(prague.windowBefore), numberText(prague.betaLoss)];
    const now = fact.segments(prague.window, own.term("window"));
    const follows = sentence`cwnd follows the window, now ${now}, by one segment per ACK.`;
    const timeout = timeoutSentence(decision);
    if (event === "ecnReduction") return explainMark(prague, state, decision, follows);
    if (event === "slowStartExit") return null;
    const formula = `β_loss × window = ${beta} × ${before} = ${window}`;
    const ofLoss = fact.number(prague.betaLoss, "1", own.param("beta-loss"));
    const loss = sentence`A loss leaves β_loss = ${ofLoss} of the window (RFC 9331 §4.3).`;
    if (event === "lossReduction") return { sentences: [loss, follows], formula };
    // If this control was selected during a loss recovery, it has no window of its own yet.
    if (prague.window < 0) return { sentences: [timeout] };
    if (!state.timeoutLowered) return { sentences: [timeout, follows] };
    return { sentences: [timeout, loss, follows], formula };
  },

  explainPhase(prague: Prague): Explanation {
    const now = fact.number(prague.window, "segments", own.term("window"));
    return {
      sentences: [
        sentence`${alphaSentence(prague.alpha, prague.markedShare)} cwnd follows a window with a fraction, now ${now}, by one segment per ACK.`,
      ],
    };
  },
};
