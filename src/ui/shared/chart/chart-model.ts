/** What a time chart is made of: everything but its size, its cursor and its gestures. */

import type { Paint } from "./colours.ts";
import type { Domain, Plot, TimeView } from "./plot-geometry.ts";
import type { Pen } from "./series.ts";

/**
 * Things whose only name is their place in the row, as keys for React: those that say something new keep their elements,
 * which costs less than new ones.
 */
export function numbered<T>(items: readonly T[]): [number, T][] {
  return [...items.entries()];
}

export interface PlotLabel {
  /** Its "_" starts a subscript. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly paint: Paint;
  readonly strong?: boolean;
}

/** What one series says at the cursor. */
export interface Reading {
  readonly name: string;
  /** Beside the cursor, where the whole name would hide the plot. */
  readonly shortName?: string;
  readonly value: number;
  readonly text: string;
  readonly paint: Paint;
}

export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type DrawPlot = (pen: Pen) => void;

export interface ChartModel {
  /** "cwnd", with "_" for a subscript. */
  readonly title: string;
  readonly unit: string;
  readonly yDomain: Domain;
  /** Ticks as text; the scale's own format where absent. */
  readonly yFormat?: (value: number) => string;
  readonly yTicks?: readonly number[];
  /** Height of a strip between the lowest value and the axis of time, in which `draw` finds room; absent: none. */
  readonly footPx?: number;
  /** Where a peak may be cut off: the highest value of the steady part, and at all. */
  readonly range?: { readonly steady: number; readonly whole: number };
  readonly draw: DrawPlot;
  readonly labels?: (plot: Plot) => readonly PlotLabel[];
  /** Short remarks at the right of the title, for a plot of this many px. */
  readonly notes?: (widthPx: number) => readonly ChartNote[];
  readonly readAt: (timeS: number) => readonly Reading[];
  /** Of what is read, where that is not the plot's. */
  readonly readUnit?: string;
  /** The plot's own findings in a few sentences, for those who do not see it. */
  readonly summary: () => string;
}

/** How strong an area is, in a plot and in its legend. */
export const BAND_ALPHA = 0.2;

export interface ChartNote {
  readonly text: string;
  /** Where there is room for all that it says. */
  readonly inFull?: string;
  /** Shown only to whoever opens the whole legend. */
  readonly isAside?: boolean;
  readonly glyph?: string;
  readonly paint?: Paint;
  readonly dash?: readonly number[];
  /** It stands for an area. */
  readonly isBand?: boolean;
  /** How strong that is; absent: BAND_ALPHA. */
  readonly alpha?: number;
}

/** Rows of the data table behind a plot. */
const TABLE_ROWS = 50;

/** What a plot says at equal steps of time. */
export function tableOfReadings(
  { readAt, unit, readUnit = unit }: Pick<ChartModel, "readAt" | "unit" | "readUnit">,
  { fromS, toS }: TimeView,
  rows = TABLE_ROWS,
): TableData {
  const stepS = (toS - fromS) / rows;
  const readings = Array.from({ length: rows + 1 }, (_, row) => {
    const timeS = fromS + stepS * row;
    return { timeS, at: readAt(timeS) };
  });
  const decimals = Math.max(2, 1 - Math.floor(Math.log10(stepS)));
  const names = [...new Set(readings.flatMap(({ at }) => at.map((reading) => reading.name)))];
  return {
    head: ["time (s)", ...names.map((name) => `${name.replaceAll("_", " ")} (${readUnit})`)],
    rows: readings.map(({ timeS, at }) => [
      timeS.toFixed(decimals),
      ...names.map((name) => at.find((reading) => reading.name === name)?.text ?? ""),
    ]),
  };
}

/** Three significant digits, for values that people compare; a power of ten only for the very small. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1 || size === 0) return value.toFixed(2);
  return size >= 0.001 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
}

/** What a reader of the screen is told at the data cursor. */
export function readingSentence(timeS: number, readings: readonly Reading[]): string {
  const values = readings
    .filter((reading) => Number.isFinite(reading.value))
    .map((reading) => `${reading.name.replaceAll("_", " ")} ${reading.text}`);
  return `${timeS.toFixed(2)} s: ${values.length > 0 ? values.join(", ") : "no value"}`;
}
