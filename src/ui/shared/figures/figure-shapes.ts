/** A figure as shapes on its plot: the same for the screen, for a thumbnail and for a file. */

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

/** How each series of a figure looks: hue, dash and marker, so that no two are told apart by colour alone. */
export interface SeriesLook {
  readonly paint: Paint;
  readonly dash: readonly number[];
  /** Of the line, as a multiple of the theme's; 0: no line. */
  readonly width: number;
  readonly marker: Marker | null;
}

interface Marker {
  readonly symbol: SymbolType;
  /** Hollow ones are not ours. */
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

/** A line with more points than this is a curve: markers would hide it. */
export const MOST_MARKERS = 40;
const MODEL_DASHES: readonly (readonly number[])[] = [
  [5, 4],
  [2, 2],
  [9, 3],
];
const PAPER_DASH = [1.5, 3];

export function looksOf({ kind, series }: Pick<Figure, "kind" | "series">): SeriesLook[] {
  const of = (source: Source) => series.filter((one) => sourceOf(one) === source);
  const lead = SOURCES.find((source) => of(source).length > 0) ?? "ours";
  return series.map((one) => {
    const source = sourceOf(one);
    const place = of(source).indexOf(one);
    if (source === lead) return leadLook(kind, one, place);
    // One of theirs for each of ours, in the same order: then hue and marker say which belong together.
    const isPaired = of(source).length === of(lead).length && of(lead).length > 1;
    return source === "model" ? modelLook(place, isPaired) : paperLook(kind, place, isPaired);
  });
}

type Source = NonNullable<Series["source"]>;

/** The first of these that a figure has is what it is about. */
const SOURCES: readonly Source[] = ["ours", "model", "paper"];

export function sourceOf(series: Series): Source {
  return series.source ?? "ours";
}

function leadLook(kind: Figure["kind"], series: Series, place: number): SeriesLook {
  const source = sourceOf(series);
  const isMarked =
    source !== "model" && kind !== "steps" && (kind === "points" || series.x.length <= MOST_MARKERS);
  return {
    paint: place,
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

/** One path of SVG. */
export interface Shape {
  readonly series: number;
  readonly kind: "band" | "whiskers" | "line" | "markers";
  readonly d: string;
  readonly paint: Paint;
  /** Stroke width as a multiple of the theme's; 0: not stroked. */
  readonly width: number;
  readonly dash: readonly number[];
  /** "paint": filled with it; "paper": hollow. */
  readonly fill: "none" | "paint" | "paper";
  readonly alpha: number;
}

/** A point of the data that lies on the plot. */
export interface Spot {
  readonly series: number;
  readonly index: number;
  /** In px. */
  readonly x: number;
  readonly y: number;
}

/** More spreads than this are a band, fewer are whiskers. */
const MOST_WHISKERS = 25;
const WHISKER_HALF_PX = 3;
const MARKER_AREA = 34;

export function figureShapes(figure: Figure, plot: Plot, markerArea = MARKER_AREA): Shape[] {
  const looks = looksOf(figure);
  const all = figure.series.map((_, series) => spotsOf(figure, series, plot));
  const spreads = figure.series.map((_, series) => spreadShape(figure, series, plot, looks[series]));
  const lines = all.map((spots, series) => lineShape(figure, spots, series, looks[series]));
  const markers = all.map((spots, series) => markerShape(spots, series, looks[series], markerArea));
  return [...spreads, ...lines, ...markers].filter((shape) => shape !== null && shape.d !== "") as Shape[];
}

/** Points without a value, and those that a log axis has no place for, are gaps. */
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

/** A symbol's path is drawn about the origin; its small letters are relative and need no moving. */
function moved(d: string, { x, y }: Spot): string {
  return d.replace(/([MLA])([^A-Za-z]*)/g, (_, command: string, numbers: string) => {
    const parts = numbers.split(",").map(Number);
    const at = parts.length - 2;
    parts[at] = Number((parts[at] + x).toFixed(2));
    parts[at + 1] = Number((parts[at + 1] + y).toFixed(2));
    return `${command}${parts.join(",")}`;
  });
}

function spreadShape(figure: Figure, series: number, plot: Plot, look: SeriesLook): Shape | null {
  const one = figure.series[series];
  if (one.low === undefined || one.high === undefined) return null;
  const isBand = one.x.length > MOST_WHISKERS && figure.kind !== "points";
  const d = isBand ? bandPath(figure, one, plot) : whiskerPath(one, plot);
  return {
    series,
    kind: isBand ? "band" : "whiskers",
    d,
    paint: look.paint,
    width: isBand ? 0 : 0.7,
    dash: [],
    fill: isBand ? "paint" : "none",
    alpha: isBand ? 0.14 : 0.75,
  };
}

function spreadAt(
  { x, low = [], high = [] }: Series,
  index: number,
  plot: Plot,
): [number, number, number] | null {
  const [from, to] = [low[index], high[index]];
  if (typeof from !== "number" || typeof to !== "number") return null;
  const place: [number, number, number] = [plot.x(x[index]), plot.y(from), plot.y(to)];
  return place.every(Number.isFinite) ? place : null;
}

function bandPath(figure: Figure, series: Series, plot: Plot): string {
  const edges = series.x.map((_, index) => spreadAt(series, index, plot));
  const draw = area<[number, number, number] | null>()
    .defined((edge) => edge !== null)
    .x((edge) => edge![0])
    .y0((edge) => edge![1])
    .y1((edge) => edge![2])
    .curve(figure.kind === "steps" ? curveStepAfter : curveLinear)
    .digits(2);
  return draw(edges) ?? "";
}

function whiskerPath(series: Series, plot: Plot): string {
  return series.x
    .map((_, index) => {
      const edge = spreadAt(series, index, plot);
      if (edge === null || Math.abs(edge[1] - edge[2]) < 1) return "";
      const [x, low, high] = edge.map((place) => Number(place.toFixed(2)));
      const cap = (y: number) => `M${x - WHISKER_HALF_PX},${y}L${x + WHISKER_HALF_PX},${y}`;
      return `M${x},${low}L${x},${high}${cap(low)}${cap(high)}`;
    })
    .join("");
}

/** The spot nearest to a place on the plot; null where none is near. */
export function nearestSpot(
  spots: readonly (Spot | null)[],
  x: number,
  y: number,
  reachPx = 48,
): Spot | null {
  let nearest: Spot | null = null;
  let best = reachPx * reachPx;
  for (const spot of spots) {
    if (spot === null) continue;
    const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2;
    if (distance < best) {
      best = distance;
      nearest = spot;
    }
  }
  return nearest;
}

/** The data cursor of a figure: from point to point along a series, and from series to series. */
export type Spots = readonly (readonly (Spot | null)[])[];

/** Where a key leads from here; null: the key is none of the cursor's, or leads nowhere. */
export function spotForKey(key: string, here: Spot | null, spots: Spots): Spot | null {
  const start = here ?? firstSpot(spots);
  if (start === null) return null;
  switch (key) {
    case "ArrowRight":
      return here === null ? start : along(spots[here.series], here.index, 1);
    case "ArrowLeft":
      return here === null ? start : along(spots[here.series], here.index, -1);
    case "ArrowDown":
      return here === null ? start : across(spots, here, 1);
    case "ArrowUp":
      return here === null ? start : across(spots, here, -1);
    case "Home":
      return along(spots[start.series], -1, 1);
    case "End":
      return along(spots[start.series], spots[start.series].length, -1);
    default:
      return null;
  }
}

function firstSpot(spots: Spots): Spot | null {
  return spots.flat().find((spot) => spot !== null) ?? null;
}

function along(series: readonly (Spot | null)[], from: number, step: 1 | -1): Spot | null {
  for (let index = from + step; index >= 0 && index < series.length; index += step) {
    const spot = series[index];
    if (spot !== null) return spot;
  }
  return null;
}

/** The nearest point of the next series that has any. */
function across(spots: Spots, here: Spot, step: 1 | -1): Spot | null {
  for (let tried = 1; tried < spots.length; tried++) {
    const series = (here.series + step * tried + spots.length * tried) % spots.length;
    const nearest = nearestAlong(spots[series], here.x);
    if (nearest !== null) return nearest;
  }
  return null;
}

function nearestAlong(series: readonly (Spot | null)[], x: number): Spot | null {
  let nearest: Spot | null = null;
  for (const spot of series) {
    if (spot !== null && (nearest === null || Math.abs(spot.x - x) < Math.abs(nearest.x - x))) nearest = spot;
  }
  return nearest;
}

interface At {
  readonly currentTarget: Element;
  readonly clientX: number;
  readonly clientY: number;
}

/** Where a pointer is, in px from the surface's corner. */
export function placeOf({ currentTarget, clientX, clientY }: At): [number, number] {
  const { left, top } = currentTarget.getBoundingClientRect();
  return [clientX - left, clientY - top];
}
