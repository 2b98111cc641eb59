/** A figure in words: what stands at an axis, what a point says, what a screen reader is told. */
import { delayText } from "../../engine/index.ts";
import type { Axis, Figure, HeatMap } from "../../experiments/experiment.ts";
import { shortNumber } from "../charts/chart-model.ts";

/** "gain in bytes received (%)". */
export function axisWords({ label, unit }: Pick<Axis, "label" | "unit">): string {
  return unit === "" ? label : `${label} (${unit})`;
}

/** "Queue delay (ms); goes on to 240 →". */
export function xWords(axis: Axis, undrawn: number | null): string {
  return undrawn === null ? axisWords(axis) : `${axisWords(axis)}; goes on to ${plainNumber(undrawn)} →`;
}

/** "23.1 %", "400 ms", "0.80". */
export function amount(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return "no value";
  if (unit === "ms") return delayText(value, plainNumber);
  return unit === "" ? plainNumber(value) : `${plainNumber(value)} ${unit}`;
}

/** Whole numbers as they are: 400, not 400.0. */
export function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : shortNumber(value);
}

export interface PointWords {
  /** Of the series. */
  readonly name: string;
  readonly at: string;
  readonly value: string;
  /** "20.2 to 25.0"; empty where there is no spread. */
  readonly spread: string;
  /** "mean of 10 seeds"; empty where nothing is said. */
  readonly covers: string;
}

export function pointWords({ x, y, series }: Figure, at: { series: number; index: number }): PointWords {
  const one = series[at.series];
  const [low, high] = [one.low?.[at.index], one.high?.[at.index]];
  const hasSpread = typeof low === "number" && typeof high === "number" && low !== high;
  const end = (value: number) => amount(value, y.unit === "ms" ? "ms" : "").replace(/ ms$/, "");
  const [from, to] = hasSpread ? [end(low), end(high)] : ["", ""];
  return {
    name: one.label,
    at: `${x.label} ${amount(one.x[at.index], x.unit)}`,
    value: amount(one.y[at.index], y.unit),
    spread: from === to ? (hasSpread ? "below the last digit" : "") : `${from} to ${to}`,
    covers: one.covers?.[at.index] ?? "",
  };
}

export function pointSentence({ name, at, value, spread, covers }: PointWords): string {
  return spoken(`${name}, ${at}: ${value}${spread === "" ? "" : `, spread ${spread}`}${inBrackets(covers)}`);
}

function inBrackets(covers: string): string {
  return covers === "" ? "" : ` (${covers})`;
}

/** The picture in one or two sentences, for those who do not see it. */
export function figureSummary({ title, x, y, series }: Figure): string {
  const names = series.map(({ label }) => label).join("; ");
  const count = series.length === 1 ? "One series" : `${series.length} series`;
  return spoken(`${title}. ${axisWords(y)} against ${axisWords(x)}. ${count}: ${names}.`);
}

export function heatMapSummary(map: HeatMap): string {
  const values = map.values.flat().filter((value) => value !== null);
  const range =
    values.length === 0
      ? "no value yet"
      : `${amount(Math.min(...values), map.unit)} to ${amount(Math.max(...values), map.unit)}`;
  return spoken(
    `${map.title}. ${map.label} over ${axisWords(map.x)} and ${axisWords(map.y)}, ${map.xs.length} by ${map.ys.length} cells: ${range}.`,
  );
}

export function cellSentence(map: HeatMap, row: number, column: number): string {
  const value = amount(map.values[row]?.[column], map.unit);
  const at = `${map.x.label} ${amount(map.xs[column], map.x.unit)}, ${map.y.label} ${amount(map.ys[row], map.y.unit)}`;
  return spoken(`${at}: ${map.label} ${value}${inBrackets(map.covers?.[row]?.[column] ?? "")}`);
}

/** Without the sign that starts a subscript. */
export function spoken(text: string): string {
  return text.replaceAll("_", " ");
}
