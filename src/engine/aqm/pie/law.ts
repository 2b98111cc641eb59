/**
 * PIE's control law, separate from the queue that uses it: PIE has one law, FQ-PIE has one per bucket. Reference: RFC 8033, with
 * Linux 6.1's details (sch_pie.c, timestamps). The burst allowance is used up as packets leave. p does not decay while packets
 * wait, even if the delay is 0. One decay step subtracts 1/64 of p, and a delay above 250 ms adds 2 %.
 */

import type { Packet } from "../../net/packet.ts";
import type { DisciplinePort } from "../queue-discipline.ts";
import { type PieBacklog, PieControl } from "./control.ts";

/** Derandomisation (RFC 8033 §5.4): no signal while the accumulated probability is below this value. */
export const ACCUMULATED_MIN = 0.85;
/** Derandomisation (RFC 8033 §5.4): a signal is certain when the accumulated probability is above this value. */
export const ACCUMULATED_MAX = 8.5;

/**
 * Returns the factor of the step. It is smaller while p is small (RFC 8033 §4.2): divided by 4 for each factor of ten below 10 %,
 * down to 1/2048.
 */
export function gainScale(p: number): number {
  if (p >= 0.1) return 1;
  let scale = 1 / 2;
  for (let bound = 0.01; p < bound && bound > 5e-7; bound /= 10) scale /= 4;
  return scale;
}

/** Returns p after one update without any delay: it decays by 1/64, as in Linux (RFC 8033 §4.2: by 1/50). */
function decayed(p: number): number {
  return p - p / 64;
}

/** PIE's state and law for one queue. */
export class PieLaw extends PieControl {
  // State that only this law has, in addition to the state of all PIE variants. The delay is the sojourn time of the
  // last packet that left, or 0 if that packet left an empty queue.
  private accumulated = 0;
  /** `accumulated` at the last signal, before the reset. */
  accumulatedAtSignal = 0;
  private lastDequeueNs = -1;

  /** Decides by a random draw whether a packet gets a signal (RFC 8033 §4.1), with the derandomisation of §5.4. */
  signals(backlog: PieBacklog, port: DisciplinePort): boolean {
    // Burst allowance, a short delay or hardly any backlog: no draw (§4.1).
    if (this.acceptsAnyway(backlog.bytes)) return false;
    // Derandomisation (§5.4): no signal while little p has accumulated, and a certain one when much has.
    this.accumulated = this.p === 0 ? 0 : this.accumulated + this.p;
    if (this.accumulated < ACCUMULATED_MIN) return false;
    if (this.accumulated >= ACCUMULATED_MAX) {
      this.accumulatedAtSignal = this.accumulated;
      return true;
    }
    // The draw with probability p (§4.1).
    if (port.random() >= this.p) return false;
    this.accumulatedAtSignal = this.accumulated;
    this.accumulated = 0;
    return true;
  }

  /** A dropped packet starts the accumulation again (RFC 8033 §5.4). */
  onDrop(): void {
    this.accumulated = 0;
  }

  /** Measures the delay (RFC 8033 §4.3) and uses up the burst allowance (§4.4). */
  onDeparture(packet: Packet, backlog: PieBacklog): void {
    // The delay is that of the departing packet, by its timestamp (RFC 8033 §4.3, alternative).
    this.delayNs = backlog.packets === 0 ? 0 : this.clock.nowNs - packet.enqueuedNs;
    // The burst allowance lasts for `max-burst`, measured between departures.
    if (this.lastDequeueNs >= 0 && this.burstNs > 0) {
      this.burstNs = Math.max(0, this.burstNs - (this.clock.nowNs - this.lastDequeueNs));
    }
    this.lastDequeueNs = this.clock.nowNs;
  }

  /** Updates p (RFC 8033 §4.2) with the limit of §5.5. */
  update(backlog: PieBacklog): void {
    const { delayNs } = this;
    // A delay of 0 while packets wait does not mean an empty queue: the backlog is too small to measure a delay.
    const judged = delayNs !== 0 || backlog.packets === 0;
    // p moves with the delay's distance from the target and with its change (§4.2).
    this.p = this.movedProbability(delayNs, gainScale(this.p));
    // Without any delay p decays, by 1/64 as in Linux.
    if (delayNs === 0 && this.delayOldNs === 0 && judged) this.p = decayed(this.p);
    // Once congestion is over, the burst allowance starts again (§4.4).
    if (this.isCalm(delayNs)) this.restart();
    this.delayOldNs = delayNs;
  }

  /** True if the law is in its initial state. It stays in this state while no packet waits. */
  get isAtRest(): boolean {
    const isQuiet = this.p === 0 && this.delayNs === 0 && this.delayOldNs === 0;
    return isQuiet && this.lastDequeueNs < 0 && this.burstNs === this.settings.maxBurstNs;
  }

  /** Restores the burst allowance after a quiet period (RFC 8033 §4.4). */
  private restart(): void {
    this.burstNs = this.settings.maxBurstNs;
    this.accumulated = 0;
    this.lastDequeueNs = -1;
  }
}
