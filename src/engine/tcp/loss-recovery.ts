/**
 * The congestion state of a sender. It limits the reaction to marks, losses and timeouts to one per window of data. References:
 * RFC 3168 §6.1.2, RFC 6675 §5, RFC 6582 §3.2, RFC 6298 §5. The states have the names used in Linux.
 */

import { FLOW_EVENT } from "../trace/snapshot.ts";
import { reorderingNs } from "./reordering-window.ts";
import type { Sender } from "./sender.ts";
import type { RecoveryMode } from "./sender-settings.ts";
import type { SenderState } from "./sender-state.ts";
import { undoReduction } from "./undo.ts";

/** Neither a reduction of cwnd nor loss recovery is in progress. */
export const OPEN = 0;
/** cwnd is being reduced because of ECE. */
export const CWR = 1;
/** cwnd is being reduced because of a loss, and lost segments are retransmitted. */
export const RECOVERY = 2;
/** State after a retransmission timeout. */
export const LOSS = 3;
/** Congestion state of a sender, as in Linux (tcp_ca_state). */
export type CongestionState = typeof OPEN | typeof CWR | typeof RECOVERY | typeof LOSS;

/**
 * Starts a reduction of cwnd because an ACK reported a CE mark. Call this in the state OPEN only; the reduction happens once per
 * window of data (RFC 3168 §6.1.2).
 */
export function enterCwr(sender: Sender): void {
  const before = sender.state.cwnd;
  sender.undo.forget();
  const ssthresh = sender.cc.ssthreshAfterMark(sender.state);
  beginReduction(sender, ssthresh);
  setCongestionState(sender, CWR);
  if (isNoReduction(sender, before, ssthresh)) return;
  sender.ecnReductions++;
  sender.packetsToMarks += sender.endPeriod();
  sender.observer.onEvent(FLOW_EVENT.ecnReduction, before, ssthresh);
}

/**
 * Starts loss recovery. Also reduces cwnd, unless cwnd was already reduced for ECE in this window (RFC 6675 §5). A sender with
 * finer feedback may have reduced cwnd only slightly; it reduces cwnd again for the loss (RFC 8257 §3.5, Linux dctcp_state).
 */
export function enterRecovery(sender: Sender): void {
  const alreadyReducing = sender.congestion === CWR && sender.ecn.isClassic && !sender.ownsCwnd;
  sender.undo.begin(sender, alreadyReducing);
  if (!alreadyReducing) reduceForLoss(sender);
  sender.standstillNs = sender.state.nowNs;
  sender.standstillUna = sender.state.una;
  setCongestionState(sender, RECOVERY);
  sender.rescued = false;
  sender.forceNext = !sender.ownsCwnd || sender.repairsAtOnce;
}

/** Number of round trips without progress after which a recovery lowers the window again. */
const STANDSTILL_ROUNDS = 2;

/**
 * Reduces cwnd again, because a retransmission was lost and the recovery makes no progress. RFC 5681 §4.3 requires this at the
 * first lost retransmission. Linux does not reduce cwnd then, and neither does this simulator. But a queue may mark data and drop
 * every retransmission, because retransmissions are not ECT. cwnd would then never shrink; therefore it is reduced after some
 * round trips without progress.
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

/** Ends a complete reduction or loss recovery (RFC 6675 §5 (C); RFC 6582 §3.2 step 3). */
export function leaveReduction(sender: Sender): void {
  const isUndone = sender.congestion === RECOVERY && sender.undo.isDue;
  if (isUndone) undoReduction(sender, false);
  else if (!sender.ownsCwnd) sender.reduction.end(sender.state);
  tellEnd(sender);
  if (sender.congestion === RECOVERY) sender.reordering.onRecovered(isUndone);
  setCongestionState(sender, OPEN);
  if (!sender.settings.sack) sender.board.resetDuplicateAcks();
}

function tellEnd({ ownsCwnd, cc, state, observer }: Sender): void {
  if (ownsCwnd || cc.onReductionEnd === undefined) return;
  cc.onReductionEnd(state);
  observer.onSsthresh(state.ssthresh);
}

/** Ends a recovery that was unnecessary: DSACKs have reported all its retransmissions as duplicates (Linux tcp_try_undo_dsack). */
export function leaveUnnecessaryRecovery(sender: Sender): void {
  undoReduction(sender, false);
  sender.reordering.onRecovered(true);
  setCongestionState(sender, OPEN);
}

/** Reduces cwnd for a loss that only the probe has repaired, and ends the reduction immediately (RFC 8985 §7.4.2). */
export function reduceForRepairedTail(sender: Sender): void {
  if (sender.congestion > CWR) return;
  reduceForLoss(sender);
  if (!sender.ownsCwnd) sender.reduction.end(sender.state);
  tellEnd(sender);
  setCongestionState(sender, OPEN);
}

/**
 * Handles the end of the reordering window (RFC 8985 §6.2 step 5): segments that might only have been late now count
 * as lost.
 */
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

/** Handles an expired retransmission timer (RFC 6298 §5.4 to 5.6, RFC 5681 §3.1). */
export function onTimeout(sender: Sender): void {
  const { state, board } = sender;
  if (state.una === state.nxt) return;
  const before = state.cwnd;
  // A timeout lowers ssthresh at most once per window of data: not during a reduction or loss recovery, and not at a second
  // timeout in a row. If data was acknowledged since the last timeout, ssthresh is lowered again (RFC 5681 §3.1; Linux
  // tcp_enter_loss).
  state.timeoutLowered =
    sender.congestion === OPEN || (sender.congestion === LOSS && sender.timer.backoffs === 0);
  const { backoffs } = sender.timer;
  // F-RTO is not used if the timeout interrupts a recovery, unless an earlier timeout started that recovery (RFC 5682
  // §2.1 step 1).
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
  setCongestionState(sender, LOSS);
  sender.ecn.cwrPending = true;
  sender.timer.backoffs++;
  sender.rtos++;
  sender.packetsToLosses += sender.endPeriod();
  sender.observer.onEvent(FLOW_EVENT.rto, before, state.cwnd);
  sender.onWindow();
  sender.send();
}

/**
 * Marks the outstanding segments as lost, so that one segment may leave (RFC 5681 §3.1; with RACK, Linux
 * tcp_timeout_mark_lost).
 */
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
  if (isNoReduction(sender, before, ssthresh)) return;
  sender.lossReductions++;
  sender.packetsToLosses += sender.endPeriod();
  sender.observer.onEvent(FLOW_EVENT.lossReduction, before, ssthresh);
}

/** Returns true if the congestion control requests no reduction: it sets cwnd itself, and its ssthresh is not below cwnd. */
function isNoReduction(sender: Sender, cwnd: number, ssthresh: number): boolean {
  return sender.ownsCwnd && ssthresh >= cwnd;
}

/** Sets the congestion state. */
export function setCongestionState(sender: Sender, congestion: CongestionState): void {
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

// Segments that a recovery retransmits although their loss is not proven: RFC 6675 §4 NextSeg rules 3 and 4.

const NONE = -1;

/** Returns the next segment to retransmit although its loss is not proven; -1 if there is none. */
export function nextUnproven(sender: Sender): number {
  const { state, board, settings, congestion } = sender;
  if (congestion !== RECOVERY || !settings.sack) return NONE;
  const seq = settings.forwardRetransmissions ? board.lowestUnproven(state.una) : NONE;
  return seq < 0 ? nextRescue(sender) : seq;
}

/**
 * Returns the segment that NextSeg rule 4 retransmits, at most once per recovery; -1 if there is none. With RACK, a probe or the
 * reordering window replaces rule 4, as in Linux.
 */
function nextRescue(sender: Sender): number {
  const { state, board, settings } = sender;
  if (sender.rescued || settings.rackLosses) return NONE;
  const seq = board.highestUnsacked(state.una, state.nxt);
  if (seq >= 0) sender.rescued = true;
  return seq;
}

// Two ways to reduce cwnd to ssthresh. Proportional Rate Reduction spreads the reduction over a round trip (RFC 6937; Linux uses it
// for ECE as well as for loss). The classic way reduces immediately, and the sender is silent until the network has drained to
// ssthresh (RFC 3168 §6.1.2, RFC 6675 §5; FreeBSD).

/**
 * Returns sndcnt, the number of segments to send now, while more than ssthresh are in flight: the share ssthresh/RecoverFS of what
 * was delivered (RFC 6937 §3).
 */
function proportional(prrDelivered: number, ssthresh: number, recoverFs: number, prrOut: number): number {
  return Math.ceil((prrDelivered * ssthresh) / recoverFs) - prrOut;
}

/** Returns the limit of PRR-SSRB on sndcnt (RFC 6937 §3): what was delivered, and one segment more, as in slow start. */
function slowStartReductionBound(
  prrDelivered: number,
  prrOut: number,
  delivered: number,
  mayGrow: boolean,
): number {
  const limit = Math.max(prrDelivered - prrOut, delivered);
  return mayGrow ? limit + 1 : limit;
}

/** The current reduction of one sender. */
export class WindowReduction {
  mode: RecoveryMode;
  /** Segments delivered since the reduction started (prr_delivered), and cwnd before it (RecoverFS, RFC 6937 §3). */
  private prrDelivered = 0;
  private recoverFs = 1;
  /** Number of segments sent since the reduction started (prr_out). The sender counts them. */
  out = 0;

  constructor(mode: RecoveryMode) {
    this.mode = mode;
  }

  /** Starts a reduction. `state.ssthresh` already holds the new value. */
  begin(state: SenderState): void {
    this.prrDelivered = 0;
    this.out = 0;
    this.recoverFs = state.cwnd;
    state.cwndCredit = 0;
    if (this.mode === "classic" && state.cwnd > state.ssthresh) state.cwnd = state.ssthresh;
  }

  /** Sets cwnd after an ACK that newly delivered `delivered` segments. `state.inflight` is up to date. */
  onAck(state: SenderState, delivered: number, unaAdvanced: boolean, newlyLost: boolean): void {
    if (this.mode === "classic" || delivered <= 0) return;
    this.prrDelivered += delivered;
    const { ssthresh, inflight } = state;
    let send: number;
    if (inflight > ssthresh) {
      // Proportional rate reduction.
      send = proportional(this.prrDelivered, ssthresh, this.recoverFs, this.out);
    } else {
      // Slow start up to ssthresh. As in Linux, only an ACK that advances SND.UNA without a new loss adds the extra segment.
      const limit = slowStartReductionBound(
        this.prrDelivered,
        this.out,
        delivered,
        unaAdvanced && !newlyLost,
      );
      send = Math.min(ssthresh - inflight, limit);
    }
    // The first ACK always lets one segment leave, which is the fast retransmission.
    if (this.out === 0 && send < 1) send = 1;
    state.cwnd = inflight + Math.max(send, 0);
  }

  /** Ends the reduction: cwnd becomes ssthresh. */
  end(state: SenderState): void {
    state.cwnd = state.ssthresh;
    state.cwndCredit = 0;
  }
}
