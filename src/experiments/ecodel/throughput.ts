/** Throughput of the flows under either queue: what the fewer losses cost, and whether they change the shares. */
import type { Experiment, Figure, Readings, Series, Size, Table } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { rounded } from "../statistics.ts";
import { CHOSEN, DIFFERENCES, ECODEL } from "./chosen.ts";
import { lossClaims } from "./losses.ts";
import { meanFor } from "./means.ts";
import { rateTimesS, readThroughput } from "./read-ecodel.ts";
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
import { throughputClaims } from "./throughput-claims.ts";

const MEGABIT = 1e6;

interface ThroughputFigure {
  readonly number: number;
  readonly scenario: ScenarioId;
  readonly shows: string;
  /** With ten flows the paper gives the drops beside the throughput. */
  readonly withLosses: boolean;
}

function figure(scenario: ScenarioId, queue: QueueId, readings: Readings, size: Size): Figure {
  const [key] = keysFor(scenario, queue, size);
  const reading = readings.get(key);
  const series = Array.from({ length: SCENARIOS[scenario].flows }, (_, i): Series => {
    const rates = listOf(reading, `flow${i + 1}Bps`);
    const y = rateTimesS.map((_s, at) => {
      const rate = rates[at] ?? null;
      return rate === null ? null : rate / MEGABIT;
    });
    const jobs = rateTimesS.map(() => (reading === undefined ? null : key));
    return { label: `flow ${i + 1}`, x: rateTimesS, y, jobs };
  });
  return {
    id: `throughput-${queue}`,
    title: `Throughput, ${SCENARIOS[scenario].label}: ${QUEUES[queue].label}`,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Throughput", unit: "Mbps", scale: "linear", from: 0 },
    series,
  };
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

function table(scenario: ScenarioId, readings: Readings, size: Size): Table {
  const rows = BOTH.map((queue) => [
    QUEUES[queue].label,
    ...COLUMNS.map(([, field, unit = 1]) => {
      const value = meanFor(scenario, queue, field, readings, size);
      return value === null ? null : rounded(value / unit, 4);
    }),
  ]);
  return {
    id: "means",
    title: `${SCENARIOS[scenario].label}: means of all runs`,
    head: ["Queue", ...COLUMNS.map(([title]) => title)],
    rows,
  };
}

export function throughputExperiment({ number, scenario, shows, withLosses }: ThroughputFigure): Experiment {
  return {
    id: `ecodel-${number}`,
    paper: ECODEL,
    where: `Figure ${number}`,
    title: `${SCENARIOS[scenario].label}: throughput over time`,
    shows,
    chosen: CHOSEN,
    differences: DIFFERENCES,
    comparedWith: COMPARED_QUEUE,
    jobs: (size) => jobsFor({ queues: BOTH, scenarios: [scenario] }, size),
    read: readThroughput,
    reduce: (readings, size) => ({
      figures: BOTH.map((queue) => figure(scenario, queue, readings, size)),
      heatMaps: [],
      tables: [table(scenario, readings, size)],
      claims: [
        ...(withLosses ? lossClaims(scenario, readings, size) : []),
        ...throughputClaims(scenario, readings, size),
      ],
    }),
  };
}
