/** Explanations of Scalable TCP: the fraction of cwnd that remains after a signal, and the time until cwnd has recovered. */
import { ln } from "../../core/math.ts";
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { explainCut, fractionOf, fractionSentence } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import type { Scalable } from "./scalable.ts";

const WHOLE = "cwnd is reduced by whole segments, and this is less than one.";

function wayBack(scalable: Scalable, { before, after }: SenderDecision): StoryText {
  const count = scalable.segmentsPerIncrease;
  // cwnd grows by one segment per round trip while it is at most `count` segments, and by a constant share of itself above
  // that.
  const bySegments = Math.max(0, Math.min(before, count) - after);
  const byShares = before > count ? ln(before / Math.max(after, count)) / ln(1 + 1 / count) : 0;
  const rounds = Math.max(1, Math.round(bySegments + byShares));
  const trips = fact.counted(rounds, "round trip", own.term("way back"));
  const every = fact.number(count, "segments", own.param("scalable-count"));
  return sentence`cwnd grows by one segment for each min(cwnd, ${every}) acknowledged segments, so it is back at ${fact.segments(before, own.before)} after about ${trips}.`;
}

export const scalableStory: SenderStory = {
  explain(scalable: Scalable, state: SenderState, decision: SenderDecision): Explanation | null {
    const why: StoryText[] = [fractionSentence(scalable, decision)];
    if (decision.after < decision.before) why.push(wayBack(scalable, decision));
    else if (decision.before > state.minCwnd) why.push(WHOLE);
    return explainCut(state, decision, fractionOf(scalable, decision), why);
  },
};
