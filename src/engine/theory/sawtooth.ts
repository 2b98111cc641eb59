/**
 * How much of a link one NewReno flow uses, in closed form: the line that the simulation is laid against.
 *
 * Assumptions: one long flow in congestion avoidance; one segment more per round trip, so that the windows of a cycle are
 * passed one by one (delayed ACKs slow that down alike everywhere and cancel out); each cut is at once, to β of the window;
 * a fluid, without packets' size or bursts. The queue overflows, or signals, when it holds `bufferBdp`.
 *
 * Units: the buffer in bandwidth-delay products (0 = none, 1 = the classic rule); β and the result are fractions.
 *
 * Derivation. Let the product be 1 and m = 1 + bufferBdp the window at the cut. While the window W is below 1 a round trip
 * takes its base time and carries W; from 1 on the link is busy all the time. If β·m >= 1 that is always so. Otherwise a
 * cycle carries (m² - β²m²)/2 and its two phases last 1 - β·m and (m² - 1)/2:
 *
 *     U = m²(1 - β²) / (m² + 1 - 2β·m)
 *
 * Sources: N. Khademi et al., "Alternative Backoff: Achieving Low Latency and High Throughput with ECN and AQM" (2017),
 * eqs. (1) and (2), for the threshold; the ratio itself follows from the same sawtooth.
 */
export function sawtoothUtilisation(beta: number, bufferBdp: number): number {
  const m = 1 + bufferBdp;
  if (beta * m >= 1) return 1;
  return (m * m * (1 - beta * beta)) / (m * m + 1 - 2 * beta * m);
}

/** The smallest β that keeps the link busy over a buffer of so many bandwidth-delay products: ABE paper, eq. (2). */
export function fullUtilisationBeta(bufferBdp: number): number {
  return 1 / (1 + bufferBdp);
}

/** The smallest buffer, in bandwidth-delay products, that keeps the link busy at this β: ABE paper, eq. (1). */
export function fullUtilisationBuffer(beta: number): number {
  return (1 - beta) / beta;
}

/**
 * The cycle of one flow with additive increase and multiplicative decrease: how long it is, and between which windows.
 *
 * Assumptions: those of sawtooth-utilisation.ts; `alpha` segments more per round trip (Reno: 1), and round trips that last
 * longer while there is a queue.
 *
 * Units: windows and buffers in segments, times in s.
 *
 * Derivation. In bandwidth-delay products W falls from m = 1 + buffer to β·m; a round trip lasts max(1, W) times the base
 * one and brings α segments. Time and the sum of windows over time are integrals of that over W.
 */
export interface SawtoothPath {
  readonly packetsPerS: number;
  /** Without the queue. */
  readonly rttS: number;
  readonly bufferPackets: number;
}

export interface SawtoothCycle {
  readonly periodS: number;
  /** Segments at the cut, after it, and in the mean over time. */
  readonly peak: number;
  readonly trough: number;
  readonly meanWindow: number;
}

export function sawtoothCycle(path: SawtoothPath, alpha: number, beta: number): SawtoothCycle {
  const bdp = path.packetsPerS * path.rttS;
  const m = 1 + path.bufferPackets / bdp;
  const low = beta * m;
  // From here on the link is busy.
  const busy = Math.max(1, low);
  const idleTime = busy - low;
  const time = idleTime + (m * m - busy * busy) / 2;
  const windowTime = (idleTime * (busy + low)) / 2 + (m * m * m - busy * busy * busy) / 3;
  return {
    periodS: (time * bdp * path.rttS) / alpha,
    peak: m * bdp,
    trough: low * bdp,
    meanWindow: (windowTime / time) * bdp,
  };
}
