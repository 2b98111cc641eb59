interface Tcp {
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

interface Segment {
  /** Number of the segment, counted from 0. */
  readonly seq: number;
  /** Time from the sending of the segment to this ACK; 0 in onSend and for a segment that was sent again (Karn). */
  readonly rttMs: number;
  /** True if the segment has been sent before. */
  readonly isRetransmission: boolean;
}

interface Hooks {
  /** Required. Called for an ACK of new data while cwnd is fully used and no reduction is in progress. Here the window grows. */
  onAck(tcp: Tcp): void;
  /** Called when the receiver reports a CE mark, once for each window of data. The window decreases to the cwnd (or the ssthresh) that you set during the recovery that follows, or immediately with // @recovery own. */
  onMark(tcp: Tcp): void;
  /** Called when a loss is detected, and before a timeout, once for each window of data. The window decreases as after onMark. */
  onLoss(tcp: Tcp): void;
  /** Called after onLoss when the retransmission timer has expired. cwnd starts again at the number of segments that are still in the network. */
  onTimeout(tcp: Tcp): void;
  /** Called for every ACK that reports something new, before onAck, onMark and onLoss. The cwnd that you set applies immediately, except during recovery, which sets it again; with // @recovery own also then. */
  onSample(tcp: Tcp): void;
  /** Called when there is data again after a pause in which nothing was in flight. */
  onIdle(tcp: Tcp): void;
  /** Called when a segment is sent. tcp.inflight does not count it yet. A pacing rate that you set applies to the gap after it. */
  onSend(segment: Segment, tcp: Tcp): void;
  /** Called once for each segment when an ACK reports its arrival, cumulatively or by SACK, before onSample. */
  onSegment(segment: Segment, tcp: Tcp): void;
  /** Called at the time that wakeIn(ms) requested. The cwnd that you set applies immediately, except during recovery. */
  onTick(tcp: Tcp): void;
  /** Returns one sentence on why the window has just changed; event is "mark", "loss" or "timeout". */
  explain(tcp: Tcp, event: "mark" | "loss" | "timeout"): string;
}

/** Calls onTick after this time; a second request replaces the first. */
declare function wakeIn(ms: number): void;

/** Starts a phase that a line // @phase declares. The strip under cwnd, the list of events and the explanations show it. */
declare function enterPhase(name: string): void;

/** Returns a random number, uniform in [0, 1), from the run's seeded stream. */
declare function random(): number;

/** Adds a line with the simulated time to the list next to the code. */
declare function log(...values: unknown[]): void;

/** Returns the smallest of the values, like Math.min. */
declare function min(...values: number[]): number;

/** Returns the largest of the values, like Math.max. */
declare function max(...values: number[]): number;
