/** Describes a mark, a drop or a loss, with the sentences and the rule of the queue discipline. */
import { NS_PER_S, secondsToNs } from "../params/read.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateFormula, stateSentence } from "./algorithm-state.ts";
import { handshakeName } from "./event-text.ts";
import { fact, type StoryPart, sentence, textOf } from "./facts.ts";
import { counted, duration, number } from "./formats.ts";
import { idOf } from "./journey.ts";
import type { Journey, Passage, SeenSignal } from "./packet-tracer.ts";
import { flowName, type RunContext, roundAt } from "./run-context.ts";
import type { QueueEventName } from "./story.ts";
import { QUEUE_EVENT_NAMES } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

const LABELS: Readonly<Record<QueueEventName, string>> = {
  mark: "marked",
  aqmDrop: "dropped",
  overflowDrop: "dropped: queue full",
  linkLoss: "lost on the link",
};

/**
 * Returns the name of a packet: "packet 10 433", "the ACK of all before 10 433", "datagram 12". If `atNs` is given, the name is a
 * link to that time of the run.
 */
export function packetName(journey: Journey, atNs?: number): StoryPart {
  const part = fact.as(nameOf(journey), journey.seq, "1", { kind: "packet", packet: idOf(journey) });
  return typeof part === "string" || atNs === undefined ? part : { ...part, atS: atNs / NS_PER_S };
}

function nameOf(journey: Journey): string {
  const { isAck, isDatagram, isRetransmission, seq } = journey;
  const ofHandshake = handshakeName(journey);
  if (ofHandshake !== null) return `the ${isRetransmission ? "repeated " : ""}${ofHandshake}`;
  if (isAck && isDatagram) return `the answer to datagram ${number(seq)}`;
  if (isAck) return `the ACK that asks for ${number(seq)}`;
  if (isDatagram) return `datagram ${number(seq)}`;
  return isRetransmission ? `the retransmission of packet ${number(seq)}` : `packet ${number(seq)}`;
}

/** Adds sentences on a mark, drop or loss: what happened to the packet, where, why, and by which rule. */
export function saySignal(story: StoryBuilder, run: RunContext, journey: Journey, signal: SeenSignal): void {
  const event = QUEUE_EVENT_NAMES[signal.kind];
  const passage = journey.passages.find(({ signals }) => signals.includes(signal));
  const at = story.at(signal.atNs, { kind: "signalled", packet: idOf(journey), link: signal.link });
  story.needed`At ${at} ${wordsOf(run, journey, signal, passage)}.`;
  story.moment(signal.atNs, LABELS[event], signal.link, journey.flow);
  if (signal.kind === QUEUE_EVENT.linkLoss) return;
  story.quote(signal.explanation, 1, { link: signal.link, atNs: signal.atNs, event });
  if (signal.explanation === null && signal.state.length > 0) {
    const { link, atNs, label, state } = signal;
    story.needed`At that moment ${stateSentence(label, state, (id) => ({ kind: "probe", id, link, atNs, event }))}.`;
  }
  story.rule("aqm", signal.algorithm, signal.explanation?.formula ?? genericRule(signal));
}

function wordsOf(
  run: RunContext,
  journey: Journey,
  { kind, link, atNs, sojournNs, waiting, label, explanation }: SeenSignal,
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
function statesAction(explanation: SeenSignal["explanation"]): boolean {
  return explanation !== null && /\b(marked|dropped)\b/.test(textOf(explanation.sentences[0]));
}

function genericRule({ sojournNs, waiting, state }: SeenSignal): string {
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

/** Returns the name of a packet for titles: "packet 10 433, flow 1". */
export function titleOf(journey: Journey): string {
  return `${nameOf(journey)}, ${flowName(journey.flow)}`;
}
