/** The packets that open a connection, in sentences. */
import { FINAL_ACK, NOT_ECT } from "../net/packet.ts";
import { FLOW_EVENT, isOfOpening } from "../trace/snapshot.ts";
import { ASIDE, type Draft, NEEDED, TELLING } from "./draft.ts";
import { type Followed, retransmissionOf } from "./follow.ts";
import type { Journey } from "./journey.ts";
import type { PacketTracer } from "./packet-tracer.ts";
import type { FlowFact } from "./run-index.ts";
import { capital, flowName, type Known } from "./telling.ts";
import { counted, duration, type Moments } from "./text.ts";

/** Of a connection's data, packets of its handshake are kept apart by their epoch (net/packet.ts). */
export const isOfHandshake = ({ epoch }: Pick<Journey, "epoch">): boolean => epoch < 0;

/** The SYN-ACK is back: the connection is open; `syn` is the packet asked about, whose round trip it ends. */
export function sayOpened(draft: Draft, moments: Moments, synAck: Journey, syn: Journey | null): void {
  if (Number.isNaN(synAck.arrivedNs)) return;
  const round = syn === null ? "" : `, ${duration(synAck.arrivedNs - syn.sentNs)} after the SYN was sent`;
  draft.say(
    NEEDED,
    syn === null ? "It came back to the sender at " : "The SYN-ACK came back at ",
    moments.at(synAck.arrivedNs),
    `${round}: the connection is open, and data may leave.`,
  );
  draft.moment(synAck.arrivedNs, "connection open", null, synAck.flow);
}

export function sayFinalAck(draft: Draft): void {
  draft.say(NEEDED, "It is the third packet of the handshake; nobody acknowledges it.");
  draft.say(ASIDE, "Were it lost, the first data would tell the receiver as much.");
}

/** What became of a handshake one of whose packets was dropped or lost. */
export function sayLostOfHandshake(
  draft: Draft,
  known: Known,
  moments: Moments,
  { tracer, journey }: Followed,
): void {
  sayNotMarked(draft, journey);
  if (!journey.isAck && journey.seq === FINAL_ACK) {
    draft.say(NEEDED, "Nothing is sent again for it: the first data tell the receiver as much.");
    return;
  }
  const again = journey.isAck ? nextSyn(tracer, journey) : retransmissionOf(tracer, journey);
  const who = flowName(journey.flow);
  const later = again === null ? laterOf(known, journey) : null;
  if (again !== null || later?.kind === FLOW_EVENT.synTimeout) {
    const againNs = again?.sentNs ?? later?.timeNs ?? Number.NaN;
    draft.say(
      NEEDED,
      `Nobody told ${who}: its timer ran out, and it sent its SYN again at `,
      moments.at(againNs),
      ".",
    );
    draft.moment(againNs, "SYN sent again", null, journey.flow);
  } else if (later !== null) {
    draft.say(
      NEEDED,
      `Nobody told ${who}: its timer ran out at `,
      moments.at(later.timeNs),
      `, no SYN retry was left after ${counted(later.before, "SYN")}, and the connection failed.`,
    );
    draft.moment(later.timeNs, "connection failed", null, journey.flow);
  } else {
    const untilNs = Math.min(tracer.nowNs, known.untilNs);
    draft.say(
      NEEDED,
      `${capital(who)} had no answer, and no further SYN was seen up to `,
      moments.at(untilNs),
      ".",
    );
  }
}

/** Waits get longer than a look: what the flow did next, where only one connection can have done it. */
function laterOf({ network, survey, untilNs }: Known, { flow, sentNs }: Journey): FlowFact | null {
  if (network.flows[flow].connections.length > 1) return null;
  const isNext = (one: FlowFact) => one.flow === flow && one.timeNs > sentNs && one.timeNs <= untilNs;
  const next = survey.events.find(isNext);
  return next !== undefined && isOfOpening(next.kind) ? next : null;
}

/** RFC 3168 §6.1.1 lets no SYN be ECN-capable: a queue that would mark has to drop it. */
function sayNotMarked(draft: Draft, journey: Journey): void {
  const signal = journey.passages.at(-1)?.signals.at(-1);
  if (signal === undefined || journey.ecn !== NOT_ECT) return;
  draft.say(TELLING, "Packets of a handshake are not ECN-capable, so a queue cannot mark them instead.");
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

/** How a flow's first connection came to be open: in the story of its start. False where it did not. */
export function sayFirstOpening(
  draft: Draft,
  known: Known,
  moments: Moments,
  flow: number,
  atNs: number,
): boolean {
  const { opening, connections } = known.network.flows[flow];
  const [first] = connections;
  if (opening === null || opening.openNs > known.untilNs) {
    const hasHandshake = first !== undefined && first.handshake !== null;
    if (hasHandshake) sayNotOpened(draft, known, moments, flow);
    return !hasHandshake;
  }
  const { openNs, syns, ecn } = opening;
  const again = syns > 1 ? `, after ${counted(syns, "SYN")}` : "";
  draft.say(
    NEEDED,
    `Its SYN left then; the SYN-ACK was back at `,
    moments.at(openNs),
    `, ${duration(openNs - atNs)} later${again}, and data could leave.`,
  );
  draft.say(ASIDE, ecn ? "The two ends agreed on ECN in it." : "The connection has no ECN.");
  draft.moment(openNs, "connection open", null, flow);
  return true;
}

function sayNotOpened(draft: Draft, known: Known, moments: Moments, flow: number): void {
  const own = known.survey.events.filter((one) => one.flow === flow && one.timeNs <= known.untilNs);
  const failed = own.find(({ kind }) => kind === FLOW_EVENT.notOpened);
  if (failed === undefined) {
    const sent = own.filter(({ kind }) => kind === FLOW_EVENT.synTimeout).at(-1)?.after ?? 1;
    const syns = sent === 1 ? "Its SYN has" : `Its ${sent} SYNs have`;
    draft.say(NEEDED, `${syns} not been answered up to `, moments.at(known.untilNs), ".");
  } else {
    const syns = failed.before === 1 ? "its SYN" : `its ${failed.before} SYNs`;
    draft.say(NEEDED, `Nobody answered ${syns}: at `, moments.at(failed.timeNs), " the connection failed.");
    draft.moment(failed.timeNs, "connection failed", null, flow);
  }
  draft.say(NEEDED, "So none of its data has been sent.");
}
