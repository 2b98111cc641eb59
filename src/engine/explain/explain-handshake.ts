/** Sentences on the packets that open a connection, used in several kinds of stories. */
import { FINAL_ACK, NOT_ECT } from "../net/packet.ts";
import { FLOW_EVENT, isOfOpening } from "../trace/snapshot.ts";
import { fact, sentence } from "./facts.ts";
import { idOf, type Journey, retransmissionOf } from "./journey.ts";
import type { Followed, PacketTracer } from "./packet-tracer.ts";
import { capital, flowName, type RunContext } from "./run-context.ts";
import type { FlowFact } from "./run-index.ts";
import type { StoryBuilder } from "./story-builder.ts";

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
  const next = index.flowEvents.find(isNext);
  return next !== undefined && isOfOpening(next.kind) ? next : null;
}

/** Adds a sentence that a SYN must not be ECN-capable (RFC 3168 §6.1.1): a queue that signals to it must drop it. */
function sayNotMarked(story: StoryBuilder, journey: Journey): void {
  const event = journey.passages.at(-1)?.events.at(-1);
  if (event === undefined || journey.ecn !== NOT_ECT) return;
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
  const own = run.index.flowEvents.filter((one) => one.flow === flow && one.timeNs <= run.untilNs);
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
