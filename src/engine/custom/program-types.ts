/** Types for programs that are JavaScript classes. `npm run docs` writes this file. */

/** Values of `tcp` that hooks can read. */
export interface Tcp {
  /** The congestion window, in segments; a fraction counts towards the next whole one. 1 to 1000000. */
  cwnd: number;
  /** Window at which slow start ends, in segments; Infinity until the first reduction or assignment. 1 to Infinity. */
  ssthresh: number;
  /** Largest sending rate, in bits of payload per second; Infinity: as fast as cwnd allows. Requires the line // @paced. 1000 to Infinity. */
  pacingRateBps: number;
  /** Segments that this ACK newly acknowledges. */
  readonly acked: number;
  /** Newly acknowledged segments that arrived with CE; always 0 in onAck if the program has no onSample. */
  readonly marked: number;
  /** Segments newly detected as lost; always 0 in onAck if the program has no onSample. */
  readonly lost: number;
  /** The newest round-trip time; 0 before the first. */
  readonly rttMs: number;
  /** The smoothed round-trip time; 0 before the first. */
  readonly srttMs: number;
  /** The smallest round-trip time so far; Infinity before the first. */
  readonly minRttMs: number;
  /** Segments believed to be in the network. */
  readonly inflight: number;
  /** Delivery rate measured at the last ACK with a rate sample, in bits of payload per second; requires onSample. */
  readonly deliveryRateBps: number;
  /** Segments delivered so far; requires onSample. */
  readonly deliveredTotal: number;
  /** Segments that arrived with CE so far; counted only if the program has onSample. */
  readonly markedTotal: number;
  /** SND.UNA: the oldest segment not yet acknowledged, counted from 0. */
  readonly una: number;
  /** SND.NXT: the next new segment. When una reaches a stored nxt, a round trip is over. */
  readonly nxt: number;
  /** Smallest cwnd that a reduction may leave, in segments. */
  readonly minCwnd: number;
  /** Bytes of payload in a segment. */
  readonly mssBytes: number;
  /** Simulated time. */
  readonly nowMs: number;
  /** Time from sender to receiver of the segment that caused the newest ACK, as timestamps measure it (RFC 7323), without the delay of the ACK; 0 before the first. */
  readonly oneWayDelayMs: number;
  /** True if the application had nothing more to send when the newest acknowledged segment left, so that the sample may be lower than the path allows; requires onSample. */
  readonly isAppLimited: boolean;
}

/** Values of `segment` that hooks can read. */
export interface Segment {
  /** Number of the segment, counted from 0. */
  readonly seq: number;
  /** Time from the sending of the segment to this ACK; 0 in onSend and for a segment that was sent again (Karn). */
  readonly rttMs: number;
  /** True if the segment has been sent before. */
  readonly isRetransmission: boolean;
}

/** The hooks of a sender. */
export interface SenderHooks {
  /** Required. Called for an ACK of new data while cwnd is fully used and no reduction is in progress. Here the window grows. */
  onAck(tcp: Tcp): void;
  /** Called when the receiver reports a CE mark, once for each window of data. The window decreases to the cwnd (or the ssthresh) that you set during the recovery that follows, or immediately with // @recovery own. */
  onMark?(tcp: Tcp): void;
  /** Called when a loss is detected, and before a timeout, once for each window of data. The window decreases as after onMark. */
  onLoss?(tcp: Tcp): void;
  /** Called after onLoss when the retransmission timer has expired. cwnd starts again at the number of segments that are still in the network. */
  onTimeout?(tcp: Tcp): void;
  /** Called for every ACK that reports something new, before onAck, onMark and onLoss. The cwnd that you set applies immediately, except during recovery, which sets it again; with // @recovery own also then. */
  onSample?(tcp: Tcp): void;
  /** Called when there is data again after a pause in which nothing was in flight. */
  onIdle?(tcp: Tcp): void;
  /** Called when a segment is sent. tcp.inflight does not count it yet. A pacing rate that you set applies to the gap after it. */
  onSend?(segment: Segment, tcp: Tcp): void;
  /** Called once for each segment when an ACK reports its arrival, cumulatively or by SACK, before onSample. */
  onSegment?(segment: Segment, tcp: Tcp): void;
  /** Called at the time that wakeIn(ms) requested. The cwnd that you set applies immediately, except during recovery. */
  onTick?(tcp: Tcp): void;
  /** Returns one sentence on why the window has just changed; event is "mark", "loss" or "timeout". */
  explain?(tcp: Tcp, event: "mark" | "loss" | "timeout"): string;
}

/** Functions that the constructor of a sender's class receives. */
export interface SenderTools {
  /** The declared parameters, by their names. */
  readonly params: Readonly<Record<string, number>>;
  /** Calls onTick after this time; a second request replaces the first. */
  wakeIn(ms: number): void;
  /** Starts a phase that a line // @phase declares. The strip under cwnd, the list of events and the explanations show it. */
  enterPhase(name: string): void;
  /** Returns a random number, uniform in [0, 1), from the run's seeded stream. */
  random(): number;
  /** Adds a line with the simulated time to the list next to the code. */
  log(...values: unknown[]): void;
}

/** Values of `queue` that hooks can read. */
export interface Queue {
  /** Packets in the queue, without the current packet. */
  readonly packets: number;
  /** Bytes in the queue, without the current packet. */
  readonly bytes: number;
  /** Rate of the link that the queue feeds. */
  readonly rateBps: number;
  /** Simulated time. */
  readonly nowMs: number;
}

/** Values of `packet` that hooks can read. */
export interface Packet {
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

/** The hooks of a queue. */
export interface QueueHooks {
  /** Called when a packet arrives and the limit has room for it. Call mark() or drop(), or do nothing to accept it. */
  enqueue?(packet: Packet, queue: Queue): void;
  /** Called when a packet is about to leave. Call mark() or drop(), or do nothing to send it. After a drop the hook is called for the next packet. */
  dequeue?(packet: Packet, queue: Queue): void;
  /** Called once when the link finds the queue empty, and again only after a packet has arrived. */
  onEmpty?(queue: Queue): void;
  /** Called at the time that wakeIn(ms) requested. */
  onTick?(queue: Queue): void;
  /** Called when a packet arrives and the limit has no room for it. dropHead() or dropRandom() makes room; otherwise the packet is dropped. */
  onFull?(packet: Packet, queue: Queue): void;
  /** Called when the link is free and packets wait. serveQueue(i) chooses the queue that sends next; otherwise the first queue with packets sends. The hook is called again after a dropHead() or dropRandom(). */
  onServe?(queue: Queue): void;
  /** Returns one sentence on why the current packet was marked or dropped; event is "mark" or "drop". */
  explain?(packet: Packet, queue: Queue, event: "mark" | "drop"): string;
}

/** Functions that the constructor of a queue's class receives. */
export interface QueueTools {
  /** The declared parameters, by their names. */
  readonly params: Readonly<Record<string, number>>;
  /** Sets CE on the current packet. Returns false, and does nothing, if it cannot be marked. */
  mark(): boolean;
  /** Drops the current packet. */
  drop(): void;
  /** Calls onTick after this time; a second request replaces the first. */
  wakeIn(ms: number): void;
  /** Drops the packet at the head of a queue, once the hook is over. Queues are numbered from 0, which is the default. */
  dropHead(queue?: number): void;
  /** Drops a random waiting packet of a queue, once the hook is over. All its packets have the same probability. */
  dropRandom(queue?: number): void;
  /** In enqueue: puts the current packet into this queue of those that // @queues declares, instead of queue 0. */
  joinQueue(queue: number): void;
  /** In onServe: lets this queue send the next packet. */
  serveQueue(queue: number): void;
  /** Packets that wait in this queue, without the current packet. */
  packetsIn(queue: number): number;
  /** Bytes that wait in this queue, without the current packet. */
  bytesIn(queue: number): number;
  /** Time for which the packet at the head of this queue has waited; 0 if the queue is empty. */
  headMs(queue: number): number;
  /** Bytes of the packet at the head of this queue; 0 if the queue is empty. */
  headBytes(queue: number): number;
  /** Returns a random number, uniform in [0, 1), from the run's seeded stream. */
  random(): number;
  /** Adds a line with the simulated time to the list next to the code. */
  log(...values: unknown[]): void;
}
