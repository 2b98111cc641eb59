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
  /** The ECN field of the IP header: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE. L4S senders use ECT(1) (RFC 9331). */
  readonly ecn: number;
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
  /** A packet has come, and the limit has no room for it. dropHead() or dropRandom() makes room; otherwise the packet is dropped. */
  onFull(packet: Packet, queue: Queue): void;
  /** The link is free and packets wait: serveQueue(i) chooses the queue that sends next. Without a choice it is the first queue with packets. After a dropHead() or dropRandom() it is called again. */
  onServe(queue: Queue): void;
  /** Returns one sentence on why the current packet was marked or dropped; event is "mark" or "drop". */
  explain(packet: Packet, queue: Queue, event: "mark" | "drop"): string;
}

/** Sets CE on the current packet. Returns false, and does nothing, if it cannot be marked. */
declare function mark(): boolean;

/** Drops the current packet. */
declare function drop(): void;

/** Calls onTick after this time; a second request replaces the first. */
declare function wakeIn(ms: number): void;

/** Drops the packet at the head of a queue, once the hook is over. Queues count from 0, which is the default. */
declare function dropHead(queue?: number): void;

/** Drops a waiting packet of a queue, each with the same probability, once the hook is over. */
declare function dropRandom(queue?: number): void;

/** In enqueue: the current packet joins this queue of those that // @queues declares, instead of queue 0. */
declare function joinQueue(queue: number): void;

/** In onServe: this queue sends the next packet. */
declare function serveQueue(queue: number): void;

/** Packets that wait in this queue, without the current packet. */
declare function packetsIn(queue: number): number;

/** Bytes that wait in this queue, without the current packet. */
declare function bytesIn(queue: number): number;

/** Time for which the packet at the head of this queue has waited; 0 if the queue is empty. */
declare function headMs(queue: number): number;

/** Bytes of the packet at the head of this queue; 0 if the queue is empty. */
declare function headBytes(queue: number): number;

/** Uniform in [0, 1), from the run's own seeded stream. */
declare function random(): number;

/** Adds a line with the simulated time to the list beside the code. */
declare function log(...values: unknown[]): void;

/** The smallest of them; Math.min. */
declare function min(...values: number[]): number;

/** The largest of them; Math.max. */
declare function max(...values: number[]): number;
