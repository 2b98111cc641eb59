/**
 * The single timer of a sender, as in Linux. It serves the retransmission timeout (RFC 6298 §5), the probe timeout
 * for tail losses (RFC 8985 §7.2) and the reordering window (§6.2). The timer is lazy: if its event fires before the
 * timer is due, the event is scheduled again. A timeout is rarely shorter than SRTT, so most restarts only store the
 * time.
 */

import type { EventSlot } from "../core/event-queue.ts";
import { msToNs } from "../params/read.ts";
import { boundedTimeoutNs, retransmissionTimeoutNs } from "./rtt-estimator.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { SenderState } from "./sender-state.ts";

/**
 * Retransmission timeout of a clock with coarse ticks, as in BSD and ns-2 (`tcpTick_`). Round trips are measured in ticks, and
 * only one segment per window of data is measured. The RTT values for charts and pacing stay exact.
 */
export class TickTimer {
  private readonly tickNs: number;
  /** Number of the next segment whose RTT is measured. */
  private timed = 0;
  // State of RFC 6298 §2, in ticks.
  private srtt = 0;
  private rttvar = 0;

  constructor(tickNs: number) {
    this.tickNs = tickNs;
  }

  /** Takes a sample from an ACK of a segment that was never retransmitted. */
  onSample(state: SenderState, { oldestSentNs: sentNs }: Scoreboard): void {
    if (state.una <= this.timed) return;
    this.timed = state.nxt;
    this.take(this.ticksBetween(sentNs, state.nowNs));
  }

  /** Takes the SYN's round trip as the first sample. */
  onHandshake(sentNs: number, nowNs: number): void {
    this.take(this.ticksBetween(sentNs, nowNs));
  }

  /**
   * Returns the timeout (ns). After the first sample it is a whole number of ticks. It is doubled `backoffs` times. The variation
   * term is at least the clock granularity (RFC 6298 §2.3).
   */
  timeoutNs(initialNs: number, floorNs: number, backoffs: number): number {
    if (this.srtt === 0) return boundedTimeoutNs(initialNs, backoffs);
    const variation = Math.max(1, 4 * this.rttvar, floorNs / this.tickNs);
    return boundedTimeoutNs(Math.floor(this.srtt + variation) * this.tickNs, backoffs);
  }

  private ticksBetween(sentNs: number, nowNs: number): number {
    return Math.max(1, Math.floor(nowNs / this.tickNs) - Math.floor(sentNs / this.tickNs));
  }

  private take(rtt: number): void {
    if (this.srtt === 0) {
      this.srtt = rtt;
      this.rttvar = rtt / 2;
      return;
    }
    const error = rtt - this.srtt;
    this.rttvar += (Math.abs(error) - this.rttvar) / 4;
    this.srtt += error / 8;
  }
}

/** Settings of the retransmission timer. */
export interface TimerSettings {
  /** Timeout before the first RTT sample (ns). */
  initialRtoNs: number;
  /** Lower bound of the term 4·RTTVAR in the timeout (ns). */
  minRtoNs: number;
  /** Length of one clock tick of the timeout (ns); 0 for exact time. */
  timerTickNs: number;
}

/** Purposes for which the timer runs. */
const STOPPED = 0;
export const TIMEOUT = 1;
export const PROBE = 2;
export const REORDERING = 3;
type TimerKind = typeof STOPPED | typeof TIMEOUT | typeof PROBE | typeof REORDERING;

/** Time that Linux adds to the reordering window and to a probe timeout (TCP_TIMEOUT_MIN_US). */
const LEAST_WAIT_NS = msToNs(2);
/** Tick of Linux's timers (ns): 250 ticks a second, as in Debian and Ubuntu. */
const TICK_NS = msToNs(4);
/** Probe timeout in units of SRTT (RFC 8985 §7.2). */
const PROBE_ROUNDS = 2;

const FOREVER = Number.POSITIVE_INFINITY;

/** The retransmission timer of one sender. */
export class RetransmissionTimer {
  /** Number of consecutive timeouts (RFC 6298 §5.5). */
  backoffs = 0;
  /** Coarse-tick timer; null if time is exact. */
  readonly ticks: TickTimer | null;
  private readonly state: SenderState;
  private readonly board: Scoreboard;
  private readonly settings: TimerSettings;
  private readonly slot: EventSlot;
  private kind: TimerKind = STOPPED;
  /** Start time of the timer (ns). While the timer serves the reordering window, this is the time at which the window ends. */
  private baseNs = 0;
  /**
   * Start time of the retransmission timeout (ns). It is kept because the probe timeout must not end after the retransmission
   * timeout.
   */
  private timeoutBaseNs = 0;
  private pendingNs = FOREVER;

  constructor(state: SenderState, board: Scoreboard, settings: TimerSettings, slot: EventSlot) {
    this.state = state;
    this.board = board;
    this.settings = settings;
    this.slot = slot;
    this.ticks = settings.timerTickNs > 0 ? new TickTimer(settings.timerTickNs) : null;
  }

  get isRunning(): boolean {
    return this.kind !== STOPPED;
  }

  get isProbing(): boolean {
    return this.kind === PROBE;
  }

  /** Current retransmission timeout (ns). */
  get timeoutNs(): number {
    const { initialRtoNs, minRtoNs } = this.settings;
    if (this.ticks !== null) return this.ticks.timeoutNs(initialRtoNs, minRtoNs, this.backoffs);
    return retransmissionTimeoutNs(this.state, initialRtoNs, minRtoNs, this.backoffs);
  }

  /**
   * Restarts the timeout when a segment leaves or new data is acknowledged (RFC 6298 §5.1, §5.3), or stops it when
   * nothing is outstanding (§5.2). If the timer served another purpose, the timeout counts from the send time of the
   * oldest segment (Linux tcp_rearm_rto).
   */
  restart(): void {
    const { state } = this;
    if (state.una === state.nxt) {
      this.kind = STOPPED;
      return;
    }
    this.baseNs = this.kind > TIMEOUT ? this.board.sentAt(state.una) : state.nowNs;
    this.kind = TIMEOUT;
    // No timeout is shorter than this value, except for rounding to coarse ticks.
    const leastNs =
      state.srttNs > 0 && this.ticks === null ? state.srttNs + this.settings.minRtoNs : state.srttNs;
    if (this.pendingNs > this.baseNs + leastNs) this.plan();
  }

  /**
   * Restarts the timeout from the current time, because the oldest segment or a probe has been sent. A timer that runs for the
   * reordering window is not changed.
   */
  restartFromNow(): void {
    if (this.kind === REORDERING) return;
    this.kind = STOPPED;
    this.restart();
  }

  /** Starts the probe timeout (RFC 8985 §7.2), after an ACK of new data or after new data was sent. */
  probe(afterSending: boolean): void {
    const { state, settings } = this;
    if (state.una === state.nxt) {
      this.kind = STOPPED;
      return;
    }
    this.kind = PROBE;
    this.baseNs = state.nowNs;
    this.timeoutBaseNs = afterSending ? this.board.sentAt(state.una) : state.nowNs;
    const { srttNs } = state;
    const { minRtoNs } = settings;
    const leastNs = srttNs + (srttNs < minRtoNs ? srttNs : minRtoNs);
    if (this.pendingNs > this.baseNs + leastNs || this.pendingNs > this.timeoutBaseNs + srttNs + minRtoNs)
      this.plan();
  }

  /**
   * Starts the reordering timer (RFC 8985 §6.2): after `waitNs`, but no later than the retransmission timeout, late
   * segments count as lost. As in Linux, the timer expires at a tick, and never early: the tick in progress does not count.
   */
  awaitReordering(waitNs: number): void {
    const { timeoutNs } = this;
    this.kind = REORDERING;
    const ticks = Math.ceil(Math.min(waitNs + LEAST_WAIT_NS, timeoutNs) / TICK_NS);
    this.baseNs = (Math.floor(this.state.nowNs / TICK_NS) + ticks + 1) * TICK_NS;
    this.plan();
  }

  /** Handles the event of the slot. Returns the purpose of the timer if it has expired, otherwise STOPPED. */
  expired(): TimerKind {
    const { kind } = this;
    if (kind !== STOPPED) {
      const leftNs = this.leftNs();
      if (leftNs > 0) {
        this.schedule(leftNs);
        return STOPPED;
      }
    }
    this.pendingNs = FOREVER;
    this.kind = STOPPED;
    this.slot.cancel();
    return kind;
  }

  /**
   * Returns from the probe timeout to the retransmission timeout, because no probe is possible or needed any more. The timeout
   * counts from the send time of the oldest segment.
   */
  resumeTimeout(): void {
    this.kind = PROBE;
    this.restart();
  }

  /** Returns the time until the timer is due (ns). */
  private leftNs(): number {
    const { baseNs } = this;
    const { nowNs } = this.state;
    if (this.kind === REORDERING) return baseNs - nowNs;
    if (this.kind === TIMEOUT) return Math.ceil(baseNs + this.timeoutNs) - nowNs;
    const probeNs = baseNs + this.probeTimeoutNs();
    const timeoutNs = this.timeoutBaseNs + this.timeoutNs;
    return Math.ceil(probeNs < timeoutNs ? probeNs : timeoutNs) - nowNs;
  }

  /**
   * Returns the probe timeout (RFC 8985 §7.2 with Linux's constants). If only one segment is outstanding, the timeout
   * includes the time of a delayed ACK.
   */
  private probeTimeoutNs(): number {
    const { srttNs, una, nxt } = this.state;
    if (srttNs === 0) return this.settings.initialRtoNs;
    return PROBE_ROUNDS * srttNs + (nxt - una === 1 ? this.settings.minRtoNs : LEAST_WAIT_NS);
  }

  private plan(): void {
    let leftNs = this.leftNs();
    if (leftNs < 1) leftNs = 1;
    if (this.state.nowNs + leftNs < this.pendingNs) this.schedule(leftNs);
  }

  private schedule(afterNs: number): void {
    this.pendingNs = this.state.nowNs + afterNs;
    this.slot.schedule(afterNs);
  }
}
