/** Explanations of Adaptive RED. They are those of RED, with the adapted maximum probability added. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { msToNs } from "../../params/read.ts";
import { probed, timeSetting, withMore } from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import { redStory } from "../red/story.ts";
import type { AdaptiveRed } from "./ared.ts";

export const aredStory: QueueStory = {
  explain(queue: AdaptiveRed, decision: QueueDecision): Explanation {
    const thresholds = queue.automatic
      ? sentence`; its thresholds follow from the target of ${timeSetting("ared-target", msToNs(queue.targetMs))}`
      : "";
    const adapted = sentence`Adaptive RED had moved max_p to ${probed("max-p", queue.law.maxP)} by then${thresholds}.`;
    return withMore(redStory.explain(queue, decision), adapted);
  },
};
