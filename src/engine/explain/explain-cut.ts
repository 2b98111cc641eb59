/** Explains how a sender changed its window, with the sentences and the rule of its congestion control. */
import { FLOW_EVENT, isCut } from "../trace/snapshot.ts";
import { stateFormula } from "./algorithm-state.ts";
import { fact, type StoryPart, type StoryText, sentence } from "./facts.ts";
import { number } from "./formats.ts";
import type { IdleStretch } from "./idle-times.ts";
import { type Decision, idOf } from "./journey.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { fillOf } from "./path-now.ts";
import { capital, flowName, type RunContext } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import { FLOW_EVENT_NAMES } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

/** Returns the flow, the time and the kind of a decision. Claims about the decision contain these fields. */
export function decidedIn({ flow, atNs, kind }: Decision) {
  return { flow, atNs, event: FLOW_EVENT_NAMES[kind] };
}

/** Returns the facts about the flow's path at the time of a decision. The number of packets that the path holds is rounded down. */
export function pathFacts({ flow, atNs, path }: Decision) {
  const claim = { kind: "path", flow, atNs } as const;
  return {
    rtt: fact.duration(path.rttNs, { ...claim, of: "rtt" }),
    bdp: fact.wholeSegments(path.bdp, { ...claim, of: "bdp" }),
  };
}

/** Adds the sentences and the rule that explain a reduction. */
export function sayCut(story: StoryBuilder, decision: Decision): void {
  const { kind, atNs, flow, ssthresh, explanation, label, algorithm } = decision;
  const who = capital(flowName(flow));
  const decided = decidedIn(decision);
  const before = fact.number(decision.before, "segments", { kind: "before", ...decided });
  const after = fact.segments(decision.after, { kind: "after", ...decided });
  if (kind === FLOW_EVENT.slowStartExit) sayEnd(story, decision);
  else if (kind === FLOW_EVENT.rto) {
    const threshold = fact.segments(ssthresh, { kind: "sender", field: "ssthresh", ...decided });
    const then = Number.isFinite(ssthresh) ? sentence`; ssthresh is ${threshold}` : "";
    story.needed`${who} set cwnd from ${before} to ${after}${then}.`;
  } else if (decision.after < decision.before) {
    const factor = fact.number(decision.after / decision.before, "1", { kind: "factor", ...decided });
    story.needed`${who} (${label}) cut cwnd from ${before} to ${after}: × ${factor}.`;
  } else story.needed`${who} (${label}) left cwnd at ${after}.`;
  story.moment(atNs, momentOf(decision), null, flow);
  story.quote(explanation, kind === FLOW_EVENT.slowStartExit ? 2 : 1, decided);
  sayPhase(story, decision);
  story.rule("cc", algorithm, explanation?.formula ?? genericRule(decision));
}

/** Adds the phase in which the sender was before the decision, because the sentences of the rule may not mention it. */
function sayPhase(story: StoryBuilder, { phase, flow, end, atNs, kind }: Decision): void {
  if (phase === null || kind === FLOW_EVENT.slowStartExit) return;
  const { id, label, noun = label } = phase;
  const until = fact.as(noun, 1, "times", { kind: "in-phase", phase: id, flow, end, atNs });
  story.aside`Until then ${flowName(flow)} was in ${until}.`;
}

function sayEnd(story: StoryBuilder, decision: Decision): void {
  const { atNs, flow, end, srttNs, path, phase } = decision;
  const decided = decidedIn(decision);
  const before = fact.number(decision.before, "segments", { kind: "before", ...decided });
  const after = fact.segments(decision.after, { kind: "after", ...decided });
  const at = story.at(atNs, { kind: "event", ...decided });
  if (phase?.isWhole === true) {
    const left = fact.as(phase.label, 1, "times", { kind: "in-phase", phase: phase.id, flow, end, atNs });
    story.needed`At ${at} ${flowName(flow)} left ${left}, its slow start, at cwnd ${before}. ssthresh is now ${after}: the congestion control only records there what the path holds, and does not use ssthresh.`;
  } else
    story.needed`At ${at} ${flowName(flow)} left slow start at cwnd ${before}: ssthresh is now ${after}.`;
  const { rtt, bdp } = pathFacts(decision);
  const srtt = fact.duration(srttNs, { kind: "sender", field: "srttNs", ...decided });
  const queue = fact.duration(Math.max(0, srttNs - path.rttNs), {
    kind: "sender",
    field: "queueNs",
    ...decided,
  });
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

// Consequences of a reduction: whether the queue became empty, and when the window returned to its size before the
// reduction.

/** Number of round trips (including queueing delay) within which a queue must drain to count as a consequence of a reduction. */
const ROUNDS_TO_DRAIN = 2;

/** Adds the consequences of a reduction for the queue and the window. */
export function sayAftermath(story: StoryBuilder, run: RunContext, decision: Decision): void {
  sayQueue(story, run, decision);
  sayReturn(story, run, decision);
}

function sayQueue(story: StoryBuilder, run: RunContext, decision: Decision): void {
  const { path, atNs, srttNs, flow, kind } = decision;
  // At the end of slow start cwnd does not change, so its value before the event is used.
  const window = kind === FLOW_EVENT.slowStartExit ? decision.before : decision.after;
  if (!run.network.links[path.link].port.showsIdle) return;
  const drainedNs = Math.round(atNs + ROUNDS_TO_DRAIN * Math.max(path.rttNs, srttNs));
  const stretch = run.index.idle[path.link]?.between(atNs, Math.min(drainedNs, run.untilNs)) ?? null;
  const queue = capital(run.queueName(path.link));
  const fill = fillOf(path, window, { flow, atNs, event: FLOW_EVENT_NAMES[kind] });
  if (stretch === null) {
    if (drainedNs >= run.untilNs) return;
    const because = fill !== null && fill.part >= 1 ? sentence`: ${fill.words}` : "";
    const between = { fromNs: atNs, toNs: drainedNs };
    const not = fact.as("did not run empty", 0, "share", { kind: "idle", link: path.link, ...between });
    const span = fact.duration(drainedNs - atNs, { kind: "between", ...between });
    story.telling`${queue} ${not} in the ${span} after the cut${because}.`;
    return;
  }
  const next = nextCut(run, flow, atNs);
  if (next !== null && next.timeNs < stretch.fromNs) {
    story.telling`${queue} ran empty only after the next cut, at ${cutAt(story, next)}.`;
    story.moment(next.timeNs, "next cut", null, flow);
    return;
  }
  sayEmpty(story, run, decision, stretch, fill !== null && fill.part < 1 ? sentence`: ${fill.words}` : "");
}

/**
 * Adds a sentence on the empty queue. If the link pauses once per round trip, packets still wait between the pauses. Only in a
 * single long pause is the queue empty all the time.
 */
function sayEmpty(
  story: StoryBuilder,
  run: RunContext,
  { path, atNs, flow, kind }: Decision,
  { fromNs, toNs, idleNs, pauses, longestWaitNs }: IdleStretch,
  because: StoryText,
): void {
  const { link } = path;
  const queue = capital(run.queueName(link));
  const lasts = toNs > run.untilNs;
  const between = { link, fromNs, toNs: lasts ? run.untilNs : toNs };
  story.moment(Math.max(fromNs, atNs), pauses === 1 ? "queue empty" : "queue runs empty", link, flow);
  if (!lasts && (nextCut(run, flow, atNs)?.timeNs ?? toNs) >= toNs)
    story.moment(toNs, "queue again", link, flow);
  const from = story.at(fromNs, { kind: "empty", of: "from", ...between });
  const to = lasts ? "" : sentence` to ${story.at(toNs, { kind: "empty", of: "to", ...between })}`;
  const since = fromNs < atNs ? sentence`from ${from}, before the cut,` : sentence`from ${from}`;
  if (pauses === 1) {
    story.telling`${queue} was empty ${since}${lasts ? " on" : to}, and ${run.linkName(link)} was idle${because}.`;
    return;
  }
  const next = nextCut(run, flow, atNs);
  const isCutAgain = next !== null && next.timeNs < toNs;
  if (lasts && !isCutAgain) {
    story.telling`${queue} ran empty again and again ${since} on${because}.`;
    return;
  }
  // Pauses that started before this reduction, or that lasted beyond the next one, have other causes.
  const shown = { link, fromNs: Math.max(fromNs, atNs), toNs: isCutAgain ? next.timeNs : toNs };
  const idleWithinNs = run.index.idle[link]?.idleNsWithin(shown.fromNs, shown.toNs) ?? idleNs;
  if (idleWithinNs === 0) return;
  const idle = fact.share(idleWithinNs / (shown.toNs - shown.fromNs), { kind: "idle", ...shown });
  const here = story.at(atNs, { kind: "event", event: FLOW_EVENT_NAMES[kind], flow, atNs });
  const begins = fromNs < atNs ? sentence`from ${here}, as before,` : since;
  const ends = isCutAgain ? sentence` to the next cut, at ${cutAt(story, next)}` : to;
  story.telling`${queue} ran empty again and again ${begins}${ends}, and ${run.linkName(link)} was idle for ${idle} of that time${because}.`;
  if (shown.fromNs !== fromNs || shown.toNs !== toNs) return;
  const longest = fact.duration(longestWaitNs, { kind: "delay", of: "max", ...between });
  story.aside`The longest wait in that time was ${longest}.`;
}

function sayReturn(
  story: StoryBuilder,
  run: RunContext,
  { flow, before, after, atNs, kind }: Decision,
): void {
  if (after >= before) return;
  const own = run.index.flowEvents.find(
    (one) => one.flow === flow && one.timeNs === atNs && one.kind === kind,
  );
  const next = nextCut(run, flow, atNs);
  const backNs = own?.backNs ?? Number.POSITIVE_INFINITY;
  if (next !== null && next.timeNs < backNs) {
    const event = FLOW_EVENT_NAMES[next.kind];
    const size = fact.segments(next.before, { kind: "before", flow, atNs: next.timeNs, event });
    story.aside`${capital(flowName(flow))} was cut again at ${cutAt(story, next)}, at ${size}, before it had grown back to its old size.`;
    story.moment(next.timeNs, "next cut", null, flow);
    return;
  }
  if (backNs > run.untilNs) return;
  const size = fact.segments(before, { kind: "before", flow, atNs, event: FLOW_EVENT_NAMES[kind] });
  story.aside`cwnd was back at ${size} at ${story.at(backNs, { kind: "back", flow, atNs })}.`;
  story.moment(backNs, "cwnd is back", null, flow);
}

function cutAt(story: StoryBuilder, { timeNs, flow, kind }: FlowFact): StoryPart {
  return story.at(timeNs, { kind: "event", event: FLOW_EVENT_NAMES[kind], flow, atNs: timeNs });
}

/** Returns the flow's next reduction that the explanation may mention; null if there is none. */
function nextCut({ index, untilNs }: RunContext, flow: number, atNs: number): FlowFact | null {
  const found = index.flowEvents.find((one) => one.flow === flow && one.timeNs > atNs && isCut(one.kind));
  return found === undefined || found.timeNs > untilNs ? null : found;
}

// Why a sender sent a tail loss probe, and why it undid a reduction.

/** Adds the reason why the sender sent a tail loss probe. */
export function sayProbe(story: StoryBuilder, tracer: PacketTracer, decision: Decision): void {
  const { flow, atNs, srttNs, una, nxt, end, rtoNs } = decision;
  const probe = tracer.journeys.filter((one) => one.end === end && !one.isAck && one.sentNs === atNs).at(-1);
  const decided = decidedIn(decision);
  const lone = nxt - una === 1 ? " and the time of a delayed ACK" : "";
  const srtt = fact.duration(srttNs, { kind: "sender", field: "srttNs", ...decided });
  const rule = srttNs > 0 ? sentence`two SRTT (${srtt} each)${lone}, or as long as its RTO` : "its first RTO";
  const outstanding = fact.counted(nxt - una, "outstanding segment", {
    kind: "sender",
    field: "outstanding",
    ...decided,
  });
  story.needed`No ACK of ${outstanding} had reached ${flowName(flow)} for ${rule}.`;
  const what =
    probe === undefined
      ? "a segment"
      : fact.as(`packet ${number(probe.seq)}`, probe.seq, "1", { kind: "packet", packet: idOf(probe) });
  const again = probe?.isRetransmission === true ? " once more" : "";
  const at = story.at(atNs, { kind: "event", ...decided });
  story.needed`${capital(flowName(flow))} sent ${what}${again} at ${at}: a tail loss probe (RFC 8985 §7).`;
  const rto = fact.duration(rtoNs, { kind: "sender", field: "rtoNs", ...decided });
  story.telling`The ACK of the probe reports by SACK what is missing; cwnd does not change. Without a probe, the timeout would follow (RTO ${rto}).`;
  story.moment(atNs, "loss probe", null, flow);
}

/** Adds the reason why the sender undid a reduction. */
export function sayUndo(story: StoryBuilder, tracer: PacketTracer, decision: Decision): void {
  const { flow, atNs, ssthresh } = decision;
  const who = capital(flowName(flow));
  const decided = decidedIn(decision);
  const cut = tracer.decisions
    .filter((one) => one.end === decision.end && one.atNs < atNs && isCut(one.kind))
    .at(-1);
  if (cut?.kind === FLOW_EVENT.rto) {
    story.needed`${who} had timed out at ${story.at(cut.atNs, { kind: "event", ...decidedIn(cut) })}.`;
    story.moment(cut.atNs, "timeout", null, flow);
    story.needed`Then ACKs showed that the segments that seemed lost had arrived: the timeout was spurious (detected by F-RTO or DSACKs).`;
  } else {
    if (cut !== undefined) {
      const ofCut = decidedIn(cut);
      const to = fact.segments(cut.after, { kind: "after", ...ofCut });
      story.needed`${who} had cut cwnd to ${to} at ${story.at(cut.atNs, { kind: "event", ...ofCut })}.`;
      story.moment(cut.atNs, "cut", null, flow);
    }
    story.needed`DSACKs showed that the receiver already had all segments that were sent again: nothing was lost.`;
  }
  const to = fact.segments(ssthresh, { kind: "sender", field: "ssthresh", ...decided });
  const threshold = Number.isFinite(ssthresh) ? sentence`, ssthresh to ${to}` : "";
  const before = fact.number(decision.before, "segments", { kind: "before", ...decided });
  const after = fact.segments(decision.after, { kind: "after", ...decided });
  const at = story.at(atNs, { kind: "event", ...decided });
  story.needed`So at ${at} cwnd went back from ${before} to ${after}${threshold}.`;
  story.moment(atNs, "cut undone", null, flow);
}
