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
