/**
 * The rate of a Reno flow that loses a share p of its packets: the full model, with timeouts and a maximum window.
 *
 * Assumptions: a long flow; the window grows by one segment per round trip if there is one ACK per segment, and by 1/b if there
 * is one ACK per b segments; the window is halved at a triple duplicate ACK; losses in different round trips are independent, and
 * after a loss the rest of its round trip is lost too; the RTT does not depend on the window; slow start is ignored; a timeout
 * doubles up to 64 T0.
 *
 * Units: p is the share of packets that start a loss indication, in (0, 1); times in s; windows in segments; the result is the
 * sending rate in segments per second.
 *
 * Source: J. Padhye, V. Firoiu, D. Towsley, J. Kurose, "Modeling TCP Throughput: A Simple Model and its Empirical Validation"
 * (SIGCOMM 1998).
 */
import { pow } from "../core/math.ts";

/** Settings of the path and the sender in the model. */
export interface PadhyeSettings {
  readonly rttS: number;
  /** T0: the first timeout of a series of timeouts (s). */
  readonly timeoutS: number;
  /** b: the number of segments that one ACK acknowledges; 2 with delayed ACKs. */
  readonly segmentsPerAck: number;
  /** Window of the receiver (segments); infinite if it never limits the flow. */
  readonly maxWindow: number;
  /** Probability that a loss leads to a timeout: "exact" as derived in the paper, or the approximation 3/w. */
  readonly timeoutShare: "exact" | "approximate";
}

/**
 * Returns the rate of the full model (eq. 31). The second form of the equation applies if the maximum window limits the flow more
 * than losses do.
 */
export function padhyeRate(p: number, settings: PadhyeSettings): number {
  const { rttS, timeoutS, segmentsPerAck: b, maxWindow } = settings;
  if (p <= 0) return maxWindow / rttS;
  if (p >= 1) return 0;
  const free = padhyeWindow(p, b);
  const window = Math.min(free, maxWindow);
  const rounds = free < maxWindow ? (b / 2) * free + 1 : (b / 8) * maxWindow + (1 - p) / (p * maxWindow) + 2;
  const share = settings.timeoutShare === "exact" ? timeoutShare(p, window) : approximateTimeoutShare(window);
  const packets = (1 - p) / p + window + share / (1 - p);
  return packets / (rttS * rounds + (share * timeoutS * backoffSum(p)) / (1 - p));
}

/** Returns the approximation of the full model given in the paper and used by RFC 5348 §3.1. */
export function padhyeApproximateRate(p: number, settings: PadhyeSettings): number {
  const { rttS, timeoutS, segmentsPerAck: b, maxWindow } = settings;
  if (p <= 0) return maxWindow / rttS;
  const timeouts = Math.min(1, 3 * Math.sqrt((3 * b * p) / 8)) * p * (1 + 32 * p * p);
  return Math.min(maxWindow / rttS, 1 / (rttS * Math.sqrt((2 * b * p) / 3) + timeoutS * timeouts));
}

/** Returns the mean window at the end of a cycle (eq. 13). */
export function padhyeWindow(p: number, segmentsPerAck: number): number {
  const half = (2 + segmentsPerAck) / (3 * segmentsPerAck);
  return half + Math.sqrt((8 * (1 - p)) / (3 * segmentsPerAck * p) + half * half);
}

/** Returns the probability that a loss in a window of `window` segments leads to a timeout. */
export function timeoutShare(p: number, window: number): number {
  if (window <= 3) return 1;
  const cubed = pow(1 - p, 3);
  const exact = ((1 - cubed) * (1 + cubed * (1 - pow(1 - p, window - 3)))) / (1 - pow(1 - p, window));
  return Math.min(1, exact);
}

/** Returns the limit of `timeoutShare` for small p. */
export function approximateTimeoutShare(window: number): number {
  return Math.min(1, 3 / window);
}

/** Returns f(p) (eq. 28). The mean duration of a series of timeouts is f(p)/(1 - p) times the first timeout. */
export function backoffSum(p: number): number {
  return 1 + p * (1 + p * (2 + p * (4 + p * (8 + p * (16 + p * 32)))));
}
