/**
 * The history of one packet, as a replay has shown it (`packet-tracer.ts`), and what belongs to it: its ACK, the echo of its mark, the
 * reduction, its retransmission. Times are in ns.
 */

import type { InnerQueue } from "../aqm/queue-discipline.ts";
import { SYN } from "../net/packet.ts";
import type { Phase } from "../params/param.ts";
import { NS_PER_S } from "../params/read.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { StateTerm } from "./algorithm-state.ts";
import { handshakeName } from "./event-text.ts";
import type { Explanation } from "./explanation.ts";
import { fact, type PacketId, type StoryPart } from "./facts.ts";
import { number } from "./formats.ts";
import type { PathNow } from "./path-now.ts";
import { flowName } from "./run-context.ts";

/** Effect of an ACK on its sender. */
export interface AckEffect {
  readonly unaBefore: number;
  readonly unaAfter: number;
  readonly cwndBefore: number;
  readonly cwndAfter: number;
  /** Congestion state before the ACK: OPEN, CWR, RECOVERY or LOSS of tcp/loss-recovery.ts. */
  readonly stateBefore: number;
  readonly stateAfter: number;
  readonly limited: boolean;
  /** True if the congestion control sets cwnd itself, so that the congestion state does not describe cwnd. */
  readonly ownsCwnd: boolean;
  readonly decisions: readonly Decision[];
  /**
   * Reason why the window was not reduced although the ACK reported a mark; null if it was reduced or if the control gives no
   * reason.
   */
  readonly uncut: Explanation | null;
}

/** A reduction, a timeout or the end of slow start, with the state of the sender at that time. */
export interface Decision {
  readonly atNs: number;
  readonly flow: number;
  /** Kind of the decision: a FLOW_EVENT. */
  readonly kind: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly una: number;
  readonly nxt: number;
  readonly inflight: number;
  readonly srttNs: number;
  /** Duration of the retransmission timer that expired, before the timeout doubled it (ns). */
  readonly rtoNs: number;
  readonly backoffs: number;
  readonly ssthresh: number;
  /** Number of SACKed segments; without SACK, of duplicate ACKs. */
  readonly sackedOut: number;
  readonly hasSack: boolean;
  /** True if losses are detected by counting later segments, not by time. */
  readonly countsLosses: boolean;
  readonly algorithm: string;
  readonly label: string;
  readonly explanation: Explanation | null;
  readonly state: readonly StateTerm[];
  readonly path: PathNow;
  /** Phase of the sender before the decision; null if its connection was not open. */
  readonly phase: Phase | null;
}

/** One transmission of a packet, from its departure to its arrival or loss. */
export interface Journey {
  readonly flow: number;
  readonly end: number;
  /** Epoch of the connection; negative for a handshake packet (net/packet.ts). */
  readonly epoch: number;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: number;
  readonly isAck: boolean;
  readonly isRetransmission: boolean;
  readonly isDatagram: boolean;
  /** ECN field at the departure. */
  readonly ecn: number;
  readonly sentNs: number;
  /** cwnd of the sender at the departure; NaN for ACKs and datagrams. */
  readonly cwnd: number;
  readonly inflight: number;
  /** Phase of the sender just before the departure; null for ACKs and datagrams. */
  readonly phase: Phase | null;
  readonly passages: Passage[];
  /** Arrival time at the receiver (for an ACK: at the sender); NaN while in flight or if lost. */
  arrivedNs: number;
  /** True if the packet was dropped or lost. */
  isGone: boolean;
  // Fields of an ACK.
  readonly ece: boolean;
  /** SACK blocks as a flat list: start, end, start, end, …; the end is excluded. */
  readonly sack: readonly number[];
  /** The data packet that caused the ACK; null if it was not observed. */
  readonly answers: Journey | null;
  /** The first marked packet that the ACK reports; null if it reports none, or if the packet was not observed. */
  readonly tells: Journey | null;
  effect: AckEffect | null;
}

/** The packet's passage through one link's queue. */
export interface Passage {
  readonly link: number;
  readonly enteredNs: number;
  /** Packets ahead of the packet in the queue, including the packet being transmitted. */
  readonly ahead: number;
  /**
   * The queue that the packet joined, with the number of packets waiting in it; null if the link has only one queue.
   */
  readonly inner: InnerQueue | null;
  /** Label of the queue discipline. */
  readonly label: string;
  /** Time at which the packet left the queue (ns); NaN before that time. */
  leftNs: number;
  readonly events: SeenQueueEvent[];
  /** State of the queue's algorithm when the packet left. It is recorded only for the packet that the question is about. */
  state: readonly StateTerm[];
}

/** A mark, a drop or a loss, with the queue's explanation. */
export interface SeenQueueEvent {
  readonly atNs: number;
  readonly link: number;
  /** Kind of the event: a QUEUE_EVENT. */
  readonly kind: number;
  readonly sojournNs: number;
  /** Number of other packets that waited in the queue. */
  readonly waiting: number;
  /** Id of the queue discipline that decided. `label` is its label. */
  readonly algorithm: string;
  readonly label: string;
  /** The queue's explanation; null if it gives none or was not asked for one. */
  readonly explanation: Explanation | null;
  /** State of the algorithm at the time of the event. */
  readonly state: readonly StateTerm[];
}

/** The packets and events that a replay has shown. */
interface Traced {
  /** Packets in the order in which they were sent. */
  readonly journeys: readonly Journey[];
  /** ACKs in the order in which they reached the sender. */
  readonly acks: readonly Journey[];
  readonly decisions: readonly Decision[];
}

/** Returns the identification of the packet in the log. */
export function idOf({ end, seq, isAck, sentNs }: Journey): PacketId {
  return { end, seq, isAck, sentNs };
}

/**
 * Returns the name of a packet: "packet 10 433", "the ACK of all before 10 433", "datagram 12". If `atNs` is given, the name is a
 * link to that time of the run.
 */
export function packetName(journey: Journey, atNs?: number): StoryPart {
  const part = fact.as(nameOf(journey), journey.seq, "1", { kind: "packet", packet: idOf(journey) });
  return typeof part === "string" || atNs === undefined ? part : { ...part, atS: atNs / NS_PER_S };
}

function nameOf(journey: Journey): string {
  const { isAck, isDatagram, isRetransmission, seq } = journey;
  const ofHandshake = handshakeName(journey);
  if (ofHandshake !== null) return `the ${isRetransmission ? "repeated " : ""}${ofHandshake}`;
  if (isAck && isDatagram) return `the answer to datagram ${number(seq)}`;
  if (isAck) return `the ACK that asks for ${number(seq)}`;
  if (isDatagram) return `datagram ${number(seq)}`;
  return isRetransmission ? `the retransmission of packet ${number(seq)}` : `packet ${number(seq)}`;
}

/** Returns the name of a packet for titles: "packet 10 433, flow 1". */
export function titleOf(journey: Journey): string {
  return `${nameOf(journey)}, ${flowName(journey.flow)}`;
}

/** Returns the last mark, drop or loss of the packet; null if there was none. */
export function lastQueueEvent(journey: Journey): SeenQueueEvent | null {
  return journey.passages.flatMap(({ events }) => events).at(-1) ?? null;
}

const isSameConnection = (one: Journey, other: Journey): boolean =>
  one.end === other.end && one.epoch === other.epoch;

/** Returns the first ACK that reached the sender and reports the packet's arrival. */
export function ackOf(tracer: Traced, data: Journey): Journey | null {
  return (
    tracer.acks.find(
      (ack) => isSameConnection(ack, data) && ack.arrivedNs > data.sentNs && answers(ack, data),
    ) ?? null
  );
}

/** Returns true if the ACK acknowledges the packet. During a handshake only the SYN-ACKs count as ACKs. */
function answers(ack: Journey, data: Journey): boolean {
  return data.epoch < 0 ? data.seq === SYN : covers(ack, data.seq);
}

function covers({ seq: next, sack }: Journey, seq: number): boolean {
  if (next > seq) return true;
  for (let i = 0; i + 1 < sack.length; i += 2) if (seq >= sack[i] && seq < sack[i + 1]) return true;
  return false;
}

/** Returns the first ACK that reached the sender and echoes this packet's mark. */
export function echoOf(tracer: Traced, data: Journey): Journey | null {
  return tracer.acks.find((ack) => ack.tells === data) ?? null;
}

/**
 * Returns the reduction that this packet's mark caused; null if there is none. A sender that still reacts to an earlier signal
 * responds to a later echo of the mark.
 */
export function cutByEcho(tracer: Traced, data: Journey): Decision | null {
  const found = tracer.acks
    .filter((ack) => ack.tells === data)
    .flatMap(({ effect }) => effect?.decisions ?? [])
    .find(({ kind }) => kind === FLOW_EVENT.ecnReduction);
  return found ?? null;
}

/** Returns the next ACK that reached the sender with the same or a higher acknowledgement number; null if there is none. */
export function nextAck(tracer: Traced, ack: Journey): Journey | null {
  return (
    tracer.acks.find(
      (one) => isSameConnection(one, ack) && one.sentNs >= ack.sentNs && one !== ack && one.seq >= ack.seq,
    ) ?? null
  );
}

/** Returns the next transmission of the same segment; null if it was not observed. */
export function retransmissionOf(tracer: Traced, data: Journey): Journey | null {
  return (
    tracer.journeys.find(
      (one) => isSameConnection(one, data) && !one.isAck && one.seq === data.seq && one.sentNs > data.sentNs,
    ) ?? null
  );
}

/**
 * Returns the reduction or timeout at which the loss of this packet was detected; null if there is none, or if it was made for
 * another packet.
 */
export function proofOf(tracer: Traced, data: Journey, untilNs: number): Decision | null {
  return (
    tracer.decisions.find(
      (one) => isForLoss(one) && one.atNs <= untilNs && firstLost(tracer, one) === data,
    ) ?? null
  );
}

/** Returns true if the decision is a timeout or a reduction for a loss. */
export const isForLoss = ({ kind }: Decision): boolean =>
  kind === FLOW_EVENT.lossReduction || kind === FLOW_EVENT.rto;

/** Returns the packet because of which cwnd was reduced or a timer expired; null if it was not lost or not observed. */
export function firstLost(tracer: Traced, decision: Decision): Journey | null {
  const [first] = lostBehind(tracer, decision);
  if (decision.kind !== FLOW_EVENT.rto) return first ?? null;
  const oldest = oldestOf(tracer, decision);
  return oldest !== null && isLostBy(oldest, decision.atNs) ? oldest : null;
}

function isLostBy(journey: Journey, atNs: number): boolean {
  return journey.isGone && (lastQueueEvent(journey)?.atNs ?? Number.POSITIVE_INFINITY) <= atNs;
}

/**
 * Returns the packets of the window that were lost by the time of the decision, oldest first. Each is represented by its last
 * transmission.
 */
export function lostBehind(tracer: Traced, decision: Decision): Journey[] {
  const lost = windowOf(tracer, decision).filter((one) => isLostBy(one, decision.atNs));
  return lost.sort((a, b) => a.seq - b.seq);
}

/** Returns the outstanding segments. Each is represented by its last transmission. */
function windowOf(tracer: Traced, { end, una, nxt, atNs }: Decision): Journey[] {
  const last = new Map<number, Journey>();
  for (const one of tracer.journeys) {
    const isOurs = one.end === end && !one.isAck && one.epoch >= 0 && one.seq >= una && one.seq < nxt;
    if (isOurs && one.sentNs < atNs) last.set(one.seq, one);
  }
  return [...last.values()];
}

/** Returns true if any outstanding segment had been sent more than once. */
export function hasResent(tracer: Traced, decision: Decision): boolean {
  return windowOf(tracer, decision).some(({ isRetransmission }) => isRetransmission);
}

/** Returns true if the replay contains the transmission of all packets of the window. */
export function hasWindow(tracer: Traced, decision: Decision): boolean {
  return windowOf(tracer, decision).length === decision.nxt - decision.una;
}

/** Returns the last transmission of the oldest outstanding packet. */
export function oldestOf(tracer: Traced, { end, una, atNs }: Decision): Journey | null {
  const sent = tracer.journeys.filter(
    (one) => one.end === end && !one.isAck && one.seq === una && one.sentNs < atNs,
  );
  return sent.at(-1) ?? null;
}
