/** Explanations of ECN-enhanced CoDel: marks that warn, and CoDel's drops. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import { explainCodel } from "../codel/story.ts";
import { explainFull, setting, timeSetting, timesApart, timeTerm } from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import type { EcnCodel } from "./ecn-codel.ts";

export const ecnCodelStory: QueueStory = {
  explain(queue: EcnCodel, { event, packet }: QueueDecision): Explanation {
    const { law, multiple, probability } = queue;
    const { nowNs } = queue.clock;
    if (event === "overflowDrop") return explainFull(queue.fifo, queue.limit, packet);
    if (event === "aqmDrop") return explainCodel(law, nowNs, "dropped it, although it is ECN-capable");
    const thresholdNs = multiple * law.targetNs;
    const [waited, most] = timesApart(nowNs - packet.enqueuedNs, thresholdNs);
    const threshold = `${numberText(multiple)} × ${timeText(law.targetNs)} = ${most}`;
    return {
      sentences: [
        sentence`The delay had been above the ${timeSetting("target", law.targetNs)} target for ${timeTerm("above", nowNs - law.aboveSinceNs)}; CoDel begins to drop after ${timeSetting("interval", law.intervalNs)}.`,
        sentence`Until then packets that waited longer than ${setting("ecodel-c", multiple)} × ${timeSetting("target", law.targetNs)} = ${timeTerm("threshold", thresholdNs, most)} are marked with probability ${setting("ecodel-p", probability)} as a warning, and the draw chose this one.`,
      ],
      formula: `${waited} > ${threshold}; P = ${numberText(probability)}`,
    };
  },
};
