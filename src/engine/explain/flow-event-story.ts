/** Why a flow cut its window, timed out or left slow start. */
import { FLOW_EVENT, isOfOpening } from "../trace/snapshot.ts";
import { sayAftermath, sayCut, sayProbe, sayUndo } from "./explain-cut.ts";
import { packetName, saySignal } from "./explain-signal.ts";
import { counted, duration, number, segments } from "./formats.ts";
import { handshakeStory } from "./handshake-story.ts";
import { type Decision, type Journey, lastSignal } from "./journey.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { trace } from "./packet-tracer.ts";
import { capital, flowName, type RunContext, type StorySteps } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import { findFlowEvent } from "./run-index.ts";
import type { Question } from "./story.ts";
import { NEEDED, type StoryBuilder } from "./story-builder.ts";

type FlowQuestion = Extract<Question, { kind: "flow-event" }>;

const TITLES: Readonly<Record<FlowQuestion["event"], string>> = {
  ecnReduction: "Cut for a mark",
  lossReduction: "Cut for a loss",
  rto: "Timeout",
  slowStartExit: "End of slow start",
  synTimeout: "SYN sent again",
  notOpened: "Connection failed",
  lossProbe: "Tail loss probe",
  undo: "Reduction undone",
};

/** Where the cause lies further back than that, the stretch is looked at again from earlier. */
const LOOKS = 5;

export function* flowEventStory(run: RunContext, question: FlowQuestion): StorySteps {
  const found = findFlowEvent(run, question);
  if (found === null) {
    throw new Error(`${capital(flowName(question.flow))} has no such event in this run`);
  }
  const { fact, previous, next } = found;
  if (isOfOpening(fact.kind)) return yield* handshakeStory(run, question, found, TITLES[question.event]);
  const { tracer, decision } = yield* seen(run, fact);
  const story = run.newStory(fact.flow);
  if (fact.kind === FLOW_EVENT.ecnReduction) sayMark(story, run, tracer, decision);
  else if (fact.kind === FLOW_EVENT.lossReduction) sayLoss(story, run, tracer, decision);
  else if (fact.kind === FLOW_EVENT.rto) sayTimeout(story, run, tracer, decision);
  if (fact.kind === FLOW_EVENT.lossProbe) sayProbe(story, tracer, decision);
  else if (fact.kind === FLOW_EVENT.undo) sayUndo(story, tracer, decision);
  else {
    sayCut(story, decision);
    sayAftermath(story, run, decision);
  }
  const { path } = decision;
  story.pad([
    `Its path takes ${duration(path.rttNs)} there and back and holds ${segments(Math.floor(path.bdp))} without a queue.`,
  ]);
  const title = `${TITLES[question.event]}, ${flowName(fact.flow)}`;
  const asked = { ...question, atS: fact.timeNs / 1e9 };
  return story.finish(asked, title, fact.timeNs, { previous, next });
}

/** Looks at the stretch before it, further and further back until the cause is in it. */
function* seen(
  run: RunContext,
  fact: FlowFact,
): Generator<undefined, { tracer: PacketTracer; decision: Decision }> {
  let backNs = 2 * run.roundNs(fact.flow, fact.timeNs);
  for (let i = 1; ; i++, backNs *= 4) {
    const fromNs = Math.max(0, fact.timeNs - backNs);
    const tracer = yield* trace(
      run.make,
      { flow: fact.flow, asked: null, fromNs, untilNs: fact.timeNs },
      ({ nowNs }) => nowNs > fact.timeNs,
    );
    const decision = tracer.decisions.find(
      (one) => one.atNs === fact.timeNs && one.flow === fact.flow && one.kind === fact.kind,
    );
    if (decision === undefined) throw new Error("the run was not the same once more");
    if (fromNs === 0 || i === LOOKS || hasCause(tracer, decision)) return { tracer, decision };
  }
}

function hasCause(tracer: PacketTracer, decision: Decision): boolean {
  switch (decision.kind) {
    case FLOW_EVENT.ecnReduction:
      return markBehind(tracer, decision) !== null;
    case FLOW_EVENT.lossReduction:
      return lostBehind(tracer, decision).length > 0;
    case FLOW_EVENT.rto:
    case FLOW_EVENT.lossProbe:
      return oldestOf(tracer, decision) !== null;
    default:
      return true;
  }
}

/** The ACK that led to the decision; null: none, a timer did. */
function ackOf(tracer: PacketTracer, decision: Decision): Journey | null {
  return tracer.acks.find(({ effect }) => effect?.decisions.includes(decision)) ?? null;
}

function markBehind(tracer: PacketTracer, decision: Decision): Journey | null {
  return ackOf(tracer, decision)?.tells ?? null;
}

/** Packets of the window that were lost and not delivered since, the oldest one first. */
function lostBehind(tracer: PacketTracer, { end, una, nxt, atNs }: Decision): Journey[] {
  return tracer.journeys
    .filter((one) => one.end === end && !one.isAck && one.isGone && one.seq >= una && one.seq < nxt)
    .filter((one) => one.sentNs < atNs)
    .sort((a, b) => a.seq - b.seq || a.sentNs - b.sentNs);
}

/** The oldest outstanding packet as it was sent last. */
function oldestOf(tracer: PacketTracer, { end, una, atNs }: Decision): Journey | null {
  const sent = tracer.journeys.filter(
    (one) => one.end === end && !one.isAck && one.seq === una && one.sentNs < atNs,
  );
  return sent.at(-1) ?? null;
}

function sayMark(story: StoryBuilder, run: RunContext, tracer: PacketTracer, decision: Decision): void {
  const ack = ackOf(tracer, decision);
  const marked = ack?.tells ?? null;
  const signal = marked === null ? null : lastSignal(marked);
  if (marked === null || signal === null) {
    story.needed`An ACK with ECN-Echo told of a mark that lies far back in the run.`;
    return;
  }
  saySignal(story, run, marked, signal);
  story.needed`The mark reached the receiver at ${story.at(marked.arrivedNs)}; the ECE came back at ${story.at(decision.atNs)}.`;
  story.moment(marked.arrivedNs, "mark received", null, decision.flow);
}

function sayLoss(story: StoryBuilder, run: RunContext, tracer: PacketTracer, decision: Decision): void {
  const lost = lostBehind(tracer, decision);
  const signal = lost.length === 0 ? null : lastSignal(lost[0]);
  if (signal === null) {
    story.needed`No packet of this window was lost: later ones arrived first.`;
  } else {
    saySignal(story, run, lost[0], signal);
    if (lost.length > 1) story.telling`${counted(lost.length, "packet")} of this window were lost in all.`;
  }
  const proof = !decision.hasSack
    ? `the ${ordinal(decision.sackedOut)} duplicate ACK had come`
    : decision.sackedOut === 0
      ? "the answer to its tail loss probe had come"
      : `ACKs had told of ${counted(decision.sackedOut, "later segment")} (SACK)`;
  story.needed`Later packets arrived without it: when ${proof}, at ${story.at(decision.atNs)}, the sender took it for lost.`;
}

function ordinal(n: number): string {
  return ["", "first", "second", "third"][n] ?? `${n}th`;
}

function sayTimeout(story: StoryBuilder, run: RunContext, tracer: PacketTracer, decision: Decision): void {
  const oldest = oldestOf(tracer, decision);
  const signal = oldest?.isGone === true ? lastSignal(oldest) : null;
  if (oldest !== null && signal !== null) saySignal(story, run, oldest, signal);
  else if (oldest !== null) sayNotLost(story, oldest, decision.atNs);
  const { rtoNs, srttNs, backoffs, una, nxt } = decision;
  const doubled = backoffs > 0 ? `, doubled ${counted(backoffs, "time")}` : "";
  const from = srttNs > 0 ? `SRTT ${duration(srttNs)} and its variation` : "no sample of the RTT yet";
  story.say(
    NEEDED,
    `${capital(flowName(decision.flow))} waited for the ACK of packet ${number(una)} until its timer ran out at `,
    story.at(decision.atNs),
    `: RTO ${duration(rtoNs)}, from ${from}${doubled}; ${segments(nxt - una)} were outstanding.`,
  );
}

/** The timer was too short, or ACKs were lost. */
function sayNotLost(story: StoryBuilder, oldest: Journey, atNs: number): void {
  const name = capital(packetName(oldest));
  if (oldest.arrivedNs <= atNs)
    story.needed`${name} had arrived at ${story.at(oldest.arrivedNs)}, but no ACK of it was back.`;
  else story.needed`${name}, sent at ${story.at(oldest.sentNs)}, was not lost: it was still under way.`;
}
