/** Which segments count as lost, which of them are sent again, and what becomes of that when they were not. */

import {
  DUP_THRESH,
  EVER_RETRANSMITTED,
  LOST,
  NO_SEGMENT,
  RETRANSMITTED,
  SACKED,
  SegmentBoard,
} from "./segment-board.ts";

/** Segment numbers in the order in which they were added, read from the front; a ring that grows. */
/** Most connections lose little or nothing. */
const FIRST_CAPACITY = 8;

export class SegmentList {
  private numbers = new Int32Array(FIRST_CAPACITY);
  private from = 0;
  private to = 0;

  get isEmpty(): boolean {
    return this.from === this.to;
  }

  /** Segments that it holds without growing. */
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

export class Scoreboard extends SegmentBoard {
  /** Segments ever judged lost; a lost retransmission counts once more. */
  lostTotal = 0;
  /** Retransmissions that were judged lost by the last `markLostByTime`. */
  retransmissionsLost = 0;
  /** Until what may be only late will have come, as the last `markLostByTime` found; 0: nothing is waited for. */
  settlesAfterNs = 0;
  /** Retransmissions in the order in which they were sent. */
  private readonly retransmitted = new SegmentList();

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
   * RFC 8985 §6.2 step 5 (Linux tcp_rack_detect_loss): lost is what was sent before something that has been delivered, and
   * has been out for longer than that took, by more than the reordering window. True when something newly is.
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
   * RFC 8985 §6.2, for retransmissions alone: one that was sent more than the reordering window before something that has
   * been delivered is lost itself. Without this only a timeout would notice. True when something newly is.
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

  /** Marks one segment lost unless it is SACKed or marked already; true when it was newly marked. */
  markOneLost(seq: number): boolean {
    if ((this.flags[seq & this.mask] & (SACKED | LOST)) !== 0) return false;
    this.setLost(seq);
    return true;
  }

  /** RFC 6298 §5.4: after a timeout all that is not SACKed counts as lost, retransmissions included. */
  markAllLost(una: number, nxt: number): void {
    this.markOutLost(una, nxt, Number.POSITIVE_INFINITY);
    this.retransOut = 0;
    this.retransmitted.clear();
  }

  /**
   * After a timeout with RACK (Linux tcp_timeout_mark_lost): what was sent within the last round trip is not lost yet, but
   * for the oldest segment.
   */
  markOldLost(una: number, nxt: number): void {
    this.markOutLost(una, nxt, this.clock.nowNs - this.rackRttNs);
  }

  /** The loss was none (Linux tcp_undo_cwnd_reduction): nothing counts as lost any more. */
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

  /** RFC 6675 §4 NextSeg rule 3: the lowest segment below a SACKed one that is neither SACKed, lost nor sent again; -1: none. */
  lowestUnproven(una: number): number {
    for (let seq = una; seq < this.highestSacked; seq++) {
      if ((this.flags[seq & this.mask] & (SACKED | LOST | EVER_RETRANSMITTED)) === 0) return seq;
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

  /** A segment is sent again as a probe, although nothing says that it is lost. */
  onProbed(seq: number): void {
    const at = seq & this.mask;
    if (this.flags[at] === 0) this.flagged++;
    this.flags[at] |= EVER_RETRANSMITTED;
    this.sentNs[at] = this.clock.nowNs;
  }

  /** Of what has been sent once. `allowedNs`: how long before now it may have been sent, negated. */
  private markLostOriginals(allowedNs: number, nxt: number): void {
    let isSettled = true;
    for (let seq = this.lossCursor; seq < nxt; seq++) {
      const at = seq & this.mask;
      const flags = this.flags[at];
      if ((flags & (SACKED | LOST)) === 0) {
        if (!this.wasSentBeforeLatest(seq)) {
          // Sent again, and then not lost after all: those above it are older.
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

  /** What was sent last of that which is waited for comes last. */
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

  /** Before the one that was sent last of all that were delivered. */
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
