/**
 * Processing of an ACK: what is acknowledged, what is lost, how the window changes, and what to send. The order is
 * the same as in Linux (tcp_input.c): scoreboard, congestion state, window, sending.
 */
import type { Packet } from "../net/packet.ts";
import type { DeliveryRate } from "./delivery-rate.ts";
import { readProbeAnswer } from "./loss-probe.ts";
import {
  CWR,
  enterCwr,
  enterRecovery,
  LOSS,
  leaveReduction,
  leaveUnnecessaryRecovery,
  OPEN,
  RECOVERY,
  reduceAgain,
} from "./loss-recovery.ts";
import { reorderingNs } from "./reordering-window.ts";
import { takeRttSample } from "./rtt-estimator.ts";
import { DUP_THRESH } from "./segment-board.ts";
import type { Sender } from "./sender.ts";
import { answerTimeout } from "./undo.ts";

/**
 * Divisor of the minimum RTT: the reordering window for retransmissions is a quarter of the minimum RTT (RFC 8985
 * §6.2 step 4).
 */
const REORDERING_DIVISOR = 4;
const NO_DUPLICATE = -1;

/** Processes an ACK. The caller returns the packet to the pool. */
export function onAck(sender: Sender, ack: Packet): void {
  const { state, board, rate, settings } = sender;
  // An ACK that was overtaken by a later ACK contains no new information except its SACK blocks.
  const isOld = ack.ack < state.una;
  if (isOld && ack.sackBlocks === 0) return;
  const cwndBefore = state.cwnd;
  if (ack.ack > sender.stampsFrom) state.oneWayNs = ack.stampNs;
  const acked = isOld ? 0 : ack.ack - state.una;
  // Most ACKs arrive while no segment is SACKed, lost or retransmitted. Loss detection is then skipped.
  const hadFlags = board.hasFlags;
  board.beginAck();
  if (rate !== null) rate.beginAck(state, board);
  if (acked > 0) {
    board.acknowledge(state.una, ack.ack);
    state.una = ack.ack;
  }
  let duplicateEnd = NO_DUPLICATE;
  let newlyLost = false;
  if (!settings.sack) newlyLost = readDuplicate(sender, acked);
  else if (hadFlags || ack.sackBlocks > 0) {
    duplicateEnd = readSack(sender, ack);
    if (!settings.rackLosses) newlyLost = findLostByCount(sender);
  }
  takeRtt(sender);
  if (sender.probe.end >= 0) readProbeAnswer(sender, ack.ack, acked, duplicateEnd);
  // During a recovery, a delivered retransmission may prove the loss of segments above it although no segment is SACKed.
  const mayLose = (board.hasFlags || sender.congestion > CWR) && settings.rackLosses && settings.sack;
  if (mayLose) newlyLost = findLostByTime(sender);
  // Time is exact in the simulator, so every ACK of new data gives an RTT sample, as with timestamps. A timer with coarse ticks
  // keeps its backoff until a segment that was never retransmitted is acknowledged (Karn's algorithm; RFC 6298 §5, the note on
  // collapsing RTO).
  if (acked > 0 && sender.timer.ticks === null) sender.timer.backoffs = 0;
  const marks = isOld ? 0 : sender.ecn.marksIn(ack);
  if (rate !== null && !sender.samplesAfterReaction) passRateSample(sender, rate, acked, marks);
  const ece = marks > 0;
  if (sender.congestion !== OPEN || ece || board.lostOut > 0 || duplicateEnd >= 0) {
    updateCongestionState(sender, ack, acked, ece);
  }
  if (rate !== null && sender.samplesAfterReaction) passRateSample(sender, rate, acked, marks);
  const isWaiting = mayLose && board.settlesAfterNs > 0;
  if (isWaiting) sender.timer.awaitReordering(board.settlesAfterNs);
  updateWindow(sender, acked, newlyLost);
  if (state.cwnd !== cwndBefore) sender.onWindow();
  sender.send(acked > 0 && !isWaiting);
}

/**
 * Reads the SACK blocks (RFC 6675 §5). Returns the segment number after the segment that a DSACK (RFC 2883) reports;
 * -1 if there is no DSACK.
 */
function readSack(sender: Sender, ack: Packet): number {
  const { board, state, settings } = sender;
  const { highestSacked } = board;
  let duplicateEnd = NO_DUPLICATE;
  if (ack.sackBlocks > 0) {
    const { delivered } = board;
    if (hasDuplicate(ack)) duplicateEnd = readDsack(sender, ack);
    for (let i = duplicateEnd >= 0 ? 1 : 0; i < ack.sackBlocks; i++) {
      board.sackBlock(i, ack.sack[2 * i], ack.sack[2 * i + 1], state.una, state.nxt);
    }
    board.newlySacked = board.delivered > delivered;
  }
  if (settings.rackLosses && board.lowestOriginal >= 0) board.noteReordering(highestSacked);
  return duplicateEnd;
}

/**
 * Returns true if the first block is a DSACK: it is below the cumulative ACK or within the second block (RFC 2883
 * §4).
 */
function hasDuplicate({ ack, sack, sackBlocks }: Packet): boolean {
  return sack[0] < ack || (sackBlocks > 1 && sack[0] >= sack[2] && sack[1] <= sack[3]);
}

function readDsack({ undo, board, reordering, probe, state }: Sender, { sack }: Packet): number {
  undo.onDuplicate(sack[0]);
  // Two DSACKs do not widen the reordering window: a DSACK on a path that has never reordered, and the DSACK of a probe (RFC 8985
  // §6.2 step 4).
  if (board.hasReordered && probe.end !== sack[1]) reordering.onDuplicate(state.una, state.nxt);
  return sack[1];
}

/**
 * Finds losses by counting SACKed segments (RFC 6675 §4 IsLost), and lost retransmissions by time. Returns true if a segment is
 * newly lost.
 */
function findLostByCount(sender: Sender): boolean {
  const { board, state, settings } = sender;
  let newlyLost = board.sackedOut >= DUP_THRESH && board.markLost(state.nxt) > 0;
  if (board.retransOut > 0 && settings.rack) {
    if (board.markLostRetransmissions(state.minRttNs / REORDERING_DIVISOR, state.una)) {
      if (sender.congestion === RECOVERY) reduceAgain(sender);
      newlyLost = true;
    }
  }
  return newlyLost;
}

/**
 * Finds losses by time (RFC 8985 §6.2). Call this after each delivery while a segment may be missing. Returns true if a segment
 * is newly lost.
 */
function findLostByTime(sender: Sender): boolean {
  const { board, state } = sender;
  board.settlesAfterNs = 0;
  board.retransmissionsLost = 0;
  if (board.delivered === 0) return false;
  const newlyLost = board.markLostByTime(reorderingNs(sender), state.una, state.nxt);
  if (board.retransmissionsLost > 0 && sender.congestion === RECOVERY) reduceAgain(sender);
  return newlyLost;
}

/**
 * Counts duplicate ACKs without SACK (RFC 6582 §3.2). Three of them prove that the first outstanding segment is lost. In
 * recovery, a partial ACK proves that the next segment is lost. Returns true if a segment is newly lost.
 */
function readDuplicate(sender: Sender, acked: number): boolean {
  const { board, state } = sender;
  if (acked > 0) {
    board.forgetDuplicateAcks(acked, state.una, state.nxt);
    if (sender.congestion === RECOVERY && sender.settings.fastRecovery === "newreno") {
      return state.una < sender.recoveryPoint && board.markOneLost(state.una);
    }
    // No loss recovery is in progress, so the earlier duplicate ACKs did not indicate a loss (Linux
    // tcp_reset_reno_sack).
    board.resetDuplicateAcks();
    return false;
  }
  // Duplicate ACKs after a timeout are caused by unnecessary retransmissions.
  if (state.una === state.nxt || sender.congestion === LOSS) return false;
  board.duplicateAck(state.una, state.nxt);
  // Unnecessary retransmissions also cause duplicate ACKs. Duplicate ACKs therefore prove a loss only beyond the recovery point
  // of the last recovery or timeout (RFC 6582 §3.2 step 1).
  const fresh = sender.congestion === CWR || state.una > sender.recoveryPoint;
  return fresh && board.sackedOut >= DUP_THRESH && board.markOneLost(state.una);
}

/**
 * Takes RTT samples from segments that were never retransmitted (Karn's algorithm). The oldest segment's sample includes the
 * delay of a delayed ACK; the newest segment's sample does not.
 */
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
  if (state.ssthresh !== ssthresh) sender.onSsthresh(inSlowStart);
}

/** Passes the rate sample to the congestion control, in every congestion state. */
function passRateSample(sender: Sender, rate: DeliveryRate, acked: number, marks: number): void {
  const { state, board, cc } = sender;
  const { inSlowStart, ssthresh } = state;
  const marked = sender.ecn.isAccurate || marks === 0 ? marks : board.delivered;
  rate.takeSample(state, board, acked, marked);
  state.inflight = board.pipe(state.una, state.nxt);
  cc.onSample?.(state, rate.sample);
  if (state.ssthresh !== ssthresh) sender.onSsthresh(inSlowStart);
}

function updateCongestionState(sender: Sender, ack: Packet, acked: number, ece: boolean): void {
  const { state, board } = sender;
  const wasLoss = sender.congestion === LOSS;
  if (sender.congestion === CWR) {
    // The reduction ends only when a segment beyond the recovery point is acknowledged. CWR has then reached the receiver.
    if (state.una > sender.recoveryPoint) leaveReduction(sender);
  } else if (sender.congestion === RECOVERY) {
    // RFC 5681 §3.2 step 6, before NewReno: any ACK of new data ends the recovery.
    const isOver = acked > 0 && !sender.settings.sack && sender.settings.fastRecovery === "reno";
    if (isOver || state.una >= sender.recoveryPoint) leaveReduction(sender);
    else if (sender.undo.isDue) leaveUnnecessaryRecovery(sender);
  } else if (wasLoss) {
    answerTimeout(sender, ack, acked);
    // The undo may have changed which segments are lost, and a lost retransmission starts a recovery (Linux).
    if (sender.congestion === OPEN && sender.settings.sack && sender.settings.rackLosses)
      findLostByTime(sender);
  } else if (sender.undo.isDue) leaveUnnecessaryRecovery(sender);
  if (sender.congestion <= CWR || (wasLoss && board.retransmissionsLost > 0)) {
    // The losses counted here include those of the previous window, whose recovery is in progress: they are a congestion signal
    // too.
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
  } else if ((acked > 0 || growsBySack(sender)) && state.mayGrow && !sender.ownsCwnd) {
    // Segments that an earlier SACK reported do not make the window grow a second time.
    const { inSlowStart, ssthresh } = state;
    sender.cc.onAck(state, board.delivered);
    if (state.ssthresh !== ssthresh) sender.onSsthresh(inSlowStart);
  }
}

/**
 * Returns true if SACKed segments let the window grow, which is the case on a path with much reordering (Linux
 * tcp_may_raise_cwnd).
 */
function growsBySack({ board }: Sender): boolean {
  return board.reorderingDegree > DUP_THRESH && board.delivered > 0;
}
