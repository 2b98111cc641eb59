/** Describes a signal of a queue, a reduction of a sender or the join of a flow in one line. */
import { FINAL_ACK, SYN, SYN_ACK } from "../net/packet.ts";
import { FLOW_EVENT, isOfOpening, QUEUE_EVENT } from "../trace/snapshot.ts";
import { counted, number } from "./formats.ts";
import { capital, flowName } from "./run-context.ts";
import { FLOW_EVENT_NAMES, QUEUE_EVENT_NAMES, type Question } from "./story.ts";

const NS_PER_S = 1e9;

/** Kinds of events at which a live run can stop. */
export type StopKind = "mark" | "loss" | "timeout" | "join";

/** An event from the log. `kind` is a QUEUE_EVENT for a mark, drop or loss, and a FLOW_EVENT for an event of a flow. */
export type LoggedEvent =
  | {
      readonly what: "signal";
      readonly atNs: number;
      readonly kind: number;
      readonly link: number;
      readonly flow: number;
      /** The packet that was marked, dropped or lost; null if only its flow is known. */
      readonly packet: NamedPacket | null;
      readonly isAck: boolean;
    }
  | {
      readonly what: "event";
      readonly atNs: number;
      readonly kind: number;
      readonly flow: number;
      readonly before: number;
      readonly after: number;
    }
  | { readonly what: "join"; readonly atNs: number; readonly flow: number };

/** Returns true if a live run that is set to stop at `kind` must stop at this event. */
export function isOfKind(event: LoggedEvent, kind: StopKind): boolean {
  if (event.what === "join") return kind === "join";
  if (event.what === "event")
    return kind === "timeout" && (event.kind === FLOW_EVENT.rto || isOfOpening(event.kind));
  return kind === (event.kind === QUEUE_EVENT.mark ? "mark" : "loss");
}

/** Returns the question that asks why the event happened. */
export function questionOf(event: LoggedEvent): Question {
  const { flow, atNs } = event;
  const atS = atNs / NS_PER_S;
  if (event.what === "join") return { kind: "join", flow, atS };
  if (event.what === "event") {
    return { kind: "flow-event", event: FLOW_EVENT_NAMES[event.kind], flow, atS };
  }
  return { kind: "queue-event", event: QUEUE_EVENT_NAMES[event.kind], link: event.link, flow, atS };
}

/** Names of a link and of its queue discipline. */
interface NamedLink {
  readonly label: string;
  readonly definition: { readonly label: string };
}

/** Returns a sentence that describes an event: "CoDel marked packet 10 433 of flow 1." */
export function eventSentence(links: readonly NamedLink[], event: LoggedEvent): string {
  const { flow } = event;
  if (event.what === "join") return `${capital(flowName(flow))} joined.`;
  if (event.what === "event") return toldOfEvent(capital(flowName(flow)), event);
  const { label, definition } = links[event.link];
  const where = links.length > 1 ? ` at ${label}` : "";
  const some = event.isAck ? "an ACK" : "a packet";
  const packet = event.packet === null ? `${some} of ${flowName(flow)}` : packetName(event.packet, flow);
  switch (event.kind) {
    case QUEUE_EVENT.mark:
      return `${definition.label} marked ${packet}${where}.`;
    case QUEUE_EVENT.aqmDrop:
      return `${definition.label} dropped ${packet}${where}.`;
    case QUEUE_EVENT.overflowDrop:
      return `${capital(packet)} was dropped${where}: the queue was full.`;
    default:
      return `${capital(packet)} was lost at random${where}.`;
  }
}

interface Change {
  readonly kind: number;
  readonly before: number;
  readonly after: number;
}

function toldOfEvent(flow: string, { kind, before, after }: Change): string {
  const change = `from ${number(before)} to ${counted(after, "segment")}`;
  switch (kind) {
    case FLOW_EVENT.ecnReduction:
      return `${flow} cut cwnd ${change} for a mark.`;
    case FLOW_EVENT.lossReduction:
      return `${flow} cut cwnd ${change} for a loss.`;
    case FLOW_EVENT.rto:
      return `${flow} timed out: cwnd ${change}.`;
    case FLOW_EVENT.synTimeout:
      return `${flow} got no answer and sent its SYN again, ${counted(after, "SYN")} so far.`;
    case FLOW_EVENT.notOpened:
      return `${flow} gave up: its ${counted(before, "SYN")} were not answered.`;
    case FLOW_EVENT.lossProbe:
      return `${flow} sent a tail loss probe: no ACK had arrived for two round trips.`;
    case FLOW_EVENT.undo:
      return `${flow} undid its last cut: cwnd ${change}.`;
    default:
      return `${flow} left slow start at a cwnd of ${counted(before, "segment")}.`;
  }
}

// Names of packets.

/** Fields of a packet from which its name is made. */
export interface NamedPacket {
  readonly isAck: boolean;
  readonly isRetransmission: boolean;
  readonly isDatagram: boolean;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: number;
}

/** Returns the name of a packet: "packet 10 433 of flow 1"; an ACK is named by the next segment that it expects. */
export function packetName(packet: NamedPacket, flow: number): string {
  const { isAck, isDatagram, isRetransmission, seq } = packet;
  const ofHandshake = handshakeName(packet);
  if (ofHandshake !== null)
    return `${isRetransmission ? "repeated " : ""}${ofHandshake} of ${flowName(flow)}`;
  if (isAck && isDatagram) return `answer to datagram ${number(seq)} of ${flowName(flow)}`;
  const kind = isAck ? "ACK" : isDatagram ? "datagram" : isRetransmission ? "retransmitted packet" : "packet";
  return `${kind} ${number(seq)} of ${flowName(flow)}`;
}

// Names of handshake packets: SYN, SYN-ACK and ACK.

/** Returns the name of a handshake packet as used in drawings and explanations: "SYN", "SYN-ACK"; null for other packets. */
export function handshakeName({
  isAck,
  seq,
}: {
  readonly isAck: boolean;
  readonly seq: number;
}): string | null {
  if (isAck) return seq === SYN_ACK ? "SYN-ACK" : null;
  if (seq === FINAL_ACK) return "last ACK of the handshake";
  return seq === SYN ? "SYN" : null;
}
