/** What followed a cut: whether the queue ran empty, and when the window was back where it had been. */
import { isCut } from "../trace/snapshot.ts";
import { ASIDE, type Draft, TELLING } from "./draft.ts";
import { fillOf } from "./fill.ts";
import type { Decision } from "./journey.ts";
import type { FlowFact } from "./run-index.ts";
import { reachedS } from "./series.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { type Moments, segments, share } from "./text.ts";

const NS_PER_S = 1e9;
/** The queue drains within two round trips, its own delay included. */
const ROUNDS_TO_DRAIN = 2;

export function sayAftermath(draft: Draft, known: Known, moments: Moments, decision: Decision): void {
  sayQueue(draft, known, moments, decision);
  sayReturn(draft, known, moments, decision);
}

function sayQueue(draft: Draft, known: Known, moments: Moments, decision: Decision): void {
  const { path, atNs, after, srttNs, flow } = decision;
  const drainedNs = atNs + ROUNDS_TO_DRAIN * Math.max(path.rttNs, srttNs);
  const stretch = known.survey.idle[path.link]?.between(atNs, Math.min(drainedNs, known.untilNs)) ?? null;
  const queue = capital(known.queueName(path.link));
  const fill = fillOf(path, after);
  if (stretch === null) {
    const because = fill !== null && fill.part >= 1 ? `: ${fill.words}` : "";
    if (drainedNs < known.untilNs) draft.say(TELLING, `${queue} did not run empty after it${because}.`);
    return;
  }
  const next = nextCut(known, flow, atNs);
  if (next !== null && next.timeNs < stretch.fromNs) {
    draft.say(TELLING, `${queue} ran empty only after the next cut, at `, moments.at(next.timeNs), ".");
    draft.moment(next.timeNs, "next cut", null, flow);
    return;
  }
  const toNs = Math.min(stretch.toNs, known.untilNs);
  const because = fill !== null && fill.part < 1 ? `: ${fill.words}` : "";
  const fromNs = Math.max(stretch.fromNs, atNs);
  const lasts = toNs >= known.untilNs - path.rttNs;
  const to = [" to ", moments.at(toNs)];
  if (stretch.fromNs < atNs) {
    const since = [`${queue} had run empty again and again since `, moments.at(stretch.fromNs)];
    draft.say(TELLING, ...since, " and went on so", ...(lasts ? [] : to), `${because}.`);
  } else
    draft.say(
      TELLING,
      `${queue} ran empty from `,
      moments.at(fromNs),
      ...(lasts ? [" on"] : to),
      `${because}.`,
    );
  const idle = known.survey.idle[path.link].idleNsWithin(fromNs, toNs) / (toNs - fromNs);
  if (toNs - fromNs > path.rttNs)
    draft.say(ASIDE, `In that time ${known.linkName(path.link)} stood idle for ${share(idle)} of it.`);
  draft.moment(fromNs, "queue empty", path.link, flow);
  if (!lasts) draft.moment(toNs, "queue again", path.link, flow);
}

function sayReturn(draft: Draft, known: Known, moments: Moments, decision: Decision): void {
  const { flow, before, after, atNs, path } = decision;
  const trace = known.trace(flow);
  if (trace === null || after >= before) return;
  const backS = reachedS(trace.cwnd, before, (atNs + path.rttNs) / NS_PER_S);
  const next = nextCut(known, flow, atNs);
  const backNs = backS === null ? Number.POSITIVE_INFINITY : backS * NS_PER_S;
  if (next !== null && next.timeNs < backNs) {
    const cut = `${capital(flowName(flow))} was cut again at `;
    draft.say(ASIDE, cut, moments.at(next.timeNs), `, before it was back: at ${segments(next.before)}.`);
    draft.moment(next.timeNs, "next cut", null, flow);
    return;
  }
  if (backNs > known.untilNs) return;
  draft.say(ASIDE, `cwnd was back at ${segments(before)} at `, moments.at(backNs), ".");
  draft.moment(backNs, "cwnd is back", null, flow);
}

/** The flow's next one, as far as it may be told. */
function nextCut({ survey, untilNs }: Known, flow: number, atNs: number): FlowFact | null {
  const { events } = survey;
  const found = events.find((one) => one.flow === flow && one.timeNs > atNs && isCut(one.kind));
  return found === undefined || found.timeNs > untilNs ? null : found;
}
