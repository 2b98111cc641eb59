/**
 * When the retransmission timeout expires. Reference: RFC 6298 §5. Lazy: a pending timer that fires early looks at what is
 * due. As a timeout is hardly ever below SRTT, most restarts need no more than the time.
 */
import type { EventSlot } from "../core/event-slot.ts";
import { retransmissionTimeoutNs } from "./rtt-estimator.ts";
import type { SenderState } from "./sender-state.ts";
import { TickTimer } from "./tick-timer.ts";

export interface TimerSettings {
  /** The timeout before the first round-trip sample. */
  initialRtoNs: number;
  /** Floor on 4·RTTVAR. */
  minRtoNs: number;
  /** The timeout counts in ticks of so long; 0: exactly. */
  timerTickNs: number;
}

const FOREVER = Number.POSITIVE_INFINITY;
const STOPPED = -1;

export class RetransmissionTimer {
  /** Consecutive timeouts (§5.5). */
  backoffs = 0;
  /** Of senders that count time in coarse ticks. */
  readonly ticks: TickTimer | null;
  private readonly state: SenderState;
  private readonly settings: TimerSettings;
  private readonly slot: EventSlot;
  /** When it was last restarted. */
  private baseNs = STOPPED;
  private pendingNs = FOREVER;

  constructor(state: SenderState, settings: TimerSettings, slot: EventSlot) {
    this.state = state;
    this.settings = settings;
    this.slot = slot;
    this.ticks = settings.timerTickNs > 0 ? new TickTimer(settings.timerTickNs) : null;
  }

  get isRunning(): boolean {
    return this.baseNs !== STOPPED;
  }

  /** As it is now. */
  get timeoutNs(): number {
    const { initialRtoNs, minRtoNs } = this.settings;
    if (this.ticks !== null) return this.ticks.timeoutNs(initialRtoNs, minRtoNs, this.backoffs);
    return retransmissionTimeoutNs(this.state, initialRtoNs, minRtoNs, this.backoffs);
  }

  /** §5.1 and §5.3: a segment leaves, or new data is acknowledged; §5.2: stops when nothing is outstanding. */
  restart(): void {
    const { state } = this;
    if (state.una === state.nxt) {
      this.baseNs = STOPPED;
      return;
    }
    this.baseNs = state.nowNs;
    // No timeout is shorter, or hardly any where time counts in ticks.
    const leastNs =
      state.srttNs > 0 && this.ticks === null ? state.srttNs + this.settings.minRtoNs : state.srttNs;
    if (this.pendingNs <= this.baseNs + leastNs) return;
    const leftNs = this.leftNs();
    if (this.baseNs + leftNs < this.pendingNs) this.schedule(leftNs);
  }

  /** The slot's event; true when the timeout has really expired. */
  expired(): boolean {
    const { isRunning } = this;
    if (isRunning) {
      const leftNs = this.leftNs();
      if (leftNs > 0) {
        this.schedule(leftNs);
        return false;
      }
    }
    this.pendingNs = FOREVER;
    this.baseNs = STOPPED;
    this.slot.cancel();
    return isRunning;
  }

  /** Until the timeout is due. */
  private leftNs(): number {
    return Math.ceil(this.baseNs + this.timeoutNs) - this.state.nowNs;
  }

  private schedule(afterNs: number): void {
    this.pendingNs = this.state.nowNs + afterNs;
    this.slot.schedule(afterNs);
  }
}
