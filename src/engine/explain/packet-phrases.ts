/** The parts of a packet's way in sentences. */
import { stateSentence } from "./algorithm-state.ts";
import { sayCut } from "./cut-phrases.ts";
import { ASIDE, type Draft, NEEDED, TELLING } from "./draft.ts";
import { isOfHandshake } from "./handshake-phrases.ts";
import type { Journey, Passage } from "./journey.ts";
import { lastSignal } from "./journey.ts";
import { packetName } from "./signal-phrases.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments, number, segments } from "./text.ts";

export function saySent(draft: Draft, moments: Moments, journey: Journey): void {
  const name = capital(packetName(journey));
  const { flow, sentNs, cwnd, inflight, isAck, answers } = journey;
  draft.moment(sentNs, "sent", null, flow);
  if (isAck) {
    const upon = answers === null ? "" : `, after ${packetName(answers)} had come`;
    draft.say(NEEDED, `${name} left the receiver of ${flowName(flow)} at `, moments.at(sentNs), `${upon}.`);
    return;
  }
  const window =
    Number.isNaN(cwnd) || isOfHandshake(journey)
      ? ""
      : ` with cwnd ${number(cwnd)}, as one of ${segments(inflight + 1)} under way`;
  draft.say(NEEDED, `${name} of ${flowName(flow)} was sent at `, moments.at(sentNs), `${window}.`);
}

/** The longest wait of those in several queues comes first in weight. */
export function sayQueues(draft: Draft, known: Known, moments: Moments, journey: Journey): void {
  const passages = journey.passages.filter(({ signals }) => signals.length === 0);
  const longest = passages.reduce<Passage | null>(
    (best, one) => (best === null || waitOf(one) > waitOf(best) ? one : best),
    null,
  );
  for (const passage of passages) {
    sayQueue(draft, known, moments, passage, passage === longest ? NEEDED : ASIDE);
    if (waitOf(passage) > 0) draft.moment(passage.leftNs, "left the queue", passage.link, journey.flow);
  }
}

function sayQueue(draft: Draft, known: Known, moments: Moments, passage: Passage, weight: number): void {
  const { link, leftNs, label, state } = passage;
  const queue = known.queueName(link);
  if (Number.isNaN(leftNs)) {
    draft.say(weight, `It waits in ${queue}, which it entered at `, moments.at(passage.enteredNs), ".");
    return;
  }
  const waited =
    waitOf(passage) === 0
      ? `It did not have to wait in ${queue}`
      : `It came to ${placeIn(queue, passage)} and left it after ${duration(waitOf(passage))}`;
  const shown = state.length === 0 ? "" : ` At that moment ${stateSentence(label, state)}.`;
  draft.say(weight, `${waited}: ${label} neither marked nor dropped it.${shown}`);
}

/** Other queues of the same link are not before it: they take turns with its own. */
function placeIn(queue: string, { ahead, own }: Passage): string {
  if (own === null) return `${queue} behind ${counted(ahead, "packet")}`;
  return `${own.name} behind ${counted(own.packets, "packet")}, when ${queue} held ${number(ahead)} in all,`;
}

const waitOf = ({ enteredNs, leftNs }: Passage): number => leftNs - enteredNs;

export function sayArrived(draft: Draft, moments: Moments, { arrivedNs, isGone, flow }: Journey): void {
  if (isGone) return;
  if (Number.isNaN(arrivedNs)) {
    draft.say(NEEDED, "It is still under way.");
    return;
  }
  draft.say(NEEDED, "It reached the receiver at ", moments.at(arrivedNs), ".");
  draft.moment(arrivedNs, "received", null, flow);
}

/** What an ACK did at its sender; `data`: the packet asked about, whose round trip it ends. */
export function sayEffect(draft: Draft, moments: Moments, ack: Journey, data: Journey | null): void {
  const { effect, arrivedNs, flow, tells } = ack;
  if (effect === null) return;
  const acked = effect.unaAfter - effect.unaBefore;
  const what = acked > 0 ? `acknowledged ${segments(acked)}` : "acknowledged nothing new";
  const round = data === null ? "" : `, ${duration(arrivedNs - data.sentNs)} after it was sent`;
  const subject = data === null ? "It came back to the sender at " : "The ACK of it came back at ";
  draft.say(NEEDED, subject, moments.at(arrivedNs), `${round}; it ${what}.`);
  draft.moment(arrivedNs, "acknowledged", null, flow);
  const mark = tells === null ? null : lastSignal(tells);
  if (data === null && mark !== null && tells !== null) {
    const name = { text: `packet ${number(tells.seq)}`, atS: mark.atNs / 1e9 };
    draft.say(NEEDED, "It carried ECE: it told of the mark of ", name, ".");
  }
  const [decision] = effect.decisions;
  if (decision !== undefined) sayCut(draft, moments, decision);
  else sayWindow(draft, flow, effect);
}

function sayWindow(
  draft: Draft,
  flow: number,
  { cwndBefore, cwndAfter, limited }: NonNullable<Journey["effect"]>,
): void {
  const who = capital(flowName(flow));
  if (cwndAfter > cwndBefore) {
    draft.say(NEEDED, `${who}'s cwnd grew from ${number(cwndBefore)} to ${segments(cwndAfter)}.`);
  } else if (cwndAfter < cwndBefore) {
    draft.say(NEEDED, `${who}'s cwnd went down from ${number(cwndBefore)} to ${segments(cwndAfter)}.`);
  } else {
    const use = limited ? "all in use" : "not all in use";
    draft.say(TELLING, `${who}'s cwnd stayed at ${segments(cwndAfter)}, ${use}.`);
  }
}
