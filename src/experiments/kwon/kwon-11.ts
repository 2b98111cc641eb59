/** Figure 11: RED's average queue and the share of packets that it signals, measured. */
import type { BucketSeries, Snapshot } from "../../engine/index.ts";
import { checked, type Statement } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Series, Size, Table } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { middlesS, resample } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import { FRACTIONS_LOST, KWON, WAN_CHOSEN, WAN_RTT_MS } from "./chosen.ts";
import { equilibrium, FITTING_PATHS, PATHS_CHOSEN, pathLabel, VARIANTS } from "./red-model.ts";
import {
  CAPACITIES,
  durationS,
  meanOver,
  type Path,
  pathJobs,
  pathKeys,
  rateLabel,
  STEADY_FROM_S,
} from "./wan.ts";

/** One point a second. */
const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS) });

const [SLOW, FAST] = FITTING_PATHS;

/** All rates over the WAN, and the fastest over the round trip that the paper's equations ask for. */
const PATHS: readonly Path[] = [...CAPACITIES.map((capacity) => ({ capacity, rttMs: WAN_RTT_MS })), FAST];

const FEWER_SIGNALS = `${FRACTIONS_LOST} So few signals are enough. Over 2 to 4 ms the queue is 41 to 42 KB and 8 % of the packets are signalled. With fractions kept (ab-cut=exact) the queue over 11.5 ms is 42.2 KB, and 9.0 % of the packets are signalled.`;

/** The text's numbers have no rate with them: `PATHS_CHOSEN` tells why those of the WAN at 1 Mbps are the paper's. */
const BASIS: Pick<Statement, "basis" | "cause"> = { basis: "ours", cause: FEWER_SIGNALS };

function probeOf({ links }: Snapshot, id: string): BucketSeries | null {
  return links[0].queue.probes.find(({ probe }) => probe.id === id)?.series ?? null;
}

function read(snapshot: Snapshot): Reading {
  const [avg, p] = ["avg", "p"].map((id) => {
    const series = probeOf(snapshot, id);
    return series === null ? [] : resample(series, partOf(snapshot.nowS));
  });
  const { packets, marks, drops, queuePackets } = snapshot.results.links[0];
  const dropped = drops.aqm + drops.overflow;
  const steadyMean = (values: readonly (number | null)[]) =>
    mean(values.slice(STEADY_FROM_S).filter((value) => value !== null));
  return {
    avgPackets: avg,
    probability: p,
    avgMeanPackets: steadyMean(avg),
    probabilityMean: steadyMean(p),
    queueMeanPackets: rounded(queuePackets.mean),
    signalShare: rounded((marks + dropped) / (packets + dropped)),
  };
}

/** What the text says was measured, without a rate. */
const PAPER_LEVELS = { avgPackets: [40, 42], probability: [0.08] } as const;

/** Level lines over the time that the means are of. */
function paperLevels(field: keyof typeof PAPER_LEVELS, size: Size): Series[] {
  return PAPER_LEVELS[field].map((level) => ({
    label: `paper, ${level}`,
    x: [STEADY_FROM_S, durationS(size)],
    y: [level, level],
    source: "paper",
  }));
}

function seriesOf(field: keyof typeof PAPER_LEVELS, readings: Readings, size: Size): Series[] {
  const x = middlesS(partOf(durationS(size)));
  const ours = PATHS.map((path): Series => {
    const [key] = pathKeys(path, size);
    const reading = readings.get(key);
    const list = listOf(reading, field);
    return {
      label: pathLabel(path),
      x,
      y: x.map((_, i) => list[i] ?? null),
      jobs: x.map(() => (reading === undefined ? null : key)),
    };
  });
  return [...ours, ...paperLevels(field, size)];
}

function figures(readings: Readings, size: Size): Figure[] {
  const x = { label: "Time", unit: "s", scale: "linear" } as const;
  return [
    {
      id: "average-queue",
      title: "RED's average queue, first seed",
      kind: "lines",
      x,
      y: { label: "Average queue", unit: "packets", scale: "linear", from: 0 },
      series: seriesOf("avgPackets", readings, size),
    },
    {
      id: "probability",
      title: "RED's probability, first seed",
      kind: "lines",
      x,
      y: { label: "Probability", unit: "", scale: "linear", from: 0 },
      series: seriesOf("probability", readings, size),
    },
  ];
}

const COLUMNS = ["avgMeanPackets", "probabilityMean", "signalShare"] as const;

function table(readings: Readings, size: Size): Table {
  return {
    id: "equilibrium",
    title: "Measured after 10 s, beside the model's equilibrium",
    head: [
      "Rate",
      "RTT (ms)",
      "Average queue (packets)",
      "RED's probability",
      "Marked or dropped (share)",
      "Queue, as published",
      "p, as published",
      "Queue, corrected",
      "p, corrected",
    ],
    rows: PATHS.map((path) => {
      const [published, corrected] = VARIANTS.map((variant) =>
        equilibrium(path.capacity, variant, path.rttMs),
      );
      return [
        rateLabel(path.capacity),
        path.rttMs,
        ...COLUMNS.map((field) => meanOver(readings, pathKeys(path, size), field)),
        published.queuePackets,
        published.p,
        corrected.queuePackets,
        corrected.p,
      ];
    }),
  };
}

function claims(path: Path, readings: Readings, size: Size): Claim[] {
  const of = (field: string) => meanOver(readings, pathKeys(path, size), field);
  const id = path.capacity.toLowerCase();
  return [
    ...checked(
      {
        id: `queue-${id}`,
        text: `The average queue is 40 to 42 KB, at ${pathLabel(path)}.`,
        paper: "40 to 42 KB",
        tolerance: "within a tenth: the round trip is not in the text",
        ...(path === FAST && BASIS),
      },
      [of("avgMeanPackets")],
      (queue) => ({ ours: `${queue.toFixed(1)} KB`, holds: queue >= 0.9 * 40 && queue <= 1.1 * 42 }),
    ),
    ...checked(
      {
        id: `probability-${id}`,
        text: `About 8 % of the packets are marked or dropped, at ${pathLabel(path)}.`,
        paper: "about 8 %",
        tolerance: "from 6 to 10 %",
        ...(path === FAST && BASIS),
      },
      [of("signalShare")],
      (share) => ({ ours: `${(100 * share).toFixed(1)} %`, holds: share >= 0.06 && share <= 0.1 }),
    ),
  ];
}

export const kwon11: Experiment = {
  id: "kwon-11",
  paper: KWON,
  where: "Figure 11",
  title: "Average queue and probability, measured",
  shows:
    "Twenty ECN(α, β) flows over the WAN hold RED's average queue at 40 to 42 KB and about 8 % of the packets are signalled, close to where the model's curves cross.",
  chosen: [...WAN_CHOSEN, PATHS_CHOSEN, "The first 10 s are left out of the means."],
  differences: [
    "While it waits between signals RED signals two thirds of the packets that its curve asks for; the model takes the curve as it is.",
  ],
  jobs: (size) => pathJobs(PATHS, size),
  read,
  reduce: (readings, size) => ({
    figures: figures(readings, size),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: [...claims(SLOW, readings, size), ...claims(FAST, readings, size)],
  }),
};
