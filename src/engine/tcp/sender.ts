/**
 * The sending end: what to send and when. What an ACK means is in on-ack.ts, what a loss means in loss-recovery.ts.
 * References: RFC 5681, RFC 6675 §4 NextSeg, RFC 3168 §6.1.
 */

import type { CongestionControl } from "../cc/congestion-control.ts";
import { AVOIDANCE, LOSS_STATE, RECOVERY as RECOVERING, REDUCING, SLOW_START } from "../cc/phases.ts";
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { PacketPool, PacketSink } from "../net/packet.ts";
import type { Phase } from "../params/param.ts";
import { DeliveryRate } from "./delivery-rate.ts";
import { EcnSender } from "./ecn.ts";
import { LossProbe } from "./loss-probe.ts";
import { type CongestionState, CWR, LOSS, nextUnproven, OPEN, RECOVERY } from "./loss-recovery.ts";
import { Pacer } from "./pacer.ts";
import { ReorderingWindow } from "./reordering-window.ts";
import { RetransmissionTimer } from "./retransmission-timer.ts";
import { Scoreboard } from "./scoreboard.ts";
import type { SenderObserver, SenderSettings, SenderTraits } from "./sender-settings.ts";
import { type PhaseListener, SenderState } from "./sender-state.ts";
import { Undo } from "./undo.ts";
import { WindowReduction } from "./window-reduction.ts";

const FOREVER = Number.POSITIVE_INFINITY;

export type SenderLimit = "cwnd" | "pacing" | "receive window" | "application";

export class Sender implements PhaseListener {
  readonly state: SenderState;
  readonly board: Scoreboard;
  readonly ecn: EcnSender;
  readonly timer: RetransmissionTimer;
  readonly settings: SenderSettings;
  readonly observer: SenderObserver;
  cc: CongestionControl;
  /** It sets cwnd itself: reductions are told, not carried out. */
  ownsCwnd = false;
  repairsAtOnce = false;
  readonly reduction: WindowReduction;
  /** What a reduction took, while it may prove to have been for nothing. */
  readonly undo = new Undo();
  readonly probe = new LossProbe();
  readonly reordering = new ReorderingWindow();
  /** Of senders that look at samples. */
  rate: DeliveryRate | null = null;
  /** What its packets carry as `epoch`. */
  epoch = 0;

  congestion: CongestionState = OPEN;
  /** The phase and its number that the observer heard of last; null: none yet. */
  phase: Phase | null = null;
  phaseValue = Number.NaN;
  /** Whether it was in slow start then. */
  private isSlowStart = true;
  /** SND.NXT when the last reduction or timeout began (RFC 6675 RecoveryPoint, Linux high_seq); -1 before. */
  recoveryPoint = -1;
  /** While a recovery loses its retransmissions: where SND.UNA stands, and since when. */
  standstillUna = 0;
  standstillNs = 0;
  /** RFC 6675 §4 NextSeg rule 4: one rescue retransmission per recovery. */
  rescued = false;
  /** The next segment leaves whatever the window says: the fast retransmission of an at-once reduction, or a probe. */
  forceNext = false;
  /** What happens now is its timer's doing. */
  isOnTimer = false;
  /** RFC 5682 §2.1: it is being found out whether the last timeout was spurious. */
  isFrto = false;
  /** RFC 5682 §2.1 step 2b: the next ones to leave are new. */
  newDataFirst = false;

  /** One past the last segment the application has offered; Infinity for bulk. */
  dataEnd = 0;
  /** Bytes of payload in the last segment of a finite transfer. */
  lastSegmentBytes = 0;

  // Counters
  packetsSent = 0;
  retransmissions = 0;
  rtos = 0;
  ecnReductions = 0;
  lossReductions = 0;
  /** Packets sent in the periods that ended with a reduction for a mark, and in those that a loss or timeout ended. */
  packetsToMarks = 0;
  packetsToLosses = 0;
  /** `packetsSent` when the present period began. */
  private periodStart = 0;

  /** What its packets carry as `end`. */
  private readonly end: number;
  private readonly pool: PacketPool;
  /** The way to the receiver. */
  private readonly out: PacketSink;
  private pacer: Pacer | null = null;
  private readonly watchesTail: boolean;

  constructor(
    clock: Clock,
    end: number,
    settings: SenderSettings,
    cc: CongestionControl,
    traits: SenderTraits,
    ecnEnabled: boolean,
    pool: PacketPool,
    timer: EventSlot,
    paceSlot: EventSlot | null,
    observer: SenderObserver,
    out: PacketSink,
  ) {
    this.end = end;
    this.settings = settings;
    this.watchesTail = settings.lossProbes && settings.sack;
    this.ecn = new EcnSender(ecnEnabled, settings.ectRetransmissions);
    this.reduction = new WindowReduction(settings.recovery);
    this.state = new SenderState(clock, settings.initialWindow, settings.minCwnd, settings.mssBytes);
    this.state.remembersUse = settings.appLimitedGrowth;
    this.state.phaseListener = this;
    this.board = new Scoreboard(clock, settings.rackLosses ? this.state : null);
    this.pool = pool;
    this.timer = new RetransmissionTimer(this.state, this.board, settings, timer);
    this.observer = observer;
    this.out = out;
    this.cc = cc;
    this.adopt(traits, paceSlot);
    this.ecn.use(traits, true);
  }

  /** Goes on with another congestion control; cwnd stays. A paced one has a slot for its releases. */
  switchCongestionControl(cc: CongestionControl, traits: SenderTraits, paceSlot: EventSlot | null): void {
    const { state } = this;
    // What began under a control that set cwnd itself ends where cwnd is now: there is no ssthresh to go to.
    if (this.ownsCwnd && (state.inRecovery || this.congestion === CWR)) {
      if (state.cwnd < state.ssthresh) state.ssthresh = Math.max(state.minCwnd, state.cwnd);
      this.reduction.begin(state);
    }
    this.cc = cc;
    state.pacingRate = FOREVER;
    this.adopt(traits, paceSlot);
    this.ecn.use(traits, false);
    if (this.phase !== null) this.onPhase();
  }

  /** cwnd is another one, or that of a connection that has just opened. */
  onWindow(): void {
    const { state } = this;
    this.observer.onCwnd(state.cwnd);
    if (state.inSlowStart !== this.isSlowStart || this.phase === null) this.onPhase();
  }

  /** What the sender does may be something else from now on. */
  onPhase(): void {
    const { state } = this;
    this.isSlowStart = state.inSlowStart;
    const phase = this.phaseNow();
    const value = phase === state.phase ? state.phaseValue : Number.NaN;
    if (phase === this.phase && Object.is(value, this.phaseValue)) return;
    this.phase = phase;
    this.phaseValue = value;
    this.observer.onPhase(phase, value);
  }

  private phaseNow(): Phase {
    const { congestion, ownsCwnd, state } = this;
    if (congestion === LOSS) return LOSS_STATE;
    if (state.phase?.isWhole === true) return state.phase;
    if (congestion === RECOVERY) return RECOVERING;
    if (congestion === CWR && !ownsCwnd) return REDUCING;
    return state.inSlowStart ? SLOW_START : (state.phase ?? AVOIDANCE);
  }

  /**
   * Sends what cwnd allows: lost segments first, then new data, then what RFC 6675 §4 allows beyond. `restarts`: an ACK of
   * new data has come, so that the timer begins anew.
   */
  send(restarts = false): void {
    const { state, timer } = this;
    const { nxt } = state;
    this.fill();
    if (this.newDataFirst) this.endNewDataFirst();
    const hasSent = state.nxt !== nxt;
    if (!hasSent && !restarts) return;
    // RFC 8985 §7.2: what is out last is watched by a probe, or by the timeout alone.
    const isOpen = this.congestion === CWR || (this.congestion === OPEN && this.board.sackedOut === 0);
    if (this.watchesTail && isOpen) timer.probe(hasSent);
    else if (restarts || timer.isProbing) timer.restart();
  }

  /** A new segment as a probe keeps to the pace, too. */
  get mayProbe(): boolean {
    return this.pacer === null || !this.mayAddNew() || this.pacer.mayLeave();
  }

  /** RFC 8985 §7.3: a new segment whatever cwnd says, or the last one once more. True when it is an old one. */
  sendProbe(): boolean {
    const { state } = this;
    if (this.mayAddNew()) {
      this.sendNew();
      state.inflight++;
      return false;
    }
    const last = state.nxt - 1;
    this.board.onProbed(last);
    this.emit(last, true);
    return true;
  }

  /** What kept the next segment back when the sender sent last; for who looks at a replay. */
  get limit(): SenderLimit {
    const { state, settings } = this;
    if (this.windowUsed() >= state.cwnd) return "cwnd";
    if (this.pacer?.isWaiting === true) return "pacing";
    if (state.nxt >= this.dataEnd || state.isHalted) return "application";
    return state.nxt - state.una >= settings.receiveWindow ? "receive window" : "cwnd";
  }

  /** The application offers more, perhaps after a pause. */
  resume(): void {
    const { state } = this;
    if (state.una === state.nxt && state.nxt > 0) endIdleTime(this);
    this.send();
  }

  /** A paced segment may leave. */
  onPace(): void {
    this.pacer?.cancel();
    this.send();
  }

  /** A signal ends the present period: the packets that were sent in it. */
  endPeriod(): number {
    const packets = this.packetsSent - this.periodStart;
    this.periodStart = this.packetsSent;
    return packets;
  }

  private fill(): void {
    const { state, board } = this;
    const { nxt } = state;
    state.inflight = board.pipe(state.una, state.nxt);
    for (;;) {
      if (!this.forceNext && this.windowUsed() >= state.cwnd) {
        state.cwndLimited = true;
        state.usedUntil = state.nxt;
        return;
      }
      if (this.pacer !== null && !this.pacer.mayLeave()) {
        noteRoom(state, nxt, true);
        return;
      }
      const hasLost = board.lostOut > board.retransOut && !this.newDataFirst;
      const lost = hasLost ? board.nextToRetransmit(state.nxt) : -1;
      if (lost >= 0) this.retransmit(lost);
      else if (this.mayAddNew()) this.sendNew();
      else {
        const unproven = nextUnproven(this);
        if (unproven < 0) break;
        board.markOneLost(unproven);
        this.retransmit(unproven);
      }
      state.inflight++;
      this.forceNext = false;
    }
    noteRoom(state, nxt, false);
    this.forceNext = false;
    // As in Linux (tcp_rate_check_app_limited): a full receive window is the path's limit, not the application's.
    if (this.rate !== null && state.nxt >= this.dataEnd) this.rate.onAppLimited(state.inflight);
  }

  /** RFC 5682 §2.1 step 2b: where nothing new could be sent, the timeout is answered in the ordinary way. */
  private endNewDataFirst(): void {
    this.newDataFirst = false;
    if (this.state.nxt > this.recoveryPoint) return;
    this.isFrto = false;
    this.fill();
  }

  private adopt(traits: SenderTraits, paceSlot: EventSlot | null): void {
    this.ownsCwnd = traits.ownsCwnd === true;
    this.repairsAtOnce = traits.repairsAtOnce === true;
    const first = traits.phases?.[0] ?? null;
    this.state.phase = first?.isWhole === true ? first : null;
    this.state.phaseValue = Number.NaN;
    this.pacer?.cancel();
    this.pacer = paceSlot === null ? null : new Pacer(this.state, paceSlot);
    if (traits.samples !== true) this.rate = null;
    else if (this.rate === null) {
      this.rate = new DeliveryRate();
      this.rate.adopt(this.state, this.board);
    }
  }

  private stampForRate(rate: DeliveryRate, seq: number, isRetransmission: boolean): void {
    const { state } = this;
    if (!isRetransmission && state.nxt - state.una === 1) rate.restart(state);
    rate.onSent(seq, state.una, state.inflight + 1, this.board.lostTotal);
  }

  /** Without limited transmit (RFC 3042) SACKed segments make room only once a recovery has begun. */
  private windowUsed(): number {
    const { board, state } = this;
    return this.settings.limitedTransmit || this.congestion !== OPEN
      ? state.inflight
      : state.inflight + board.sackedOut;
  }

  /** RFC 9293 §3.8.6, RFC 5681 §3.1: nothing new goes beyond what the receiver takes, whatever cwnd allows. */
  mayAddNew(): boolean {
    const { una, nxt, isHalted } = this.state;
    return nxt < this.dataEnd && nxt - una < this.settings.receiveWindow && !isHalted;
  }

  private sendNew(): void {
    const { state } = this;
    const seq = state.nxt++;
    this.board.onSent(seq, state.una);
    this.emit(seq, false);
  }

  private retransmit(seq: number): void {
    this.board.onRetransmitted(seq);
    this.undo.onRetransmitted();
    this.emit(seq, true);
    if (seq === this.state.una) this.timer.restartFromNow();
  }

  private emit(seq: number, isRetransmission: boolean): void {
    const { settings } = this;
    const packet = this.pool.take();
    packet.end = this.end;
    packet.epoch = this.epoch;
    packet.hop = 0;
    packet.seq = seq;
    packet.isAck = false;
    packet.isRetransmission = isRetransmission;
    packet.isLast = seq === this.dataEnd - 1;
    packet.bytes =
      (packet.isLast && this.lastSegmentBytes > 0 ? this.lastSegmentBytes : settings.mssBytes) +
      settings.overheadBytes;
    this.ecn.stamp(packet, isRetransmission);
    this.packetsSent++;
    if (isRetransmission) this.retransmissions++;
    this.reduction.out++;
    if (this.rate !== null) this.stampForRate(this.rate, seq, isRetransmission);
    if (this.pacer !== null) this.pacer.onSent();
    if (!this.timer.isRunning) this.timer.restart();
    this.out.receive(packet);
  }
}

// What a sender does when data comes after a pause with nothing in the network. Reference: RFC 5681 §4.1.

/**
 * RFC 5681 §4.1: after longer than a timeout the ACK clock is gone, and cwnd says little of the path; slow start leads
 * back to ssthresh. A congestion control that sets cwnd itself knows what to do.
 */
function endIdleTime(sender: Sender): void {
  const { state, settings, cc } = sender;
  const idleNs = state.nowNs - sender.board.sentAt(state.nxt - 1);
  cc.onIdle?.(state, idleNs);
  if (!settings.idleRestart || sender.ownsCwnd || idleNs <= sender.timer.timeoutNs) return;
  const before = state.cwnd;
  rememberWindow(sender);
  if (state.cwnd > settings.initialWindow) {
    state.cwnd = settings.initialWindow;
    state.cwndCredit = 0;
  }
  if (state.cwnd !== before) sender.onWindow();
}

/**
 * RFC 7661 §4.4, RFC 2861 §3.1: slow start leads back to three quarters of the old window at least, what was learnt of the
 * path. As Linux (tcp_current_ssthresh): not while a reduction is under way. One that waits for an ACK goes on after the
 * pause, and that ACK sets cwnd to its ssthresh (tcp_fastretrans_alert).
 */
function rememberWindow(sender: Sender): void {
  const { congestion, state, observer } = sender;
  if (state.inRecovery || congestion === CWR) return;
  const kept = (state.cwnd >> 1) + (state.cwnd >> 2);
  if (kept <= state.ssthresh) return;
  state.ssthresh = kept;
  observer.onSsthresh(kept);
  sender.onPhase();
}

// Whether a sender uses its window: only one that is used may grow. References: RFC 5681 §3.1, RFC 7661 §4.1.

/**
 * Something else than cwnd has kept the next segment back: pacing, the receive window, or nothing is left to send. As Linux
 * (tcp_cwnd_validate) what was found of the window's use holds until all that was out then is acknowledged. Without
 * `app-limited-growth` only the last attempt to send counts, and where it is pacing that holds back, the last window.
 */
export function noteRoom(state: SenderState, nxtBefore: number, isPaced: boolean): void {
  const isKnown = state.una < state.usedUntil;
  if (!state.remembersUse) {
    if (!isPaced || !isKnown) state.cwndLimited = false;
    return;
  }
  if (state.nxt === nxtBefore) return;
  const out = state.nxt - state.una;
  if (isKnown && (state.cwndLimited || out <= state.mostOut)) return;
  state.cwndLimited = false;
  state.mostOut = out;
  state.usedUntil = state.nxt;
}
