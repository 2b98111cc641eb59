/** The history of one packet, observed while its part of the run was replayed. Times are in ns. */

import type { OwnQueue } from "../aqm/queue-discipline.ts";
import { FINAL_ACK, SYN } from "../net/packet.ts";
import type { Phase } from "../params/param.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { StateTerm } from "./algorithm-state.ts";
import type { Explanation } from "./explanation.ts";
import type { PacketId } from "./facts.ts";
import { type AskedToShow, type PacketTracer, trace } from "./packet-tracer.ts";
import type { PathNow } from "./path-now.ts";
import type { RunContext } from "./run-context.ts";

/** A mark, a drop or a loss, with the queue's explanation at that moment. */
export interface SeenSignal {
  readonly atNs: number;
  readonly link: number;
  /** Kind of the signal: a QUEUE_EVENT. */
  readonly kind: number;
  readonly sojournNs: number;
  /** Number of other packets that waited in the queue. */
  readonly waiting: number;
  /** Id and label of the queue discipline that decided. */
  readonly algorithm: string;
  readonly label: string;
  /** The explanation; null if the algorithm gives none or if it was not requested. */
  readonly explanation: Explanation | null;
  /** State of the algorithm at the time of the signal. */
  readonly state: readonly StateTerm[];
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
  readonly own: OwnQueue | null;
  /** Label of the queue discipline. */
  readonly label: string;
  /** Time at which the packet left the queue (ns); NaN before that time. */
  leftNs: number;
  readonly signals: SeenSignal[];
  /** State of the queue's algorithm when the packet left; recorded only for the packet that the question is about. */
  state: readonly StateTerm[];
}

/** Effect of an ACK on its sender. */
export interface AckEffect {
  readonly unaBefore: number;
  readonly unaAfter: number;
  readonly cwndBefore: number;
  readonly cwndAfter: number;
  /** Congestion state before the ACK, as defined in tcp/loss-recovery.ts. */
  readonly stateBefore: number;
  readonly stateAfter: number;
  readonly limited: boolean;
  /** True if the sender sets cwnd by its own rules, so that congestion states do not describe its behaviour. */
  readonly ownsCwnd: boolean;
  readonly decisions: readonly Decision[];
  /**
   * Reason why the window was not reduced although the ACK reported a mark; null if the window was reduced or the
   * sender gives no reason.
   */
  readonly uncut: Explanation | null;
}

/** A reduction, a timeout or the end of slow start, with the sender's state at that moment. */
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
  /** Duration of the retransmission timer before the timeout doubled it (ns). */
  readonly rtoNs: number;
  readonly backoffs: number;
  readonly ssthresh: number;
  /** Number of SACKed segments, or of duplicate ACKs. */
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
  /** Arrival time at the receiver, or at the sender for an ACK; NaN while in flight or if lost. */
  arrivedNs: number;
  /** True if the packet was dropped or lost. */
  isGone: boolean;
  // Fields of an ACK.
  readonly ece: boolean;
  /** SACK blocks as a flat list: start, end, start, end, …; the end is excluded. */
  readonly sack: readonly number[];
  /** The data packet that triggered the ACK; null if it was not observed. */
  readonly answers: Journey | null;
  /** The first marked packet whose CE the ACK reports; null if there is no such packet or it was not observed. */
  readonly tells: Journey | null;
  effect: AckEffect | null;
}

/** Returns the identification of the packet in the log. */
export function idOf({ end, seq, isAck, sentNs }: Journey): PacketId {
  return { end, seq, isAck, sentNs };
}

/** Returns the last mark, drop or loss of the packet; null if there was none. */
export function lastSignal(journey: Journey): SeenSignal | null {
  return journey.passages.flatMap(({ signals }) => signals).at(-1) ?? null;
}

// Follows one packet from its sender to the ACK for it and the effect of that ACK.

/** A packet's journey, and the tracer that observed it. */
export interface Followed {
  readonly tracer: PacketTracer;
  readonly journey: Journey;
}

/** Number of round trips within which a loss is detected, and additional time for a timer. */
const ROUNDS_AFTER = 8;
const TIMER_NS = 4e9;
/** Maximum number of replays. If the packet was sent before the start of a replay, the next replay starts earlier. */
const LOOKS = 6;

/**
 * Follows a packet. `pick` finds the packet's journey among the observed journeys. Returns null if the run has no
 * such packet.
 */
export function* follow(
  run: RunContext,
  asked: AskedToShow,
  flow: number,
  atNs: number,
  firstBackNs: number,
  pick: (tracer: PacketTracer) => Journey | null,
): Generator<undefined, Followed | null> {
  const roundNs = run.roundNs(flow, atNs);
  const untilNs = Math.min(run.untilNs, atNs + ROUNDS_AFTER * roundNs + TIMER_NS);
  let backNs = firstBackNs + roundNs;
  for (let i = 1; i <= LOOKS; i++, backNs *= 4) {
    const fromNs = Math.max(0, atNs - backNs);
    const tracer = yield* trace(run.make, { flow, fromNs, untilNs, asked }, (seen) => {
      if (seen.nowNs <= atNs) return false;
      const journey = pick(seen);
      // Arrivals, and the ACKs that they trigger, are logged with a delay (net/arrivals.ts).
      return journey === null ? seen.nowNs > atNs + roundNs : isOver(seen, journey);
    });
    const journey = pick(tracer);
    const isAll = fromNs === 0 || i === LOOKS;
    if (journey !== null && (isAll || knowsCut(run, tracer, journey, fromNs))) return { tracer, journey };
    if (fromNs === 0) break;
  }
  return null;
}

/**
 * Returns true if the packet is not lost. For a lost packet, returns whether its reduction, which may have been made
 * earlier, was observed together with all packets of the window.
 */
function knowsCut(run: RunContext, tracer: PacketTracer, journey: Journey, fromNs: number): boolean {
  const { flow, end, seq, isAck, isGone, isDatagram, epoch } = journey;
  if (!isGone || isAck || isDatagram || epoch < 0) return true;
  const lostNs = lastSignal(journey)?.atNs ?? 0;
  const last = run.lastCut(flow, lostNs);
  if (last !== undefined && last.timeNs < fromNs) {
    if (lostNs - last.timeNs < ROUNDS_AFTER * run.roundNs(flow, lostNs)) return false;
  }
  return tracer.decisions
    .filter((one) => isForLoss(one) && one.end === end && seq >= one.una && seq < one.nxt)
    .every((one) => hasWindow(tracer, one));
}

/** Returns true once everything that the explanation mentions has been observed. */
function isOver(tracer: PacketTracer, journey: Journey): boolean {
  const isUnanswered = journey.isDatagram || (!journey.isAck && journey.seq === FINAL_ACK);
  if (isUnanswered) return journey.isGone || journey.arrivedNs <= tracer.nowNs;
  if (journey.isAck) return journey.isGone ? nextAck(tracer, journey) !== null : journey.effect !== null;
  if (journey.isGone) return retransmissionOf(tracer, journey) !== null;
  const ack = ackOf(tracer, journey);
  if (ack === null || echoOf(tracer, journey) === null || cutByEcho(tracer, journey) !== null)
    return ack !== null;
  // With classic feedback, ACKs echo the mark until the sender responds with CWR.
  return tracer.acks.some((one) => one.sentNs > ack.sentNs && one.end === ack.end && one.tells !== journey);
}

const isSameConnection = (one: Journey, other: Journey): boolean =>
  one.end === other.end && one.epoch === other.epoch;

/** Returns the first ACK that reached the sender and reports the packet's arrival. */
export function ackOf(tracer: PacketTracer, data: Journey): Journey | null {
  return (
    tracer.acks.find(
      (ack) => isSameConnection(ack, data) && ack.arrivedNs > data.sentNs && answers(ack, data),
    ) ?? null
  );
}

/** Returns true if the ACK acknowledges the packet. In a handshake epoch only the SYN-ACKs are ACKs. */
function answers(ack: Journey, data: Journey): boolean {
  return data.epoch < 0 ? data.seq === SYN : covers(ack, data.seq);
}

function covers({ seq: next, sack }: Journey, seq: number): boolean {
  if (next > seq) return true;
  for (let i = 0; i + 1 < sack.length; i += 2) if (seq >= sack[i] && seq < sack[i + 1]) return true;
  return false;
}

/** Returns the first ACK that reached the sender and echoes this packet's mark. */
export function echoOf(tracer: PacketTracer, data: Journey): Journey | null {
  return tracer.acks.find((ack) => ack.tells === data) ?? null;
}

/**
 * Returns the reduction for this packet's mark. A sender that still handles an earlier signal responds to a later
 * echo of the mark.
 */
export function cutByEcho(tracer: PacketTracer, data: Journey): Decision | null {
  const found = tracer.acks
    .filter((ack) => ack.tells === data)
    .flatMap(({ effect }) => effect?.decisions ?? [])
    .find(({ kind }) => kind === FLOW_EVENT.ecnReduction);
  return found ?? null;
}

/** Returns the next ACK that reached the sender and whose acknowledgement number is at least as high. */
export function nextAck(tracer: PacketTracer, ack: Journey): Journey | null {
  return (
    tracer.acks.find(
      (one) => isSameConnection(one, ack) && one.sentNs >= ack.sentNs && one !== ack && one.seq >= ack.seq,
    ) ?? null
  );
}

/** Returns the next transmission of the same segment; null if it was not observed. */
export function retransmissionOf(tracer: PacketTracer, data: Journey): Journey | null {
  return (
    tracer.journeys.find(
      (one) => isSameConnection(one, data) && !one.isAck && one.seq === data.seq && one.sentNs > data.sentNs,
    ) ?? null
  );
}

/**
 * Returns the reduction or timeout that detected the loss of this packet; null if there is none, or if it was for a
 * different packet.
 */
export function proofOf(tracer: PacketTracer, data: Journey, untilNs: number): Decision | null {
  return (
    tracer.decisions.find(
      (one) => isForLoss(one) && one.atNs <= untilNs && firstLost(tracer, one) === data,
    ) ?? null
  );
}

/** Returns true if the decision is a reduction for a loss or a timeout. */
export const isForLoss = ({ kind }: Decision): boolean =>
  kind === FLOW_EVENT.lossReduction || kind === FLOW_EVENT.rto;

/** Returns the packet for which a reduction was made or a timer expired; null if it was not lost or not observed. */
export function firstLost(tracer: PacketTracer, decision: Decision): Journey | null {
  const [first] = lostBehind(tracer, decision);
  if (decision.kind !== FLOW_EVENT.rto) return first ?? null;
  const oldest = oldestOf(tracer, decision);
  return oldest !== null && isLostBy(oldest, decision.atNs) ? oldest : null;
}

function isLostBy(journey: Journey, atNs: number): boolean {
  return journey.isGone && (lastSignal(journey)?.atNs ?? Number.POSITIVE_INFINITY) <= atNs;
}

/**
 * Returns the packets of the window that were lost by the time of the decision, each with its last transmission,
 * oldest first.
 */
export function lostBehind(tracer: PacketTracer, decision: Decision): Journey[] {
  const lost = windowOf(tracer, decision).filter((one) => isLostBy(one, decision.atNs));
  return lost.sort((a, b) => a.seq - b.seq);
}

/** Returns the outstanding segments, each with its last transmission. */
function windowOf(tracer: PacketTracer, { end, una, nxt, atNs }: Decision): Journey[] {
  const last = new Map<number, Journey>();
  for (const one of tracer.journeys) {
    const isOurs = one.end === end && !one.isAck && one.epoch >= 0 && one.seq >= una && one.seq < nxt;
    if (isOurs && one.sentNs < atNs) last.set(one.seq, one);
  }
  return [...last.values()];
}

/** Returns true if some outstanding segments had been sent more than once. */
export function hasResent(tracer: PacketTracer, decision: Decision): boolean {
  return windowOf(tracer, decision).some(({ isRetransmission }) => isRetransmission);
}

/** Returns true if all packets of the window were sent in the replayed part of the run. */
export function hasWindow(tracer: PacketTracer, decision: Decision): boolean {
  return windowOf(tracer, decision).length === decision.nxt - decision.una;
}

/** Returns the last transmission of the oldest outstanding packet. */
export function oldestOf(tracer: PacketTracer, { end, una, atNs }: Decision): Journey | null {
  const sent = tracer.journeys.filter(
    (one) => one.end === end && !one.isAck && one.seq === una && one.sentNs < atNs,
  );
  return sent.at(-1) ?? null;
}
