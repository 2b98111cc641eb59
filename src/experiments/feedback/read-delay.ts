/** The queues of the feedback paper's runs: delay over time, and how it was distributed. */
import type { BucketSeries, Snapshot } from "../../engine/index.ts";
import type { Figure, Job, Reading, Readings, Series, Size, Table } from "../experiment.ts";
import { listOf, valuesOf } from "../grid.ts";
import { middlesS, readLink, resample } from "../read-run.ts";
import { mean, rounded } from "../statistics.ts";
import { durationS, type Feedback, keysOf, ROUTERS, WAYS } from "./runs.ts";

const WINDOW_S = 0.25;

const partOf = (endS: number) => ({ fromS: 0, toS: endS, n: Math.round(endS / WINDOW_S) });

/** Of each router: its figures after the warm-up, and the delay's mean, smallest and largest in each window. */
export function readDelays(snapshot: Snapshot, _job: Job): Reading {
  const part = partOf(snapshot.nowS);
  const entries = ROUTERS.flatMap(({ id }, link) => {
    const { sojournMs } = snapshot.links[link].queue;
    const figures = Object.entries(readLink(snapshot, link)).map(([name, value]) => [`${id}.${name}`, value]);
    return [
      ...figures,
      [`${id}.windowMeanMs`, windowMeans(sojournMs, part)],
      [`${id}.windowMinMs`, resample(sojournMs, part, "min")],
      [`${id}.windowMaxMs`, resample(sojournMs, part, "max")],
    ];
  });
  return Object.fromEntries(entries);
}

/** Of the last packet in each bucket of a window. */
function windowMeans(series: BucketSeries, part: { readonly toS: number; readonly n: number }) {
  const widthS = part.toS / part.n;
  const windows: number[][] = Array.from({ length: part.n }, () => []);
  for (let i = 0; i < series.length; i++) {
    const at = Math.floor((series.startS + i * series.bucketS) / widthS);
    if (at < part.n && !Number.isNaN(series.last[i])) windows[at].push(series.last[i]);
  }
  return windows.map((values) => {
    const middle = mean(values);
    return middle === null ? null : rounded(middle);
  });
}

/** One figure a router: the delay of the first run of each way, with its range in each window. */
export function delayFigures(ways: readonly Feedback[], readings: Readings, size: Size): Figure[] {
  return ROUTERS.map(({ id, label }) => ({
    id: `delay-${id}`,
    title: `Queue delay at the ${label}`,
    kind: "lines",
    x: { label: "Time", unit: "s", scale: "linear" },
    y: { label: "Queue delay", unit: "ms", scale: "linear", from: 0 },
    series: ways.map((way) => delaySeries(way, id, readings, size)),
  }));
}

function delaySeries(way: Feedback, router: string, readings: Readings, size: Size): Series {
  const [key] = keysOf(way, size);
  const reading = readings.get(key);
  const x = middlesS(partOf(durationS(size)));
  const column = (field: string) => {
    const list = listOf(reading, `${router}.${field}`);
    return x.map((_, i) => list[i] ?? null);
  };
  return {
    label: WAYS[way].label,
    x,
    y: column("windowMeanMs"),
    low: column("windowMinMs"),
    high: column("windowMaxMs"),
    jobs: x.map(() => (reading === undefined ? null : key)),
  };
}

/** Mean over the seeds; null without any. */
export function meanOf(way: Feedback, field: string, readings: Readings, size: Size): number | null {
  return mean(valuesOf(readings, keysOf(way, size), field));
}

const COLUMNS = [
  ["Mean queue (packets)", "queueMeanPackets"],
  ["Mean delay (ms)", "delayMeanMs"],
  ["Median (ms)", "delayP50Ms"],
  ["90th percentile (ms)", "delayP90Ms"],
  ["99th percentile (ms)", "delayP99Ms"],
] as const;

export function delayTable(ways: readonly Feedback[], readings: Readings, size: Size): Table {
  const rows = ROUTERS.flatMap(({ id, label }) =>
    ways.map((way) => [
      label,
      WAYS[way].label,
      ...COLUMNS.map(([, field]) => {
        const value = meanOf(way, `${id}.${field}`, readings, size);
        return value === null ? null : rounded(value, 4);
      }),
    ]),
  );
  return {
    id: "delays",
    title: "Queues after 6 s, mean of all seeds",
    head: ["Router", "Feedback", ...COLUMNS.map(([title]) => title)],
    rows,
  };
}
