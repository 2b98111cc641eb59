/** What befell a packet of the picture: sent, queued, marked or not, received, acknowledged. */
import { FINAL_ACK } from "../net/packet.ts";
import { NS_PER_S } from "../params/read.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { Draft, NEEDED } from "./draft.ts";
import { ackOf, type Followed, follow } from "./follow.ts";
import { isOfHandshake, sayFinalAck, sayOpened } from "./handshake-phrases.ts";
import { type Journey, lastSignal } from "./journey.ts";
import { sayLossFate } from "./loss-fate.ts";
import { sayMarkFate } from "./mark-fate.ts";
import { sayArrived, sayEffect, sayQueues, saySent } from "./packet-phrases.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { asides, saySignal, titleOf } from "./signal-phrases.ts";
import type { AskedPacket, Question } from "./story.ts";
import { capital, type Known, type Telling } from "./telling.ts";
import type { Moments } from "./text.ts";

type PacketQuestion = Extract<Question, { kind: "packet" }>;

export function* packetStory(known: Known, question: PacketQuestion): Telling {
  const { packet } = question;
  const atNs = Math.round(question.atS * NS_PER_S);
  const flow = known.network.flowOfEnd[packet.end];
  if (flow === undefined) throw new Error("There is no such packet in this run");
  const followed = yield* follow(known, packet, flow, atNs, known.roundNs(flow, atNs), (tracer) =>
    aliveAt(tracer, packet, atNs),
  );
  if (followed === null) throw new Error("There is no such packet at that time");
  const { journey, tracer } = followed;
  const moments = known.moments(flow);
  const draft = new Draft();
  saySent(draft, moments, journey);
  sayWay(draft, known, moments, followed);
  draft.pad(...asides(known, moments, journey));
  return draft.finish(question, capital(titleOf(journey)), atNs, neighbours(tracer, journey));
}

function sayWay(draft: Draft, known: Known, moments: Moments, followed: Followed): void {
  const { journey, tracer } = followed;
  sayQueues(draft, known, moments, journey);
  const signal = lastSignal(journey);
  if (signal !== null) {
    saySignal(draft, known, moments, journey, signal);
    if (signal.kind === QUEUE_EVENT.mark) sayMarkFate(draft, known, moments, followed);
    else sayLossFate(draft, known, moments, followed);
    return;
  }
  if (isOfHandshake(journey)) {
    sayOfHandshake(draft, moments, followed);
    return;
  }
  if (journey.isAck) {
    sayEffect(draft, moments, journey, null);
    return;
  }
  sayArrived(draft, moments, journey);
  if (journey.isDatagram) draft.say(NEEDED, "Nobody acknowledges it: this traffic sends datagrams.");
  const ack = ackOf(tracer, journey);
  if (ack !== null) sayEffect(draft, moments, ack, journey);
}

function sayOfHandshake(draft: Draft, moments: Moments, { journey, tracer }: Followed): void {
  if (journey.isAck) {
    sayOpened(draft, moments, journey, null);
    return;
  }
  sayArrived(draft, moments, journey);
  if (journey.seq === FINAL_ACK) sayFinalAck(draft);
  const synAck = ackOf(tracer, journey);
  if (synAck !== null) sayOpened(draft, moments, synAck, journey);
}

/** Of several with the same number the one that is where it was seen. */
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

/** NaN while it is under way. */
function endOf(journey: Journey): number {
  return journey.isGone ? (lastSignal(journey)?.atNs ?? Number.NaN) : journey.arrivedNs;
}

function isAt({ passages }: Journey, { link, isQueued }: AskedPacket, atNs: number): boolean {
  const passage = passages.filter(({ enteredNs }) => enteredNs <= atNs).at(-1);
  if (passage === undefined) return link === null;
  const waits = !(passage.leftNs <= atNs);
  return isQueued ? waits && passage.link === link : !waits;
}

/** The flow's packets before and after, each as it was sent. */
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
