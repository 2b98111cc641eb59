/** Explanations of Adaptive ABE: the queue that it has estimated, and the fraction that it has chosen. */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { boundSentence, cutFormula, explainBackoff } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import { type AdaptiveAbe, betaFor } from "./adaptive-abe.ts";

/** Returns a sentence on the rule that determined β_ecn. */
function choice(abe: AdaptiveAbe, wanted: number, cwnd: number): StoryText {
  const { beta, share, residue, leastCut } = abe;
  const kept = sentence`β_ecn = ${fact.number(beta, "1", own.term("β_ecn"))}`;
  if (wanted > beta)
    return sentence`${kept} is the largest allowed, so cwnd is reduced a little more than the queue requires.`;
  if (wanted < beta) return sentence`A mark never reduces cwnd more than a loss does: ${kept}.`;
  if (share * (1 - residue) >= leastCut / cwnd)
    return sentence`The cut removes that queue except for ${fact.share(residue, own.param("adaptive-residue"))}, so that the link stays busy: ${kept}.`;
  const least = fact.segments(leastCut, own.param("adaptive-least-cut"));
  return sentence`The queue is so short that the minimum cut of ${least} applies: ${kept}.`;
}

export const adaptiveAbeStory: SenderStory = {
  explain(abe: AdaptiveAbe, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before, after } = decision;
    if (event !== "ecnReduction") return explainBackoff(abe, state, decision);
    const formula = cutFormula({ name: "β_ecn", beta: abe.beta }, before, after);
    const bound = boundSentence(state, decision, abe.beta * before);
    if (Number.isNaN(abe.share))
      return { sentences: ["There is no RTT yet, so the mark counts as a loss.", bound], formula };
    const [path, present] = [abe.pathNs, abe.pathNs / (1 - abe.share)];
    const now = fact.duration(present, own.term("RTT"));
    const smallest = fact.duration(path, own.term("min RTT"));
    const part = fact.share(abe.share, own.term("share"));
    const queue = sentence`The smallest RTT of this round trip is ${now}, the smallest recent RTT ${smallest}: ${part} of the round trip is queueing delay.`;
    const [share, left] = [numberText(abe.share), numberText(abe.residue)];
    const wanted = betaFor(abe.share, abe.residue, before, abe.leastCut);
    const rule = `1 − max(${share} × (1 − ${left}), ${numberText(abe.leastCut)}/${numberText(before)}) = ${numberText(wanted)}`;
    return { sentences: [queue, choice(abe, wanted, before), bound], formula: `${rule}; ${formula}` };
  },
};
