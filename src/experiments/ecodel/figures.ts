/** Kinds of figures over time that the paper draws for its scenarios with two and with five flows: figures 3, 5 to 7, 9 and 10. */

import { rounded } from "../../lib/statistics.ts";
import type { Experiment, Figure, Series } from "../experiment.ts";
import { type JudgedClaim, type Runs, study } from "../study.ts";
import {
  BOTH,
  CHOSEN,
  COMPARED_QUEUE,
  DIFFERENCES,
  ECODEL,
  type EcodelPoint,
  pointOf,
  QUEUES,
  SCENARIOS,
  type ScenarioId,
  SEEDS,
  urlOf,
} from "./paper.ts";
import { lossTimesS, readLossesOverTime, readQueue, readSojourn, windowTimesS } from "./readings.ts";

interface Kind {
  readonly title: string;
  readonly shows: string;
  readonly read: Experiment["read"];
  readonly figure: (runs: Runs, scenario: ScenarioId) => Figure;
  /** Title and field of each column of the table. */
  readonly columns: readonly (readonly [title: string, field: string])[];
  readonly claims: (runs: Runs, scenario: ScenarioId) => readonly JudgedClaim[];
}

/** Returns the means of a field: first with the enhanced queue, then with the original one. */
const means = (runs: Runs, scenario: ScenarioId, field: string) =>
  (["enhanced", "original"] as const).map((queue) => runs.mean(pointOf(scenario, queue), field));

/** Cause that was found in the logs of drops, marks and delays of the first runs, and in runs with C = 1 (ecodel-13). */
const UNMARKED_BAND =
  "CoDel counts its interval from the target on, but marks begin at 1.5 targets. Ten flows in congestion avoidance add ten segments a round trip, 2.4 ms of delay in 100 ms: in some cases the delay stays between 5 and 7.5 ms for the whole interval, and CoDel drops before a single packet is marked; in the others the first mark comes less than a round trip before. With C = 1, which marks all that CoDel counts, six are lost, and none at 20 and 60 ms (ecodel-13).";

/** Returns claims on the number of segments lost with each queue, which is the paper's main result. */
export function lossClaims(runs: Runs, scenario: ScenarioId): JudgedClaim[] {
  const { paper, label } = SCENARIOS[scenario];
  const text = (enhanced: number, original: number) =>
    `${enhanced.toFixed(0)} against ${original.toFixed(0)}`;
  const share = paper.enhanced / paper.original;
  const common = { paper: text(paper.enhanced, paper.original), values: means(runs, scenario, "lost") };
  return [
    {
      id: "lost-fewer",
      text: `With ECN-enhanced CoDel fewer segments are lost (${label}).`,
      ...common,
      tolerance: "direction, mean of all runs",
      judge: (enhanced, original) => ({ ours: text(enhanced, original), holds: enhanced < original }),
    },
    {
      id: "lost-share",
      text: `It leaves ${(100 * share).toPrecision(2)} % of the losses (${label}).`,
      ...common,
      tolerance: "at most twice that share: the paper does not say its round trip, buffer and delays",
      cause: UNMARKED_BAND,
      judge: (enhanced, original) => ({
        ours: `${((100 * enhanced) / original).toPrecision(2)} %`,
        holds: enhanced <= 2 * share * original,
      }),
    },
  ];
}

function lossFigure(runs: Runs, scenario: ScenarioId): Figure {
  // The paper states totals. When the losses occur is not stated.
  const ends = [lossTimesS[0], lossTimesS[lossTimesS.length - 1]];
  return {
    id: "lost",
    title: `Lost segments so far, ${SCENARIOS[scenario].label}`,
    kind: "steps",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Lost segments", unit: "", scale: "linear", from: 0 },
    series: [
      ...BOTH.map((queue) => runs.track(QUEUES[queue].label, pointOf(scenario, queue), lossTimesS, "lostBy")),
      ...BOTH.map((queue): Series => {
        const total = SCENARIOS[scenario].paper[queue];
        return {
          label: `${QUEUES[queue].label}: paper, in all`,
          x: ends,
          y: [total, total],
          source: "paper",
        };
      }),
    ],
  };
}

/** Returns a figure with the first run of each queue, and the range of values in each window of time. */
const windowFigure =
  (id: string, label: string, unit: string): Kind["figure"] =>
  (runs, scenario) => ({
    id,
    title: `${label}, ${SCENARIOS[scenario].label}`,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label, unit, scale: "linear", from: 0 },
    series: BOTH.map((queue) =>
      runs.track(QUEUES[queue].label, pointOf(scenario, queue), windowTimesS, {
        y: "windowLast",
        low: "windowMin",
        high: "windowMax",
      }),
    ),
  });

/** Returns the claim that a field is smaller with the enhanced queue: below `factor` times its value with the original one. */
const smaller = (id: string, text: string, field: string, factor: number): Kind["claims"] => {
  return (runs, scenario) => [
    {
      id,
      text,
      tolerance:
        factor === 1 ? "direction, mean of all runs" : "at most half: the least that is several times lower",
      values: means(runs, scenario, field),
      judge: (enhanced, original) => ({
        ours: `${enhanced.toFixed(2)} against ${original.toFixed(2)}`,
        holds: enhanced < factor * original,
      }),
    },
  ];
};
const queueSmaller = smaller("queue-smaller", "The queue is smaller.", "mean", 1);
const queueSteadier = smaller("queue-steadier", "The queue is steadier.", "deviation", 1);

const LOSSES: Kind = {
  title: "lost segments over time",
  shows:
    "Segments lost so far under both queues. Marks in advance let the senders give way before CoDel begins to drop: far fewer are lost.",
  read: readLossesOverTime,
  figure: lossFigure,
  columns: [
    ["Lost segments", "lost"],
    ["Retransmissions", "retransmissions"],
    ["Marks", "marks"],
  ],
  claims: lossClaims,
};

const QUEUE: Kind = {
  title: "queue length over time",
  shows: "Packets waiting under both queues: with marks in advance the queue is shorter and steadier.",
  read: readQueue,
  figure: windowFigure("queue", "Queue", "packets"),
  columns: [
    ["Mean (packets)", "mean"],
    ["Standard deviation (packets)", "deviation"],
    ["Longest (packets)", "largest"],
  ],
  claims: (...subject) => [...queueSmaller(...subject), ...queueSteadier(...subject)],
};

const SOJOURN: Kind = {
  title: "sojourn time over time",
  shows: "How long packets wait under both queues: on average several times less with marks in advance.",
  read: readSojourn,
  figure: windowFigure("sojourn", "Sojourn time", "ms"),
  columns: [
    ["Mean over packets (ms)", "delayMeanMs"],
    ["99th percentile (ms)", "delayP99Ms"],
    ["Longest (ms)", "largest"],
  ],
  claims: smaller("sojourn-lower", "The average sojourn time is several times lower.", "delayMeanMs", 0.5),
};

function figureExperiment(number: number, scenario: ScenarioId, kind: Kind): Experiment {
  return study<EcodelPoint>({
    id: `ecodel-${number}`,
    paper: ECODEL,
    where: `Figure ${number}`,
    title: `${SCENARIOS[scenario].label}: ${kind.title}`,
    shows: kind.shows,
    chosen: CHOSEN,
    differences: DIFFERENCES,
    comparedWith: COMPARED_QUEUE,
    points: () => BOTH.map((queue) => pointOf(scenario, queue)),
    seeds: SEEDS,
    scenario: urlOf,
    read: kind.read,
    figures: (runs) => [kind.figure(runs, scenario)],
    tables: (runs) => [
      {
        id: "means",
        title: `${SCENARIOS[scenario].label}: means of all runs`,
        head: ["Queue", ...kind.columns.map(([title]) => title)],
        rows: BOTH.map((queue) => [
          QUEUES[queue].label,
          ...kind.columns.map(([, field]) => rounded(runs.mean(pointOf(scenario, queue), field), 4)),
        ]),
      },
    ],
    claims: (runs) => kind.claims(runs, scenario),
  });
}

export const ecodel3 = figureExperiment(3, "2", LOSSES);
export const ecodel5 = figureExperiment(5, "2", QUEUE);
export const ecodel6 = figureExperiment(6, "2", SOJOURN);
export const ecodel7 = figureExperiment(7, "5", LOSSES);
export const ecodel9 = figureExperiment(9, "5", QUEUE);
export const ecodel10 = figureExperiment(10, "5", SOJOURN);
