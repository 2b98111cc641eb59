/**
 * The sender's knowledge of each segment between SND.UNA and SND.NXT, as reported by ACKs, and the counts that make up RFC 6675's
 * pipe. The state is stored in a ring of typed arrays indexed by segment number. While no segment has a flag, an ACK is processed
 * without a loop.
 */
import type { Clock } from "../core/clock.ts";
import type { DeliveredSegments } from "./ack-sample.ts";
import type { SenderState } from "./sender-state.ts";

/** Flag: delivered out of order, as reported by a SACK. */
export const SACKED = 1;
/** Flag: believed to be lost. */
export const LOST = 2;
/** Flag: retransmitted, and the retransmission is believed to be in the network. */
export const RETRANSMITTED = 4;
/** Flag: retransmitted at least once. Such a segment gives no RTT sample (Karn's algorithm). */
export const EVER_RETRANSMITTED = 8;

/** DupThresh of RFC 6675 §2. */
export const DUP_THRESH = 3;
/** Returned instead of a segment number if there is no such segment. */
export const NO_SEGMENT = -1;

/** Initial capacity of the ring, small because many connections send little. V8 stores small typed arrays inside the heap object. */
export const FIRST_CAPACITY = 8;

/** Upper bound of the reordering degree (Linux tcp_max_reordering). */
const MOST_REORDERING = 300;

/** State of the outstanding segments of one sender; Scoreboard adds the detection of losses. */
export abstract class SegmentBoard {
  /**
   * Number of SACKed segments. Without SACK: the number of duplicate ACKs, each of which stands for one delivered segment (the
   * window inflation of RFC 6582).
   */
  sackedOut = 0;
  /** Number of segments marked lost and not yet acknowledged. */
  lostOut = 0;
  /** Number of lost segments whose retransmission is believed to be in the network. */
  retransOut = 0;
  /** Segment number after the highest SACKed segment. */
  highestSacked = 0;
  /** Number of segments newly delivered by the last ACK, cumulatively or by SACK. */
  delivered = 0;
  /**
   * Number of the newly delivered segment that was sent last; -1 if there is none, or if a duplicate ACK without SACK does not
   * tell which one it is.
   */
  newestDelivered = NO_SEGMENT;
  /**
   * Send times of the oldest and the newest never-retransmitted segment that the last ACK newly delivered (ns); -1 if
   * there is none.
   */
  oldestSentNs = -1;
  newestSentNs = -1;
  /** True if the SACK blocks of the last ACK contained new information. */
  newlySacked = false;
  /**
   * The lowest never-retransmitted segment that the last ACK newly delivered; -1 if there is none. Determined only
   * while a segment is SACKed or lost.
   */
  lowestOriginal = NO_SEGMENT;
  /**
   * Reordering degree: the largest distance, in segments, by which a segment arrived late (Linux tp->reordering);
   * DUP_THRESH before the first late segment.
   */
  reorderingDegree = DUP_THRESH;
  /** True once a segment has arrived late, which shows that the path reorders (Linux reord_seen). */
  hasReordered = false;
  /**
   * RACK.rtt (RFC 8985 §5.2): RTT of a segment that the last ACK delivered (ns). As in Linux, a cumulatively acknowledged
   * segment takes precedence over a SACKed one, although the SACKed one was sent later (tcp_rack_advance).
   */
  rackRttNs = 0;
  /** True if the last ACK acknowledged a segment cumulatively that no SACK had reported. */
  private hasRackRtt = false;

  /** List of the segments that the last ACK newly delivered; null if no control uses it. */
  segments: DeliveredSegments | null = null;

  protected readonly clock: Clock;
  protected flags = new Uint8Array(FIRST_CAPACITY);
  protected sentNs = new Float64Array(FIRST_CAPACITY);
  protected mask = FIRST_CAPACITY - 1;
  /** Number of segments with any flag. */
  protected flagged = 0;
  /** Every segment below `lossCursor` is SACKed or marked lost; `sackedBelowCursor` of them are SACKed. */
  protected lossCursor = 0;
  protected sackedBelowCursor = 0;
  /** Position of the search for the next retransmission: every lost segment below this number has been retransmitted. */
  protected retransmitCursor = 0;
  /**
   * Latest send time of any delivered segment (RFC 8985 §5.2 RACK.xmit_ts), and the segment number after that
   * segment.
   */
  protected latestDeliveredSentNs = -1;
  protected latestDeliveredEnd = 0;
  /** Source of the minimum RTT. It is used to decide whether an ACK acknowledges a retransmission or the original; null if unused. */
  private readonly path: Pick<SenderState, "minRttNs"> | null;
  /** SACK blocks of the previous ACK, so that only the new part is read. */
  private readonly seenBlocks = new Int32Array(6);

  constructor(clock: Clock, path: Pick<SenderState, "minRttNs"> | null = null) {
    this.clock = clock;
    this.path = path;
  }

  /** Number of segments for which the ring has room. */
  get capacity(): number {
    return this.mask + 1;
  }

  /** True if any segment is SACKed, lost or was retransmitted. */
  get hasFlags(): boolean {
    return this.flagged > 0;
  }

  /** Returns the pipe (RFC 6675 §4 SetPipe), computed from counts. */
  pipe(una: number, nxt: number): number {
    return nxt - una - this.sackedOut - this.lostOut + this.retransOut;
  }

  /** Returns the last send time (ns) of a segment that is outstanding or was delivered by the last ACK. */
  sentAt(seq: number): number {
    return this.sentNs[seq & this.mask];
  }

  onSent(seq: number, una: number): void {
    if (seq - una > this.mask) this.grow(una, seq);
    this.sentNs[seq & this.mask] = this.clock.nowNs;
  }

  /** Prepares for an ACK: resets `delivered`, the send times and the other fields that describe only the last ACK. */
  beginAck(): void {
    this.delivered = 0;
    this.newestDelivered = NO_SEGMENT;
    this.oldestSentNs = -1;
    this.newestSentNs = -1;
    this.lowestOriginal = NO_SEGMENT;
    this.hasRackRtt = false;
    if (this.segments !== null) this.segments.count = 0;
  }

  /** Moves SND.UNA from `una` to `ack`. */
  acknowledge(una: number, ack: number): void {
    const mask = this.mask;
    if (this.flagged === 0) {
      this.delivered = ack - una;
      this.newestDelivered = ack - 1;
      this.oldestSentNs = this.sentNs[una & mask];
      this.newestSentNs = this.sentNs[(ack - 1) & mask];
      // A retransmission that was delivered before may have been sent later.
      if (this.newestSentNs >= this.latestDeliveredSentNs) {
        this.latestDeliveredSentNs = this.newestSentNs;
        this.latestDeliveredEnd = ack;
      }
      this.rackRttNs = this.clock.nowNs - this.newestSentNs;
      this.hasRackRtt = true;
      if (this.segments !== null) this.list(this.segments, una, ack);
    } else {
      let wasRepaired = false;
      for (let seq = una; seq < ack; seq++) {
        if ((this.flags[seq & mask] & EVER_RETRANSMITTED) !== 0) wasRepaired = true;
        this.acknowledgeOne(seq);
      }
      this.hasRackRtt = this.delivered > 0;
      // A segment that waited at the receiver for a retransmission does not measure the RTT of the path (Linux
      // FLAG_RETRANS_DATA_ACKED).
      if (wasRepaired) {
        this.oldestSentNs = -1;
        this.newestSentNs = -1;
      }
    }
    if (this.lossCursor < ack) {
      this.lossCursor = ack;
      this.sackedBelowCursor = 0;
    }
    if (this.retransmitCursor < ack) this.retransmitCursor = ack;
  }

  /** Reads the i-th SACK block [start, end) of the ACK (RFC 2018 §3). */
  sackBlock(i: number, start: number, end: number, una: number, nxt: number): void {
    let from = start < una ? una : start;
    const to = end > nxt ? nxt : end;
    const seen = this.seenBlocks;
    for (let b = 0; b < 6; b += 2) {
      // If the block has only grown since the previous ACK, its known part is skipped.
      if (seen[b] === start && seen[b + 1] <= end && seen[b + 1] > from) {
        from = seen[b + 1];
        break;
      }
    }
    for (let seq = from; seq < to; seq++) this.sackOne(seq);
    seen[2 * i] = start;
    seen[2 * i + 1] = end;
    if (to > this.highestSacked) this.highestSacked = to;
  }

  /** Counts a duplicate ACK if SACK is not used: one more segment has left the network. */
  duplicateAck(una: number, nxt: number): void {
    this.sackedOut++;
    this.limitDuplicateAcks(una, nxt);
    this.delivered = 1;
  }

  /**
   * Subtracts duplicate ACKs after a cumulative ACK, without SACK. `acked` segments up to `una` are now acknowledged; these
   * segments caused as many of the counted duplicate ACKs.
   */
  forgetDuplicateAcks(acked: number, una: number, nxt: number): void {
    const explained = Math.min(this.sackedOut, acked - 1);
    this.sackedOut -= explained;
    this.delivered = acked - explained;
    this.limitDuplicateAcks(una, nxt);
  }

  resetDuplicateAcks(): void {
    this.sackedOut = 0;
  }

  /**
   * Detects reordering (RFC 8985 §6.2 step 3): a segment that was sent only once arrived after segments that were sent later.
   * `highestBefore` is the segment number after the highest segment that was SACKed before this ACK.
   */
  noteReordering(highestBefore: number): void {
    const { lowestOriginal } = this;
    if (lowestOriginal < 0 || lowestOriginal >= highestBefore) return;
    this.hasReordered = true;
    const degree = Math.min(this.highestSacked - lowestOriginal, MOST_REORDERING);
    if (degree > this.reorderingDegree) this.reorderingDegree = degree;
  }

  /**
   * Limits the count of duplicate ACKs. The count cannot include the first missing segment or the lost segments, because these
   * have not arrived (Linux tcp_limit_reno_sacked).
   */
  private limitDuplicateAcks(una: number, nxt: number): void {
    const most = nxt - una - (this.lostOut > 1 ? this.lostOut : 1);
    if (this.sackedOut > most) this.sackedOut = most > 0 ? most : 0;
  }

  private list(segments: DeliveredSegments, from: number, to: number): void {
    for (let seq = from; seq < to; seq++) segments.add(seq, this.sentNs[seq & this.mask]);
  }

  private acknowledgeOne(seq: number): void {
    const at = seq & this.mask;
    const flags = this.flags[at];
    if ((flags & SACKED) !== 0) this.sackedOut--;
    else this.countDelivered(seq, at, flags);
    if (flags === 0) return;
    if ((flags & LOST) !== 0) this.lostOut--;
    if ((flags & RETRANSMITTED) !== 0) this.retransOut--;
    if ((flags & SACKED) !== 0 && seq < this.lossCursor) this.sackedBelowCursor--;
    this.flags[at] = 0;
    this.flagged--;
  }

  private sackOne(seq: number): void {
    const at = seq & this.mask;
    const flags = this.flags[at];
    if ((flags & SACKED) !== 0) return;
    this.countDelivered(seq, at, flags);
    if (flags === 0) this.flagged++;
    if ((flags & LOST) !== 0) this.lostOut--;
    if ((flags & RETRANSMITTED) !== 0) this.retransOut--;
    this.flags[at] = (flags | SACKED) & ~(LOST | RETRANSMITTED);
    this.sackedOut++;
    if (seq < this.lossCursor) this.sackedBelowCursor++;
  }

  private countDelivered(seq: number, at: number, flags: number): void {
    const sentNs = this.sentNs[at];
    this.delivered++;
    if (this.newestDelivered < 0 || this.wasSentAfter(seq, this.newestDelivered)) this.newestDelivered = seq;
    const isOriginal = (flags & EVER_RETRANSMITTED) === 0;
    if (this.segments !== null) this.segments.add(seq, isOriginal ? sentNs : -1);
    this.advanceRack(seq, sentNs, isOriginal);
    if (!isOriginal) return;
    if (this.lowestOriginal < 0 || seq < this.lowestOriginal) this.lowestOriginal = seq;
    if (this.oldestSentNs < 0) this.oldestSentNs = sentNs;
    this.newestSentNs = sentNs;
  }

  /**
   * Updates RACK's state (RFC 8985 §6.2 step 2). An ACK that arrives too soon after a retransmission acknowledges the
   * original and is ignored.
   */
  private advanceRack(seq: number, sentNs: number, isOriginal: boolean): void {
    const rttNs = this.clock.nowNs - sentNs;
    if (!isOriginal && this.path !== null && rttNs < this.path.minRttNs) return;
    if (!this.hasRackRtt) this.rackRttNs = rttNs;
    if (sentNs < this.latestDeliveredSentNs) return;
    if (sentNs > this.latestDeliveredSentNs || seq >= this.latestDeliveredEnd)
      this.latestDeliveredEnd = seq + 1;
    this.latestDeliveredSentNs = sentNs;
  }

  /** Returns true if `seq` was sent after `other`; at equal times the higher number counts as later. */
  private wasSentAfter(seq: number, other: number): boolean {
    const laterNs = this.sentAt(seq) - this.sentAt(other);
    return laterNs > 0 || (laterNs === 0 && seq > other);
  }

  private grow(una: number, seq: number): void {
    const oldMask = this.mask;
    const flags = this.flags;
    const sentNs = this.sentNs;
    const capacity = (oldMask + 1) * 2;
    this.mask = capacity - 1;
    this.flags = new Uint8Array(capacity);
    this.sentNs = new Float64Array(capacity);
    for (let s = una; s < seq; s++) {
      this.flags[s & this.mask] = flags[s & oldMask];
      this.sentNs[s & this.mask] = sentNs[s & oldMask];
    }
  }
}
