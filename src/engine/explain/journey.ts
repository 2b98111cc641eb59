/** What befell one packet, as seen while its part of the run was replayed. Times in ns. */
import type { OwnQueue } from "../aqm/queue-discipline.ts";
import type { StateTerm } from "./algorithm-state.ts";
import type { Explanation } from "./explanation.ts";
import type { PathNow } from "./path-now.ts";

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
  readonly algorithm: string;
  readonly label: string;
  readonly explanation: Explanation | null;
  readonly state: readonly StateTerm[];
  readonly path: PathNow;
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

export function lastSignal(journey: Journey): SeenSignal | null {
  return journey.passages.flatMap(({ signals }) => signals).at(-1) ?? null;
}
