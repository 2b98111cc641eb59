/**
 * The points of a sweep as numbers: mean, standard deviation and 95 % interval over the seeds, differences from one value seed by
 * seed, and whether seeds change anything. Figures and the long table of CSV and JSON use these numbers.
 */
import type { Scenario } from "../engine/index.ts";
import { counted, ofNumber } from "../lib/counted.ts";
import type { Cell } from "../lib/csv.ts";
import { type Estimate, estimate, rounded } from "../lib/statistics.ts";
import type { Readings } from "./experiment.ts";
import { numberOf, valuesOf } from "./grid.ts";
import type { PlacedMetric } from "./metrics.ts";
import { baseText } from "./sweep.ts";
import { type SweepAxis, valueName } from "./sweep-axis.ts";
import { type BaseValue, SAME, type Sweep, sweepKey } from "./sweep-jobs.ts";

/** The values that a point has on the axes. */
export interface PointPlace {
  readonly x: string;
  /** Value on the second axis; null if there is only one axis. */
  readonly y: string | null;
}

/** Returns the points sorted by y, then by x. All tables have this order. */
export function placesOfSweep({ x, y }: Pick<Sweep, "x" | "y">): PointPlace[] {
  return (y?.values ?? [null]).flatMap((yValue) => x.values.map((xValue) => ({ x: xValue, y: yValue })));
}

/** Returns the keys of the runs of one point, one per seed. */
export function keysAt(sweep: Sweep, { x, y }: PointPlace): string[] {
  return Array.from({ length: sweep.seeds }, (_, seed) => sweepKey(sweep, x, y, seed));
}

/** Returns true if runs with different seeds had identical results. Their spread of zero is then no measure of the precision. */
export function isSameRun(readings: Readings, keys: readonly string[]): boolean {
  const prints = keys.flatMap((key) => (readings.has(key) ? [numberOf(readings.get(key), SAME)] : []));
  return prints.length > 1 && prints[0] !== null && prints.every((print) => print === prints[0]);
}

/** Returns the estimate of the mean at a point. Its interval is limited to the possible values: that of an index does not exceed 1. */
export function estimateAt(
  readings: Readings,
  keys: readonly string[],
  { id, metric: { most = Number.POSITIVE_INFINITY } }: PlacedMetric,
): Estimate | null {
  const found = estimate(valuesOf(readings, keys, id), !isSameRun(readings, keys));
  if (found === null || found.interval === null) return found;
  const { low, high } = found.interval;
  return {
    ...found,
    interval: { low: Math.min(low, most), high: Math.max(found.mean, Math.min(high, most)) },
  };
}

/**
 * Returns the value with which the other values are compared: the chosen one, otherwise the first value of an axis with names.
 * Null if there is only one seed, or if no axis has names.
 */
export function baseOf({ x, y, seeds, against }: Sweep): BaseValue | null {
  if (seeds < 2) return null;
  if (against !== null) return against;
  const named = [x, y].find((axis) => axis !== null && axis.numbers === null && axis.values.length > 1);
  return named ? { name: named.name, value: named.values[0] } : null;
}

/**
 * Returns, for each seed, the difference of a point from the point that has the base value on that axis; null for points with the
 * base value.
 */
function differencesAt(
  sweep: Sweep,
  readings: Readings,
  place: PointPlace,
  { id }: PlacedMetric,
): { readonly bySeed: readonly (number | null)[]; readonly all: Estimate | null } | null {
  const base = baseOf(sweep);
  if (base === null) return null;
  const from = base.name === sweep.x.name ? { ...place, x: base.value } : { ...place, y: base.value };
  if (from.x === place.x && from.y === place.y) return null;
  const [keys, baseKeys] = [keysAt(sweep, place), keysAt(sweep, from)];
  const bySeed = keys.map((key, seed) => {
    const [own, other] = [key, baseKeys[seed]].map((one) => numberOf(readings.get(one), id));
    return own === null || other === null ? null : own - other;
  });
  const repeats = !(isSameRun(readings, keys) && isSameRun(readings, baseKeys));
  const known = bySeed.filter((one) => one !== null);
  return { bySeed, all: estimate(known, repeats) };
}

const MOST_NAMED = 3;

/** Returns sentences on points at which all seeds give the same run, with advice on what to vary instead. */
export function seedLines(sweep: Sweep, readings: Readings): string[] {
  const { seeds } = sweep;
  if (seeds < 2) return [];
  const places = placesOfSweep(sweep);
  // A point is judged only when all its runs are finished.
  const same = places.filter((place) => {
    const keys = keysAt(sweep, place);
    return keys.every((key) => readings.has(key)) && isSameRun(readings, keys);
  });
  if (same.length === 0) return [];
  const instead =
    "To see a spread, add something random to the scenario: start times (several equal flows and Start jitter, or Start jitter of first flows), traffic with random sizes or pauses, Jitter or Random loss of the link.";
  if (same.length === places.length) {
    return [
      `These seeds change nothing: all ${seeds} runs of a point are the same, because nothing in the scenario is random. The figures are exact for this scenario and have no interval.`,
      instead,
    ];
  }
  const named = same.slice(0, MOST_NAMED).map((place) => placeWords(sweep, place));
  const more = same.length > MOST_NAMED ? ` and ${same.length - MOST_NAMED} more` : "";
  return [
    `The seeds change nothing at ${counted(same.length, "point")} of ${places.length} (${named.join("; ")}${more}): all ${seeds} runs there are the same, and ${ofNumber(same.length, "it has", "they have")} no interval.`,
    instead,
  ];
}

/** Returns the point as text: "RTT 20ms, aqm codel". */
export function placeWords({ x, y, base }: Pick<Sweep, "x" | "y" | "base">, place: PointPlace): string {
  const name = (value: string) => valueName(value, base);
  return `${x.label} ${name(place.x)}${place.y === null ? "" : `, ${y?.label} ${name(place.y)}`}`;
}

/** A table with a header row. */
export interface PointTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Returns the long table for other programs, with one row for each point and metric. With `perSeed` there is also a row for each
 * run, whose column `seed` is not empty. If a base value was chosen, there are also rows of differences, whose column `against`
 * is not empty.
 */
export function pointTable(sweep: Sweep, readings: Readings, perSeed: boolean): PointTable {
  const { x, y, metrics, base, against } = sweep;
  const axes = y === null ? [x] : [x, y];
  const head = [
    ...axes.map(columnOf),
    "metric",
    "unit",
    ...(against === null ? [] : ["against"]),
    ...(perSeed ? ["seed"] : []),
    ...["seeds", "mean", "sd", "ci95_low", "ci95_high", "min", "max"],
  ];
  const rowsOf = (place: PointPlace, metric: PlacedMetric, isDifference: boolean): Cell[][] => {
    const keys = keysAt(sweep, place);
    const compared = isDifference ? differencesAt(sweep, readings, place, metric) : null;
    if (isDifference && compared === null) return [];
    const whole = compared === null ? estimateAt(readings, keys, metric) : compared.all;
    const bySeed = compared?.bySeed ?? keys.map((key) => numberOf(readings.get(key), metric.id));
    const begin: Cell[] = [
      cellAt(x, place.x, base),
      ...(y === null || place.y === null ? [] : [cellAt(y, place.y, base)]),
      metric.id,
      metric.metric.unit,
      ...(against === null ? [] : [isDifference ? baseText(against) : null]),
    ];
    const seedOf = (index: number): number | null =>
      axes.some(({ name }) => name === "seed") ? null : Number(base.run.seed) + index;
    return [
      [...begin, ...(perSeed ? [null] : []), ...estimateCells(whole)],
      ...(perSeed
        ? bySeed.map((value, index) => [
            ...begin,
            seedOf(index),
            ...(value === null ? NO_ESTIMATE : [1, rounded(value), null, null, null, null, null]),
          ])
        : []),
    ];
  };
  const kinds = against === null ? [false] : [false, true];
  const rows = placesOfSweep(sweep).flatMap((place) =>
    metrics.flatMap((metric) => kinds.flatMap((isDifference) => rowsOf(place, metric, isDifference))),
  );
  return { head, rows };
}

const NO_ESTIMATE: readonly Cell[] = [0, null, null, null, null, null, null];

function estimateCells(one: Estimate | null): readonly Cell[] {
  if (one === null) return NO_ESTIMATE;
  const { n, mean, sd, interval, min, max } = one;
  return [n, ...[mean, sd, interval?.low ?? null, interval?.high ?? null, min, max].map((v) => rounded(v))];
}

const UNIT_NAMES: Readonly<Record<string, string>> = {
  "%": "percent",
  "1/s": "per_s",
  "× its own": "times_own",
};

/**
 * Returns the name of a column: the axis "rtt" in ms becomes "rtt_ms", and "flow2.beta-ecn" becomes "flow2_beta_ecn".
 */
export function columnOf({ name, unit }: Pick<SweepAxis, "name" | "unit">): string {
  const words = unit === "" ? name : `${name}_${UNIT_NAMES[unit] ?? unit}`;
  return words.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}

/** Returns a cell for a value: a number in the unit of the column, or the name. */
function cellAt({ values, numbers }: SweepAxis, value: string, base: Scenario): Cell {
  return numbers === null ? valueName(value, base) : numbers[values.indexOf(value)];
}

/** Returns the table for users: the values on the axes, and for each metric the mean with its uncertainty. */
export function readableRows(sweep: Sweep, readings: Readings): PointTable {
  const { x, y, metrics, seeds } = sweep;
  const rows = placesOfSweep(sweep).map((place): Cell[] => {
    const keys = keysAt(sweep, place);
    const cells = metrics.flatMap((metric) => {
      const [n, mean, ...rest] = estimateCells(estimateAt(readings, keys, metric));
      return seeds === 1 ? [mean] : [mean, ...rest, n];
    });
    return [...placeCells(place, sweep.base), ...cells];
  });
  const heads = seeds === 1 ? [] : ESTIMATE_HEADS;
  const ofMetric = (metric: PlacedMetric) => [
    withUnit(metric),
    ...heads.map((head) => named(sweep, metric, head)),
  ];
  return { head: [x.name, ...(y === null ? [] : [y.name]), ...metrics.flatMap(ofMetric)], rows };
}

/** Returns a table for users with one row per run. `keys` has the key of each row's run. */
export function seedRows(
  sweep: Sweep,
  readings: Readings,
): PointTable & { readonly keys: readonly string[] } {
  const { x, y, metrics, base } = sweep;
  const runs = placesOfSweep(sweep).flatMap((place) =>
    keysAt(sweep, place).map((key, index) => {
      const values = metrics.map(({ id }) => numberOf(readings.get(key), id));
      return { key, row: [...placeCells(place, sweep.base), Number(base.run.seed) + index, ...values] };
    }),
  );
  const head = [x.name, ...(y === null ? [] : [y.name]), "seed", ...metrics.map(withUnit)];
  return { head, rows: runs.map(({ row }) => row), keys: runs.map(({ key }) => key) };
}

function placeCells({ x, y }: PointPlace, base: Scenario): string[] {
  return (y === null ? [x] : [x, y]).map((value) => valueName(value, base));
}

const ESTIMATE_HEADS = ["sd", "95 % low", "95 % high", "min", "max", "seeds"];

/** Returns the head of a column. The name of the metric is left out if there is only one metric. */
function named({ metrics }: Sweep, { id }: PlacedMetric, head: string): string {
  return metrics.length === 1 ? head : `${id} ${head}`;
}

function withUnit({ id, metric }: PlacedMetric): string {
  return metric.unit === "" ? id : `${id} (${metric.unit})`;
}

/** Returns a table for users with the differences from the base value; null if there is no base value. */
export function differenceRows(sweep: Sweep, readings: Readings): PointTable | null {
  const { x, y, metrics } = sweep;
  if (baseOf(sweep) === null) return null;
  const heads = ["95 % low", "95 % high", "seeds"];
  const rows = placesOfSweep(sweep).flatMap((place): Cell[][] => {
    const found = metrics.map((metric) => differencesAt(sweep, readings, place, metric));
    if (found.every((one) => one === null)) return [];
    const cells = found.flatMap((one) => {
      const [n, mean, , low, high] = estimateCells(one?.all ?? null);
      return [mean, low, high, n];
    });
    return [[...placeCells(place, sweep.base), ...cells]];
  });
  const head = [
    x.name,
    ...(y === null ? [] : [y.name]),
    ...metrics.flatMap((metric) => [
      `Δ ${withUnit(metric)}`,
      ...heads.map((one) => named(sweep, metric, one)),
    ]),
  ];
  return { head, rows };
}
