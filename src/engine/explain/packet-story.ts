/**
 * Explains what happened to a packet that the user chose on the drawn path: when it was sent, queued, marked or not, received and
 * acknowledged.
 */
import { FINAL_ACK } from "../net/packet.ts";
import { NS_PER_S } from "../params/read.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateSentence } from "./algorithm-state.ts";
import { sayCut } from "./explain-cut.ts";
import { isOfHandshake, sayFinalAck, sayOpened } from "./explain-handshake.ts";
import { capitalized, fact, type StoryPart, type StoryText, sentence } from "./facts.ts";
import { ackOf, idOf, type Journey, lastQueueEvent, type Passage, packetName, titleOf } from "./journey.ts";
import { type Followed, followPacket, type PacketTracer } from "./packet-tracer.ts";
import { padStory, sayLossOutcome, sayMarkOutcome, sayQueueEvent } from "./queue-event-story.ts";
import { capital, flowName, type RunContext, type StorySteps } from "./run-context.ts";
import type { AskedPacket, Question } from "./story.ts";
import { ASIDE, NEEDED, type StoryBuilder } from "./story-builder.ts";

type PacketQuestion = Extract<Question, { kind: "packet" }>;

/** Explains what happened to a packet. Yields between short steps of work. */
export function* packetStory(run: RunContext, question: PacketQuestion): StorySteps {
  const { packet } = question;
  const atNs = Math.round(question.atS * NS_PER_S);
  const flow = run.network.flowOfEnd[packet.end];
  if (flow === undefined) throw new Error("There is no such packet in this run");
  const followed = yield* followPacket(run, packet, flow, atNs, run.roundNs(flow, atNs), (tracer) =>
    aliveAt(tracer, packet, atNs),
  );
  if (followed === null) throw new Error("There is no such packet at that time");
  const { journey, tracer } = followed;
  const story = run.newStory(flow);
  saySent(story, journey);
  sayWay(story, run, followed);
  padStory(story, run, journey);
  return story.finish(question, capital(titleOf(journey)), atNs, neighbours(tracer, journey));
}

function sayWay(story: StoryBuilder, run: RunContext, followed: Followed): void {
  const { journey, tracer } = followed;
  sayQueues(story, run, journey);
  const event = lastQueueEvent(journey);
  if (event !== null) {
    sayQueueEvent(story, run, journey, event);
    if (event.kind === QUEUE_EVENT.mark) sayMarkOutcome(story, run, followed);
    else sayLossOutcome(story, run, followed);
    return;
  }
  if (isOfHandshake(journey)) {
    sayOfHandshake(story, followed);
    return;
  }
  if (journey.isAck && !journey.isDatagram) {
    sayEffect(story, journey, null);
    return;
  }
  sayArrived(story, journey, tracer.nowNs);
  if (journey.isDatagram && !journey.isAck)
    story.needed`It is not acknowledged, because this traffic sends datagrams.`;
  const ack = ackOf(tracer, journey);
  if (ack !== null) sayEffect(story, ack, journey);
}

function sayOfHandshake(story: StoryBuilder, { journey, tracer }: Followed): void {
  if (journey.isAck) {
    sayOpened(story, journey, null);
    return;
  }
  sayArrived(story, journey, tracer.nowNs);
  if (journey.seq === FINAL_ACK) sayFinalAck(story);
  const synAck = ackOf(tracer, journey);
  if (synAck !== null) sayOpened(story, synAck, journey);
}

/**
 * Returns the transmission of a packet that was at the place where the user saw it. There may be several transmissions with the
 * same number.
 */
function aliveAt({ journeys }: PacketTracer, packet: AskedPacket, atNs: number): Journey | null {
  const alike = journeys.filter(
    (one) =>
      one.end === packet.end &&
      one.seq === packet.seq &&
      one.isAck === packet.isAck &&
      one.sentNs <= atNs &&
      !(endOf(one) < atNs),
  );
  return alike.find((one) => isAt(one, packet, atNs)) ?? alike.at(-1) ?? null;
}

/** Returns the time at which the packet arrived or was lost (ns); NaN while it is in flight. */
function endOf(journey: Journey): number {
  return journey.isGone ? (lastQueueEvent(journey)?.atNs ?? Number.NaN) : journey.arrivedNs;
}

function isAt({ passages }: Journey, { link, isQueued }: AskedPacket, atNs: number): boolean {
  const passage = passages.filter(({ enteredNs }) => enteredNs <= atNs).at(-1);
  if (passage === undefined) return link === null;
  const waits = !(passage.leftNs <= atNs);
  return isQueued ? waits && passage.link === link : !waits;
}

/** Returns the packets that the flow sent directly before and after this one. */
function neighbours({ journeys }: PacketTracer, journey: Journey) {
  const alike = journeys.filter((one) => one.end === journey.end && one.isAck === journey.isAck);
  const at = alike.indexOf(journey);
  return { previous: asking(alike[at - 1]), next: asking(alike[at + 1]) };
}

function asking(journey: Journey | undefined): Question | null {
  if (journey === undefined) return null;
  const { end, seq, isAck, sentNs, passages } = journey;
  const isQueued = passages.length > 0;
  const packet = { end, seq, isAck, link: passages[0]?.link ?? null, isQueued };
  return { kind: "packet", packet, atS: sentNs / NS_PER_S };
}

// Sentences on the parts of a packet's journey.

function saySent(story: StoryBuilder, journey: Journey): void {
  const name = capitalized([packetName(journey)]);
  const { flow, sentNs, cwnd, inflight, isAck, answers } = journey;
  const packet = idOf(journey);
  const at = story.at(sentNs, { kind: "sent", packet });
  story.moment(sentNs, "sent", null, flow);
  if (isAck) {
    const upon = answers === null ? "" : sentence`, after ${packetName(answers)} had arrived`;
    story.needed`${name} left the receiver of ${flowName(flow)} at ${at}${upon}.`;
    return;
  }
  const window = fact.number(cwnd, "segments", { kind: "cwnd", packet, when: "sent" });
  const all = fact.segments(inflight + 1, { kind: "under-way", packet });
  const beside =
    Number.isNaN(cwnd) || isOfHandshake(journey)
      ? ""
      : sentence` with cwnd ${window}, as one of ${all} in flight`;
  story.needed`${name} of ${flowName(flow)} was sent at ${at}${beside}${inPhase(journey)}.`;
}

/** Returns the sender's phase when the packet left: ", in congestion avoidance". */
function inPhase(journey: Journey): StoryText {
  const { phase, flow, end, sentNs: atNs } = journey;
  if (phase === null || isOfHandshake(journey)) return "";
  const { id, label, noun = label } = phase;
  return sentence`, in ${fact.as(noun, 1, "times", { kind: "in-phase", phase: id, flow, end, atNs })}`;
}

/** Adds sentences on the queues that the packet passed. The queue with the longest wait is the most important one. */
function sayQueues(story: StoryBuilder, run: RunContext, journey: Journey): void {
  const passages = journey.passages.filter(({ events }) => events.length === 0);
  const longest = passages.reduce<Passage | null>(
    (best, one) => (best === null || waitOf(one) > waitOf(best) ? one : best),
    null,
  );
  for (const passage of passages) {
    sayQueue(story, run, journey, passage, passage === longest ? NEEDED : ASIDE);
    if (waitOf(passage) > 0) story.moment(passage.leftNs, "left the queue", passage.link, journey.flow);
  }
}

function sayQueue(
  story: StoryBuilder,
  run: RunContext,
  journey: Journey,
  passage: Passage,
  weight: number,
): void {
  const { link, leftNs, enteredNs, label, state } = passage;
  const claim = { packet: idOf(journey), link } as const;
  const queue = run.queueName(link);
  if (Number.isNaN(leftNs)) {
    const entered = story.at(enteredNs, { kind: "entered", ...claim });
    story.say(weight, ...sentence`It waits in ${queue}, which it entered at ${entered}.`);
    return;
  }
  const waitNs = waitOf(passage);
  const sojourn = { kind: "sojourn", ...claim } as const;
  const waited =
    waitNs === 0
      ? sentence`It ${fact.as("did not have to wait", 0, "ns", sojourn)} in ${queue}`
      : sentence`It arrived at ${placeIn(queue, journey, passage)} and left after ${fact.duration(waitNs, sojourn)}`;
  const shown =
    state.length === 0
      ? ""
      : sentence` At that moment ${stateSentence(label, state, (id) => ({ kind: "probe", id, link, atNs: leftNs }))}.`;
  const unsigned = fact.as("neither marked nor dropped", 0, "times", { kind: "signals", ...claim });
  story.say(weight, ...sentence`${waited}: ${label} ${unsigned} it.${shown}`);
}

/**
 * Returns the packet's position in its queue. If the link has several queues, packets in the other queues are not counted as
 * ahead of it.
 */
function placeIn(queue: string, journey: Journey, { ahead, inner, link }: Passage): readonly StoryPart[] {
  const claim = { packet: idOf(journey), link } as const;
  const before = { kind: "ahead", ...claim } as const;
  if (inner === null) return sentence`${queue} behind ${fact.counted(ahead, "packet", before)}`;
  const inInner = fact.counted(inner.packets, "packet", { kind: "ahead-in-inner", ...claim });
  const inAll = fact.number(ahead, "packets", before);
  return sentence`${inner.name} behind ${inInner}, when ${queue} held ${inAll} in all,`;
}

const waitOf = ({ enteredNs, leftNs }: Passage): number => leftNs - enteredNs;

function sayArrived(story: StoryBuilder, journey: Journey, seenNs: number): void {
  const { arrivedNs, isGone, flow } = journey;
  const packet = idOf(journey);
  if (isGone) return;
  if (Number.isNaN(arrivedNs)) {
    const not = { kind: "happened", what: "arrived", packet, untilNs: seenNs } as const;
    story.needed`It is ${fact.as("still under way", 0, "times", not)}.`;
    return;
  }
  story.needed`It reached the receiver at ${story.at(arrivedNs, { kind: "arrived", packet })}.`;
  story.moment(arrivedNs, "received", null, flow);
}

/** Adds the effect of an ACK on its sender. If the question is about the data packet `data`, its RTT is added. */
function sayEffect(story: StoryBuilder, ack: Journey, data: Journey | null): void {
  const { effect, arrivedNs, flow, tells } = ack;
  if (effect === null) return;
  const packet = idOf(ack);
  const acked = effect.unaAfter - effect.unaBefore;
  const what =
    acked > 0
      ? sentence`acknowledged ${fact.segments(acked, { kind: "acked", packet })}`
      : fact.as("acknowledged nothing new", acked, "segments", { kind: "acked", packet });
  if (data === null)
    story.needed`It came back to the sender at ${story.at(arrivedNs, { kind: "arrived", packet })}; it ${what}.`;
  else {
    const returnedAt = story.at(arrivedNs, { kind: "told", packet: idOf(data) });
    const round = fact.duration(arrivedNs - data.sentNs, { kind: "round-trip", packet: idOf(data) });
    story.needed`Its ACK came back at ${returnedAt}, ${round} after it was sent; it ${what}.`;
  }
  story.moment(arrivedNs, "acknowledged", null, flow);
  const mark = tells === null ? null : lastQueueEvent(tells);
  if (data === null && mark !== null && tells !== null) {
    story.needed`It carried ECE, which reported the mark of ${packetName(tells, mark.atNs)}.`;
  }
  const [decision] = effect.decisions;
  if (decision !== undefined) sayCut(story, decision);
  else sayWindow(story, ack, effect);
}

function sayWindow(
  story: StoryBuilder,
  ack: Journey,
  { cwndBefore, cwndAfter, limited }: NonNullable<Journey["effect"]>,
): void {
  const who = capital(flowName(ack.flow));
  const claim = { kind: "cwnd", packet: idOf(ack) } as const;
  const before = fact.number(cwndBefore, "segments", { ...claim, when: "before" });
  const after = fact.segments(cwndAfter, { ...claim, when: "after" });
  if (cwndAfter > cwndBefore) story.needed`${who}'s cwnd grew from ${before} to ${after}.`;
  else if (cwndAfter < cwndBefore) story.needed`${who}'s cwnd went down from ${before} to ${after}.`;
  else {
    const use = limited ? "all in use" : "not all in use";
    story.telling`${who}'s cwnd stayed at ${after}, ${use}.`;
  }
}
