/** Types for programs that are JavaScript classes. `npm run docs` writes this file. */

/** What hooks read of `tcp`. */
export interface Tcp {
  /** The congestion window, in segments; a fraction counts towards the next whole one. 1 to 1000000. */
  cwnd: number;
  /** Window at which slow start ends, in segments; Infinity until the first reduction or assignment. 1 to Infinity. */
  ssthresh: number;
  /** Bits of payload a second that leave at most; Infinity: as cwnd allows. Needs the line // @paced. 1000 to Infinity. */
  pacingRateBps: number;
  /** Segments that this ACK newly acknowledges. */
  readonly acked: number;
  /** Newly acknowledged segments that arrived with CE; always 0 in onAck if the program has no onSample. */
  readonly marked: number;
  /** Segments newly judged lost. In onAck 0 without onSample. */
  readonly lost: number;
  /** The newest round-trip time; 0 before the first. */
  readonly rttMs: number;
  /** The smoothed round-trip time; 0 before the first. */
  readonly srttMs: number;
  /** The smallest round-trip time so far; Infinity before the first. */
  readonly minRttMs: number;
  /** Segments believed to be in the network. */
  readonly inflight: number;
  /** Bits of payload delivered a second, by the last ACK that told; needs onSample. */
  readonly deliveryRateBps: number;
  /** Segments delivered so far; needs onSample. */
  readonly deliveredTotal: number;
  /** Segments that arrived with CE so far; counted only if the program has onSample. */
  readonly markedTotal: number;
  /** SND.UNA: the oldest segment not yet acknowledged, counted from 0. */
  readonly una: number;
  /** SND.NXT: the next new segment. When una reaches a stored nxt, a round trip is over. */
  readonly nxt: number;
  /** No cut leaves less. */
  readonly minCwnd: number;
  /** Bytes of payload in a segment. */
  readonly mssBytes: number;
  /** Simulated time. */
  readonly nowMs: number;
  /** Time from sender to receiver of the segment that caused the newest ACK, as timestamps measure it (RFC 7323), without the delay of the ACK; 0 before the first. */
  readonly oneWayDelayMs: number;
  /** True if the application had nothing more to send when the newest acknowledged segment left, so that the sample may understate the path; needs onSample. */
  readonly isAppLimited: boolean;
}

/** What hooks read of `segment`. */
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
  /** An ACK has come, cwnd is in use and no cut is in progress: here the window grows. Every sender needs it. */
  onAck(tcp: Tcp): void;
  /** Called when the receiver reports a CE mark, once for each window of data. The cwnd (or the ssthresh) that you set is where the window goes, during recovery; with // @recovery own it becomes the window immediately. */
  onMark?(tcp: Tcp): void;
  /** A loss was detected, or a timeout comes: once for each window of data. As in onMark. */
  onLoss?(tcp: Tcp): void;
  /** The retransmission timer went off, after onLoss. cwnd starts again at what is still in the network. */
  onTimeout?(tcp: Tcp): void;
  /** Every ACK that tells something; before onAck, onMark and onLoss. The cwnd that you set is the window at once, except during recovery, which sets it again; with // @recovery own always. */
  onSample?(tcp: Tcp): void;
  /** Data comes again after a pause with nothing under way. */
  onIdle?(tcp: Tcp): void;
  /** A segment leaves. tcp.inflight does not count it yet; a pacing rate that you set applies from the gap after it. */
  onSend?(segment: Segment, tcp: Tcp): void;
  /** An ACK reports that this segment has arrived, cumulatively or by SACK: once for each segment, before onSample. */
  onSegment?(segment: Segment, tcp: Tcp): void;
  /** The time that wakeIn(ms) requested has come. The cwnd that you set is the window at once, except during recovery. */
  onTick?(tcp: Tcp): void;
  /** Returns one sentence on why the window has just changed; event is "mark", "loss" or "timeout". */
  explain?(tcp: Tcp, event: "mark" | "loss" | "timeout"): string;
}

/** What the constructor of a sender's class receives. */
export interface SenderTools {
  /** The declared parameters, by their names. */
  readonly params: Readonly<Record<string, number>>;
  /** Calls onTick after this time; a second request replaces the first. */
  wakeIn(ms: number): void;
  /** Says what the sender does from now on, by a name that a line // @phase declares: for the strip under cwnd, the list of events and the stories. */
  enterPhase(name: string): void;
  /** Uniform in [0, 1), from the run's own seeded stream. */
  random(): number;
  /** Adds a line with the simulated time to the list beside the code. */
  log(...values: unknown[]): void;
}

/** What hooks read of `queue`. */
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

/** What hooks read of `packet`. */
export interface Packet {
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

/** The hooks of a queue. */
export interface QueueHooks {
  /** A packet has come, and the limit has room for it: mark(), drop() or let it in. */
  enqueue?(packet: Packet, queue: Queue): void;
  /** A packet is about to leave: mark(), drop() or let it go. After a drop the next one is asked. */
  dequeue?(packet: Packet, queue: Queue): void;
  /** The link has found nothing to send; once until a packet comes. */
  onEmpty?(queue: Queue): void;
  /** The time that wakeIn(ms) asked for has come. */
  onTick?(queue: Queue): void;
  /** A packet has come, and the limit has no room for it. dropHead() or dropRandom() makes room; otherwise the packet is dropped. */
  onFull?(packet: Packet, queue: Queue): void;
  /** The link is free and packets wait: serveQueue(i) chooses the queue that sends next. Without a choice it is the first queue with packets. After a dropHead() or dropRandom() it is called again. */
  onServe?(queue: Queue): void;
  /** Returns one sentence on why the current packet was marked or dropped; event is "mark" or "drop". */
  explain?(packet: Packet, queue: Queue, event: "mark" | "drop"): string;
}

/** What the constructor of a queue's class receives. */
export interface QueueTools {
  /** The declared parameters, by their names. */
  readonly params: Readonly<Record<string, number>>;
  /** Sets CE on the current packet. Returns false, and does nothing, if it cannot be marked. */
  mark(): boolean;
  /** Drops the current packet. */
  drop(): void;
  /** Calls onTick after this time; a second request replaces the first. */
  wakeIn(ms: number): void;
  /** Drops the packet at the head of a queue, once the hook is over. Queues count from 0, which is the default. */
  dropHead(queue?: number): void;
  /** Drops a waiting packet of a queue, each with the same probability, once the hook is over. */
  dropRandom(queue?: number): void;
  /** In enqueue: the current packet joins this queue of those that // @queues declares, instead of queue 0. */
  joinQueue(queue: number): void;
  /** In onServe: this queue sends the next packet. */
  serveQueue(queue: number): void;
  /** Packets that wait in this queue, without the current packet. */
  packetsIn(queue: number): number;
  /** Bytes that wait in this queue, without the current packet. */
  bytesIn(queue: number): number;
  /** Time for which the packet at the head of this queue has waited; 0 if the queue is empty. */
  headMs(queue: number): number;
  /** Bytes of the packet at the head of this queue; 0 if the queue is empty. */
  headBytes(queue: number): number;
  /** Uniform in [0, 1), from the run's own seeded stream. */
  random(): number;
  /** Adds a line with the simulated time to the list beside the code. */
  log(...values: unknown[]): void;
}
