/** What became of a loss: how the sender found out, what it did to its window, when it sent the packet again. */
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { sayAftermath } from "./aftermath.ts";
import { sayCut } from "./cut-phrases.ts";
import { type Draft, NEEDED, TELLING } from "./draft.ts";
import { cutFor, type Followed, nextAck, retransmissionOf } from "./follow.ts";
import { isOfHandshake, sayLostOfHandshake } from "./handshake-phrases.ts";
import { type Journey, lastSignal } from "./journey.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { duration, type Moments } from "./text.ts";

export function sayLossFate(draft: Draft, known: Known, moments: Moments, followed: Followed): void {
  const { tracer, journey } = followed;
  if (isOfHandshake(journey)) sayLostOfHandshake(draft, known, moments, followed);
  else if (journey.isDatagram) {
    draft.say(NEEDED, "Nobody notices: this traffic sends datagrams, which nobody acknowledges.");
    draft.say(NEEDED, `${capital(flowName(journey.flow))} goes on at its rate as before.`);
  } else if (journey.isAck) sayLostAck(draft, moments, followed);
  else {
    const again = retransmissionOf(tracer, journey);
    const cut = cutFor(tracer, journey, again?.sentNs ?? known.untilNs);
    if (cut !== null) {
      sayProof(draft, moments, cut.kind === FLOW_EVENT.rto, cut.rtoNs, cut.atNs);
      sayCut(draft, moments, cut);
      sayAgain(draft, moments, again);
      sayAftermath(draft, known, moments, cut);
      return;
    }
    sayNoCut(draft, known, moments, followed, again);
    sayAgain(draft, moments, again);
  }
}

function sayProof(draft: Draft, moments: Moments, isTimeout: boolean, rtoNs: number, atNs: number): void {
  const proof = isTimeout
    ? `No ACK told the sender; its timer ran out after ${duration(rtoNs)}, at `
    : "ACKs of later packets told the sender, at ";
  draft.say(NEEDED, proof, moments.at(atNs), ".");
}

function sayNoCut(
  draft: Draft,
  known: Known,
  moments: Moments,
  { tracer, journey }: Followed,
  again: Journey | null,
): void {
  const who = capital(flowName(journey.flow));
  if (again === null) {
    const lostNs = lastSignal(journey)?.atNs ?? journey.sentNs;
    const within = duration(Math.max(0, Math.min(tracer.nowNs, known.untilNs) - lostNs));
    draft.say(NEEDED, `${who} did not send it again within ${within}, as far as was looked.`);
    return;
  }
  const last = known.lastEvent(journey.flow, again.sentNs);
  if (last === undefined) {
    draft.say(NEEDED, `${who} repaired it and did not cut cwnd for it.`);
    return;
  }
  draft.say(
    NEEDED,
    `${who} had answered this window's congestion at `,
    moments.at(last.timeNs),
    ": further losses of one window are repaired, and cut nothing more.",
  );
}

function sayAgain(draft: Draft, moments: Moments, again: Journey | null): void {
  if (again === null) return;
  draft.moment(again.sentNs, "sent again", null, again.flow);
  const lost = again.isGone ? lastSignal(again) : null;
  if (lost === null) draft.say(TELLING, "It was sent again at ", moments.at(again.sentNs), ".");
  else
    draft.say(
      TELLING,
      "Sent again at ",
      moments.at(again.sentNs),
      ", it was lost once more at ",
      moments.at(lost.atNs),
      ".",
    );
}

function sayLostAck(draft: Draft, moments: Moments, { tracer, journey }: Followed): void {
  const next = nextAck(tracer, journey);
  if (next === null) {
    draft.say(NEEDED, "No later ACK has come back in its place.");
    draft.say(NEEDED, "The sender waits: what it told is known only when another ACK or the timer comes.");
    return;
  }
  draft.say(
    NEEDED,
    "A later ACK came back at ",
    moments.at(next.arrivedNs),
    " and told all that this one had.",
  );
  draft.say(
    NEEDED,
    "ACKs are cumulative, so nothing is sent again for it: the window only grew a little later.",
  );
  draft.moment(next.arrivedNs, "next ACK", null, journey.flow);
}
