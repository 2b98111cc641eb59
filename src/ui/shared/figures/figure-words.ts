/** The texts of a figure: axis labels, the text of a point, descriptions for screen readers. */

import { greatest, least } from "d3-array";
import { delayText } from "../../../engine/index.ts";
import type { Axis, Figure, HeatMap, Series, Table } from "../../../experiments/experiment.ts";
import { counted } from "../../../lib/counted.ts";
import { plainNumber } from "../chart/chart-model.ts";

/** Returns the label of an axis: "gain in bytes received (%)". */
export function axisWords({ label, unit }: Pick<Axis, "label" | "unit">): string {
  return unit === "" ? label : `${label} (${unit})`;
}

/** Returns "Queue delay (ms); continues to 240 →". */
export function xWords(axis: Axis, undrawn: number | null): string {
  return undrawn === null ? axisWords(axis) : `${axisWords(axis)}; continues to ${plainNumber(undrawn)} →`;
}

/** Returns a value with its unit: "23.1 %", "400 ms", "0.80". */
export function amount(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return "no value";
  if (unit === "ms") return delayText(value, plainNumber);
  return unit === "" ? plainNumber(value) : `${plainNumber(value)} ${unit}`;
}

/** Returns a position on the axis as text: "RTT 400 ms", "cc newreno". */
function atWords(axis: Axis, at: number): string {
  return `${axis.label} ${axis.names === undefined ? amount(at, axis.unit) : axis.names[Math.round(at)]}`;
}

/**
 * Returns the text of a point: "100 ms, β ecn 0.9: 9 %, 95 % interval 8.50 to 9.50, all from 8 to 10 (mean of 10
 * seeds)". A range that is not a confidence interval is called "spread".
 */
export function pointSentence({ x, y, series }: Figure, at: { series: number; index: number }): string {
  const one = series[at.series];
  const end = (value: number) => amount(value, y.unit === "ms" ? "ms" : "").replace(/ ms$/, "");
  const spread = (from: string, to: string) => (from === to ? "below the last digit" : `${from} to ${to}`);
  const words = (name: string, low: number | null | undefined, high: number | null | undefined) =>
    typeof low === "number" && typeof high === "number" && low !== high
      ? `, ${name} ${spread(end(low), end(high))}`
      : "";
  const { index } = at;
  const isInterval = one.min !== undefined;
  return spoken(
    `${one.label}, ${atWords(x, one.x[index])}: ${amount(one.y[index], y.unit)}` +
      words(isInterval ? "95 % interval" : "spread", one.low?.[index], one.high?.[index]) +
      words("range", one.min?.[index], one.max?.[index]) +
      inBrackets(one.covers?.[index] ?? ""),
  );
}

function inBrackets(covers: string): string {
  return covers === "" ? "" : ` (${covers})`;
}

/** Number of series whose course is described in the summary. */
const TOLD = 4;

/** Returns a description of the picture in a few sentences, for screen readers. */
export function figureSummary(figure: Figure): string {
  const { title, x, y, series } = figure;
  const count = series.length === 1 ? "One series" : counted(series.length, "series", "series");
  const descriptions = series.map((one, i) =>
    i < TOLD ? `${one.label}, ${courseWords(figure, one)}` : one.label,
  );
  return spoken(`${title}. ${axisWords(y)} against ${axisWords(x)}. ${count}: ${descriptions.join("; ")}.`);
}

const ofValue = ({ value }: { readonly value: number }) => value;

/** Describes a series by its ends, and by its highest and lowest point if they are between the ends. */
function courseWords({ x, y }: Figure, one: Series): string {
  const points = one.x.flatMap((at, i) => {
    const value = one.y[i];
    return value === null || value === undefined || !Number.isFinite(value) ? [] : [{ at, value }];
  });
  if (points.length === 0) return "no value yet";
  const words = ({ at, value }: (typeof points)[number]) =>
    `${amount(value, y.unit)} at ${x.names === undefined ? amount(at, x.unit) : x.names[Math.round(at)]}`;
  const [first, last] = [points[0], points[points.length - 1]];
  if (points.length === 1) return words(first);
  const [highest, lowest] = [greatest(points, ofValue) ?? first, least(points, ofValue) ?? first];
  const ends = [first.value, last.value];
  return [
    `from ${words(first)} to ${words(last)}`,
    ...(highest.value > Math.max(...ends) ? [`highest ${words(highest)}`] : []),
    ...(lowest.value < Math.min(...ends) ? [`lowest ${words(lowest)}`] : []),
  ].join(", ");
}

export function heatMapSummary(map: HeatMap): string {
  const cells = map.values.flatMap((row, r) =>
    row.flatMap((value, c) => (value === null ? [] : [{ value, place: placeWords(map, r, c) }])),
  );
  const end = ({ value, place }: (typeof cells)[number]) => `${amount(value, map.unit)} (${place})`;
  const [lowest, highest] = [least(cells, ofValue), greatest(cells, ofValue)];
  const without = map.xs.length * map.ys.length - cells.length;
  const gaps = without > 0 ? `; ${counted(without, "cell")} without a value` : "";
  const range = lowest && highest ? `from ${end(lowest)} to ${end(highest)}${gaps}` : "no value yet";
  return spoken(
    `${map.title}. ${map.label} over ${axisWords(map.x)} and ${axisWords(map.y)}, ${map.xs.length} by ${map.ys.length} cells: ${range}.`,
  );
}

function placeWords({ x, y, xs, ys }: HeatMap, row: number, column: number): string {
  return `${atWords(x, xs[column])}, ${atWords(y, ys[row])}`;
}

export function cellSentence(map: HeatMap, row: number, column: number): string {
  const value = amount(map.values[row]?.[column], map.unit);
  const half = map.halfWidths?.[row]?.[column] ?? null;
  const width = half === null ? "" : ` ± ${amount(half, map.unit)}`;
  const at = placeWords(map, row, column);
  return spoken(`${at}: ${map.label} ${value}${width}${inBrackets(map.covers?.[row]?.[column] ?? "")}`);
}

/** Returns the text without "_", which starts a subscript. */
export function spoken(text: string): string {
  return text.replaceAll("_", " ");
}

/** Returns the text of a table cell: "0.80 (0.75 to 0.85)". */
function spreadText(value: number, from: number, to: number): string {
  return `${plainNumber(value)} (${plainNumber(from)} to ${plainNumber(to)})`;
}

/** Returns one column per series if all have the same positions; otherwise one row per point. */
export function figureTable(figure: Figure): Table {
  const { id, title, x, y, series } = figure;
  const [first] = series;
  const { names } = x;
  const together =
    first !== undefined && series.every((one) => names !== undefined || sameNumbers(one.x, first.x));
  if (!together) return pointTable(figure);
  const head = [axisWords(x), ...series.map(({ label }) => withUnit(label, y.unit))];
  return {
    id,
    title,
    head,
    rows: first.x.map((at, row) => [names?.[row] ?? at, ...series.map((one) => cellText(one, row))]),
  };
}

function pointTable({ id, title, x, y, series }: Figure): Table {
  const rows = series.flatMap((one) => one.x.map((at, row) => [one.label, at, cellText(one, row)]));
  return { id, title, head: ["series", axisWords(x), axisWords(y)], rows };
}

export function heatMapTable({ id, title, x, y, xs, ys, values }: HeatMap): Table {
  const placed = ({ names }: Axis, at: number) => names?.[at] ?? at;
  const head = [
    `${axisWords(y)} \\ ${axisWords(x)}`,
    ...xs.map((at) => (x.names === undefined ? plainNumber(at) : (x.names[at] ?? ""))),
  ];
  return { id, title, head, rows: ys.map((at, row) => [placed(y, at), ...(values[row] ?? [])]) };
}

function cellText({ y, low, high }: Series, row: number): string | number | null {
  const value = y[row] ?? null;
  const [from, to] = [low?.[row], high?.[row]];
  if (value === null || typeof from !== "number" || typeof to !== "number" || from === to) return value;
  return spreadText(value, from, to);
}

function withUnit(label: string, unit: string): string {
  return unit === "" ? label : `${label} (${unit})`;
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** Returns unique keys for texts that may repeat: the second "paper" becomes "paper 2". */
export function uniqueKeys(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 1 ? text : `${text} ${times}`;
  });
}
