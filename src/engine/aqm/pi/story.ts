/** Explanations of PI: the probability at the last sample, and its step. */

import type { Explanation, QueueDecision } from "../../explain/explanation.ts";
import { sentence } from "../../explain/facts.ts";
import { numberText } from "../../explain/formats.ts";
import { actionTaken, explainFull, probed, term, withMore } from "../explain-signals.ts";
import type { QueueStory } from "../queue-discipline.ts";
import { rounded } from "./card.ts";
import type { Pi } from "./pi.ts";

export const piStory: QueueStory = {
  explain(pi: Pi, decision: QueueDecision): Explanation {
    const { aThen: a, bThen: b, referenceThen: reference, oldPackets: q, olderPackets: qOld } = pi;
    const [p, before] = [numberText(pi.p), numberText(pi.pBefore)];
    if (decision.event === "overflowDrop") {
      return withMore(
        explainFull(pi.fifo, pi.limit, decision.packet),
        sentence`At that time PI's probability p was ${probed("p", pi.p)}.`,
      );
    }
    const sum = pi.pBefore + a * (q - reference) - b * (qOld - reference);
    const terms = `${before} + ${rounded(a, 6)} × (${q} − ${reference}) − ${rounded(b, 6)} × (${qOld} − ${reference})`;
    const bounds = sum < 0 || sum > 1 ? `${numberText(sum)}, kept within 0 and 1: ` : "";
    const moved =
      before === p
        ? sentence`stayed at ${probed("p", pi.p)}`
        : sentence`went from ${term("p-before", pi.pBefore)} to ${probed("p", pi.p)}`;
    return {
      sentences: [
        sentence`Each packet that arrives is chosen with probability p = ${probed("p", pi.p)}, and the draw chose this one, so PI ${actionTaken(decision)}.`,
        sentence`At the last sample ${term("q", q, String(q))} packets waited against the reference of ${term("reference", reference, String(reference))}, and ${term("q-old", qOld, String(qOld))} at the previous sample: p ${moved}.`,
      ],
      formula: `p = ${terms} = ${bounds}${p}`,
    };
  },
};
