/** Explanations of FQ-PIE: the PIE of a flow's queue, and drops at the limit. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { explainFull, withMore } from "../explain-signals.ts";
import { tellQueue } from "../fq-story.ts";
import { explainPie } from "../pie/story.ts";
import type { QueueStory } from "../queue-discipline.ts";
import type { FqPie } from "./fq-pie.ts";

export const fqPieStory: QueueStory = {
  explain(queue: FqPie, decision: QueueDecision): Explanation {
    const flow = queue.flows.flowOf(decision.packet);
    if (decision.event !== "overflowDrop") {
      return explainPie(flow.law, decision, "the PIE of its flow's queue", [tellQueue(queue, flow)]);
    }
    const full = explainFull(queue.flows, queue.limit, decision.packet);
    const rule = "FQ-PIE drops the packet that arrives, whichever queue is the longest.";
    return withMore(full, rule, tellQueue(queue, flow));
  },
};
