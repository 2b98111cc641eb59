/** Explanations of DualPI2: the step, the coupled draw, the squared draw and overload. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import type { Packet } from "../../net/packet.ts";
import {
  actionTaken,
  explainFull,
  probed,
  setting,
  term,
  timesApart,
  timeTerm,
  withMore,
} from "../explain-signals.ts";
import { stepFormula, stepSentence } from "../pie/story.ts";
import type { QueueStory } from "../queue-discipline.ts";
import { BY_COUPLING, BY_OVERLOAD, BY_STEP, type Cause, CLASSIC, type DualPi2 } from "./dualpi2.ts";

const ROUNDING = 1e-12;

function explainDraw(
  queue: DualPi2,
  decision: QueueDecision,
  cause: Exclude<Cause, typeof BY_STEP>,
): Explanation {
  const { p, lastStep, coupling } = queue;
  const squared = `p'² = ${numberText(p * p)}`;
  const coupled = `k·p' = ${numberText(coupling)} × ${numberText(p)} = ${numberText(coupling * p)}`;
  const sum = lastStep.before + lastStep.unlimited;
  // If p' is below the computed sum, it was limited to the ceiling at that time.
  const notes = sum > p + ROUNDING ? [`kept within 0 and ${numberText(p)}`] : [];
  const pC = sentence`p'² = ${probed("p-c", p * p)}`;
  const pL = sentence`k·p' = ${setting("dual-k", coupling)} × ${probed("p", p)} = ${term("k-p", coupling * p)}`;
  const one = term("constant", 1);
  const rules = {
    [CLASSIC]: sentence`the C queue, whose packets are chosen with probability ${pC}, and the draw chose this one`,
    [BY_COUPLING]: sentence`the L queue, whose packets are marked with probability ${pL}, and the draw chose this one`,
    [BY_OVERLOAD]: sentence`the L queue, and ${pL} is above ${one}: then L packets are dropped with probability ${pC}, and the remaining L packets are marked`,
  };
  const spared = sentence`k·p' is above ${one}, and then ECN-capable packets are dropped too`;
  return {
    sentences: [
      sentence`It was in ${rules[cause]}, so DualPI2 ${actionTaken(decision, spared)}.`,
      stepSentence(lastStep, "p'", p, "the longer delay of the two queues"),
    ],
    formula: `${stepFormula(lastStep, "p'", p, notes)}; ${cause === CLASSIC ? squared : coupled}`,
  };
}

function explainStep(queue: DualPi2, { enqueuedNs }: Packet): Explanation {
  const waitedNs = queue.clock.nowNs - enqueuedNs;
  const [waited, step] = timesApart(waitedNs, queue.stepNs);
  const coupled = sentence`k·p' = ${probed("p-cl", Math.min(1, queue.coupling * queue.p))}`;
  return {
    sentences: [
      sentence`It was in the L queue and had waited ${timeTerm("sojourn", waitedNs, waited)}, longer than the step of ${timeTerm("step", queue.stepNs, step)}, so DualPI2 marked it.`,
      sentence`In addition, L packets are marked with probability ${coupled}, which is coupled to the C queue.`,
    ],
    formula: `${waited} > ${step}`,
  };
}

export const dualpi2Story: QueueStory = {
  explain(queue: DualPi2, decision: QueueDecision): Explanation {
    const { packet, event } = decision;
    if (event === "overflowDrop") {
      const [inL, inC] = [queue.l.packets, queue.c.packets];
      const queues = sentence`The L queue held ${term("l-packets", inL, String(inL))} of these, the C queue ${term("c-packets", inC, String(inC))}.`;
      return withMore(explainFull(queue, queue.limit, packet), queues);
    }
    const { cause } = queue;
    return cause === BY_STEP ? explainStep(queue, packet) : explainDraw(queue, decision, cause);
  },
};
