/** Figure 9: how much of what a flow sends is sent in periods that a mark ends. */
import type { Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Size, Table } from "../experiment.ts";
import { mean } from "../statistics.ts";
import { KWON, WAN_CHOSEN, WAN_RTT_MS } from "./chosen.ts";
import { eachOf, flowSignals } from "./signals.ts";
import {
  CAPACITIES,
  type Capacity,
  rateLabel,
  readSignals,
  rttJobs,
  rttKeys,
  TWO_STATES,
  wanJobs,
  wanKeys,
} from "./wan.ts";

/** Figure 9. */
const PAPER_PERCENT: Readonly<Record<Capacity, number>> = { "1Mbps": 80, "5Mbps": 90, "10Mbps": 90 };

const LONGER_RTTS_MS = [140, 180];

function fewMarks(readings: Readings, size: Size): string {
  const keysAt = new Map([
    [WAN_RTT_MS, wanKeys("ecn-ab", "1Mbps", size)],
    ...LONGER_RTTS_MS.map((rttMs) => [rttMs, rttKeys("ecn-ab", rttMs, size)] as const),
  ]);
  const shares = [...keysAt].map(([rttMs, keys]) => {
    const share = mean(sharesPercent(readings, keys));
    return `${share === null ? "?" : share.toFixed(0)} % at ${rttMs} ms`;
  });
  return `${TWO_STATES} With marks instead of drops above th_max the share is 87 %. It rises with the round trip: ${shares.join(", ")} (table). But over 160 ms, where it comes to 76 %, ECN(α, β) loses 1.4 % of its packets, and table I has 3.0 %, which is about what comes out over 120 ms (3.1 %) with a share of 56 %: figure and table fit no one round trip here.`;
}

function sharesPercent(readings: Readings, keys: readonly string[]): number[] {
  return eachOf(flowSignals(readings, keys), "ecnShare").map((share) => 100 * share);
}

function figure(readings: Readings, size: Size): Figure {
  return {
    id: "shares",
    title: "Packets sent in ECN periods",
    kind: "points",
    x: { label: "Flow", unit: "", scale: "linear" },
    y: { label: "Share of its packets", unit: "%", scale: "linear", from: 0, to: 100 },
    series: CAPACITIES.map((capacity) => {
      const keys = wanKeys("ecn-ab", capacity, size);
      const y = sharesPercent(readings, keys);
      return { label: rateLabel(capacity), x: y.map((_, i) => i + 1), y, jobs: y.map(() => keys[0]) };
    }),
  };
}

function table(readings: Readings, size: Size): Table {
  const row = (label: string, keys: readonly string[], paper: string | null) => {
    const shares = sharesPercent(readings, keys);
    return [label, mean(shares), shares.length === 0 ? null : Math.min(...shares), paper];
  };
  return {
    id: "share-of-packets",
    title: "Packets sent in ECN periods, over all flows",
    head: ["Rate", "Mean (%)", "Smallest (%)", "Paper (%)"],
    rows: [
      ...CAPACITIES.map((capacity) =>
        row(rateLabel(capacity), wanKeys("ecn-ab", capacity, size), `over ${PAPER_PERCENT[capacity]}`),
      ),
      ...LONGER_RTTS_MS.map((rttMs) => row(`1 Mbps over ${rttMs} ms`, rttKeys("ecn-ab", rttMs, size), null)),
    ],
  };
}

function claim(capacity: Capacity, readings: Readings, size: Size): Claim[] {
  const least = PAPER_PERCENT[capacity];
  return checked(
    {
      id: `share-${capacity.toLowerCase()}`,
      text: `At ${rateLabel(capacity)} more than ${least} % of the packets are sent in ECN periods.`,
      paper: `over ${least} %`,
      tolerance: "the mean of all flows: the points of the figure are not in the text",
      ...(capacity === "1Mbps" && { cause: fewMarks(readings, size) }),
    },
    [mean(sharesPercent(readings, wanKeys("ecn-ab", capacity, size)))],
    (share) => ({ ours: `${share.toFixed(1)} %`, holds: share > least }),
  );
}

export const kwon9: Experiment = {
  id: "kwon-9",
  paper: KWON,
  where: "Figure 9",
  title: "Share of packets sent in ECN periods",
  shows:
    "A flow's packets fall into periods that end with a mark and periods that end with a loss. With ECN(α, β) over the WAN nearly all are of the first kind: more than 90 % at 5 and 10 Mbps, more than 80 % at 1 Mbps.",
  chosen: [
    ...WAN_CHOSEN,
    "A period reaches from one reduction or timeout to the next; each flow's counts of all seeds are put together, over whole runs.",
  ],
  differences: [],
  jobs: (size) => [...wanJobs(["ecn-ab"], size), ...rttJobs(["ecn-ab"], LONGER_RTTS_MS, size)],
  read: (snapshot: Snapshot): Reading => readSignals(snapshot),
  reduce: (readings, size) => ({
    figures: [figure(readings, size)],
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [...CAPACITIES.flatMap((capacity) => claim(capacity, readings, size))],
  }),
};
