/**
 * A model of why the kind of feedback determines the equilibrium: n senders share one link, all with the same
 * additive increase and multiplicative decrease, and get their signal probability in one of three ways.
 *
 * - delay: each sender integrates the queueing delay that it measures towards the target. All see the same delay, so
 * all probabilities move alike and their differences persist. Every division of the link at the target delay is a
 * fixed point (n - 1 dimensions of them), and the start determines which one is reached.
 * - ecn-threshold (ECN_t): the link marks all packets above a threshold and none below. There is no intermediate
 * signal: the flows become equal, but queue and windows follow a limit cycle.
 * - ecn-pi (ECN_a): the link integrates its queue towards the target, once for all senders. One probability gives one
 * window for all, and the queue at the target: a single fixed point, whatever the start.
 *
 * Assumptions: RTTs of equal, constant length, one step each; windows and queue are fluids; a window w at probability
 * p grows by one segment in the share 1 - m of its round trips and is cut to β in the share m = min(1, p·w); the
 * signal is one round trip old; the queue holds the excess over the link's bandwidth-delay product.
 *
 * Units: windows, queue, target and product in packets; one step is a round trip.
 *
 * Source: M. P. Tahiliani, V. Misra, K. K. Ramakrishnan, "A Principled Look at the Utility of Feedback in Congestion
 * Control" (BS 2019), §3. The equations of the steps are this project's own, following that argument; the gains
 * cancel the lag of the windows.
 */
export type Feedback = "delay" | "ecn-threshold" | "ecn-pi";

/** The link that the senders share. */
export interface FeedbackLink {
  readonly bdpPackets: number;
  /** Target queue or marking threshold. */
  readonly targetPackets: number;
  /** Factor β of the senders' cut. */
  readonly beta: number;
}

/** Values of the model over time. */
export interface FeedbackTrajectory {
  /** Share of the link of each flow at each step. */
  readonly shares: readonly (readonly number[])[];
  readonly queuePackets: readonly number[];
  /** Signal probability of each flow at each step. */
  readonly probabilities: readonly (readonly number[])[];
}

/** Loop gain of the integrators: they settle in about 1/GAIN of the windows' time constant. */
const GAIN = 0.2;

/** Returns the probability at which a window stays constant; it solves 1 - m = (1 - β)·w·m. */
export function restingProbability(window: number, beta: number): number {
  return 1 / (window * (1 + (1 - beta) * window));
}

/**
 * Returns the window at the fixed point of ECN_a, which is also the only fair fixed point of delay: equal windows
 * with the queue at its target.
 */
export function fairWindow(flows: number, link: FeedbackLink): number {
  return (link.bdpPackets + link.targetPackets) / flows;
}

/** Returns the queue for the given windows. */
export function queueOf(windows: readonly number[], link: FeedbackLink): number {
  return Math.max(0, sum(windows) - link.bdpPackets);
}

/** Returns a window after one round trip at this probability. */
export function nextWindow(window: number, probability: number, beta: number): number {
  const cuts = Math.min(1, probability * window);
  return Math.max(1, window + (1 - cuts) - (1 - beta) * window * cuts);
}

/**
 * Starts the flows with the given windows, each at its own equilibrium, and computes the given number of round trips.
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

/** Returns PI gains for equal flows at the target: b/a cancels the lag of 1 - 2/w of a window. */
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
