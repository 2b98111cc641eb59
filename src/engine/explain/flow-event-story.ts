/** Explains why a flow reduced its window, timed out or left slow start. */
import { FLOW_EVENT, isOfOpening } from "../trace/snapshot.ts";
import { decidedIn, pathFacts, sayAftermath, sayCut, sayProbe, sayUndo } from "./explain-cut.ts";
import { capitalized, fact, type SenderField, sentence } from "./facts.ts";
import { number } from "./formats.ts";
import { handshakeStory } from "./handshake-story.ts";
import {
  type Decision,
  echoOf,
  hasResent,
  hasWindow,
  idOf,
  type Journey,
  lastQueueEvent,
  lostBehind,
  oldestOf,
  packetName,
} from "./journey.ts";
import { type PacketTracer, trace } from "./packet-tracer.ts";
import { sayQueueEvent } from "./queue-event-story.ts";
import { capital, flowName, type RunContext, type StorySteps } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import { findFlowEvent } from "./run-index.ts";
import type { Question } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

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

/** Maximum number of replays. If the cause is earlier than the start of a replay, another replay with an earlier start is needed. */
const LOOKS = 5;

/** Explains an event of a flow. Yields between short steps of work. */
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
  const { rtt, bdp } = pathFacts(decision);
  story.pad(
    sentence`The round trip of its path takes ${rtt} without a queue, and the path then holds ${bdp}.`,
  );
  const title = `${TITLES[question.event]}, ${flowName(fact.flow)}`;
  const asked = { ...question, atS: fact.timeNs / 1e9 };
  return story.finish(asked, title, fact.timeNs, { previous, next });
}

/** Replays the interval before the event. If the cause is not in the interval, replays it again from an earlier start. */
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
    if (decision === undefined) throw new Error("the repeated run differed from the first run");
    if (fromNs === 0 || i === LOOKS || hasCause(tracer, decision)) return { tracer, decision };
  }
}

function hasCause(tracer: PacketTracer, decision: Decision): boolean {
  switch (decision.kind) {
    case FLOW_EVENT.ecnReduction:
      return markBehind(tracer, decision) !== null;
    case FLOW_EVENT.lossReduction:
      return hasWindow(tracer, decision);
    case FLOW_EVENT.rto:
    case FLOW_EVENT.lossProbe:
      return oldestOf(tracer, decision) !== null;
    default:
      return true;
  }
}

/** Returns the ACK that led to the decision; null if a timer led to it. */
function ackOf(tracer: PacketTracer, decision: Decision): Journey | null {
  return tracer.acks.find(({ effect }) => effect?.decisions.includes(decision)) ?? null;
}

function markBehind(tracer: PacketTracer, decision: Decision): Journey | null {
  return ackOf(tracer, decision)?.tells ?? null;
}

function sayMark(story: StoryBuilder, run: RunContext, tracer: PacketTracer, decision: Decision): void {
  const ack = ackOf(tracer, decision);
  const marked = ack?.tells ?? null;
  const event = marked === null ? null : lastQueueEvent(marked);
  if (marked === null || event === null) {
    story.needed`An ACK with ECN-Echo reported a mark from much earlier in the run.`;
    return;
  }
  sayQueueEvent(story, run, marked, event);
  const packet = idOf(marked);
  const arrived = story.at(marked.arrivedNs, { kind: "arrived", packet });
  const echoNs = echoOf(tracer, marked)?.arrivedNs ?? decision.atNs;
  const echo = story.at(echoNs, { kind: "echoed", packet });
  story.needed`The mark reached the receiver at ${arrived}; the ECE came back at ${echo}.`;
  if (echoNs < decision.atNs) {
    const at = story.at(decision.atNs, { kind: "event", ...decidedIn(decision) });
    story.needed`At that time the sender was still responding to an earlier signal; it responded to the echo at ${at}.`;
  }
  story.moment(marked.arrivedNs, "mark received", null, decision.flow);
}

function sayLoss(story: StoryBuilder, run: RunContext, tracer: PacketTracer, decision: Decision): void {
  const { sackedOut, hasSack } = decision;
  const decided = decidedIn(decision);
  const lost = lostBehind(tracer, decision);
  const [first] = lost;
  const event = first === undefined ? null : lastQueueEvent(first);
  const inWindow = { kind: "lost-of-window", ...decided } as const;
  if (first === undefined || event === null) {
    const none = (text: string) => fact.as(text, 0, "packets", inWindow);
    if (hasResent(tracer, decision))
      story.needed`Packets of this window had been lost and sent again before. ${none("None of those copies was lost")}, but the response to an earlier signal ended while segments were still missing, so the sender started another one.`;
    else story.needed`${none("No packet of this window was lost")}: later packets arrived first.`;
  } else {
    sayQueueEvent(story, run, first, event);
    if (lost.length > 1) {
      const all = fact.counted(lost.length, "packet", inWindow);
      story.telling`${all} of this window had been lost by then.`;
    }
  }
  const sacked = { kind: "sender", field: "sackedOut", ...decided } as const;
  const proof = !hasSack
    ? sentence`the ${fact.as(ordinal(sackedOut), sackedOut, "times", sacked)} duplicate ACK had arrived`
    : sackedOut === 0
      ? "the ACK of its tail loss probe had arrived"
      : sentence`ACKs had reported ${fact.counted(sackedOut, "later segment", sacked)} (SACK)`;
  const at = story.at(decision.atNs, { kind: "event", ...decided });
  if (first === undefined) story.needed`That was when ${proof}, at ${at}.`;
  else
    story.needed`Later packets arrived without it: when ${proof}, at ${at}, the sender considered it lost.`;
  story.needed`${ruleOf(decision, ackOf(tracer, decision) === null)}`;
}

/**
 * Returns a sentence on the rule by which the sender detected the loss. Most senders detect losses by time; readers expect three
 * duplicate ACKs.
 */
function ruleOf({ hasSack, countsLosses }: Decision, isByTimer: boolean): string {
  if (!hasSack) return "Three duplicate ACKs arrived, which count as a loss (DupThresh, RFC 5681).";
  if (countsLosses)
    return "Three later segments were SACKed, so the packet counts as lost (DupThresh, RFC 6675).";
  return isByTimer
    ? "The packet was still missing when the timer of the reordering window expired. RACK therefore counts it as lost (RFC 8985)."
    : "A later packet had been acknowledged, and this one was still missing after the reordering window. RACK therefore counts it as lost (RFC 8985).";
}

function ordinal(n: number): string {
  return ["", "first", "second", "third"][n] ?? `${n}th`;
}

function sayTimeout(story: StoryBuilder, run: RunContext, tracer: PacketTracer, decision: Decision): void {
  const oldest = oldestOf(tracer, decision);
  const event = oldest?.isGone === true ? lastQueueEvent(oldest) : null;
  if (oldest !== null && event !== null) sayQueueEvent(story, run, oldest, event);
  else if (oldest !== null) sayNotLost(story, oldest, decision.atNs);
  const { rtoNs, srttNs, backoffs, una, nxt } = decision;
  const decided = decidedIn(decision);
  const senderFact = (field: SenderField) => ({ kind: "sender", field, ...decided }) as const;
  const doubled =
    backoffs > 0 ? sentence`, doubled ${fact.counted(backoffs, "time", senderFact("backoffs"))}` : "";
  const srtt = fact.duration(srttNs, senderFact("srttNs"));
  const from = srttNs > 0 ? sentence`SRTT ${srtt} and its variation` : "no sample of the RTT yet";
  const awaited = fact.as(`packet ${number(una)}`, una, "1", senderFact("una"));
  const at = story.at(decision.atNs, { kind: "event", ...decided });
  const rto = fact.duration(rtoNs, senderFact("rtoNs"));
  const outstanding = fact.segments(nxt - una, senderFact("outstanding"));
  const who = capital(flowName(decision.flow));
  story.needed`${who} waited for the ACK of ${awaited} until its timer ran out at ${at}: RTO ${rto}, from ${from}${doubled}; ${outstanding} were outstanding.`;
}

/** Explains a timeout although nothing was lost: either the timer was too short, or ACKs were lost. */
function sayNotLost(story: StoryBuilder, oldest: Journey, atNs: number): void {
  const name = capitalized([packetName(oldest)]);
  const packet = idOf(oldest);
  if (oldest.arrivedNs <= atNs) {
    const arrived = story.at(oldest.arrivedNs, { kind: "arrived", packet });
    const none = { kind: "happened", what: "told", packet, untilNs: atNs } as const;
    story.needed`${name} had arrived at ${arrived}, but ${fact.as("no ACK of it was back", 0, "times", none)}.`;
  } else {
    const sent = story.at(oldest.sentNs, { kind: "sent", packet });
    const under = { kind: "happened", what: "lost", packet, untilNs: atNs } as const;
    story.needed`${name}, sent at ${sent}, ${fact.as("was not lost", 0, "times", under)}: it was still in flight.`;
  }
}
