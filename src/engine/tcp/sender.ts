/**
 * The sending end: what to send and when. What an ACK means is in on-ack.ts, what a loss means in loss-recovery.ts.
 * References: RFC 5681, RFC 6675 §4 NextSeg, RFC 6298 §5 (timer), RFC 3168 §6.1.
 */
import type { CongestionControl } from "../cc/congestion-control.ts";
import type { EventSlot } from "../core/event-slot.ts";
import type { PacketPool, PacketSink } from "../net/packet.ts";
import { EcnSender } from "./ecn.ts";
import { type CongestionState, OPEN, RECOVERY } from "./loss-recovery.ts";
import { retransmissionTimeoutNs } from "./rtt-estimator.ts";
import { Scoreboard } from "./scoreboard.ts";
import { SenderState } from "./sender-state.ts";
import { type RecoveryMode, WindowReduction } from "./window-reduction.ts";

export interface SenderSettings {
  sack: boolean;
  /** Detect lost retransmissions by time (RFC 8985). */
  rack: boolean;
  limitedTransmit: boolean;
  recovery: RecoveryMode;
  initialWindow: number;
  /** Floor on 4·RTTVAR. */
  minRtoNs: number;
  mssBytes: number;
  overheadBytes: number;
}

/** Who hears of what happens at a sender; the recorder's side. */
export interface SenderObserver {
  onCwnd(nowNs: number, cwnd: number): void;
  onSsthresh(nowNs: number, ssthresh: number): void;
  /** `kind` is a FLOW_EVENT; `before` and `after` in segments. */
  onEvent(kind: number, nowNs: number, before: number, after: number): void;
}

const FOREVER = Number.POSITIVE_INFINITY;
const STOPPED = -1;

export class Sender {
  readonly state: SenderState;
  readonly board = new Scoreboard();
  readonly ecn: EcnSender;
  readonly settings: SenderSettings;
  readonly observer: SenderObserver;
  cc: CongestionControl;
  readonly reduction: WindowReduction;

  congestion: CongestionState = OPEN;
  /** SND.NXT when the last reduction or timeout began (RFC 6675 RecoveryPoint, Linux high_seq); -1 before. */
  recoveryPoint = -1;
  /** While a recovery loses its retransmissions: where SND.UNA stands, and since when. */
  standstillUna = 0;
  standstillNs = 0;
  /** RFC 6675 §4 NextSeg rule 4: one rescue retransmission per recovery. */
  rescued = false;
  /** The next segment leaves whatever the window says: the fast retransmission of an at-once reduction. */
  forceNext = false;
  /** The last attempt to send stopped at cwnd (RFC 5681 §3.1: only then may cwnd grow). */
  cwndLimited = false;
  /** Consecutive timeouts (RFC 6298 §5.5). */
  backoffs = 0;

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

  private readonly flow: number;
  private readonly pool: PacketPool;
  private readonly timer: EventSlot;
  /** The way to the receiver. */
  private readonly out: PacketSink;
  /** When the timer was last restarted. */
  private timerBaseNs = STOPPED;
  private timerPendingNs = FOREVER;

  constructor(
    flow: number,
    settings: SenderSettings,
    cc: CongestionControl,
    ecnEnabled: boolean,
    pool: PacketPool,
    timer: EventSlot,
    observer: SenderObserver,
    out: PacketSink,
  ) {
    this.flow = flow;
    this.settings = settings;
    this.cc = cc;
    this.ecn = new EcnSender(ecnEnabled);
    this.reduction = new WindowReduction(settings.recovery);
    this.state = new SenderState(settings.initialWindow);
    this.pool = pool;
    this.timer = timer;
    this.observer = observer;
    this.out = out;
  }

  /** Sends what cwnd allows: lost segments first, then new data, then at most one rescue. */
  send(nowNs: number): void {
    const { state, board } = this;
    state.inflight = board.pipe(state.una, state.nxt);
    for (;;) {
      if (!this.forceNext && this.windowUsed() >= state.cwnd) {
        this.cwndLimited = true;
        return;
      }
      const lost = board.lostOut > board.retransOut ? board.nextToRetransmit(state.nxt) : -1;
      if (lost >= 0) this.retransmit(lost, nowNs);
      else if (state.nxt < this.dataEnd) this.sendNew(nowNs);
      else if (!this.rescue(nowNs)) break;
      state.inflight++;
      this.forceNext = false;
    }
    this.cwndLimited = false;
    this.forceNext = false;
  }

  /**
   * RFC 6298 §5.3: an ACK of new data restarts the timer, or stops it when nothing is outstanding. Lazy: a pending timer
   * that fires early looks at what is due. As a timeout is never below SRTT, most restarts need no more than the time.
   */
  restartTimer(nowNs: number): void {
    const { state } = this;
    if (state.una === state.nxt) {
      this.timerBaseNs = STOPPED;
      return;
    }
    this.timerBaseNs = nowNs;
    if (this.timerPendingNs <= nowNs + state.srttNs) return;
    const dueNs = this.timerDueNs();
    if (dueNs < this.timerPendingNs) this.schedule(dueNs);
  }

  /** The timer event; true when the retransmission timeout has really expired. */
  timerExpired(nowNs: number): boolean {
    if (this.timerBaseNs !== STOPPED) {
      const dueNs = this.timerDueNs();
      if (dueNs > nowNs) {
        this.schedule(dueNs);
        return false;
      }
    }
    const isRunning = this.timerBaseNs !== STOPPED;
    this.timerPendingNs = FOREVER;
    this.timerBaseNs = STOPPED;
    this.timer.cancel();
    return isRunning;
  }

  private timerDueNs(): number {
    const timeoutNs = retransmissionTimeoutNs(this.state, this.settings.minRtoNs, this.backoffs);
    return Math.ceil(this.timerBaseNs + timeoutNs);
  }

  private schedule(timeNs: number): void {
    this.timerPendingNs = timeNs;
    this.timer.schedule(timeNs);
  }

  /** Without limited transmit (RFC 3042) SACKed segments make room only once a recovery has begun. */
  private windowUsed(): number {
    const { board, state } = this;
    return this.settings.limitedTransmit || this.congestion !== OPEN
      ? state.inflight
      : state.inflight + board.sackedOut;
  }

  private sendNew(nowNs: number): void {
    const { state } = this;
    const seq = state.nxt++;
    this.board.onSent(seq, state.una, nowNs);
    this.emit(seq, false, nowNs);
  }

  private retransmit(seq: number, nowNs: number): void {
    this.board.onRetransmitted(seq, nowNs);
    this.retransmissions++;
    this.emit(seq, true, nowNs);
    if (seq === this.state.una) this.restartTimer(nowNs);
  }

  private rescue(nowNs: number): boolean {
    const { state, board } = this;
    if (this.congestion !== RECOVERY || this.rescued || !this.settings.sack) return false;
    const seq = board.highestUnsacked(state.una, state.nxt);
    if (seq < 0) return false;
    this.rescued = true;
    board.markOneLost(seq);
    this.retransmit(seq, nowNs);
    return true;
  }

  private emit(seq: number, isRetransmission: boolean, nowNs: number): void {
    const { settings } = this;
    const packet = this.pool.take();
    packet.flow = this.flow;
    packet.seq = seq;
    packet.isAck = false;
    packet.isRetransmission = isRetransmission;
    packet.isLast = seq === this.dataEnd - 1;
    packet.bytes =
      (packet.isLast && this.lastSegmentBytes > 0 ? this.lastSegmentBytes : settings.mssBytes) +
      settings.overheadBytes;
    this.ecn.stamp(packet, isRetransmission);
    this.packetsSent++;
    this.reduction.out++;
    if (this.timerBaseNs === STOPPED) this.restartTimer(nowNs);
    this.out.receive(packet, nowNs);
  }
}
