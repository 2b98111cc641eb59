/** How a flow's window went in a stretch: what cut it, how it grew, and what held it back. */
import { congestionControlById } from "../algorithms.ts";
import { NS_PER_MS, NS_PER_S } from "../params/read.ts";
import { FLOW_EVENT, type FlowTrace, isCut } from "../trace/snapshot.ts";
import { type Draft, NEEDED, TELLING } from "./draft.ts";
import { roundAt, specAt } from "./in-force.ts";
import type { FlowFact } from "./run-index.ts";
import { extentOf, valueAt } from "./series.ts";
import type { AskedStretch } from "./share-stretch.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments, number, segments } from "./text.ts";

/** Of cwnd: with so much less under way something else holds the sender back. */
const IN_USE = 0.8;

export function sayCwndStretch(
  draft: Draft,
  known: Known,
  moments: Moments,
  flow: number,
  asked: AskedStretch,
): void {
  const [fromS, toS] = [asked.fromNs / NS_PER_S, asked.toNs / NS_PER_S];
  const trace = known.trace(flow);
  const extent = trace === null ? null : extentOf(trace.cwnd, fromS, toS);
  const who = capital(flowName(flow));
  if (trace === null || extent === null) {
    draft.say(
      NEEDED,
      `Of ${flowName(flow)} no window is recorded from `,
      moments.at(asked.fromNs),
      " to ",
      moments.at(asked.toNs),
      ".",
    );
    return;
  }
  const [first, last] = [valueAt(trace.cwnd, fromS), valueAt(trace.cwnd, toS)];
  const began = Number.isNaN(first) ? "" : ` from ${number(first)}`;
  draft.say(
    NEEDED,
    `${who}'s cwnd went${began} to ${segments(last)} between `,
    moments.at(asked.fromNs),
    " and ",
    moments.at(asked.toNs),
    `: ${number(extent.min)} at least, ${number(extent.max)} at most.`,
  );
  const events = known.survey.events.filter(
    (one) => one.flow === flow && one.timeNs >= asked.fromNs && one.timeNs <= asked.toNs,
  );
  sayCuts(draft, moments, events);
  sayGrowth(draft, known, trace, asked, events, last - first);
  sayLimit(draft, trace, who, fromS, toS);
}

function sayCuts(draft: Draft, moments: Moments, events: readonly FlowFact[]): void {
  const cuts = events.filter(({ kind }) => isCut(kind));
  const count = (kind: number) => cuts.filter((one) => one.kind === kind).length;
  if (cuts.length === 0) {
    draft.say(NEEDED, "Nothing cut it in this time.");
    return;
  }
  const parts = [
    counted(count(FLOW_EVENT.ecnReduction), "mark"),
    `${number(count(FLOW_EVENT.lossReduction))} ${count(FLOW_EVENT.lossReduction) === 1 ? "loss" : "losses"}`,
    counted(count(FLOW_EVENT.rto), "timeout"),
  ];
  const [first] = cuts;
  draft.say(
    NEEDED,
    `It was cut for ${parts[0]}, ${parts[1]} and ${parts[2]}, first at `,
    moments.at(first.timeNs),
    `: from ${number(first.before)} to ${segments(first.after)}.`,
  );
  for (const { timeNs, before, after, flow } of cuts.slice(0, MOST_MOMENTS)) {
    draft.moment(timeNs, `cwnd × ${number(after / before)}`, null, flow);
  }
}

const MOST_MOMENTS = 8;

function sayGrowth(
  draft: Draft,
  known: Known,
  trace: FlowTrace,
  { fromNs, toNs }: AskedStretch,
  events: readonly FlowFact[],
  gain: number,
): void {
  const { flow } = trace;
  const { cc } = specAt(known, flow, toNs / NS_PER_S);
  const { label, id } = congestionControlById(cc);
  const lost = events.reduce(
    (sum, { before, after, kind }) => sum + (isCut(kind) || kind === FLOW_EVENT.undo ? before - after : 0),
    0,
  );
  const measuredMs = extentOf(trace.srttMs, fromNs / NS_PER_S, toNs / NS_PER_S)?.mean;
  const roundNs = measuredMs === undefined ? roundAt(known, flow, toNs / NS_PER_S) : measuredMs * NS_PER_MS;
  const perRound = (gain + lost) / Math.max(1, (toNs - fromNs) / roundNs);
  if (!Number.isFinite(perRound)) return;
  const grew = `${label} made it grow by ${segments(Math.max(0, gain + lost))} in all`;
  draft.say(
    NEEDED,
    `${grew}, about ${number(Math.max(0, perRound))} per round trip of ${duration(roundNs)}.`,
  );
  draft.rule("cc", id, `about +${number(Math.max(0, perRound))} segments per round trip`);
}

function sayLimit(draft: Draft, trace: FlowTrace, who: string, fromS: number, toS: number): void {
  const [used, cwnd] = [extentOf(trace.inflight, fromS, toS), extentOf(trace.cwnd, fromS, toS)];
  if (used === null || cwnd === null) return;
  const under = `${segments(Math.round(used.mean))} under way on average`;
  draft.say(
    TELLING,
    used.mean >= IN_USE * cwnd.mean
      ? `${who} had ${under}: cwnd is what limits it.`
      : `${who} had ${under}, less than cwnd: the application, the receiver's window or pacing holds it back.`,
  );
}
