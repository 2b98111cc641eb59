/** A mark, a drop or a loss in a sentence, with the queue's own words and rule. */
import { NS_PER_S } from "../params/read.ts";
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { stateFormula, stateSentence } from "./algorithm-state.ts";
import { handshakeName } from "./event-text.ts";
import { textOf } from "./facts.ts";
import { counted, duration, number } from "./formats.ts";
import type { Journey, Passage, SeenSignal } from "./journey.ts";
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

/** "packet 10 433", "the ACK of all before 10 433", "datagram 12". */
export function packetName(journey: Journey): string {
  const { isAck, isDatagram, isRetransmission, seq } = journey;
  const ofHandshake = handshakeName(journey);
  if (ofHandshake !== null) return `the ${isRetransmission ? "repeated " : ""}${ofHandshake}`;
  if (isAck) return `the ACK that asks for ${number(seq)}`;
  if (isDatagram) return `datagram ${number(seq)}`;
  return isRetransmission ? `the retransmission of packet ${number(seq)}` : `packet ${number(seq)}`;
}

/** What happened where, why, and by which rule. */
export function saySignal(story: StoryBuilder, run: RunContext, journey: Journey, signal: SeenSignal): void {
  const event = QUEUE_EVENT_NAMES[signal.kind];
  const passage = journey.passages.find(({ signals }) => signals.includes(signal));
  story.needed`At ${story.at(signal.atNs)} ${wordsOf(run, journey, signal, passage)}.`;
  story.moment(signal.atNs, LABELS[event], signal.link, journey.flow);
  if (signal.kind === QUEUE_EVENT.linkLoss) return;
  story.quote(signal.explanation, 1, { link: signal.link, atNs: signal.atNs, event });
  if (signal.explanation === null && signal.state.length > 0) {
    story.needed`At that moment ${stateSentence(signal.label, signal.state)}.`;
  }
  story.rule("aqm", signal.algorithm, signal.explanation?.formula ?? genericRule(signal));
}

function wordsOf(
  run: RunContext,
  journey: Journey,
  { kind, link, sojournNs, waiting, label, explanation }: SeenSignal,
  passage: Passage | undefined,
): string {
  const packet = packetName(journey);
  const queue = run.queueName(link);
  if (kind === QUEUE_EVENT.linkLoss) return `${packet} was lost at random on ${run.linkName(link)}`;
  const done = kind === QUEUE_EVENT.mark ? "marked it" : "dropped it";
  const verdict = saysDeed(explanation) ? "" : `, and ${label} ${done}`;
  if (sojournNs > 0) {
    if (kind === QUEUE_EVENT.mark || kind === QUEUE_EVENT.aqmDrop)
      return `${packet} left ${queue} after ${duration(sojournNs)}${verdict}`;
    return `${packet} was dropped from ${queue}, which was full, after ${duration(sojournNs)}`;
  }
  const ahead = passage?.ahead ?? waiting;
  if (kind === QUEUE_EVENT.overflowDrop && explanation !== null)
    return `${packet} came to ${queue} and was dropped`;
  if (kind === QUEUE_EVENT.overflowDrop)
    return `${packet} came to ${queue}, found it full with ${counted(waiting, "packet")} and was dropped`;
  return `${packet} came to ${queue} behind ${counted(ahead, "packet")}${verdict}`;
}

/** The first sentence of its own, which always stays, may say already what was done. */
function saysDeed(explanation: SeenSignal["explanation"]): boolean {
  return explanation !== null && /\b(marked|dropped)\b/.test(textOf(explanation.sentences[0]));
}

function genericRule({ sojournNs, waiting, state }: SeenSignal): string {
  if (state.length > 0) return stateFormula(state);
  return sojournNs > 0 ? `sojourn time ${duration(sojournNs)}` : `${counted(waiting, "packet")} waiting`;
}

/** With what may be said of any packet. */
export function padStory(story: StoryBuilder, run: RunContext, { flow, sentNs, isAck }: Journey): void {
  const roundNs = roundAt(run, flow, sentNs / NS_PER_S);
  story.pad(
    [`It had left the ${isAck ? "receiver" : "sender"} of ${flowName(flow)} at `, story.at(sentNs), "."],
    [`Without any queue its flow's way there and back takes ${duration(roundNs)}.`],
  );
}

/** "packet 10 433, flow 1" for titles. */
export function titleOf(journey: Journey): string {
  return `${packetName(journey)}, ${flowName(journey.flow)}`;
}
