/** Explanations of H-TCP: how fast cwnd grew, and the ratio of RTTs by which a signal multiplies cwnd. */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { type CutFraction, explainCut, fractionOf, fractionSentence } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import { BETA_MAX, BETA_MIN } from "./card.ts";
import { CHANGED, FIRST, type Htcp, NOT_GROWING, STEADY_ONCE, TOO_SHORT } from "./htcp.ts";

function backoffSentence(htcp: Htcp, given: CutFraction): StoryText {
  const beta = fact.number(htcp.betaFrom(given.beta), "1", own.term("β"));
  const left = sentence`so the cut leaves ${beta} of cwnd.`;
  if (htcp.verdict === FIRST)
    return sentence`There is no throughput of an earlier signal to compare with, ${left}`;
  if (htcp.verdict === CHANGED)
    return sentence`The throughput differs by more than a fifth from that at the previous signal, ${left}`;
  if (htcp.verdict === STEADY_ONCE)
    return sentence`The throughput has been steady for only one signal instead of two, ${left}`;
  if (htcp.verdict === TOO_SHORT)
    return sentence`The smallest RTT, ${fact.duration(htcp.minRttNs, own.term("min RTT"))}, has too few ticks of ${fact.duration(htcp.tickNs, own.term("tick"))} to calculate a ratio, ${left}`;
  const { ratioMinNs, ratioMaxNs } = htcp;
  const smallest = fact.duration(ratioMinNs, own.term("smallest RTT"));
  const largest = fact.duration(ratioMaxNs, own.term("largest RTT"));
  const found = fact.number(ratioMinNs / ratioMaxNs, "1", own.term("ratio"));
  const ratio = sentence`Smallest over largest RTT is ${smallest}/${largest} = ${found}`;
  const least = fact.number(given.beta, "1", own.term(given.name));
  if (htcp.ratio <= given.beta) return sentence`${ratio}, which is not above ${given.name} = ${least}.`;
  const [low, high] = [BETA_MIN, BETA_MAX].map((bound) => fact.number(bound, "1", own.term("constant")));
  return sentence`${ratio}, limited to between ${low} and ${high}: a cut to this fraction empties the queue.`;
}

export const htcpStory: SenderStory = {
  explain(htcp: Htcp, state: SenderState, decision: SenderDecision): Explanation | null {
    const given = fractionOf(htcp, decision);
    const beta = htcp.betaFrom(given.beta);
    const cut = beta > given.beta ? { name: "β", beta } : given;
    const why: StoryText[] = [
      htcp.adaptiveBackoff ? backoffSentence(htcp, given) : fractionSentence(htcp, decision),
    ];
    if (htcp.grewNs !== NOT_GROWING) {
      const alpha = fact.segments(htcp.grewAlpha, own.term("α"));
      const grew = fact.duration(htcp.grewNs, own.term("Δ"));
      why.unshift(sentence`After Δ = ${grew} without a signal, cwnd grew by α = ${alpha} per round trip.`);
    }
    return explainCut(state, decision, cut, why);
  },
};
