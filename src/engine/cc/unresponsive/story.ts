/** Explanations of the unresponsive sender: which signals it ignores. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, sentence } from "../../explain/facts.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { explainBackoff, timeoutSentence } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import type { Unresponsive } from "./unresponsive.ts";

export const unresponsiveStory: SenderStory = {
  explain(sender: Unresponsive, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before } = decision;
    const cwnd = fact.segments(before, own.before);
    if (event === "slowStartExit")
      return {
        sentences: [
          sentence`With this ACK the cut for the last signal is made, to ${cwnd}: slow start is over.`,
        ],
      };
    if (event === "ecnReduction" && sender.ignoreMarks)
      return { sentences: [sentence`This sender ignores marks on purpose: cwnd stays at ${cwnd}.`] };
    if (event === "lossReduction" && sender.ignoreLoss)
      return {
        sentences: [
          sentence`This sender ignores losses on purpose: lost segments are sent again, and cwnd stays at ${cwnd}.`,
        ],
      };
    if (event === "rto" && sender.ignoreLoss) {
      const most = Math.min(state.ssthresh, sender.largestWindow);
      const back = fact.segments(most, own.term("goal of slow start"));
      return {
        sentences: [
          timeoutSentence(decision),
          sentence`This sender ignores all other losses: slow start leads back to ${back}.`,
        ],
      };
    }
    return explainBackoff(sender, state, decision);
  },
};
