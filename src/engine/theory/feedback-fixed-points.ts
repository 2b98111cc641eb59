/**
 * A model that shows why the kind of feedback determines the equilibrium. n senders share one link. All have the same additive
 * increase and multiplicative decrease, and get their signal probability in one of three ways:
 *
 * - delay: each sender integrates the difference between the queueing delay that it measures and the target. All senders measure
 * the same delay, so all probabilities change equally and differences between them persist. Every division of the link at the
 * target delay is a fixed point (n - 1 dimensions of them), and the start determines which one is reached.
 * - ecn-threshold (ECN_t): the link marks all packets above a threshold and none below. There is no intermediate signal: the
 * flows become equal, but queue and windows follow a limit cycle.
 * - ecn-pi (ECN_a): the link integrates the difference between its queue and the target, once for all senders. One probability
 * gives one window for all, with the queue at the target: there is a single fixed point, whatever the start.
 *
 * Assumptions: all RTTs are equal and constant, and one step is one RTT; windows and queue are fluids; at probability p a share m
 * = min(1, p·w) of the round trips of a window w ends with a cut to β, and in the other round trips w grows by one segment; a
 * signal arrives one round trip late; the queue holds what exceeds the link's bandwidth-delay product.
 *
 * Units: windows, queue, target and product in packets; one step is a round trip.
 *
 * Source: M. P. Tahiliani, V. Misra, K. K. Ramakrishnan, "A Principled Look at the Utility of Feedback in Congestion Control" (BS
 * 2019), §3. This project wrote the equations of the steps, following the argument of the paper. The gains are chosen so that
 * they cancel the lag of the windows.
 */
export type Feedback = "delay" | "ecn-threshold" | "ecn-pi";

/** The link that the senders share. */
export interface FeedbackLink {
  readonly bdpPackets: number;
  /** Target of the queue, or the marking threshold (packets). */
  readonly targetPackets: number;
  /** Factor β of the senders' cut. */
  readonly beta: number;
}

/** Values of the model over time. */
export interface FeedbackTrajectory {
  /** Share of the link that each flow has, for each step. */
  readonly shares: readonly (readonly number[])[];
  readonly queuePackets: readonly number[];
  /** Signal probability of each flow, for each step. */
  readonly probabilities: readonly (readonly number[])[];
}

/** Gain of the integrators. They settle in about 1/GAIN of the time that the windows need. */
const GAIN = 0.2;

/** Returns the probability at which the window stays constant on average: the solution of 1 - m = (1 - β)·w·m. */
export function restingProbability(window: number, beta: number): number {
  return 1 / (window * (1 + (1 - beta) * window));
}

/**
 * Returns the window of each flow if all windows are equal and the queue is at its target (packets). This is the fixed point of
 * ECN_a, and the only fair fixed point of delay.
 */
export function fairWindow(flows: number, link: FeedbackLink): number {
  return (link.bdpPackets + link.targetPackets) / flows;
}

/** Returns the queue (packets) that results from the windows of all flows. */
export function queueOf(windows: readonly number[], link: FeedbackLink): number {
  return Math.max(0, sum(windows) - link.bdpPackets);
}

/** Returns a window after one round trip at this probability. */
export function nextWindow(window: number, probability: number, beta: number): number {
  const cuts = Math.min(1, probability * window);
  return Math.max(1, window + (1 - cuts) - (1 - beta) * window * cuts);
}

/**
 * Computes the model for a number of round trips. Flows start with the given windows, each with the probability at which its
 * window stays constant.
 */
export function feedbackTrajectory(
  feedback: Feedback,
  link: FeedbackLink,
  startWindows: readonly number[],
  steps: number,
): FeedbackTrajectory {
  const gains = integralGains(startWindows.length, link);
  let windows = [...startWindows];
  let probabilities = startProbabilities(feedback, link, windows);
  let oldError = queueOf(windows, link) - link.targetPackets;
  const shares: number[][] = windows.map(() => []);
  const history: number[][] = windows.map(() => []);
  const queuePackets: number[] = [];
  for (let step = 0; step < steps; step++) {
    const queue = queueOf(windows, link);
    const full = Math.max(link.bdpPackets, sum(windows));
    for (const [i, window] of windows.entries()) {
      shares[i].push(window / full);
      history[i].push(probabilities[i]);
    }
    queuePackets.push(queue);
    windows = windows.map((window, i) => nextWindow(window, probabilities[i], link.beta));
    const error = queue - link.targetPackets;
    const change = gains.a * error - gains.b * oldError;
    probabilities = probabilities.map((p) =>
      feedback === "ecn-threshold" ? thresholdProbability(error) : Math.min(1, Math.max(0, p + change)),
    );
    oldError = error;
  }
  return { shares, queuePackets, probabilities: history };
}

/** Returns the initial probabilities: one per sender if the feedback is the delay, otherwise one for all senders. */
function startProbabilities(feedback: Feedback, link: FeedbackLink, windows: readonly number[]): number[] {
  if (feedback === "ecn-threshold") {
    return windows.map(() => thresholdProbability(queueOf(windows, link) - link.targetPackets));
  }
  const mean = sum(windows) / windows.length;
  return windows.map((window) => restingProbability(feedback === "delay" ? window : mean, link.beta));
}

function thresholdProbability(error: number): number {
  return error > 0 ? 1 : 0;
}

/** Returns the gains of the PI controller for equal flows at the target. b/a cancels the lag 1 - 2/w of a window. */
function integralGains(flows: number, link: FeedbackLink): { a: number; b: number } {
  const window = fairWindow(flows, link);
  const p = restingProbability(window, link.beta);
  const a = (GAIN * p) / flows;
  const lag = 1 - p * (1 + 2 * (1 - link.beta) * window);
  return { a, b: a * lag };
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
