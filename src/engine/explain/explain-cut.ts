/** What a sender did to its window, with its own words and rule. */
import { FLOW_EVENT, isCut } from "../trace/snapshot.ts";
import { stateFormula } from "./algorithm-state.ts";
import { fact, sentence } from "./facts.ts";
import { number, segments, share } from "./formats.ts";
import { type Decision, idOf } from "./journey.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { fillOf } from "./path-now.ts";
import { capital, flowName, type RunContext, reachedS } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import { FLOW_EVENT_NAMES } from "./story.ts";
import { type StoryBuilder, TELLING } from "./story-builder.ts";

/** What is claimed of a decision is of its flow, its moment and its kind. */
export function decidedIn({ flow, atNs, kind }: Decision) {
  return { flow, atNs, event: FLOW_EVENT_NAMES[kind] };
}

/** Of the packets that a path holds there are whole ones. */
export function pathFacts({ flow, atNs, path }: Decision) {
  const of = { kind: "path", flow, atNs } as const;
  return {
    rtt: fact.duration(path.rttNs, { ...of, of: "rtt" }),
    bdp: fact.segments(Math.floor(path.bdp), { ...of, of: "bdp" }),
  };
}

export function sayCut(story: StoryBuilder, decision: Decision): void {
  const { kind, atNs, flow, ssthresh, explanation, label, algorithm } = decision;
  const who = capital(flowName(flow));
  const of = decidedIn(decision);
  const before = fact.number(decision.before, "segments", { kind: "before", ...of });
  const after = fact.segments(decision.after, { kind: "after", ...of });
  if (kind === FLOW_EVENT.slowStartExit) sayEnd(story, decision);
  else if (kind === FLOW_EVENT.rto) {
    const threshold = fact.segments(ssthresh, { kind: "sender", field: "ssthresh", ...of });
    const then = Number.isFinite(ssthresh) ? sentence`; ssthresh is ${threshold}` : "";
    story.needed`${who} set cwnd from ${before} to ${after}${then}.`;
  } else if (decision.after < decision.before) {
    const factor = fact.number(decision.after / decision.before, "1", { kind: "factor", ...of });
    story.needed`${who} (${label}) cut cwnd from ${before} to ${after}: × ${factor}.`;
  } else story.needed`${who} (${label}) left cwnd at ${after}.`;
  story.moment(atNs, momentOf(decision), null, flow);
  story.quote(explanation, kind === FLOW_EVENT.slowStartExit ? 2 : 1, of);
  story.rule("cc", algorithm, explanation?.formula ?? genericRule(decision));
}

function sayEnd(story: StoryBuilder, decision: Decision): void {
  const { atNs, flow, srttNs, path } = decision;
  const of = decidedIn(decision);
  const before = fact.number(decision.before, "segments", { kind: "before", ...of });
  const after = fact.segments(decision.after, { kind: "after", ...of });
  const at = story.at(atNs, { kind: "event", ...of });
  story.needed`At ${at} ${flowName(flow)} left slow start at cwnd ${before}: ssthresh is now ${after}.`;
  const { rtt, bdp } = pathFacts(decision);
  const srtt = fact.duration(srttNs, { kind: "sender", field: "srttNs", ...of });
  const queue = fact.duration(Math.max(0, srttNs - path.rttNs), { kind: "sender", field: "queueNs", ...of });
  story.telling`SRTT was ${srtt}: ${queue} more than the path's ${rtt}, which holds ${bdp} without a queue.`;
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

// What followed a cut: whether the queue ran empty, and when the window was back where it had been.

const NS_PER_S = 1e9;
/** The queue drains within two round trips, its own delay included. */
const ROUNDS_TO_DRAIN = 2;

export function sayAftermath(story: StoryBuilder, run: RunContext, decision: Decision): void {
  sayQueue(story, run, decision);
  sayReturn(story, run, decision);
}

function sayQueue(story: StoryBuilder, run: RunContext, decision: Decision): void {
  const { path, atNs, after, srttNs, flow } = decision;
  const drainedNs = atNs + ROUNDS_TO_DRAIN * Math.max(path.rttNs, srttNs);
  const stretch = run.index.idle[path.link]?.between(atNs, Math.min(drainedNs, run.untilNs)) ?? null;
  const queue = capital(run.queueName(path.link));
  const fill = fillOf(path, after);
  if (stretch === null) {
    const because = fill !== null && fill.part >= 1 ? `: ${fill.words}` : "";
    if (drainedNs < run.untilNs) story.telling`${queue} did not run empty after it${because}.`;
    return;
  }
  const next = nextCut(run, flow, atNs);
  if (next !== null && next.timeNs < stretch.fromNs) {
    story.telling`${queue} ran empty only after the next cut, at ${story.at(next.timeNs)}.`;
    story.moment(next.timeNs, "next cut", null, flow);
    return;
  }
  const toNs = Math.min(stretch.toNs, run.untilNs);
  const because = fill !== null && fill.part < 1 ? `: ${fill.words}` : "";
  const fromNs = Math.max(stretch.fromNs, atNs);
  const lasts = toNs >= run.untilNs - path.rttNs;
  const to = [" to ", story.at(toNs)];
  if (stretch.fromNs < atNs) {
    const since = [`${queue} had run empty again and again since `, story.at(stretch.fromNs)];
    story.say(TELLING, ...since, " and went on so", ...(lasts ? [] : to), `${because}.`);
  } else
    story.say(
      TELLING,
      `${queue} ran empty from `,
      story.at(fromNs),
      ...(lasts ? [" on"] : to),
      `${because}.`,
    );
  const idle = run.index.idle[path.link].idleNsWithin(fromNs, toNs) / (toNs - fromNs);
  if (toNs - fromNs > path.rttNs)
    story.aside`In that time ${run.linkName(path.link)} stood idle for ${share(idle)} of it.`;
  story.moment(fromNs, "queue empty", path.link, flow);
  if (!lasts) story.moment(toNs, "queue again", path.link, flow);
}

function sayReturn(story: StoryBuilder, run: RunContext, decision: Decision): void {
  const { flow, before, after, atNs, path } = decision;
  const trace = run.trace(flow);
  if (trace === null || after >= before) return;
  const backS = reachedS(trace.cwnd, before, (atNs + path.rttNs) / NS_PER_S);
  const next = nextCut(run, flow, atNs);
  const backNs = backS === null ? Number.POSITIVE_INFINITY : backS * NS_PER_S;
  if (next !== null && next.timeNs < backNs) {
    const cut = `${capital(flowName(flow))} was cut again at `;
    story.aside`${cut}${story.at(next.timeNs)}, before it was back: at ${segments(next.before)}.`;
    story.moment(next.timeNs, "next cut", null, flow);
    return;
  }
  if (backNs > run.untilNs) return;
  story.aside`cwnd was back at ${segments(before)} at ${story.at(backNs)}.`;
  story.moment(backNs, "cwnd is back", null, flow);
}

/** The flow's next one, as far as it may be told. */
function nextCut({ index, untilNs }: RunContext, flow: number, atNs: number): FlowFact | null {
  const { events } = index;
  const found = events.find((one) => one.flow === flow && one.timeNs > atNs && isCut(one.kind));
  return found === undefined || found.timeNs > untilNs ? null : found;
}

// Why a sender sent a tail loss probe, and why it took a cut back.

export function sayProbe(story: StoryBuilder, tracer: PacketTracer, decision: Decision): void {
  const { flow, atNs, srttNs, una, nxt, end, rtoNs } = decision;
  const probe = tracer.journeys.filter((one) => one.end === end && !one.isAck && one.sentNs === atNs).at(-1);
  const of = decidedIn(decision);
  const lone = nxt - una === 1 ? " and the time of a delayed ACK" : "";
  const srtt = fact.duration(srttNs, { kind: "sender", field: "srttNs", ...of });
  const rule = srttNs > 0 ? sentence`two SRTT (${srtt} each)${lone}, or as long as its RTO` : "its first RTO";
  const outstanding = fact.counted(nxt - una, "outstanding segment", {
    kind: "sender",
    field: "outstanding",
    ...of,
  });
  story.needed`No ACK of ${outstanding} had come to ${flowName(flow)} for ${rule}.`;
  const what =
    probe === undefined
      ? "a segment"
      : fact.as(`packet ${number(probe.seq)}`, probe.seq, "1", { kind: "packet", packet: idOf(probe) });
  const again = probe?.isRetransmission === true ? " once more" : "";
  const at = story.at(atNs, { kind: "event", ...of });
  story.needed`${capital(flowName(flow))} sent ${what}${again} at ${at}: a tail loss probe (RFC 8985 §7).`;
  const rto = fact.duration(rtoNs, { kind: "sender", field: "rtoNs", ...of });
  story.telling`Its ACK tells by SACK what is missing; cwnd stays. Without a probe the timeout comes, RTO ${rto}.`;
  story.moment(atNs, "loss probe", null, flow);
}

export function sayUndo(story: StoryBuilder, tracer: PacketTracer, decision: Decision): void {
  const { flow, atNs, ssthresh } = decision;
  const who = capital(flowName(flow));
  const of = decidedIn(decision);
  const cut = tracer.decisions
    .filter((one) => one.end === decision.end && one.atNs < atNs && isCut(one.kind))
    .at(-1);
  if (cut?.kind === FLOW_EVENT.rto) {
    story.needed`${who} had timed out at ${story.at(cut.atNs, { kind: "event", ...decidedIn(cut) })}.`;
    story.moment(cut.atNs, "timeout", null, flow);
    story.needed`Then ACKs told that what it took for lost had come: the timeout was spurious (F-RTO, or by DSACKs).`;
  } else {
    if (cut !== undefined) {
      const ofCut = decidedIn(cut);
      const to = fact.segments(cut.after, { kind: "after", ...ofCut });
      story.needed`${who} had cut cwnd to ${to} at ${story.at(cut.atNs, { kind: "event", ...ofCut })}.`;
      story.moment(cut.atNs, "cut", null, flow);
    }
    story.needed`DSACKs told that the receiver had all segments that were sent again: nothing was lost.`;
  }
  const to = fact.segments(ssthresh, { kind: "sender", field: "ssthresh", ...of });
  const threshold = Number.isFinite(ssthresh) ? sentence`, ssthresh to ${to}` : "";
  const before = fact.number(decision.before, "segments", { kind: "before", ...of });
  const after = fact.segments(decision.after, { kind: "after", ...of });
  const at = story.at(atNs, { kind: "event", ...of });
  story.needed`So at ${at} cwnd went back from ${before} to ${after}${threshold}.`;
  story.moment(atNs, "cut undone", null, flow);
}
