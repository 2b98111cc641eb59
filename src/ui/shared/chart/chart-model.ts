/** The content of a time chart: everything except its size, its cursor and its gestures. */

import type { BucketSeries } from "../../../engine/index.ts";
import type { Paint } from "./colours.ts";
import type { Mark } from "./marks.ts";
import type { Pen } from "./pen.ts";
import type { Domain, Plot, TimeView } from "./plot-geometry.ts";

/**
 * Pairs items with their index as React keys, for items that have no other identity. Reusing their elements costs less than
 * creating new ones.
 */
export function numbered<T>(items: readonly T[]): [number, T][] {
  return [...items.entries()];
}

export interface PlotLabel {
  /** The text; "_" starts a subscript. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly paint: Paint;
  readonly strong?: boolean;
}

/** A dashed line at a value, for the time in which the value applies. */
export interface PlotLine {
  readonly value: number;
  readonly paint: Paint;
  readonly fromS?: number | undefined;
  readonly untilS?: number | undefined;
  /** True if the marks draw the line. */
  readonly isBare?: boolean;
  /** Text of the label at the right end, including the unit; absent if the line has no label. */
  readonly text?: string;
}

/** The value of one series at the cursor. */
export interface Reading {
  readonly name: string;
  /** Short name for use next to the cursor, where the whole name would hide the plot. */
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
  /** Title such as "cwnd", with "_" before a subscript. */
  readonly title: string;
  readonly unit: string;
  readonly yDomain: Domain;
  /** Formats tick labels; by default with the scale's own format. */
  readonly yFormat?: (value: number) => string;
  readonly yTicks?: readonly number[];
  /**
   * Height of a strip between the lowest value and the time axis, which the marks can use; absent if there is no strip.
   */
  readonly footPx?: number;
  /** Highest value of the steady part and of all data, for plots that cut off a peak. */
  readonly range?: { readonly steady: number; readonly whole: number };
  readonly marks: readonly Mark[];
  /** Series whose peaks the axis may cut off. The height of the highest peak is then stated at the upper edge. */
  readonly peaks?: readonly BucketSeries[];
  /** Entries of the legend for the curves, in a picture without symbols and names of flows. */
  readonly curveNotes?: readonly ChartNote[];
  readonly labels?: (plot: Plot) => readonly PlotLabel[];
  /** Returns short remarks for the right of the title, for a plot of this width in px. */
  readonly notes?: (widthPx: number) => readonly ChartNote[];
  readonly readAt: (timeS: number) => readonly Reading[];
  /** Unit of the readings, if it differs from that of the plot. */
  readonly readUnit?: string;
  /** Returns a description of the plot in a few sentences, for screen readers. */
  readonly summary: () => string;
}

/** A plot that is drawn without the bench: in the notebook, in a comparison, beside a scene of a talk. */
export interface StillPlot
  extends Pick<ChartModel, "title" | "unit" | "yDomain" | "marks" | "peaks" | "curveNotes" | "summary"> {
  readonly xDomain: Domain;
  /** Label of the x axis. */
  readonly xWords: string;
}

/** Opacity of an area, in a plot and in its legend. */
export const BAND_ALPHA = 0.2;

export interface ChartNote {
  readonly text: string;
  /** Longer text, used if there is room. */
  readonly inFull?: string;
  /** True if the entry is shown only in the opened legend. */
  readonly isAside?: boolean;
  readonly glyph?: string;
  readonly paint?: Paint;
  readonly dash?: readonly number[];
  /** True if the entry describes an area. */
  readonly isBand?: boolean;
  /** Opacity of the area; by default BAND_ALPHA. */
  readonly alpha?: number;
}

/** Number of rows in the data table of a plot. */
const TABLE_ROWS = 50;

/** Returns the values of a plot at equal steps of time. */
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

/** Formats a value with three significant digits, and with a power of ten only if it is very small. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  if (size >= 1 || size === 0) return value.toFixed(2);
  return size >= 0.001 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
}

/** Returns integers without decimals: 400, not 400.0. */
export function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : shortNumber(value);
}

/** Returns the screen reader's text at the data cursor. */
export function readingSentence(timeS: number, readings: readonly Reading[]): string {
  const values = readings
    .filter((reading) => Number.isFinite(reading.value))
    .map((reading) => `${reading.name.replaceAll("_", " ")} ${reading.text}`);
  return `${timeS.toFixed(2)} s: ${values.length > 0 ? values.join(", ") : "no value"}`;
}
