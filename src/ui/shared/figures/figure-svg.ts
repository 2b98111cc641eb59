/** A figure or a heat map as a standalone SVG file: title, legend, axes, and its origin. */

import { symbol } from "d3-shape";
import type { Figure, HeatMap } from "../../../experiments/experiment.ts";
import { drawAxes } from "../chart/chart-drawing.ts";
import { type ChartColours, canvasPaint } from "../chart/colours.ts";
import { Pen } from "../chart/pen.ts";
import type { Plot } from "../chart/plot-geometry.ts";
import { drawnAsSvg } from "../chart/svg-surface.ts";
import { X_WORDS_PX, Y_WORDS_PX } from "./FigureFrame.tsx";
import { figureMargins, figurePlot, figureXAxis, figureYAxis, undrawnTo } from "./figure-geometry.ts";
import { figureShapes, looksOf, type SeriesLook, type Shape } from "./figure-shapes.ts";
import { axisWords, xWords } from "./figure-words.ts";
import { heatGrid, heatMargins, heatMarks, heatScale } from "./heat-map.ts";
import { type Drawing, element, SIDE_PX, svgFile, symbolText, TEXT_SIZE, widestPx } from "./svg-text.ts";

const FILE_WIDTH = 720;
const PLOT_HEIGHT = 380;
const LEGEND_LINE_PX = 18;
/** Space outside the plot, so that markers at its edge are complete. */
const EDGE_PX = 6;
const SAMPLE_PX = 32;

export function figureSvg(figure: Figure, colours: ChartColours, stamp: readonly string[]): string {
  const part = figureDrawing(figure, colours, { width: FILE_WIDTH, height: PLOT_HEIGHT });
  return svgFile({ title: figure.title, width: FILE_WIDTH, parts: [part], caption: stamp }, colours);
}

/** Draws legend, axes and curves. `height` is the height of the plot without its legend. */
export function figureDrawing(
  figure: Figure,
  colours: ChartColours,
  { width, height }: { readonly width: number; readonly height: number },
): Drawing {
  const legend = legendPlaces(figure, width);
  const head = LEGEND_LINE_PX * (1 + Math.max(...legend.map(({ line }) => line), 0));
  const plot = figurePlot({ width, height, dpr: 1 }, figure, null, { ...figureMargins(width), right: 24 });
  const looks = looksOf(figure);
  const items = legend.map((place, series) => legendItem(place, looks[series], colours));
  const shapes = figureShapes(figure, plot).map((shape) => shapePath(shape, colours));
  const { left, right, top, bottom } = plot;
  const clip = `${figure.id}-clip`;
  const box = { x: left - EDGE_PX, y: top - EDGE_PX };
  const size = { width: right - left + 2 * EDGE_PX, height: bottom - top + 2 * EDGE_PX };
  const text = [
    ...items,
    element("clipPath", { id: clip }, element("rect", { ...box, ...size })),
    element(
      "g",
      { transform: `translate(0,${head})` },
      axes(figure, plot, colours) + element("g", { "clip-path": `url(#${clip})` }, shapes.join("")),
    ),
  ];
  return { text: text.join("\n"), height: head + height };
}

interface LegendPlace {
  readonly text: string;
  readonly x: number;
  readonly line: number;
}

function legendPlaces({ series }: Figure, width: number): LegendPlace[] {
  let [x, line] = [SIDE_PX, 0];
  return series.map(({ label }) => {
    const wide = SAMPLE_PX + widestPx(label, TEXT_SIZE) + 16;
    if (x > SIDE_PX && x + wide > width - SIDE_PX) [x, line] = [SIDE_PX, line + 1];
    const place = { text: label, x, line };
    x += wide;
    return place;
  });
}

function legendItem({ text, x, line }: LegendPlace, look: SeriesLook, colours: ChartColours): string {
  const y = LEGEND_LINE_PX * line + 8;
  const colour = canvasPaint(look.paint, colours);
  const stroke = {
    stroke: colour,
    "stroke-width": colours.line * look.width,
    "stroke-dasharray": look.dash.join(" "),
  };
  const sample = look.width > 0 ? element("line", { x1: x, x2: x + 26, y1: y, y2: y, ...stroke }) : "";
  const { marker } = look;
  const mark =
    marker === null
      ? ""
      : element("path", {
          d: symbol(marker.symbol, 36).digits(2)() ?? "",
          transform: `translate(${x + 13},${y})`,
          fill: marker.hollow ? colours.paper : colour,
          stroke: marker.hollow ? colour : undefined,
        });
  return sample + mark + symbolText({ x: x + SAMPLE_PX, y: y + 4, fill: colours.ink }, text);
}

function shapePath({ d, paint, width, dash, fill, alpha }: Shape, colours: ChartColours): string {
  const colour = canvasPaint(paint, colours);
  return element("path", {
    d,
    fill: fill === "none" ? "none" : fill === "paper" ? colours.paper : colour,
    stroke: width > 0 ? colour : undefined,
    "stroke-width": width > 0 ? colours.line * width : undefined,
    "stroke-dasharray": dash.length > 0 ? dash.join(" ") : undefined,
    "stroke-linejoin": width > 0 ? "round" : undefined,
    opacity: alpha < 1 ? alpha : undefined,
  });
}

/** Returns the style of texts at axes. */
function softText({ inkSoft }: ChartColours) {
  return (x: number, y: number, text: string, anchor?: "middle" | "end") =>
    symbolText({ x, y, "text-anchor": anchor, fill: inkSoft }, text);
}

function axes(figure: Figure, plot: Plot, colours: ChartColours): string {
  const [x, y] = [figureXAxis(figure, plot), figureYAxis(figure, plot)];
  const text = softText(colours);
  const drawn = drawnAsSvg(figure.id, (surface) => drawAxes(new Pen(surface, plot, colours), x, y));
  const above = text(SIDE_PX, Y_WORDS_PX, axisWords(figure.y));
  const below = text(plot.right, plot.bottom + X_WORDS_PX, xWords(figure.x, undrawnTo(figure, plot)), "end");
  return [drawn, above, below].join("");
}

/** Heights of the line above a heat map, and of a row. */
const HEAD_PX = 24;
const ROW_PX = 40;
const MARGINS = { left: 56, right: 24, top: 24, bottom: 42 };

export function heatMapSvg(map: HeatMap, colours: ChartColours, stamp: readonly string[]): string {
  const height = map.ys.length * ROW_PX + MARGINS.top + MARGINS.bottom;
  const left = map.y.names === undefined ? MARGINS.left : heatMargins(FILE_WIDTH, map.y.names).left + 12;
  const grid = heatGrid({ width: FILE_WIDTH, height, dpr: 1 }, map, { ...MARGINS, left });
  const { cells, ticks } = heatMarks(map, grid, heatScale(map, colours));
  const text = softText(colours);
  const drawn = cells.map(({ x, y, width, height: tall, colour, text: value }) => {
    const size = { x, y, width, height: tall };
    if (colour === null) return element("rect", { ...size, fill: "none", stroke: colours.hairline });
    const middle = { x: x + width / 2, y: y + tall / 2 + 4, "text-anchor": "middle", fill: colour.ink };
    const words = value === null ? "" : element("text", middle, value);
    return element("rect", { ...size, fill: colour.fill }) + words;
  });
  const words = [
    ...ticks.map((tick) => text(tick.x, tick.y, tick.text, tick.anchor)),
    text(SIDE_PX, Y_WORDS_PX, axisWords(map.y)),
    text(grid.right, grid.bottom + X_WORDS_PX, axisWords(map.x), "end"),
  ];
  const parts = [
    { text: text(SIDE_PX, HEAD_PX / 2, axisWords(map)), height: HEAD_PX },
    { text: [...drawn, ...words].join(""), height },
  ];
  return svgFile({ title: map.title, width: FILE_WIDTH, parts, caption: stamp }, colours);
}
