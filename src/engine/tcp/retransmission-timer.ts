/**
 * The one timer of a sender, as in Linux: the retransmission timeout (RFC 6298 §5), before it where it can help a probe of
 * the tail (RFC 8985 §7.2), or a look at what may only be reordered (§6.2). Lazy: a pending timer that fires early looks at
 * what is due. As a timeout is hardly ever below SRTT, most restarts need no more than the time.
 */

import type { EventSlot } from "../core/event-queue.ts";
import { msToNs } from "../params/read.ts";
import { boundedTimeoutNs, retransmissionTimeoutNs } from "./rtt-estimator.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { SenderState } from "./sender-state.ts";

/**
 * A retransmission timeout that counts time in coarse ticks, as BSD did and ns-2 does (`tcpTick_`): a round trip is as
 * long as the ticks that fall into it, and one segment per window of data is timed. What charts and pacing see stays exact.
 */
export class TickTimer {
  private readonly tickNs: number;
  /** The next segment that is timed. */
  private timed = 0;
  // RFC 6298 §2, in ticks
  private srtt = 0;
  private rttvar = 0;

  constructor(tickNs: number) {
    this.tickNs = tickNs;
  }

  /** An ACK told of a segment that was never retransmitted. */
  onSample(state: SenderState, { oldestSentNs: sentNs }: Scoreboard): void {
    if (state.una <= this.timed) return;
    this.timed = state.nxt;
    this.take(this.ticksBetween(sentNs, state.nowNs));
  }

  /** The SYN's round trip is the first sample. */
  onHandshake(sentNs: number, nowNs: number): void {
    this.take(this.ticksBetween(sentNs, nowNs));
  }

  /** In ns, doubled `backoffs` times; whole ticks once there is a sample. RFC 6298 §2.3: the clock's granularity is the least variation. */
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

export interface TimerSettings {
  /** The timeout before the first round-trip sample. */
  initialRtoNs: number;
  /** Floor on 4·RTTVAR. */
  minRtoNs: number;
  /** The timeout counts in ticks of so long; 0: exactly. */
  timerTickNs: number;
}

/** What the timer runs for. */
const STOPPED = 0;
export const TIMEOUT = 1;
export const PROBE = 2;
export const REORDERING = 3;
type TimerKind = typeof STOPPED | typeof TIMEOUT | typeof PROBE | typeof REORDERING;

/** Linux's TCP_TIMEOUT_MIN: two ticks, of 1 ms as kernels have had them since 6.5. */
const TWO_TICKS_NS = msToNs(2);
/** RFC 8985 §7.2: a probe comes two SRTT after the last segment. */
const PROBE_ROUNDS = 2;

const FOREVER = Number.POSITIVE_INFINITY;

export class RetransmissionTimer {
  /** Consecutive timeouts (§5.5). */
  backoffs = 0;
  /** Of senders that count time in coarse ticks. */
  readonly ticks: TickTimer | null;
  private readonly state: SenderState;
  private readonly board: Scoreboard;
  private readonly settings: TimerSettings;
  private readonly slot: EventSlot;
  private kind: TimerKind = STOPPED;
  /** When it was last started; of REORDERING, when it is due. */
  private baseNs = 0;
  /** Since when a timeout would run, which a probe does not come after. */
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

  /** As it is now. */
  get timeoutNs(): number {
    const { initialRtoNs, minRtoNs } = this.settings;
    if (this.ticks !== null) return this.ticks.timeoutNs(initialRtoNs, minRtoNs, this.backoffs);
    return retransmissionTimeoutNs(this.state, initialRtoNs, minRtoNs, this.backoffs);
  }

  /**
   * A timeout from now on: §5.1 and §5.3, a segment leaves, or new data is acknowledged; §5.2: stops when nothing is
   * outstanding. What ran for something else counts from when the oldest segment was sent (Linux tcp_rearm_rto).
   */
  restart(): void {
    const { state } = this;
    if (state.una === state.nxt) {
      this.kind = STOPPED;
      return;
    }
    this.baseNs = this.kind > TIMEOUT ? this.board.sentAt(state.una) : state.nowNs;
    this.kind = TIMEOUT;
    // No timeout is shorter, or hardly any where time counts in ticks.
    const leastNs =
      state.srttNs > 0 && this.ticks === null ? state.srttNs + this.settings.minRtoNs : state.srttNs;
    if (this.pendingNs > this.baseNs + leastNs) this.plan();
  }

  /** The oldest segment, or a probe, has left: a timeout from now on. A look at what is reordered comes first. */
  restartFromNow(): void {
    if (this.kind === REORDERING) return;
    this.kind = STOPPED;
    this.restart();
  }

  /** RFC 8985 §7.2: a probe when nothing more comes, after an ACK of new data or after new data was sent. */
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

  /** RFC 8985 §6.2: `waitNs` from now on what is only late will have come; no later than a timeout. */
  awaitReordering(waitNs: number): void {
    const { timeoutNs } = this;
    this.kind = REORDERING;
    this.baseNs = this.state.nowNs + Math.ceil(Math.min(waitNs + TWO_TICKS_NS, timeoutNs));
    this.plan();
  }

  /** The slot's event: what has really expired. */
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

  /** A probe was not possible, or not wanted any more: the timeout counts from when the oldest segment was sent. */
  resumeTimeout(): void {
    this.kind = PROBE;
    this.restart();
  }

  /** Until it is due. */
  private leftNs(): number {
    const { baseNs } = this;
    const { nowNs } = this.state;
    if (this.kind === REORDERING) return baseNs - nowNs;
    if (this.kind === TIMEOUT) return Math.ceil(baseNs + this.timeoutNs) - nowNs;
    const probeNs = baseNs + this.probeTimeoutNs();
    const timeoutNs = this.timeoutBaseNs + this.timeoutNs;
    return Math.ceil(probeNs < timeoutNs ? probeNs : timeoutNs) - nowNs;
  }

  /** RFC 8985 §7.2 with the kernel's numbers: a lone segment leaves room for a delayed ACK. */
  private probeTimeoutNs(): number {
    const { srttNs, una, nxt } = this.state;
    if (srttNs === 0) return this.settings.initialRtoNs;
    return PROBE_ROUNDS * srttNs + (nxt - una === 1 ? this.settings.minRtoNs : TWO_TICKS_NS);
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
