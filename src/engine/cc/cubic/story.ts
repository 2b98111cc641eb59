/** Explanations of CUBIC: the region of the curve, the new peak, and the end of slow start by HyStart. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, type StoryText, sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import { NS_PER_S } from "../../params/read.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import type { Fractions } from "../backoff.ts";
import {
  boundSentence,
  cutFormula,
  explainTimeout,
  fractionOf,
  fractionSentence,
  isLeast,
  loweredBy,
} from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import { CONCAVE, RENO_FRIENDLY } from "./card.ts";
import type { Cubic } from "./cubic.ts";
import { type CubicEpoch, type CubicRegion, cubicK } from "./growth.ts";
import {
  ACK_AGGREGATION_NS,
  CSS_ROUNDS,
  delayRiseNs,
  type HystartLinux,
  type HystartPlusPlus,
  longestTrainNs,
  TRAIN_GAP_NS,
} from "./hystart.ts";

interface CubicCut {
  /** The curve at the time of the cut; null if no curve had started. */
  readonly epoch: CubicEpoch | null;
  readonly wasSlowStart: boolean;
  /** W_max before and after the cut; 0 if unknown. */
  readonly peakBefore: number;
  readonly wMax: number;
  readonly c: number;
  /** K of the curve that starts after the cut. */
  readonly nextK: number;
}

/** Returns a sentence on the region of the curve in which the cut happened (RFC 9438 §4.3 to §4.5). */
function regionSentence({ epoch, wasSlowStart }: CubicCut, cwnd: number): StoryText {
  if (wasSlowStart) return "cwnd was still in slow start.";
  if (epoch === null) return "cwnd had not started to grow again since the last cut.";
  const { sinceS, curve, k, origin, wEst, isReno } = epoch;
  if (isReno)
    return sentence`cwnd grew as with NewReno (the Reno-friendly region): W_est = ${segments("W_est", wEst)} was above the curve's ${fact.number(curve, "segments", own.term("W_cubic"))}.`;
  const at = sentence`${inTime("t", sinceS)} into its curve`;
  const peak = segments("old peak", origin);
  if (cwnd < origin)
    return sentence`cwnd was below its old maximum of ${peak}, ${at}. There CUBIC grows more and more slowly (the concave region), and the curve reaches the maximum after K = ${inTime("old K", k)}.`;
  return sentence`cwnd was above its old maximum of ${peak}, ${at}. There CUBIC grows faster and faster (the convex region).`;
}

/** Returns a sentence on the new peak (RFC 9438 §4.7). */
function peakSentence({ peakBefore, wMax, nextK }: CubicCut, { before, after }: SenderDecision): StoryText {
  const back = wMax > after ? sentence`after K = ${inTime("K", nextK)}` : "at once";
  const peak = segments("W_max", wMax);
  if (wMax < before)
    return sentence`cwnd had not grown back to W_max = ${segments("W_max before", peakBefore)}, so fast convergence lowers W_max to ${peak}, to leave room for new flows; the new curve reaches it ${back}.`;
  return sentence`W_max is now ${peak}; the new curve reaches it ${back}.`;
}

/** Explains the current curve in the terms of RFC 9438 §4.3 to §4.5. */
function explainRegion(
  { phase, sinceS, curve, k, origin, wEst }: CubicRegion,
  c: number,
  lowered: StoryText,
): Explanation {
  const peak = segments("old peak", origin);
  const at = inTime("t", sinceS);
  const formula = `W_cubic(t) = C·(t − K)³ + W_max = ${numberText(c)}·(${numberText(sinceS)} − ${numberText(k)})³ + ${numberText(origin)}`;
  if (phase === RENO_FRIENDLY)
    return {
      sentences: [
        sentence`cwnd follows the Reno-friendly window, W_est = ${segments("W_est", wEst)}, because it is above the cubic curve, which grows towards ${fact.number(curve, "segments", own.term("W_cubic"))}: at short round trips and small windows CUBIC grows as NewReno does.`,
      ],
      formula: `W_est = ${numberText(wEst)} > W_cubic = ${numberText(curve)}`,
    };
  if (phase === CONCAVE)
    return {
      sentences: [
        sentence`The curve is ${at} old and concave, below its plateau, W_max = ${peak}${lowered}: growth slows down until the curve reaches it, K = ${inTime("old K", k)} after its start.`,
      ],
      formula,
    };
  const since = k > 0 ? sentence`K = ${inTime("old K", k)} after its start` : "from its start on";
  return {
    sentences: [
      sentence`The curve is ${at} old and convex, above its plateau, W_max = ${peak}${lowered}: it reached the plateau ${since}, and growth speeds up to find the new limit.`,
    ],
    formula,
  };
}

function explainCubicCut(
  state: SenderState,
  decision: SenderDecision,
  backoff: Fractions,
  found: CubicCut,
): Explanation {
  const { before, after } = decision;
  const cut = fractionOf(backoff, decision);
  const { wMax, c, nextK } = found;
  const wanted = cut.beta * before;
  const last = isLeast(state, wanted)
    ? boundSentence(state, decision, wanted)
    : peakSentence(found, decision);
  const k = `K = ∛((${numberText(wMax)} − ${numberText(after)})/${numberText(c)}) = ${timeText(nextK * NS_PER_S)}`;
  const lowered = wMax < before ? `; fast convergence: W_max = ${numberText(wMax)}` : "";
  const formula = `${cutFormula(cut, before, after)}${lowered}`;
  return {
    sentences: [regionSentence(found, before), fractionSentence(backoff, decision), last],
    formula: wMax > after ? `${formula}; ${k}` : formula,
  };
}

const segments = (name: string, window: number) => fact.segments(window, own.term(name));

const inTime = (name: string, seconds: number) => fact.duration(seconds * NS_PER_S, own.term(name));

export const cubicStory: SenderStory = {
  explain(cubic: Cubic, state: SenderState, decision: SenderDecision): Explanation | null {
    const { event } = decision;
    if (event === "slowStartExit")
      return cubic.hystartVariant === "linux"
        ? explainHystartLinux(cubic.hystartLinux, state)
        : explainHystartPlusPlus(cubic.hystartPlusPlus);
    if (event === "rto") {
      const to = loweredBy(fractionOf(cubic, decision), state, decision);
      return explainTimeout(state, decision, to, [
        "W_max is reset: the next curve starts at the window at which slow start ends.",
      ]);
    }
    const { peakBefore, wasSlowStart, growth, c } = cubic;
    const { wMax } = growth;
    const nextK = wMax > decision.after ? cubicK(wMax, decision.after, c) : 0;
    const epoch = growth.tell(cubic.epochBefore, state);
    return explainCubicCut(state, decision, cubic, { epoch, wasSlowStart, peakBefore, wMax, c, nextK });
  },

  explainPhase(cubic: Cubic, state: SenderState): Explanation {
    const region = cubic.growth.region(state);
    if (region === null)
      return { sentences: ["CUBIC starts a new curve when cwnd next grows by a segment."] };
    const { wMax } = cubic.growth;
    const lowered =
      wMax > 0 && wMax === region.origin && wMax < cubic.cwndAtCut
        ? sentence`, which fast convergence has lowered from ${fact.number(cubic.cwndAtCut, "segments", own.term("cwnd at the cut"))}`
        : "";
    return explainRegion(region, cubic.c, lowered);
  },
};

/** Explains the end of slow start. Call this right after `sample` has returned true. */
export function explainHystartLinux(hystart: HystartLinux, state: SenderState): Explanation {
  const { delayMinNs } = hystart;
  const smallest = timeText(delayMinNs);
  const smallestRtt = fact.duration(delayMinNs, own.term("delay_min"));
  // `trainIsLong` stores the time of an ACK only if the ACK was close enough to the previous one.
  if (hystart.lastAckNs === state.nowNs && state.nowNs - hystart.roundStartNs > longestTrainNs(delayMinNs)) {
    const lasted = fact.duration(state.nowNs - hystart.roundStartNs, own.term("train"));
    const gap = fact.duration(TRAIN_GAP_NS, own.term("constant"));
    const [train, most] = [
      timeText(state.nowNs - hystart.roundStartNs),
      timeText(longestTrainNs(delayMinNs)),
    ];
    return {
      sentences: [
        sentence`HyStart: the ACKs of this round have arrived for ${lasted} without a gap of more than ${gap}. That duration is more than half of the minimum RTT, ${smallestRtt}.`,
        "The data in flight therefore nearly fills the path, and slow start ends before a mark or a loss.",
      ],
      formula: `ACK train ${train} > (${smallest} + ${timeText(ACK_AGGREGATION_NS)})/2 = ${most}`,
    };
  }
  const ofRound = fact.duration(hystart.roundMinRttNs, own.term("round RTT"));
  const above = fact.duration(delayRiseNs(delayMinNs), own.term("rise"));
  const [rtt, rise] = [timeText(hystart.roundMinRttNs), timeText(delayRiseNs(delayMinNs))];
  return {
    sentences: [
      sentence`HyStart: the minimum RTT of this round, ${ofRound}, is more than ${above} above the minimum RTT so far, ${smallestRtt}.`,
      "A queue has therefore started to build, and slow start ends before a mark or a loss.",
    ],
    formula: `RTT ${rtt} > ${smallest} + ${rise}`,
  };
}

/** Explains the end of slow start. Call this right after `sample` has returned true. */
export function explainHystartPlusPlus(hystart: HystartPlusPlus): Explanation {
  const baseline = timeText(hystart.cssBaselineNs);
  const risen = fact.duration(hystart.cssBaselineNs, own.term("baseline"));
  const rounds = fact.number(CSS_ROUNDS, "times", own.term("constant"));
  return {
    sentences: [
      sentence`HyStart++: the smallest RTT of a round had risen to ${risen}, so conservative slow start began, at a quarter of the growth.`,
      sentence`The RTT has not fallen below that in ${rounds} rounds, so the rise is a queue, and slow start ends before a mark or a loss.`,
    ],
    formula: `rounds with RTT ≥ ${baseline}: ${hystart.cssRound} ≥ ${CSS_ROUNDS}`,
  };
}
