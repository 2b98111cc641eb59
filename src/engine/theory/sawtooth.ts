/**
 * Link utilisation of one NewReno flow in closed form, used as a reference line for the simulation.
 *
 * Assumptions: one long flow in congestion avoidance; one more segment per round trip, so that each window of a cycle
 * occurs once (delayed ACKs slow the whole cycle down equally and cancel out); the cut to β of the window is
 * immediate; data is a fluid. The queue overflows, or signals, when it holds `bufferBdp`.
 *
 * Units: the buffer in bandwidth-delay products (0 = none, 1 = the classic rule); β and the result are fractions.
 *
 * Derivation: let the bandwidth-delay product be 1 and m = 1 + bufferBdp the window at the cut. While the window W is
 * below 1 a round trip takes its base time and carries W; from 1 on the link is always busy. If β·m >= 1 the link is
 * busy in the whole cycle. Otherwise a cycle carries (m² - β²m²)/2 and its two phases last 1 - β·m and (m² - 1)/2:
 *
 *     U = m²(1 - β²) / (m² + 1 - 2β·m)
 *
 * Sources: N. Khademi et al., "Alternative Backoff: Achieving Low Latency and High Throughput with ECN and AQM"
 * (2017), eqs. (1) and (2), for the threshold; the ratio itself follows from the same sawtooth.
 */
export function sawtoothUtilisation(beta: number, bufferBdp: number): number {
  const m = 1 + bufferBdp;
  if (beta * m >= 1) return 1;
  return (m * m * (1 - beta * beta)) / (m * m + 1 - 2 * beta * m);
}

/**
 * Returns the smallest β that keeps the link busy with a buffer of `bufferBdp` bandwidth-delay products (ABE paper,
 * eq. (2)).
 */
export function fullUtilisationBeta(bufferBdp: number): number {
  return 1 / (1 + bufferBdp);
}

/** Returns the smallest buffer that keeps the link busy at this β, in bandwidth-delay products (ABE paper, eq. (1)). */
export function fullUtilisationBuffer(beta: number): number {
  return (1 - beta) / beta;
}

/**
 * The cycle of one flow with additive increase and multiplicative decrease: its length and its windows.
 *
 * Assumptions: those of `sawtoothUtilisation`; `alpha` more segments per round trip (Reno: 1); round trips get longer
 * while there is a queue.
 *
 * Units: windows and buffers in segments, times in s.
 *
 * Derivation: in bandwidth-delay products W falls from m = 1 + buffer to β·m. A round trip lasts max(1, W) times the
 * base RTT and adds α segments. Time and the sum of windows over time are integrals of this quantity over W.
 */
export interface SawtoothPath {
  readonly packetsPerS: number;
  /** RTT without the queue (s). */
  readonly rttS: number;
  readonly bufferPackets: number;
}

/** One cycle of a sawtooth. */
export interface SawtoothCycle {
  readonly periodS: number;
  /** Windows in segments: at the cut, after the cut, and the mean over time. */
  readonly peak: number;
  readonly trough: number;
  readonly meanWindow: number;
}

/** Returns the cycle of a flow with increase `alpha` and decrease to `beta`. */
export function sawtoothCycle(path: SawtoothPath, alpha: number, beta: number): SawtoothCycle {
  const bdp = path.packetsPerS * path.rttS;
  const m = 1 + path.bufferPackets / bdp;
  const low = beta * m;
  // Window above which the link is always busy (in bandwidth-delay products).
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
