/** Figures 4 and 5: throughput of S1, and of the flows that come and go, compared with proportionally fair rates. */

import { mean, rounded, standardDeviation } from "../../lib/statistics.ts";
import type { Experiment, Figure } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { cumulativeAt, middlesS, ratesBps } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import {
  type ActiveInterval,
  COMPARED_WAY,
  DIFFERENCES,
  durationS,
  type FeedbackWay,
  FLOW_NAMES,
  feedbackParts,
  phasesOf,
  phasesOfRun,
  WAYS,
} from "./paper.ts";

const WINDOW_S = 0.5;
/** Time at the start of each part that is not evaluated (s), because the rates are still changing. */
const SETTLING_S = 1;
const MEGABIT = 1e6;

const COMPARED: readonly FeedbackWay[] = ["bbr2", "bbr2-ecn", "cubic-pi"];

const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS / WINDOW_S) });

/** Reads the rate of the given flows in each window of time and in each part of the run. */
const readRates =
  (flows: readonly number[]): Experiment["read"] =>
  ({ samples, nowS }, { scenario }) => {
    const phases = phasesOfRun(scenario);
    const entries = flows.flatMap((flow) => {
      const column = samples.receivedBytes[flow];
      const inPhase = ({ fromS, toS }: ActiveInterval) => {
        const startS = fromS + SETTLING_S;
        if (toS <= startS) return null;
        const bytes = cumulativeAt(samples, column, toS) - cumulativeAt(samples, column, startS);
        return rounded((bytes * 8) / (toS - startS));
      };
      return [
        [`${FLOW_NAMES[flow]}.windowBps`, ratesBps(samples, column, partOf(nowS))],
        [`${FLOW_NAMES[flow]}.phaseBps`, phases.map(inPhase)],
      ];
    });
    return Object.fromEntries(entries);
  };

/**
 * Returns the rates of these flows divided by their fair shares, for each part of the run in which they are on, over all runs
 * with this kind of feedback.
 */
function shareSamples(runs: Runs, way: FeedbackWay, flows: readonly number[]) {
  const phases = phasesOf(runs.size);
  return runs.keys({ way }).flatMap((key) =>
    flows.flatMap((flow) => {
      const rates = listOf(runs.readings.get(key), `${FLOW_NAMES[flow]}.phaseBps`);
      return phases.flatMap(({ label, shareBps }, i) => {
        const [rate, share] = [rates[i] ?? null, shareBps[flow]];
        return rate === null || Number.isNaN(share) ? [] : [{ phase: label, ratio: rate / share }];
      });
    }),
  );
}

/**
 * Returns a figure of the flows' rates in the first run of each kind of feedback, and of the fair share of the last line's flow,
 * with a vertical edge at each change.
 */
function rateFigure(
  runs: Runs,
  id: string,
  title: string,
  lines: readonly (readonly [label: string, way: FeedbackWay, flow: number])[],
): Figure {
  const x = middlesS(partOf(durationS(runs.size)));
  const [, , flow] = lines[lines.length - 1];
  const phases = phasesOf(runs.size);
  const share = ({ shareBps }: ActiveInterval) =>
    Number.isNaN(shareBps[flow]) ? null : (rounded(shareBps[flow]) ?? 0) / MEGABIT;
  return {
    id,
    title,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 0 },
    series: [
      ...lines.map(([label, way, which]) =>
        runs.track(label, { way }, x, `${FLOW_NAMES[which]}.windowBps`, MEGABIT),
      ),
      {
        label: "proportionally fair share",
        x: phases.flatMap(({ fromS, toS }) => [fromS, toS]),
        y: phases.flatMap((phase) => [share(phase), share(phase)]),
        source: "model",
      },
    ],
  };
}

const S1 = 0;

/** Returns the labels of the parts of the run in which S1 is on, in the order of their first occurrence. */
const phaseLabels = (runs: Runs) =>
  [...new Set(phasesOf(runs.size).map(({ label }) => label))].filter((label) => label.startsWith("S1"));

/** Returns the mean of S1's rate divided by its fair share, over the given parts of the run. */
function meanRatio(runs: Runs, way: FeedbackWay, phases: readonly string[]): number | null {
  const samples = shareSamples(runs, way, [S1]).filter(({ phase }) => phases.includes(phase));
  return mean(samples.map(({ ratio }) => ratio));
}

/** Returns how far S1 is from its fair share, as the mean over the parts of the run. */
function meanDistance(runs: Runs, way: FeedbackWay): number | null {
  const ratios = phaseLabels(runs).map((label) => meanRatio(runs, way, [label]));
  return mean(ratios.filter((ratio) => ratio !== null).map((ratio) => Math.abs(1 - ratio)));
}

/** Cause that was found in runs without the hosts' delay, with gains from a fifth to twice the designed ones, and with NewReno. */
const MARKS_ADD_UP =
  "The marks of both routers add up for S1. A window of CUBIC answers marks per packet, and on its short round trip the 1 Gbps link leaves its flows windows as small as the WAN's: with all flows on, both links mark about as large a part of the packets. At twice the marks a window is smaller by a square root, 0.7 times. A proportionally fair price of the data-centre link would be one twenty-sixth of the WAN's. Neither the gains nor the sender matter: any integrator that holds 20 packets marks as many, and NewReno got about as little.";

export const feedback4 = study({
  ...feedbackParts(COMPARED),
  id: "feedback-4",
  where: "Figure 4",
  title: "Throughput of the flow that crosses both bottlenecks",
  shows:
    "S1 beside its proportionally fair share while others come and go. BBRv2 with ECN leaves it less than that while it competes in the data centre; CUBIC with PI keeps it near in all phases.",
  differences: [
    ...DIFFERENCES,
    "With BBRv2 and ECN S1 is below its share beside the WAN's flows alone as well: what each gets there depends on when it joined.",
  ],
  comparedWith: COMPARED_WAY,
  read: readRates([S1]),
  figures: (runs) => [
    rateFigure(
      runs,
      "s1",
      "Throughput of S1",
      COMPARED.map((way) => [WAYS[way].label, way, S1]),
    ),
  ],
  tables: (runs) => {
    const labels = phaseLabels(runs);
    return [
      {
        id: "shares",
        title: "Throughput of S1 over its share, mean of all runs",
        head: ["Feedback", ...labels],
        rows: COMPARED.map((way) => [
          WAYS[way].label,
          ...labels.map((label) => rounded(meanRatio(runs, way, [label]), 3)),
        ]),
      },
    ];
  },
  claims: (runs) => [
    {
      id: "ecn-below",
      text: "With BBRv2 and ECN, S1 gets less than its share while it competes in the data centre.",
      tolerance: "at least 5 % less on average",
      values: [meanRatio(runs, "bbr2-ecn", ["S1 and data-centre flows", "S1 and all flows"])],
      judge: (ratio) => ({ ours: `${ratio.toFixed(2)} of its share`, holds: ratio <= 0.95 }),
    },
    {
      id: "pi-near",
      text: "With CUBIC and PI, S1 is near its share in all phases.",
      tolerance: "within a fifth in each phase, mean of all runs: the paper gives no numbers",
      cause: MARKS_ADD_UP,
      values: phaseLabels(runs)
        .map((label) => meanRatio(runs, "cubic-pi", [label]))
        .filter((ratio) => ratio !== null),
      judge: (...ratios) => ({
        ours: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} of its share`,
        holds: ratios.every((ratio) => Math.abs(1 - ratio) <= 0.2),
      }),
    },
    {
      id: "pi-nearer",
      text: "S1 is nearer to its share with CUBIC and PI than with BBRv2 and ECN.",
      basis: "ours",
      tolerance: "distance from the share, mean of the phases",
      values: [meanDistance(runs, "cubic-pi"), meanDistance(runs, "bbr2-ecn")],
      judge: (withPi, withStep) => ({
        ours: `${(100 * withPi).toFixed(0)} % off with PI, ${(100 * withStep).toFixed(0)} % off with BBRv2 and ECN`,
        holds: withPi < withStep,
      }),
    },
  ],
});

const CLUSTERS = [
  { id: "dc", label: "in the data centre", flows: [1, 2, 3] },
  { id: "wan", label: "in the WAN", flows: [4, 5, 6] },
] as const;
const LOCAL = CLUSTERS.flatMap(({ flows }) => flows);

const ratiosOf = (runs: Runs, way: FeedbackWay, flows: readonly number[] = LOCAL) =>
  shareSamples(runs, way, flows).map(({ ratio }) => ratio);

export const feedback5 = study({
  ...feedbackParts(COMPARED),
  id: "feedback-5",
  where: "Figure 5",
  title: "Throughput of the flows that come and go",
  shows:
    "S2 to S4 in the data centre and S5 to S7 in the WAN beside their proportionally fair shares. BBRv2 by delay alone has no unique point to come to; with ECN it is near the share on average; CUBIC with PI is at it.",
  differences: DIFFERENCES,
  comparedWith: COMPARED_WAY,
  read: readRates(LOCAL),
  figures: (runs) =>
    COMPARED.flatMap((way) =>
      CLUSTERS.map(({ id, label, flows }) =>
        rateFigure(
          runs,
          `${way}-${id}`,
          `Throughput ${label}: ${WAYS[way].label}`,
          flows.map((flow) => [FLOW_NAMES[flow], way, flow]),
        ),
      ),
    ),
  tables: (runs) => [
    {
      id: "shares",
      title: "Throughput over share while on: mean, least and most over phases and runs",
      head: [
        "Flow",
        ...COMPARED.flatMap((way) => ["mean", "least", "most"].map((what) => `${WAYS[way].label}: ${what}`)),
      ],
      rows: LOCAL.map((flow) => [
        FLOW_NAMES[flow],
        ...COMPARED.flatMap((way) => {
          const ratios = ratiosOf(runs, way, [flow]);
          const middle = mean(ratios);
          if (middle === null) return [null, null, null];
          return [middle, Math.min(...ratios), Math.max(...ratios)].map((value) => rounded(value, 3));
        }),
      ]),
    },
  ],
  claims: (runs) => [
    {
      id: "delay-no-point",
      text: "BBRv2 without ECN comes to no unique point: equal flows get unequal rates, other ones each time.",
      tolerance:
        "standard deviation of rate over share, over flows, phases and runs, at least three times that with PI",
      values: [standardDeviation(ratiosOf(runs, "bbr2")), standardDeviation(ratiosOf(runs, "cubic-pi"))],
      judge: (delay, pi) => ({
        ours: `${delay.toFixed(2)} against ${pi.toFixed(2)} with PI`,
        holds: delay >= 3 * pi,
      }),
    },
    {
      id: "ecn-average",
      text: "BBRv2 with ECN is near the share on average.",
      tolerance: "mean over flows, phases and runs within a tenth",
      values: [mean(ratiosOf(runs, "bbr2-ecn"))],
      judge: (ratio) => ({ ours: `${ratio.toFixed(2)} of the share`, holds: Math.abs(1 - ratio) <= 0.1 }),
    },
    {
      id: "pi-at-share",
      text: "CUBIC with PI is at the share.",
      tolerance: "each flow's mean over phases and runs within a tenth",
      values: LOCAL.map((flow) => mean(ratiosOf(runs, "cubic-pi", [flow]))),
      judge: (...means) => ({
        ours: `${Math.min(...means).toFixed(2)} to ${Math.max(...means).toFixed(2)} of the share`,
        holds: means.every((one) => Math.abs(1 - one) <= 0.1),
      }),
    },
  ],
});
