/** Figure 10: convergence of two NewReno flows. */
import { checked } from "../claim.ts";
import type { Claim, Readings, Size } from "../experiment.ts";
import { causeOf } from "./chosen.ts";
import { type ConvergenceGrid, rhoSummary } from "./convergence.ts";
import {
  type AboutRho,
  longTail,
  medianNear1,
  mediansText,
  type Rhos,
  rhosOf,
  shareFaster,
  sharesText,
} from "./convergence-claims.ts";
import { convergenceExperiment } from "./convergence-experiment.ts";
import { listed } from "./number-text.ts";

const GRID: ConvergenceGrid = { sender: "newreno", betas: [0.6, 0.7, 0.75, 0.8, 0.85] };

const GIVES_UP_LESS =
  "In many of the runs F comes to 0.95 within a second, in the newcomer's slow start, while the older flow gives up less at each mark with a larger β_ecn: the newcomer comes up to it later.";

const medianCause = ({ first }: Rhos) => `${GIVES_UP_LESS} The medians are ${mediansText(first)}.`;
const shareCause = ({ settled }: Rhos) =>
  `${GIVES_UP_LESS} Until F stays at 0.95 the shares are ${sharesText(settled)}.`;

const PIE: AboutRho = { aqm: "pie", medianCause, shareCause };
const ABOUT: readonly AboutRho[] = [{ aqm: "codel", medianCause }, PIE];

export const abe10 = convergenceExperiment({
  number: 10,
  grid: GRID,
  shows:
    "A second NewReno flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.5. Its median is near or below 1, with a long tail. Over PIE more than half of the experiments converge faster with every β_ecn, most with 0.75.",
  betasText:
    "β_ecn 0.6, 0.7, 0.75, 0.8 and 0.85 beside 0.5: 576 experiments are 48 paths, two queues and six values, which the paper does not list.",
  claims: (readings, size) => [
    ...ABOUT.flatMap((about) => [
      ...medianNear1(readings, size, GRID, about),
      ...longTail(readings, size, GRID, about.aqm),
    ]),
    ...shareFaster(readings, size, GRID, PIE, true),
    ...best(readings, size),
  ],
});

function best(readings: Readings, size: Size): Claim[] {
  const betas = size === "full" ? GRID.betas : [];
  return checked(
    {
      id: "pie-best",
      text: "Over PIE the largest share of experiments converges faster with β_ecn 0.75.",
      paper: "0.75",
      tolerance: "The largest share of all.",
      ...causeOf(size, noOrder(rhosOf(readings, size, GRID, "pie"))),
    },
    betas.map((beta) => rhoSummary(readings, size, GRID.sender, "pie", beta, "first")?.shareBelow1 ?? null),
    (...shares) => {
      const most = Math.max(...shares);
      const which = betas.filter((_, i) => shares[i] === most);
      return { ours: `${which.join(", ")} (${most.toFixed(2)})`, holds: which.includes(0.75) };
    },
  );
}

/** With the two largest shares until F stays, in the order of β_ecn. */
function noOrder({ first, settled }: Rhos): string {
  const shares = settled.map(({ shareBelow1 }) => shareBelow1);
  const [, least = 0] = [...shares].sort((a, b) => b - a);
  const largest = shares.flatMap((share, i) =>
    share >= least ? [`${GRID.betas[i]} (${share.toFixed(2)})`] : [],
  );
  return `By the first passage the shares are ${sharesText(first)}. Until F stays they are largest with ${listed(largest)}.`;
}
