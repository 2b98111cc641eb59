/** A heat map: one value per pair of parameters. Each cell leads to its run. */

import { memo, useMemo, useRef, useState } from "react";
import type { HeatMap } from "../../../experiments/experiment.ts";
import { useChartColours } from "../chart/colours.ts";
import { useSize } from "../chart/PlotLayers.tsx";
import { Segments } from "../Segments.tsx";
import { SymbolText } from "../SymbolText.tsx";
import {
  AxisWords,
  FigureFrame,
  PointStrip,
  type RunLinks,
  type Stamp,
  ValueCursor,
} from "./FigureFrame.tsx";
import { figureMargins } from "./figure-geometry.ts";
import { heatMapSvg } from "./figure-svg.ts";
import { amount, cellSentence, heatMapSummary, heatMapTable } from "./figure-words.ts";
import {
  type CellPlace,
  cellAt,
  cellCorner,
  cellForKey,
  type HeatGrid,
  type HeatScale,
  heatGrid,
  heatMargins,
  heatMarks,
  heatScale,
} from "./heat-map.ts";
import "./figures.css";

interface HeatMapChartProps {
  readonly map: HeatMap;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

/**
 * Width of a cell in a map with named rows or columns (px). A cell has room for a number, so the picture may be wider
 * than its place.
 */
const NAMED_CELL_PX = 46;

/** Height of a row (px): enough for a value, and more if there are few rows. */
const [LOWEST_ROW_PX, TALLEST_ROW_PX] = [34, 56];
const [USUAL_PX, TALLEST_PX] = [240, 420];

function rowsPx(count: number, hasNames: boolean): number {
  if (hasNames) return count * (count > 12 ? 26 : LOWEST_ROW_PX);
  const row = Math.min(TALLEST_ROW_PX, Math.max(LOWEST_ROW_PX, USUAL_PX / Math.max(1, count)));
  return Math.min(TALLEST_PX, Math.max(1, count) * row);
}

/** The values in the cells: means, or half widths of their confidence intervals. */
type View = "mean" | "half-width";

const VIEWS: readonly { readonly value: View; readonly label: string }[] = [
  { value: "mean", label: "Mean" },
  { value: "half-width", label: "Half width of the 95 % interval" },
];

/** Returns the same cells with the half widths of the intervals instead of the means. */
function halfWidthsOf(map: HeatMap): HeatMap {
  const { halfWidths, ...rest } = map;
  if (halfWidths === undefined) return map;
  return {
    ...rest,
    id: `${map.id}-half-width`,
    label: `${map.label}: half width of the 95 % interval`,
    values: halfWidths,
  };
}

export const HeatMapChart = memo(function HeatMapChart({ map: means, links, stamp }: HeatMapChartProps) {
  const [view, setView] = useState<View>("mean");
  const map = useMemo(() => (view === "mean" ? means : halfWidthsOf(means)), [view, means]);
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const colours = useChartColours();
  const [place, setPlace] = useState<CellPlace | null>(null);
  const grid = useMemo(() => size && heatGrid(size, map), [size, map]);
  const scale = useMemo(() => heatScale(map, colours), [map, colours]);
  const { top, bottom } = figureMargins(size?.width ?? 0);
  const { names } = map.x;
  const height = rowsPx(map.ys.length, names !== undefined) + top + bottom;
  const { left, right } = heatMargins(size?.width ?? 0, names);
  const minWidth = names === undefined ? undefined : left + right + names.length * NAMED_CELL_PX;
  const value = place && (map.values[place.row]?.[place.column] ?? null);
  const picture = (
    <div
      className="picture__box"
      ref={box}
      style={{ height, minWidth, aspectRatio: "auto", maxHeight: "none" }}
    >
      {grid !== null && (
        <>
          <div className="chart-layers" aria-hidden="true">
            <HeatCells grid={grid} map={map} scale={scale} />
            <AxisWords plot={grid} x={map.x} y={map.y} />
          </div>
          <HeatCursor grid={grid} map={map} place={place} onPlace={setPlace} links={links} />
        </>
      )}
    </div>
  );
  return (
    <FigureFrame
      figure={map}
      table={() => heatMapTable(map)}
      csv={{ heatMaps: [map] }}
      svg={(lines) => heatMapSvg(map, colours, lines)}
      stamp={stamp}
      legend={
        <>
          {means.halfWidths !== undefined && (
            <Segments<View>
              className="segments heat-views"
              aria-label="Cells show"
              options={VIEWS}
              value={view}
              onChoose={setView}
            />
          )}
          <HeatLegend map={map} scale={scale} />
        </>
      }
      foot={
        <PointStrip
          words={place && cellSentence(map, place.row, place.column)}
          colour={value === null ? colours.hairline : scale?.colourOf(value).fill}
          job={place && (map.jobs[place.row]?.[place.column] ?? null)}
          links={links}
        />
      }
    >
      {names === undefined ? picture : <div className="picture__scroll">{picture}</div>}
    </FigureFrame>
  );
});

const [SWATCHES, SWATCH_PX] = [24, 5];

/** The legend of the colours, from the smallest to the largest value. */
function HeatLegend({ map, scale }: { readonly map: HeatMap; readonly scale: HeatScale | null }) {
  if (scale === null || scale.from === scale.to) {
    const everywhere = scale === null ? "" : `: ${amount(scale.from, map.unit)} everywhere`;
    return (
      <p className="heat-legend">
        <SymbolText text={map.label + everywhere} />
      </p>
    );
  }
  const { from, to, colourOf } = scale;
  const steps = Array.from({ length: SWATCHES }, (_, step) => ({
    x: step * SWATCH_PX,
    value: from + ((to - from) * step) / (SWATCHES - 1),
  }));
  return (
    <p className="heat-legend">
      <span>
        <SymbolText text={map.label} />
      </span>
      <span>{amount(from, map.unit)}</span>
      <svg width={SWATCHES * SWATCH_PX} height="10" aria-hidden="true">
        {steps.map(({ x, value }) => (
          <rect key={x} x={x} width={SWATCH_PX + 0.5} height="10" style={{ fill: colourOf(value).fill }} />
        ))}
      </svg>
      <span>{amount(to, map.unit)}</span>
    </p>
  );
}

interface HeatCursorProps {
  readonly grid: HeatGrid;
  readonly map: HeatMap;
  readonly place: CellPlace | null;
  onPlace(place: CellPlace | null): void;
  readonly links: RunLinks;
}

const KEYS = "Arrow keys: other cells. Enter: open the run. Escape: leave.";

function HeatCursor({ grid, map, place, onPlace, links }: HeatCursorProps) {
  const { xs, ys } = map;
  return (
    <>
      {place !== null && <Outline grid={grid} place={place} />}
      <ValueCursor
        kind="heat map"
        label={heatMapSummary(map)}
        keys={KEYS}
        place={place}
        at={place === null ? 0 : place.row * xs.length + place.column}
        last={Math.max(0, xs.length * ys.length - 1)}
        text={place === null ? "no cell chosen" : cellSentence(map, place.row, place.column)}
        onPlace={onPlace}
        placeAt={(x, y) => cellAt(grid, map, x, y)}
        placeForKey={(key) => cellForKey(key, place, map)}
        jobOf={({ row, column }) => map.jobs[row]?.[column]}
        links={links}
        opensAtOnce={map.x.names !== undefined}
      />
    </>
  );
}

function Outline({ grid, place }: { readonly grid: HeatGrid; readonly place: CellPlace }) {
  const { x, y } = cellCorner(grid, place);
  return (
    <svg className="picture__layer" width={grid.width} height={grid.height} aria-hidden="true">
      <rect
        className="heat__chosen"
        x={x - 1}
        y={y - 1}
        width={grid.cellWidth + 1}
        height={grid.cellHeight + 1}
      />
    </svg>
  );
}

/** The cells, with values if there is room for them, and the ticks next to the cells. */
const HeatCells = memo(function HeatCells({ grid, map, scale }: HeatCellsProps) {
  const { cells, ticks } = heatMarks(map, grid, scale);
  return (
    <svg className="chart-axes heat notranslate" width={grid.width} height={grid.height} aria-hidden="true">
      {cells.map(({ key, x, y, width, height, colour, text }) => (
        <g key={key} transform={`translate(${x},${y})`}>
          <rect
            className={colour === null ? "heat__gap" : undefined}
            width={width}
            height={height}
            style={colour === null ? undefined : { fill: colour.fill }}
          />
          {text !== null && (
            <text
              className="heat__value"
              x={width / 2}
              y={height / 2}
              dy="0.33em"
              textAnchor="middle"
              style={{ fill: colour?.ink }}
            >
              {text}
            </text>
          )}
        </g>
      ))}
      {ticks.map(({ key, x, y, anchor, text }) => (
        <text key={key} x={x} y={y} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  );
});

interface HeatCellsProps {
  readonly grid: HeatGrid;
  readonly map: HeatMap;
  readonly scale: HeatScale | null;
}
