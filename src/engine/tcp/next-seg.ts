/** RFC 6675 §4 NextSeg rules 3 and 4: what a recovery sends again although nothing proves it lost. */
import { RECOVERY } from "./loss-recovery.ts";
import type { Sender } from "./sender.ts";

const NONE = -1;

/** The segment, or -1. */
export function nextUnproven(sender: Sender): number {
  const { state, board, settings, congestion } = sender;
  if (congestion !== RECOVERY || !settings.sack) return NONE;
  const seq = settings.forwardRetransmissions ? board.lowestUnproven(state.una) : NONE;
  return seq < 0 ? nextRescue(sender) : seq;
}

/** Rule 4, once in a recovery. Where losses are found by time a probe or the reordering window does it, as in Linux. */
function nextRescue(sender: Sender): number {
  const { state, board, settings } = sender;
  if (sender.rescued || settings.rackLosses) return NONE;
  const seq = board.highestUnsacked(state.una, state.nxt);
  if (seq >= 0) sender.rescued = true;
  return seq;
}
