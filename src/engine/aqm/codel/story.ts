/** Explanations of CoDel: the signal, the time of the next one, and marks by the CE threshold. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { type StoryText, sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import {
  actionTaken,
  explainFull,
  explainLate,
  probed,
  term,
  timeSetting,
  timeTerm,
} from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import type { Codel, CodelLaw } from "./codel.ts";

/** Explains a signal of the law. `did` is the text for the effect on the packet, `who` the name of the queue discipline. */
export function explainCodel(law: CodelLaw, nowNs: number, did: StoryText, who = "CoDel"): Explanation {
  const { count, lastCount, inverseRoot } = law;
  const nth = count - lastCount + 1;
  const which = nth === 1 ? "first signal" : sentence`signal ${term("nth", nth)}`;
  // If each flow has its own law, no probe shows the count. The explanation then contains the number itself.
  const from = who === "CoDel" ? probed("count", count) : term("count", count);
  const resumes = nth === 1 && count > 1 ? sentence`, and count continues from ${from}` : "";
  const interval = timeText(law.intervalNs);
  const gap = timeText(law.signalGapNs());
  const isRoot = gap === timeText(law.intervalNs / Math.sqrt(count));
  return {
    sentences: [
      sentence`The delay had been above the ${timeSetting("target", law.targetNs)} target for ${timeTerm("above", nowNs - law.aboveSinceNs)}, so ${who} ${did} (${which} of this signalling state${resumes}).`,
      sentence`The next signal is due ${timeTerm("gap", law.signalGapNs())} after the time at which this one was due, unless the delay falls below the target.`,
    ],
    formula: isRoot
      ? `${interval} / √${count} = ${gap}`
      : `${interval} × ${numberText(inverseRoot)} = ${gap} (one Newton step towards 1/√${count})`,
  };
}

/** Explains a mark by the CE threshold. */
export function explainCeThreshold(waitedNs: number, thresholdNs: number): Explanation {
  const threshold = { id: "ce-threshold", name: "CE threshold" };
  return explainLate(waitedNs, thresholdNs, threshold, "it was marked in addition to CoDel's signals");
}

export const codelStory: QueueStory = {
  explain(codel: Codel, decision: QueueDecision): Explanation {
    const { nowNs } = codel.clock;
    const { event, packet } = decision;
    if (event === "overflowDrop") return explainFull(codel.fifo, codel.limit, packet);
    return codel.isLate
      ? explainCeThreshold(nowNs - packet.enqueuedNs, codel.ceThresholdNs)
      : explainCodel(codel.law, nowNs, actionTaken(decision));
  },
};
