/** Explains why a SYN was retransmitted, or why a connection could not be opened. */
import { SYN } from "../net/packet.ts";
import { NS_PER_S } from "../params/read.ts";
import { boundedTimeoutNs } from "../tcp/rtt-estimator.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { isOfHandshake, lacksEcn, NO_ECN } from "./explain-handshake.ts";
import { fact, type StoryPart, sentence } from "./facts.ts";
import { idOf, type Journey, lastQueueEvent, type SeenQueueEvent } from "./journey.ts";
import { type PacketTracer, trace } from "./packet-tracer.ts";
import { sayQueueEvent } from "./queue-event-story.ts";
import { capital, flowName, type RunContext, type StorySteps } from "./run-context.ts";
import type { FlowFact, FoundEvent } from "./run-index.ts";
import type { Question } from "./story.ts";
import type { StoryBuilder } from "./story-builder.ts";

type FlowQuestion = Extract<Question, { kind: "flow-event" }>;

/** First wait for the answer to a SYN (RFC 6298 §2.1), with a margin; each further wait is twice as long. */
const FIRST_WAIT_NS = 1.1 * NS_PER_S;
/** Maximum number of replays. Several may be needed, because the first wait can be set longer. */
const LOOKS = 4;

/** Explains a retransmitted SYN or a failed connection. Yields between short steps of work. */
export function* handshakeStory(
  run: RunContext,
  question: FlowQuestion,
  found: FoundEvent<FlowFact>,
  title: string,
): StorySteps {
  const { fact, previous, next } = found;
  const { flow, timeNs } = fact;
  const opening = yield* seen(run, fact);
  const story = run.newStory(flow);
  if (fact.kind === FLOW_EVENT.notOpened) sayFailed(story, run, fact, opening);
  else saySentAgain(story, run, fact, opening);
  const asked = { ...question, atS: timeNs / NS_PER_S };
  return story.finish(asked, `${title}, ${flowName(flow)}`, timeNs, { previous, next });
}

/** The handshake packets of one connection up to the event. */
interface Opening {
  readonly syns: readonly Journey[];
  readonly answers: readonly Journey[];
}

/** Replays the handshake up to the event. The explanation of a failure needs all SYNs, that of a retransmission only the last one. */
function* seen(run: RunContext, fact: FlowFact): Generator<undefined, Opening> {
  const { flow, kind, before, timeNs } = fact;
  const isFailure = kind === FLOW_EVENT.notOpened;
  let backNs = (isFailure ? (1 << before) - 1 : 1 << (before - 1)) * FIRST_WAIT_NS;
  for (let i = 1; ; i++, backNs *= 4) {
    const fromNs = Math.max(0, timeNs - backNs);
    const tracer = yield* trace(
      run.make,
      { flow, asked: null, fromNs, untilNs: timeNs },
      ({ nowNs }) => nowNs > timeNs,
    );
    const opening = openingOf(tracer, fact);
    const isAll = opening.syns.length >= (isFailure ? before : 1);
    if (fromNs === 0 || i === LOOKS || isAll) return opening;
  }
}

/**
 * Returns the packets of the connection to which the event belongs. A flow may open several connections at the same
 * time, and several in succession between the same ends.
 */
function openingOf({ journeys, decisions }: PacketTracer, { flow, kind, timeNs }: FlowFact): Opening {
  const end = decisions.find((one) => one.flow === flow && one.kind === kind && one.atNs === timeNs)?.end;
  const own = journeys.filter((one) => one.end === end && isOfHandshake(one) && one.sentNs <= timeNs);
  const epoch = own.filter(({ isAck }) => !isAck).at(-1)?.epoch;
  const ofIt = own.filter((one) => one.epoch === epoch && one.sentNs < timeNs);
  return {
    syns: ofIt.filter(({ isAck, seq }) => !isAck && seq === SYN),
    answers: ofIt.filter(({ isAck }) => isAck),
  };
}

function saySentAgain(
  story: StoryBuilder,
  run: RunContext,
  { flow, timeNs, before }: FlowFact,
  opening: Opening,
): void {
  const last = opening.syns.at(-1);
  const expired = { kind: "event", event: "synTimeout", flow, atNs: timeNs } as const;
  const soFar = fact.counted(before + 1, "SYN", { ...expired, kind: "after" });
  const again = sentence`${flowName(flow)} sent its SYN again, ${soFar} so far.`;
  story.moment(timeNs, "SYN sent again", null, flow);
  if (last === undefined) {
    story.needed`No answer had arrived when the timer ran out at ${story.at(timeNs, expired)}: ${again}`;
    story.needed`The previous SYN was sent before the examined part of the run.`;
    return;
  }
  const lost = lostOf(opening, last);
  story.moment(last.sentNs, "SYN sent", null, flow);
  if (lost?.event.atNs !== last.sentNs)
    story.needed`${capital(flowName(flow))} had sent a SYN at ${story.at(last.sentNs, { kind: "sent", packet: idOf(last) })}.`;
  sayUnanswered(story, run, lost);
  const waitedNs = timeNs - last.sentNs;
  const waited = fact.duration(waitedNs, { kind: "between", fromNs: last.sentNs, toNs: timeNs });
  story.needed`The timer ran out at ${story.at(timeNs, expired)}, ${waited} after that SYN: ${again}`;
  const nextNs = boundedTimeoutNs(waitedNs, 1);
  const next = fact.duration(nextNs, { kind: "next-wait", fromNs: last.sentNs, toNs: timeNs });
  if (nextNs > waitedNs)
    story.needed`The wait doubles with each SYN: ${waited} before this one, ${next} after it.`;
  else story.needed`The wait is ${waited} again: it doubles no further.`;
  if (lacksEcn(run, flow)) story.needed`${NO_ECN}`;
  story.telling`The timer cannot use a round-trip time, because none has been measured yet.`;
}

function sayFailed(
  story: StoryBuilder,
  run: RunContext,
  { flow, timeNs, before }: FlowFact,
  opening: Opening,
): void {
  const { syns } = opening;
  const last = syns.at(-1);
  for (const { sentNs } of syns) story.moment(sentNs, "SYN sent", null, flow);
  story.moment(timeNs, "connection failed", null, flow);
  const times = syns.length === before ? listed(story, syns) : [];
  const failed = { kind: "event", event: "notOpened", flow, atNs: timeNs } as const;
  const sent = fact.counted(before, "SYN", { ...failed, kind: "before" });
  story.needed`${capital(flowName(flow))} had sent ${sent}${times}.`;
  if (before > 1 && syns.length === before && syns.every(({ isGone }) => isGone))
    story.telling`All of them were dropped or lost.`;
  if (last !== undefined) sayUnanswered(story, run, lostOf(opening, last));
  const between = { kind: "between", fromNs: last?.sentNs ?? timeNs, toNs: timeNs } as const;
  const after =
    last === undefined ? "" : sentence`, ${fact.duration(timeNs - last.sentNs, between)} after the last SYN`;
  story.needed`The timer ran out at ${story.at(timeNs, failed)}${after}. No SYN retry was left: the connection failed.`;
  story.needed`It sent no data. A browser would report that the connection timed out.`;
}

/** Maximum number of SYN times that are listed. */
const MOST_LISTED = 7;

/** Returns the times of the SYNs as a list. If there are many, the list has only the first and the last times. */
function listed(story: StoryBuilder, syns: readonly Journey[]): StoryPart[] {
  const times = syns.map((syn) => story.at(syn.sentNs, { kind: "sent", packet: idOf(syn) }));
  if (times.length > MOST_LISTED) return [" from ", times[0], " to ", times[times.length - 1]];
  const before = (at: number) => (at === 0 ? ", at " : at === times.length - 1 ? " and " : ", ");
  return times.flatMap((time, at) => [before(at), time]);
}

interface Lost {
  readonly journey: Journey;
  readonly event: SeenQueueEvent;
}

/** Returns the lost packet: the SYN or its SYN-ACK; null if neither was lost. */
function lostOf({ answers }: Opening, syn: Journey): Lost | null {
  const journey = [syn, ...answers.filter(({ sentNs }) => sentNs > syn.sentNs)].find(({ isGone }) => isGone);
  const event = journey === undefined ? null : lastQueueEvent(journey);
  return journey === undefined || event === null ? null : { journey, event };
}

function sayUnanswered(story: StoryBuilder, run: RunContext, lost: Lost | null): void {
  if (lost === null) story.needed`It was not lost: it or its answer was still in flight.`;
  else sayQueueEvent(story, run, lost.journey, lost.event);
}
