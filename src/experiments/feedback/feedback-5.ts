/** Figure 5: what the flows that come and go get beside their proportionally fair share. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Readings, Size, Table } from "../experiment.ts";
import { mean, rounded, standardDeviation } from "../statistics.ts";
import { CHOSEN, DIFFERENCES, FEEDBACK } from "./chosen.ts";
import { rateFigure, rateLine, readRates, shareSamples } from "./read-rates.ts";
import { COMPARED_WAY, type Feedback, FLOW_NAMES, jobsOfWays, WAYS } from "./runs.ts";

const COMPARED: readonly Feedback[] = ["bbr2", "bbr2-ecn", "cubic-pi"];
const CLUSTERS = [
  { id: "dc", label: "in the data centre", flows: [1, 2, 3] },
  { id: "wan", label: "in the WAN", flows: [4, 5, 6] },
] as const;
const LOCAL = CLUSTERS.flatMap(({ flows }) => flows);

function ratiosOf(way: Feedback, flows: readonly number[], readings: Readings, size: Size): number[] {
  return shareSamples(way, flows, readings, size).map(({ ratio }) => ratio);
}

function bbrClaims(readings: Readings, size: Size): Claim[] {
  const ratios = (way: Feedback) => ratiosOf(way, LOCAL, readings, size);
  return [
    ...checked(
      {
        id: "delay-no-point",
        text: "BBRv2 without ECN comes to no unique point: equal flows get unequal rates, other ones each time.",
        paper: "shape",
        tolerance:
          "standard deviation of rate over share, over flows, phases and runs, at least three times that with PI",
      },
      [standardDeviation(ratios("bbr2")), standardDeviation(ratios("cubic-pi"))],
      (delay, pi) => ({
        ours: `${delay.toFixed(2)} against ${pi.toFixed(2)} with PI`,
        holds: delay >= 3 * pi,
      }),
    ),
    ...checked(
      {
        id: "ecn-average",
        text: "BBRv2 with ECN is near the share on average.",
        paper: "shape",
        tolerance: "mean over flows, phases and runs within a tenth",
      },
      [mean(ratios("bbr2-ecn"))],
      (ratio) => ({ ours: `${ratio.toFixed(2)} of the share`, holds: Math.abs(1 - ratio) <= 0.1 }),
    ),
  ];
}

function piClaims(readings: Readings, size: Size): Claim[] {
  return checked(
    {
      id: "pi-at-share",
      text: "CUBIC with PI is at the share.",
      paper: "shape",
      tolerance: "each flow's mean over phases and runs within a tenth",
    },
    LOCAL.map((flow) => mean(ratiosOf("cubic-pi", [flow], readings, size))),
    (...means) => ({
      ours: `${Math.min(...means).toFixed(2)} to ${Math.max(...means).toFixed(2)} of the share`,
      holds: means.every((one) => Math.abs(1 - one) <= 0.1),
    }),
  );
}

function figures(readings: Readings, size: Size): Figure[] {
  return COMPARED.flatMap((way) =>
    CLUSTERS.map(({ id, label, flows }) =>
      rateFigure(
        `${way}-${id}`,
        `Throughput ${label}: ${WAYS[way].label}`,
        flows.map((flow) => rateLine(way, flow, FLOW_NAMES[flow], readings, size)),
        size,
      ),
    ),
  );
}

function table(readings: Readings, size: Size): Table {
  const rows = LOCAL.map((flow) => [
    FLOW_NAMES[flow],
    ...COMPARED.flatMap((way) => {
      const ratios = ratiosOf(way, [flow], readings, size);
      const middle = mean(ratios);
      if (middle === null) return [null, null, null];
      return [middle, Math.min(...ratios), Math.max(...ratios)].map((value) => rounded(value, 3));
    }),
  ]);
  return {
    id: "shares",
    title: "Throughput over share while on: mean, least and most over phases and runs",
    head: [
      "Flow",
      ...COMPARED.flatMap((way) => ["mean", "least", "most"].map((what) => `${WAYS[way].label}: ${what}`)),
    ],
    rows,
  };
}

export const feedback5: Experiment = {
  id: "feedback-5",
  paper: FEEDBACK,
  where: "Figure 5",
  title: "Throughput of the flows that come and go",
  shows:
    "S2 to S4 in the data centre and S5 to S7 in the WAN beside their proportionally fair shares. BBRv2 by delay alone has no unique point to come to; with ECN it is near the share on average; CUBIC with PI is at it.",
  chosen: CHOSEN,
  differences: DIFFERENCES,
  comparedWith: COMPARED_WAY,
  jobs: (size) => jobsOfWays(COMPARED, size),
  read: readRates(LOCAL),
  reduce: (readings, size) => ({
    figures: figures(readings, size),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [...bbrClaims(readings, size), ...piClaims(readings, size)],
  }),
};
