/**
 * Spaces the segments of a paced sender by 1/pacingRate, retransmissions too: one by one, or in the bursts in which
 * Linux hands them to the network card. There is no credit for time in which nothing was sent. The initial window leaves
 * at once, as in Linux, because there is no rate before the first RTT sample.
 */

import type { EventSlot } from "../core/event-slot.ts";
import { NS_PER_S } from "../params/read.ts";
import type { SenderState } from "./sender-state.ts";

/** Linux sends two segments at once from this rate on (bbr_min_tso_segs), in segments of 1448 bytes a second. */
const RATE_OF_PAIRS = 1.2e6 / (8 * 1448);
/** About 1 ms in one piece (sk_pacing_shift), as far as 64 kB go. */
const BURSTS_PER_S = 1024;
const MOST_SEGMENTS = 45;

/** Segments that Linux sends in one piece at the pacing rate (tcp_tso_autosize). */
export function burstSegments({ pacingRate }: Pick<SenderState, "pacingRate">): number {
  const least = pacingRate < RATE_OF_PAIRS ? 1 : 2;
  const segments = pacingRate / BURSTS_PER_S;
  if (segments >= MOST_SEGMENTS) return MOST_SEGMENTS;
  return segments < least ? least : Math.floor(segments);
}

export class Pacer {
  /** SND.NXT when cwnd last kept something back. */
  limitedUntil = -1;
  /** When the next segment may leave; a fraction of a ns is carried over. */
  private nextNs = 0;
  /** Segments that may still leave with the last one. */
  private burstLeft = 0;
  private readonly state: SenderState;
  private readonly slot: EventSlot;
  private readonly inBursts: boolean;

  constructor(state: SenderState, slot: EventSlot, inBursts: boolean) {
    this.state = state;
    this.slot = slot;
    this.inBursts = inBursts;
  }

  /** Whether a segment may leave now; if not, the slot's event comes when it may. */
  mayLeave(): boolean {
    if (this.burstLeft > 0 || this.state.nowNs >= this.nextNs) return true;
    if (!this.slot.isPending) this.slot.schedule(Math.ceil(this.nextNs) - this.state.nowNs);
    return false;
  }

  /** A segment leaves; the next ones follow at the sender's pacing rate. */
  onSent(): void {
    const { nowNs, pacingRate } = this.state;
    // Up to 1 ns late is due to times being whole.
    const leavesNs = this.nextNs > nowNs - 1 ? this.nextNs : nowNs;
    this.nextNs = leavesNs + NS_PER_S / pacingRate;
    if (this.burstLeft > 0) this.burstLeft--;
    else if (this.inBursts) this.burstLeft = burstSegments(this.state) - 1;
  }

  /** The slot's event is over, or no longer wanted. */
  cancel(): void {
    this.slot.cancel();
  }
}
