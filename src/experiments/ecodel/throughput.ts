/** Throughput of the flows under either queue: what the fewer losses cost, and whether they change the shares. */
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Readings, Series, Size, Table } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { rounded } from "../statistics.ts";
import { CHOSEN, DIFFERENCES, ECODEL } from "./chosen.ts";
import { lossClaims } from "./losses.ts";
import { meanFor } from "./means.ts";
import { rateTimesS, readThroughput } from "./read-ecodel.ts";
import { BOTH, jobsFor, keysFor, QUEUES, type QueueId, SCENARIOS, type ScenarioId } from "./runs.ts";

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

function claims(scenario: ScenarioId, readings: Readings, size: Size): Claim[] {
  const of = (queue: QueueId, field: string) => meanFor(scenario, queue, field, readings, size);
  return [
    ...checked(
      {
        id: "throughput-similar",
        text: "The throughput is similar.",
        paper: "shape",
        tolerance: "utilisation over 70 s at least nine tenths of that with original CoDel",
        cause:
          "Marks come earlier than drops, and as 30 % of all packets while the delay is high they reach more flows at once: with five flows 2.3 of them cut in the same round trips, 1.9 with drops, so that the sum of the windows falls further. With a β_ecn of 0.85 in place of 0.7 most of it comes back: 86 instead of 76 % in the first run with five flows.",
      },
      [of("enhanced", "utilisation"), of("original", "utilisation")],
      (enhanced, original) => ({
        ours: `${(100 * enhanced).toFixed(0)} % against ${(100 * original).toFixed(0)} %`,
        holds: enhanced >= 0.9 * original,
      }),
    ),
    ...checked(
      {
        id: "fairness-similar",
        text: "Fairness is similar.",
        paper: "shape",
        tolerance: "Jain's index of the bytes from 12 to 40 s within 0.1, mean of all runs",
      },
      [of("enhanced", "jainSteady"), of("original", "jainSteady")],
      (enhanced, original) => ({
        ours: `${enhanced.toFixed(2)} against ${original.toFixed(2)}`,
        holds: Math.abs(enhanced - original) <= 0.1,
      }),
    ),
  ];
}

const COLUMNS = [
  ["Utilisation over 70 s", "utilisation"],
  ["Jain's index, 12 to 40 s", "jainSteady"],
  ["Jain's index, 42 to 55 s", "jainLate"],
  ["Lost segments", "lost"],
  ["of them to overflow", "lostToOverflow"],
  ["Marks", "marks"],
] as const;

function table(scenario: ScenarioId, readings: Readings, size: Size): Table {
  const rows = BOTH.map((queue) => [
    QUEUES[queue].label,
    ...COLUMNS.map(([, field]) => {
      const value = meanFor(scenario, queue, field, readings, size);
      return value === null ? null : rounded(value, 4);
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
    jobs: (size) => jobsFor({ queues: BOTH, scenarios: [scenario] }, size),
    read: readThroughput,
    reduce: (readings, size) => ({
      figures: BOTH.map((queue) => figure(scenario, queue, readings, size)),
      heatMaps: [],
      tables: [table(scenario, readings, size)],
      claims: [
        ...(withLosses ? lossClaims(scenario, readings, size) : []),
        ...claims(scenario, readings, size),
      ],
    }),
  };
}
