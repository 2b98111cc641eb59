/** A figure or a heat map as a standalone SVG file: title, legend, axes, and its origin. */

import { symbol } from "d3-shape";
import type { Figure, HeatMap } from "../../../experiments/experiment.ts";
import { type ChartColours, canvasPaint } from "../chart/colours.ts";
import type { Plot } from "../chart/plot-geometry.ts";
import { figureMargins, figurePlot, figureXAxis, figureYAxis, undrawnTo } from "./figure-geometry.ts";
import { figureShapes, looksOf, type SeriesLook, type Shape } from "./figure-shapes.ts";
import { axisWords, xWords } from "./figure-words.ts";
import { heatGrid, heatMargins, heatMarks, heatScale } from "./heat-map.ts";
import { X_WORDS_PX, Y_WORDS_PX } from "./Picture.tsx";
import { element, escaped, symbolText } from "./svg-text.ts";

const FILE_WIDTH = 720;
const PLOT_HEIGHT = 380;
const TITLE_PX = 30;
const LEGEND_LINE_PX = 18;
const STAMP_LINE_PX = 13;
/** Approximate width of a character in the legend. */
const CHARACTER_PX = 6.4;
const SAMPLE_PX = 32;

export function figureSvg(figure: Figure, colours: ChartColours, stamp: readonly string[]): string {
  const legend = legendPlaces(figure);
  const head = TITLE_PX + LEGEND_LINE_PX * (1 + Math.max(...legend.map(({ line }) => line), 0));
  const size = { width: FILE_WIDTH, height: PLOT_HEIGHT, dpr: 1 };
  const plot = figurePlot(size, figure, null, { ...figureMargins(FILE_WIDTH), right: 24 });
  const looks = looksOf(figure);
  const items = legend.map((place, series) => legendItem(place, looks[series], colours));
  const shapes = figureShapes(figure, plot).map((shape) => shapePath(shape, colours));
  return svgFile(
    colours,
    head + PLOT_HEIGHT,
    figure.title,
    [
      ...items,
      element("g", { transform: `translate(0,${head})` }, axes(figure, plot, colours) + shapes.join("")),
    ],
    stamp,
  );
}

/** Returns the file around a picture of this height. */
function svgFile(
  colours: ChartColours,
  height: number,
  title: string,
  content: readonly string[],
  stamp: readonly string[],
): string {
  const whole = height + STAMP_LINE_PX * stamp.length + 12;
  const stampLines = stamp.map((line, index) =>
    element(
      "text",
      { x: 12, y: height + STAMP_LINE_PX * (index + 1) - 2, "font-size": 9.5, fill: colours.inkSoft },
      escaped(line),
    ),
  );
  const frame: Record<string, string | number> = {
    xmlns: "http://www.w3.org/2000/svg",
    width: FILE_WIDTH,
    height: whole,
    viewBox: `0 0 ${FILE_WIDTH} ${whole}`,
    "font-family": colours.font,
    "font-size": 11,
  };
  const ground = element("rect", { width: FILE_WIDTH, height: whole, fill: colours.paper });
  const heading = symbolText({ x: 12, y: 20, "font-size": 14, "font-weight": 650, fill: colours.ink }, title);
  return `${element("svg", frame, [ground, heading, ...content, ...stampLines].join("\n"))}\n`;
}

interface LegendPlace {
  readonly text: string;
  readonly x: number;
  readonly line: number;
}

function legendPlaces({ series }: Figure): LegendPlace[] {
  let [x, line] = [12, 0];
  return series.map(({ label }) => {
    const width = SAMPLE_PX + label.length * CHARACTER_PX + 16;
    if (x > 12 && x + width > FILE_WIDTH - 12) [x, line] = [12, line + 1];
    const place = { text: label, x, line };
    x += width;
    return place;
  });
}

function legendItem({ text, x, line }: LegendPlace, look: SeriesLook, colours: ChartColours): string {
  const y = TITLE_PX + LEGEND_LINE_PX * line + 8;
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
  const { left, right, bottom } = plot;
  const [x, y] = [figureXAxis(figure, plot), figureYAxis(figure, plot)];
  const text = softText(colours);
  const line = (x1: number, y1: number, x2: number, y2: number, stroke = colours.inkSoft) =>
    element("line", { x1, x2, y1, y2, stroke });
  const rows = y.ticks.map((tick) => {
    const at = plot.y(tick);
    return line(left, at, right, at, colours.hairline) + text(left - 7, at + 4, y.format(tick), "end");
  });
  const columns = x.ticks.map((tick) => {
    const at = plot.x(tick);
    return line(at, bottom, at, bottom + 4) + text(at, bottom + 17, x.format(tick), "middle");
  });
  const above = text(12, Y_WORDS_PX, axisWords(figure.y));
  const below = text(right, bottom + X_WORDS_PX, xWords(figure.x, undrawnTo(figure, plot)), "end");
  return [...rows, line(left, bottom, right, bottom), ...columns, above, below].join("");
}

/** Heights of the head and of a row of a heat map. */
const HEAD_PX = 52;
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
    text(12, Y_WORDS_PX, axisWords(map.y)),
    text(grid.right, grid.bottom + X_WORDS_PX, axisWords(map.x), "end"),
  ];
  const picture = element("g", { transform: `translate(0,${HEAD_PX})` }, [...drawn, ...words].join(""));
  return svgFile(colours, HEAD_PX + height, map.title, [text(12, 40, axisWords(map)), picture], stamp);
}
