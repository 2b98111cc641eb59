/** What a sender did to its window, with its own words and rule. */
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { stateFormula } from "./algorithm-state.ts";
import { type Draft, NEEDED, TELLING } from "./draft.ts";
import type { Decision } from "./journey.ts";
import { capital, flowName } from "./telling.ts";
import { duration, type Moments, number, segments } from "./text.ts";

export function sayCut(draft: Draft, moments: Moments, decision: Decision): void {
  const { kind, atNs, flow, before, after, ssthresh, explanation, label, algorithm } = decision;
  const who = capital(flowName(flow));
  if (kind === FLOW_EVENT.slowStartExit) sayEnd(draft, moments, decision);
  else if (kind === FLOW_EVENT.rto) {
    const then = Number.isFinite(ssthresh) ? `; ssthresh is ${segments(ssthresh)}` : "";
    draft.say(NEEDED, `${who} set cwnd from ${number(before)} to ${segments(after)}${then}.`);
  } else {
    const cut = `cut cwnd from ${number(before)} to ${segments(after)}: × ${number(after / before)}.`;
    draft.say(NEEDED, `${who} (${label}) ${after < before ? cut : `left cwnd at ${segments(after)}.`}`);
  }
  draft.moment(atNs, momentOf(decision), null, flow);
  draft.quote(explanation, kind === FLOW_EVENT.slowStartExit ? 2 : 1);
  draft.rule("cc", algorithm, explanation?.formula ?? genericRule(decision));
}

function sayEnd(draft: Draft, moments: Moments, { atNs, flow, before, after, srttNs, path }: Decision): void {
  draft.say(
    NEEDED,
    "At ",
    moments.at(atNs),
    ` ${flowName(flow)} left slow start at cwnd ${number(before)}: ssthresh is now ${segments(after)}.`,
  );
  const queueNs = srttNs - path.rttNs;
  draft.say(
    TELLING,
    `SRTT was ${duration(srttNs)}: ${duration(Math.max(0, queueNs))} more than the path's ${duration(path.rttNs)}, ` +
      `which holds ${segments(Math.floor(path.bdp))} without a queue.`,
  );
}

function momentOf({ kind, before, after }: Decision): string {
  if (kind === FLOW_EVENT.rto) return "timeout";
  if (kind === FLOW_EVENT.slowStartExit) return "slow start ends";
  return after < before ? `cwnd × ${number(after / before)}` : "cwnd stays";
}

function genericRule({ before, after, state }: Decision): string {
  const cut = `cwnd ${number(before)} → ${number(after)}`;
  return state.length > 0 ? `${cut}; ${stateFormula(state)}` : cut;
}
