/** Figure 5: distribution of the queue delay with one NewReno flow. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { cross } from "../grid.ts";
import { AQMS, BETAS, CHOSEN } from "./chosen.ts";
import {
  type DelayGrid,
  delayFigures,
  delayJobs,
  delayRise,
  delayTable,
  meanDelay,
  readDelay,
  type StatedDelay,
} from "./delay.ts";
import { ABE } from "./paper.ts";
import { TRADE_OFF_TEXT, tradeOffTable, wellServed } from "./trade-off.ts";

const GRID: DelayGrid = { sender: "newreno", rtts: [100, 200, 400], statedBetas: [0.85, 0.95] };

const STATED: readonly StatedDelay[] = [
  { aqm: "codel", beta: 0.85, p50Ms: 1, p90Ms: 2, p90Below: true },
  { aqm: "codel", beta: 0.95, p50Ms: 3, p90Ms: 2 },
  { aqm: "pie", beta: 0.85, p50Ms: 15, p90Ms: 3 },
  { aqm: "pie", beta: 0.95, p50Ms: 20, p90Ms: 5 },
];

export const abe5: Experiment = {
  id: "abe-5",
  paper: ABE,
  where: "Figure 5",
  title: "What β_ecn costs in queue delay: NewReno",
  shows:
    "Distribution of the queue delay of the flows of figure 4. CoDel stays near its target of 5 ms for every β_ecn; PIE's distribution has the heavier tail. At 100 ms β_ecn 0.85 and 0.95 add 1 to 3 ms with CoDel, and up to 20 ms to PIE's median. The paper concludes that 0.7 to 0.85 serve NewReno well.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.newrenoReceiver,
    CHOSEN.queues,
    CHOSEN.queueAge,
    CHOSEN.segments,
    CHOSEN.noise,
    "Flows of 100 s, slow start included.",
    TRADE_OFF_TEXT,
  ],
  differences: [
    "Delay is each packet's sojourn time; the paper takes measured round trips less the path's and 1 ms.",
    "A packet that meets one being transmitted waits up to 1.2 ms.",
  ],
  jobs: (size) => delayJobs(GRID, size),
  read: readDelay,
  reduce: (readings, size) => ({
    figures: delayFigures(readings, size, GRID),
    heatMaps: [],
    tables: [tradeOffTable(readings, size, GRID), delayTable(readings, size, GRID)],
    claims: [
      ...STATED.flatMap((stated) => delayRise(readings, size, GRID, stated)),
      ...nearTarget(readings, size),
      ...heavierTail(readings, size),
      ...AQMS.flatMap((aqm) => wellServed(readings, size, GRID, aqm)),
    ],
  }),
};

function casesOf(size: Size) {
  return size === "full"
    ? cross({ rtt: GRID.rtts, beta: BETAS.newreno })
    : cross({ rtt: GRID.rtts.slice(0, 1), beta: [0.5, ...GRID.statedBetas] });
}

function nearTarget(readings: Readings, size: Size): Claim[] {
  return checked(
    {
      id: "codel-near-target",
      text: "CoDel's delay stays near its target of 5 ms for every β_ecn.",
      paper: "shape",
      tolerance: "Every 90th percentile at most 10 ms.",
    },
    casesOf(size).map((one) => meanDelay(readings, size, { aqm: "codel", ...one }, "delayP90Ms")),
    (...p90) => ({
      ours: `90th percentiles from ${Math.min(...p90).toFixed(1)} to ${Math.max(...p90).toFixed(1)} ms`,
      holds: Math.max(...p90) <= 10,
    }),
  );
}

function heavierTail(readings: Readings, size: Size): Claim[] {
  const cases = casesOf(size);
  const of = (aqm: "codel" | "pie") =>
    cases.map((one) => meanDelay(readings, size, { aqm, ...one }, "delayP90Ms"));
  return checked(
    {
      id: "pie-heavier-tail",
      text: "PIE's distribution has the heavier tail.",
      paper: "shape",
      tolerance: "Its 90th percentile is the larger one in every case.",
    },
    [...of("codel"), ...of("pie")],
    (...p90) => {
      const larger = cases.filter((_, i) => p90[cases.length + i] > p90[i]).length;
      return { ours: `in ${larger} of ${cases.length} cases`, holds: larger === cases.length };
    },
  );
}
