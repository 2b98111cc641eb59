/** Figure 10: convergence of two NewReno flows. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size } from "../experiment.ts";
import { CHOSEN, causeOf } from "./chosen.ts";
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
  rhoSummary,
  STAYS_TEXT,
} from "./convergence.ts";
import { type AboutRho, longTail, medianNear1, shareFaster } from "./convergence-claims.ts";
import { ABE } from "./paper.ts";

const GRID: ConvergenceGrid = { sender: "newreno", betas: [0.6, 0.7, 0.75, 0.8, 0.85] };

const GIVES_UP_LESS =
  "In half of the runs F comes to 0.95 within a second, in the newcomer's slow start, while the older flow gives up less at each mark with a larger β_ecn: the newcomer comes up to it later.";

const CODEL_MEDIAN = `${GIVES_UP_LESS} The medians are 1.07, 1.11, 1.10, 1.25 and 1.50.`;
const PIE_MEDIAN = `${GIVES_UP_LESS} The medians are 1.00, 1.00, 1.23, 1.12 and 1.31.`;
const PIE_SHARE = `${GIVES_UP_LESS} Until F stays at 0.95 the shares are 0.51, 0.54, 0.53, 0.51 and 0.49.`;

const NO_ORDER =
  "By the first passage the shares are 0.37, 0.38, 0.30, 0.33 and 0.29. Until F stays they are largest with 0.7 (0.54) and 0.75 (0.53).";

const PIE: AboutRho = { aqm: "pie", medianCause: PIE_MEDIAN, shareCause: PIE_SHARE };
const ABOUT: readonly AboutRho[] = [{ aqm: "codel", medianCause: CODEL_MEDIAN }, PIE];

export const abe10: Experiment = {
  id: "abe-10",
  paper: ABE,
  where: "Figure 10",
  title: "Convergence of two NewReno flows",
  shows:
    "A second NewReno flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.5. Its median is near or below 1, with a long tail. Over PIE more than half of the experiments converge faster with every β_ecn, most with 0.75.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.newrenoReceiver,
    CHOSEN.queues,
    CHOSEN.segments,
    "β_ecn 0.6, 0.7, 0.75, 0.8 and 0.85 beside 0.5: 576 experiments are 48 paths, two queues and six values, which the paper does not list.",
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
      ...causeOf(size, NO_ORDER),
    },
    betas.map((beta) => rhoSummary(readings, size, GRID.sender, "pie", beta, "first")?.shareBelow1 ?? null),
    (...shares) => {
      const most = Math.max(...shares);
      const which = betas.filter((_, i) => shares[i] === most);
      return { ours: `${which.join(", ")} (${most.toFixed(2)})`, holds: which.includes(0.75) };
    },
  );
}
