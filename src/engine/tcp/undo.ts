/**
 * cwnd and ssthresh before a loss, restored if nothing was lost: F-RTO (RFC 5682) finds that the timeout was
 * spurious, or DSACKs report every retransmission as a duplicate (RFC 3708). The rules are those of Linux
 * (tcp_init_undo, tcp_undo_cwnd_reduction).
 */

import type { Packet } from "../net/packet.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { OPEN, setCongestionState } from "./loss-recovery.ts";
import type { Sender } from "./sender.ts";

const NONE = -1;

/** State for undoing the last reduction of one sender. */
export class Undo {
  /** SND.UNA at the start of the current recovery (Linux undo_marker); -1 if there is no reduction to undo. */
  marker = NONE;
  /** ssthresh to restore; 0 if the current ssthresh stays, because it was set by an earlier reduction for a mark. */
  priorSsthresh = 0;
  priorCwnd = 0;
  /** Number of retransmissions not yet reported by a DSACK (Linux undo_retrans); -1 if there were none. */
  unanswered = NONE;

  /** Starts a recovery. `keeps` is true if ssthresh stays reduced even if the recovery turns out to be unnecessary. */
  begin({ state, board }: Sender, keeps: boolean): void {
    this.marker = state.una;
    this.recount(board.retransOut);
    this.priorCwnd = state.cwnd;
    // ssthresh is at least three quarters of cwnd (Linux tcp_current_ssthresh).
    this.priorSsthresh = keeps
      ? 0
      : Math.max(state.ssthresh, Math.floor(state.cwnd / 2) + Math.floor(state.cwnd / 4));
  }

  /** Sets the number of retransmissions for which a DSACK may arrive to the number in flight. */
  recount(inFlight: number): void {
    this.unanswered = inFlight > 0 ? inFlight : NONE;
  }

  forget(): void {
    this.marker = NONE;
  }

  onRetransmitted(): void {
    if (this.unanswered < 0) this.unanswered = 0;
    this.unanswered++;
  }

  /** Reads a DSACK: the receiver got segment `seq` twice. */
  onDuplicate(seq: number): void {
    if (this.marker >= 0 && this.unanswered > 0 && seq >= this.marker) this.unanswered--;
  }

  /** True if the reduction must be undone, because all retransmissions were unnecessary (Linux tcp_may_undo, without timestamps). */
  get isDue(): boolean {
    return this.marker >= 0 && this.unanswered === 0;
  }
}

/** Restores cwnd and ssthresh. `isNothingLost` is true if nothing was lost; the loss marks are then removed as well. */
export function undoReduction(sender: Sender, isNothingLost: boolean): void {
  const { state, undo, board, ecn } = sender;
  const before = state.cwnd;
  if (isNothingLost) board.unmarkLost(state.una, state.nxt);
  if (undo.priorSsthresh > 0) {
    if (!sender.ownsCwnd && undo.priorCwnd > state.cwnd) state.cwnd = undo.priorCwnd;
    if (!sender.ownsCwnd && undo.priorSsthresh > state.ssthresh) {
      state.ssthresh = undo.priorSsthresh;
      ecn.cwrPending = false;
      sender.observer.onSsthresh(state.ssthresh);
    }
    state.cwndCredit = 0;
  }
  undo.forget();
  sender.observer.onEvent(FLOW_EVENT.undo, before, state.cwnd);
}

// F-RTO determines whether a timeout was spurious. Only the first segment is retransmitted at first, and the following ACKs
// decide. Reference: RFC 5682 §2.1 and §3.1 with SACK, as implemented in Linux (tcp_process_loss).

/** Processes an ACK of `acked` segments in the state LOSS. The state may be OPEN afterwards. */
export function answerTimeout(sender: Sender, ack: Packet, acked: number): void {
  const { state, undo } = sender;
  // Every retransmission arrived as a duplicate, so nothing was lost.
  if (acked > 0 && undo.isDue) {
    reopen(sender);
    return;
  }
  if (sender.isFrto) {
    if (isSpurious(sender)) {
      reopen(sender);
      return;
    }
    if (findOut(sender, ack, acked)) return;
  }
  if (acked > 0 && state.una >= sender.recoveryPoint) {
    if (undo.isDue) undoReduction(sender, false);
    setCongestionState(sender, OPEN);
  }
}

/**
 * Returns true if the timeout was spurious: a segment has been acknowledged that was outstanding at the timeout and was never
 * retransmitted (§3.1 step 3b).
 */
function isSpurious({ board, recoveryPoint }: Sender): boolean {
  return board.lowestOriginal >= 0 && board.lowestOriginal < recoveryPoint;
}

/** Continues F-RTO. Returns true while it is still unknown whether the timeout was spurious; the caller must then send new data. */
function findOut(sender: Sender, ack: Packet, acked: number): boolean {
  const { state, board } = sender;
  if (state.nxt > sender.recoveryPoint) {
    // Step 3a: a segment sent before the new data is still missing.
    if (acked === 0 || (ack.sackBlocks > 0 && board.newlySacked)) sender.isFrto = false;
  } else if (acked > 0 && state.una < sender.recoveryPoint) {
    // Step 2b: send two new segments, then wait for their ACKs.
    if (sender.mayAddNew()) {
      sender.newDataFirst = true;
      return true;
    }
    sender.isFrto = false;
  }
  return false;
}

function reopen(sender: Sender): void {
  undoReduction(sender, true);
  sender.isFrto = false;
  sender.timer.backoffs = 0;
  setCongestionState(sender, OPEN);
}
