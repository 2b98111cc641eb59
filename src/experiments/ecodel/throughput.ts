/** Figures 4, 8, 11 and 12: throughput of the flows with each queue, what fewer losses cost, and how they change the shares. */

import { rounded } from "../../lib/statistics.ts";
import type { Experiment } from "../experiment.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import { lossClaims } from "./figures.ts";
import {
  BOTH,
  CHOSEN,
  COMPARED_QUEUE,
  DIFFERENCES,
  ECODEL,
  type EcodelPoint,
  pointOf,
  QUEUES,
  type QueueId,
  SCENARIOS,
  type ScenarioId,
  SEEDS,
  urlOf,
} from "./paper.ts";
import { rateTimesS, readThroughput } from "./readings.ts";

const MEGABIT = 1e6;

/** Meaning of "slightly" in claims: a difference of Jain's index, and a fraction of the throughput. */
const SLIGHTLY_JAIN = 0.1;
const SLIGHTLY_SLOWER = 0.75;
/** Difference between single runs with the same queue and two flows (as a fraction). */
const SPREAD_OF_RUNS = 0.02;
const SIMILAR = 0.9;

const indices = (enhanced: number, original: number) =>
  `${enhanced.toFixed(3)} against ${original.toFixed(3)}`;
const megabits = (bps: number) => (bps / MEGABIT).toFixed(1);

/** Cause that was found in the logs of reductions of the first runs, and in runs of one flow alone. */
const SLOW_START_CUT_SHORT =
  "In slow start two segments arrive for each that leaves, so that half a window waits for a moment: 7.5 ms of it are reached at a window of some 15 ms of the link, 143 segments at 50 Mbps and 1265 at 500 Mbps whatever the round trip. Marks end slow start there, CoDel by drops only after an interval, at two to three times the bandwidth-delay product. The flow is left with 71 of the 417 segments that fill the path at 50 Mbps, with 316 of 4167 at 500 Mbps, and NewReno adds one a round trip. The less the round trip, the less it costs: with 20 ms the start is as fast.";

/** Cause that was found in the same logs, and in the rates of the flows in the first run. */
const UNEQUAL_STARTS =
  "At 500 Mbps each flow gets what its slow start left it: NewReno adds 280 segments from 12 to 40 s, and a fair share is 417. Drops end some slow starts at 73 segments and others at thousands; marks end all of them early and more alike, so that fairness is not slightly but clearly better.";

type Field = "jain12To40" | "jain10To40" | "jain40To55";

/** Returns the values of a field for the single runs with a queue. In the first run the flows start exactly as in Table 1. */
type SingleRuns = (queue: QueueId, field: Field) => readonly number[];

/** Statement that the paper adds to "similar" throughput in three of the scenarios. */
interface Fairness {
  readonly is: "better" | "worse";
  readonly field: Field;
  readonly span: string;
  readonly cause: (field: Field, single: SingleRuns) => string;
}

function notToldApart(field: Field, single: SingleRuns): string {
  const all = BOTH.flatMap((queue) => single(queue, field));
  const [low, high] = [Math.min(...all).toFixed(2), Math.max(...all).toFixed(2)];
  return `The two cannot be told apart: single runs are between ${low} and ${high} with either queue.`;
}

/** Returns a sentence that compares the queues in the first run; empty if this run is missing. */
function worseInTheFirst(field: Field, single: SingleRuns): string {
  const firsts = (["enhanced", "original"] as const).flatMap((queue) => single(queue, field).slice(0, 1));
  if (firsts.length < 2) return "";
  const [enhanced, original] = firsts;
  const both = `${indices(enhanced, original)} in the first run.`;
  return enhanced < original
    ? ` With starts exactly as in Table 1 it is worse, as in the paper: ${both}`
    : ` With starts exactly as in Table 1 it is no worse, unlike in the paper: ${both}`;
}

const FAIRNESS: Partial<Record<ScenarioId, Fairness>> = {
  "2": {
    is: "worse",
    field: "jain12To40",
    span: "12 to 40 s",
    cause: (field, single) => `${notToldApart(field, single)}${worseInTheFirst(field, single)}`,
  },
  "5": { is: "better", field: "jain40To55", span: "40 to 55 s", cause: notToldApart },
  "10-hs": { is: "better", field: "jain10To40", span: "10 to 40 s", cause: () => UNEQUAL_STARTS },
};

const FAIRNESS_TOLERANCE: Readonly<Record<Fairness["is"], string>> = {
  better: "higher; by how much the text does not say",
  worse: `lower by at most ${SLIGHTLY_JAIN}, and higher by no more than the ${SPREAD_OF_RUNS} that single runs differ by`,
};

/** Returns claims for what the paper's text says on throughput and fairness in a scenario. */
function throughputClaims(runs: Runs, scenario: ScenarioId): JudgedClaim[] {
  /** Returns the means of a field: first with the enhanced queue, then with the original one. */
  const both = (field: string) =>
    (["enhanced", "original"] as const).map((queue) => runs.mean(pointOf(scenario, queue), field));
  const single: SingleRuns = (queue, field) => runs.values(pointOf(scenario, queue), field);
  const similar =
    (text: (value: number) => string, unit: string): JudgedClaim["judge"] =>
    (enhanced, original) => ({
      ours: `${text(enhanced)} ${unit} against ${text(original)} ${unit}`,
      holds: enhanced >= SIMILAR * original,
    });
  const fairness = FAIRNESS[scenario];
  const slower: JudgedClaim = {
    id: "start-slightly-slower",
    text: "Throughput grows slightly more slowly at the start.",
    tolerance:
      "sum of the flows from 1 to 11 s less than with original CoDel, but at least three quarters of it",
    cause: SLOW_START_CUT_SHORT,
    values: both("startBps"),
    judge: (enhanced, original) => ({
      ours: `${megabits(enhanced)} against ${megabits(original)} Mbps`,
      holds: enhanced < original && enhanced >= SLIGHTLY_SLOWER * original,
    }),
  };
  const slightly = ({ is, field, span, cause }: Fairness): JudgedClaim => ({
    id: `fairness-slightly-${is}`,
    text: `Fairness is slightly ${is} (${span}).`,
    tolerance: `Jain's index of the bytes from ${span}, mean of all runs: ${FAIRNESS_TOLERANCE[is]}`,
    cause: cause(field, single),
    values: both(field),
    judge: (enhanced, original) => {
      const gain = enhanced - original;
      const holds = is === "better" ? gain > 0 : gain >= -SLIGHTLY_JAIN && gain <= SPREAD_OF_RUNS;
      return { ours: indices(enhanced, original), holds };
    },
  });
  return [
    {
      id: "throughput-similar",
      text: "The throughput is similar.",
      tolerance:
        "sum of the flows from 12 to 40 s, when all are on, at least nine tenths of that with original CoDel: of the start the paper speaks apart",
      cause: SLOW_START_CUT_SHORT,
      values: both("steadyBps"),
      judge: similar(megabits, "Mbps"),
    },
    ...(scenario === "2" ? [slower] : []),
    {
      id: "fairness-similar",
      text: "Fairness is similar.",
      // The text says this for five flows, and for ten flows at 50 Mbps. For the other scenarios it says more.
      basis: fairness === undefined || scenario === "5" ? undefined : "ours",
      tolerance: "Jain's index of the bytes from 12 to 40 s within 0.1, mean of all runs",
      cause: UNEQUAL_STARTS,
      values: both("jain12To40"),
      judge: (enhanced, original) => ({
        ours: indices(enhanced, original),
        holds: Math.abs(enhanced - original) <= SLIGHTLY_JAIN,
      }),
    },
    ...(fairness === undefined ? [] : [slightly(fairness)]),
    {
      id: "utilisation-similar",
      text: "The link is used as well over the whole run, starts included.",
      basis: "ours",
      tolerance: "utilisation over 70 s at least nine tenths of that with original CoDel",
      cause: SLOW_START_CUT_SHORT,
      values: both("utilisation"),
      judge: similar((share) => (100 * share).toFixed(1), "%"),
    },
  ];
}

const COLUMNS = [
  ["Mbps, 1 to 11 s", "startBps", MEGABIT],
  ["Mbps, 12 to 40 s", "steadyBps", MEGABIT],
  ["Utilisation over 70 s", "utilisation"],
  ["Jain's index, 12 to 40 s", "jain12To40"],
  ["Jain's index, 10 to 40 s", "jain10To40"],
  ["Jain's index, 40 to 55 s", "jain40To55"],
  ["Lost segments", "lost"],
  ["of them to overflow", "lostToOverflow"],
  ["Marks", "marks"],
] as const;

/** Creates the experiment. `withLosses` adds the drops, which the paper gives together with the throughput for ten flows. */
function throughputExperiment(
  number: number,
  scenario: ScenarioId,
  withLosses: boolean,
  shows: string,
): Experiment {
  const { label, flows } = SCENARIOS[scenario];
  return study<EcodelPoint>({
    id: `ecodel-${number}`,
    paper: ECODEL,
    where: `Figure ${number}`,
    title: `${label}: throughput over time`,
    shows,
    chosen: CHOSEN,
    differences: DIFFERENCES,
    comparedWith: COMPARED_QUEUE,
    points: () => BOTH.map((queue) => pointOf(scenario, queue)),
    seeds: SEEDS,
    scenario: urlOf,
    read: readThroughput,
    figures: (runs) =>
      BOTH.map((queue) => ({
        id: `throughput-${queue}`,
        title: `Throughput, ${label}: ${QUEUES[queue].label}`,
        kind: "lines",
        x: { label: "Time", unit: "s", scale: "linear" },
        y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 0 },
        series: Array.from({ length: flows }, (_, i) =>
          runs.track(`flow ${i + 1}`, pointOf(scenario, queue), rateTimesS, `flow${i + 1}Bps`, MEGABIT),
        ),
      })),
    tables: (runs) => [
      {
        id: "means",
        title: `${label}: means of all runs`,
        head: ["Queue", ...COLUMNS.map(([title]) => title)],
        rows: BOTH.map((queue) => [
          QUEUES[queue].label,
          ...COLUMNS.map(([, field, unit = 1]) => {
            const value = runs.mean(pointOf(scenario, queue), field);
            return rounded(value && value / unit, 4);
          }),
        ]),
      },
    ],
    claims: (runs) => [
      ...(withLosses ? lossClaims(runs, scenario) : []),
      ...throughputClaims(runs, scenario),
    ],
  });
}

export const ecodel4 = throughputExperiment(
  4,
  "2",
  false,
  "Both flows' throughput under both queues: similar, with a slightly slower start and slightly less fairness where marks come in advance.",
);
export const ecodel8 = throughputExperiment(
  8,
  "5",
  false,
  "Five flows' throughput under both queues: similar, and as fairly shared, slightly better from 40 to 55 s where marks come in advance.",
);
export const ecodel11 = throughputExperiment(
  11,
  "10",
  true,
  "Ten flows' throughput under both queues: similar fairness, with a single drop where original CoDel has 441.",
);
export const ecodel12 = throughputExperiment(
  12,
  "10-hs",
  true,
  "Ten flows at ten times the rate: similar fairness, slightly better from 10 to 40 s, with a single drop where original CoDel has 183.",
);
