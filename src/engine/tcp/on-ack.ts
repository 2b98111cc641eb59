/**
 * An ACK arrives: what is acknowledged, what is lost, what the window may do, what to send. The order is Linux's
 * (tcp_input.c): first the scoreboard, then the congestion state, then the window, then sending.
 */
import type { Packet } from "../net/packet.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import type { DeliveryRate } from "./delivery-rate.ts";
import {
  become,
  CWR,
  enterCwr,
  enterRecovery,
  LOSS,
  leaveReduction,
  OPEN,
  RECOVERY,
  reduceAgain,
} from "./loss-recovery.ts";
import { takeRttSample } from "./rtt-estimator.ts";
import { DUP_THRESH } from "./scoreboard.ts";
import type { Sender } from "./sender.ts";

/** RFC 8985 §6.2 step 4: the reordering window is a quarter of the smallest RTT. */
const REORDERING_DIVISOR = 4;

/** Takes an ACK; the caller gives it back to the pool. */
export function onAck(sender: Sender, ack: Packet): void {
  const { state, board, rate } = sender;
  if (ack.ack < state.una) return;
  const cwndBefore = state.cwnd;
  const acked = ack.ack - state.una;
  board.beginAck();
  if (rate !== null) rate.beginAck(state, board);
  if (acked > 0) {
    board.acknowledge(state.una, ack.ack);
    state.una = ack.ack;
  }
  const newlyLost = sender.settings.sack ? readSack(sender, ack) : readDuplicate(sender, acked);
  takeRtt(sender);
  if (acked > 0) {
    // With exact time every ACK of new data is a sample, as timestamps make it. A timer of coarse ticks stays backed off
    // until a segment that was never retransmitted is acknowledged (Karn; RFC 6298 §5, the note on collapsing RTO).
    if (sender.timer.ticks === null) sender.timer.backoffs = 0;
    sender.timer.restart();
  }
  const marks = sender.ecn.marksIn(ack);
  if (rate !== null) tellSample(sender, rate, acked, marks);
  const ece = marks > 0;
  if (sender.congestion !== OPEN || ece || board.lostOut > 0) updateCongestionState(sender, acked, ece);
  updateWindow(sender, acked, newlyLost);
  if (state.cwnd !== cwndBefore) sender.observer.onCwnd(state.cwnd);
  sender.send();
}

/** RFC 6675 §5: SACK blocks, then what they prove lost. True when something newly is. */
function readSack(sender: Sender, ack: Packet): boolean {
  const { board, state } = sender;
  for (let i = 0; i < ack.sackBlocks; i++) {
    board.sackBlock(i, ack.sack[2 * i], ack.sack[2 * i + 1], state.una, state.nxt);
  }
  let newlyLost = board.sackedOut >= DUP_THRESH && board.markLost(state.nxt) > 0;
  if (board.retransOut > 0 && sender.settings.rack) {
    const reorderingNs = state.minRttNs / REORDERING_DIVISOR;
    if (board.markLostRetransmissions(reorderingNs, state.una)) {
      if (sender.congestion === RECOVERY) reduceAgain(sender);
      newlyLost = true;
    }
  }
  return newlyLost;
}

/** RFC 6582 §3.2: three duplicate ACKs prove the first segment lost; a partial ACK in recovery proves the next one. */
function readDuplicate(sender: Sender, acked: number): boolean {
  const { board, state } = sender;
  if (acked > 0) {
    board.forgetDuplicateAcks(acked, state.una, state.nxt);
    if (sender.congestion === RECOVERY && sender.settings.fastRecovery === "newreno") {
      return state.una < sender.recoveryPoint && board.markOneLost(state.una);
    }
    // No loss is being repaired: what duplicates there were, they were none of one (Linux tcp_reset_reno_sack).
    board.resetDuplicateAcks();
    return false;
  }
  // After a timeout they come from segments that were sent again for nothing.
  if (state.una === state.nxt || sender.congestion === LOSS) return false;
  board.duplicateAck(state.una, state.nxt);
  // RFC 6582 §3.2 step 1: for the same reason they prove a loss only beyond the last recovery or timeout.
  const fresh = sender.congestion === CWR || state.una > sender.recoveryPoint;
  return fresh && board.sackedOut >= DUP_THRESH && board.markOneLost(state.una);
}

/** Karn: never-retransmitted segments only. The oldest one measures the path and the delayed ACK; the newest, the path. */
function takeRtt(sender: Sender): void {
  const { state, board } = sender;
  if (board.oldestSentNs < 0) return;
  takeRttSample(state, state.nowNs - board.oldestSentNs);
  const { ticks } = sender.timer;
  if (ticks !== null) {
    ticks.onSample(state, board);
    sender.timer.backoffs = 0;
  }
  const { inSlowStart, ssthresh } = state;
  sender.cc.onRttSample(state, state.nowNs - board.newestSentNs);
  if (state.ssthresh !== ssthresh) noteSsthresh(sender, inSlowStart);
}

/** Whatever the congestion state, before it takes note of losses and ECE. */
function tellSample(sender: Sender, rate: DeliveryRate, acked: number, marks: number): void {
  const { state, board, cc } = sender;
  const { inSlowStart, ssthresh } = state;
  const marked = sender.ecn.isAccurate || marks === 0 ? marks : board.delivered;
  rate.takeSample(state, board, acked, marked);
  state.inflight = board.pipe(state.una, state.nxt);
  cc.onSample?.(state, rate.sample);
  if (state.ssthresh !== ssthresh) noteSsthresh(sender, inSlowStart);
}

/** A congestion control has set ssthresh on its own. */
function noteSsthresh(sender: Sender, wasSlowStart: boolean): void {
  const { state } = sender;
  sender.observer.onSsthresh(state.ssthresh);
  if (!wasSlowStart || state.inSlowStart) return;
  sender.observer.onEvent(FLOW_EVENT.slowStartExit, state.cwnd, state.ssthresh);
}

function updateCongestionState(sender: Sender, acked: number, ece: boolean): void {
  const { state, board } = sender;
  if (sender.congestion === CWR) {
    // Something beyond the point must be acknowledged, so that CWR has reached the receiver.
    if (state.una > sender.recoveryPoint) leaveReduction(sender);
  } else if (sender.congestion === RECOVERY) {
    // RFC 5681 §3.2 step 6, before NewReno: any ACK of new data ends it.
    const isOver = acked > 0 && !sender.settings.sack && sender.settings.fastRecovery === "reno";
    if (isOver || state.una >= sender.recoveryPoint) leaveReduction(sender);
  } else if (sender.congestion === LOSS && acked > 0 && state.una >= sender.recoveryPoint) {
    become(sender, OPEN);
  }
  if (sender.congestion === OPEN || sender.congestion === CWR) {
    // Also for losses of the window before that are being repaired already: they are a congestion signal of their own.
    if (board.lostOut > 0) enterRecovery(sender);
    else if (ece && sender.congestion === OPEN) enterCwr(sender);
  }
}

function updateWindow(sender: Sender, acked: number, newlyLost: boolean): void {
  const { state, board } = sender;
  if (sender.congestion === CWR || sender.congestion === RECOVERY) {
    if (sender.ownsCwnd) return;
    state.inflight = board.pipe(state.una, state.nxt);
    sender.reduction.onAck(state, board.delivered, acked > 0, newlyLost);
  } else if (acked > 0 && state.cwndLimited && !sender.ownsCwnd) {
    // What SACK told of before does not count twice.
    const { inSlowStart, ssthresh } = state;
    sender.cc.onAck(state, board.delivered);
    if (state.ssthresh !== ssthresh) noteSsthresh(sender, inSlowStart);
  }
}
