interface Queue {
  /** Packets in the queue, without the current packet. */
  readonly packets: number;
  /** Bytes in the queue, without the current packet. */
  readonly bytes: number;
  /** Rate of the link that the queue feeds. */
  readonly rateBps: number;
  /** Simulated time. */
  readonly nowMs: number;
}

interface Packet {
  /** Bytes of the current packet, headers included. */
  readonly size: number;
  /** How long it has waited; 0 in enqueue. */
  readonly sojournMs: number;
  /** True if the packet can be marked instead of dropped. */
  readonly ect: boolean;
  /** True if the packet is already marked. */
  readonly ce: boolean;
  /** True if the packet is an ACK without data. */
  readonly isAck: boolean;
  /** True if the packet is a retransmission. */
  readonly isRetransmission: boolean;
  /** Number of its connection, from 0. */
  readonly connection: number;
}

interface Hooks {
  /** A packet has come, and the limit has room for it: mark(), drop() or let it in. */
  enqueue(packet: Packet, queue: Queue): void;
  /** A packet is about to leave: mark(), drop() or let it go. After a drop the next one is asked. */
  dequeue(packet: Packet, queue: Queue): void;
  /** The link has found nothing to send; once until a packet comes. */
  onEmpty(queue: Queue): void;
  /** The time that wakeIn(ms) asked for has come. */
  onTick(queue: Queue): void;
  /** Returns one sentence on why the current packet was marked or dropped; event is "mark" or "drop". */
  explain(packet: Packet, queue: Queue, event: "mark" | "drop"): string;
}

/** Sets CE on the current packet. Returns false, and does nothing, if it cannot be marked. */
declare function mark(): boolean;

/** Drops the current packet. */
declare function drop(): void;

/** Calls onTick after this time; a second request replaces the first. */
declare function wakeIn(ms: number): void;

/** Uniform in [0, 1), from the run's own seeded stream. */
declare function random(): number;

/** Adds a line with the simulated time to the list beside the code. */
declare function log(...values: unknown[]): void;

/** The smallest of them; Math.min. */
declare function min(...values: number[]): number;

/** The largest of them; Math.max. */
declare function max(...values: number[]): number;
