/**
 * CUBIC in steady state: its mean window at a loss rate, and the cycle of one flow over a link with a buffer.
 *
 * Assumptions: one long flow; each signal comes at the same window, so that fast convergence never acts; the cut to β
 * of the window is immediate; data is a fluid. The response function assumes one loss every 1/p packets and an RTT
 * that does not depend on the window. The cycle assumes a signal when the queue holds `bufferPackets`.
 *
 * Units: windows and buffers in segments, times in s, C in segments per s³, buffers in bandwidth-delay products if
 * named `bufferBdp`; utilisation as a fraction.
 *
 * Derivation of the utilisation: let W_max = m (in bandwidth-delay products), let D = m·(1 - β) be the depth of the
 * cut, and let time be in units of K. The window is m - D·(1 - t)³. It fills the link from t = 1 - u on, with u =
 * ∛(bufferBdp/D), so that
 *
 *     U = m·(1 - u) - D/4·(1 - u⁴) + u
 *
 * which is (3 + β)/4 without a buffer. C and the path do not matter, because they only stretch the cycle.
 *
 * Source: RFC 9438 §4.2, §4.3 and §5.1 (its table: C 0.04, 0.4, 4).
 */
import { cubeRoot, pow } from "../core/math.ts";

/** β of the standard. The Reno-friendly increase is derived from it even if ABE uses another β for marks. */
const CUBIC_BETA = 0.7;

/** Returns the mean window if one in 1/p packets is lost (RFC 9438 §5.1). */
export function cubicAverageWindow(p: number, rttS: number, beta: number, c: number): number {
  return pow((c * (3 + beta)) / (4 * (1 - beta)), 0.25) * pow(rttS / p, 0.75);
}

/** Returns the mean window of additive increase α per round trip and decrease to β (RFC 9438 §4.3). */
export function aimdAverageWindow(p: number, alpha: number, beta: number): number {
  return Math.sqrt((alpha * (1 + beta)) / (2 * (1 - beta) * p));
}

/** Returns the response function including the Reno-friendly region: the larger of the two mean windows. */
export function cubicResponse(p: number, rttS: number, beta: number, c: number): number {
  const friendly = aimdAverageWindow(p, friendlyAlpha(beta), beta);
  return Math.max(cubicAverageWindow(p, rttS, beta, c), friendly);
}

/** Returns the increase that shares fairly with Reno at this β (RFC 9438 §4.3). */
export function friendlyAlpha(beta: number): number {
  return (3 * (1 - beta)) / (1 + beta);
}

/** Returns the utilisation of a link by one CUBIC flow that follows only the cubic curve; see the derivation above. */
export function cubicSawtoothUtilisation(beta: number, bufferBdp: number): number {
  const m = 1 + bufferBdp;
  if (beta * m >= 1) return 1;
  const depth = m * (1 - beta);
  const u = cubeRoot(bufferBdp / depth);
  return m * (1 - u) - (depth / 4) * (1 - u * u * u * u) + u;
}

/** The path of a CUBIC flow. */
export interface CubicPath {
  readonly packetsPerS: number;
  /** RTT without the queue (s). */
  readonly rttS: number;
  readonly bufferPackets: number;
}

/** Settings of a CUBIC sender in the model. */
export interface CubicSettings {
  /** Factor β of the cut. */
  readonly beta: number;
  readonly c: number;
  /** True for Linux's arithmetic, in which the curve counts as having reached its peak when it is less than one segment below it. */
  readonly wholeSegments: boolean;
}

/** One cycle of a CUBIC flow. */
export interface CubicCycle {
  readonly periodS: number;
  readonly utilisation: number;
  /** Windows in segments: at the cut, after the cut, and the mean over time. */
  readonly peak: number;
  readonly trough: number;
  readonly meanWindow: number;
  /** K: the duration of the cycle if the window followed only the cubic curve (s). */
  readonly kS: number;
  /** Which curve the window followed: the cubic one, the Reno-friendly one, or both. */
  readonly region: "cubic" | "reno-friendly" | "mixed";
}

const STEPS = 4000;
/** A region that lasts for less than this share of the cycle is not mentioned. */
const NEGLIGIBLE = 0.01;

/**
 * Returns the cycle of one flow with both regions. The window is the larger of the cubic curve and W_est, which grows by α per
 * round trip. Round trips get longer while the queue fills. The cycle is integrated numerically by the midpoint rule.
 */
export function cubicCycle(path: CubicPath, { beta, c, wholeSegments }: CubicSettings): CubicCycle {
  const bdp = path.packetsPerS * path.rttS;
  const peak = bdp + path.bufferPackets;
  const trough = beta * peak;
  const kS = cubeRoot((peak - trough) / c);
  const endS = wholeSegments ? Math.max(0, kS - cubeRoot(1 / c)) : kS;
  const alpha = friendlyAlpha(CUBIC_BETA);
  const slowestS = ((peak - trough) / alpha) * Math.max(path.rttS, peak / path.packetsPerS);
  const stepS = Math.min(kS, slowestS) / STEPS;
  let [estimate, windowSum, sentSum, friendlySteps, steps] = [trough, 0, 0, 0, 0];
  while (steps * stepS < endS && estimate < peak) {
    const left = kS - (steps + 0.5) * stepS;
    const below = c * left * left * left;
    const cubic = peak - (wholeSegments ? Math.floor(below) : below);
    const window = Math.max(cubic, estimate);
    if (estimate > cubic) friendlySteps++;
    windowSum += window;
    sentSum += Math.min(1, window / bdp);
    estimate += (alpha * stepS) / Math.max(path.rttS, window / path.packetsPerS);
    steps++;
  }
  return {
    periodS: steps * stepS,
    utilisation: sentSum / steps,
    peak,
    trough,
    meanWindow: windowSum / steps,
    kS,
    region: regionOf(friendlySteps / steps),
  };
}

function regionOf(friendlyShare: number): CubicCycle["region"] {
  if (friendlyShare < NEGLIGIBLE) return "cubic";
  return friendlyShare > 1 - NEGLIGIBLE ? "reno-friendly" : "mixed";
}
