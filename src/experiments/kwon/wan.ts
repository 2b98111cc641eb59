/** The paper's WAN: twenty bulk flows through one RED queue, at three rates. Six figures and a table use these runs. */
import type { FlowResult, LinkResult, Snapshot } from "../../engine/index.ts";
import { rounded } from "../../lib/statistics.ts";
import type { RunValues } from "../experiment.ts";
import { perFlow } from "../read-run.ts";
import type { Runs } from "../study.ts";
import {
  asSettings,
  BUFFER_BYTES,
  type KwonSender,
  PACKET_BYTES,
  PAYLOAD_BYTES,
  redUrl,
  SENDERS,
  START_JITTER_MS,
  TCP_URL,
  WAN_RTT_MS,
} from "./paper.ts";

export const FLOWS = 20;

/** Rates of the bottleneck. */
export const CAPACITIES = ["1Mbps", "5Mbps", "10Mbps"] as const;
/** A rate of the bottleneck. */
export type Capacity = (typeof CAPACITIES)[number];
/** Returns the label: "5 Mbps". */
export const rateLabel = (capacity: Capacity): string => capacity.replace("M", " M");
export const megabits = (capacity: Capacity): number => Number(capacity.replace("Mbps", ""));

/** Time at the start that figures of a steady state leave out (s). */
export const STEADY_FROM_S = 10;

export const durationS = (size: Runs["size"]): number => (size === "full" ? 100 : 30);

/** Number of seeds: five as in the paper, the same for all senders. */
export const SEEDS = { full: 5, quick: 1 } as const;

/** How a run differs from the usual one: another RTT at 1 Mbps, or any path. */
export type WanPoint = {
  readonly sender: KwonSender;
  readonly capacity?: Capacity;
  readonly rttMs?: number;
};

/** A rate and an RTT of the WAN. */
export type Path = { readonly capacity: Capacity; readonly rttMs: number };

/** Returns the URL text of a run. The steady state of ECN(α, β) leaves out the first seconds; tables cover whole runs. */
export const wanUrl =
  (warmupS: 0 | typeof STEADY_FROM_S) =>
  (
    { sender, capacity = "1Mbps", rttMs = WAN_RTT_MS, seed }: WanPoint & { seed: number },
    size: Runs["size"],
  ) =>
    [
      `duration=${durationS(size)}s&warmup=${warmupS}s&start-jitter=${START_JITTER_MS}ms&seed=${seed}`,
      `capacity=${capacity}&${redUrl(BUFFER_BYTES)}&${TCP_URL}`,
      `flows=${FLOWS}&rtt=${rttMs}ms&${asSettings(SENDERS[sender].flow)}`,
    ].join("&");

/** Text on the behaviour of ECN(α, β) at the slowest rate. Three tables and figures each show a part of it. */
export const TWO_STATES =
  "At 1 Mbps and 110 ms the path holds 14 packets, and the queue 42 before RED drops: less than three packets a flow. The default wait lets marks below th_max come to 1 in 15 at most, and such runs have two states, each of which keeps itself up. Either drops above th_max keep sending flows back to an increase of a whole segment, which holds the average queue at th_max, or marks leave them near α, and it stays well below. The five seeds stay for different times in either: they lose from 1.2 to 5.2 %, with 77 to 35 % of the packets in ECN periods.";

export const total = (flows: readonly FlowResult[], readValue: (flow: FlowResult) => number): number =>
  flows.reduce((sum, flow) => sum + readValue(flow), 0);

/** Returns the rate at which packets arrived over the run, headers included (Mbps). */
export function goodputMbps(flows: readonly FlowResult[], seconds: number): number | null {
  const packets = total(flows, ({ bytesReceived }) => bytesReceived) / PAYLOAD_BYTES;
  return rounded((packets * PACKET_BYTES * 8) / seconds / 1e6);
}

/** Returns the drops as a percentage of all packets that left the senders. */
export function dropPercent(links: readonly LinkResult[], flows: readonly FlowResult[]): number | null {
  const dropped = links.reduce((sum, { drops }) => sum + drops.aqm + drops.overflow, 0);
  return rounded((100 * dropped) / total(flows, ({ packetsSent }) => packetsSent));
}

/** Reads, for each flow, the packets that it sent and the signals to which it responded. A timeout counts as a loss. */
export function readSignals(snapshot: Snapshot): RunValues {
  return {
    packetsToMarks: perFlow(snapshot, (flow) => flow.packetsToMarks),
    packetsToLosses: perFlow(snapshot, (flow) => flow.packetsToLosses),
    marks: perFlow(snapshot, (flow) => flow.ecnReductions),
    losses: perFlow(snapshot, (flow) => flow.lossReductions + flow.rtos),
  };
}

/**
 * The inputs of the model as measured in runs, for each flow over all seeds. The packets of a flow are divided into periods; each
 * period ends with a signal. r is the share of marks among the signals, p the number of signals per packet. p_e and p_t are
 * signals per packet in periods that end with a mark, and in periods that end with a loss or a timeout.
 */
export interface FlowSignals {
  /** Share of the packets that are sent in periods that end with a mark. */
  readonly ecnShare: number | null;
  readonly markShare: number | null;
  readonly p: number | null;
  readonly markP: number | null;
  readonly lossP: number | null;
}

/** Returns the inputs of the model for each flow. Counts of all runs are added, because each flow has few losses in a single run. */
export function flowSignals(runs: Runs, point: WanPoint): FlowSignals[] {
  const [inMarked, inLost, marks, losses] = ["packetsToMarks", "packetsToLosses", "marks", "losses"].map(
    (field) => runs.columns(point, field).map((values) => values.reduce((sum, value) => sum + value, 0)),
  );
  return inMarked.map((_, i) => signalsOf(inMarked[i], inLost[i], marks[i], losses[i]));
}

/** Returns the values of one input, for the flows that have it. */
export function eachOf(flows: readonly FlowSignals[], subject: keyof FlowSignals): number[] {
  return flows.map((flow) => flow[subject]).filter((value) => value !== null);
}

/**
 * Returns the inputs of the model from a flow's counts: packets in periods that end with a mark or with a loss, and numbers of
 * marks and losses.
 */
export function signalsOf(inMarked: number, inLost: number, marks: number, losses: number): FlowSignals {
  const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  return {
    ecnShare: ratio(inMarked, inMarked + inLost),
    markShare: ratio(marks, marks + losses),
    p: ratio(marks + losses, inMarked + inLost),
    markP: ratio(marks, inMarked),
    lossP: ratio(losses, inLost),
  };
}
