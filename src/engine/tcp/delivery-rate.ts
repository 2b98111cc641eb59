/**
 * Delivery-rate samples, as draft-cheng-iccrg-delivery-rate-estimation-02 §3 and Linux's tcp_rate.c take them: with each
 * segment goes what was true when it was sent; the ACK that tells of it compares. Only senders that ask have one.
 */
import { AckSample } from "./ack-sample.ts";
import type { Scoreboard } from "./scoreboard.ts";
import { FIRST_CAPACITY } from "./segment-board.ts";
import type { SenderState } from "./sender-state.ts";

export class DeliveryRate {
  readonly sample = new AckSample();

  /** §3.1.1: C.delivered_time and C.first_sent_time. */
  private deliveredNs = 0;
  private firstSentNs = 0;
  /** C.app_limited: samples are until so much has been delivered; 0: they are not. */
  private appLimitedUntil = 0;
  private lostBefore = 0;

  // Of each segment, by its number: §3.1.2's P.*
  private mask = FIRST_CAPACITY - 1;
  private delivered = new Int32Array(FIRST_CAPACITY);
  private lost = new Int32Array(FIRST_CAPACITY);
  private marked = new Int32Array(FIRST_CAPACITY);
  private inflight = new Int32Array(FIRST_CAPACITY);
  private appLimited = new Uint8Array(FIRST_CAPACITY);
  private deliveredTimes = new Float64Array(FIRST_CAPACITY);
  private firstSentTimes = new Float64Array(FIRST_CAPACITY);

  /** In mid-run: of what is under way nothing but the send times is known, so that it may understate the path. */
  adopt(state: SenderState, board: Scoreboard): void {
    const { una, nxt, inflight } = state;
    this.sample.lostTotal = board.lostTotal;
    this.appLimitedUntil = nxt - una;
    for (let seq = una; seq < nxt; seq++) {
      this.deliveredNs = this.firstSentNs = board.sentAt(seq);
      this.onSent(seq, una, inflight, board.lostTotal);
    }
  }

  /** §3.2: nothing is in flight, so the next segments' time begins now. */
  restart(state: SenderState): void {
    this.firstSentNs = state.nowNs;
    this.deliveredNs = state.nowNs;
  }

  /** §3.2: a segment leaves, for the first time or again; `inflight` counts it. */
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

  /** §3.4: everything offered has been sent, and cwnd leaves room. */
  onAppLimited(inflight: number): void {
    this.appLimitedUntil = Math.max(1, this.sample.deliveredTotal + inflight);
  }

  /** Before the scoreboard reads an ACK. */
  beginAck(state: SenderState, board: Scoreboard): void {
    this.sample.inflightBefore = state.inflight;
    this.lostBefore = board.lostTotal;
  }

  /** After it has: `acked` cumulatively, `marked` told of as marked. */
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

  /** §3.3: UpdateRateSample and GenerateRateSample, by the segment sent last among those newly delivered. */
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
    // A segment that was sent again for nothing is acknowledged too soon to be true (Linux tcp_rate_gen).
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

/** The entries of segments from `una` to before `end`, at their places in a larger ring. */
function moved<T extends Int32Array | Uint8Array | Float64Array>(
  from: T,
  to: T,
  una: number,
  end: number,
): T {
  for (let seq = una; seq < end; seq++) to[seq & (to.length - 1)] = from[seq & (from.length - 1)];
  return to;
}
