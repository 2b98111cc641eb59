/** The cells of a heat map in their plot, and the colours of their values in the current theme. */
import { rgb } from "d3-color";
import { interpolateLab } from "d3-interpolate";
import type { HeatMap } from "../../../experiments/experiment.ts";
import { plainNumber } from "../chart/chart-model.ts";
import type { ChartColours } from "../chart/colours.ts";
import type { Margins, Size } from "../chart/plot-geometry.ts";
import { figureMargins, tickText } from "./figure-geometry.ts";

/** The grid in CSS px. Columns follow `xs`, rows follow `ys` from the bottom. All cells have the same size. */
export interface HeatGrid extends Size {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export function heatGrid(
  size: Size,
  { xs, ys, y }: HeatMap,
  margins: Margins = heatMargins(size.width, y.names),
): HeatGrid {
  const [left, top] = [margins.left, margins.top];
  const right = Math.max(left + 1, size.width - margins.right);
  const bottom = Math.max(top + 1, size.height - margins.bottom);
  const cellWidth = (right - left) / Math.max(1, xs.length);
  const cellHeight = (bottom - top) / Math.max(1, ys.length);
  return { ...size, left, top, right, bottom, cellWidth, cellHeight };
}

const [LETTER_PX, MOST_NAME_PX, FEWEST_LETTERS] = [6.2, 150, 3];

/** Returns margins with room for the row names, up to a share of the picture. */
export function heatMargins(width: number, names: readonly string[] | undefined): Margins {
  const usual = figureMargins(width);
  if (names === undefined) return usual;
  const longest = Math.max(0, ...names.map(({ length }) => length)) * LETTER_PX + 12;
  return { ...usual, left: Math.max(usual.left, Math.min(longest, MOST_NAME_PX, width / 3)) };
}

/** Returns the name, shortened to the available room. */
function fitted(name: string, roomPx: number): string {
  const most = Math.max(FEWEST_LETTERS, Math.floor(roomPx / LETTER_PX));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

export function cellCorner(grid: HeatGrid, { row, column }: CellPlace): { x: number; y: number } {
  return { x: grid.left + column * grid.cellWidth, y: grid.bottom - (row + 1) * grid.cellHeight };
}

export function cellAt(grid: HeatGrid, map: HeatMap, x: number, y: number): CellPlace | null {
  const column = Math.floor((x - grid.left) / grid.cellWidth);
  const row = Math.floor((grid.bottom - y) / grid.cellHeight);
  const isInside = column >= 0 && column < map.xs.length && row >= 0 && row < map.ys.length;
  return isInside ? { row, column } : null;
}

/** Returns the n of "every n-th label is shown", chosen so that neighbours do not overlap. */
export function labelStride(count: number, stepPx: number, roomPx: number): number {
  return Math.max(1, Math.min(count, Math.ceil(roomPx / Math.max(stepPx, 1e-9))));
}

interface CellColour {
  readonly fill: string;
  /** Colour of the text on this fill. */
  readonly ink: string;
}

export interface HeatScale {
  readonly from: number;
  readonly to: number;
  readonly colourOf: (value: number) => CellColour;
}

/** Returns the colour scale: from paper to the accent. If values have both signs: from amber through paper at 0 to the accent. */
export function heatScale(map: HeatMap, colours: ChartColours): HeatScale | null {
  const values = map.values
    .flat()
    .filter((value): value is number => value !== null && Number.isFinite(value));
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const reach = Math.max(Math.abs(low), Math.abs(high));
  const isTwoSided = low < 0 && high > 0;
  const [accent, opposite] = [colours.flows[0], colours.flows[1]];
  const pale = interpolateLab(colours.paper, accent)(0.06);
  const up = interpolateLab(isTwoSided ? colours.paper : pale, accent);
  const down = interpolateLab(colours.paper, opposite);
  const fillOf = (value: number) => {
    if (isTwoSided) return value >= 0 ? up(value / reach) : down(-value / reach);
    return up(high === low ? 0.5 : (value - low) / (high - low));
  };
  return {
    from: low,
    to: high,
    colourOf: (value) => {
      const fill = fillOf(value);
      return { fill, ink: readableOn(fill) };
    },
  };
}

/**
 * Returns black or white, whichever has a contrast of at least 4.5:1. One of the two always has it; ink or paper may
 * not.
 */
function readableOn(fill: string): string {
  return contrast(fill, "#000") >= contrast(fill, "#fff") ? "#000" : "#fff";
}

/** Returns the WCAG 2 contrast ratio. */
export function contrast(a: string, b: string): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance(colour: string): number {
  const { r, g, b } = rgb(colour);
  const [red, green, blue] = [r, g, b].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const VALUE_WIDTH_PX = 34;
const VALUE_HEIGHT_PX = 17;

/** Returns whether the cells have room for values. */
function showsValues(grid: HeatGrid): boolean {
  return grid.cellWidth >= VALUE_WIDTH_PX && grid.cellHeight >= VALUE_HEIGHT_PX;
}

/** Distance between cells, and the size of a tick label, in px. */
const GAP_PX = 1;
const [TICK_WIDTH_PX, TICK_HEIGHT_PX] = [36, 15];

/** Returns the drawing of a map on its grid, for the screen, the overview and a file. */
export function heatMarks(map: HeatMap, grid: HeatGrid, scale: HeatScale | null) {
  const { left, bottom, cellWidth, cellHeight } = grid;
  const hasRoom = showsValues(grid);
  const cells = map.ys.flatMap((y, row) =>
    map.xs.map((x, column) => {
      const value = map.values[row]?.[column] ?? null;
      const colour = value === null || scale === null ? null : scale.colourOf(value);
      return {
        key: `${x} ${y}`,
        ...cellCorner(grid, { row, column }),
        width: Math.max(1, cellWidth - GAP_PX),
        height: Math.max(1, cellHeight - GAP_PX),
        /** Colour of the cell; null if there is no value. */
        colour,
        text: colour !== null && value !== null && hasRoom ? plainNumber(value) : null,
      };
    }),
  );
  const { names } = map.x;
  const xStride = labelStride(map.xs.length, cellWidth, names === undefined ? TICK_WIDTH_PX : 0);
  const yStride = labelStride(map.ys.length, cellHeight, TICK_HEIGHT_PX);
  const rowNames = map.y.names;
  const columns = map.xs.map((x, i) => ({
    key: `x ${x}`,
    x: left + (i + 0.5) * cellWidth,
    y: bottom + 17,
    anchor: "middle" as const,
    text: names === undefined ? tickText(x) : fitted(names[x] ?? "", cellWidth - 4),
  }));
  const rows = map.ys.map((y, i) => ({
    key: `y ${y}`,
    x: left - 7,
    y: bottom - (i + 0.5) * cellHeight + 4,
    anchor: "end" as const,
    text: rowNames === undefined ? tickText(y) : fitted(rowNames[y] ?? "", left - 9),
  }));
  const ticks = [...columns.filter((_, i) => i % xStride === 0), ...rows.filter((_, i) => i % yStride === 0)];
  return { cells, ticks };
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/**
 * Returns the cell that a key leads to. The first key leads to the lower left cell; at an edge the cell stays the
 * same.
 */
export function cellForKey(
  key: string,
  here: CellPlace | null,
  { xs, ys }: Pick<HeatMap, "xs" | "ys">,
): CellPlace | null {
  const step = STEPS[key];
  if (step === undefined || xs.length === 0 || ys.length === 0) return null;
  if (here === null) return { row: 0, column: 0 };
  const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
  return { row: within(here.row + step[0], ys.length), column: within(here.column + step[1], xs.length) };
}
