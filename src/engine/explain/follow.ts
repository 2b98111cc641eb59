/** One packet's journey, from its sender to the ACK that answers it and what that did. */
import { FINAL_ACK, SYN } from "../net/packet.ts";

import { isCut } from "../trace/snapshot.ts";
import type { Decision, Journey } from "./journey.ts";
import type { AskedToShow, PacketTracer } from "./packet-tracer.ts";
import { trace } from "./packet-tracer.ts";
import type { Known } from "./telling.ts";

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
  known: Known,
  asked: AskedToShow,
  flow: number,
  atNs: number,
  firstBackNs: number,
  pick: (tracer: PacketTracer) => Journey | null,
): Generator<undefined, Followed | null> {
  const roundNs = known.roundNs(flow, atNs);
  const untilNs = Math.min(known.untilNs, atNs + ROUNDS_AFTER * roundNs + TIMER_NS);
  let backNs = firstBackNs + roundNs;
  for (let i = 1; i <= LOOKS; i++, backNs *= 4) {
    const fromNs = Math.max(0, atNs - backNs);
    const tracer = yield* trace(known.make, { flow, fromNs, untilNs, asked }, (seen) => {
      if (seen.nowNs <= atNs) return false;
      const journey = pick(seen);
      // Arrivals, and the ACKs that they lead to, come to light some time later (net/arrivals.ts).
      return journey === null ? seen.nowNs > atNs + roundNs : isOver(seen, journey);
    });
    const journey = pick(tracer);
    if (journey !== null) return { tracer, journey };
    if (fromNs === 0) break;
  }
  return null;
}

/** All has been seen of it that a story tells. */
function isOver(tracer: PacketTracer, journey: Journey): boolean {
  const isUnanswered = journey.isDatagram || (!journey.isAck && journey.seq === FINAL_ACK);
  if (isUnanswered) return journey.isGone || journey.arrivedNs <= tracer.nowNs;
  if (journey.isAck) return journey.isGone ? nextAck(tracer, journey) !== null : journey.effect !== null;
  if (journey.isGone) return retransmissionOf(tracer, journey) !== null;
  return ackOf(tracer, journey) !== null;
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

/** The cut or timeout that the loss of this packet led to, itself or with others of its window. */
export function cutFor(tracer: PacketTracer, data: Journey, untilNs: number): Decision | null {
  return (
    tracer.decisions.find(
      ({ kind, end, una, nxt, atNs }) =>
        isCut(kind) &&
        end === data.end &&
        atNs > data.sentNs &&
        atNs <= untilNs &&
        data.seq >= una &&
        data.seq < nxt,
    ) ?? null
  );
}
