/** Figure 7: distribution of the queue delay with one CUBIC flow. */
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

const GRID: DelayGrid = { sender: "cubic", rtts: [100], statedBetas: [0.85, 0.95] };

const LITTLE_ROOM =
  "CUBIC's flat top near W_max keeps a queue for half of the cycle with 0.7 already: its median is 3.1 ms, that of 0.95 is 5.1 ms, and CoDel holds the 90th percentile to 7 ms, so that 5 ms more are not possible. With fast convergence, which the paper had off, the median with 0.7 is 1.2 ms and 0.95 adds 2.5 ms, but over PIE 11.5 ms. With reductions at once the rise is 1.7 ms; with the counting of Linux 4.0 and later two fifths of the reductions with 0.95 follow right on another, and the median falls.";

const STATED: readonly StatedDelay[] = [
  { aqm: "codel", beta: 0.85, p50Ms: 2.5, p90Ms: 1, p90Below: true },
  { aqm: "codel", beta: 0.95, p50Ms: 5, p90Ms: 1, p90Below: true, cause: LITTLE_ROOM },
  { aqm: "pie", beta: 0.85, p50Ms: 2.5, p90Ms: 1, p90Below: true },
  { aqm: "pie", beta: 0.95, p50Ms: 5, p90Ms: 1, p90Below: true },
];

export const abe7: Experiment = {
  id: "abe-7",
  paper: ABE,
  where: "Figure 7",
  title: "What β_ecn costs in queue delay: CUBIC",
  shows:
    "Distribution of the queue delay of one CUBIC flow over 10 Mbps and 100 ms. With either queue β_ecn 0.85 adds 2.5 ms to the median and 0.95 adds 5 ms, and less than 1 ms to the 90th percentile. The paper concludes that 0.85 to 0.95 serve CUBIC well, and settles on 0.85.",
  chosen: [
    CHOSEN.cubic,
    CHOSEN.queues,
    CHOSEN.queueAge,
    CHOSEN.segments,
    CHOSEN.noise,
    "Flows of 100 s, slow start included.",
    TRADE_OFF_TEXT,
  ],
  differences: [
    "Delay is each packet's sojourn time; the paper takes measured round trips less the path's and 1 ms.",
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
