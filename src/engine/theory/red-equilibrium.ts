/**
 * The equilibrium of n identical flows and a RED queue: the mean queue q and the signal probability p at which the
 * flows send exactly what the link carries, and RED responds to that queue with that probability.
 *
 * Assumptions: those of the model of a flow's rate (kwon.ts); identical flows; RED's average equals the queue; the
 * queue adds q/c to the RTT. RED marks up to `markUpTo` and drops above that (0: only drops; 1: only marks). The
 * frequency of signals at p_b depends on how RED spaces them: the paper uses p_b itself, which `Spacing` can correct.
 *
 * Units: queues in packets, capacity in packets per second, times in s, probabilities as fractions.
 *
 * Method: at each p = p_b the flows' rate c/n determines the RTT and therefore q(p), which falls with p, while RED's
 * curve H(q) rises. H(q(p)) - p changes sign once on each side of `markUpTo`, where the kind of signal changes, and
 * bisection finds the root. If neither side has a root, the probability is `markUpTo`: the flows send too much for
 * one kind of signal and too little for the other.
 *
 * Source: M. Kwon, S. Fahmy, "On TCP Reaction to Explicit Congestion Notification", eqs. 16-19; the curve: S. Floyd,
 * V. Jacobson, "Random Early Detection Gateways for Congestion Avoidance" (1993), with the gentle option.
 */
import { type KwonSettings, kwonCycle } from "./kwon.ts";

/** RED's probability as a function of the average queue. */
export interface RedCurve {
  readonly minTh: number;
  readonly maxTh: number;
  readonly maxP: number;
  /** True if the curve rises from maxP at maxTh to 1 at twice maxTh, instead of jumping to 1. */
  readonly gentle: boolean;
}

/** The flows and the link. */
export interface RedLoad {
  readonly flows: number;
  readonly packetsPerS: number;
  /** RTT without the queue (s). */
  readonly baseRttS: number;
  readonly markUpTo: number;
  readonly sender: KwonSettings;
}

/** Number of signals per packet, as a function of p_b if p_b is constant. */
type Spacing = (p: number) => number;

/**
 * Spacing of RED with wait. The gap between two signals is uniform over 1/p_b … 2/p_b - 1 packets with wait, and over
 * 1 … 1/p_b without wait (red/law.ts).
 */
export const WITH_WAIT: Spacing = (p) => (2 * p) / (3 - p);
/** Spacing of RED without `wait`: the gap between two signals is uniform over 1 … 1/p_b packets. */
export const WITHOUT_WAIT: Spacing = (p) => (2 * p) / (1 + p);
/** Spacing that the paper assumes: one signal in 1/p_b packets. */
const EACH_WITH_P: Spacing = (p) => p;

/** The queue and the probability at which flows and RED are in equilibrium. */
export interface RedEquilibrium {
  /** p_b on RED's curve. */
  readonly p: number;
  readonly queuePackets: number;
}

const SMALLEST_P = 1e-9;
const STEPS = 200;

/** Returns H(q): RED's probability at an average queue of q. */
export function redProbability(queue: number, curve: RedCurve): number {
  const { minTh, maxTh, maxP, gentle } = curve;
  if (queue < minTh) return 0;
  if (queue < maxTh) return (maxP * (queue - minTh)) / (maxTh - minTh);
  if (!gentle || queue >= 2 * maxTh) return 1;
  return maxP + ((1 - maxP) * (queue - maxTh)) / maxTh;
}

/**
 * Returns the queue (packets) at which the flows together send exactly what the link carries, at probability p (eqs. 16 and 17).
 * If the result is negative, the flows do not fill the link.
 */
export function queueAt(p: number, isMark: boolean, load: RedLoad): number {
  const signals = { markShare: isMark ? 1 : 0, p, lossP: p, markP: p };
  const { packets, rounds, timeoutS } = kwonCycle(signals, load.sender);
  const rttS = ((load.flows * packets) / load.packetsPerS - timeoutS) / rounds;
  return load.packetsPerS * (rttS - load.baseRttS);
}

/** Returns the equilibrium of the flows with RED. */
export function redEquilibrium(
  curve: RedCurve,
  load: RedLoad,
  spacing: Spacing = EACH_WITH_P,
): RedEquilibrium {
  const queueFor = (p: number, isMark: boolean) => queueAt(spacing(p), isMark, load);
  const excess = (p: number, isMark: boolean) => redProbability(queueFor(p, isMark), curve) - p;
  const at = (p: number, isMark: boolean) => ({ p, queuePackets: Math.max(0, queueFor(p, isMark)) });
  const border = load.markUpTo;
  if (border > 0 && excess(Math.min(border, 1 - SMALLEST_P), true) <= 0) {
    return at(
      fallingRoot((p) => excess(p, true), SMALLEST_P, border),
      true,
    );
  }
  if (border >= 1) return at(1 - SMALLEST_P, true);
  const low = Math.max(border, SMALLEST_P);
  if (excess(low, false) >= 0)
    return at(
      fallingRoot((p) => excess(p, false), low, 1 - SMALLEST_P),
      false,
    );
  return { p: border, queuePackets: queueWithProbability(border, curve) };
}

function fallingRoot(f: (p: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let i = 0; i < STEPS; i++) {
    const middle = (low + high) / 2;
    if (f(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns the queue at which RED's probability is p. Only the rising part of H can be inverted. */
function queueWithProbability(p: number, curve: RedCurve): number {
  const { minTh, maxTh, maxP } = curve;
  if (p <= maxP) return minTh + ((maxTh - minTh) * p) / maxP;
  return curve.gentle ? maxTh + (maxTh * (p - maxP)) / (1 - maxP) : maxTh;
}
