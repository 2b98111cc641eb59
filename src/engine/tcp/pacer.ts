/**
 * Spaces the segments of a paced sender by 1/pacingRate, retransmissions too: one by one, or in the bursts in which
 * Linux hands them to the network card. With credit a segment that leaves late shortens the next gap by as much, by half
 * at most (Linux tcp_update_skb_after_send); without, time in which nothing was sent is lost. The initial window leaves
 * at once, because there is no rate before the first RTT sample; nor does Linux pace the first ten segments.
 */

import type { EventSlot } from "../core/event-queue.ts";
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "./sender-state.ts";

export class Pacer {
  /** When the present burst leaves. */
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

  /** Whether a segment may leave now; if not, the slot's event comes when it may. */
  mayLeave(): boolean {
    const { nowNs, departsNs } = this.state;
    if (nowNs >= departsNs || this.isInBurst) return true;
    if (!this.slot.isPending) this.slot.schedule(Math.ceil(departsNs) - nowNs);
    return false;
  }

  /** The next segment has to wait for its time. */
  get isWaiting(): boolean {
    return this.state.nowNs < this.state.departsNs && !this.isInBurst;
  }

  /** A segment leaves; the next ones follow at the sender's pacing rate. */
  onSent(): void {
    const { state } = this;
    const { nowNs, pacingRate, departsNs } = state;
    // Up to 1 ns late is due to times being whole.
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

  /** A piece leaves at one instant: what window or data end takes no rest along to what comes later. */
  private get isInBurst(): boolean {
    const { burstLeft, nowNs } = this.state;
    return burstLeft > 0 && nowNs === this.burstNs;
  }

  /** The slot's event is over, or no longer wanted. */
  cancel(): void {
    this.slot.cancel();
  }
}
