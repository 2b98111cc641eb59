/** Slow start and additive increase, counted in acknowledged segments (appropriate byte counting, RFC 3465). */
import type { SenderState } from "../tcp/sender-state.ts";

/** RFC 5681 §3.1: cwnd grows by what was acknowledged, up to ssthresh. Returns the segments left over. */
export function slowStart(state: SenderState, acked: number): number {
  const cwnd = Math.min(state.cwnd + acked, state.ssthresh);
  const left = acked - (cwnd - state.cwnd);
  state.cwnd = cwnd;
  return left;
}

/** One segment more for each `segmentsPerIncrease` acknowledged segments. */
export function additiveIncrease(state: SenderState, segmentsPerIncrease: number, acked: number): void {
  // A credit earned under a slower rule is worth one segment at most.
  if (state.cwndCredit >= segmentsPerIncrease) {
    state.cwndCredit = 0;
    state.cwnd++;
  }
  state.cwndCredit += acked;
  if (state.cwndCredit >= segmentsPerIncrease) {
    const increments = Math.floor(state.cwndCredit / segmentsPerIncrease);
    state.cwndCredit -= increments * segmentsPerIncrease;
    state.cwnd += increments;
  }
}
