/**
 * What the sender knows of each segment between SND.UNA and SND.NXT, as ACKs tell of it, and the counts RFC 6675's pipe is
 * made of. A ring of typed arrays indexed by segment number; while nothing is flagged an ACK costs no loop.
 */
import type { Clock } from "../core/clock.ts";
import type { SenderState } from "./sender-state.ts";

export const SACKED = 1;
export const LOST = 2;
/** Retransmitted, and the retransmission is believed to be in the network. */
export const RETRANSMITTED = 4;
/** Retransmitted at some time: no RTT sample (Karn). */
export const EVER_RETRANSMITTED = 8;

/** RFC 6675 §2 DupThresh. */
export const DUP_THRESH = 3;
export const NO_SEGMENT = -1;

/** Of a new connection, that may have little to send: so small, its arrays need no memory of their own beside the heap. */
export const FIRST_CAPACITY = 8;

/** More is believed of no path (Linux tcp_max_reordering). */
const MOST_REORDERING = 300;

export abstract class SegmentBoard {
  /** Segments SACKed, or, without SACK, duplicate ACKs counted as such (RFC 6582's window inflation). */
  sackedOut = 0;
  /** Segments marked lost and not yet acknowledged. */
  lostOut = 0;
  /** Of these, retransmitted ones. */
  retransOut = 0;
  /** One past the highest SACKed segment. */
  highestSacked = 0;
  /** Segments that the last ACK newly told of, cumulatively or by SACK. */
  delivered = 0;
  /** Of these the one that was sent last; -1: none, or, for a duplicate ACK without SACK, unknown. */
  newestDelivered = NO_SEGMENT;
  /** Send times of the oldest and the newest never-retransmitted segment that the last ACK newly told of; -1: none. */
  oldestSentNs = -1;
  newestSentNs = -1;
  /** The last ACK with SACK blocks told of something new by them. */
  newlySacked = false;
  /** Of these, while anything was SACKed or lost, the lowest; -1: none. */
  lowestOriginal = NO_SEGMENT;
  /** How far back, in segments, something came late (Linux tp->reordering); DUP_THRESH while nothing has. */
  reorderingDegree = DUP_THRESH;
  /** Something came late: the path reorders (Linux reord_seen). */
  hasReordered = false;
  /** RFC 8985 §5.2 RACK.rtt: of what was delivered last. */
  rackRttNs = 0;

  protected readonly clock: Clock;
  protected flags = new Uint8Array(FIRST_CAPACITY);
  protected sentNs = new Float64Array(FIRST_CAPACITY);
  protected mask = FIRST_CAPACITY - 1;
  /** Segments with any flag. */
  protected flagged = 0;
  /** Everything below is SACKed or marked lost; how many of those are SACKed. */
  protected lossCursor = 0;
  protected sackedBelowCursor = 0;
  /** No lost segment below this waits for its retransmission. */
  protected retransmitCursor = 0;
  /** Latest send time of anything that was delivered (RFC 8985 §5.2 RACK.xmit_ts), and one past that segment. */
  protected latestDeliveredSentNs = -1;
  protected latestDeliveredEnd = 0;
  /** Whose smallest round trip tells an answer to a retransmission from one to the original; null: nobody asks. */
  private readonly path: Pick<SenderState, "minRttNs"> | null;
  /** Blocks already read from the ACK before, to read only what is new. */
  private readonly seenBlocks = new Int32Array(6);

  constructor(clock: Clock, path: Pick<SenderState, "minRttNs"> | null = null) {
    this.clock = clock;
    this.path = path;
  }

  /** Segments that it has room for. */
  get capacity(): number {
    return this.mask + 1;
  }

  /** Anything is SACKED, lost or was sent again. */
  get hasFlags(): boolean {
    return this.flagged > 0;
  }

  /** RFC 6675 §4 SetPipe, by counts. */
  pipe(una: number, nxt: number): number {
    return nxt - una - this.sackedOut - this.lostOut + this.retransOut;
  }

  /** When a segment between SND.UNA and SND.NXT, or one of the last ACK, was sent last. */
  sentAt(seq: number): number {
    return this.sentNs[seq & this.mask];
  }

  onSent(seq: number, una: number): void {
    if (seq - una > this.mask) this.grow(una, seq);
    this.sentNs[seq & this.mask] = this.clock.nowNs;
  }

  /** Begins an ACK: what `delivered` and the send times tell is of this ACK alone. */
  beginAck(): void {
    this.delivered = 0;
    this.newestDelivered = NO_SEGMENT;
    this.oldestSentNs = -1;
    this.newestSentNs = -1;
    this.lowestOriginal = NO_SEGMENT;
  }

  /** SND.UNA moves from `una` to `ack`. */
  acknowledge(una: number, ack: number): void {
    const mask = this.mask;
    if (this.flagged === 0) {
      this.delivered = ack - una;
      this.newestDelivered = ack - 1;
      this.oldestSentNs = this.sentNs[una & mask];
      this.newestSentNs = this.sentNs[(ack - 1) & mask];
      this.latestDeliveredSentNs = this.newestSentNs;
      this.latestDeliveredEnd = ack;
      this.rackRttNs = this.clock.nowNs - this.newestSentNs;
    } else {
      let wasRepaired = false;
      for (let seq = una; seq < ack; seq++) {
        if ((this.flags[seq & mask] & EVER_RETRANSMITTED) !== 0) wasRepaired = true;
        this.acknowledgeOne(seq);
      }
      // What waited at the receiver behind a retransmission measures no path either (Linux FLAG_RETRANS_DATA_ACKED).
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

  /** RFC 2018 §3: reads the ACK's i-th block [start, end). */
  sackBlock(i: number, start: number, end: number, una: number, nxt: number): void {
    let from = start < una ? una : start;
    const to = end > nxt ? nxt : end;
    const seen = this.seenBlocks;
    for (let b = 0; b < 6; b += 2) {
      // A block that only grew since the ACK before: its old part is known.
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

  /** Without SACK: a duplicate ACK says that one more segment has left the network. */
  duplicateAck(una: number, nxt: number): void {
    this.sackedOut++;
    this.limitDuplicateAcks(una, nxt);
    this.delivered = 1;
  }

  /** Without SACK: a cumulative ACK of `acked` segments, up to `una`, explains the duplicate ACKs before it. */
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
   * RFC 8985 §6.2 step 3: what came now, and was sent once, came after others that were sent later: the path reorders.
   * `highestBefore`: one past the highest segment that had been SACKed before this ACK.
   */
  noteReordering(highestBefore: number): void {
    const { lowestOriginal } = this;
    if (lowestOriginal < 0 || lowestOriginal >= highestBefore) return;
    this.hasReordered = true;
    const degree = Math.min(this.highestSacked - lowestOriginal, MOST_REORDERING);
    if (degree > this.reorderingDegree) this.reorderingDegree = degree;
  }

  /** What is missing at least, and what is known to be lost, has not arrived (Linux tcp_limit_reno_sacked). */
  private limitDuplicateAcks(una: number, nxt: number): void {
    const most = nxt - una - (this.lostOut > 1 ? this.lostOut : 1);
    if (this.sackedOut > most) this.sackedOut = most > 0 ? most : 0;
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
    this.advanceRack(seq, sentNs, isOriginal);
    if (!isOriginal) return;
    if (this.lowestOriginal < 0 || seq < this.lowestOriginal) this.lowestOriginal = seq;
    if (this.oldestSentNs < 0) this.oldestSentNs = sentNs;
    this.newestSentNs = sentNs;
  }

  /** RFC 8985 §6.2 step 2: an answer that comes too soon after a retransmission is one to the original. */
  private advanceRack(seq: number, sentNs: number, isOriginal: boolean): void {
    const rttNs = this.clock.nowNs - sentNs;
    if (!isOriginal && this.path !== null && rttNs < this.path.minRttNs) return;
    this.rackRttNs = rttNs;
    if (sentNs < this.latestDeliveredSentNs) return;
    if (sentNs > this.latestDeliveredSentNs || seq >= this.latestDeliveredEnd)
      this.latestDeliveredEnd = seq + 1;
    this.latestDeliveredSentNs = sentNs;
  }

  /** Of segments sent at the same time the higher one. */
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
