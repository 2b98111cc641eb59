/** Chiu and Jain 1989: two users in the plane of their windows, the senders that stand for its controls, and the settings of all runs. */
import { FLOW_EVENT, type Snapshot } from "../../engine/index.ts";
import type { Paper, RunValues } from "../experiment.ts";

export const CHIU_JAIN: Paper = {
  id: "chiu-jain",
  citation:
    "D.-M. Chiu, R. Jain, Analysis of the Increase and Decrease Algorithms for Congestion Avoidance in Computer Networks, Computer Networks and ISDN Systems 17, 1989",
  label: "Increase and decrease",
};

const CAPACITY_MBPS = 20;
export const RTT_MS = 100;
const PACKET_BYTES = 1500;
/** Threshold of the queue in packets. It is a tenth of what is in flight, so that the round trip hardly varies. */
const STEP_PACKETS = 20;
/** Sum of the windows at which the queue starts to mark: the efficiency line (segments). */
export const GOAL_SEGMENTS = (CAPACITY_MBPS * 1e6 * RTT_MS) / 1000 / 8 / PACKET_BYTES + STEP_PACKETS;
/** Time by which the second user starts later (s). Slow start then makes its window smaller than that of the first. */
const LATER_S = 0.2;
/** Time from which on decreases count (s). Slow start and its overshoot have ended by then. */
const FROM_S = 3;
/** Longest time between the decreases of both users for the same feedback (s): a round trip with its queue. */
const TOGETHER_S = 0.12;

/** Returns the scenario of two flows with these settings of a sender, as URL text. */
export function twoUsersUrl(sender: string, durationS: number): string {
  const flow = `flow=${sender},rtt=${RTT_MS}ms,recovery=classic`;
  return `capacity=${CAPACITY_MBPS}Mbps&aqm=step&step=${STEP_PACKETS}p&delayed-ack=1&${flow}&${flow},start=${LATER_S}s&duration=${durationS}s&warmup=${FROM_S}s`;
}

/** Returns the settings of AIMD: `alpha` segments more per round trip, the fraction `beta` is kept. */
export function aimd(alpha: number, beta: number): string {
  return `cc=ecn-ab,ab-alpha=${alpha},beta-ecn=${beta}`;
}

/** Jain's index of two windows (section 2.1). */
export function fairness(one: number, other: number): number {
  return (one + other) ** 2 / (2 * (one ** 2 + other ** 2));
}

/** Reads the windows of both users before and after each decrease that both make within a round trip, and its time. */
export function readDecreases({ flowEvents }: Snapshot): RunValues {
  const { timeS, flow, kind, before, after } = flowEvents;
  const cutsOf = (user: number) =>
    Array.from(timeS, (atS, i) => ({ atS, i })).filter(
      ({ i, atS }) => flow[i] === user && kind[i] === FLOW_EVENT.ecnReduction && atS >= FROM_S,
    );
  const others = cutsOf(1);
  const shared = cutsOf(0).flatMap(({ atS, i }) => {
    const other = others.find((one) => Math.abs(one.atS - atS) <= TOGETHER_S);
    return other === undefined ? [] : [{ atS, i, j: other.i }];
  });
  return {
    decreases: others.length,
    sharedDecreases: shared.length,
    atS: shared.map(({ atS }) => Number(atS.toFixed(3))),
    before1: shared.map(({ i }) => before[i]),
    before2: shared.map(({ j }) => before[j]),
    after1: shared.map(({ i }) => after[i]),
    after2: shared.map(({ j }) => after[j]),
  };
}

export const CHOSEN: readonly string[] = [
  `${CAPACITY_MBPS} Mbps and ${RTT_MS} ms. The window of a flow stands for the load of a user: both have the same round trip, so rates are in the ratio of the windows.`,
  `The binary feedback y(t) is the mark of a queue that marks each packet while more than ${STEP_PACKETS} wait. Windows are cut at once and every segment is acknowledged, so that both users see the feedback in the same round trip. With PRR one of the two often cuts twice.`,
  `The second flow starts ${1000 * LATER_S} ms after the first, so that slow start leaves it with a smaller window. The first shared decrease after ${FROM_S} s is the start x(0).`,
];

export const DIFFERENCES: readonly string[] = [
  "The paper as a whole could not be read: of its text, the pages of sections 2.2, 2.3, 3.1 and 3.2 with the equations, and summaries of the rest.",
  "The feedback comes a round trip late and in between both windows have grown once more. In the paper's model it comes in the same step.",
  "Windows are whole segments.",
  "Additive decrease is no sender here. Its two policies are drawn from the paper's equations and judged by no claim.",
];
