/**
 * Why the kind of feedback decides where flows come to rest: n senders on one link, the same additive increase and
 * multiplicative decrease in all, and three ways to get the signal probability that they answer.
 *
 * - delay: each sender integrates the queueing delay it measures towards the target, for itself. All see the same delay,
 *   so that all probabilities move alike and their differences last: every division of the link at the target delay
 *   is a fixed point, n - 1 dimensions of them, and the start decides which one is reached.
 * - ecn-threshold (ECN_t): the link marks all packets above a threshold and none below. There is nothing between too much
 *   and too little: the flows become equal, but queue and windows go round a limit cycle.
 * - ecn-pi (ECN_a): the link integrates its queue towards the target, once for all senders. One probability, hence one
 *   window for all, and the queue at the target: one fixed point, whatever the start.
 *
 * Assumptions: round trips of equal, constant length, one step each; windows and queue as a fluid; a window w at
 * probability p grows by one segment in the share 1 - m of its round trips and is cut to β in the share m = min(1, p·w); the
 * signal is one round trip old; the queue holds what the link's bandwidth-delay product does not.
 *
 * Units: windows, queue, target and product in packets; one step is a round trip.
 *
 * Source: M. P. Tahiliani, V. Misra, K. K. Ramakrishnan, "A Principled Look at the Utility of Feedback in Congestion
 * Control" (BS 2019), §3. The maps are this project's own, after that argument; the gains cancel the windows' own lag.
 */
export type Feedback = "delay" | "ecn-threshold" | "ecn-pi";

export interface FeedbackLink {
  readonly bdpPackets: number;
  /** The target queue, or the marking threshold. */
  readonly targetPackets: number;
  /** The senders' cut. */
  readonly beta: number;
}

export interface FeedbackTrajectory {
  /** Per flow, its share of the link at each step. */
  readonly shares: readonly (readonly number[])[];
  readonly queuePackets: readonly number[];
  /** Per flow, the signal probability it answers. */
  readonly probabilities: readonly (readonly number[])[];
}

/** Loop gain of the integrators: settles in about 1/GAIN of the windows' own time. */
const GAIN = 0.2;

/** The probability at which a window stays as it is: 1 - m = (1 - β)·w·m. */
export function restingProbability(window: number, beta: number): number {
  return 1 / (window * (1 + (1 - beta) * window));
}

/** The point of rest of ECN_a, and the one fair point among those of delay: equal windows with the queue at its target. */
export function fairWindow(flows: number, link: FeedbackLink): number {
  return (link.bdpPackets + link.targetPackets) / flows;
}

/** The queue that these windows leave. */
export function queueOf(windows: readonly number[], link: FeedbackLink): number {
  return Math.max(0, sum(windows) - link.bdpPackets);
}

/** One round trip of one window at this probability. */
export function nextWindow(window: number, probability: number, beta: number): number {
  const cuts = Math.min(1, probability * window);
  return Math.max(1, window + (1 - cuts) - (1 - beta) * window * cuts);
}

/** Starts the flows at these windows, each in balance for itself, and follows them for so many round trips. */
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

/** With delay each sender brings its own; the link's is one for all. */
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

/** PI gains for the equal flows at the target: b/a cancels the lag of 1 - 2/w that a window has by itself. */
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
