/** Explanations of Westwood+: the estimate of the path, and the window after a signal. */

import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { segmentRate, timeText } from "../../explain/formats.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import {
  boundSentence,
  explainCut,
  explainTimeout,
  fractionOf,
  fractionSentence,
  type LoweredTo,
  leftText,
  loweredBy,
} from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import { UNKNOWN, type Westwood } from "./westwood.ts";

function explainStart(
  westwood: Westwood,
  state: SenderState,
  decision: SenderDecision,
  before: number,
  after: number,
): Explanation {
  const { cutRttNs } = westwood;
  const window = westwood.bandwidthDelayProduct(cutRttNs);
  const bandwidth = fact.segmentRate(westwood.segmentsPerS, own.term("BWE"));
  const smallest = fact.duration(cutRttNs, own.term("RTT_min"));
  const holds = fact.segments(window, own.term("BWE × RTT_min"));
  const path = sentence`With the estimated bandwidth, BWE = ${bandwidth}, and the smallest RTT, ${smallest}, the path holds ${holds} without a queue.`;
  const what =
    window >= before
      ? "That is not less than cwnd, so cwnd is not reduced."
      : "Westwood+ reduces cwnd to that size, after a mark and after a loss.";
  const sentences = window >= before ? [path, what] : [path, what, boundSentence(state, decision, window)];
  return { sentences, formula: estimate(westwood, after) };
}

/** Returns a sentence on cwnd after the end of the reduction. */
function afterwards(westwood: Westwood): StoryText {
  if (!westwood.knowsPath) return "There is no estimate of the path yet that could replace this value.";
  const { minRttNs } = westwood;
  const window = fact.segments(westwood.bandwidthDelayProduct(minRttNs), own.term("BWE × RTT_min"));
  const bandwidth = fact.segmentRate(westwood.segmentsPerS, own.term("BWE"));
  const smallest = fact.duration(minRttNs, own.term("RTT_min"));
  return sentence`When the reduction is complete, cwnd and ssthresh are set to what the path holds without a queue, BWE × RTT_min: currently ${bandwidth} × ${smallest} = ${window}.`;
}

function loweredTo(westwood: Westwood, state: SenderState, decision: SenderDecision): LoweredTo {
  if (westwood.cutRttNs === UNKNOWN) return loweredBy(fractionOf(westwood, decision), state, decision);
  return { what: "bandwidth estimate times smallest RTT", formula: estimate(westwood, state.ssthresh) };
}

/** Returns the formula of the window: "BWE × RTT_min = 833 segments/s × 100 ms = 83.3 → 83 segments". */
function estimate(westwood: Westwood, after: number): string {
  const { cutRttNs } = westwood;
  return `BWE × RTT_min = ${factors(westwood, cutRttNs)} = ${leftText(westwood.bandwidthDelayProduct(cutRttNs), after)}`;
}

/** Returns the factors of that formula: "833 segments/s × 100 ms". */
function factors(westwood: Westwood, minRttNs: number): string {
  return `${segmentRate(westwood.segmentsPerS)} × ${timeText(minRttNs)}`;
}

export const westwoodStory: SenderStory = {
  explain(westwood: Westwood, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event, before, after } = decision;
    if (event === "slowStartExit") return null;
    if (event === "rto") {
      const note = "The smallest RTT is measured again, because the path may have changed.";
      return explainTimeout(
        state,
        decision,
        loweredTo(westwood, state, decision),
        state.timeoutLowered ? [note] : [],
      );
    }
    if (westwood.setsAtStart && westwood.cutRttNs < UNKNOWN)
      return explainStart(westwood, state, decision, before, after);
    const why = [fractionSentence(westwood, decision), afterwards(westwood)];
    return explainCut(state, decision, fractionOf(westwood, decision), why);
  },
};
