/** What a figure or a heat map shows, as a table. */
import type { Figure, HeatMap, Series, Table } from "../../../experiments/experiment.ts";
import { axisWords, plainNumber, spreadText } from "./figure-words.ts";

/** One column per series where all have the same places; else one row per point. */
export function figureTable(figure: Figure): Table {
  const { id, title, x, y, series } = figure;
  const [first] = series;
  const together = first !== undefined && series.every((one) => sameNumbers(one.x, first.x));
  if (!together) return pointTable(figure);
  const head = [axisWords(x), ...series.map(({ label }) => withUnit(label, y.unit))];
  return {
    id,
    title,
    head,
    rows: first.x.map((at, row) => [at, ...series.map((one) => cellText(one, row))]),
  };
}

function pointTable({ id, title, x, y, series }: Figure): Table {
  const rows = series.flatMap((one) => one.x.map((at, row) => [one.label, at, cellText(one, row)]));
  return { id, title, head: ["series", axisWords(x), axisWords(y)], rows };
}

export function heatMapTable({ id, title, x, y, xs, ys, values }: HeatMap): Table {
  const head = [`${axisWords(y)} \\ ${axisWords(x)}`, ...xs.map(plainNumber)];
  return { id, title, head, rows: ys.map((at, row) => [at, ...(values[row] ?? [])]) };
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
