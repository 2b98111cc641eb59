/** What a sender does when data comes after a pause with nothing in the network. Reference: RFC 5681 §4.1. */
import type { Sender } from "./sender.ts";

/**
 * RFC 5681 §4.1: after longer than a timeout the ACK clock is gone, and cwnd says little of the path; slow start leads
 * back to ssthresh. A congestion control that sets cwnd itself knows what to do.
 */
export function endIdleTime(sender: Sender): void {
  const { state, settings, cc } = sender;
  const idleNs = state.nowNs - sender.board.sentAt(state.nxt - 1);
  cc.onIdle?.(state, idleNs);
  if (!settings.idleRestart || sender.ownsCwnd || idleNs <= sender.timer.timeoutNs) return;
  if (state.cwnd <= settings.initialWindow) return;
  state.cwnd = settings.initialWindow;
  state.cwndCredit = 0;
  sender.observer.onCwnd(state.cwnd);
}
