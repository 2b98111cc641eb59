/**
 * The congestion state of a sender: what a mark, a loss and a timeout lead to, once per window of data.
 * References: RFC 3168 §6.1.2, RFC 6675 §5, RFC 6582 §3.2, RFC 6298 §5; states as Linux names them.
 */

import { FLOW_EVENT } from "../trace/snapshot.ts";
import { reorderingNs } from "./reordering-window.ts";
import type { Sender } from "./sender.ts";
import { undoReduction } from "./undo.ts";

export const OPEN = 0;
/** Reducing because of ECE. */
export const CWR = 1;
/** Reducing because of a loss, and repairing it. */
export const RECOVERY = 2;
/** After a retransmission timeout. */
export const LOSS = 3;
export type CongestionState = typeof OPEN | typeof CWR | typeof RECOVERY | typeof LOSS;

/** A mark was told of in the open state: reduce, once per window (RFC 3168 §6.1.2). */
export function enterCwr(sender: Sender): void {
  const before = sender.state.cwnd;
  sender.undo.forget();
  const ssthresh = sender.cc.ssthreshAfterMark(sender.state);
  beginReduction(sender, ssthresh);
  become(sender, CWR);
  if (isNone(sender, before, ssthresh)) return;
  sender.ecnReductions++;
  sender.packetsToMarks += sender.endPeriod();
  sender.observer.onEvent(FLOW_EVENT.ecnReduction, before, ssthresh);
}

/**
 * A loss was detected: reduce, unless the window was reduced already for ECE, and repair (RFC 6675 §5). What a sender
 * with finer feedback gives up for a mark may be little and stands for no loss (RFC 8257 §3.5, Linux dctcp_state).
 */
export function enterRecovery(sender: Sender): void {
  const alreadyReducing = sender.congestion === CWR && sender.ecn.isClassic && !sender.ownsCwnd;
  sender.undo.begin(sender, alreadyReducing);
  if (!alreadyReducing) reduceForLoss(sender);
  sender.standstillNs = sender.state.nowNs;
  sender.standstillUna = sender.state.una;
  become(sender, RECOVERY);
  sender.rescued = false;
  sender.forceNext = !sender.ownsCwnd || sender.repairsAtOnce;
}

/** Round trips in which a recovery may stand still before the window is lowered again. */
const STANDSTILL_ROUNDS = 2;

/**
 * A retransmission was lost as well. RFC 5681 §4.3 wants the window lowered again; Linux leaves it, and one such loss is
 * left here too. But a queue that drops every retransmission (they are not ECT) while it marks the rest would hold the
 * window up for ever: where nothing gets through for rounds, it is lowered.
 */
export function reduceAgain(sender: Sender): void {
  const { una, srttNs } = sender.state;
  const standsStill =
    una === sender.standstillUna && sender.state.nowNs - sender.standstillNs >= STANDSTILL_ROUNDS * srttNs;
  if (una !== sender.standstillUna || standsStill) {
    sender.standstillUna = una;
    sender.standstillNs = sender.state.nowNs;
  }
  if (!standsStill) return;
  reduceForLoss(sender);
}

/** The reduction or repair is complete (RFC 6675 §5 (C); RFC 6582 §3.2 step 3). */
export function leaveReduction(sender: Sender): void {
  const isUndone = sender.congestion === RECOVERY && sender.undo.isDue;
  if (isUndone) undoReduction(sender, false);
  else if (!sender.ownsCwnd) sender.reduction.end(sender.state);
  tellEnd(sender);
  if (sender.congestion === RECOVERY) sender.reordering.onRecovered(isUndone);
  become(sender, OPEN);
  if (!sender.settings.sack) sender.board.resetDuplicateAcks();
}

function tellEnd({ ownsCwnd, cc, state, observer }: Sender): void {
  if (ownsCwnd || cc.onReductionEnd === undefined) return;
  cc.onReductionEnd(state);
  observer.onSsthresh(state.ssthresh);
}

/** A DSACK told that the last retransmission was for nothing as well (Linux tcp_try_undo_dsack). */
export function leaveForNothing(sender: Sender): void {
  undoReduction(sender, false);
  sender.reordering.onRecovered(true);
  become(sender, OPEN);
}

/** RFC 8985 §7.4.2: a probe has repaired a loss, which nothing else told of: reduced for, and over. */
export function loseTail(sender: Sender): void {
  if (sender.congestion > CWR) return;
  reduceForLoss(sender);
  if (!sender.ownsCwnd) sender.reduction.end(sender.state);
  tellEnd(sender);
  become(sender, OPEN);
}

/** RFC 8985 §6.2 step 5: what was taken for late has not come. */
export function onReorderingTimeout(sender: Sender): void {
  const { state, board, timer } = sender;
  if (board.markLostByTime(reorderingNs(sender), state.una, state.nxt)) {
    if (sender.congestion !== RECOVERY) {
      enterRecovery(sender);
      if (!sender.ownsCwnd) {
        state.inflight = board.pipe(state.una, state.nxt);
        sender.reduction.onAck(state, 1, false, false);
        sender.onWindow();
      }
    }
    sender.send();
  }
  if (!timer.isRunning) timer.resumeTimeout();
}

/** The retransmission timer expired (RFC 6298 §5.4 to 5.6, RFC 5681 §3.1). */
export function onTimeout(sender: Sender): void {
  const { state, board } = sender;
  if (state.una === state.nxt) return;
  const before = state.cwnd;
  // Once per window of data: not again while it is being reduced or repaired, nor for a second timeout in a row; but
  // again when data was acknowledged since the last timeout (RFC 5681 §3.1; Linux tcp_enter_loss).
  state.timeoutLowered =
    sender.congestion === OPEN || (sender.congestion === LOSS && sender.timer.backoffs === 0);
  const { backoffs } = sender.timer;
  // RFC 5682 §2.1 step 1: not where a recovery was under way, unless by an earlier timeout.
  sender.isFrto = sender.settings.frto && (sender.congestion <= CWR || backoffs > 0);
  if (state.timeoutLowered) {
    sender.undo.begin(sender, false);
    const ssthresh = sender.cc.ssthreshAfterLoss(state);
    if (!sender.ownsCwnd) state.ssthresh = ssthresh;
  }
  sender.recoveryPoint = state.nxt;
  sender.cc.onTimeout(state);
  if (state.timeoutLowered && (!sender.ownsCwnd || sender.repairsAtOnce))
    sender.observer.onSsthresh(state.ssthresh);
  if (!sender.settings.sack) board.resetDuplicateAcks();
  markOut(sender);
  state.cwndCredit = 0;
  become(sender, LOSS);
  sender.ecn.cwrPending = true;
  sender.timer.backoffs++;
  sender.rtos++;
  sender.packetsToLosses += sender.endPeriod();
  sender.observer.onEvent(FLOW_EVENT.rto, before, state.cwnd);
  sender.onWindow();
  sender.send();
}

/** What was out counts as lost, and one segment may leave (RFC 5681 §3.1; with RACK Linux tcp_timeout_mark_lost). */
function markOut({ state, board, settings, undo, probe }: Sender): void {
  probe.forget();
  if (!settings.rackLosses || !settings.sack) {
    board.markAllLost(state.una, state.nxt);
    state.cwnd = 1;
    return;
  }
  board.markOldLost(state.una, state.nxt);
  undo.recount(board.retransOut);
  state.cwnd = board.pipe(state.una, state.nxt) + 1;
}

function reduceForLoss(sender: Sender): void {
  const before = sender.state.cwnd;
  const ssthresh = sender.cc.ssthreshAfterLoss(sender.state);
  beginReduction(sender, ssthresh);
  if (isNone(sender, before, ssthresh)) return;
  sender.lossReductions++;
  sender.packetsToLosses += sender.endPeriod();
  sender.observer.onEvent(FLOW_EVENT.lossReduction, before, ssthresh);
}

/** A control that sets cwnd itself says by its ssthresh how far it goes down, if at all; nothing is done about it here. */
function isNone(sender: Sender, cwnd: number, ssthresh: number): boolean {
  return sender.ownsCwnd && ssthresh >= cwnd;
}

export function become(sender: Sender, congestion: CongestionState): void {
  sender.congestion = congestion;
  sender.state.inRecovery = congestion === RECOVERY;
  sender.state.inLoss = congestion === LOSS;
  sender.onPhase();
}

function beginReduction(sender: Sender, ssthresh: number): void {
  sender.probe.forget();
  if (!sender.ownsCwnd) {
    setSsthresh(sender, ssthresh);
    sender.reduction.begin(sender.state);
  } else if (sender.repairsAtOnce) setSsthresh(sender, sender.state.ssthresh);
  sender.recoveryPoint = sender.state.nxt;
  sender.ecn.cwrPending = true;
}

function setSsthresh(sender: Sender, ssthresh: number): void {
  sender.state.ssthresh = ssthresh;
  sender.observer.onSsthresh(ssthresh);
}

// RFC 6675 §4 NextSeg rules 3 and 4: what a recovery sends again although nothing proves it lost.

const NONE = -1;

/** The segment, or -1. */
export function nextUnproven(sender: Sender): number {
  const { state, board, settings, congestion } = sender;
  if (congestion !== RECOVERY || !settings.sack) return NONE;
  const seq = settings.forwardRetransmissions ? board.lowestUnproven(state.una) : NONE;
  return seq < 0 ? nextRescue(sender) : seq;
}

/** Rule 4, once in a recovery. Where losses are found by time a probe or the reordering window does it, as in Linux. */
function nextRescue(sender: Sender): number {
  const { state, board, settings } = sender;
  if (sender.rescued || settings.rackLosses) return NONE;
  const seq = board.highestUnsacked(state.una, state.nxt);
  if (seq >= 0) sender.rescued = true;
  return seq;
}
