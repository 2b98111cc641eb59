/** What the paper says of the shape of both queues' delay with either sender: figures 5 and 7. */
import { checked } from "../claim.ts";
import type { Claim, Readings, Size } from "../experiment.ts";
import { cross } from "../grid.ts";
import { BASE_BETA, BETAS, causeOf } from "./chosen.ts";
import { type DelayGrid, meanDelay } from "./delay.ts";

function casesOf({ sender, rtts, statedBetas }: DelayGrid, size: Size) {
  return size === "full"
    ? cross({ rtt: rtts, beta: BETAS[sender] })
    : cross({ rtt: rtts.slice(0, 1), beta: [BASE_BETA[sender], ...statedBetas] });
}

export function codelNearTarget(readings: Readings, size: Size, grid: DelayGrid): Claim[] {
  return checked(
    {
      id: "codel-near-target",
      text: "CoDel's delay stays near its target of 5 ms for every β_ecn.",
      paper: "shape",
      tolerance: "Every 90th percentile at most 10 ms.",
      ...causeOf(size),
    },
    casesOf(grid, size).map((one) => meanDelay(readings, size, { aqm: "codel", ...one }, "delayP90Ms")),
    (...p90) => ({
      ours: `90th percentiles from ${Math.min(...p90).toFixed(1)} to ${Math.max(...p90).toFixed(1)} ms`,
      holds: Math.max(...p90) <= 10,
    }),
  );
}

export function pieHeavierTail(readings: Readings, size: Size, grid: DelayGrid): Claim[] {
  const cases = casesOf(grid, size);
  const of = (aqm: "codel" | "pie") =>
    cases.map((one) => meanDelay(readings, size, { aqm, ...one }, "delayP90Ms"));
  return checked(
    {
      id: "pie-heavier-tail",
      text: "PIE's distribution has the heavier tail.",
      paper: "shape",
      tolerance: "Its 90th percentile is the larger one in every case.",
      ...causeOf(size),
    },
    [...of("codel"), ...of("pie")],
    (...p90) => {
      const larger = cases.filter((_, i) => p90[cases.length + i] > p90[i]).length;
      return { ours: `in ${larger} of ${cases.length} cases`, holds: larger === cases.length };
    },
  );
}
