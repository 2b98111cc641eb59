/** How each series of a figure looks: hue, dash and marker, so that no two are told apart by colour alone. */
import {
  type SymbolType,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from "d3-shape";
import type { Figure, Series } from "../../../experiments/experiment.ts";
import type { Paint } from "../chart/colours.ts";
import { flowDash } from "../chart/colours.ts";

export interface SeriesLook {
  readonly paint: Paint;
  readonly dash: readonly number[];
  /** Of the line, as a multiple of the theme's; 0: no line. */
  readonly width: number;
  readonly marker: Marker | null;
}

export interface Marker {
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

export type Source = NonNullable<Series["source"]>;

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
