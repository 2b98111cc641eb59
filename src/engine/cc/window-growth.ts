/** Slow start and additive increase. All amounts are acknowledged segments. */
import type { SenderState } from "../tcp/sender-state.ts";

/**
 * Increases cwnd by one per acknowledged segment, up to ssthresh (RFC 5681 §3.1). Returns the number of acknowledged segments
 * that were not used.
 */
export function slowStart(state: SenderState, acked: number): number {
  const cwnd = Math.min(state.cwnd + acked, state.ssthresh);
  const left = acked - (cwnd - state.cwnd);
  state.cwnd = cwnd;
  return left;
}

/** Increases cwnd like Reno: slow start up to ssthresh, then one segment per round trip (RFC 5681 §3.1). */
export function growAsReno(state: SenderState, acked: number): void {
  const left = state.inSlowStart ? slowStart(state, acked) : acked;
  if (left > 0) additiveIncrease(state, state.cwnd, left);
}

/** Limit L on the growth per ACK in segments, and its value after a timeout (RFC 3465 §2.2, §2.3). */
const MOST_PER_ACK = 2;
const MOST_PER_ACK_AFTER_TIMEOUT = 1;

/**
 * Increases cwnd in slow start. As in FreeBSD, slow start runs while cwnd is at or below ssthresh, and an ACK adds the segments
 * that it acknowledges, up to L; cwnd may therefore pass ssthresh.
 */
export function slowStartThrough(state: SenderState, acked: number): void {
  state.cwnd += Math.min(acked, state.inLoss ? MOST_PER_ACK_AFTER_TIMEOUT : MOST_PER_ACK);
  state.cwndCredit = 0;
}

/** Adds one segment per `segmentsPerIncrease` acknowledged segments (appropriate byte counting, RFC 3465 §2.1). */
export function additiveIncrease(state: SenderState, segmentsPerIncrease: number, acked: number): void {
  // Credit that was collected at a slower growth rate gives at most one segment.
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

/** Adds one segment after `acksPerIncrease` ACKs. As in Linux before 4.0, the segment is added at the next ACK (tcp_cong_avoid_ai). */
export function increaseByAcks(state: SenderState, acksPerIncrease: number): void {
  if (state.cwndCredit >= acksPerIncrease) {
    state.cwndCredit = 0;
    state.cwnd++;
  } else {
    state.cwndCredit++;
  }
}

/**
 * Adds 1/cwnd of a segment per acknowledged segment; here cwnd includes its fraction (RFC 5681 §3.1 eq. 3). A cut discards the
 * fraction.
 */
export function fractionalIncrease(state: SenderState, acked: number): void {
  // Credit gives at most one segment.
  if (state.cwndCredit >= 1) {
    state.cwndCredit = 0;
    state.cwnd++;
  }
  state.cwndCredit += acked / (state.cwnd + state.cwndCredit);
  if (state.cwndCredit < 1 - ROUNDING) return;
  state.cwndCredit = Math.max(0, state.cwndCredit - 1);
  state.cwnd++;
}

/** Tolerance for floating-point errors: ten times 0.1 must be 1. */
const ROUNDING = 1e-9;
