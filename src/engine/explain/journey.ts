/** What befell one packet, as seen while its part of the run was replayed. Times in ns. */

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

/** A mark, a drop or a loss, with what the queue said of it at that moment. */
export interface SeenSignal {
  readonly atNs: number;
  readonly link: number;
  /** A QUEUE_EVENT. */
  readonly kind: number;
  readonly sojournNs: number;
  /** Other packets that waited in the queue. */
  readonly waiting: number;
  /** Of the discipline that decided: its id and label. */
  readonly algorithm: string;
  readonly label: string;
  /** Null where the algorithm has no words of its own, or nobody asked for them. */
  readonly explanation: Explanation | null;
  /** What the algorithm shows of itself. */
  readonly state: readonly StateTerm[];
}

/** Its way through one link's queue. */
export interface Passage {
  readonly link: number;
  readonly enteredNs: number;
  /** All packets that waited, and the one being sent. */
  readonly ahead: number;
  /** Where several queues wait: the one that it joined, and what waited there. */
  readonly own: OwnQueue | null;
  /** Of the discipline. */
  readonly label: string;
  /** NaN while it has not left the queue. */
  leftNs: number;
  readonly signals: SeenSignal[];
  /** What the queue's algorithm showed of itself as the packet left; of the one that is asked for. */
  state: readonly StateTerm[];
}

/** What an ACK did at its sender. */
export interface AckEffect {
  readonly unaBefore: number;
  readonly unaAfter: number;
  readonly cwndBefore: number;
  readonly cwndAfter: number;
  /** States of congestion, as in tcp/loss-recovery.ts. */
  readonly stateBefore: number;
  readonly stateAfter: number;
  readonly limited: boolean;
  /** The sender sets cwnd by rules of its own: states of congestion do not say what it does. */
  readonly ownsCwnd: boolean;
  readonly decisions: readonly Decision[];
  /** Why nothing was cut although it told of a mark; null where something was, or where the sender says nothing. */
  readonly uncut: Explanation | null;
}

/** A cut, a timeout or the end of slow start, with the sender's state at that moment. */
export interface Decision {
  readonly atNs: number;
  readonly flow: number;
  /** A FLOW_EVENT. */
  readonly kind: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  readonly una: number;
  readonly nxt: number;
  readonly inflight: number;
  readonly srttNs: number;
  /** What the retransmission timer was set to, before it doubled for a timeout. */
  readonly rtoNs: number;
  readonly backoffs: number;
  readonly ssthresh: number;
  /** Segments SACKed, or duplicate ACKs counted. */
  readonly sackedOut: number;
  readonly hasSack: boolean;
  /** Losses are found by a count of later segments, not by time. */
  readonly countsLosses: boolean;
  readonly algorithm: string;
  readonly label: string;
  readonly explanation: Explanation | null;
  readonly state: readonly StateTerm[];
  readonly path: PathNow;
  /** What the sender did until then; null: its connection was not open. */
  readonly phase: Phase | null;
}

export interface Journey {
  readonly flow: number;
  readonly end: number;
  /** Below zero: of a handshake (net/packet.ts). */
  readonly epoch: number;
  /** Of data the segment's number, of an ACK the next one expected. */
  readonly seq: number;
  readonly isAck: boolean;
  readonly isRetransmission: boolean;
  readonly isDatagram: boolean;
  /** The ECN field as it left. */
  readonly ecn: number;
  readonly sentNs: number;
  /** The sender's window as it left; NaN for ACKs and datagrams. */
  readonly cwnd: number;
  readonly inflight: number;
  /** What its sender did just before; null of ACKs and datagrams. */
  readonly phase: Phase | null;
  readonly passages: Passage[];
  /** At the receiver, or back at the sender; NaN while under way or gone. */
  arrivedNs: number;
  /** It was dropped or lost. */
  isGone: boolean;
  // Of an ACK
  readonly ece: boolean;
  /** SACK blocks [start, end), one after the other. */
  readonly sack: readonly number[];
  /** The data packet whose arrival it followed; null: none was seen. */
  readonly answers: Journey | null;
  /** The first marked packet whose CE it tells of; null: none, or none that was seen. */
  readonly tells: Journey | null;
  effect: AckEffect | null;
}

/** Which packet of the log it is. */
export function idOf({ end, seq, isAck, sentNs }: Journey): PacketId {
  return { end, seq, isAck, sentNs };
}

export function lastSignal(journey: Journey): SeenSignal | null {
  return journey.passages.flatMap(({ signals }) => signals).at(-1) ?? null;
}

// One packet's journey, from its sender to the ACK that answers it and what that did.

export interface Followed {
  readonly tracer: PacketTracer;
  readonly journey: Journey;
}

/** Round trips in which a lost packet's loss comes to light, and how long a timer may take besides. */
const ROUNDS_AFTER = 8;
const TIMER_NS = 4e9;
/** A packet that was sent before the stretch is looked for from earlier. */
const LOOKS = 6;

/** `pick` finds the journey among those seen; null where the run has no such packet. */
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
      // Arrivals, and the ACKs that they lead to, come to light some time later (net/arrivals.ts).
      return journey === null ? seen.nowNs > atNs + roundNs : isOver(seen, journey);
    });
    const journey = pick(tracer);
    const isAll = fromNs === 0 || i === LOOKS;
    if (journey !== null && (isAll || knowsCut(run, tracer, journey, fromNs))) return { tracer, journey };
    if (fromNs === 0) break;
  }
  return null;
}

/** Of a loss: whether the cut that answered it, or had been made already, was seen with all packets of its window. */
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

/** All has been seen of it that a story tells. */
function isOver(tracer: PacketTracer, journey: Journey): boolean {
  const isUnanswered = journey.isDatagram || (!journey.isAck && journey.seq === FINAL_ACK);
  if (isUnanswered) return journey.isGone || journey.arrivedNs <= tracer.nowNs;
  if (journey.isAck) return journey.isGone ? nextAck(tracer, journey) !== null : journey.effect !== null;
  if (journey.isGone) return retransmissionOf(tracer, journey) !== null;
  const ack = ackOf(tracer, journey);
  if (ack === null || echoOf(tracer, journey) === null || cutByEcho(tracer, journey) !== null)
    return ack !== null;
  // A classic echo goes on until it is answered.
  return tracer.acks.some((one) => one.sentNs > ack.sentNs && one.end === ack.end && one.tells !== journey);
}

const isSameConnection = (one: Journey, other: Journey): boolean =>
  one.end === other.end && one.epoch === other.epoch;

/** The first ACK back at the sender that tells of the packet's arrival. */
export function ackOf(tracer: PacketTracer, data: Journey): Journey | null {
  return (
    tracer.acks.find(
      (ack) => isSameConnection(ack, data) && ack.arrivedNs > data.sentNs && answers(ack, data),
    ) ?? null
  );
}

/** With the epoch of a handshake there are no ACKs but its SYN-ACKs. */
function answers(ack: Journey, data: Journey): boolean {
  return data.epoch < 0 ? data.seq === SYN : covers(ack, data.seq);
}

function covers({ seq: next, sack }: Journey, seq: number): boolean {
  if (next > seq) return true;
  for (let i = 0; i + 1 < sack.length; i += 2) if (seq >= sack[i] && seq < sack[i + 1]) return true;
  return false;
}

/** The first ACK back at the sender that echoes this packet's mark. */
export function echoOf(tracer: PacketTracer, data: Journey): Journey | null {
  return tracer.acks.find((ack) => ack.tells === data) ?? null;
}

/** The cut for this packet's mark: a sender that is busy with an earlier signal answers a later echo of it. */
export function cutByEcho(tracer: PacketTracer, data: Journey): Decision | null {
  const found = tracer.acks
    .filter((ack) => ack.tells === data)
    .flatMap(({ effect }) => effect?.decisions ?? [])
    .find(({ kind }) => kind === FLOW_EVENT.ecnReduction);
  return found ?? null;
}

/** The next one that came back and asks for as much. */
export function nextAck(tracer: PacketTracer, ack: Journey): Journey | null {
  return (
    tracer.acks.find(
      (one) => isSameConnection(one, ack) && one.sentNs >= ack.sentNs && one !== ack && one.seq >= ack.seq,
    ) ?? null
  );
}

export function retransmissionOf(tracer: PacketTracer, data: Journey): Journey | null {
  return (
    tracer.journeys.find(
      (one) => isSameConnection(one, data) && !one.isAck && one.seq === data.seq && one.sentNs > data.sentNs,
    ) ?? null
  );
}

/** The cut or the timeout by which the loss of this very packet came to light; null where there was none, or one for another. */
export function proofOf(tracer: PacketTracer, data: Journey, untilNs: number): Decision | null {
  return (
    tracer.decisions.find(
      (one) => isForLoss(one) && one.atNs <= untilNs && firstLost(tracer, one) === data,
    ) ?? null
  );
}

export const isForLoss = ({ kind }: Decision): boolean =>
  kind === FLOW_EVENT.lossReduction || kind === FLOW_EVENT.rto;

/** The packet for which a cut for a loss was made, or a timer ran out; null where it was not lost, or was not seen. */
export function firstLost(tracer: PacketTracer, decision: Decision): Journey | null {
  const [first] = lostBehind(tracer, decision);
  if (decision.kind !== FLOW_EVENT.rto) return first ?? null;
  const oldest = oldestOf(tracer, decision);
  return oldest !== null && isLostBy(oldest, decision.atNs) ? oldest : null;
}

function isLostBy(journey: Journey, atNs: number): boolean {
  return journey.isGone && (lastSignal(journey)?.atNs ?? Number.POSITIVE_INFINITY) <= atNs;
}

/** Packets of the window that were lost by then, each as it was sent last; the oldest one first. */
export function lostBehind(tracer: PacketTracer, decision: Decision): Journey[] {
  const lost = windowOf(tracer, decision).filter((one) => isLostBy(one, decision.atNs));
  return lost.sort((a, b) => a.seq - b.seq);
}

/** The segments that were outstanding, each as it was sent last. */
function windowOf(tracer: PacketTracer, { end, una, nxt, atNs }: Decision): Journey[] {
  const last = new Map<number, Journey>();
  for (const one of tracer.journeys) {
    const isOurs = one.end === end && !one.isAck && one.epoch >= 0 && one.seq >= una && one.seq < nxt;
    if (isOurs && one.sentNs < atNs) last.set(one.seq, one);
  }
  return [...last.values()];
}

/** Some of the segments that were outstanding had been sent more than once. */
export function hasResent(tracer: PacketTracer, decision: Decision): boolean {
  return windowOf(tracer, decision).some(({ isRetransmission }) => isRetransmission);
}

/** None of the window's packets was sent before the part of the run that was followed. */
export function hasWindow(tracer: PacketTracer, decision: Decision): boolean {
  return windowOf(tracer, decision).length === decision.nxt - decision.una;
}

/** The oldest outstanding packet as it was sent last. */
export function oldestOf(tracer: PacketTracer, { end, una, atNs }: Decision): Journey | null {
  const sent = tracer.journeys.filter(
    (one) => one.end === end && !one.isAck && one.seq === una && one.sentNs < atNs,
  );
  return sent.at(-1) ?? null;
}
