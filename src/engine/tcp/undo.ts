/**
 * What a sender had before it took something for lost, to be given back when that proves wrong: by F-RTO (RFC 5682), or
 * because the receiver says of every retransmission that it had the segment already (DSACK, RFC 3708). As Linux
 * (tcp_init_undo, tcp_undo_cwnd_reduction).
 */

import type { Packet } from "../net/packet.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { become, OPEN } from "./loss-recovery.ts";
import type { Sender } from "./sender.ts";

const NONE = -1;

export class Undo {
  /** SND.UNA when the present recovery began (undo_marker); -1: there is nothing to undo. */
  marker = NONE;
  /** 0: what was reduced before was for a mark, and stays. */
  priorSsthresh = 0;
  priorCwnd = 0;
  /** Retransmissions that no DSACK has told of yet (undo_retrans); -1: there was none. */
  unanswered = NONE;

  /** A recovery begins; `keeps`: what was given up before it stays so. */
  begin({ state, board }: Sender, keeps: boolean): void {
    this.marker = state.una;
    this.recount(board.retransOut);
    this.priorCwnd = state.cwnd;
    // Linux tcp_current_ssthresh: three quarters of cwnd at least.
    this.priorSsthresh = keeps
      ? 0
      : Math.max(state.ssthresh, Math.floor(state.cwnd / 2) + Math.floor(state.cwnd / 4));
  }

  /** So many retransmissions are under way: a DSACK may come of each. */
  recount(underWay: number): void {
    this.unanswered = underWay > 0 ? underWay : NONE;
  }

  forget(): void {
    this.marker = NONE;
  }

  onRetransmitted(): void {
    if (this.unanswered < 0) this.unanswered = 0;
    this.unanswered++;
  }

  /** A DSACK: the receiver has got that segment twice. */
  onDuplicate(seq: number): void {
    if (this.marker >= 0 && this.unanswered > 0 && seq >= this.marker) this.unanswered--;
  }

  /** All retransmissions were for nothing (Linux tcp_may_undo, without timestamps). */
  get isDue(): boolean {
    return this.marker >= 0 && this.unanswered === 0;
  }
}

/** cwnd and ssthresh as they were; `isLossNone`: what counts as lost does so no longer. */
export function undoReduction(sender: Sender, isLossNone: boolean): void {
  const { state, undo, board, ecn } = sender;
  const before = state.cwnd;
  if (isLossNone) board.unmarkLost(state.una, state.nxt);
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

// F-RTO: was a timeout spurious? Only the first segment is sent again; what the ACKs then tell of decides. Reference: RFC
// 5682 §2.1 and §3.1 with SACK, as Linux has them (tcp_process_loss).

/** An ACK in the loss state; `acked` segments cumulatively. Afterwards the state may be open. */
export function answerTimeout(sender: Sender, ack: Packet, acked: number): void {
  const { state, undo } = sender;
  // Every retransmission came twice: nothing was lost.
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
    become(sender, OPEN);
  }
}

/** §3.1 step 3b: something was acknowledged that was out at the timeout and has not been sent again. */
function isSpurious({ board, recoveryPoint }: Sender): boolean {
  return board.lowestOriginal >= 0 && board.lowestOriginal < recoveryPoint;
}

/** True while the answer is still open and new data is to be sent. */
function findOut(sender: Sender, ack: Packet, acked: number): boolean {
  const { state, board } = sender;
  if (state.nxt > sender.recoveryPoint) {
    // Step 3a: what was sent before the new data is still missing.
    if (acked === 0 || (ack.sackBlocks > 0 && board.newlySacked)) sender.isFrto = false;
  } else if (acked > 0 && state.una < sender.recoveryPoint) {
    // Step 2b: two new segments, and nothing else until their ACKs come.
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
  become(sender, OPEN);
}
