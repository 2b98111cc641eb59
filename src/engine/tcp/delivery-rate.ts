/**
 * Delivery-rate samples as in draft-cheng-iccrg-delivery-rate-estimation-02 §3 and Linux's tcp_rate.c. The state of the
 * connection is stored when a segment is sent, and compared with the state when its ACK arrives. Only senders whose congestion
 * control uses samples have this object.
 */
import { AckSample } from "./ack-sample.ts";
import type { Scoreboard } from "./scoreboard.ts";
import { FIRST_CAPACITY } from "./segment-board.ts";
import type { SenderState } from "./sender-state.ts";

/** State for the delivery-rate samples of one sender. */
export class DeliveryRate {
  readonly sample = new AckSample();

  /** C.delivered_time and C.first_sent_time (§3.1.1). */
  private deliveredNs = 0;
  private firstSentNs = 0;
  /**
   * C.app_limited: samples count as application-limited until the total number of delivered segments exceeds this value; 0 if
   * samples are not application-limited.
   */
  private appLimitedUntil = 0;
  private lostBefore = 0;

  // State kept for each segment, indexed by its number: P.* of §3.1.2.
  private mask = FIRST_CAPACITY - 1;
  private delivered = new Int32Array(FIRST_CAPACITY);
  private lost = new Int32Array(FIRST_CAPACITY);
  private marked = new Int32Array(FIRST_CAPACITY);
  private inflight = new Int32Array(FIRST_CAPACITY);
  private appLimited = new Uint8Array(FIRST_CAPACITY);
  private deliveredTimes = new Float64Array(FIRST_CAPACITY);
  private firstSentTimes = new Float64Array(FIRST_CAPACITY);

  /**
   * Starts the measurement in the middle of a connection. Only the send times of the segments in flight are known, so
   * the first samples may understate the path.
   */
  adopt(state: SenderState, board: Scoreboard): void {
    const { una, nxt, inflight } = state;
    this.sample.lostTotal = board.lostTotal;
    this.appLimitedUntil = nxt - una;
    for (let seq = una; seq < nxt; seq++) {
      this.deliveredNs = this.firstSentNs = board.sentAt(seq);
      this.onSent(seq, una, inflight, board.lostTotal);
    }
  }

  /** Starts a new send interval, because nothing is in flight (§3.2). */
  restart(state: SenderState): void {
    this.firstSentNs = state.nowNs;
    this.deliveredNs = state.nowNs;
  }

  /** Records a segment that is sent, either for the first time or again (§3.2). `inflight` includes this segment. */
  onSent(seq: number, una: number, inflight: number, lostTotal: number): void {
    if (seq - una > this.mask) this.grow(una, seq);
    const at = seq & this.mask;
    this.delivered[at] = this.sample.deliveredTotal;
    this.marked[at] = this.sample.markedTotal;
    this.lost[at] = lostTotal;
    this.inflight[at] = inflight;
    this.appLimited[at] = this.appLimitedUntil > 0 ? 1 : 0;
    this.deliveredTimes[at] = this.deliveredNs;
    this.firstSentTimes[at] = this.firstSentNs;
  }

  /**
   * Marks the following samples as application-limited: everything offered has been sent and cwnd leaves room (§3.4).
   */
  onAppLimited(inflight: number): void {
    this.appLimitedUntil = Math.max(1, this.sample.deliveredTotal + inflight);
  }

  /** Prepares for an ACK. Call this before the scoreboard reads the ACK. */
  beginAck(state: SenderState, board: Scoreboard): void {
    this.sample.inflightBefore = state.inflight;
    this.lostBefore = board.lostTotal;
  }

  /**
   * Fills the sample for this ACK. Call this after the scoreboard has read the ACK. `acked` is the number of segments
   * acknowledged cumulatively, `marked` the number reported as CE-marked.
   */
  takeSample(state: SenderState, board: Scoreboard, acked: number, marked: number): void {
    const { sample } = this;
    sample.nowNs = state.nowNs;
    sample.acked = acked;
    sample.delivered = board.delivered;
    sample.marked = marked;
    sample.lost = board.lostTotal - this.lostBefore;
    sample.rttNs = board.newestSentNs < 0 ? -1 : state.nowNs - board.newestSentNs;
    sample.deliveredTotal += board.delivered;
    sample.markedTotal += marked;
    sample.lostTotal = board.lostTotal;
    const newest = board.newestDelivered;
    if (newest < 0) this.clearComparison();
    else this.compare(newest, state, board);
    if (board.delivered > 0) this.deliveredNs = state.nowNs;
    if (sample.deliveredTotal > this.appLimitedUntil) this.appLimitedUntil = 0;
  }

  /**
   * Computes the delivery rate from the newly delivered segment that was sent last: UpdateRateSample and GenerateRateSample
   * (§3.3).
   */
  private compare(seq: number, state: SenderState, board: Scoreboard): void {
    const { sample } = this;
    const sentNs = board.sentAt(seq);
    const at = seq & this.mask;
    sample.priorDelivered = this.delivered[at];
    sample.priorMarked = this.marked[at];
    sample.priorLost = this.lost[at];
    sample.inflightAtSend = this.inflight[at];
    sample.isAppLimited = this.appLimited[at] === 1;
    const sendNs = sentNs - this.firstSentTimes[at];
    const ackNs = state.nowNs - this.deliveredTimes[at];
    const intervalNs = sendNs > ackNs ? sendNs : ackNs;
    // If the ACK arrives in less than the minimum RTT, it belongs to an earlier copy of the segment, which was retransmitted
    // unnecessarily (Linux tcp_rate_gen).
    sample.intervalNs = intervalNs < state.minRttNs ? 0 : intervalNs;
    this.firstSentNs = sentNs;
  }

  private clearComparison(): void {
    const { sample } = this;
    sample.priorDelivered = -1;
    sample.priorMarked = 0;
    sample.priorLost = 0;
    sample.inflightAtSend = 0;
    sample.isAppLimited = false;
    sample.intervalNs = 0;
  }

  private grow(una: number, seq: number): void {
    const capacity = (this.mask + 1) * 2;
    this.mask = capacity - 1;
    this.delivered = moved(this.delivered, new Int32Array(capacity), una, seq);
    this.lost = moved(this.lost, new Int32Array(capacity), una, seq);
    this.marked = moved(this.marked, new Int32Array(capacity), una, seq);
    this.inflight = moved(this.inflight, new Int32Array(capacity), una, seq);
    this.appLimited = moved(this.appLimited, new Uint8Array(capacity), una, seq);
    this.deliveredTimes = moved(this.deliveredTimes, new Float64Array(capacity), una, seq);
    this.firstSentTimes = moved(this.firstSentTimes, new Float64Array(capacity), una, seq);
  }
}

/** Copies a ring into a larger ring of `capacity` entries: the entries of the segments from `una` up to but excluding `end`. */
function moved<T extends Int32Array | Uint8Array | Float64Array>(
  from: T,
  to: T,
  una: number,
  end: number,
): T {
  for (let seq = una; seq < end; seq++) to[seq & (to.length - 1)] = from[seq & (from.length - 1)];
  return to;
}
