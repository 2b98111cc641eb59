/**
 * Pacing: spaces the segments of a paced sender by 1/pacingRate, including retransmissions. Segments leave one by one or in
 * bursts like those that Linux passes to the network card. With pacing credit, a segment that leaves late shortens the next gap
 * by its delay, but at most by half (Linux tcp_update_skb_after_send). Without credit, unused time is lost. The initial window
 * leaves in one burst, because no rate is known before the first RTT sample; Linux does not pace the first ten segments either.
 */

import type { EventSlot } from "../core/event-queue.ts";
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "./sender-state.ts";

/** Releases the segments of one paced sender. */
export class Pacer {
  /** Time at which the current burst leaves (ns). */
  private burstNs = -1;
  private readonly state: SenderState;
  private readonly slot: EventSlot;

  constructor(state: SenderState, slot: EventSlot) {
    this.state = state;
    this.slot = slot;
    state.departsNs = 0;
    state.burst = 1;
    state.burstLeft = 0;
    state.hasPacingCredit = false;
  }

  /**
   * Returns true if a segment may leave now. Otherwise schedules the event of the slot for the time at which it may
   * leave.
   */
  mayLeave(): boolean {
    const { nowNs, departsNs } = this.state;
    if (nowNs >= departsNs || this.isInBurst) return true;
    if (!this.slot.isPending) this.slot.schedule(Math.ceil(departsNs) - nowNs);
    return false;
  }

  /** True while the next segment waits for its release time. */
  get isWaiting(): boolean {
    return this.state.nowNs < this.state.departsNs && !this.isInBurst;
  }

  /** Sets the release time of the next segment from the pacing rate after a segment has left. */
  onSent(): void {
    const { state } = this;
    const { nowNs, pacingRate, departsNs } = state;
    // Event times are whole ns, so a delay of up to 1 ns is a rounding error.
    const leavesNs = departsNs > nowNs - 1 ? departsNs : nowNs;
    if (state.unpacedLeft > 0) state.unpacedLeft--;
    else {
      const gapNs = NS_PER_S / pacingRate;
      const creditNs = state.hasPacingCredit ? Math.min(gapNs / 2, leavesNs - departsNs) : 0;
      state.departsNs = leavesNs + gapNs - creditNs;
    }
    if (this.isInBurst) state.burstLeft--;
    else {
      state.burstLeft = state.burst - 1;
      this.burstNs = nowNs;
    }
  }

  /**
   * True while the current burst is leaving. All segments of a burst leave at the same time. If the window or the data ends a
   * burst early, the rest of the burst is not sent later.
   */
  private get isInBurst(): boolean {
    const { burstLeft, nowNs } = this.state;
    return burstLeft > 0 && nowNs === this.burstNs;
  }

  /** Cancels the pacing event. */
  cancel(): void {
    this.slot.cancel();
  }
}
