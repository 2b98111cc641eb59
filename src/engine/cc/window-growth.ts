/** Slow start and additive increase, in acknowledged segments. */
import type { SenderState } from "../tcp/sender-state.ts";

/** RFC 5681 §3.1: cwnd grows by what was acknowledged, up to ssthresh. Returns the segments left over. */
export function slowStart(state: SenderState, acked: number): number {
  const cwnd = Math.min(state.cwnd + acked, state.ssthresh);
  const left = acked - (cwnd - state.cwnd);
  state.cwnd = cwnd;
  return left;
}

/** RFC 5681 §3.1: slow start up to ssthresh, beyond it a segment a round trip. */
export function growAsReno(state: SenderState, acked: number): void {
  const left = state.inSlowStart ? slowStart(state, acked) : acked;
  if (left > 0) additiveIncrease(state, state.cwnd, left);
}

/** RFC 3465 §2.2 and §2.3: L, and what it is after a timeout. */
const MOST_PER_ACK = 2;
const MOST_PER_ACK_AFTER_TIMEOUT = 1;

/** Slow start at or below ssthresh, and past it, as FreeBSD has it: an ACK adds what it acknowledges, up to L segments. */
export function slowStartThrough(state: SenderState, acked: number): void {
  state.cwnd += Math.min(acked, state.inLoss ? MOST_PER_ACK_AFTER_TIMEOUT : MOST_PER_ACK);
  state.cwndCredit = 0;
}

/** One segment more for each `segmentsPerIncrease` acknowledged segments (appropriate byte counting, RFC 3465 §2.1). */
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

/** One segment more once `acksPerIncrease` ACKs have come and another one does: Linux before 4.0 (tcp_cong_avoid_ai). */
export function increaseByAcks(state: SenderState, acksPerIncrease: number): void {
  if (state.cwndCredit >= acksPerIncrease) {
    state.cwndCredit = 0;
    state.cwnd++;
  } else {
    state.cwndCredit++;
  }
}

/** 1/cwnd of a segment for each one acknowledged, with cwnd's own fraction: RFC 5681 §3.1 eq. 3. A cut loses the fraction. */
export function fractionalIncrease(state: SenderState, acked: number): void {
  // A credit that was counted in segments is worth one of them at most.
  if (state.cwndCredit >= 1) {
    state.cwndCredit = 0;
    state.cwnd++;
  }
  state.cwndCredit += acked / (state.cwnd + state.cwndCredit);
  if (state.cwndCredit < 1 - ROUNDING) return;
  state.cwndCredit = Math.max(0, state.cwndCredit - 1);
  state.cwnd++;
}

/** Of binary fractions: ten tenths are a whole. */
const ROUNDING = 1e-9;
