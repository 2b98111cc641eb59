/**
 * What came of a sweep: a table of all points; a line with its spread where one axis has numbers, a line per value where
 * the other has names, a heat map where both have numbers.
 */
import type { Figure, HeatMap, Outcome, Readings, Table } from "./experiment.ts";
import { valuesOf } from "./grid.ts";
import { spreadSeries } from "./series.ts";
import { mean, rounded, spread } from "./statistics.ts";
import type { Sweep, SweepMetric } from "./sweep.ts";
import type { SweepAxis } from "./sweep-axis.ts";
import { sweepKey } from "./sweep-jobs.ts";

export function reduceSweep(sweep: Sweep, readings: Readings): Outcome {
  const { x, y, metrics } = sweep;
  const isMap = x.numbers !== null && y !== null && y.numbers !== null;
  const lines = isMap ? [] : metrics.flatMap((metric) => figureOf(sweep, metric, readings));
  const heatMaps = isMap ? metrics.map((metric) => heatMapOf(sweep, y, metric, readings)) : [];
  return { figures: lines, heatMaps, tables: [tableOf(sweep, readings)], claims: [] };
}

/** Keys of all seeds at one point. */
function keysAt(sweep: Sweep, xValue: string, yValue: string | null): string[] {
  return Array.from({ length: sweep.seeds }, (_, seed) => sweepKey(sweep, xValue, yValue, seed));
}

/** The axis with numbers lies along; none where neither has any. */
function figureOf(sweep: Sweep, metric: SweepMetric, readings: Readings): Figure[] {
  const { x, y } = sweep;
  const along = x.numbers !== null ? x : y;
  const { numbers } = along ?? { numbers: null };
  if (along === null || numbers === null) return [];
  const across = along === x ? y : x;
  const series = (across?.values ?? [null]).map((name) =>
    spreadSeries(
      name === null || across === null ? metric.metric.label : `${across.label} ${name}`,
      along.values.map((value, i) => {
        const keys = along === x ? keysAt(sweep, value, name) : keysAt(sweep, name ?? "", value);
        return { x: numbers[i], values: valuesOf(readings, keys, metric.id), job: shownBy(readings, keys) };
      }),
    ),
  );
  return [
    {
      id: metric.id,
      title: titleOf(sweep, metric),
      kind: "lines",
      x: axisOf(along),
      y: { label: labelOf(metric), unit: metric.metric.unit, scale: "linear" },
      series,
    },
  ];
}

function heatMapOf(sweep: Sweep, y: SweepAxis, metric: SweepMetric, readings: Readings): HeatMap {
  const { x } = sweep;
  const cells = y.values.map((yValue) => x.values.map((xValue) => keysAt(sweep, xValue, yValue)));
  return {
    id: metric.id,
    title: titleOf(sweep, metric),
    x: axisOf(x),
    y: axisOf(y),
    xs: x.numbers ?? [],
    ys: y.numbers ?? [],
    label: labelOf(metric),
    unit: metric.metric.unit,
    values: cells.map((row) => row.map((keys) => roundedMean(valuesOf(readings, keys, metric.id)))),
    jobs: cells.map((row) => row.map((keys) => shownBy(readings, keys))),
  };
}

/** Every point with the mean of each metric; of several seeds also smallest and largest, and how many have a value. */
function tableOf(sweep: Sweep, readings: Readings): Table {
  const { x, y, metrics, seeds } = sweep;
  const ofMetric = ({ id, metric }: SweepMetric) => {
    const named = metric.unit === "" ? id : `${id} (${metric.unit})`;
    return seeds === 1 ? [named] : [named, `${id} low`, `${id} high`, `${id} runs`];
  };
  const rows = (y?.values ?? [null]).flatMap((yValue) =>
    x.values.map((xValue) => {
      const keys = keysAt(sweep, xValue, yValue);
      const cells = metrics.flatMap(({ id }) => {
        const values = valuesOf(readings, keys, id);
        if (seeds === 1) return [roundedMean(values)];
        const found = spread(values);
        return [roundedMean(values), found?.low ?? null, found?.high ?? null, values.length];
      });
      return [xValue, ...(yValue === null ? [] : [yValue]), ...cells];
    }),
  );
  const head = [x.name, ...(y === null ? [] : [y.name]), ...metrics.flatMap(ofMetric)];
  return { id: "points", title: "All points", head, rows };
}

function roundedMean(values: readonly number[]): number | null {
  const middle = mean(values);
  return middle === null ? null : rounded(middle);
}

/** A run that shows the point: the first that there is. */
function shownBy(readings: Readings, keys: readonly string[]): string | null {
  return keys.find((key) => readings.has(key)) ?? null;
}

function axisOf({ label, unit, scale }: SweepAxis): Figure["x"] {
  return { label, unit, scale };
}

function labelOf({ metric, place }: SweepMetric): string {
  return place === null ? metric.label : `${metric.label} of ${place.replace(/^flow(\d)/, "flow $1")}`;
}

function titleOf({ x, y }: Sweep, metric: SweepMetric): string {
  const over = y === null ? x.label : `${x.label} and ${y.label}`;
  return `${labelOf(metric)} over ${over}`;
}
