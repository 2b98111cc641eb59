/** The history of one packet, observed during a replay. Times are in ns. */

import { FINAL_ACK, SYN } from "../net/packet.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { PacketId } from "./facts.ts";
import type { Decision, Journey, SeenSignal } from "./packet-tracer.ts";
import { type PacketToShow, type PacketTracer, trace } from "./packet-tracer.ts";
import type { RunContext } from "./run-context.ts";

/** Returns the identification of the packet in the log. */
export function idOf({ end, seq, isAck, sentNs }: Journey): PacketId {
  return { end, seq, isAck, sentNs };
}

/** Returns the last mark, drop or loss of the packet; null if there was none. */
export function lastSignal(journey: Journey): SeenSignal | null {
  return journey.passages.flatMap(({ signals }) => signals).at(-1) ?? null;
}

// Follows one packet from its sender to its ACK and to the effect of this ACK.

/** A packet's journey, and the tracer that observed it. */
export interface Followed {
  readonly tracer: PacketTracer;
  readonly journey: Journey;
}

/** Number of round trips within which a loss is normally detected, and additional time for a timer. */
const ROUNDS_AFTER = 8;
const TIMER_NS = 4e9;
/** Maximum number of replays. If the packet was sent before the start of a replay, another replay with an earlier start is needed. */
const LOOKS = 6;

/** Follows a packet. `pick` selects its journey from those that were observed. Returns null if the run has no such packet. */
export function* follow(
  run: RunContext,
  asked: PacketToShow,
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
      // Arrivals at receivers, and the ACKs that they cause, are logged late (net/arrivals.ts).
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
 * Returns true if the replay has shown enough to explain a loss: the reduction for the packet, which may be earlier than the
 * loss, and all packets of the window. Always true if the packet is not lost.
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

/** Returns true if everything that the explanation mentions has been observed. */
function isOver(tracer: PacketTracer, journey: Journey): boolean {
  const isUnanswered = journey.isDatagram || (!journey.isAck && journey.seq === FINAL_ACK);
  if (isUnanswered) return journey.isGone || journey.arrivedNs <= tracer.nowNs;
  if (journey.isAck) return journey.isGone ? nextAck(tracer, journey) !== null : journey.effect !== null;
  if (journey.isGone) return retransmissionOf(tracer, journey) !== null;
  const ack = ackOf(tracer, journey);
  if (ack === null || echoOf(tracer, journey) === null || cutByEcho(tracer, journey) !== null)
    return ack !== null;
  // With classic feedback, ACKs continue to echo the mark until the sender responds with CWR.
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
export function echoOf(tracer: PacketTracer, data: Journey): Journey | null {
  return tracer.acks.find((ack) => ack.tells === data) ?? null;
}

/**
 * Returns the reduction that this packet's mark caused; null if there is none. A sender that still reacts to an earlier signal
 * responds to a later echo of the mark.
 */
export function cutByEcho(tracer: PacketTracer, data: Journey): Decision | null {
  const found = tracer.acks
    .filter((ack) => ack.tells === data)
    .flatMap(({ effect }) => effect?.decisions ?? [])
    .find(({ kind }) => kind === FLOW_EVENT.ecnReduction);
  return found ?? null;
}

/** Returns the next ACK that reached the sender with the same or a higher acknowledgement number; null if there is none. */
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
 * Returns the reduction or timeout at which the loss of this packet was detected; null if there is none, or if it was made for
 * another packet.
 */
export function proofOf(tracer: PacketTracer, data: Journey, untilNs: number): Decision | null {
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
 * Returns the packets of the window that were lost by the time of the decision, oldest first. Each is represented by its last
 * transmission.
 */
export function lostBehind(tracer: PacketTracer, decision: Decision): Journey[] {
  const lost = windowOf(tracer, decision).filter((one) => isLostBy(one, decision.atNs));
  return lost.sort((a, b) => a.seq - b.seq);
}

/** Returns the outstanding segments. Each is represented by its last transmission. */
function windowOf(tracer: PacketTracer, { end, una, nxt, atNs }: Decision): Journey[] {
  const last = new Map<number, Journey>();
  for (const one of tracer.journeys) {
    const isOurs = one.end === end && !one.isAck && one.epoch >= 0 && one.seq >= una && one.seq < nxt;
    if (isOurs && one.sentNs < atNs) last.set(one.seq, one);
  }
  return [...last.values()];
}

/** Returns true if any outstanding segment had been sent more than once. */
export function hasResent(tracer: PacketTracer, decision: Decision): boolean {
  return windowOf(tracer, decision).some(({ isRetransmission }) => isRetransmission);
}

/** Returns true if the replay contains the transmission of all packets of the window. */
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
