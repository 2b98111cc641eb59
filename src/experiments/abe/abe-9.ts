/** Figure 9: convergence of two CUBIC flows. */
import type { Experiment } from "../experiment.ts";
import { CHOSEN } from "./chosen.ts";
import {
  type ConvergenceGrid,
  convergenceFigures,
  convergenceJobs,
  convergenceTable,
  HANDSHAKE_TEXT,
  LIMITS_TEXT,
  LOOKS_TEXT,
  RUNS_TEXT,
  readConvergence,
  STAYS_TEXT,
} from "./convergence.ts";
import { type AboutRho, longTail, medianNear1, shareFaster } from "./convergence-claims.ts";
import { ABE } from "./paper.ts";

const GRID: ConvergenceGrid = { sender: "cubic", betas: [0.75, 0.8, 0.85] };

const GIVES_UP_LESS =
  "In 32 % of the runs F comes to 0.95 within a second, in the newcomer's slow start, while the older flow gives up less at each mark with a larger β_ecn: the newcomer comes up to it later. The medians are 1.00, 1.00 and 1.41 with 0.75, 0.8 and 0.85.";

const ABOUT: readonly AboutRho[] = [{ aqm: "codel" }, { aqm: "pie", medianCause: GIVES_UP_LESS }];

export const abe9: Experiment = {
  id: "abe-9",
  paper: ABE,
  where: "Figure 9",
  title: "Convergence of two CUBIC flows",
  shows:
    "A second CUBIC flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.7. Its median is near or below 1, but it has a long tail, and fewer than half of the experiments converge faster with ABE.",
  chosen: [
    CHOSEN.cubic,
    CHOSEN.queues,
    CHOSEN.segments,
    "β_ecn 0.75, 0.8 and 0.85 beside 0.7: 384 experiments are 48 paths, two queues and four values, which the paper does not list; its figures of fairness and its conclusion name these.",
    CHOSEN.noise,
    RUNS_TEXT,
    HANDSHAKE_TEXT,
    STAYS_TEXT,
    LOOKS_TEXT,
    LIMITS_TEXT,
  ],
  differences: ["Three runs of each path where the paper has one."],
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
