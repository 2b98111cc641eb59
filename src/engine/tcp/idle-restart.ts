/** What a sender does when data comes after a pause with nothing in the network. Reference: RFC 5681 §4.1. */
import { CWR, leaveReduction } from "./loss-recovery.ts";
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
  const before = state.cwnd;
  // A reduction waits for an ACK beyond its point; it would then set cwnd to ssthresh, as if there had been no pause.
  if (sender.congestion === CWR) leaveReduction(sender);
  if (state.cwnd > settings.initialWindow) {
    state.cwnd = settings.initialWindow;
    state.cwndCredit = 0;
  }
  if (state.cwnd !== before) sender.observer.onCwnd(state.cwnd);
}
