/** Figure 9: the share of a flow's packets that are sent in periods that end with a mark. */
import { mean } from "../../lib/statistics.ts";
import { type Runs, study } from "../study.ts";
import { KWON, WAN_CHOSEN, WAN_RTT_MS } from "./paper.ts";
import {
  CAPACITIES,
  type Capacity,
  eachOf,
  flowSignals,
  rateLabel,
  readSignals,
  SEEDS,
  TWO_STATES,
  type WanPoint,
  wanUrl,
} from "./wan.ts";

const PAPER_PERCENT: Readonly<Record<Capacity, number>> = { "1Mbps": 80, "5Mbps": 90, "10Mbps": 90 };

const LONGER_RTTS_MS = [140, 180];

const atRate = (capacity: Capacity) => ({ sender: "ecn-ab", capacity }) as const;
const atRtt = (rttMs: number) => ({ sender: "ecn-ab", rttMs }) as const;

const sharesPercent = (runs: Runs, point: WanPoint) =>
  eachOf(flowSignals(runs, point), "ecnShare").map((share) => 100 * share);

function fewMarks(runs: Runs): string {
  const shares = [WAN_RTT_MS, ...LONGER_RTTS_MS].map((rttMs) => {
    const share = mean(sharesPercent(runs, rttMs === WAN_RTT_MS ? atRate("1Mbps") : atRtt(rttMs)));
    return `${share === null ? "?" : share.toFixed(0)} % at ${rttMs} ms`;
  });
  return `${TWO_STATES} With marks instead of drops above th_max the share is 87 %. It rises with the round trip: ${shares.join(", ")} (table). But over 160 ms, where it comes to 76 %, ECN(α, β) loses 1.4 % of its packets, and table I has 3.0 %, which is about what comes out over 120 ms (3.1 %) with a share of 56 %: figure and table fit no one round trip here.`;
}

export const kwon9 = study<WanPoint>({
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
  points: () => [...CAPACITIES.map(atRate), ...LONGER_RTTS_MS.map(atRtt)],
  seeds: SEEDS,
  scenario: wanUrl(0),
  read: readSignals,
  figures: (runs) => [
    {
      id: "shares",
      title: "Packets sent in ECN periods",
      kind: "points",
      x: { label: "Flow", unit: "", scale: "linear" },
      y: { label: "Share of its packets", unit: "%", scale: "linear", from: 0, to: 100 },
      series: CAPACITIES.map((capacity) => {
        const y = sharesPercent(runs, atRate(capacity));
        const [job] = runs.keys(atRate(capacity));
        return { label: rateLabel(capacity), x: y.map((_, i) => i + 1), y, jobs: y.map(() => job) };
      }),
    },
  ],
  tables: (runs) => {
    const row = (label: string, point: WanPoint, paper: string | null) => {
      const shares = sharesPercent(runs, point);
      return [label, mean(shares), shares.length === 0 ? null : Math.min(...shares), paper];
    };
    return [
      {
        id: "share-of-packets",
        title: "Packets sent in ECN periods, over all flows",
        head: ["Rate", "Mean (%)", "Smallest (%)", "Paper (%)"],
        rows: [
          ...CAPACITIES.map((capacity) =>
            row(rateLabel(capacity), atRate(capacity), `over ${PAPER_PERCENT[capacity]}`),
          ),
          ...LONGER_RTTS_MS.map((rttMs) => row(`1 Mbps over ${rttMs} ms`, atRtt(rttMs), null)),
        ],
      },
    ];
  },
  claims: (runs) =>
    CAPACITIES.map((capacity) => {
      const least = PAPER_PERCENT[capacity];
      return {
        id: `share-${capacity.toLowerCase()}`,
        text: `At ${rateLabel(capacity)} more than ${least} % of the packets are sent in ECN periods.`,
        paper: `over ${least} %`,
        tolerance: "the mean of all flows: the points of the figure are not in the text",
        cause: capacity === "1Mbps" ? fewMarks(runs) : undefined,
        values: [mean(sharesPercent(runs, atRate(capacity)))],
        judge: (share) => ({ ours: `${share.toFixed(1)} %`, holds: share > least }),
      };
    }),
});
