/** Figure 9: convergence of two CUBIC flows. */
import type { ConvergenceGrid } from "./convergence.ts";
import {
  type AboutRho,
  longTail,
  medianNear1,
  mediansText,
  type Rhos,
  shareFaster,
} from "./convergence-claims.ts";
import { convergenceExperiment } from "./convergence-experiment.ts";
import { listed } from "./number-text.ts";

const GRID: ConvergenceGrid = { sender: "cubic", betas: [0.75, 0.8, 0.85] };

const GIVES_UP_LESS =
  "In many of the runs F comes to 0.95 within a second, in the newcomer's slow start, while the older flow gives up less at each mark with a larger β_ecn: the newcomer comes up to it later.";

const pieMedian = ({ first }: Rhos) =>
  `${GIVES_UP_LESS} The medians are ${mediansText(first)} with ${listed(GRID.betas)}.`;

const ABOUT: readonly AboutRho[] = [{ aqm: "codel" }, { aqm: "pie", medianCause: pieMedian }];

export const abe9 = convergenceExperiment({
  number: 9,
  grid: GRID,
  shows:
    "A second CUBIC flow joins after 30 s, on 48 paths from 1 to 100 Mbps and 10 to 320 ms. ρ compares the time until F(t) has come to 0.95 with that of β_ecn 0.7. Its median is near or below 1, but it has a long tail, and fewer than half of the experiments converge faster with ABE.",
  betasText:
    "β_ecn 0.75, 0.8 and 0.85 beside 0.7: 384 experiments are 48 paths, two queues and four values, which the paper does not list; its figures of fairness and its conclusion name these.",
  claims: (readings, size) =>
    ABOUT.flatMap((about) => [
      ...medianNear1(readings, size, GRID, about),
      ...shareFaster(readings, size, GRID, about, false),
      ...longTail(readings, size, GRID, about.aqm),
    ]),
});
