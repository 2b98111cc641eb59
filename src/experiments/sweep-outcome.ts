/**
 * What came of a sweep: a table of all points; a line with its spread where one axis has numbers, a line per value where
 * the other has names, a heat map where both have numbers.
 */
import { resolvePath } from "../engine/index.ts";
import type { Axis, Figure, HeatMap, Outcome, Readings, Table } from "./experiment.ts";
import { valuesOf } from "./grid.ts";
import type { PlacedMetric } from "./metrics.ts";
import { isFactor } from "./parameter-target.ts";
import { spreadSeries } from "./series.ts";
import { mean, rounded, spread } from "./statistics.ts";
import type { Sweep } from "./sweep.ts";
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
function figureOf(sweep: Sweep, metric: PlacedMetric, readings: Readings): Figure[] {
  const { x, y } = sweep;
  const along = x.numbers !== null ? x : y;
  const { numbers } = along ?? { numbers: null };
  if (along === null || numbers === null) return [];
  const across = along === x ? y : x;
  const series = (across?.values ?? [null]).map((name) => {
    const keys = along.values.map((value) =>
      along === x ? keysAt(sweep, value, name) : keysAt(sweep, name ?? "", value),
    );
    const points = keys.map((ofPoint, i) => ({
      x: numbers[i],
      values: valuesOf(readings, ofPoint, metric.id),
      job: shownBy(readings, ofPoint),
    }));
    const label = name === null || across === null ? labelOf(sweep, metric) : `${across.label}: ${name}`;
    const covers = keys.map((ofPoint) => coversWords(readings, ofPoint, metric));
    return { ...spreadSeries(label, points), covers };
  });
  return [
    {
      id: metric.id,
      title: titleOf(sweep, metric),
      kind: "lines",
      x: axisOf(along),
      y: { label: labelOf(sweep, metric), unit: metric.metric.unit, scale: "linear" },
      series,
    },
  ];
}

/** How many runs a number is the mean of: those without a value, and those that are still to come, are in none. */
function coversWords(readings: Readings, keys: readonly string[], { id }: PlacedMetric): string {
  const found = valuesOf(readings, keys, id).length;
  const done = keys.filter((key) => readings.has(key)).length;
  if (keys.length === 1) return "one seed, spread not known";
  const without =
    done > found ? `; ${done - found} ${done - found === 1 ? "run has" : "runs have"} none` : "";
  return `${found === keys.length ? `mean of ${found} seeds` : `mean of ${found} of ${keys.length} seeds`}${without}`;
}

function heatMapOf(sweep: Sweep, y: SweepAxis, metric: PlacedMetric, readings: Readings): HeatMap {
  const { x } = sweep;
  const cells = y.values.map((yValue) => x.values.map((xValue) => keysAt(sweep, xValue, yValue)));
  return {
    id: metric.id,
    title: titleOf(sweep, metric),
    x: axisOf(x),
    y: axisOf(y),
    xs: x.numbers ?? [],
    ys: y.numbers ?? [],
    label: labelOf(sweep, metric),
    unit: metric.metric.unit,
    values: cells.map((row) => row.map((keys) => rounded(mean(valuesOf(readings, keys, metric.id))))),
    jobs: cells.map((row) => row.map((keys) => shownBy(readings, keys))),
    covers: cells.map((row) => row.map((keys) => coversWords(readings, keys, metric))),
  };
}

/** Every point with the mean of each metric; of several seeds also smallest and largest, and how many have a value. */
function tableOf(sweep: Sweep, readings: Readings): Table {
  const { x, y, metrics, seeds } = sweep;
  const ofMetric = ({ id, metric }: PlacedMetric) => {
    const named = metric.unit === "" ? id : `${id} (${metric.unit})`;
    return seeds === 1 ? [named] : [named, `${id} low`, `${id} high`, `${id} runs`];
  };
  const rows = (y?.values ?? [null]).flatMap((yValue) =>
    x.values.map((xValue) => {
      const keys = keysAt(sweep, xValue, yValue);
      const cells = metrics.flatMap(({ id }) => {
        const values = valuesOf(readings, keys, id);
        if (seeds === 1) return [rounded(mean(values))];
        const found = spread(values);
        return [rounded(mean(values)), found?.low ?? null, found?.high ?? null, values.length];
      });
      return [xValue, ...(yValue === null ? [] : [yValue]), ...cells];
    }),
  );
  const head = [x.name, ...(y === null ? [] : [y.name]), ...metrics.flatMap(ofMetric)];
  return { id: "points", title: `All points: ${variedWords(sweep)}`, head, rows };
}

/** A run that shows the point: the first that there is. */
function shownBy(readings: Readings, keys: readonly string[]): string | null {
  return keys.find((key) => readings.has(key)) ?? null;
}

function axisOf({ label, unit, scale }: SweepAxis): Axis {
  return { label, unit, scale };
}

/** With whose it is, where there are several. */
function labelOf({ base }: Sweep, { metric, place }: PlacedMetric): string {
  if (place !== null) return `${metric.label} of ${place.replace(/^flow(\d)/, "flow $1")}`;
  const { links } = resolvePath(base.path);
  if (metric.scope === "link" && links.length > 1) return `${metric.label} of link ${links[0].id}`;
  return metric.scope === "flow" && base.flows.length > 1 ? `${metric.label} of all flows` : metric.label;
}

/** The headline: what was measured, over what and whose, and of how many runs each point is. */
function titleOf(sweep: Sweep, metric: PlacedMetric): string {
  const { seeds, x, y } = sweep;
  const isMap = x.numbers !== null && y !== null && y.numbers !== null;
  const runs = seeds === 1 ? "" : isMap ? `, mean of ${seeds} seeds` : `, mean and range of ${seeds} seeds`;
  return `${labelOf(sweep, metric)} over ${variedWords(sweep)}${runs}`;
}

/** "RTT of each flow (× its own) and β_ecn of all flows". */
function variedWords({ x, y }: Pick<Sweep, "x" | "y">): string {
  const wordsOf = (axis: SweepAxis) => (isFactor(axis.target) ? `${axis.label} (${axis.unit})` : axis.label);
  return y === null ? wordsOf(x) : `${wordsOf(x)} and ${wordsOf(y)}`;
}

/** Lines for files: what was varied, and what that replaced, kept or did not reach. */
export function sweepLines(sweep: Pick<Sweep, "x" | "y" | "remarks">): string[] {
  return [`Varied: ${variedWords(sweep)}`, ...sweep.remarks.map(({ text }) => text)];
}
