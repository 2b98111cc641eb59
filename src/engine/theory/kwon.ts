/**
 * The rate of a flow that gets both marks and losses. It responds to marks with its own factor β and an increase of α segments
 * per round trip: ECN(α, β).
 *
 * Assumptions: those of the Padhye model (see padhye.ts), for two kinds of cycle: cycles that end with a mark, in which α and β
 * apply, and cycles that end with a loss (1 and 0.5). A share r of all signals are marks. A signal leads to a timeout with
 * probability 3/window. In the paper this applies to any signal, including marks; with `timeoutsAfter: "losses"` only to losses.
 *
 * Units: probabilities and r as fractions; times in s; windows in segments; rates in segments per second.
 *
 * There are two variants. "published": the equations of the paper. "corrected": the paper sums the windows of a cycle (eq. 6) as
 * if each of its X rounds added a whole segment, although the window grows by only α. With steps of α the cycle carries Y =
 * X/2·((1 + β)·W - 1) + W/2 packets. W follows from Y = (1 - p)/p + W as in the paper, and all TCP-friendly pairs give the same
 * rate. For α = 1 both variants are equal, and r = 0 is the Padhye model.
 *
 * A cycle lasts RTT·(X + 1) for both kinds. For losses the paper prints RTT·(W + 1) (eq. 15), which is the same for b = 2.
 *
 * Source: M. Kwon, S. Fahmy, "On TCP Reaction to Explicit Congestion Notification" (J. High Speed Networks), eqs. 1-15.
 */
import { approximateTimeoutShare, backoffSum } from "./padhye.ts";

/** Variant of the equations. */
export type KwonVariant = "published" | "corrected";

/** Settings of the sender in the model. */
export interface KwonSettings {
  /** α and β of the reaction to a mark. */
  readonly alpha: number;
  readonly beta: number;
  /** T0: the first timeout of a series of timeouts (s). */
  readonly timeoutS: number;
  readonly timeoutsAfter: "all" | "losses";
  /** b: the number of segments that one ACK acknowledges; 2 with delayed ACKs. */
  readonly segmentsPerAck: number;
  readonly variant: KwonVariant;
}

/** How often a flow gets signals, and of which kind. */
export interface KwonSignals {
  /** Share of marks among all signals, 0 to 1. */
  readonly markShare: number;
  /** p: number of signals per packet over the whole flow. */
  readonly p: number;
  /** p_t: number of losses per packet in cycles that end with a loss. */
  readonly lossP: number;
  /** p_e: number of marks per packet in cycles that end with a mark. */
  readonly markP: number;
}

/** A mean cycle: its packets, its round trips, and the additional time that it spends in timeouts. */
interface KwonCycle {
  readonly packets: number;
  readonly rounds: number;
  readonly timeoutS: number;
}

const ON_LOSS = { alpha: 1, beta: 0.5 };

/** Returns the mean window at a signal (eq. 9). */
export function kwonWindow(p: number, settings: KwonSettings): number {
  const { alpha, beta, segmentsPerAck: b } = settings;
  const a = settings.variant === "published" ? 1 : alpha;
  const linear = b * (1 - beta) + a;
  const square = b * (1 - beta * beta);
  return (linear + Math.sqrt(linear * linear + (8 * a * square * (1 - p)) / p)) / (2 * square);
}

/** Returns the mean cycle of a flow: packets, round trips, and time in timeouts. */
export function kwonCycle(signals: KwonSignals, settings: KwonSettings): KwonCycle {
  const { markShare: r, p, lossP, markP } = signals;
  const onLoss = phase(lossP, { ...settings, ...ON_LOSS });
  const onMark = phase(markP, settings);
  const window = (1 - r) * onLoss.window + r * onMark.window;
  const timeouts = approximateTimeoutShare(window) * (settings.timeoutsAfter === "all" ? 1 : 1 - r);
  return {
    packets: (1 - r) * onLoss.packets + r * onMark.packets + timeouts / (1 - p),
    rounds: (1 - r) * onLoss.rounds + r * onMark.rounds,
    timeoutS: (timeouts * settings.timeoutS * backoffSum(p)) / (1 - p),
  };
}

/** Returns the sending rate in segments per second. */
export function kwonRate(signals: KwonSignals, rttS: number, settings: KwonSettings): number {
  const { packets, rounds, timeoutS } = kwonCycle(signals, settings);
  return packets / (rounds * rttS + timeoutS);
}

/** Returns a cycle without its timeouts: the window at its end, its packets Y and its rounds X + 1. */
function phase(p: number, settings: KwonSettings): { window: number; packets: number; rounds: number } {
  const window = kwonWindow(p, settings);
  const growth = (settings.segmentsPerAck * (1 - settings.beta) * window) / settings.alpha;
  return { window, packets: (1 - p) / p + window, rounds: growth + 1 };
}
