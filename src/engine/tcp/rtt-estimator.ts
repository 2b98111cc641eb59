/** Smoothed RTT and retransmission timeout. Reference: RFC 6298 §2. */

import { msToNs } from "../params/read.ts";
import type { SenderState } from "./sender-state.ts";

/** Upper bound of the timeout (ns). RFC 6298 §2.5 allows any bound of at least 60 s; Linux uses 120 s. */
const MAX_RTO_NS = msToNs(120_000);

/** Updates SRTT, RTTVAR and the minimum with a sample (RFC 6298 §2.2, §2.3). */
export function takeRttSample(state: SenderState, rttNs: number): void {
  if (rttNs < state.minRttNs) state.minRttNs = rttNs;
  if (state.srttNs === 0) {
    state.srttNs = rttNs;
    state.rttvarNs = rttNs / 2;
    return;
  }
  const error = rttNs - state.srttNs;
  state.rttvarNs += ((error < 0 ? -error : error) - state.rttvarNs) / 4;
  state.srttNs += error / 8;
}

/**
 * Returns the timeout in ns: `initialNs` before the first sample (§2.1), doubled `backoffs` times (§5.5). As in Linux, the lower
 * bound `floorNs` applies to the term 4·RTTVAR, so the timeout is at least SRTT + `floorNs`. If the bound applied to the whole
 * timeout, a path with an RTT above the bound would have spurious timeouts.
 */
export function retransmissionTimeoutNs(
  state: SenderState,
  initialNs: number,
  floorNs: number,
  backoffs: number,
): number {
  const variation = 4 * state.rttvarNs;
  const rtoNs = state.srttNs > 0 ? state.srttNs + (variation > floorNs ? variation : floorNs) : initialNs;
  return boundedTimeoutNs(rtoNs, backoffs);
}

/** Doubles the timeout `backoffs` times, up to the maximum (RFC 6298 §5.5, §2.5). */
export function boundedTimeoutNs(timeoutNs: number, backoffs: number): number {
  let rtoNs = timeoutNs;
  for (let i = 0; i < backoffs && rtoNs < MAX_RTO_NS; i++) rtoNs *= 2;
  return rtoNs < MAX_RTO_NS ? rtoNs : MAX_RTO_NS;
}
