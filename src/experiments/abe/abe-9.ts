/** Figure 9: convergence of two CUBIC flows. */
import type { Experiment } from "../experiment.ts";
import { CHOSEN } from "./chosen.ts";
import {
  type ConvergenceGrid,
  convergenceFigures,
  convergenceJobs,
  convergenceTable,
  LIMITS_TEXT,
  readConvergence,
} from "./convergence.ts";
import { type AboutRho, longTail, medianNear1, shareFaster } from "./convergence-claims.ts";
import { ABE } from "./paper.ts";

const GRID: ConvergenceGrid = { sender: "cubic", betas: [0.75, 0.8, 0.85, 0.9] };

const NEWCOMER =
  "How soon F first passes 0.95 is often decided within a second or two, by what the old flow gives up while the newcomer overshoots in slow start, and with ABE it gives up less. Looked at once a second, up to 40 Mbps, the median of ρ is 1.0 with CoDel and 1.0 to 1.5 with PIE: how closely the paper looked it does not say.";

const ABOUT: readonly AboutRho[] = [
  { aqm: "codel", medianCause: NEWCOMER },
  { aqm: "pie", medianCause: NEWCOMER },
];

export const abe9: Experiment = {
  id: "abe-9",
  paper: ABE,
  where: "Figure 9",
  title: "Convergence of two CUBIC flows",
  shows:
    "A second CUBIC flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) reaches 0.95 with that of β_ecn 0.7. Its median is near or below 1, but it has a long tail, and fewer than half of the paths converge faster with ABE.",
  chosen: [
    CHOSEN.cubic,
    CHOSEN.queues,
    CHOSEN.segments,
    "β_ecn 0.75, 0.8, 0.85 and 0.9; the paper has four values in all, which it does not list.",
    LIMITS_TEXT,
  ],
  differences: [
    "One run each, as the paper's count of experiments says.",
    "F(t) is taken every 20 ms in the first 10 s, and twice, as the paper defines it and as the time from which F stays at 0.95.",
  ],
  jobs: (size) => convergenceJobs(GRID, size),
  read: readConvergence,
  reduce: (readings, size) => ({
    figures: convergenceFigures(readings, size, GRID),
    heatMaps: [],
    tables: [convergenceTable(readings, size, GRID)],
    claims: ABOUT.flatMap((about) => [
      ...medianNear1(readings, size, GRID, about),
      ...shareFaster(readings, size, GRID, about, false),
      ...longTail(readings, size, GRID, about.aqm),
    ]),
  }),
};
