/**
 * The sending end: what to send and when. on-ack.ts processes ACKs, loss-recovery.ts handles losses. References: RFC
 * 5681, RFC 6675 §4 NextSeg, RFC 3168 §6.1.
 */

import type { CongestionControl } from "../cc/congestion-control.ts";
import { AVOIDANCE, LOSS_STATE, RECOVERY as RECOVERING, REDUCING, SLOW_START } from "../cc/phases.ts";
import type { Clock } from "../core/clock.ts";
import type { EventSlot } from "../core/event-queue.ts";
import type { PacketPool, PacketSink } from "../net/packet.ts";
import type { Phase } from "../params/param.ts";
import { FLOW_EVENT } from "../trace/snapshot.ts";
import { DeliveredSegments } from "./ack-sample.ts";
import { DeliveryRate } from "./delivery-rate.ts";
import { EcnSender } from "./ecn.ts";
import { LossProbe } from "./loss-probe.ts";
import {
  type CongestionState,
  CWR,
  LOSS,
  nextUnproven,
  OPEN,
  RECOVERY,
  WindowReduction,
} from "./loss-recovery.ts";
import { Pacer } from "./pacer.ts";
import { ReorderingWindow } from "./reordering-window.ts";
import { RetransmissionTimer } from "./retransmission-timer.ts";
import { Scoreboard } from "./scoreboard.ts";
import { SegmentSizes } from "./segment-sizes.ts";
import type { SenderObserver, SenderSettings, SenderTraits } from "./sender-settings.ts";
import { type PhaseListener, SenderState } from "./sender-state.ts";
import { Undo } from "./undo.ts";

const FOREVER = Number.POSITIVE_INFINITY;

/** Reason why a sender does not send a further segment. */
export type SenderLimit = "cwnd" | "pacing" | "receive window" | "application";

/** The sending end of one connection. */
export class Sender implements PhaseListener {
  readonly state: SenderState;
  readonly board: Scoreboard;
  readonly ecn: EcnSender;
  readonly timer: RetransmissionTimer;
  readonly settings: SenderSettings;
  readonly observer: SenderObserver;
  cc: CongestionControl;
  /**
   * True if the congestion control sets cwnd itself. The sender then does not reduce cwnd, but reports the need for a reduction
   * to the control.
   */
  ownsCwnd = false;
  repairsAtOnce = false;
  /** True if the congestion control reads a sample after the reaction to losses and ECE. */
  samplesAfterReaction = false;
  /** True if the congestion control is called for each segment that leaves. */
  private reportsSends = false;
  /** First segment that carries a timestamp; Infinity if the congestion control uses no timestamps. */
  stampsFrom = FOREVER;
  readonly reduction: WindowReduction;
  /** cwnd and ssthresh before a reduction, kept while the reduction may still prove unnecessary. */
  readonly undo = new Undo();
  readonly probe = new LossProbe();
  readonly reordering = new ReorderingWindow();
  /** Delivery-rate samples; null if the congestion control does not use them. */
  rate: DeliveryRate | null = null;
  /** Value of the field `epoch` in the sender's packets. */
  epoch = 0;

  congestion: CongestionState = OPEN;
  /** Phase and phase number that were last reported to the observer; null before the first report. */
  phase: Phase | null = null;
  phaseValue = Number.NaN;
  /** True if the sender was in slow start when it last reported its phase. */
  private isSlowStart = true;
  /**
   * SND.NXT at the start of the last reduction or timeout (RFC 6675 RecoveryPoint, Linux high_seq); -1 before the
   * first.
   */
  recoveryPoint = -1;
  /** SND.UNA when the recovery last made progress, and the time of that progress (ns). */
  standstillUna = 0;
  standstillNs = 0;
  /**
   * True if the rescue retransmission of this recovery has been sent; only one is allowed (RFC 6675 §4 NextSeg rule
   * 4).
   */
  rescued = false;
  /**
   * True if the next segment leaves regardless of cwnd: for a fast retransmission when cwnd was reduced immediately, or for a
   * probe.
   */
  forceNext = false;
  /** True while the sender handles its timer event. */
  isOnTimer = false;
  /** True while F-RTO determines whether the last timeout was spurious (RFC 5682 §2.1). */
  isFrto = false;
  /** True if the next segments to leave are new ones (RFC 5682 §2.1 step 2b). */
  newDataFirst = false;

  /** Segment number after the last segment that the application has offered; Infinity for bulk data. */
  dataEnd = 0;
  /** Payload of the last segment of a finite transfer (bytes). */
  lastSegmentBytes = 0;
  /** Sizes of the segments; null while the control has not asked for smaller ones. */
  private sizes: SegmentSizes | null = null;

  // Counters over the whole run.
  packetsSent = 0;
  retransmissions = 0;
  rtos = 0;
  ecnReductions = 0;
  lossReductions = 0;
  /**
   * Number of packets sent in two kinds of periods: those that ended with a reduction for a mark, and those that ended with a
   * loss or timeout.
   */
  packetsToMarks = 0;
  packetsToLosses = 0;
  /** `packetsSent` at the start of the current period. */
  private periodStart = 0;

  /** Value of the field `end` in the sender's packets. */
  private readonly end: number;
  private readonly pool: PacketPool;
  /** Path to the receiver. */
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

  /** Switches to a different congestion control; cwnd is kept. `paceSlot` is the event slot of a paced control. */
  switchCongestionControl(cc: CongestionControl, traits: SenderTraits, paceSlot: EventSlot | null): void {
    const { state } = this;
    // If the old control set cwnd itself, its reduction has no ssthresh to reach. Such a reduction ends now, at the current cwnd.
    if (this.ownsCwnd && (state.inRecovery || this.congestion === CWR)) {
      if (state.cwnd < state.ssthresh) state.ssthresh = Math.max(state.minCwnd, state.cwnd);
      this.reduction.begin(state);
    }
    this.cc = cc;
    state.pacingRate = FOREVER;
    state.segmentBytes = state.mssBytes;
    this.adopt(traits, paceSlot);
    this.ecn.use(traits, false);
    if (this.phase !== null) this.onPhase();
  }

  /** Reports the current cwnd to the observer, also when a connection has just opened. */
  onWindow(): void {
    const { state } = this;
    this.observer.onCwnd(state.cwnd);
    if (state.inSlowStart !== this.isSlowStart || this.phase === null) this.onPhase();
  }

  /** Reports the phase to the observer if it has changed. */
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
   * Sends what cwnd allows: lost segments first, then new data, then the segments that RFC 6675 §4 additionally allows.
   * `restarts` is true if an ACK of new data has arrived; the timer is then restarted.
   */
  send(restarts = false): void {
    const { state, timer } = this;
    const { nxt } = state;
    this.fill();
    if (this.newDataFirst) this.endNewDataFirst();
    const hasSent = state.nxt !== nxt;
    if (!hasSent && !restarts) return;
    // A probe timeout is started for the last outstanding segment if a probe is allowed now; otherwise the retransmission timeout
    // runs (RFC 8985 §7.2).
    const isOpen = this.congestion === CWR || (this.congestion === OPEN && this.board.sackedOut === 0);
    if (this.watchesTail && isOpen) timer.probe(hasSent);
    else if (restarts || timer.isProbing) timer.restart();
  }

  /** True if a probe may leave now. A probe that is a new segment must also wait for pacing. */
  get mayProbe(): boolean {
    return this.pacer === null || !this.mayAddNew() || this.pacer.mayLeave();
  }

  /**
   * Sends a probe: a new segment regardless of cwnd, or the last segment again (RFC 8985 §7.3). Returns true for a
   * retransmission.
   */
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

  /** Reason why the sender stopped at its last attempt to send. Only the inspection of a replay uses it. */
  get limit(): SenderLimit {
    const { state, settings } = this;
    if (this.windowUsed() >= state.cwnd) return "cwnd";
    if (this.pacer?.isWaiting === true) return "pacing";
    if (state.nxt >= this.dataEnd || state.isHalted) return "application";
    return state.nxt - state.una >= settings.receiveWindow ? "receive window" : "cwnd";
  }

  /** Resumes sending after the application has offered more data, possibly after a pause. */
  resume(): void {
    const { state } = this;
    if (state.una === state.nxt && state.nxt > 0) endIdleTime(this);
    this.send();
  }

  /** Handles the event of the pacer: a paced segment may leave. */
  onPace(): void {
    this.pacer?.cancel();
    this.send();
  }

  /** Handles the timer of the congestion control. `isOpen` is false during the handshake. */
  onTick(isOpen: boolean): void {
    const { state } = this;
    const { cwnd, ssthresh, inSlowStart } = state;
    this.cc.onTick?.(state);
    if (!isOpen) return;
    if (state.ssthresh !== ssthresh) this.onSsthresh(inSlowStart);
    if (state.cwnd !== cwnd) this.onWindow();
    this.send();
  }

  /** Reports an ssthresh that the congestion control has set outside a reduction. */
  onSsthresh(wasSlowStart: boolean): void {
    const { state, observer } = this;
    observer.onSsthresh(state.ssthresh);
    this.onPhase();
    if (wasSlowStart && !state.inSlowStart)
      observer.onEvent(FLOW_EVENT.slowStartExit, state.cwnd, state.ssthresh);
  }

  /** Ends the current period because of a congestion signal. Returns the number of packets sent in the period. */
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
    // As in Linux (tcp_rate_check_app_limited), a full receive window counts as a limit of the path, not of the
    // application.
    if (this.rate !== null && state.nxt >= this.dataEnd) this.rate.onAppLimited(state.inflight);
  }

  /**
   * Ends the wait for new data (F-RTO). If no new data could be sent, the sender reacts as to an ordinary timeout (RFC 5682 §2.1
   * step 2b).
   */
  private endNewDataFirst(): void {
    this.newDataFirst = false;
    if (this.state.nxt > this.recoveryPoint) return;
    this.isFrto = false;
    this.fill();
  }

  private adopt(traits: SenderTraits, paceSlot: EventSlot | null): void {
    this.ownsCwnd = traits.ownsCwnd === true;
    this.repairsAtOnce = traits.repairsAtOnce === true;
    this.samplesAfterReaction = traits.samplesAfterReaction === true;
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
    this.reportsSends = traits.sends === true;
    this.board.segments = traits.segments === true ? new DeliveredSegments() : null;
    if (this.rate !== null) this.rate.sample.segments = this.board.segments;
    this.stampsFrom = traits.timestamps === true ? this.state.nxt : FOREVER;
    this.state.oneWayNs = 0;
  }

  private tellSend(seq: number, isRetransmission: boolean): void {
    const { state } = this;
    const { cwnd, ssthresh, inSlowStart } = state;
    this.cc.onSend?.(state, seq, isRetransmission);
    if (state.ssthresh !== ssthresh) this.onSsthresh(inSlowStart);
    if (state.cwnd !== cwnd) this.onWindow();
  }

  private stampForRate(rate: DeliveryRate, seq: number, isRetransmission: boolean): void {
    const { state } = this;
    if (!isRetransmission && state.nxt - state.una === 1) rate.restart(state);
    rate.onSent(seq, state.una, state.inflight + 1, this.board.lostTotal);
  }

  /**
   * Returns the number of segments that count against cwnd. Without limited transmit (RFC 3042), SACKed segments stop counting
   * only during a recovery.
   */
  private windowUsed(): number {
    const { board, state } = this;
    return this.settings.limitedTransmit || this.congestion !== OPEN
      ? state.inflight
      : state.inflight + board.sackedOut;
  }

  /**
   * Returns true if new data may be sent. The receive window limits new data regardless of cwnd (RFC 9293 §3.8.6, RFC
   * 5681 §3.1).
   */
  mayAddNew(): boolean {
    const { una, nxt, isHalted } = this.state;
    return nxt < this.dataEnd && nxt - una < this.settings.receiveWindow && !isHalted;
  }

  private sendNew(): void {
    const { state } = this;
    const seq = state.nxt++;
    this.board.onSent(seq, state.una);
    if (this.sizes !== null || state.segmentBytes < state.mssBytes) this.chooseSize(seq);
    this.emit(seq, false);
  }

  /** Records the size of a new segment. What does not fit into it is left for later segments, which may need another number. */
  private chooseSize(seq: number): void {
    const { state } = this;
    this.sizes ??= new SegmentSizes(seq);
    const isShort = this.fullBytes(seq) > state.segmentBytes;
    this.sizes.onSent(seq, state.una, isShort ? state.mssBytes - state.segmentBytes : 0);
    if (!isShort || this.dataEnd === FOREVER) return;
    const last = this.fullBytes(this.dataEnd - 1);
    this.lastSegmentBytes =
      seq === this.dataEnd - 1 ? last - state.segmentBytes : last + state.mssBytes - state.segmentBytes;
    if (seq === this.dataEnd - 1) this.dataEnd++;
    else if (this.lastSegmentBytes > state.mssBytes) {
      this.dataEnd++;
      this.lastSegmentBytes -= state.mssBytes;
    }
  }

  /** Returns the payload of a segment that is as large as the path and the data allow (bytes). */
  private fullBytes(seq: number): number {
    const isShortLast = seq === this.dataEnd - 1 && this.lastSegmentBytes > 0;
    return isShortLast ? this.lastSegmentBytes : this.settings.mssBytes;
  }

  /** Returns the bytes by which the segments before `seq` are smaller than full segments because the control asked for it. */
  missingBefore(seq: number): number {
    return this.sizes === null ? 0 : this.sizes.missingBefore(seq);
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
    packet.bytes = this.fullBytes(seq) + settings.overheadBytes;
    if (this.sizes !== null) packet.bytes -= this.sizes.missingFrom(seq);
    this.ecn.stamp(packet, isRetransmission);
    this.packetsSent++;
    if (isRetransmission) this.retransmissions++;
    this.reduction.out++;
    if (this.rate !== null) this.stampForRate(this.rate, seq, isRetransmission);
    if (seq >= this.stampsFrom) packet.stampNs = this.state.nowNs;
    if (this.reportsSends) this.tellSend(seq, isRetransmission);
    if (this.pacer !== null) this.pacer.onSent();
    if (!this.timer.isRunning) this.timer.restart();
    this.out.receive(packet);
  }
}

// Behaviour when data arrives after a pause with nothing in the network. Reference: RFC 5681 §4.1.

/**
 * Sets cwnd to the initial window after an idle time longer than a timeout (RFC 5681 §4.1), because cwnd is out of date and no
 * ACKs pace new data. Slow start then leads back to ssthresh. A control that sets cwnd itself also handles idle times itself.
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
 * Raises ssthresh to at least three quarters of the old window before the restart (RFC 7661 §4.4, RFC 2861 §3.1), so that slow
 * start ends near the old window. As in Linux (tcp_current_ssthresh), ssthresh stays unchanged during a reduction: a reduction
 * that waits for an ACK continues after the pause, and that ACK sets cwnd to ssthresh (tcp_fastretrans_alert).
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

// Functions that determine whether cwnd is used, because only a used window may grow. References: RFC 5681 §3.1, RFC 7661 §4.1.

/**
 * Records that the sender was stopped by pacing, the receive window, or a lack of data, but not by cwnd. As in Linux
 * (tcp_cwnd_validate), this finding is valid until everything that is outstanding now is acknowledged. Without
 * `app-limited-growth` only the last attempt to send counts; if pacing stopped the sender, the last window counts.
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
