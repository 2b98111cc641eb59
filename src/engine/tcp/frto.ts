/**
 * F-RTO: was a timeout spurious? Only the first segment is sent again; what the ACKs then tell of decides. Reference: RFC
 * 5682 §2.1 and §3.1 with SACK, as Linux has them (tcp_process_loss).
 */
import type { Packet } from "../net/packet.ts";
import { become, OPEN } from "./loss-recovery.ts";
import type { Sender } from "./sender.ts";
import { undoReduction } from "./undo.ts";

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
