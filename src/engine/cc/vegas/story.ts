/** Explanations of Vegas: the number of its segments in the queue, and the end of slow start. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText, quantity, timeText } from "../../explain/formats.ts";
import { NS_PER_S } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { explainCut, fractionOf, fractionSentence } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import type { Vegas } from "./vegas.ts";

function explainExit(vegas: Vegas, { after }: SenderDecision): Explanation {
  const { baseRttNs, diffCwnd, diffRttNs } = vegas;
  const [base, rtt, cwnd] = [timeText(baseRttNs), timeText(diffRttNs), numberText(diffCwnd)];
  const rateAt = (name: string, ns: number) => fact.segmentRate((diffCwnd * NS_PER_S) / ns, own.term(name));
  const window = fact.segments(diffCwnd, own.term("cwnd"));
  const shortest = fact.duration(baseRttNs, own.term("BaseRTT"));
  const took = fact.duration(diffRttNs, own.term("RTT"));
  const gamma = fact.number(vegas.gamma, "segments", own.param("vegas-gamma"));
  return {
    sentences: [
      sentence`Without a queue, ${window} in BaseRTT = ${shortest} would give a rate of ${rateAt("expected", baseRttNs)}; in the ${took} that the round trip took, the actual rate was ${rateAt("actual", diffRttNs)}.`,
      sentence`So Diff, its own part of the queue, is ${ownPart(vegas)}, more than γ = ${gamma}: slow start is over.`,
      sentence`cwnd is now ${fact.segments(after, own.after)}, enough for the actual rate without a queue.`,
    ],
    formula: `Diff = cwnd × (RTT − BaseRTT)/BaseRTT = ${cwnd} × (${rtt} − ${base})/${base} = ${ownText(vegas)}`,
  };
}

function ownPart(vegas: Vegas): StoryText {
  return fact.segments(vegas.diff, own.term("Diff"));
}

function ownText(vegas: Vegas): string {
  return quantity(vegas.diff, "segments");
}

export const vegasStory: SenderStory = {
  explain(vegas: Vegas, state: SenderState, decision: SenderDecision): Explanation | null {
    if (decision.event === "slowStartExit") return explainExit(vegas, decision);
    const why: StoryText[] = [fractionSentence(vegas, decision)];
    if (!Number.isNaN(vegas.diff)) {
      const least = fact.number(vegas.alpha, "segments", own.param("vegas-alpha"));
      const most = fact.number(vegas.beta, "segments", own.param("vegas-beta"));
      why.push(
        sentence`Diff, its own part of the queue, was ${ownPart(vegas)} in the last round trip; Vegas aims for α = ${least} to β = ${most}.`,
      );
    }
    return explainCut(state, decision, fractionOf(vegas, decision), why);
  },
};
