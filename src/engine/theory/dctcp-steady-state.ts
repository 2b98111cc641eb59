/**
 * DCTCP in steady state: the value of α, and how far the queue goes up and down.
 *
 * Assumptions: n long flows of equal RTT whose windows move together; a step threshold of K packets on the queue; exactly one
 * round trip of each cycle is marked; windows are large.
 *
 * Units: packets and segments, packets per s, s; α is a fraction.
 *
 * Source: M. Alizadeh et al., "Data Center TCP (DCTCP)" (SIGCOMM 2010), §3.3, in its form for large windows.
 */
export interface DctcpLoad {
  readonly flows: number;
  readonly packetsPerS: number;
  /** RTT while the queue is empty (s). */
  readonly rttS: number;
  /** Threshold K in packets. */
  readonly threshold: number;
}

/** One cycle of DCTCP flows. */
export interface DctcpCycle {
  /** W*: the window of each flow when the queue reaches the threshold K (segments). */
  readonly window: number;
  /** α, computed as √(2/W*) and limited to 1. */
  readonly alpha: number;
  /** Queue (packets); the minimum is 0 if the threshold is too small to keep the link busy. */
  readonly queue: { readonly min: number; readonly max: number; readonly amplitude: number };
  readonly periodS: number;
}

/** Returns the cycle of equal DCTCP flows over one link. */
export function dctcpCycle({ flows, packetsPerS, rttS, threshold }: DctcpLoad): DctcpCycle {
  const full = packetsPerS * rttS + threshold;
  const window = full / flows;
  const alpha = Math.min(1, Math.sqrt(2 / window));
  // The window of a flow falls by half of α and grows back by one segment per round trip.
  const swing = (window * alpha) / 2;
  const amplitude = flows * swing;
  const max = threshold + flows;
  const queue = { min: Math.max(0, max - amplitude), max, amplitude };
  return { window, alpha, queue, periodS: swing * (full / packetsPerS) };
}

/** Returns the smallest threshold that keeps the link busy, in packets (DCTCP paper eq. 13). */
export function dctcpThreshold(packetsPerS: number, rttS: number): number {
  return (packetsPerS * rttS) / 7;
}
