/**
 * The reordering window: the time to wait for a segment that may be late instead of lost. Reference: RFC 8985 §6.2
 * step 4 with Linux's constants. The window is zero while the path has never reordered and three segments are SACKed
 * or a recovery is in progress. Otherwise it is a quarter of the minimum RTT. Each round trip with a DSACK for an
 * unnecessary retransmission adds another quarter for the next 16 recoveries.
 */
import { LOSS, RECOVERY } from "./loss-recovery.ts";
import { DUP_THRESH } from "./segment-board.ts";
import type { Sender } from "./sender.ts";

const DIVISOR = 4;
const MOST_STEPS = 255;
/** Number of recoveries for which a wider window lasts (TCP_RACK_RECOVERY_THRESH). */
const LASTING = 16;
const NONE = -1;

/** The reordering window of one sender. */
export class ReorderingWindow {
  /** Width in quarters of the minimum RTT. */
  steps = 1;
  private recoveriesLeft = 0;
  /** SND.NXT at the last widening: the window is widened at most once per round trip. */
  private widenedAt = NONE;

  /** Widens the window, because a DSACK reported an unnecessary retransmission. */
  onDuplicate(una: number, nxt: number): void {
    if (this.widenedAt !== NONE && una < this.widenedAt) return;
    this.widenedAt = nxt;
    if (this.steps < MOST_STEPS) this.steps++;
    this.recoveriesLeft = LASTING;
  }

  /** Counts a recovery that has ended. `wasUnnecessary` is true if the recovery was found unnecessary. */
  onRecovered(wasUnnecessary: boolean): void {
    if (wasUnnecessary) {
      if (this.recoveriesLeft < LASTING) this.recoveriesLeft++;
    } else if (this.recoveriesLeft > 0 && --this.recoveriesLeft === 0) this.steps = 1;
  }
}

/** Returns the current reordering window (ns). */
export function reorderingNs({ state, board, congestion, reordering }: Sender): number {
  if (
    !board.hasReordered &&
    (congestion === RECOVERY || congestion === LOSS || board.sackedOut >= DUP_THRESH)
  ) {
    return 0;
  }
  const windowNs = Math.floor(state.minRttNs / DIVISOR) * reordering.steps;
  return windowNs < state.srttNs ? windowNs : state.srttNs;
}
