/** Explanations of DCTCP: the share of marked segments, and the cut by half of their average. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { boundSentence, explainCut, leftText } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import type { Dctcp } from "./dctcp.ts";

/** Returns a sentence on α; also used by Prague. */
export function alphaSentence(alpha: number, markedShare: number): StoryText {
  const average = fact.number(alpha, "1", own.term("α"));
  if (Number.isNaN(markedShare))
    return sentence`α still has its initial value, ${average}: DCTCP treats the first marks as serious congestion.`;
  return sentence`In the last complete window ${fact.share(markedShare, own.term("marked share"))} of the segments were marked; α, their moving average, is ${average}.`;
}

export const dctcpStory: SenderStory = {
  explain(dctcp: Dctcp, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before, after } = decision;
    if (event !== "ecnReduction") {
      const ofLoss = fact.number(dctcp.betaLoss, "1", own.param("beta-loss"));
      const why = sentence`A loss leaves β_loss = ${ofLoss} of cwnd, whatever α is (RFC 8257 §3.5).`;
      return explainCut(state, decision, { name: "β_loss", beta: dctcp.betaLoss }, [why]);
    }
    const kept = before * (1 - dctcp.alpha / 2);
    const alpha = numberText(dctcp.alpha);
    const last =
      after === before && kept >= state.minCwnd
        ? "cwnd is not reduced by less than a whole segment."
        : boundSentence(state, decision, kept);
    return {
      sentences: [
        alphaSentence(dctcp.alpha, dctcp.markedShare),
        "DCTCP reduces cwnd by half of that share, α/2.",
        last,
      ],
      formula: `cwnd × (1 − α/2) = ${numberText(before)} × (1 − ${alpha}/2) = ${leftText(kept, after)}`,
    };
  },

  explainPhase(dctcp: Dctcp): Explanation {
    return { sentences: [alphaSentence(dctcp.alpha, dctcp.markedShare)] };
  },
};
