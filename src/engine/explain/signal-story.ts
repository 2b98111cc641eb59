/** Why a queue marked or dropped a packet, or a link lost it, and what its sender made of that. */
import { OPEN, RECOVERY } from "../tcp/loss-recovery.ts";
import { FLOW_EVENT, QUEUE_EVENT } from "../trace/snapshot.ts";
import { sayAftermath, sayCut } from "./explain-cut.ts";
import { padStory, saySignal, titleOf } from "./explain-signal.ts";
import { duration, number } from "./formats.ts";
import { isOfHandshake, sayLostOfHandshake } from "./handshake-story.ts";
import {
  type AckEffect,
  ackOf,
  cutFor,
  echoOf,
  type Followed,
  follow,
  type Journey,
  lastSignal,
  nextAck,
  retransmissionOf,
  type SeenSignal,
} from "./journey.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { capital, flowName, type RunContext, type StorySteps } from "./run-context.ts";
import { findSignal, type SignalFact } from "./run-index.ts";
import type { Question } from "./story.ts";
import { NEEDED, type StoryBuilder } from "./story-builder.ts";

type QueueQuestion = Extract<Question, { kind: "queue-event" }>;

const TITLES: Readonly<Record<QueueQuestion["event"], string>> = {
  mark: "Mark of",
  aqmDrop: "Drop of",
  overflowDrop: "Drop of",
  linkLoss: "Loss of",
};

const NS_PER_S = 1e9;

export function* queueEventStory(run: RunContext, question: QueueQuestion): StorySteps {
  const found = findSignal(run, question);
  if (found === null) throw new Error("There is no such event at this link in this run");
  const { fact, previous, next } = found;
  const followed = yield* follow(
    run,
    fact,
    fact.flow,
    fact.timeNs,
    fact.sojournNs,
    (tracer) => signalled(tracer, fact)?.journey ?? null,
  );
  const seen = followed === null ? null : signalled(followed.tracer, fact);
  if (followed === null || seen === null) throw new Error("the run was not the same once more");
  const story = run.newStory(fact.flow);
  saySignal(story, run, seen.journey, seen.signal);
  if (fact.kind === QUEUE_EVENT.mark) sayMarkOutcome(story, run, followed);
  else sayLossOutcome(story, run, followed);
  padStory(story, run, seen.journey);
  const asked: Question = { ...question, atS: fact.timeNs / NS_PER_S };
  return story.finish(asked, `${TITLES[question.event]} ${titleOf(seen.journey)}`, fact.timeNs, {
    previous,
    next,
  });
}

/** The packet to which it happened, and the signal. */
function signalled(
  { journeys }: PacketTracer,
  { timeNs, link, kind, end, seq, isAck }: SignalFact,
): { journey: Journey; signal: SeenSignal } | null {
  for (const journey of journeys) {
    if (journey.end !== end || journey.seq !== seq || journey.isAck !== isAck) continue;
    for (const { signals } of journey.passages) {
      const signal = signals.find((one) => one.atNs === timeNs && one.kind === kind && one.link === link);
      if (signal !== undefined) return { journey, signal };
    }
  }
  return null;
}

// What became of a mark: when the receiver saw it, when its echo was back, and what the sender made of it.

export function sayMarkOutcome(story: StoryBuilder, run: RunContext, followed: Followed): void {
  const { tracer, journey } = followed;
  if (journey.isGone) {
    story.needed`Further on the packet was lost, and the mark with it.`;
    return;
  }
  if (Number.isNaN(journey.arrivedNs)) {
    story.needed`The mark is still on its way to the receiver.`;
    return;
  }
  story.moment(journey.arrivedNs, "mark received", null, journey.flow);
  if (journey.isDatagram || journey.isAck || isOfHandshake(journey)) {
    sayUnanswered(story, journey);
    return;
  }
  const echo = echoOf(tracer, journey);
  if (echo?.effect) sayEcho(story, run, followed, echo);
  else saySilence(story, followed);
}

function sayUnanswered(story: StoryBuilder, journey: Journey): void {
  story.needed`The mark arrived at ${story.at(journey.arrivedNs)}.`;
  story.needed`${whyUnanswered(journey)}`;
}

function whyUnanswered(journey: Journey): string {
  if (journey.isDatagram)
    return "Nobody answers: this traffic sends datagrams, which no receiver acknowledges, and goes on as before.";
  if (isOfHandshake(journey))
    return "A mark on a packet of the handshake changes nothing: senders listen to marks on data only.";
  return "An ACK's mark changes nothing: senders listen to marks on data only.";
}

function sayEcho(
  story: StoryBuilder,
  run: RunContext,
  { journey }: Followed,
  { arrivedNs, effect }: Journey,
): void {
  story.needed`The mark reached the receiver at ${story.at(journey.arrivedNs)}; the ECE came back at ${story.at(arrivedNs)}.`;
  const cut = effect?.decisions.find(({ kind }) => kind === FLOW_EVENT.ecnReduction);
  if (cut !== undefined) {
    sayCut(story, cut);
    sayAftermath(story, run, cut);
    return;
  }
  story.moment(arrivedNs, "ECE is back", null, journey.flow);
  if (effect !== null) sayNoCut(story, run, journey.flow, arrivedNs, effect);
}

/** Once per window of data, or by its own rule. */
function sayNoCut(story: StoryBuilder, run: RunContext, flow: number, atNs: number, effect: AckEffect): void {
  const who = capital(flowName(flow));
  if (effect.stateBefore !== OPEN && !effect.ownsCwnd) {
    const what = effect.stateBefore === RECOVERY ? "repairing a loss" : "reducing its window";
    const last = run.lastEvent(flow, atNs);
    const since = last === undefined ? "" : " since ";
    const at = last === undefined ? "" : story.at(last.timeNs);
    const counts = run.hasClassicEcho(flow)
      ? "within one window a further mark changes nothing."
      : "there is one cut for a window, and this mark counts for the next.";
    story.needed`${who} was already ${what}${since}${at}: ${counts}`;
  } else {
    const { cwndBefore, cwndAfter } = effect;
    const now =
      cwndAfter === cwndBefore
        ? `it was ${number(cwndAfter)} as before`
        : `it went from ${number(cwndBefore)} to ${number(cwndAfter)} by other rules`;
    story.needed`${who} did not cut cwnd for it: ${now}.`;
  }
  story.quote(effect.uncut, 2, { flow, atNs });
}

/** The classic echo lasts until the sender says that it has cut: marks meanwhile add nothing. */
function saySilence(story: StoryBuilder, { tracer, journey }: Followed): void {
  story.needed`The mark reached the receiver at ${story.at(journey.arrivedNs)}.`;
  const ack = ackOf(tracer, journey);
  if (ack === null) {
    story.needed`No ACK that tells of it has come back yet.`;
    return;
  }
  story.moment(ack.arrivedNs, "acknowledged", null, journey.flow);
  const earlier = ack.tells === null ? null : lastSignal(ack.tells);
  if (earlier === null) {
    story.needed`The receiver was echoing an earlier mark until the sender had answered that one: this mark adds nothing.`;
    return;
  }
  story.say(
    NEEDED,
    "The receiver was still echoing the mark of packet ",
    { text: number(ack.tells?.seq ?? 0), atS: earlier.atNs / 1e9 },
    ": both are one signal, and this one changes nothing.",
  );
  if (ack.effect?.ownsCwnd === true)
    story.quote(ack.effect.uncut, 1, { flow: ack.flow, atNs: ack.arrivedNs });
  else story.telling`${capital(flowName(journey.flow))} answers marks once per window of data.`;
}

// What became of a loss: how the sender found out, what it did to its window, when it sent the packet again.

export function sayLossOutcome(story: StoryBuilder, run: RunContext, followed: Followed): void {
  const { tracer, journey } = followed;
  if (isOfHandshake(journey)) sayLostOfHandshake(story, run, followed);
  else if (journey.isDatagram) {
    story.needed`Nobody notices: this traffic sends datagrams, which nobody acknowledges.`;
    story.needed`${capital(flowName(journey.flow))} goes on at its rate as before.`;
  } else if (journey.isAck) sayLostAck(story, followed);
  else {
    const again = retransmissionOf(tracer, journey);
    const cut = cutFor(tracer, journey, again?.sentNs ?? run.untilNs);
    if (cut !== null) {
      sayProof(story, cut.kind === FLOW_EVENT.rto, cut.rtoNs, cut.atNs);
      sayCut(story, cut);
      sayAgain(story, again);
      sayAftermath(story, run, cut);
      return;
    }
    sayRepair(story, run, followed, again);
    sayAgain(story, again);
  }
}

function sayProof(story: StoryBuilder, isTimeout: boolean, rtoNs: number, atNs: number): void {
  const proof = isTimeout
    ? `No ACK told the sender; its timer ran out after ${duration(rtoNs)}, at `
    : "ACKs of later packets told the sender, at ";
  story.needed`${proof}${story.at(atNs)}.`;
}

function sayRepair(
  story: StoryBuilder,
  run: RunContext,
  { tracer, journey }: Followed,
  again: Journey | null,
): void {
  const who = capital(flowName(journey.flow));
  if (again === null) {
    const lostNs = lastSignal(journey)?.atNs ?? journey.sentNs;
    const within = duration(Math.max(0, Math.min(tracer.nowNs, run.untilNs) - lostNs));
    story.needed`${who} did not send it again within ${within}, as far as was looked.`;
    return;
  }
  const last = run.lastEvent(journey.flow, again.sentNs);
  if (last === undefined) {
    story.needed`${who} repaired it and did not cut cwnd for it.`;
    return;
  }
  story.needed`${who} had answered this window's congestion at ${story.at(last.timeNs)}: further losses of one window are repaired, and cut nothing more.`;
}

function sayAgain(story: StoryBuilder, again: Journey | null): void {
  if (again === null) return;
  story.moment(again.sentNs, "sent again", null, again.flow);
  const lost = again.isGone ? lastSignal(again) : null;
  if (lost === null) story.telling`It was sent again at ${story.at(again.sentNs)}.`;
  else
    story.telling`Sent again at ${story.at(again.sentNs)}, it was lost once more at ${story.at(lost.atNs)}.`;
}

function sayLostAck(story: StoryBuilder, { tracer, journey }: Followed): void {
  const next = nextAck(tracer, journey);
  if (next === null) {
    story.needed`No later ACK has come back in its place.`;
    story.needed`The sender waits: what it told is known only when another ACK or the timer comes.`;
    return;
  }
  story.needed`A later ACK came back at ${story.at(next.arrivedNs)} and told all that this one had.`;
  story.needed`ACKs are cumulative, so nothing is sent again for it: the window only grew a little later.`;
  story.moment(next.arrivedNs, "next ACK", null, journey.flow);
}
