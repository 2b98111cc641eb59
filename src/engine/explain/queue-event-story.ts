/** Why a queue marked or dropped a packet, or a link lost it, and what its sender made of that. */
import { QUEUE_EVENT } from "../trace/snapshot.ts";
import { Draft } from "./draft.ts";
import { follow } from "./follow.ts";
import type { Journey, SeenSignal } from "./journey.ts";
import { sayLossFate } from "./loss-fate.ts";
import { sayMarkFate } from "./mark-fate.ts";
import { findSignal } from "./neighbours.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import type { SignalFact } from "./run-index.ts";
import { asides, saySignal, titleOf } from "./signal-phrases.ts";
import type { Question } from "./story.ts";
import type { Known, Telling } from "./telling.ts";

type QueueQuestion = Extract<Question, { kind: "queue-event" }>;

const TITLES: Readonly<Record<QueueQuestion["event"], string>> = {
  mark: "Mark of",
  aqmDrop: "Drop of",
  overflowDrop: "Drop of",
  linkLoss: "Loss of",
};

const NS_PER_S = 1e9;

export function* queueEventStory(known: Known, question: QueueQuestion): Telling {
  const found = findSignal(known, question);
  if (found === null) throw new Error("There is no such event at this link in this run");
  const { fact, previous, next } = found;
  const followed = yield* follow(
    known,
    fact,
    fact.flow,
    fact.timeNs,
    fact.sojournNs,
    (tracer) => signalled(tracer, fact)?.journey ?? null,
  );
  const seen = followed === null ? null : signalled(followed.tracer, fact);
  if (followed === null || seen === null) throw new Error("the run was not the same once more");
  const moments = known.moments(fact.flow);
  const draft = new Draft();
  saySignal(draft, known, moments, seen.journey, seen.signal);
  if (fact.kind === QUEUE_EVENT.mark) sayMarkFate(draft, known, moments, followed);
  else sayLossFate(draft, known, moments, followed);
  draft.pad(...asides(known, moments, seen.journey));
  const asked: Question = { ...question, atS: fact.timeNs / NS_PER_S };
  return draft.finish(asked, `${TITLES[question.event]} ${titleOf(seen.journey)}`, fact.timeNs, {
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
