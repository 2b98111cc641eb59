/** Explanations of FQ-CoDel: the CoDel of a flow's queue, and drops from the longest queue. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import type { CodelLaw } from "../codel/codel.ts";
import { explainCeThreshold, explainCodel } from "../codel/story.ts";
import type { DrrFlow } from "../drr-flows.ts";
import { actionTaken, lengthSetting, setting, term, withMore } from "../explain-signals.ts";
import { tellQueue } from "../fq-story.ts";
import type { QueueStory } from "../queue-discipline.ts";
import { FQ_DROP_BATCH } from "./card.ts";
import type { FqCodel } from "./fq-codel.ts";

function explanationIn(queue: FqCodel, flow: DrrFlow<CodelLaw>, decision: QueueDecision): Explanation {
  const { nowNs } = queue.clock;
  const { event, packet } = decision;
  if (event === "overflowDrop") return explainFattest(queue);
  return queue.isLate
    ? explainCeThreshold(nowNs - packet.enqueuedNs, queue.ceThresholdNs)
    : explainCodel(flow.law, nowNs, actionTaken(decision), "the CoDel of its flow's queue");
}

function explainFattest(queue: FqCodel): Explanation {
  const left = term("goal-bytes", queue.goalBytes, `${queue.goalBytes / 1000} kB`);
  const goal = sentence`until ${left} are left in it or ${setting(FQ_DROP_BATCH.id, queue.dropBatch)} packets are gone`;
  return {
    sentences: [
      sentence`All queues together were longer than the limit of ${lengthSetting("limit", queue.limit)}, so FQ-CoDel drops from the head of the one with the most bytes, ${goal}.`,
      "For the CoDel of that queue each of these drops counts as a signal.",
    ],
  };
}

export const fqCodelStory: QueueStory = {
  explain(queue: FqCodel, decision: QueueDecision): Explanation {
    const flow = queue.flows.flowOf(decision.packet);
    return withMore(explanationIn(queue, flow, decision), tellQueue(queue, flow));
  },
};
