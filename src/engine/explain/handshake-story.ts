/** Why a SYN was sent again, or a connection could not be opened. */
import { SYN } from "../net/packet.ts";
import { NS_PER_S } from "../params/read.ts";
import { boundedTimeoutNs } from "../tcp/rtt-estimator.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { Draft, NEEDED, TELLING } from "./draft.ts";
import { isOfHandshake } from "./handshake-phrases.ts";
import { type Journey, lastSignal, type SeenSignal } from "./journey.ts";
import type { Found } from "./neighbours.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import { trace } from "./packet-tracer.ts";
import type { FlowFact } from "./run-index.ts";
import { saySignal } from "./signal-phrases.ts";
import type { Question, StoryPart } from "./story.ts";
import { capital, flowName, type Known, type Telling } from "./telling.ts";
import { counted, duration, type Moments } from "./text.ts";

type FlowQuestion = Extract<Question, { kind: "flow-event" }>;

/** The first wait (RFC 6298 §2.1), and some more; each further one is twice as long. */
const FIRST_WAIT_NS = 1.1 * NS_PER_S;
/** Where it was set longer, the stretch is looked at again from earlier. */
const LOOKS = 4;

export function* handshakeStory(
  known: Known,
  question: FlowQuestion,
  found: Found<FlowFact>,
  title: string,
): Telling {
  const { fact, previous, next } = found;
  const { flow, timeNs } = fact;
  const opening = yield* seen(known, fact);
  const moments = known.moments(flow);
  const draft = new Draft();
  if (fact.kind === FLOW_EVENT.notOpened) sayFailed(draft, known, moments, fact, opening);
  else saySentAgain(draft, known, moments, fact, opening);
  const asked = { ...question, atS: timeNs / NS_PER_S };
  return draft.finish(asked, `${title}, ${flowName(flow)}`, timeNs, { previous, next });
}

/** The handshake's packets up to then. */
interface Opening {
  readonly syns: readonly Journey[];
  readonly answers: readonly Journey[];
}

/** Of a failure all SYNs are told, of another one the last. */
function* seen(known: Known, fact: FlowFact): Generator<undefined, Opening> {
  const { flow, kind, before, timeNs } = fact;
  const isFailure = kind === FLOW_EVENT.notOpened;
  let backNs = (isFailure ? (1 << before) - 1 : 1 << (before - 1)) * FIRST_WAIT_NS;
  for (let i = 1; ; i++, backNs *= 4) {
    const fromNs = Math.max(0, timeNs - backNs);
    const tracer = yield* trace(
      known.make,
      { flow, asked: null, fromNs, untilNs: timeNs },
      ({ nowNs }) => nowNs > timeNs,
    );
    const opening = openingOf(tracer, fact);
    const isAll = opening.syns.length >= (isFailure ? before : 1);
    if (fromNs === 0 || i === LOOKS || isAll) return opening;
  }
}

/** Of the connection that it happened to: a flow may open several at a time, and one after the other with the same ends. */
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
  draft: Draft,
  known: Known,
  moments: Moments,
  { flow, timeNs, before }: FlowFact,
  opening: Opening,
): void {
  const last = opening.syns.at(-1);
  const again = `${flowName(flow)} sent its SYN again, ${counted(before + 1, "SYN")} so far.`;
  draft.moment(timeNs, "SYN sent again", null, flow);
  if (last === undefined) {
    draft.say(NEEDED, "No answer had come when the timer ran out at ", moments.at(timeNs), `: ${again}`);
    draft.say(NEEDED, "The SYN before it lies further back than was looked.");
    return;
  }
  const lost = lostOf(opening, last);
  draft.moment(last.sentNs, "SYN sent", null, flow);
  if (lost?.signal.atNs !== last.sentNs)
    draft.say(NEEDED, `${capital(flowName(flow))} had sent a SYN at `, moments.at(last.sentNs), ".");
  sayUnanswered(draft, known, moments, lost);
  const waitedNs = timeNs - last.sentNs;
  draft.say(
    NEEDED,
    "The timer ran out at ",
    moments.at(timeNs),
    `, ${duration(waitedNs)} after that SYN: ${again}`,
  );
  const nextNs = boundedTimeoutNs(waitedNs, 1);
  draft.say(
    NEEDED,
    nextNs > waitedNs
      ? `The wait doubles with each SYN: ${duration(waitedNs)} before this one, ${duration(nextNs)} after it.`
      : `The wait is ${duration(waitedNs)} again: it doubles no further.`,
  );
  draft.say(TELLING, "No round trip has been measured yet that the timer could go by.");
}

function sayFailed(
  draft: Draft,
  known: Known,
  moments: Moments,
  { flow, timeNs, before }: FlowFact,
  opening: Opening,
): void {
  const { syns } = opening;
  const last = syns.at(-1);
  for (const { sentNs } of syns) draft.moment(sentNs, "SYN sent", null, flow);
  draft.moment(timeNs, "connection failed", null, flow);
  const times = syns.length === before ? listed(syns, moments) : [];
  draft.say(NEEDED, `${capital(flowName(flow))} had sent ${counted(before, "SYN")}`, ...times, ".");
  if (before > 1 && syns.length === before && syns.every(({ isGone }) => isGone))
    draft.say(TELLING, "All of them were dropped or lost.");
  if (last !== undefined) sayUnanswered(draft, known, moments, lostOf(opening, last));
  const after = last === undefined ? "" : `, ${duration(timeNs - last.sentNs)} after the last SYN`;
  draft.say(
    NEEDED,
    "The timer ran out at ",
    moments.at(timeNs),
    `${after}. No SYN retry was left: the connection failed.`,
  );
  draft.say(NEEDED, "None of its data was sent. A browser would say that the connection timed out.");
}

/** More would not be read. */
const MOST_LISTED = 7;

/** Of many the first and the last one. */
function listed(syns: readonly Journey[], moments: Moments): StoryPart[] {
  const times = syns.map(({ sentNs }) => moments.at(sentNs));
  if (times.length > MOST_LISTED) return [" from ", times[0], " to ", times[times.length - 1]];
  const before = (at: number) => (at === 0 ? ", at " : at === times.length - 1 ? " and " : ", ");
  return times.flatMap((time, at) => [before(at), time]);
}

interface Lost {
  readonly journey: Journey;
  readonly signal: SeenSignal;
}

/** The SYN, or its SYN-ACK; null where neither was lost. */
function lostOf({ answers }: Opening, syn: Journey): Lost | null {
  const journey = [syn, ...answers.filter(({ sentNs }) => sentNs > syn.sentNs)].find(({ isGone }) => isGone);
  const signal = journey === undefined ? null : lastSignal(journey);
  return journey === undefined || signal === null ? null : { journey, signal };
}

function sayUnanswered(draft: Draft, known: Known, moments: Moments, lost: Lost | null): void {
  if (lost === null) draft.say(NEEDED, "It was not lost: it or its answer was still under way.");
  else saySignal(draft, known, moments, lost.journey, lost.signal);
}
