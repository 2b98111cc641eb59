/**
 * How long what may be only late is waited for. Reference: RFC 8985 §6.2 step 4, with Linux's numbers: nothing while the
 * path has never reordered and three segments were SACKed or a recovery is under way; otherwise a quarter of the smallest
 * round trip, more of them for each round trip in which a DSACK tells of a retransmission for nothing, for 16 recoveries.
 */
import { LOSS, RECOVERY } from "./loss-recovery.ts";
import { DUP_THRESH } from "./segment-board.ts";
import type { Sender } from "./sender.ts";

const DIVISOR = 4;
const MOST_STEPS = 255;
/** Recoveries for which a wider window lasts (TCP_RACK_RECOVERY_THRESH). */
const LASTING = 16;
const NONE = -1;

export class ReorderingWindow {
  /** In quarters of the smallest round trip. */
  steps = 1;
  private recoveriesLeft = 0;
  /** SND.NXT when it was widened last: once in a round trip. */
  private widenedAt = NONE;

  /** A DSACK has come. */
  onDuplicate(una: number, nxt: number): void {
    if (this.widenedAt !== NONE && una < this.widenedAt) return;
    this.widenedAt = nxt;
    if (this.steps < MOST_STEPS) this.steps++;
    this.recoveriesLeft = LASTING;
  }

  /** A recovery has ended. `wasNone`: for nothing. */
  onRecovered(wasNone: boolean): void {
    if (wasNone) {
      if (this.recoveriesLeft < LASTING) this.recoveriesLeft++;
    } else if (this.recoveriesLeft > 0 && --this.recoveriesLeft === 0) this.steps = 1;
  }
}

/** In ns, as things stand. */
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
