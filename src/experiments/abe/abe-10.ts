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
  "Looked at ten times a second F comes to 0.95 within a second in 55 % of the runs over CoDel and in 57 % over PIE, in the newcomer's slow start. The medians of ρ are then 1.0 to 1.5 over CoDel and 1.0 to 1.3 over PIE, and 0.2 to 0.3 are below 1.";

const BEFORE_ANY_CUT =
  "On 17 of the 48 paths F comes to 0.95 before any reduction since the join can have had an effect, and on 37 no later than in the second of the newcomer's first one (0.5, one run each): there β_ecn has hardly a say, a third of all ρ are exactly 1, and more than half cannot be below. Until F stays at 0.95 the shares are 0.39, 0.43, 0.49, 0.49 and 0.46.";

const CHANCE =
  "By the first passage the shares of all values lie within 0.08 of each other. Until F stays, 0.75 has the largest (0.489, 0.8 has 0.486).";

const PIE: AboutRho = { aqm: "pie", shareCause: BEFORE_ANY_CUT };
const ABOUT: readonly AboutRho[] = [{ aqm: "codel" }, PIE];

export const abe10: Experiment = {
  id: "abe-10",
  paper: ABE,
  where: "Figure 10",
  title: "Convergence of two NewReno flows",
  shows:
    "A second NewReno flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.5. Its median is near or below 1, with a long tail. Over PIE more than half of the experiments converge faster with every β_ecn, most with 0.75.",
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
      text: "Over PIE the largest share of experiments converges faster with β_ecn 0.75.",
      paper: "0.75",
      tolerance: "The largest share of all.",
      ...causeOf(size, CHANCE),
    },
    betas.map((beta) => rhoSummary(readings, size, GRID.sender, "pie", beta, "first")?.shareBelow1 ?? null),
    (...shares) => {
      const most = Math.max(...shares);
      const which = betas.filter((_, i) => shares[i] === most);
      return { ours: `${which.join(", ")} (${most.toFixed(2)})`, holds: which.includes(0.75) };
    },
  );
}
