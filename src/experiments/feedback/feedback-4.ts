/** Figure 4: what S1, which crosses both bottlenecks, gets beside what would be proportionally fair. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Readings, Size, Table } from "../experiment.ts";
import { mean, rounded } from "../statistics.ts";
import { CHOSEN, DIFFERENCES, FEEDBACK } from "./chosen.ts";
import { rateFigure, rateLine, readRates, type ShareSample, shareSamples } from "./read-rates.ts";
import { COMPARED_WAY, type Feedback, jobsOfWays, phasesOf, WAYS } from "./runs.ts";

const COMPARED: readonly Feedback[] = ["bbr2", "bbr2-ecn", "cubic-pi"];
const S1 = 0;
const WITH_DC = ["S1 and data-centre flows", "S1 and all flows"];
/** What "near" is taken for. */
const NEAR = 0.2;

/** Counted in runs without the hosts' delay, with gains from a fifth to twice the designed ones, and with NewReno. */
const MARKS_ADD_UP =
  "The marks of both routers add up for S1. A window of CUBIC answers marks per packet, and on its short round trip the 1 Gbps link leaves its flows windows as small as the WAN's: with all flows on, both links mark about as large a part of the packets. At twice the marks a window is smaller by a square root, 0.7 times. A proportionally fair price of the data-centre link would be one twenty-sixth of the WAN's. Neither the gains nor the sender matter: any integrator that holds 20 packets marks as many, and NewReno got about as little.";

/** In the order in which they come first, S1's own only. */
function phaseLabels(size: Size): string[] {
  return [...new Set(phasesOf(size).map(({ label }) => label))].filter((label) => label.startsWith("S1"));
}

function meanRatio(samples: readonly ShareSample[], phases: readonly string[]): number | null {
  return mean(samples.filter(({ phase }) => phases.includes(phase)).map(({ ratio }) => ratio));
}

/** Mean over the phases of how far S1 is from its share. */
function meanDistance(samples: readonly ShareSample[], size: Size): number | null {
  const ratios = phaseLabels(size).map((label) => meanRatio(samples, [label]));
  return mean(ratios.filter((ratio) => ratio !== null).map((ratio) => Math.abs(1 - ratio)));
}

function phaseClaims(readings: Readings, size: Size): Claim[] {
  const samples = (way: Feedback) => shareSamples(way, [S1], readings, size);
  const piRatios = phaseLabels(size).map((label) => meanRatio(samples("cubic-pi"), [label]));
  return [
    ...checked(
      {
        id: "ecn-below",
        text: "With BBRv2 and ECN, S1 gets less than its share while it competes in the data centre.",
        paper: "shape",
        tolerance: "at least 5 % less on average",
      },
      [meanRatio(samples("bbr2-ecn"), WITH_DC)],
      (ratio) => ({ ours: `${ratio.toFixed(2)} of its share`, holds: ratio <= 0.95 }),
    ),
    ...checked(
      {
        id: "pi-near",
        text: "With CUBIC and PI, S1 is near its share in all phases.",
        paper: "shape",
        tolerance: "within a fifth in each phase, mean of all runs: the paper gives no numbers",
        cause: MARKS_ADD_UP,
      },
      piRatios.filter((ratio) => ratio !== null),
      (...ratios) => ({
        ours: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} of its share`,
        holds: ratios.every((ratio) => Math.abs(1 - ratio) <= NEAR),
      }),
    ),
  ];
}

function comparison(readings: Readings, size: Size): Claim[] {
  const distance = (way: Feedback) => meanDistance(shareSamples(way, [S1], readings, size), size);
  return checked(
    {
      id: "pi-nearer",
      text: "S1 is nearer to its share with CUBIC and PI than with BBRv2 and ECN.",
      basis: "ours",
      paper: "shape",
      tolerance: "distance from the share, mean of the phases",
    },
    [distance("cubic-pi"), distance("bbr2-ecn")],
    (withPi, withStep) => ({
      ours: `${(100 * withPi).toFixed(0)} % off with PI, ${(100 * withStep).toFixed(0)} % off with BBRv2 and ECN`,
      holds: withPi < withStep,
    }),
  );
}

function table(readings: Readings, size: Size): Table {
  const labels = phaseLabels(size);
  const rows = COMPARED.map((way) => {
    const samples = shareSamples(way, [S1], readings, size);
    return [
      WAYS[way].label,
      ...labels.map((label) => {
        const ratio = meanRatio(samples, [label]);
        return ratio === null ? null : rounded(ratio, 3);
      }),
    ];
  });
  return {
    id: "shares",
    title: "Throughput of S1 over its share, mean of all runs",
    head: ["Feedback", ...labels],
    rows,
  };
}

export const feedback4: Experiment = {
  id: "feedback-4",
  paper: FEEDBACK,
  where: "Figure 4",
  title: "Throughput of the flow that crosses both bottlenecks",
  shows:
    "S1 beside its proportionally fair share while others come and go. BBRv2 with ECN leaves it less than that while it competes in the data centre; CUBIC with PI keeps it near in all phases.",
  chosen: CHOSEN,
  differences: [
    ...DIFFERENCES,
    "With BBRv2 and ECN S1 is below its share beside the WAN's flows alone as well: what each gets there depends on when it joined.",
  ],
  comparedWith: COMPARED_WAY,
  jobs: (size) => jobsOfWays(COMPARED, size),
  read: readRates([S1]),
  reduce: (readings, size) => ({
    figures: [
      rateFigure(
        "s1",
        "Throughput of S1",
        COMPARED.map((way) => rateLine(way, S1, WAYS[way].label, readings, size)),
        size,
      ),
    ],
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [...phaseClaims(readings, size), ...comparison(readings, size)],
  }),
};
