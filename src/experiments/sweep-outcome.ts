/**
 * The outcome of a sweep: a table of all points, and a figure. The figure is a line with its 95 % interval if one axis has
 * numbers, with one line for each name of the other axis. It has separate points if all axes have names, and is a heat map if
 * both have numbers.
 */
import { resolvePath, type Scenario } from "../engine/index.ts";
import { rounded } from "../lib/statistics.ts";
import type { Axis, Figure, HeatMap, Outcome, Readings, Table } from "./experiment.ts";
import { valuesOf } from "./grid.ts";
import type { PlacedMetric } from "./metrics.ts";
import { isFactor } from "./parameter-target.ts";
import { type SweepAxis, valueName } from "./sweep-axis.ts";
import type { Sweep } from "./sweep-jobs.ts";
import {
  baseOf,
  differenceRows,
  estimateAt,
  isSameRun,
  keysAt,
  placesOfSweep,
  readableRows,
  seedLines,
  seedRows,
} from "./sweep-points.ts";

/** Computes the outcome of a sweep from the runs that are finished. */
export function reduceSweep(sweep: Sweep, readings: Readings): Outcome {
  const { x, y, metrics } = sweep;
  const isMap = isMapped(sweep);
  const lines = isMap ? [] : metrics.map((metric) => figureOf(sweep, metric, readings));
  const heatMaps = isMap && y !== null ? metrics.map((metric) => heatMapOf(sweep, y, metric, readings)) : [];
  const { head, rows } = readableRows(sweep, readings);
  const points = { id: "points", title: `All points: ${variedWords({ x, y })}`, head, rows };
  const differences = differenceTable(sweep, readings);
  return {
    figures: lines,
    heatMaps,
    tables: differences === null ? [points] : [points, differences],
    claims: [],
  };
}

/** Returns true if both axes have numbers, so that the figure is a heat map. */
function isMapped({ x, y }: Pick<Sweep, "x" | "y">): boolean {
  return x.numbers !== null && y !== null && y.numbers !== null;
}

/** Returns a table with one row per run. `keys` has the key of each row's run. */
export function perSeedTable(sweep: Sweep, readings: Readings): Table & { readonly keys: readonly string[] } {
  const { head, rows, keys } = seedRows(sweep, readings);
  return { id: "seeds", title: `Each seed: ${variedWords(sweep)}`, head, rows, keys };
}

function differenceTable(sweep: Sweep, readings: Readings): Table | null {
  const [base, table] = [baseOf(sweep), differenceRows(sweep, readings)];
  if (base === null || table === null) return null;
  const label = [sweep.x, sweep.y].find((axis) => axis?.name === base.name)?.label ?? base.name;
  return {
    id: "differences",
    title: `Difference to ${label} ${base.value}, seed by seed: mean and 95 % interval`,
    head: table.head,
    rows: table.rows,
  };
}

/** Returns the figure. Its x axis is the axis with numbers; if both have names, the first one, with separate points. */
function figureOf(sweep: Sweep, metric: PlacedMetric, readings: Readings): Figure {
  const { x, y } = sweep;
  const along = x.numbers === null && y !== null && y.numbers !== null ? y : x;
  const across = along === x ? y : x;
  const names = across?.values ?? [null];
  const series = names.map((name, series) => {
    const keys = along.values.map((value) =>
      keysAt(sweep, along === x ? { x: value, y: name } : { x: name ?? "", y: value }),
    );
    const found = keys.map((ofPoint) => estimateAt(readings, ofPoint, metric));
    // Points that have the same name are drawn side by side.
    const aside = (series - (names.length - 1) / 2) * Math.min(0.14, 0.7 / names.length);
    return {
      label: name === null || across === null ? labelOf(sweep, metric) : `${across.label}: ${name}`,
      x: along.numbers ?? along.values.map((_, i) => i + aside),
      y: found.map((one) => one?.mean ?? null),
      ...(sweep.seeds > 1 && {
        low: found.map((one) => one?.interval?.low ?? null),
        high: found.map((one) => one?.interval?.high ?? null),
        min: found.map((one) => (one?.interval ? one.min : null)),
        max: found.map((one) => (one?.interval ? one.max : null)),
      }),
      jobs: keys.map((ofPoint) => shownBy(readings, ofPoint)),
      covers: keys.map((ofPoint) => coversWords(readings, ofPoint, metric)),
    };
  });
  return {
    id: metric.id,
    title: titleOf(sweep, metric, readings),
    kind: along.numbers === null ? "points" : "lines",
    x: axisOf(along, sweep.base),
    y: { label: labelOf(sweep, metric), unit: metric.metric.unit, scale: "linear" },
    series,
  };
}

/** Returns a text on how many runs a mean includes. Runs without a value and runs that are not finished are not included. */
function coversWords(readings: Readings, keys: readonly string[], { id }: PlacedMetric): string {
  const found = valuesOf(readings, keys, id).length;
  const done = keys.filter((key) => readings.has(key)).length;
  if (keys.length === 1) return "one seed, spread not known";
  if (found > 1 && isSameRun(readings, keys)) return `the same with each of ${found} seeds, no interval`;
  const without =
    done > found ? `; ${done - found} ${done - found === 1 ? "run has" : "runs have"} none` : "";
  return `${found === keys.length ? `mean of ${found} seeds` : `mean of ${found} of ${keys.length} seeds`}${without}`;
}

function heatMapOf(sweep: Sweep, y: SweepAxis, metric: PlacedMetric, readings: Readings): HeatMap {
  const { x } = sweep;
  const cells = y.values.map((yValue) => x.values.map((xValue) => keysAt(sweep, { x: xValue, y: yValue })));
  const found = cells.map((row) => row.map((keys) => estimateAt(readings, keys, metric)));
  const halfWidths = found.map((row) =>
    row.map((one) => rounded(one?.interval ? (one.interval.high - one.interval.low) / 2 : null)),
  );
  return {
    id: metric.id,
    title: titleOf(sweep, metric, readings),
    x: axisOf(x, sweep.base),
    y: axisOf(y, sweep.base),
    xs: x.numbers ?? [],
    ys: y.numbers ?? [],
    label: labelOf(sweep, metric),
    unit: metric.metric.unit,
    values: found.map((row) => row.map((one) => rounded(one?.mean ?? null))),
    ...(halfWidths.flat().some((half) => half !== null) && { halfWidths }),
    jobs: cells.map((row) => row.map((keys) => shownBy(readings, keys))),
    covers: cells.map((row) => row.map((keys) => coversWords(readings, keys, metric))),
  };
}

/** Returns the key of the first finished run of a point; null if there is none. */
function shownBy(readings: Readings, keys: readonly string[]): string | null {
  return keys.find((key) => readings.has(key)) ?? null;
}

function axisOf({ label, unit, scale, numbers, values }: SweepAxis, base: Scenario): Axis {
  if (numbers !== null) return { label, unit, scale };
  return {
    label,
    unit,
    scale,
    from: -0.5,
    to: values.length - 0.5,
    names: values.map((value) => valueName(value, base)),
  };
}

/** Returns the label of a metric. It names the link or group of flows if there are several. */
function labelOf(sweep: Sweep, { over, ...one }: PlacedMetric): string {
  const label = placedLabel(sweep, one);
  return over === undefined ? label : `${label} ÷ ${labelOf(sweep, over)}`;
}

function placedLabel({ base }: Sweep, { metric, place }: Omit<PlacedMetric, "over">): string {
  if (place !== null) return `${metric.label} of ${place.replace(/^flow(\d)/, "flow $1")}`;
  const { links } = resolvePath(base.path);
  if (metric.scope === "link" && links.length > 1) return `${metric.label} of link ${links[0].id}`;
  return metric.scope === "flow" && base.flows.length > 1 ? `${metric.label} of all flows` : metric.label;
}

/** Returns the title: the metric, the axes, and the number of runs per point. */
function titleOf(sweep: Sweep, metric: PlacedMetric, readings: Readings): string {
  return `${labelOf(sweep, metric)} over ${variedWords(sweep)}${seedWords(sweep, readings)}`;
}

function seedWords(sweep: Sweep, readings: Readings): string {
  if (sweep.seeds === 1) return "";
  const places = placesOfSweep(sweep).map((place) => keysAt(sweep, place));
  const isSame = places.every((keys) => keys.every((key) => readings.has(key)) && isSameRun(readings, keys));
  return isSame
    ? `, the same with each of ${sweep.seeds} seeds`
    : `, mean and 95 % interval of ${sweep.seeds} seeds`;
}

/** Returns the varied settings as text: "RTT of each flow (× its own) and β_ecn of all flows". */
function variedWords({ x, y }: Pick<Sweep, "x" | "y">): string {
  const wordsOf = (axis: SweepAxis) => (isFactor(axis.target) ? `${axis.label} (${axis.unit})` : axis.label);
  return y === null ? wordsOf(x) : `${wordsOf(x)} and ${wordsOf(y)}`;
}

/**
 * Returns lines for files: which settings were varied, which existing values were replaced, kept or not affected, and where
 * different seeds give the same run.
 */
export function sweepLines(sweep: Sweep, readings: Readings): string[] {
  return [
    `Varied: ${variedWords(sweep)}`,
    ...sweep.remarks.map(({ text }) => text),
    ...seedLines(sweep, readings),
  ];
}
