/** A heat map as an SVG file that stands by itself. */
import type { HeatMap } from "../../../experiments/experiment.ts";
import type { ChartColours } from "../chart/colours.ts";
import { X_WORDS_PX, Y_WORDS_PX } from "./AxisWords.tsx";
import { tickText } from "./figure-geometry.ts";
import { FILE_WIDTH, svgFile } from "./figure-svg.ts";
import { axisWords, plainNumber } from "./figure-words.ts";
import {
  cellCorner,
  type HeatGrid,
  type HeatScale,
  heatGrid,
  heatScale,
  showsValues,
} from "./heat-map-model.ts";
import { element, symbolText } from "./svg-text.ts";

const HEAD_PX = 52;
const ROW_PX = 40;
const MARGINS = { left: 56, right: 24, top: 24, bottom: 42 };

export function heatMapSvg(map: HeatMap, colours: ChartColours, stamp: readonly string[]): string {
  const height = map.ys.length * ROW_PX + MARGINS.top + MARGINS.bottom;
  const grid = heatGrid({ width: FILE_WIDTH, height, dpr: 1 }, map, MARGINS);
  const scale = heatScale(map, colours);
  const rows = map.ys.map((_, row) =>
    map.xs.map((_x, column) => cell(map, grid, scale, { row, column }, colours)),
  );
  const label = symbolText({ x: 12, y: 40, fill: colours.inkSoft }, axisWords(map));
  const picture = element(
    "g",
    { transform: `translate(0,${HEAD_PX})` },
    rows.flat().join("") + ticks(map, grid, colours),
  );
  return svgFile(colours, HEAD_PX + height, map.title, [label, picture], stamp);
}

function cell(
  map: HeatMap,
  grid: HeatGrid,
  scale: HeatScale | null,
  place: { row: number; column: number },
  colours: ChartColours,
): string {
  const value = map.values[place.row]?.[place.column] ?? null;
  const { x, y } = cellCorner(grid, place);
  const size = { x, y, width: grid.cellWidth - 1, height: grid.cellHeight - 1 };
  if (value === null || scale === null)
    return element("rect", { ...size, fill: "none", stroke: colours.hairline });
  const { fill, ink } = scale.colourOf(value);
  const middle = { x: x + grid.cellWidth / 2, y: y + grid.cellHeight / 2 + 4, "text-anchor": "middle" };
  const text = showsValues(grid) ? element("text", { ...middle, fill: ink }, plainNumber(value)) : "";
  return element("rect", { ...size, fill }) + text;
}

function ticks(map: HeatMap, grid: HeatGrid, colours: ChartColours): string {
  const soft = { fill: colours.inkSoft };
  const columns = map.xs.map((x, column) => {
    const at = grid.left + (column + 0.5) * grid.cellWidth;
    return element("text", { x: at, y: grid.bottom + 17, "text-anchor": "middle", ...soft }, tickText(x));
  });
  const rows = map.ys.map((y, row) => {
    const at = grid.bottom - (row + 0.5) * grid.cellHeight + 4;
    return element("text", { x: grid.left - 7, y: at, "text-anchor": "end", ...soft }, tickText(y));
  });
  const yWords = symbolText({ x: 12, y: Y_WORDS_PX, ...soft }, axisWords(map.y));
  const xPlace = { x: grid.right, y: grid.bottom + X_WORDS_PX, "text-anchor": "end", ...soft };
  return [...columns, ...rows, yWords, symbolText(xPlace, axisWords(map.x))].join("");
}
