/** Explanations of COBALT: signals of its CoDel, and drops by BLUE. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText, timeText } from "../../explain/formats.ts";
import {
  actionTaken,
  explainFull,
  probed,
  setting,
  term,
  timeSetting,
  timesApart,
  timeTerm,
  withMore,
} from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import type { Cobalt } from "./cobalt.ts";

function explainCodel(cobalt: Cobalt, decision: QueueDecision): Explanation {
  const { clock, count, targetNs, intervalNs } = cobalt;
  const waitedNs = clock.nowNs - decision.packet.enqueuedNs;
  const [waited, target] = timesApart(waitedNs, targetNs);
  const gap = timeText(cobalt.signalGapNs());
  const next =
    cobalt.dropNextNs > clock.nowNs
      ? sentence`due ${timeTerm("gap", cobalt.signalGapNs())} after the time at which this one was due`
      : "due already";
  return {
    sentences: [
      sentence`It had waited ${timeTerm("sojourn", waitedNs, waited)}, longer than the ${timeSetting("target", targetNs, target)} target, and CoDel's next signal was due, so COBALT ${actionTaken(decision)}.`,
      sentence`CoDel's count is now ${probed("count", count)}: the next signal is ${next}, unless the delay falls below the target.`,
    ],
    formula: `${timeText(intervalNs)} / √${count} = ${gap}`,
  };
}

function explainBlue(cobalt: Cobalt): Explanation {
  const { pBlue, blueUp, blueDown, blueDelayNs, targetNs } = cobalt;
  const late =
    blueDelayNs === Number.POSITIVE_INFINITY
      ? ""
      : sentence` or a packet older than ${timeSetting("blue-delay", blueDelayNs)}`;
  return {
    sentences: [
      sentence`It was dropped by BLUE, not by CoDel: BLUE drops each packet, ECN-capable or not, with probability p = ${term("p-blue", pBlue)}, and the random draw chose this one.`,
      sentence`At most once in ${timeSetting("target", targetNs)}, p grows by ${setting("blue-up", blueUp)} at an overflow${late}, and falls by ${setting("blue-down", blueDown)} when the queue is empty.`,
    ],
    formula: `p = ${numberText(pBlue)}`,
  };
}

export const cobaltStory: QueueStory = {
  explain(cobalt: Cobalt, decision: QueueDecision): Explanation {
    if (decision.event !== "overflowDrop") {
      return cobalt.blueDrops ? explainBlue(cobalt) : explainCodel(cobalt, decision);
    }
    const blue = sentence`BLUE treats an overflow as a sign of senders that do not respond: its drop probability is now ${term("p-blue", cobalt.pBlue)}.`;
    return withMore(explainFull(cobalt.fifo, cobalt.limit, decision.packet), blue);
  },
};
