/** Explanations of ECN(α,β): the fraction of cwnd that remains after a signal, and the growth after the signal. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, sentence } from "../../explain/facts.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import {
  boundSentence,
  cutFormula,
  explainTimeout,
  fractionOf,
  fractionSentence,
  loweredBy,
} from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import type { EcnAlphaBeta } from "./ecn-ab.ts";

export const ecnAbStory: SenderStory = {
  explain(control: EcnAlphaBeta, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, after } = decision;
    if (event === "slowStartExit") return null;
    const claim = fractionOf(control, decision);
    if (event === "rto") {
      const more = ["Above ssthresh, cwnd grows by one segment per round trip again."];
      return explainTimeout(state, decision, loweredBy(claim, state, decision), more);
    }
    const isHalved = event === "ecnReduction" && control.cutBeta !== claim.beta;
    const fraction = isHalved
      ? "In slow start a mark halves cwnd, regardless of β_ecn (as in ns-2)."
      : fractionSentence(control, decision, "Kwon & Fahmy");
    const growth =
      event === "ecnReduction"
        ? sentence`From now until the next loss cwnd grows by α = ${fact.segments(control.alpha, own.param("ab-alpha"))} in a round trip.`
        : "From now until the next mark cwnd grows by one segment in a round trip.";
    const cut = { name: isHalved ? "0.5" : claim.name, beta: control.cutBeta };
    const bound = boundSentence(state, decision, cut.beta * control.cutWindow);
    return { sentences: [fraction, growth, bound], formula: cutFormula(cut, control.cutWindow, after) };
  },
};
