interface Tcp {
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

interface Segment {
  /** Number of the segment, counted from 0. */
  readonly seq: number;
  /** Time from the sending of the segment to this ACK; 0 in onSend and for a segment that was sent again (Karn). */
  readonly rttMs: number;
  /** True if the segment has been sent before. */
  readonly isRetransmission: boolean;
}

interface Hooks {
  /** An ACK has come, cwnd is in use and no cut is in progress: here the window grows. Every sender needs it. */
  onAck(tcp: Tcp): void;
  /** Called when the receiver reports a CE mark, once for each window of data. The cwnd (or the ssthresh) that you set is where the window goes, during recovery; with // @recovery own it becomes the window immediately. */
  onMark(tcp: Tcp): void;
  /** A loss was detected, or a timeout comes: once for each window of data. As in onMark. */
  onLoss(tcp: Tcp): void;
  /** The retransmission timer went off, after onLoss. cwnd starts again at what is still in the network. */
  onTimeout(tcp: Tcp): void;
  /** Every ACK that tells something; before onAck, onMark and onLoss. The cwnd that you set is the window at once, except during recovery, which sets it again; with // @recovery own always. */
  onSample(tcp: Tcp): void;
  /** Data comes again after a pause with nothing under way. */
  onIdle(tcp: Tcp): void;
  /** A segment leaves. tcp.inflight does not count it yet; a pacing rate that you set applies from the gap after it. */
  onSend(segment: Segment, tcp: Tcp): void;
  /** An ACK reports that this segment has arrived, cumulatively or by SACK: once for each segment, before onSample. */
  onSegment(segment: Segment, tcp: Tcp): void;
  /** The time that wakeIn(ms) requested has come. The cwnd that you set is the window at once, except during recovery. */
  onTick(tcp: Tcp): void;
  /** Returns one sentence on why the window has just changed; event is "mark", "loss" or "timeout". */
  explain(tcp: Tcp, event: "mark" | "loss" | "timeout"): string;
}

/** Calls onTick after this time; a second request replaces the first. */
declare function wakeIn(ms: number): void;

/** Says what the sender does from now on, by a name that a line // @phase declares: for the strip under cwnd, the list of events and the stories. */
declare function enterPhase(name: string): void;

/** Uniform in [0, 1), from the run's own seeded stream. */
declare function random(): number;

/** Adds a line with the simulated time to the list beside the code. */
declare function log(...values: unknown[]): void;

/** The smallest of them; Math.min. */
declare function min(...values: number[]): number;

/** The largest of them; Math.max. */
declare function max(...values: number[]): number;
