/** A figure as shapes in its plot, for the screen, for a thumbnail and for a file. */

import { least } from "d3-array";
import {
  area,
  curveLinear,
  curveStepAfter,
  line,
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from "d3-shape";
import type { Figure, Series } from "../../../experiments/experiment.ts";
import { flowDash, type Paint } from "../chart/colours.ts";
import type { Plot } from "../chart/plot-geometry.ts";

/** The look of each series: hue, dash and marker, so that no two differ only by colour. */
export interface SeriesLook {
  readonly paint: Paint;
  readonly dash: readonly number[];
  /** Line width as a multiple of the theme's; 0 means no line. */
  readonly width: number;
  readonly marker: Marker | null;
}

interface Marker {
  readonly symbol: SymbolType;
  /** True for series that are not from this simulator. */
  readonly hollow: boolean;
}

const SYMBOLS: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
];

/** Number of points above which a line is drawn as a curve without markers, because markers would hide it. */
export const MOST_MARKERS = 40;
const MODEL_DASHES: readonly (readonly number[])[] = [
  [5, 4],
  [2, 2],
  [9, 3],
];
const PAPER_DASH = [1.5, 3];

export function looksOf({ kind, series }: Pick<Figure, "kind" | "series">): SeriesLook[] {
  const seriesFrom = (source: Source) => series.filter((one) => sourceOf(one) === source);
  const lead = SOURCES.find((source) => seriesFrom(source).length > 0) ?? "ours";
  return series.map((one) => {
    const source = sourceOf(one);
    const place = seriesFrom(source).indexOf(one);
    if (source === lead) return leadLook(kind, one, place);
    // Each reference series belongs to the series at the same index, so the two have the same hue and marker.
    const isPaired = seriesFrom(source).length === seriesFrom(lead).length && seriesFrom(lead).length > 1;
    return source === "model" ? modelLook(place, isPaired) : paperLook(kind, place, isPaired);
  });
}

type Source = NonNullable<Series["source"]>;

/** Sources in order of importance. The first source that a figure contains is its subject. */
const SOURCES: readonly Source[] = ["ours", "model", "paper"];

export function sourceOf(series: Series): Source {
  return series.source ?? "ours";
}

function leadLook(kind: Figure["kind"], series: Series, place: number): SeriesLook {
  const source = sourceOf(series);
  const isMarked =
    source !== "model" && kind !== "steps" && (kind === "points" || series.x.length <= MOST_MARKERS);
  return {
    paint: series.hue ?? place,
    dash: isMarked ? [] : flowDash(place),
    width: kind === "points" ? 0 : 1,
    marker: isMarked ? markerOf(place, source === "paper") : null,
  };
}

function modelLook(place: number, isPaired: boolean): SeriesLook {
  if (isPaired) return { paint: place, dash: MODEL_DASHES[0], width: 0.75, marker: null };
  return { paint: "inkSoft", dash: MODEL_DASHES[place % MODEL_DASHES.length], width: 0.75, marker: null };
}

function paperLook(kind: Figure["kind"], place: number, isPaired: boolean): SeriesLook {
  return {
    paint: isPaired ? place : "ink",
    dash: PAPER_DASH,
    width: kind === "points" ? 0 : 0.75,
    marker: kind === "steps" ? null : markerOf(place, true),
  };
}

function markerOf(place: number, hollow: boolean): Marker {
  return { symbol: SYMBOLS[place % SYMBOLS.length], hollow };
}

/** One SVG path. */
export interface Shape {
  readonly series: number;
  readonly kind: "range" | "band" | "whiskers" | "line" | "markers";
  readonly d: string;
  readonly paint: Paint;
  /** Stroke width as a multiple of the theme's; 0 means no stroke. */
  readonly width: number;
  readonly dash: readonly number[];
  /** "paint" fills the shape with its colour; "paper" makes it hollow. */
  readonly fill: "none" | "paint" | "paper";
  readonly alpha: number;
}

/** A data point inside the plot. */
export interface Spot {
  readonly series: number;
  readonly index: number;
  /** Position in px. */
  readonly x: number;
  readonly y: number;
}

/** Number of spreads above which they are drawn as a band instead of as whiskers. */
const MOST_WHISKERS = 25;
const WHISKER_HALF_PX = 3;
const MARKER_AREA = 34;

export function figureShapes(figure: Figure, plot: Plot, markerArea = MARKER_AREA): Shape[] {
  const looks = looksOf(figure);
  const all = figure.series.map((_, series) => spotsOf(figure, series, plot));
  const spreads = figure.series.flatMap((_, series) => spreadShapes(figure, series, plot, looks[series]));
  const lines = all.map((spots, series) => lineShape(figure, spots, series, looks[series]));
  const markers = all.map((spots, series) => markerShape(spots, series, looks[series], markerArea));
  return [...spreads, ...lines, ...markers].filter((shape) => shape !== null && shape.d !== "") as Shape[];
}

/** Returns the points. Those without a value, or with a value that a log axis cannot show, are gaps. */
export function spotsOf(figure: Figure, series: number, plot: Plot): (Spot | null)[] {
  const { x, y } = figure.series[series];
  return x.map((at, index) => {
    const value = y[index];
    if (value === null || value === undefined) return null;
    const spot = { series, index, x: plot.x(at), y: plot.y(value) };
    return Number.isFinite(spot.x) && Number.isFinite(spot.y) ? spot : null;
  });
}

function lineShape(figure: Figure, spots: (Spot | null)[], series: number, look: SeriesLook): Shape | null {
  if (look.width === 0) return null;
  const draw = line<Spot | null>()
    .defined((spot) => spot !== null)
    .x((spot) => spot!.x)
    .y((spot) => spot!.y)
    .curve(figure.kind === "steps" ? curveStepAfter : curveLinear)
    .digits(2);
  const { paint, dash, width } = look;
  return { series, kind: "line", d: draw(spots) ?? "", paint, width, dash, fill: "none", alpha: 1 };
}

function markerShape(
  spots: (Spot | null)[],
  series: number,
  { paint, marker }: SeriesLook,
  markerArea: number,
): Shape | null {
  if (marker === null) return null;
  const outline = symbol(marker.symbol, markerArea).digits(2)() ?? "";
  const d = spots.map((spot) => (spot === null ? "" : moved(outline, spot))).join("");
  const fill = marker.hollow ? "paper" : "paint";
  return { series, kind: "markers", d, paint, width: marker.hollow ? 1 : 0, dash: [], fill, alpha: 1 };
}

/** Moves a symbol's path, which is drawn around the origin. Lower-case commands are relative and stay unchanged. */
function moved(d: string, { x, y }: Spot): string {
  return d.replace(/([MLA])([^A-Za-z]*)/g, (_, command: string, numbers: string) => {
    const parts = numbers.split(",").map(Number);
    const at = parts.length - 2;
    parts[at] = Number((parts[at] + x).toFixed(2));
    parts[at + 1] = Number((parts[at + 1] + y).toFixed(2));
    return `${command}${parts.join(",")}`;
  });
}

/** A spread: x and both ends (px); null if there is none. */
type Spread = readonly [x: number, low: number, high: number] | null;

function spreadShapes(figure: Figure, series: number, plot: Plot, look: SeriesLook): Shape[] {
  const { x, low, high, min, max } = figure.series[series];
  if (low === undefined || high === undefined) return [];
  const spreads = spreadsBetween(x, low, high, plot);
  const shape = { series, paint: look.paint, dash: [] };
  const band = (ends: Spread[], alpha: number, kind: "band" | "range" = "band"): Shape => {
    return { ...shape, kind, d: bandPath(figure, ends), width: 0, fill: "paint", alpha };
  };
  const whiskers = (width: number): Shape => {
    return { ...shape, kind: "whiskers", d: whiskerPath(spreads), width, fill: "none", alpha: 0.75 };
  };
  const isDense = x.length > MOST_WHISKERS && figure.kind !== "points";
  if (min === undefined || max === undefined) return [isDense ? band(spreads, 0.14) : whiskers(0.7)];
  // The confidence interval is drawn in front of the range of the runs, which is paler.
  const ends = spreadsBetween(x, min, max, plot);
  if (isDense) return [band(ends, 0.07, "range"), band(spreads, 0.16)];
  const d = whiskerPath(ends, 0);
  const range: Shape = { ...shape, kind: "range", d, width: 0.7, fill: "none", alpha: 0.35 };
  if (figure.kind === "points") return [range, whiskers(1.4)];
  return [range, band(spreads, 0.12), whiskers(0.7)];
}

function spreadsBetween(
  x: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  plot: Plot,
): Spread[] {
  return x.map((at, index): Spread => {
    const [from, to] = [low[index], high[index]];
    if (typeof from !== "number" || typeof to !== "number") return null;
    const place = [plot.x(at), plot.y(from), plot.y(to)] as const;
    return place.every(Number.isFinite) ? place : null;
  });
}

function bandPath(figure: Figure, spreads: Spread[]): string {
  const draw = area<Spread>()
    .defined((edge) => edge !== null)
    .x((edge) => edge![0])
    .y0((edge) => edge![1])
    .y1((edge) => edge![2])
    .curve(figure.kind === "steps" ? curveStepAfter : curveLinear)
    .digits(2);
  return draw(spreads) ?? "";
}

function whiskerPath(spreads: Spread[], halfPx = WHISKER_HALF_PX): string {
  return spreads
    .filter((spread) => spread !== null)
    .filter(([, low, high]) => Math.abs(low - high) >= 1)
    .map((spread) => {
      const [x, low, high] = spread.map((place) => Number(place.toFixed(2)));
      const cap = (y: number) => (halfPx === 0 ? "" : `M${x - halfPx},${y}L${x + halfPx},${y}`);
      return `M${x},${low}L${x},${high}${cap(low)}${cap(high)}`;
    })
    .join("");
}

/** Returns the point nearest to a position in the plot; null if none is near. */
export function nearestSpot(
  spots: readonly (Spot | null)[],
  x: number,
  y: number,
  reachPx = 48,
): Spot | null {
  const distance = (spot: Spot) => Math.hypot(spot.x - x, spot.y - y);
  const nearest = least(
    spots.filter((spot) => spot !== null),
    distance,
  );
  return nearest !== undefined && distance(nearest) < reachPx ? nearest : null;
}

/** The data cursor of a figure, which moves along a series and between series. */
export type Spots = readonly (readonly (Spot | null)[])[];

/** Returns the point that a key leads to; null if the cursor does not use the key or if there is no such point. */
export function spotForKey(key: string, here: Spot | null, spots: Spots): Spot | null {
  const start = here ?? spots.flat().find((spot) => spot !== null);
  if (start === undefined) return null;
  if (here === null && key.startsWith("Arrow")) return start;
  switch (key) {
    case "ArrowRight":
      return along(spots[start.series], start.index, 1);
    case "ArrowLeft":
      return along(spots[start.series], start.index, -1);
    case "ArrowDown":
      return across(spots, start, 1);
    case "ArrowUp":
      return across(spots, start, -1);
    case "Home":
      return along(spots[start.series], -1, 1);
    case "End":
      return along(spots[start.series], spots[start.series].length, -1);
    default:
      return null;
  }
}

function along(series: readonly (Spot | null)[], from: number, step: 1 | -1): Spot | null {
  for (let index = from + step; index >= 0 && index < series.length; index += step) {
    const spot = series[index];
    if (spot !== null) return spot;
  }
  return null;
}

/** Returns the nearest point of the next series that has points. */
function across(spots: Spots, { series, x }: Spot, step: 1 | -1): Spot | null {
  for (let tried = 1; tried < spots.length; tried++) {
    const next = spots[(series + step * tried + spots.length * tried) % spots.length];
    const drawn = next.filter((spot) => spot !== null);
    const nearest = least(drawn, (spot) => Math.abs(spot.x - x));
    if (nearest !== undefined) return nearest;
  }
  return null;
}
