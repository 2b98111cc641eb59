/** Figure 5: distribution of the queue delay with one NewReno flow. */
import type { Experiment } from "../experiment.ts";
import { AQMS, CHOSEN } from "./chosen.ts";
import {
  type DelayGrid,
  delayFigures,
  delayJobs,
  delayRise,
  delayTable,
  readDelay,
  type StatedDelay,
} from "./delay.ts";
import { codelNearTarget, pieHeavierTail } from "./delay-shape.ts";
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
      ...codelNearTarget(readings, size, GRID),
      ...pieHeavierTail(readings, size, GRID),
      ...AQMS.flatMap((aqm) => wellServed(readings, size, GRID, aqm)),
    ],
  }),
};
