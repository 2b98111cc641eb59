/** Explanations of step marking: the length or the time above the threshold. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import {
  actionTaken,
  explainFull,
  explainLate,
  lengthSetting,
  lengthText,
  term,
} from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import type { Step } from "./step.ts";

export const stepStory: QueueStory = {
  explain(step: Step, decision: QueueDecision): Explanation {
    const { event, packet } = decision;
    if (event === "overflowDrop") return explainFull(step.fifo, step.limit, packet);
    const did = sentence`Step ${actionTaken(decision)}`;
    if (step.thresholdNs !== null) {
      return explainLate(
        step.clock.nowNs - packet.enqueuedNs,
        step.thresholdNs,
        { id: "step-time", name: "threshold" },
        did,
      );
    }
    const { packets, bytes } = step.fifo;
    const threshold = lengthText(step.threshold);
    const isCounted = step.threshold.packets < Number.POSITIVE_INFINITY;
    const length = isCounted ? `${packets + 1} packets` : `${(bytes + packet.bytes) / 1000} kB`;
    const held = term("length-with-it", isCounted ? packets + 1 : bytes + packet.bytes, length);
    return {
      sentences: [
        sentence`Including this packet, the queue was ${held} long, longer than the threshold K = ${lengthSetting("step", step.threshold)}, so ${did}.`,
        "Every packet that arrives above K gets this signal, and no packet below K.",
      ],
      formula: `${length} > K = ${threshold}`,
    };
  },
};
