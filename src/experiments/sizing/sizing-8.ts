/** Figure 8: the sum of the windows of many flows, and whether they move in step. */

import type { Snapshot } from "../../engine/index.ts";
import { mean, rounded, standardDeviation } from "../../lib/statistics.ts";
import type { RunValues } from "../experiment.ts";
import { cross, listOf } from "../grid.ts";
import { resample } from "../read-run.ts";
import { type Runs, study } from "../study.ts";
import { CHOSEN, erf, lineUrl, MEAN_RTT_MS, type Rtts, SAMPLED_FLOWS, SIZING } from "./paper.ts";

const RTTS: readonly Rtts[] = ["spread", "same"];
const LABELS: Readonly<Record<Rtts, string>> = {
  spread: "different round trips",
  same: `all ${MEAN_RTT_MS} ms`,
};

const flowsOf = (size: Runs["size"]): readonly number[] => (size === "full" ? [20, 100, 500] : [20, 200]);
const timesOf = (size: Runs["size"]) =>
  size === "full" ? { durationS: 220, warmupS: 20 } : { durationS: 30, warmupS: 10 };

/** Samples of the windows per second: more often than the windows are reduced. */
const SAMPLES_PER_S = 5;
const SMALL_WINDOWS =
  "With so many flows a window has three packets on average. These are whole numbers near the smallest window, so their sum is not smooth yet, and timeouts keep the flows out of step.";

/** Fractions at which the distribution of the sum is stored. */
const FRACTIONS = Array.from({ length: 39 }, (_, i) => (i + 1) / 40);

/** Standard deviation of a window as a part of its mean, if it goes evenly from 2/3 to 4/3 of the mean (§3.2). */
const MODEL_DEVIATION = 1 / (3 * Math.sqrt(3));

/**
 * Reads the sum of the sampled flows' windows. `inStep` is the variance of the sum divided by the sum of the variances: 1 if the
 * windows are independent, the number of flows if they move in step.
 */
function readWindows({ flows }: Snapshot, fromS: number, toS: number): RunValues {
  const part = { fromS, toS, n: Math.round(SAMPLES_PER_S * (toS - fromS)) };
  const windows = flows
    .slice(0, SAMPLED_FLOWS)
    .map(({ cwnd }) => resample(cwnd, part).map((value) => value ?? 0));
  const sums = windows[0].map((_, i) => windows.reduce((sum, window) => sum + window[i], 0));
  const variances = windows.map((window) => (standardDeviation(window) ?? 0) ** 2);
  const deviation = standardDeviation(sums) ?? 0;
  const middle = mean(sums) ?? 0;
  const sorted = [...sums].sort((a, b) => a - b);
  const relative = windows.map((window) => (standardDeviation(window) ?? 0) / (mean(window) ?? 1));
  return {
    inStep: rounded(deviation ** 2 / variances.reduce((sum, one) => sum + one, 0)),
    relativeDeviation: rounded(mean(relative)),
    meanSum: rounded(middle),
    normalDistance: rounded(distanceFromNormal(sorted, middle, deviation)),
    // Distances from the mean in standard deviations.
    quantiles: FRACTIONS.map((fraction) =>
      rounded((sorted[Math.floor(fraction * sorted.length)] - middle) / deviation),
    ),
  };
}

/** Returns the largest distance between the distribution of sorted values and a normal distribution (Kolmogorov and Smirnov). */
function distanceFromNormal(sorted: readonly number[], middle: number, deviation: number): number {
  const distances = sorted.map((value, i) => {
    const normal = normalCdf((value - middle) / deviation);
    return Math.max(Math.abs(normal - i / sorted.length), Math.abs(normal - (i + 1) / sorted.length));
  });
  return Math.max(...distances);
}

const normalCdf = (z: number) => (1 + erf(z / Math.SQRT2)) / 2;

export const sizing8 = study({
  id: "sizing-8",
  paper: SIZING,
  where: "Figure 8",
  title: "The sum of many windows",
  shows:
    "Windows of 20 of up to 500 long flows over a line of 155 Mbps with a buffer of RTT × C / √n. If the flows are not in step, their sum has a normal distribution, and the more flows there are, the less it varies: this is why a small buffer is enough.",
  chosen: [
    CHOSEN.line,
    CHOSEN.tcp,
    "The sum of 20 flows, one of each round trip, stands for that of all: as many are recorded in each run. Five samples a second.",
    "Runs last 220 s, and there is none with 200 flows. Both were decided after shorter trial runs: longer runs give more samples of a sum that changes slowly, and the paper names 100 and 500 flows.",
  ],
  differences: [
    "The paper's figure is of all flows, in a simulation whose number of flows it does not state.",
  ],
  points: (size) => cross({ rtts: RTTS, flows: flowsOf(size) }),
  scenario: ({ rtts, flows }, size) => {
    const { durationS, warmupS } = timesOf(size);
    return lineUrl(flows, 1, rtts, durationS, warmupS);
  },
  read: (snapshot, { scenario }) =>
    readWindows(snapshot, Number(scenario.run.warmup), Number(scenario.run.duration)),
  figures: (runs) => {
    const flows = flowsOf(runs.size);
    const most = flows[flows.length - 1];
    const quantiles = listOf(runs.reading({ rtts: "spread", flows: most }), "quantiles");
    const dense = Array.from({ length: 61 }, (_, i) => (i - 30) / 10);
    const shown = FRACTIONS.flatMap((fraction, i) => {
      const z = quantiles[i] ?? null;
      return z === null ? [] : [{ fraction, z }];
    });
    return [
      {
        id: "sum",
        title: `Sum of 20 windows of ${most}, distribution`,
        kind: "lines",
        x: { label: "Distance from the mean in standard deviations", unit: "", scale: "linear" },
        y: { label: "Fraction of samples", unit: "", scale: "linear", from: 0, to: 1 },
        series: [
          {
            label: "sum of windows",
            x: shown.map(({ z }) => z),
            y: shown.map(({ fraction }) => fraction),
            jobs: shown.map(() => runs.shown({ rtts: "spread", flows: most })),
          },
          { label: "normal distribution", x: dense, y: dense.map(normalCdf), source: "model" as const },
        ],
      },
      {
        id: "in-step",
        title: "Variance of the sum over the sum of variances",
        kind: "points",
        x: { label: "Flows", unit: "", scale: "log" },
        y: { label: "1: independent, 20: in step", unit: "", scale: "linear", from: 0 },
        series: RTTS.map((rtts) => runs.line(LABELS[rtts], flows, (n) => ({ rtts, flows: n }), "inStep")),
      },
    ];
  },
  tables: (runs) => [
    {
      id: "windows",
      title: "Windows of 20 flows",
      head: [
        "Round trips",
        "Flows",
        "Variance of the sum over the sum of variances",
        "Deviation of one window (share of its mean)",
        "Distance from a normal distribution",
        "Mean window (packets)",
      ],
      rows: cross({ rtts: RTTS, flows: flowsOf(runs.size) }).map((point) => {
        const of = (field: string) => rounded(runs.mean(point, field), 3);
        const sum = runs.mean(point, "meanSum");
        return [
          LABELS[point.rtts],
          point.flows,
          of("inStep"),
          of("relativeDeviation"),
          of("normalDistance"),
          sum === null ? null : rounded(sum / SAMPLED_FLOWS, 3),
        ];
      }),
    },
  ],
  claims: (runs) => {
    const flows = flowsOf(runs.size);
    const most = flows[flows.length - 1];
    const of = (rtts: Rtts, n: number, field: string) => runs.mean({ rtts, flows: n }, field);
    return [
      {
        id: "normal",
        text: "The sum of the windows of many flows has a normal distribution.",
        tolerance: `largest distance of the two distributions at most 0.05, ${most} flows`,
        cause: SMALL_WINDOWS,
        values: [of("spread", most, "normalDistance")],
        judge: (distance) => ({ ours: distance.toFixed(3), holds: distance <= 0.05 }),
      },
      {
        id: "not-in-step",
        text: "In-phase synchronisation is very rare above 500 flows (section 3.2).",
        paper: "above 500 flows",
        tolerance: `${most} flows of different round trips: variance of the sum within a third of the sum of variances; it is 20 times as much if they are in step`,
        values: [of("spread", most, "inStep")],
        judge: (ratio) => ({ ours: `${ratio.toFixed(2)} times`, holds: Math.abs(ratio - 1) <= 1 / 3 }),
      },
      {
        id: "in-step-few",
        text: "It is common under 100 flows (section 3.2).",
        paper: "under 100 flows",
        tolerance: "20 flows: variance of the sum at least one and a half times the sum of variances",
        values: [of("spread", 20, "inStep")],
        judge: (ratio) => ({ ours: `${ratio.toFixed(2)} times`, holds: ratio >= 1.5 }),
      },
      {
        id: "rtts-prevent",
        text: "Small variations of the round trip are enough to prevent it (section 3.2).",
        tolerance: `${most} flows: with one round trip for all, at least one and a half times what it is with different ones. These differ by a factor of seven, which is more than a small variation`,
        cause: SMALL_WINDOWS,
        values: RTTS.map((rtts) => of(rtts, most, "inStep")),
        judge: (spread, same) => ({
          ours: `${same.toFixed(2)} against ${spread.toFixed(2)} times`,
          holds: same >= 1.5 * spread,
        }),
      },
      {
        id: "one-window",
        text: "A window varies evenly between 2/3 and 4/3 of its mean (section 3.2).",
        paper: "standard deviation 0.19 of the mean",
        tolerance: `within a quarter, ${most} flows of different round trips`,
        cause:
          "The model is a sawtooth that loses one packet at each peak. With windows of a few packets a flow is hit at any point of its sawtooth and often twice, and the round trips differ by a factor of seven.",
        values: [of("spread", most, "relativeDeviation")],
        judge: (share) => ({
          ours: `${share.toFixed(2)} of the mean`,
          holds: Math.abs(share / MODEL_DEVIATION - 1) <= 0.25,
        }),
      },
    ];
  },
});
