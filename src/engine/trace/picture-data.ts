/** What the living picture of the path is made of: plain data and typed arrays, ready to cross a worker boundary. */

/**
 * Bits of a packet's kind in a picture: it carries a signal (CE on data, ECN-Echo on an ACK); it is an ACK; it is a SYN,
 * with `ack` a SYN-ACK; it is the ACK that ends a handshake, on the way of the data.
 */
export const PACKET_KIND = { signal: 1, ack: 2, syn: 4, lastAck: 8 } as const;

/** Packets of one instant, each with what names it. */
export interface PicturePackets {
  readonly flow: Uint16Array;
  /** Bits of PACKET_KIND. */
  readonly kind: Uint8Array;
  /** As in `Packet.end`. */
  readonly end: Int32Array;
  /** Of data the segment's number, of an ACK the next one expected. */
  readonly seq: Int32Array;
}

/** Packets under way: positions are fractions 0..1 of the way. */
export interface Moving extends PicturePackets {
  /** How many there are: of many some are listed, and all SYNs and all that carry a signal. */
  readonly total: number;
  readonly at: Float32Array;
}

export interface LinkPicture {
  /** Packets in the queue from head to tail (bounded; `queuePackets` is the true length). */
  readonly queued: PicturePackets;
  readonly queuePackets: number;
  /** On the link; empty where the link has no delay. */
  readonly moving: Moving;
  /** So far; drops include random losses. */
  readonly marks: number;
  readonly drops: number;
  readonly losses: number;
}

/** The path at one instant, for the living picture. */
export interface Picture {
  readonly nowS: number;
  /** In the order of `Snapshot.links`. */
  readonly links: readonly LinkPicture[];
  /** Data between the last link and the receivers, and ACKs between the last link on their way, or the receiver, and the senders. */
  readonly data: Moving;
  readonly acks: Moving;
  /** Per flow (traced flows): cwnd in segments. */
  readonly cwnd: Float32Array;
  /** What the variables of programs of one's own hold. */
  readonly programs: readonly ProgramPicture[];
}

/** Of one sender or queue that a program rules. */
export interface ProgramPicture {
  readonly id: string;
  /** "flow 2". */
  readonly place: string;
  /** The names of the top level, each with its value as a short text. */
  readonly variables: readonly (readonly [name: string, value: string])[];
}
