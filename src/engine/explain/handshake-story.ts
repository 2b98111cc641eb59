/** Explains why a SYN was retransmitted, or why a connection could not be opened. */
import { FINAL_ACK, NOT_ECT, SYN } from "../net/packet.ts";
import { NS_PER_S } from "../params/read.ts";
import { boundedTimeoutNs } from "../tcp/rtt-estimator.ts";
import { FLOW_EVENT, isOfOpening } from "../trace/snapshot.ts";
import { saySignal } from "./explain-signal.ts";
import { fact, type StoryPart, sentence } from "./facts.ts";
import { type Followed, idOf, lastSignal, retransmissionOf } from "./journey.ts";
import { type Journey, type PacketTracer, type SeenSignal, trace } from "./packet-tracer.ts";
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
  if (lost?.signal.atNs !== last.sentNs)
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
  readonly signal: SeenSignal;
}

/** Returns the lost packet: the SYN or its SYN-ACK; null if neither was lost. */
function lostOf({ answers }: Opening, syn: Journey): Lost | null {
  const journey = [syn, ...answers.filter(({ sentNs }) => sentNs > syn.sentNs)].find(({ isGone }) => isGone);
  const signal = journey === undefined ? null : lastSignal(journey);
  return journey === undefined || signal === null ? null : { journey, signal };
}

function sayUnanswered(story: StoryBuilder, run: RunContext, lost: Lost | null): void {
  if (lost === null) story.needed`It was not lost: it or its answer was still in flight.`;
  else saySignal(story, run, lost.journey, lost.signal);
}

// Sentences on the packets that open a connection.

/** Returns true for a handshake packet, which has a different epoch from the connection's data (net/packet.ts). */
export const isOfHandshake = ({ epoch }: Pick<Journey, "epoch">): boolean => epoch < 0;

/**
 * Adds a sentence that the arrival of the SYN-ACK opened the connection. If the question is about `syn`, the RTT of `syn` is
 * added.
 */
export function sayOpened(story: StoryBuilder, synAck: Journey, syn: Journey | null): void {
  if (Number.isNaN(synAck.arrivedNs)) return;
  const between = { kind: "between", fromNs: syn?.sentNs ?? 0, toNs: synAck.arrivedNs } as const;
  const took = syn === null ? null : fact.duration(synAck.arrivedNs - syn.sentNs, between);
  const round = took === null ? "" : sentence`, ${took} after the SYN was sent`;
  const what = syn === null ? "It came back to the sender" : "The SYN-ACK came back";
  const at = story.at(synAck.arrivedNs, { kind: "arrived", packet: idOf(synAck) });
  story.needed`${what} at ${at}${round}: the connection is open, and data may leave.`;
  story.moment(synAck.arrivedNs, "connection open", null, synAck.flow);
}

/** Adds sentences on the ACK that completes the handshake. */
export function sayFinalAck(story: StoryBuilder): void {
  story.needed`It is the third packet of the handshake and is not acknowledged.`;
  story.aside`If it were lost, the first data would confirm the connection instead.`;
}

/** Adds what happened after a handshake packet was dropped or lost. */
export function sayLostOfHandshake(
  story: StoryBuilder,
  run: RunContext,
  { tracer, journey }: Followed,
): void {
  sayNotMarked(story, journey);
  if (!journey.isAck && journey.seq === FINAL_ACK) {
    story.needed`It is not sent again: the first data confirm the connection instead.`;
    return;
  }
  const again = journey.isAck ? nextSyn(tracer, journey) : retransmissionOf(tracer, journey);
  const who = flowName(journey.flow);
  const later = again === null ? laterOf(run, journey) : null;
  if (again !== null || later?.kind === FLOW_EVENT.synTimeout) {
    const againNs = again?.sentNs ?? later?.timeNs ?? Number.NaN;
    const at = story.at(againNs, {
      kind: "event",
      event: "synTimeout",
      flow: journey.flow,
      atNs: againNs,
    });
    story.needed`Nothing reported this to ${who}: its timer expired, and it sent its SYN again at ${at}.`;
    story.moment(againNs, "SYN sent again", null, journey.flow);
  } else if (later !== null) {
    const { timeNs, before, flow } = later;
    const failed = { kind: "event", event: "notOpened", flow, atNs: timeNs } as const;
    const syns = fact.counted(before, "SYN", { ...failed, kind: "before" });
    story.needed`Nothing reported this to ${who}: its timer expired at ${story.at(timeNs, failed)}, no SYN retry was left after ${syns}, and the connection failed.`;
    story.moment(later.timeNs, "connection failed", null, journey.flow);
  } else {
    const untilNs = Math.min(tracer.nowNs, run.untilNs);
    const none = { kind: "happened", what: "sent-again", packet: idOf(journey), untilNs } as const;
    const not = fact.as("no further SYN was seen", 0, "times", none);
    const until = story.at(untilNs, { kind: "bound", fromNs: journey.sentNs, toNs: untilNs });
    story.needed`${capital(who)} had no answer, and ${not} up to ${until}.`;
  }
}

/**
 * Returns the flow's next event after a handshake packet; null unless only one connection can have caused it. A handshake's timer
 * may run longer than a replay, so the event is taken from the index.
 */
function laterOf({ network, index, untilNs }: RunContext, { flow, sentNs }: Journey): FlowFact | null {
  if (network.flows[flow].connections.length > 1) return null;
  const isNext = (one: FlowFact) => one.flow === flow && one.timeNs > sentNs && one.timeNs <= untilNs;
  const next = index.events.find(isNext);
  return next !== undefined && isOfOpening(next.kind) ? next : null;
}

/** Adds a sentence that a SYN must not be ECN-capable (RFC 3168 §6.1.1): a queue that signals to it must drop it. */
function sayNotMarked(story: StoryBuilder, journey: Journey): void {
  const signal = journey.passages.at(-1)?.signals.at(-1);
  if (signal === undefined || journey.ecn !== NOT_ECT) return;
  story.telling`Packets of a handshake are not ECN-capable, so a queue cannot mark them instead.`;
}

function nextSyn(tracer: PacketTracer, synAck: Journey): Journey | null {
  return (
    tracer.journeys.find(
      (one) =>
        !one.isAck &&
        one.isRetransmission &&
        one.end === synAck.end &&
        one.epoch === synAck.epoch &&
        one.sentNs > synAck.sentNs,
    ) ?? null
  );
}

/** Sentence on a connection without ECN (RFC 3168 §6.1.1.1). */
export const NO_ECN =
  "The connection has no ECN although the flow requests it: the SYN was lost, and the repeated SYN does not request ECN, because a device on the path may drop SYNs with ECN flags.";

/** Returns true if the flow requests ECN but its connection was opened without it. */
export function lacksEcn(run: RunContext, flow: number): boolean {
  const { opening } = run.network.flows[flow];
  const { params } = run.network.groups[run.network.flows[flow].group].spec;
  return params.ecn === true && opening !== null && !opening.ecn;
}

/** Adds the opening of the flow's first connection to the explanation of its start. Returns false if no connection was opened. */
export function sayFirstOpening(story: StoryBuilder, run: RunContext, flow: number, atNs: number): boolean {
  const { opening, connections } = run.network.flows[flow];
  const [first] = connections;
  if (opening === null || opening.openNs > run.untilNs) {
    const hasHandshake = first !== undefined && first.handshake !== null;
    if (hasHandshake) sayNotOpened(story, run, flow);
    return !hasHandshake;
  }
  const { openNs, syns, ecn } = opening;
  const opened = { kind: "opened", flow } as const;
  const again = syns > 1 ? sentence`, after ${fact.counted(syns, "SYN", { ...opened, kind: "syns" })}` : "";
  const later = fact.duration(openNs - atNs, { kind: "between", fromNs: atNs, toNs: openNs });
  story.needed`Its SYN left then; the SYN-ACK was back at ${story.at(openNs, opened)}, ${later} later${again}, and data could leave.`;
  if (ecn) story.aside`In the handshake both ends agreed on ECN.`;
  else if (lacksEcn(run, flow)) story.needed`${NO_ECN}`;
  else story.aside`The connection has no ECN.`;
  story.moment(openNs, "connection open", null, flow);
  return true;
}

function sayNotOpened(story: StoryBuilder, run: RunContext, flow: number): void {
  const own = run.index.events.filter((one) => one.flow === flow && one.timeNs <= run.untilNs);
  const failed = own.find(({ kind }) => kind === FLOW_EVENT.notOpened);
  if (failed === undefined) {
    const sent = own.filter(({ kind }) => kind === FLOW_EVENT.synTimeout).at(-1)?.after ?? 1;
    const syns = fact.as(sent === 1 ? "SYN has" : `${sent} SYNs have`, sent, "times", {
      kind: "syns",
      flow,
    });
    const until = story.at(run.untilNs, { kind: "bound", fromNs: 0, toNs: run.untilNs });
    story.needed`Its ${syns} not been answered up to ${until}.`;
  } else {
    const { before, timeNs } = failed;
    const syns = fact.as(before === 1 ? "SYN was" : `${before} SYNs were`, before, "times", {
      kind: "syns",
      flow,
    });
    const at = story.at(timeNs, { kind: "event", event: "notOpened", flow, atNs: timeNs });
    story.needed`Its ${syns} not answered: at ${at} the connection failed.`;
    story.moment(failed.timeNs, "connection failed", null, flow);
  }
  story.needed`So it has sent no data.`;
}
