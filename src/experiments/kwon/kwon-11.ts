/** Figure 11: RED's average queue and the share of packets that it signals, measured. */
import type { BucketSeries, Snapshot } from "../../engine/index.ts";
import { checked } from "../claim.ts";
import type { Claim, Experiment, Figure, Reading, Readings, Series, Size, Table } from "../experiment.ts";
import { listOf } from "../grid.ts";
import { middlesS, resample } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import { DIFFERENCES, KWON, WAN_CHOSEN } from "./chosen.ts";
import { equilibrium } from "./red-model.ts";
import {
  CAPACITIES,
  type Capacity,
  durationS,
  meanOver,
  rateLabel,
  STEADY_FROM_S,
  steadyJobs,
  wanKeys,
} from "./wan.ts";

/** One point a second. */
const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS) });

const SLOWEST_ONLY =
  "Eight signals in a hundred packets leave a flow a window of four to five packets; twenty of them fill neither the path nor the queue at 10 Mbps and 100 ms. The paper's own Table I has 2.06 % drops of Reno there, and 8.93 % at 1 Mbps, where these numbers come out.";

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

function seriesOf(field: string, readings: Readings, size: Size): Series[] {
  const x = middlesS(partOf(durationS(size)));
  return CAPACITIES.map((capacity) => {
    const [key] = wanKeys("ecn-ab", capacity, size);
    const reading = readings.get(key);
    const list = listOf(reading, field);
    return {
      label: rateLabel(capacity),
      x,
      y: x.map((_, i) => list[i] ?? null),
      jobs: x.map(() => (reading === undefined ? null : key)),
    };
  });
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
      "Average queue (packets)",
      "RED's probability",
      "Marked or dropped (share)",
      "Queue, as published",
      "p, as published",
      "Queue, corrected",
      "p, corrected",
    ],
    rows: CAPACITIES.map((capacity) => {
      const [published, corrected] = [equilibrium(capacity, "published"), equilibrium(capacity, "corrected")];
      return [
        rateLabel(capacity),
        ...COLUMNS.map((field) => meanOver(readings, wanKeys("ecn-ab", capacity, size), field)),
        published.queuePackets,
        published.p,
        corrected.queuePackets,
        corrected.p,
      ];
    }),
  };
}

function claims(capacity: Capacity, readings: Readings, size: Size): Claim[] {
  const of = (field: string) => meanOver(readings, wanKeys("ecn-ab", capacity, size), field);
  const id = capacity.toLowerCase();
  const cause = capacity === "1Mbps" ? {} : { cause: SLOWEST_ONLY };
  return [
    ...checked(
      {
        id: `queue-${id}`,
        text: `The average queue is 40 to 42 KB, at ${rateLabel(capacity)}.`,
        paper: "40 to 42 KB",
        tolerance: "within a tenth: the round trip is not in the text",
        ...cause,
      },
      [of("avgMeanPackets")],
      (queue) => ({ ours: `${queue.toFixed(1)} KB`, holds: queue >= 0.9 * 40 && queue <= 1.1 * 42 }),
    ),
    ...checked(
      {
        id: `probability-${id}`,
        text: `About 8 % of the packets are marked or dropped, at ${rateLabel(capacity)}.`,
        paper: "about 8 %",
        tolerance: "from 6 to 10 %",
        ...cause,
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
  chosen: [
    ...WAN_CHOSEN,
    "The paper's text does not say at which rate; all three are shown. The first 10 s are left out of the means.",
  ],
  differences: [
    ...DIFFERENCES,
    "While it waits between signals RED signals two thirds of the packets that its curve asks for; the model takes the curve as it is.",
  ],
  jobs: steadyJobs,
  read,
  reduce: (readings, size) => ({
    figures: figures(readings, size),
    heatMaps: [],
    tables: [table(readings, size)],
    claims: (["1Mbps", "10Mbps"] as const).flatMap((capacity) => claims(capacity, readings, size)),
  }),
};
