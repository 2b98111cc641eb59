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
  /** Time that the packet has waited in the queue; 0 in enqueue. */
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
  /** Number of the packet's connection, from 0. */
  readonly connection: number;
}

interface Hooks {
  /** Called when a packet arrives and the limit has room for it. Call mark() or drop(), or do nothing to accept it. */
  enqueue(packet: Packet, queue: Queue): void;
  /** Called when a packet is about to leave. Call mark() or drop(), or do nothing to send it. After a drop the hook is called for the next packet. */
  dequeue(packet: Packet, queue: Queue): void;
  /** Called once when the link finds the queue empty, and again only after a packet has arrived. */
  onEmpty(queue: Queue): void;
  /** Called at the time that wakeIn(ms) requested. */
  onTick(queue: Queue): void;
  /** Called when a packet arrives and the limit has no room for it. dropHead() or dropRandom() makes room; otherwise the packet is dropped. */
  onFull(packet: Packet, queue: Queue): void;
  /** Called when the link is free and packets wait. serveQueue(i) chooses the queue that sends next; otherwise the first queue with packets sends. The hook is called again after a dropHead() or dropRandom(). */
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

/** Drops the packet at the head of a queue, once the hook is over. Queues are numbered from 0, which is the default. */
declare function dropHead(queue?: number): void;

/** Drops a random waiting packet of a queue, once the hook is over. All its packets have the same probability. */
declare function dropRandom(queue?: number): void;

/** In enqueue: puts the current packet into this queue of those that // @queues declares, instead of queue 0. */
declare function joinQueue(queue: number): void;

/** In onServe: lets this queue send the next packet. */
declare function serveQueue(queue: number): void;

/** Packets that wait in this queue, without the current packet. */
declare function packetsIn(queue: number): number;

/** Bytes that wait in this queue, without the current packet. */
declare function bytesIn(queue: number): number;

/** Time for which the packet at the head of this queue has waited; 0 if the queue is empty. */
declare function headMs(queue: number): number;

/** Bytes of the packet at the head of this queue; 0 if the queue is empty. */
declare function headBytes(queue: number): number;

/** Returns a random number, uniform in [0, 1), from the run's seeded stream. */
declare function random(): number;

/** Adds a line with the simulated time to the list next to the code. */
declare function log(...values: unknown[]): void;

/** Returns the smallest of the values, like Math.min. */
declare function min(...values: number[]): number;

/** Returns the largest of the values, like Math.max. */
declare function max(...values: number[]): number;
