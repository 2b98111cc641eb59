/** The paper's scenarios under both queues; the runs that its figures share. */
import { against } from "../compared-run.ts";
import type { Job, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, seeds } from "../grid.ts";
import { DURATION_S, FLOW_TIMES, RTT_MS } from "./chosen.ts";

export type ScenarioId = "2" | "5" | "10" | "10-hs";

export interface PaperScenario {
  readonly label: string;
  readonly flows: number;
  readonly capacityMbps: number;
  /** Lost segments (ten flows: dropped packets), original and enhanced. */
  readonly paper: Readonly<Record<QueueId, number>>;
}

export const SCENARIOS: Readonly<Record<ScenarioId, PaperScenario>> = {
  "2": { label: "2 flows", flows: 2, capacityMbps: 50, paper: { original: 32, enhanced: 10 } },
  "5": { label: "5 flows", flows: 5, capacityMbps: 50, paper: { original: 99, enhanced: 22 } },
  "10": { label: "10 flows", flows: 10, capacityMbps: 50, paper: { original: 441, enhanced: 1 } },
  "10-hs": {
    label: "10 flows, 500 Mbps",
    flows: 10,
    capacityMbps: 500,
    paper: { original: 183, enhanced: 1 },
  },
};

/** "all-above": the enhanced one with C = 1, which marks from the target on; not the paper's. */
export type QueueId = "original" | "enhanced";
export type AnyQueueId = QueueId | "all-above";

export const QUEUES: Readonly<Record<AnyQueueId, { readonly label: string; readonly url: string }>> = {
  original: { label: "original CoDel", url: "aqm=codel&aqm-ecn=off" },
  enhanced: { label: "ECN-enhanced CoDel", url: "aqm=ecn-codel&ecodel-c=1.5&ecodel-p=0.3" },
  "all-above": { label: "ECN-enhanced, C = 1", url: "aqm=ecn-codel&ecodel-c=1&ecodel-p=0.3" },
};

/** The original is what both others are to better. */
export const COMPARED_QUEUE = against(
  "queue",
  { enhanced: "original", "all-above": "original" } satisfies Partial<Record<AnyQueueId, AnyQueueId>>,
  (queue) => QUEUES[queue as AnyQueueId].label,
);

export const BOTH: readonly QueueId[] = ["original", "enhanced"];

interface Runs {
  readonly queues: readonly AnyQueueId[];
  readonly scenarios: readonly ScenarioId[];
  readonly rttsMs?: readonly number[];
}

const seedsOf = (size: Size): number[] => seeds(size === "full" ? 5 : 1);

export function jobsFor({ queues, scenarios, rttsMs = [RTT_MS] }: Runs, size: Size): Job[] {
  const axes = { flows: scenarios, queue: queues, rtt: rttsMs, seed: seedsOf(size) };
  return jobsOf(cross(axes), ({ flows, queue, rtt, seed }) => urlFor(flows, queue, rtt, seed));
}

export function keysFor(flows: ScenarioId, queue: AnyQueueId, size: Size, rtt: number = RTT_MS): string[] {
  return seedsOf(size).map((seed) => keyOf({ flows, queue, rtt, seed }));
}

function urlFor(scenario: ScenarioId, queue: AnyQueueId, rttMs: number, seed: number): string {
  const { flows, capacityMbps } = SCENARIOS[scenario];
  const groups = FLOW_TIMES.slice(0, flows).map(
    ([startS, stopS], i) =>
      `flow=cc=newreno,ecn=on,rtt=${rttMs}ms,start=${startS + delayS(i, seed)}s,stop=${stopS}s`,
  );
  const run = `rack-losses=off&forward-retransmissions=on&app-limited-growth=off&limit=10000p&duration=${DURATION_S}s&warmup=0s&seed=${seed}`;
  return [`capacity=${capacityMbps}Mbps&${QUEUES[queue].url}`, ...groups, run].join("&");
}

/** Nothing is random with original CoDel: other runs need other starts. None in the first. */
function delayS(flow: number, seed: number): number {
  return (((seed - 1) * (7 * flow + 3)) % 50) / 100;
}
