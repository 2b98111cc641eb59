/** The paper's WAN: twenty bulk flows through one RED queue, at three rates; the runs that six figures and a table share. */
import type { FlowResult, LinkResult, Snapshot } from "../../engine/index.ts";
import type { Job, Reading, Readings, Size } from "../experiment.ts";
import { cross, jobsOf, keyOf, numberOf, type Point, seeds } from "../grid.ts";
import { perFlow } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import {
  BUFFER_BYTES,
  PACKET_BYTES,
  PAYLOAD_BYTES,
  redUrl,
  START_JITTER_MS,
  TCP_URL,
  WAN_RTT_MS,
} from "./chosen.ts";
import { asSettings, SENDERS, type Sender } from "./senders.ts";

export const FLOWS = 20;

/** The bottleneck's rates. */
export const CAPACITIES = ["1Mbps", "5Mbps", "10Mbps"] as const;
export type Capacity = (typeof CAPACITIES)[number];
/** "5 Mbps" */
export const rateLabel = (capacity: Capacity): string => capacity.replace("M", " M");
export const megabits = (capacity: Capacity): number => Number(capacity.replace("Mbps", ""));

/** Start-up that figures about a steady state leave out. */
export const STEADY_FROM_S = 10;

export const durationS = (size: Size): number => (size === "full" ? 100 : 30);

type WanPoint = Point & { readonly sender: Sender; readonly capacity: Capacity; readonly seed: number };

function wanUrl(point: WanPoint, size: Size, warmupS: number, rttMs: number): string {
  const run = `duration=${durationS(size)}s&warmup=${warmupS}s&start-jitter=${START_JITTER_MS}ms&seed=${point.seed}`;
  const flows = `flows=${FLOWS}&rtt=${rttMs}ms&${asSettings(SENDERS[point.sender].flow)}`;
  return `${run}&capacity=${point.capacity}&${redUrl(BUFFER_BYTES)}&${TCP_URL}&${flows}`;
}

/** Five seeds as in the paper, for all senders the same. */
export const seedsOf = (size: Size): number[] => seeds(size === "full" ? 5 : 1);

/** What ECN(α, β) does at the slowest rate, of which three tables and figures show a part. */
export const TWO_STATES =
  "At 1 Mbps and 110 ms the path holds 14 packets, and the queue 42 before RED drops: less than three packets a flow. The default wait lets marks below th_max come to 1 in 15 at most, and such runs have two states, each of which keeps itself up. Either drops above th_max keep sending flows back to an increase of a whole segment, which holds the average queue at th_max, or marks leave them near α, and it stays well below. The five seeds stay for different times in either: they lose from 1.2 to 5.2 %, with 77 to 35 % of the packets in ECN periods.";

/** Whole runs, as for the paper's tables. */
export function wanJobs(senders: readonly Sender[], size: Size): Job[] {
  const points = cross({ sender: senders, capacity: CAPACITIES, seed: seedsOf(size) });
  return jobsOf(points, (point) => wanUrl(point, size, 0, WAN_RTT_MS));
}

/** The steady state of ECN(α, β). */
export function steadyJobs(size: Size): Job[] {
  const points = cross({ sender: ["ecn-ab"], capacity: CAPACITIES, seed: seedsOf(size) });
  return jobsOf(points, (point) => wanUrl(point, size, STEADY_FROM_S, WAN_RTT_MS));
}

/** A path of which a figure is made. */
export interface Path {
  readonly capacity: Capacity;
  readonly rttMs: number;
}

const pathPoints = ({ capacity, rttMs }: Path, size: Size) =>
  cross({ sender: ["ecn-ab"], capacity: [capacity], rttMs: [rttMs], seed: seedsOf(size) });

/** The steady state of ECN(α, β) over any paths. */
export function pathJobs(paths: readonly Path[], size: Size): Job[] {
  const points = paths.flatMap((path) => pathPoints(path, size));
  return jobsOf(points, (point) => wanUrl(point, size, STEADY_FROM_S, point.rttMs));
}

export const pathKeys = (path: Path, size: Size): string[] => pathPoints(path, size).map(keyOf);

/** The slowest rate over other round trips. */
export function rttJobs(senders: readonly Sender[], rttsMs: readonly number[], size: Size): Job[] {
  const points = cross({ sender: senders, rttMs: rttsMs, seed: seedsOf(size) });
  return jobsOf(points, (point) => wanUrl({ ...point, capacity: "1Mbps" }, size, 0, point.rttMs));
}

export function wanKeys(sender: Sender, capacity: Capacity, size: Size): string[] {
  return seedsOf(size).map((seed) => keyOf({ sender, capacity, seed }));
}

export function rttKeys(sender: Sender, rttMs: number, size: Size): string[] {
  return seedsOf(size).map((seed) => keyOf({ sender, rttMs, seed }));
}

export const total = (flows: readonly FlowResult[], of: (flow: FlowResult) => number): number =>
  flows.reduce((sum, flow) => sum + of(flow), 0);

/** Packets that arrived, whole, per second of the run. */
export function goodputMbps(flows: readonly FlowResult[], seconds: number): number | null {
  const packets = total(flows, ({ bytesReceived }) => bytesReceived) / PAYLOAD_BYTES;
  return rounded((packets * PACKET_BYTES * 8) / seconds / 1e6);
}

/** Of all packets that left the senders. */
export function dropPercent(links: readonly LinkResult[], flows: readonly FlowResult[]): number | null {
  const dropped = links.reduce((sum, { drops }) => sum + drops.aqm + drops.overflow, 0);
  return rounded((100 * dropped) / total(flows, ({ packetsSent }) => packetsSent));
}

/** Per flow: what it sent and what signals it answered. A timeout is a signal of a loss. */
export function readSignals(snapshot: Snapshot): Reading {
  return {
    packetsToMarks: perFlow(snapshot, (flow) => flow.packetsToMarks),
    packetsToLosses: perFlow(snapshot, (flow) => flow.packetsToLosses),
    marks: perFlow(snapshot, (flow) => flow.ecnReductions),
    losses: perFlow(snapshot, (flow) => flow.lossReductions + flow.rtos),
  };
}

/** Mean over the seeds; null without any. */
export function meanOver(readings: Readings, keys: readonly string[], field: string): number | null {
  return mean(keys.map((key) => numberOf(readings.get(key), field)).filter((value) => value !== null));
}
