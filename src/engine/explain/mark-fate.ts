/** What became of a mark: when the receiver saw it, when its echo was back, and what the sender made of it. */
import { OPEN, RECOVERY } from "../tcp/loss-recovery.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { sayAftermath } from "./aftermath.ts";
import { sayCut } from "./cut-phrases.ts";
import { type Draft, NEEDED, TELLING } from "./draft.ts";
import { ackOf, echoOf, type Followed } from "./follow.ts";
import { isOfHandshake } from "./handshake-phrases.ts";
import type { AckEffect, Journey } from "./journey.ts";
import { lastSignal } from "./journey.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { type Moments, number } from "./text.ts";

export function sayMarkFate(draft: Draft, known: Known, moments: Moments, followed: Followed): void {
  const { tracer, journey } = followed;
  if (journey.isGone) {
    draft.say(NEEDED, "Further on the packet was lost, and the mark with it.");
    return;
  }
  if (Number.isNaN(journey.arrivedNs)) {
    draft.say(NEEDED, "The mark is still on its way to the receiver.");
    return;
  }
  draft.moment(journey.arrivedNs, "mark received", null, journey.flow);
  if (journey.isDatagram || journey.isAck || isOfHandshake(journey)) {
    sayUnanswered(draft, moments, journey);
    return;
  }
  const echo = echoOf(tracer, journey);
  if (echo?.effect) sayEcho(draft, known, moments, followed, echo);
  else saySilence(draft, moments, followed);
}

function sayUnanswered(draft: Draft, moments: Moments, journey: Journey): void {
  draft.say(NEEDED, "The mark arrived at ", moments.at(journey.arrivedNs), ".");
  draft.say(NEEDED, whyUnanswered(journey));
}

function whyUnanswered(journey: Journey): string {
  if (journey.isDatagram)
    return "Nobody answers: this traffic sends datagrams, which no receiver acknowledges, and goes on as before.";
  if (isOfHandshake(journey))
    return "A mark on a packet of the handshake changes nothing: senders listen to marks on data only.";
  return "An ACK's mark changes nothing: senders listen to marks on data only.";
}

function sayEcho(
  draft: Draft,
  known: Known,
  moments: Moments,
  { journey }: Followed,
  { arrivedNs, effect }: Journey,
): void {
  draft.say(
    NEEDED,
    "The mark reached the receiver at ",
    moments.at(journey.arrivedNs),
    "; the ECE came back at ",
    moments.at(arrivedNs),
    ".",
  );
  const cut = effect?.decisions.find(({ kind }) => kind === FLOW_EVENT.ecnReduction);
  if (cut !== undefined) {
    sayCut(draft, moments, cut);
    sayAftermath(draft, known, moments, cut);
    return;
  }
  draft.moment(arrivedNs, "ECE is back", null, journey.flow);
  if (effect !== null) sayNoCut(draft, known, moments, journey.flow, arrivedNs, effect);
}

/** Once per window of data, or by its own rule. */
function sayNoCut(
  draft: Draft,
  known: Known,
  moments: Moments,
  flow: number,
  atNs: number,
  effect: AckEffect,
): void {
  const who = capital(flowName(flow));
  if (effect.stateBefore !== OPEN && !effect.ownsCwnd) {
    const what = effect.stateBefore === RECOVERY ? "repairing a loss" : "reducing its window";
    const last = known.lastEvent(flow, atNs);
    const since = last === undefined ? "" : " since ";
    const at = last === undefined ? "" : moments.at(last.timeNs);
    const counts = known.hasClassicEcho(flow)
      ? "within one window a further mark changes nothing."
      : "there is one cut for a window, and this mark counts for the next.";
    draft.say(NEEDED, `${who} was already ${what}`, since, at, `: ${counts}`);
  } else {
    const { cwndBefore, cwndAfter } = effect;
    const now =
      cwndAfter === cwndBefore
        ? `it was ${number(cwndAfter)} as before`
        : `it went from ${number(cwndBefore)} to ${number(cwndAfter)} by other rules`;
    draft.say(NEEDED, `${who} did not cut cwnd for it: ${now}.`);
  }
  draft.quote(effect.uncut, 2);
}

/** The classic echo lasts until the sender says that it has cut: marks meanwhile add nothing. */
function saySilence(draft: Draft, moments: Moments, { tracer, journey }: Followed): void {
  draft.say(NEEDED, "The mark reached the receiver at ", moments.at(journey.arrivedNs), ".");
  const ack = ackOf(tracer, journey);
  if (ack === null) {
    draft.say(NEEDED, "No ACK that tells of it has come back yet.");
    return;
  }
  draft.moment(ack.arrivedNs, "acknowledged", null, journey.flow);
  const earlier = ack.tells === null ? null : lastSignal(ack.tells);
  if (earlier === null) {
    draft.say(
      NEEDED,
      "The receiver was echoing an earlier mark until the sender had answered that one: this mark adds nothing.",
    );
    return;
  }
  draft.say(
    NEEDED,
    "The receiver was still echoing the mark of packet ",
    { text: number(ack.tells?.seq ?? 0), atS: earlier.atNs / 1e9 },
    ": both are one signal, and this one changes nothing.",
  );
  if (ack.effect?.ownsCwnd === true) draft.quote(ack.effect.uncut, 1);
  else draft.say(TELLING, `${capital(flowName(journey.flow))} answers marks once per window of data.`);
}
