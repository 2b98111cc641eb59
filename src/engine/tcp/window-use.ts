/** Whether a sender uses its window: only one that is used may grow. References: RFC 5681 §3.1, RFC 7661 §4.1. */
import type { SenderState } from "./sender-state.ts";

/**
 * Something else than cwnd has kept the next segment back: pacing, the receive window, or nothing is left to send. As Linux
 * (tcp_cwnd_validate) what was found of the window's use holds until all that was out then is acknowledged. Up to version 1
 * only the last attempt to send counts, and where it is pacing that holds back, the last window.
 */
export function noteRoom(state: SenderState, nxtBefore: number, isPaced: boolean): void {
  const isKnown = state.una < state.usedUntil;
  if (!state.remembersUse) {
    if (!isPaced || !isKnown) state.cwndLimited = false;
    return;
  }
  if (state.nxt === nxtBefore) return;
  const out = state.nxt - state.una;
  if (isKnown && (state.cwndLimited || out <= state.mostOut)) return;
  state.cwndLimited = false;
  state.mostOut = out;
  state.usedUntil = state.nxt;
}
