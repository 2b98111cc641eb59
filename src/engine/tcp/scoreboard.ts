/**
 * Loss marking and the state of retransmissions: which segments count as lost, which are being retransmitted, and how
 * a wrong decision is undone.
 */

import {
  DUP_THRESH,
  EVER_RETRANSMITTED,
  LOST,
  NO_SEGMENT,
  RETRANSMITTED,
  SACKED,
  SegmentBoard,
} from "./segment-board.ts";

/** Initial capacity: most connections lose few or no segments. */
const FIRST_CAPACITY = 8;

/** A queue of segment numbers in the order in which they were added, stored in a ring that grows. */
export class SegmentList {
  private numbers = new Int32Array(FIRST_CAPACITY);
  private from = 0;
  private to = 0;

  get isEmpty(): boolean {
    return this.from === this.to;
  }

  /** Number of segments for which the ring has room. */
  get capacity(): number {
    return this.numbers.length;
  }

  get first(): number {
    return this.numbers[this.from & (this.numbers.length - 1)];
  }

  add(seq: number): void {
    if (this.to - this.from === this.numbers.length) this.grow();
    this.numbers[this.to++ & (this.numbers.length - 1)] = seq;
  }

  dropFirst(): void {
    this.from++;
  }

  clear(): void {
    this.from = this.to;
  }

  private grow(): void {
    const old = this.numbers;
    const count = old.length;
    this.numbers = new Int32Array(count * 2);
    for (let i = 0; i < count; i++) this.numbers[i] = old[(this.from + i) & (count - 1)];
    this.from = 0;
    this.to = count;
  }
}

/** The scoreboard of one sender. */
export class Scoreboard extends SegmentBoard {
  /** Total number of segments marked as lost; a lost retransmission counts again. */
  lostTotal = 0;
  /** Number of retransmissions marked as lost by the last `markLostByTime`. */
  retransmissionsLost = 0;
  /**
   * Time until every segment that is late now will have been delivered or marked as lost (ns), as found by the last
   * `markLostByTime`; 0 if no segment is late.
   */
  settlesAfterNs = 0;
  /** Retransmissions in the order in which they were sent. */
  private readonly retransmitted = new SegmentList();

  /**
   * Marks losses by RFC 6675 §4 IsLost: a segment is lost if DupThresh segments above it are SACKed. Returns the
   * number of newly marked segments.
   */
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
   * Marks losses by time (RFC 8985 §6.2 step 5, Linux tcp_rack_detect_loss). A segment is lost if it was sent before
   * a delivered segment and has been outstanding longer than that segment's RTT plus the reordering window. Returns
   * true if a segment is newly lost.
   */
  markLostByTime(reorderingNs: number, una: number, nxt: number): boolean {
    this.settlesAfterNs = 0;
    this.retransmissionsLost = 0;
    const allowedNs = this.rackRttNs + reorderingNs - this.clock.nowNs;
    const lostBefore = this.lostTotal;
    this.markLostOriginals(allowedNs, nxt);
    const again = this.lostTotal;
    this.markLateRetransmissions(allowedNs, una);
    this.retransmissionsLost = this.lostTotal - again;
    return this.lostTotal > lostBefore;
  }

  /**
   * Marks lost retransmissions by time (RFC 8985 §6.2): a retransmission is lost if it was sent more than the
   * reordering window before a delivered segment. Without this rule only a timeout would find such a loss. Returns
   * true if a retransmission is newly lost.
   */
  markLostRetransmissions(reorderingNs: number, una: number): boolean {
    let marked = false;
    while (!this.retransmitted.isEmpty) {
      const seq = this.retransmitted.first;
      if (this.isUnderWayAgain(seq, una)) {
        if (this.sentAt(seq) + reorderingNs >= this.latestDeliveredSentNs) break;
        this.loseRetransmission(seq);
        marked = true;
      }
      this.retransmitted.dropFirst();
    }
    return marked;
  }

  /** Marks one segment as lost. Returns false if it was already SACKed or marked. */
  markOneLost(seq: number): boolean {
    if ((this.flags[seq & this.mask] & (SACKED | LOST)) !== 0) return false;
    this.setLost(seq);
    return true;
  }

  /** Marks all segments that are not SACKed as lost after a timeout, including retransmissions (RFC 6298 §5.4). */
  markAllLost(una: number, nxt: number): void {
    this.markOutLost(una, nxt, Number.POSITIVE_INFINITY);
    this.retransOut = 0;
    this.retransmitted.clear();
  }

  /**
   * Marks losses after a timeout with RACK (Linux tcp_timeout_mark_lost): the oldest outstanding segment, and all segments sent
   * more than one round trip ago.
   */
  markOldLost(una: number, nxt: number): void {
    this.markOutLost(una, nxt, this.clock.nowNs - this.rackRttNs);
  }

  /** Removes all loss marks because nothing was lost (Linux tcp_undo_cwnd_reduction). */
  unmarkLost(una: number, nxt: number): void {
    for (let seq = una; seq < nxt && this.lostOut > 0; seq++) {
      const at = seq & this.mask;
      if ((this.flags[at] & LOST) === 0) continue;
      this.lostOut--;
      this.flags[at] &= ~LOST;
      if ((this.flags[at] & RETRANSMITTED) !== 0) this.retransOut--;
      this.flags[at] &= ~RETRANSMITTED;
      if (this.flags[at] === 0) this.flagged--;
    }
    this.retransmitted.clear();
    this.lossCursor = una;
    this.sackedBelowCursor = 0;
  }

  /** Returns the lowest lost segment that is not being retransmitted; -1 if there is none. */
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

  /**
   * Returns the lowest segment below a SACKed one that is neither SACKed, lost nor retransmitted (RFC 6675 §4 NextSeg
   * rule 3); -1 if there is none.
   */
  lowestUnproven(una: number): number {
    for (let seq = una; seq < this.highestSacked; seq++) {
      if ((this.flags[seq & this.mask] & (SACKED | LOST | EVER_RETRANSMITTED)) === 0) return seq;
    }
    return NO_SEGMENT;
  }

  /**
   * Returns the highest segment that is not SACKed, if it is not marked lost either (RFC 6675 §4 NextSeg rule 4); -1
   * if there is none.
   */
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
    // Without a retransmission in flight, the entries are out of date. They are removed here, because the list must stay short
    // even if no caller reads it.
    if (this.retransOut === 0) this.retransmitted.clear();
    this.retransOut++;
    this.retransmitted.add(seq);
  }

  /** Records a segment that is retransmitted as a probe, without evidence that it is lost. */
  onProbed(seq: number): void {
    const at = seq & this.mask;
    if (this.flags[at] === 0) this.flagged++;
    this.flags[at] |= EVER_RETRANSMITTED;
    this.sentNs[at] = this.clock.nowNs;
  }

  /**
   * Marks losses among segments that were sent once. `allowedNs` is RACK.rtt plus the reordering window minus the current time; a
   * segment is lost if this value plus its send time is negative.
   */
  private markLostOriginals(allowedNs: number, nxt: number): void {
    let isSettled = true;
    for (let seq = this.lossCursor; seq < nxt; seq++) {
      const at = seq & this.mask;
      const flags = this.flags[at];
      if ((flags & (SACKED | LOST)) === 0) {
        if (!this.wasSentBeforeLatest(seq)) {
          // This segment was retransmitted and later found not to be lost. Segments above it may have been sent before it, so the
          // search must continue.
          if ((flags & EVER_RETRANSMITTED) === 0) return;
          isSettled = false;
          continue;
        }
        const leftNs = this.sentNs[at] + allowedNs;
        if (leftNs > 0) {
          this.awaitHighest(allowedNs, seq);
          return;
        }
        this.setLost(seq);
      }
      if (!isSettled) continue;
      if ((flags & SACKED) !== 0) this.sackedBelowCursor++;
      this.lossCursor = seq + 1;
    }
  }

  /** Extends `settlesAfterNs` for the segment that was sent last, because its waiting time ends last. */
  private awaitHighest(allowedNs: number, from: number): void {
    for (let seq = this.highestSacked - 1; seq >= from; seq--) {
      const at = seq & this.mask;
      if ((this.flags[at] & (SACKED | LOST)) !== 0 || !this.wasSentBeforeLatest(seq)) continue;
      this.await(this.sentNs[at] + allowedNs);
      return;
    }
    this.await(this.sentAt(from) + allowedNs);
  }

  private markLateRetransmissions(allowedNs: number, una: number): void {
    while (!this.retransmitted.isEmpty) {
      const seq = this.retransmitted.first;
      if (this.isUnderWayAgain(seq, una)) {
        if (!this.wasSentBeforeLatest(seq)) return;
        const leftNs = this.sentAt(seq) + allowedNs;
        if (leftNs > 0) {
          this.await(leftNs);
          return;
        }
        this.loseRetransmission(seq);
      }
      this.retransmitted.dropFirst();
    }
  }

  private await(ns: number): void {
    if (ns > this.settlesAfterNs) this.settlesAfterNs = ns;
  }

  /** Returns true if the segment was sent before the delivered segment that was sent last. */
  private wasSentBeforeLatest(seq: number): boolean {
    const sentNs = this.sentAt(seq);
    if (sentNs < this.latestDeliveredSentNs) return true;
    return sentNs === this.latestDeliveredSentNs && seq < this.latestDeliveredEnd;
  }

  private isUnderWayAgain(seq: number, una: number): boolean {
    return seq >= una && (this.flags[seq & this.mask] & RETRANSMITTED) !== 0;
  }

  private loseRetransmission(seq: number): void {
    this.flags[seq & this.mask] &= ~RETRANSMITTED;
    this.retransOut--;
    this.lostTotal++;
    if (seq < this.retransmitCursor) this.retransmitCursor = seq;
  }

  private markOutLost(una: number, nxt: number, notAfterNs: number): void {
    for (let seq = una; seq < nxt; seq++) {
      const at = seq & this.mask;
      const flags = this.flags[at];
      if ((flags & SACKED) !== 0 || (seq > una && this.sentNs[at] > notAfterNs)) continue;
      if ((flags & LOST) === 0) this.setLost(seq);
      else if ((flags & RETRANSMITTED) !== 0) {
        this.lostTotal++;
        this.retransOut--;
      }
      this.flags[at] &= ~RETRANSMITTED;
    }
    this.retransmitCursor = una;
  }

  private setLost(seq: number): void {
    const at = seq & this.mask;
    if (this.flags[at] === 0) this.flagged++;
    this.flags[at] |= LOST;
    this.lostOut++;
    this.lostTotal++;
    if (seq < this.retransmitCursor) this.retransmitCursor = seq;
  }
}
