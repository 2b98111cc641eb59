/** Figure 10: convergence of two NewReno flows. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { CHOSEN, causeOf } from "./chosen.ts";
import {
  type ConvergenceGrid,
  convergenceFigures,
  convergenceJobs,
  convergenceTable,
  LIMITS_TEXT,
  LOOKS_TEXT,
  RUNS_TEXT,
  readConvergence,
  rhoSummary,
  STAYS_TEXT,
} from "./convergence.ts";
import { type AboutRho, longTail, medianNear1, shareFaster } from "./convergence-claims.ts";
import { ABE } from "./paper.ts";

const GRID: ConvergenceGrid = { sender: "newreno", betas: [0.6, 0.7, 0.75, 0.8, 0.85] };

const FINE_LOOK =
  "Looked at every 20 ms, one run each, F passes 0.95 within a second on two thirds of the paths and within 0.3 s on half of them, in the newcomer's slow start: nobody would call that converged. The medians of ρ are then 1.0 to 1.6 over CoDel and 1.2 to 1.5 over PIE, and 0.1 to 0.4 of the paths are faster.";

const ENDS_OF_THE_RANGE =
  "More than half are faster with 0.7, 0.75 and 0.8, most with 0.75, as the paper has it; with 0.6 and 0.85, at the ends of the range, it is a little less than half of the paths, some of which tie with the same second.";

const PIE: AboutRho = { aqm: "pie", shareCause: ENDS_OF_THE_RANGE };
const ABOUT: readonly AboutRho[] = [{ aqm: "codel" }, PIE];

export const abe10: Experiment = {
  id: "abe-10",
  paper: ABE,
  where: "Figure 10",
  title: "Convergence of two NewReno flows",
  shows:
    "A second NewReno flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.5. Its median is near or below 1, with a long tail. Over PIE more than half of the paths converge faster with every β_ecn, most with 0.75.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.queues,
    CHOSEN.segments,
    "β_ecn 0.6, 0.7, 0.75, 0.8 and 0.85 beside 0.5: 576 experiments are 48 paths, two queues and six values, which the paper does not list.",
    CHOSEN.noise,
    RUNS_TEXT,
    STAYS_TEXT,
    LOOKS_TEXT,
    LIMITS_TEXT,
  ],
  differences: ["Three runs of each path where the paper has one.", FINE_LOOK],
  jobs: (size) => convergenceJobs(GRID, size),
  read: readConvergence,
  reduce: (readings, size) => ({
    figures: convergenceFigures(readings, size, GRID),
    heatMaps: [],
    tables: [convergenceTable(readings, size, GRID)],
    claims: [
      ...ABOUT.flatMap((about) => [
        ...medianNear1(readings, size, GRID, about),
        ...longTail(readings, size, GRID, about.aqm),
      ]),
      ...shareFaster(readings, size, GRID, PIE, true),
      ...best(readings, size),
    ],
  }),
};

function best(readings: Readings, size: Size): Claim[] {
  const betas = size === "full" ? GRID.betas : [];
  return checked(
    {
      id: "pie-best",
      text: "Over PIE the largest share of paths converges faster with β_ecn 0.75.",
      paper: "0.75",
      tolerance: "The largest share of all.",
      ...causeOf(size),
    },
    betas.map((beta) => rhoSummary(readings, size, GRID.sender, "pie", beta, "settled")?.shareBelow1 ?? null),
    (...shares) => {
      const most = Math.max(...shares);
      const which = betas.filter((_, i) => shares[i] === most);
      return { ours: `${which.join(", ")} (${most.toFixed(2)})`, holds: which.includes(0.75) };
    },
  );
}
