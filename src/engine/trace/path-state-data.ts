/** The state of the path: its packets at one time. It consists of plain data and typed arrays, which can be sent between workers. */

/**
 * Bits of a packet's kind. `signal`: the packet carries a signal (CE on data, ECN-Echo on an ACK).
 * `ack`: the packet is an ACK. `syn`: the packet is a SYN or, with `ack`, a SYN-ACK. `lastAck`: the packet is the ACK
 * that ends a handshake, on the data path.
 */
export const PACKET_KIND = { signal: 1, ack: 2, syn: 4, lastAck: 8 } as const;

/** Packets at one time, with their identification. */
export interface PathPackets {
  readonly flow: Uint16Array;
  /** Bits of PACKET_KIND. */
  readonly kind: Uint8Array;
  /** The field `end` of `Packet`. */
  readonly end: Int32Array;
  /** Segment number of data, or the next segment that an ACK expects. */
  readonly seq: Int32Array;
}

/** Packets in flight, with their positions as fractions 0..1 of the distance. */
export interface Moving extends PathPackets {
  /** Number of packets in flight. If there are many, only some are listed; SYNs and packets with a signal are always listed. */
  readonly total: number;
  readonly at: Float32Array;
}

/** One link of the path. */
export interface PathLink {
  /** Packets in the queue from head to tail. Long queues are listed only in part; `queuePackets` is the true length. */
  readonly queued: PathPackets;
  readonly queuePackets: number;
  /**
   * Number of packets in each queue of a discipline that has several queues; `queued` lists the queues one after the
   * other.
   */
  readonly parts?: readonly number[] | undefined;
  /** Packets on the link; empty if the link has no delay. */
  readonly moving: Moving;
  /** Numbers of marks and drops so far. Drops include random losses. */
  readonly marks: number;
  readonly drops: number;
  readonly losses: number;
}

/** The packets on the path at one time. The page draws them. */
export interface PathState {
  readonly nowS: number;
  /** Links in the order of `Snapshot.links`. */
  readonly links: readonly PathLink[];
  /** Packets between the last link and the receivers, and ACKs on the last part of their path to the senders. */
  readonly data: Moving;
  readonly acks: Moving;
  /** cwnd of each traced flow, in segments. */
  readonly cwnd: Float32Array;
  /** Variables of user-defined programs. */
  readonly programs: readonly ProgramState[];
}

/** Variables of one sender or queue that a program controls. */
export interface ProgramState {
  readonly id: string;
  /** Place of the program, such as "flow 2". */
  readonly place: string;
  /** Top-level variables, each with its value as a short text. */
  readonly variables: readonly (readonly [name: string, value: string])[];
}
