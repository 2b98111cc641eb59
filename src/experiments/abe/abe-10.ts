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
  readConvergence,
  rhoSummary,
} from "./convergence.ts";
import { type AboutRho, longTail, medianNear1, shareFaster } from "./convergence-claims.ts";
import { ABE } from "./paper.ts";

const GRID: ConvergenceGrid = { sender: "newreno", betas: [0.6, 0.7, 0.75, 0.8, 0.85] };

const NEWCOMER =
  "On half of the paths F first passes 0.95 within 0.4 to 1 s: what decides is how much the old flow gives up while the newcomer overshoots in slow start, and with ABE it gives up less.";
const COARSER =
  "Looked at once a second, up to 40 Mbps, the median of ρ is 1.0 for every β_ecn: how closely the paper looked it does not say. Until F stays at 0.95 it is below 1 with CoDel.";
const CHANCE =
  "A share counts 48 single runs. Up to 20 Mbps, with five seeds and round trips moved by up to 1 %, shares lay between 0.09 and 0.50. Until F stays at 0.95 the shares lie around a half too.";

const PIE: AboutRho = {
  aqm: "pie",
  medianCause: `${NEWCOMER} ${COARSER}`,
  shareCause: `${NEWCOMER} ${CHANCE}`,
};
const ABOUT: readonly AboutRho[] = [{ aqm: "codel", medianCause: `${NEWCOMER} ${COARSER}` }, PIE];

export const abe10: Experiment = {
  id: "abe-10",
  paper: ABE,
  where: "Figure 10",
  title: "Convergence of two NewReno flows",
  shows:
    "A second NewReno flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) reaches 0.95 with that of β_ecn 0.5. Its median is near or below 1, with a long tail. Over PIE more than half of the paths converge faster with every β_ecn, most with 0.75.",
  chosen: [
    CHOSEN.newreno,
    CHOSEN.queues,
    CHOSEN.segments,
    "β_ecn 0.6, 0.7, 0.75, 0.8 and 0.85; the paper has six values in all, 0.5 included, which it does not list.",
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
