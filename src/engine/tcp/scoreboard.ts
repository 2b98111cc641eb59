/**
 * What the sender knows of each segment between SND.UNA and SND.NXT, and the counts RFC 6675's pipe is made of.
 * A ring of typed arrays indexed by segment number; while nothing is flagged an ACK costs no loop.
 */
import type { Clock } from "../core/clock.ts";
import { SegmentList } from "./segment-list.ts";

const SACKED = 1;
const LOST = 2;
/** Retransmitted, and the retransmission is believed to be in the network. */
const RETRANSMITTED = 4;
/** Retransmitted at some time: no RTT sample (Karn). */
const EVER_RETRANSMITTED = 8;

/** RFC 6675 §2 DupThresh. */
export const DUP_THRESH = 3;
const NO_SEGMENT = -1;

export class Scoreboard {
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
  /** Segments ever judged lost; a lost retransmission counts once more. */
  lostTotal = 0;

  private readonly clock: Clock;
  private flags = new Uint8Array(64);
  private sentNs = new Float64Array(64);
  private mask = 63;
  /** Segments with any flag. */
  private flagged = 0;
  /** Everything below is SACKed or marked lost; how many of those are SACKed. */
  private lossCursor = 0;
  private sackedBelowCursor = 0;
  /** No lost segment below this waits for its retransmission. */
  private retransmitCursor = 0;
  /** Retransmissions in the order in which they were sent, for `markLostRetransmissions`. */
  private readonly retransmitted = new SegmentList();
  /** Latest send time of anything that was delivered (RFC 8985 §5.2 RACK.xmit_ts). */
  private latestDeliveredSentNs = -1;
  /** Blocks already read from the ACK before, to read only what is new. */
  private readonly seenBlocks = new Int32Array(6);

  constructor(clock: Clock) {
    this.clock = clock;
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

  /** SND.UNA moves from `una` to `ack`. */
  acknowledge(una: number, ack: number): void {
    const mask = this.mask;
    if (this.flagged === 0) {
      this.delivered = ack - una;
      this.newestDelivered = ack - 1;
      this.oldestSentNs = this.sentNs[una & mask];
      this.newestSentNs = this.sentNs[(ack - 1) & mask];
      this.latestDeliveredSentNs = this.newestSentNs;
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

  /** Begins an ACK: what `delivered` and the send times tell is of this ACK alone. */
  beginAck(): void {
    this.delivered = 0;
    this.newestDelivered = NO_SEGMENT;
    this.oldestSentNs = -1;
    this.newestSentNs = -1;
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

  /** RFC 6675 §4 IsLost: DupThresh SACKed segments above. Returns the number of segments newly marked. */
  markLost(nxt: number): number {
    let marked = 0;
    const mask = this.mask;
    while (this.lossCursor < this.highestSacked && this.sackedOut - this.sackedBelowCursor >= DUP_THRESH) {
      const seq = this.lossCursor;
      const flags = this.flags[seq & mask];
      if ((flags & SACKED) !== 0) this.sackedBelowCursor++;
      else if ((flags & LOST) === 0 && seq < nxt) {
        this.setLost(seq);
        marked++;
      }
      this.lossCursor++;
    }
    return marked;
  }

  /**
   * RFC 8985 §6.2, for retransmissions: one that was sent more than the reordering window before something that has been
   * delivered is lost itself. Without this only a timeout would notice. True when something newly is.
   */
  markLostRetransmissions(reorderingNs: number, una: number): boolean {
    let marked = false;
    while (!this.retransmitted.isEmpty) {
      const seq = this.retransmitted.first;
      const at = seq & this.mask;
      if (seq >= una && (this.flags[at] & RETRANSMITTED) !== 0) {
        if (this.sentNs[at] + reorderingNs >= this.latestDeliveredSentNs) break;
        this.flags[at] &= ~RETRANSMITTED;
        this.retransOut--;
        this.lostTotal++;
        if (seq < this.retransmitCursor) this.retransmitCursor = seq;
        marked = true;
      }
      this.retransmitted.dropFirst();
    }
    return marked;
  }

  /** Marks one segment lost unless it is SACKed or marked already; true when it was newly marked. */
  markOneLost(seq: number): boolean {
    if ((this.flags[seq & this.mask] & (SACKED | LOST)) !== 0) return false;
    this.setLost(seq);
    return true;
  }

  /** RFC 6298 §5.4: after a timeout all that is not SACKed counts as lost, retransmissions included. */
  markAllLost(una: number, nxt: number): void {
    for (let seq = una; seq < nxt; seq++) {
      const at = seq & this.mask;
      const flags = this.flags[at];
      if ((flags & SACKED) !== 0) continue;
      if ((flags & LOST) === 0) this.setLost(seq);
      else if ((flags & RETRANSMITTED) !== 0) this.lostTotal++;
      this.flags[at] &= ~RETRANSMITTED;
    }
    this.retransOut = 0;
    this.retransmitCursor = una;
    this.retransmitted.clear();
  }

  /** The lowest lost segment that is not being retransmitted; -1 when there is none. */
  nextToRetransmit(nxt: number): number {
    if (this.lostOut <= this.retransOut) return NO_SEGMENT;
    const mask = this.mask;
    for (let seq = this.retransmitCursor; seq < nxt; seq++) {
      if ((this.flags[seq & mask] & (LOST | RETRANSMITTED)) === LOST) {
        this.retransmitCursor = seq;
        return seq;
      }
    }
    return NO_SEGMENT;
  }

  /** The highest segment that is neither SACKed nor marked lost, for RFC 6675 §4 NextSeg rule 4; -1: none. */
  highestUnsacked(una: number, nxt: number): number {
    for (let seq = nxt - 1; seq >= una; seq--) {
      const flags = this.flags[seq & this.mask];
      if ((flags & SACKED) === 0) return (flags & LOST) === 0 ? seq : NO_SEGMENT;
    }
    return NO_SEGMENT;
  }

  onRetransmitted(seq: number): void {
    const at = seq & this.mask;
    this.flags[at] |= RETRANSMITTED | EVER_RETRANSMITTED;
    this.sentNs[at] = this.clock.nowNs;
    // With none under way the list holds nothing of interest; it stays short also where nobody reads it.
    if (this.retransOut === 0) this.retransmitted.clear();
    this.retransOut++;
    this.retransmitted.add(seq);
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
    if (sentNs > this.latestDeliveredSentNs) this.latestDeliveredSentNs = sentNs;
    if ((flags & EVER_RETRANSMITTED) !== 0) return;
    if (this.oldestSentNs < 0) this.oldestSentNs = sentNs;
    this.newestSentNs = sentNs;
  }

  /** Of segments sent at the same time the higher one. */
  private wasSentAfter(seq: number, other: number): boolean {
    const laterNs = this.sentAt(seq) - this.sentAt(other);
    return laterNs > 0 || (laterNs === 0 && seq > other);
  }

  private setLost(seq: number): void {
    const at = seq & this.mask;
    if (this.flags[at] === 0) this.flagged++;
    this.flags[at] |= LOST;
    this.lostOut++;
    this.lostTotal++;
    if (seq < this.retransmitCursor) this.retransmitCursor = seq;
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
