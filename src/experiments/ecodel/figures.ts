/** The four kinds of figures that the paper draws of its first scenarios, each as an experiment of its own. */
import { checked, type Statement } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Series, Size, Table } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { rounded } from "../statistics.ts";
import { CHOSEN, DIFFERENCES, ECODEL } from "./chosen.ts";
import { lossClaims, lossFigure } from "./losses.ts";
import { meanFor } from "./means.ts";
import { readLossesOverTime, readQueue, readSojourn, windowTimesS } from "./read-ecodel.ts";
import {
  BOTH,
  COMPARED_QUEUE,
  jobsFor,
  keysFor,
  QUEUES,
  type QueueId,
  SCENARIOS,
  type ScenarioId,
} from "./runs.ts";

interface Kind {
  readonly title: string;
  readonly shows: string;
  readonly read: Experiment["read"];
  readonly figure: (scenario: ScenarioId, readings: Readings, size: Size) => Figure;
  /** Title and field of each column of the table. */
  readonly columns: readonly (readonly [title: string, field: string])[];
  readonly claims: (scenario: ScenarioId, readings: Readings, size: Size) => Claim[];
}

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
  figure: (scenario, readings, size) => windowFigure("queue", "Queue", "packets", scenario, readings, size),
  columns: [
    ["Mean (packets)", "mean"],
    ["Standard deviation (packets)", "deviation"],
    ["Longest (packets)", "largest"],
  ],
  claims: (scenario, readings, size) => [
    ...smaller("queue-smaller", "The queue is smaller.", "mean", 1, scenario, readings, size),
    ...smaller("queue-steadier", "The queue is steadier.", "deviation", 1, scenario, readings, size),
  ],
};

const SOJOURN: Kind = {
  title: "sojourn time over time",
  shows: "How long packets wait under both queues: on average several times less with marks in advance.",
  read: readSojourn,
  figure: (scenario, readings, size) =>
    windowFigure("sojourn", "Sojourn time", "ms", scenario, readings, size),
  columns: [
    ["Mean over packets (ms)", "delayMeanMs"],
    ["99th percentile (ms)", "delayP99Ms"],
    ["Longest (ms)", "largest"],
  ],
  claims: (scenario, readings, size) =>
    smaller(
      "sojourn-lower",
      "The average sojourn time is several times lower.",
      "delayMeanMs",
      0.5,
      scenario,
      readings,
      size,
    ),
};

/** A field of the enhanced queue below `factor` times that of the original. */
function smaller(
  id: string,
  text: string,
  field: string,
  factor: number,
  scenario: ScenarioId,
  readings: Readings,
  size: Size,
): Claim[] {
  const tolerance =
    factor === 1 ? "direction, mean of all runs" : "at most half: the least that is several times lower";
  const statement: Statement = { id, text, paper: "shape", tolerance };
  const of = (queue: QueueId) => meanFor(scenario, queue, field, readings, size);
  return checked(statement, [of("enhanced"), of("original")], (enhanced, original) => ({
    ours: `${enhanced.toFixed(2)} against ${original.toFixed(2)}`,
    holds: enhanced < factor * original,
  }));
}

/** The first run of each queue, with the range in each window. */
function windowFigure(
  id: string,
  label: string,
  unit: string,
  scenario: ScenarioId,
  readings: Readings,
  size: Size,
): Figure {
  const series = BOTH.map((queue): Series => {
    const [key] = keysFor(scenario, queue, size);
    const reading: Reading | undefined = readings.get(key);
    const column = (field: string) => {
      const list = listOf(reading, field);
      return windowTimesS.map((_, i) => list[i] ?? null);
    };
    return {
      label: QUEUES[queue].label,
      x: windowTimesS,
      y: column("windowLast"),
      low: column("windowMin"),
      high: column("windowMax"),
      jobs: windowTimesS.map(() => (reading === undefined ? null : key)),
    };
  });
  return {
    id,
    title: `${label}, ${SCENARIOS[scenario].label}`,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label, unit, scale: "linear", from: 0 },
    series,
  };
}

function tableOf(kind: Kind, scenario: ScenarioId, readings: Readings, size: Size): Table {
  const rows = BOTH.map((queue) => [
    QUEUES[queue].label,
    ...kind.columns.map(([, field]) => {
      const value = meanFor(scenario, queue, field, readings, size);
      return value === null ? null : rounded(value, 4);
    }),
  ]);
  return {
    id: "means",
    title: `${SCENARIOS[scenario].label}: means of all runs`,
    head: ["Queue", ...kind.columns.map(([title]) => title)],
    rows,
  };
}

const KINDS = { losses: LOSSES, queue: QUEUE, sojourn: SOJOURN } as const;

export function figureExperiment(number: number, scenario: ScenarioId, name: keyof typeof KINDS): Experiment {
  const kind = KINDS[name];
  return {
    id: `ecodel-${number}`,
    paper: ECODEL,
    where: `Figure ${number}`,
    title: `${SCENARIOS[scenario].label}: ${kind.title}`,
    shows: kind.shows,
    chosen: CHOSEN,
    differences: DIFFERENCES,
    comparedWith: COMPARED_QUEUE,
    jobs: (size) => jobsFor({ queues: BOTH, scenarios: [scenario] }, size),
    read: kind.read,
    reduce: (readings, size) => ({
      figures: [kind.figure(scenario, readings, size)],
      heatMaps: [],
      tables: [tableOf(kind, scenario, readings, size)],
      claims: kind.claims(scenario, readings, size),
    }),
  };
}
