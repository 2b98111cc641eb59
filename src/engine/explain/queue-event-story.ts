/**
 * Explains why a queue marked or dropped a packet, or a link lost it, and how its sender reacted. A story's `needed`, `telling` and
 * `aside` add a sentence with its importance; `finish` leaves the least important sentences out if there are more than six.
 */
import { NOT_ECT } from "../net/packet.ts";
import { NS_PER_S, secondsToNs } from "../params/read.ts";
import { CWR, LOSS, OPEN, RECOVERY } from "../tcp/loss-recovery.ts";
import { FLOW_EVENT, isCut, QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateFormula, stateSentence } from "./algorithm-state.ts";
import { decidedIn, sayAftermath, sayCut } from "./explain-cut.ts";
import { isOfHandshake, lacksEcn, NO_ECN, sayLostOfHandshake } from "./explain-handshake.ts";
import { fact, type StoryPart, sentence, textOf } from "./facts.ts";
import { counted, duration } from "./formats.ts";
import {
  type AckEffect,
  ackOf,
  cutByEcho,
  type Decision,
  echoOf,
  firstLost,
  idOf,
  isForLoss,
  type Journey,
  lastQueueEvent,
  nextAck,
  type Passage,
  packetName,
  proofOf,
  retransmissionOf,
  type SeenQueueEvent,
  titleOf,
} from "./journey.ts";
import { type Followed, followPacket, type PacketTracer } from "./packet-tracer.ts";
import { capital, flowName, type RunContext, roundAt, type StorySteps } from "./run-context.ts";
import { type FlowFact, findQueueEvent, type QueueFact } from "./run-index.ts";
import { FLOW_EVENT_NAMES, QUEUE_EVENT_NAMES, type Question, type QueueEventName } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

type QueueQuestion = Extract<Question, { kind: "queue-event" }>;

const TITLES: Readonly<Record<QueueQuestion["event"], string>> = {
  mark: "Mark of",
  aqmDrop: "Drop of",
  overflowDrop: "Drop of",
  linkLoss: "Loss of",
};

/** Explains a mark, a drop or a loss. Yields between short steps of work. */
export function* queueEventStory(run: RunContext, question: QueueQuestion): StorySteps {
  const found = findQueueEvent(run, question);
  if (found === null) throw new Error("There is no such event at this link in this run");
  const { fact, previous, next } = found;
  const followed = yield* followPacket(
    run,
    fact,
    fact.flow,
    fact.timeNs,
    fact.sojournNs,
    (tracer) => seenEvent(tracer, fact)?.journey ?? null,
  );
  const seen = followed === null ? null : seenEvent(followed.tracer, fact);
  if (followed === null || seen === null) throw new Error("the repeated run differed from the first run");
  const story = run.newStory(fact.flow);
  sayQueueEvent(story, run, seen.journey, seen.event);
  const isUncapable = seen.journey.ecn === NOT_ECT && !isOfHandshake(seen.journey) && !seen.journey.isAck;
  if (fact.kind === QUEUE_EVENT.aqmDrop && isUncapable && lacksEcn(run, fact.flow)) story.needed`${NO_ECN}`;
  if (fact.kind === QUEUE_EVENT.mark) sayMarkOutcome(story, run, followed);
  else sayLossOutcome(story, run, followed);
  padStory(story, run, seen.journey);
  const asked: Question = { ...question, atS: fact.timeNs / NS_PER_S };
  return story.finish(asked, `${TITLES[question.event]} ${titleOf(seen.journey)}`, fact.timeNs, {
    previous,
    next,
  });
}

/** Returns the packet and the mark, drop or loss that the question is about. */
function seenEvent(
  { journeys }: PacketTracer,
  { timeNs, link, kind, end, seq, isAck }: QueueFact,
): { journey: Journey; event: SeenQueueEvent } | null {
  for (const journey of journeys) {
    if (journey.end !== end || journey.seq !== seq || journey.isAck !== isAck) continue;
    for (const { events } of journey.passages) {
      const event = events.find((one) => one.atNs === timeNs && one.kind === kind && one.link === link);
      if (event !== undefined) return { journey, event };
    }
  }
  return null;
}

// The mark, drop or loss itself, with the sentences and the rule of the queue discipline.

const LABELS: Readonly<Record<QueueEventName, string>> = {
  mark: "marked",
  aqmDrop: "dropped",
  overflowDrop: "dropped: queue full",
  linkLoss: "lost on the link",
};

/** Adds sentences on a mark, drop or loss: what happened to the packet, where, why, and by which rule. */
export function sayQueueEvent(
  story: StoryBuilder,
  run: RunContext,
  journey: Journey,
  event: SeenQueueEvent,
): void {
  const name = QUEUE_EVENT_NAMES[event.kind];
  const passage = journey.passages.find(({ events }) => events.includes(event));
  const at = story.at(event.atNs, { kind: "signalled", packet: idOf(journey), link: event.link });
  story.needed`At ${at} ${wordsOf(run, journey, event, passage)}.`;
  story.moment(event.atNs, LABELS[name], event.link, journey.flow);
  if (event.kind === QUEUE_EVENT.linkLoss) return;
  story.quote(event.explanation, 1, { link: event.link, atNs: event.atNs, event: name });
  if (event.explanation === null && event.state.length > 0) {
    const { link, atNs, label, state } = event;
    story.needed`At that moment ${stateSentence(label, state, (id) => ({ kind: "probe", id, link, atNs, event: name }))}.`;
  }
  story.rule("aqm", event.algorithm, event.explanation?.formula ?? genericRule(event));
}

function wordsOf(
  run: RunContext,
  journey: Journey,
  { kind, link, atNs, sojournNs, waiting, label, explanation }: SeenQueueEvent,
  passage: Passage | undefined,
): readonly StoryPart[] {
  const packet = packetName(journey);
  const claim = { packet: idOf(journey), link } as const;
  const queue = run.queueName(link);
  if (kind === QUEUE_EVENT.linkLoss) return sentence`${packet} was lost at random on ${run.linkName(link)}`;
  const done = kind === QUEUE_EVENT.mark ? "marked it" : "dropped it";
  const verdict = statesAction(explanation) ? "" : `, and ${label} ${done}`;
  if (sojournNs > 0) {
    // When the queue discipline changes, waiting packets move to the new queue, which treats them like arriving
    // packets.
    const isMoved = run.scenario.changes.some((one) => one.id === "aqm" && secondsToNs(one.atS) === atNs);
    if (isMoved) {
      const since = fact.duration(sojournNs, { kind: "between", fromNs: atNs - sojournNs, toNs: atNs });
      return sentence`${packet} had waited in ${queue} for ${since} when the queue discipline was changed${verdict}`;
    }
    const waited = fact.duration(sojournNs, { kind: "sojourn", ...claim });
    if (kind === QUEUE_EVENT.mark || kind === QUEUE_EVENT.aqmDrop)
      return sentence`${packet} left ${queue} after ${waited}${verdict}`;
    return sentence`${packet} was dropped from ${queue}, which was full, after ${waited}`;
  }
  const others = fact.counted(waiting, "packet", { kind: "waiting", ...claim });
  if (kind === QUEUE_EVENT.overflowDrop && explanation !== null)
    return sentence`${packet} arrived at ${queue} and was dropped`;
  if (kind === QUEUE_EVENT.overflowDrop)
    return sentence`${packet} arrived at ${queue}, found it full with ${others} and was dropped`;
  const ahead =
    passage === undefined ? others : fact.counted(passage.ahead, "packet", { kind: "ahead", ...claim });
  const isSent = passage !== undefined && passage.ahead > waiting;
  const sent = isSent ? ", including the one being sent" : "";
  return sentence`${packet} arrived at ${queue} behind ${ahead}${sent}${verdict}`;
}

/**
 * Returns true if the first sentence of the explanation already says that the packet was marked or dropped. The first sentence is
 * never removed.
 */
function statesAction(explanation: SeenQueueEvent["explanation"]): boolean {
  return explanation !== null && /\b(marked|dropped)\b/.test(textOf(explanation.sentences[0]));
}

function genericRule({ sojournNs, waiting, state }: SeenQueueEvent): string {
  if (state.length > 0) return stateFormula(state);
  return sojournNs > 0 ? `sojourn time ${duration(sojournNs)}` : `${counted(waiting, "packet")} waiting`;
}

/** If the explanation is short, adds sentences that are true for every packet. */
export function padStory(story: StoryBuilder, run: RunContext, journey: Journey): void {
  const { flow, sentNs, isAck } = journey;
  const sent = story.at(sentNs, { kind: "sent", packet: idOf(journey) });
  story.pad(
    sentence`It had left the ${isAck ? "receiver" : "sender"} of ${flowName(flow)} at ${sent}.`,
    sentence`Without queues, the round trip of its flow takes ${roundTripAt(run, flow, sentNs)}.`,
  );
}

/** Returns the RTT of the flow's path at a given time, without queueing delay. */
function roundTripAt(run: RunContext, flow: number, atNs: number): StoryPart {
  return fact.duration(roundAt(run, flow, atNs / NS_PER_S), { kind: "path", of: "rtt", flow, atNs });
}

// Consequences of a mark: when the receiver got the packet, when its echo reached the sender, and how the sender reacted.

/** Adds sentences on the consequences of a mark. */
export function sayMarkOutcome(story: StoryBuilder, run: RunContext, followed: Followed): void {
  const { tracer, journey } = followed;
  const seenNs = tracer.nowNs;
  if (journey.isGone) {
    const lost = happened("was lost", 1, "lost", journey, seenNs);
    story.needed`Later on its path the packet ${lost}, and the mark with it.`;
    return;
  }
  if (Number.isNaN(journey.arrivedNs)) {
    const under = happened("still on its way", 0, "arrived", journey, seenNs);
    story.needed`The mark is ${under} to the receiver.`;
    return;
  }
  story.moment(journey.arrivedNs, "mark received", null, journey.flow);
  if (journey.isDatagram || journey.isAck || isOfHandshake(journey)) {
    story.needed`The mark arrived at ${arrivalOf(story, journey)}.`;
    story.needed`${whyUnanswered(journey)}`;
    return;
  }
  const echo = echoOf(tracer, journey);
  if (echo?.effect) sayEcho(story, run, followed, echo);
  else saySilence(story, followed);
}

function arrivalOf(story: StoryBuilder, journey: Journey): StoryPart {
  return story.at(journey.arrivedNs, { kind: "arrived", packet: idOf(journey) });
}

/** Returns one of two texts: for an event that has happened by the end of the observed time, or for one that has not. */
function happened(
  words: string,
  times: 0 | 1,
  what: "arrived" | "lost" | "told" | "sent-again" | "made-good",
  journey: Journey,
  untilNs: number,
): StoryPart {
  return fact.as(words, times, "times", { kind: "happened", what, packet: idOf(journey), untilNs });
}

function whyUnanswered(journey: Journey): string {
  if (journey.isDatagram)
    return "There is no response: this traffic sends datagrams, which are not acknowledged, and continues as before.";
  if (isOfHandshake(journey))
    return "A mark on a packet of the handshake changes nothing: senders respond only to marks on data.";
  return "An ACK's mark changes nothing: senders respond only to marks on data.";
}

function sayEcho(
  story: StoryBuilder,
  run: RunContext,
  { tracer, journey }: Followed,
  { arrivedNs, effect }: Journey,
): void {
  const echo = story.at(arrivedNs, { kind: "echoed", packet: idOf(journey) });
  story.needed`The mark reached the receiver at ${arrivalOf(story, journey)}; the ECE came back at ${echo}.`;
  const cut = cutByEcho(tracer, journey);
  if (cut?.atNs !== arrivedNs) story.moment(arrivedNs, "ECE is back", null, journey.flow);
  if (cut === null) {
    const forLoss = effect?.decisions.find(isForLoss);
    if (forLoss !== undefined) {
      story.needed`The same ACK reported a loss. One cut per round trip is enough, so the loss counts for both.`;
      sayCut(story, forLoss);
    } else if (effect !== null) sayNoCut(story, run, journey.flow, arrivedNs, effect);
    return;
  }
  if (cut.atNs > arrivedNs) {
    const at = story.at(cut.atNs, { kind: "event", ...decidedIn(cut) });
    story.needed`At that time the sender was still responding to an earlier signal; it responded to the echo at ${at}.`;
  }
  sayCut(story, cut);
  sayAftermath(story, run, cut);
}

/** For each congestion state: what the sender is doing, and the event that started it. */
const BUSY: Readonly<Record<number, { readonly what: string; readonly by: number }>> = {
  [CWR]: { what: "reducing its window", by: FLOW_EVENT.ecnReduction },
  [RECOVERY]: { what: "repairing a loss", by: FLOW_EVENT.lossReduction },
  [LOSS]: { what: "repairing what a timeout found", by: FLOW_EVENT.rto },
};

/** Adds the reason why the window was not reduced: there is only one reduction per window of data, or the control has its own rule. */
function sayNoCut(story: StoryBuilder, run: RunContext, flow: number, atNs: number, effect: AckEffect): void {
  const who = capital(flowName(flow));
  const decided = { flow, atNs };
  if (effect.stateBefore !== OPEN && !effect.ownsCwnd) {
    const { what, by } = BUSY[effect.stateBefore];
    const last = run.lastCut(flow, atNs);
    const since = last?.kind === by ? sentence` since ${eventMoment(story, last)}` : "";
    const counts = run.hasClassicEcho(flow)
      ? "a further mark within one window changes nothing."
      : "there is one cut per window, and this mark counts for the next window.";
    story.needed`${who} was already ${what}${since}: ${counts}`;
  } else {
    const { cwndBefore, cwndAfter } = effect;
    const after = fact.number(cwndAfter, "segments", { kind: "after", ...decided });
    const before = fact.number(cwndBefore, "segments", { kind: "before", ...decided });
    const now =
      cwndAfter === cwndBefore
        ? sentence`cwnd stayed at ${after}`
        : sentence`cwnd changed from ${before} to ${after} for other reasons`;
    story.needed`${who} did not cut cwnd for it: ${now}.`;
  }
  story.quote(effect.uncut, 2, decided);
}

/** Adds a sentence that a classic echo continues until the sender has reduced its window, so further marks change nothing. */
function saySilence(story: StoryBuilder, { tracer, journey }: Followed): void {
  story.needed`The mark reached the receiver at ${arrivalOf(story, journey)}.`;
  const ack = ackOf(tracer, journey);
  if (ack === null) {
    story.needed`${happened("No ACK that reports it has come back yet", 0, "told", journey, tracer.nowNs)}.`;
    return;
  }
  story.moment(ack.arrivedNs, "acknowledged", null, journey.flow);
  const { tells } = ack;
  const earlier = tells === null ? null : lastQueueEvent(tells);
  if (tells === null || earlier === null) {
    story.needed`The receiver was still echoing an earlier mark, to which the sender had not responded yet, so this mark adds nothing.`;
    return;
  }
  const other = packetName(tells, earlier.atNs);
  if (ack.effect?.ownsCwnd === true) {
    story.needed`The receiver was still echoing the mark of ${other}: the sender cannot tell the two apart.`;
    story.quote(ack.effect.uncut, 2, { flow: ack.flow, atNs: ack.arrivedNs });
    return;
  }
  story.needed`The receiver was still echoing the mark of ${other}: both are one signal, and this one changes nothing.`;
  story.telling`${capital(flowName(journey.flow))} responds to marks once per window of data.`;
}

// Consequences of a loss: how the sender detected it, how it changed its window, and when it retransmitted the
// packet.

/** Adds sentences on the consequences of a loss. */
export function sayLossOutcome(story: StoryBuilder, run: RunContext, followed: Followed): void {
  const { tracer, journey } = followed;
  if (isOfHandshake(journey)) sayLostOfHandshake(story, run, followed);
  else if (journey.isDatagram) {
    story.needed`The sender does not notice: this traffic sends datagrams, which are not acknowledged.`;
    story.needed`${capital(flowName(journey.flow))} continues at the same rate.`;
  } else if (journey.isAck) sayLostAck(story, followed);
  else {
    const again = retransmissionOf(tracer, journey);
    const proof = proofOf(tracer, journey, again?.sentNs ?? run.untilNs);
    if (proof !== null && proof.atNs <= run.untilNs) {
      sayProof(story, journey, proof);
      sayCut(story, proof);
      sayAgain(story, again);
      sayAftermath(story, run, proof);
      return;
    }
    sayRepair(story, run, followed, again);
    sayAgain(story, again);
  }
}

function sayProof(story: StoryBuilder, journey: Journey, { kind, atNs, rtoNs, flow }: Decision): void {
  const at = story.at(atNs, { kind: "proof", packet: idOf(journey) });
  if (kind === FLOW_EVENT.rto) {
    const rto = fact.duration(rtoNs, { kind: "sender", field: "rtoNs", flow, atNs, event: "rto" });
    story.needed`No ACK reported it to the sender; the timer expired after ${rto}, at ${at}.`;
  } else story.needed`ACKs of later packets reported it to the sender at ${at}.`;
}

/** Adds a sentence on the retransmission of a packet for which no reduction was made. */
function sayRepair(
  story: StoryBuilder,
  run: RunContext,
  { tracer, journey }: Followed,
  again: Journey | null,
): void {
  const who = capital(flowName(journey.flow));
  if (again === null) {
    const lostNs = lastQueueEvent(journey)?.atNs ?? journey.sentNs;
    const untilNs = Math.max(lostNs, Math.min(tracer.nowNs, run.untilNs));
    const within = fact.duration(untilNs - lostNs, { kind: "between", fromNs: lostNs, toNs: untilNs });
    const not = happened("did not send it again", 0, "sent-again", journey, untilNs);
    story.needed`${who} ${not} within ${within}, the examined part of the run.`;
    return;
  }
  const cut = tracer.decisions
    .filter((one) => one.end === journey.end && isCut(one.kind) && one.atNs <= again.sentNs)
    .at(-1);
  if (cut === undefined || journey.seq < cut.una || journey.seq >= cut.nxt) {
    story.needed`${who} repaired it and did not cut cwnd for it.`;
    return;
  }
  const other = isForLoss(cut) ? firstLost(tracer, cut) : null;
  if (other !== null && other !== journey) {
    sayCutForOther(story, journey, cut, other);
    return;
  }
  const at = story.at(cut.atNs, { kind: "event", ...decidedIn(cut) });
  story.needed`${who} had already responded to the congestion of this window at ${at}. Further losses of the window are repaired without another cut.`;
}

/** Adds a sentence that all losses of one window count as one signal, even those after the reduction. */
function sayCutForOther(story: StoryBuilder, journey: Journey, cut: Decision, other: Journey): void {
  const { atNs, flow, kind } = cut;
  const name = packetName(other, lastQueueEvent(other)?.atNs);
  const at = story.at(atNs, { kind: "cut-for", packet: idOf(journey), other: idOf(other) });
  const had = atNs <= (lastQueueEvent(journey)?.atNs ?? 0) ? "had already" : "had";
  const did = kind === FLOW_EVENT.rto ? `${had} timed out` : `${had} cut cwnd`;
  story.needed`${capital(flowName(flow))} ${did} for ${name}, at ${at}: all losses of one window of data count once, so this one is repaired without another cut.`;
  story.moment(atNs, kind === FLOW_EVENT.rto ? "timeout" : "cut for another", null, flow);
}

function sayAgain(story: StoryBuilder, again: Journey | null): void {
  if (again === null) return;
  const { sentNs, flow } = again;
  story.moment(sentNs, "sent again", null, flow);
  const at = story.at(sentNs, { kind: "sent", packet: idOf(again) });
  const lost = again.isGone ? lastQueueEvent(again) : null;
  if (lost === null) story.telling`It was sent again at ${at}.`;
  else {
    const lostAt = story.at(lost.atNs, { kind: "signalled", packet: idOf(again), link: lost.link });
    story.telling`Sent again at ${at}, it was lost once more at ${lostAt}.`;
  }
}

function sayLostAck(story: StoryBuilder, { tracer, journey }: Followed): void {
  const next = nextAck(tracer, journey);
  if (next === null) {
    const none = happened("No later ACK", 0, "made-good", journey, tracer.nowNs);
    story.needed`${none} has come back since.`;
    story.needed`The sender waits until another ACK arrives or its timer expires.`;
    return;
  }
  const at = story.at(next.arrivedNs, { kind: "made-good", packet: idOf(journey) });
  story.needed`A later ACK came back at ${at} and reported everything that this one had reported.`;
  story.needed`ACKs are cumulative, so nothing is sent again: the window only grew a little later.`;
  story.moment(next.arrivedNs, "next ACK", null, journey.flow);
}

/** Returns the time of a reduction, a timeout or a similar event. */
function eventMoment(story: StoryBuilder, { timeNs, flow, kind }: FlowFact): StoryPart {
  return story.at(timeNs, { kind: "event", event: FLOW_EVENT_NAMES[kind], flow, atNs: timeNs });
}
