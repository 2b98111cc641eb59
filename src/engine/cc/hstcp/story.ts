/** Explanations of HighSpeed TCP: the row of its table, and the cut and growth in this row. */
import type { Explanation, SenderDecision } from "../../explain/explanation.ts";
import { fact, own, sentence } from "../../explain/facts.ts";
import type { SenderState } from "../../tcp/sender-state.ts";
import { explainCut, fractionOf } from "../backoff-story.ts";
import type { SenderStory } from "../congestion-control.ts";
import type { HighSpeed } from "./hstcp.ts";
import { LOW_WINDOW } from "./table.ts";

export const hstcpStory: SenderStory = {
  explain(hstcp: HighSpeed, state: SenderState, decision: SenderDecision): Explanation | null {
    const { name, beta: small } = fractionOf(hstcp, decision);
    const { row } = hstcp;
    const b = hstcp.decrease(small);
    const edge = fact.segments(hstcp.table.edge(row), own.term("edge of the row"));
    const low = fact.segments(LOW_WINDOW, own.term("constant"));
    const share = fact.number(b, "1", own.term("b(w)"));
    const asUsual = fact.number(1 - small, "1", own.term("b of small windows"));
    const ofSmall = sentence`up to ${low} it would be 1 − ${name} = ${asUsual}`;
    const why =
      row > 0
        ? sentence`For a cwnd of this size, up to ${edge}, HighSpeed TCP cuts the share b(w) = ${share}; ${ofSmall}.`
        : sentence`Before cwnd has grown past ${low} HighSpeed TCP cuts as NewReno does: b(w) = 1 − ${name} = ${share}.`;
    const perAck = fact.number(row + 1, "segments", own.term("a(w)"));
    const growth = sentence`In this range each ACK adds a(w)/w = ${perAck}/cwnd of a segment.`;
    return explainCut(state, decision, { name: "(1 − b(w))", beta: 1 - b }, [why, growth]);
  },
};
