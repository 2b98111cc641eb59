/** A heat map: one value per pair of parameters, each cell the way to its run. */

import { type KeyboardEvent, type MouseEvent, memo, useMemo, useRef, useState } from "react";
import type { HeatMap } from "../../../experiments/experiment.ts";
import { type ChartColours, useChartColours } from "../chart/colours.ts";
import { useSize } from "../chart/PlotCanvas.tsx";
import { SymbolText } from "../SymbolText.tsx";
import { saveFile } from "../site-file.ts";
import { pictureCsv, stamped } from "./export-text.ts";
import { figureMargins } from "./figure-geometry.ts";
import { placeOf } from "./figure-shapes.ts";
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
  heatMarks,
  heatScale,
} from "./heat-map.ts";
import { AxisWords, PictureFrame, PointStrip, type RunLinks, type Stamp } from "./Picture.tsx";

interface HeatMapChartProps {
  readonly map: HeatMap;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

/** Rows have room for values; few are taller, many share what there is. */
const [LOWEST_ROW_PX, TALLEST_ROW_PX] = [34, 56];
const [USUAL_PX, TALLEST_PX] = [240, 420];

function rowsPx(count: number): number {
  const row = Math.min(TALLEST_ROW_PX, Math.max(LOWEST_ROW_PX, USUAL_PX / Math.max(1, count)));
  return Math.min(TALLEST_PX, Math.max(1, count) * row);
}

export const HeatMapChart = memo(function HeatMapChart({ map, links, stamp }: HeatMapChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const colours = useChartColours();
  const [place, setPlace] = useState<CellPlace | null>(null);
  const grid = useMemo(() => size && heatGrid(size, map), [size, map]);
  const scale = useMemo(() => heatScale(map, colours), [map, colours]);
  const { top, bottom } = figureMargins(size?.width ?? 0);
  const height = rowsPx(map.ys.length) + top + bottom;
  return (
    <PictureFrame
      title={map.title}
      table={() => heatMapTable(map)}
      onCsv={() => saveFile(`${map.id}.csv`, "text/csv", stamped(stamp(), pictureCsv({ heatMaps: [map] })))}
      onSvg={() => saveFile(`${map.id}.svg`, "image/svg+xml", heatMapSvg(map, colours, stamp()))}
      legend={<HeatLegend map={map} scale={scale} />}
      foot={<CellStrip map={map} place={place} scale={scale} links={links} colours={colours} />}
    >
      <div className="picture__box" ref={box} style={{ height, aspectRatio: "auto", maxHeight: "none" }}>
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
    </PictureFrame>
  );
});

interface CellStripProps {
  readonly map: HeatMap;
  readonly place: CellPlace | null;
  readonly scale: HeatScale | null;
  readonly links: RunLinks;
  readonly colours: ChartColours;
}

function CellStrip({ map, place, scale, links, colours }: CellStripProps) {
  if (place === null) return <PointStrip words={null} job={null} links={links} />;
  const { row, column } = place;
  const value = map.values[row]?.[column] ?? null;
  return (
    <PointStrip
      words={cellSentence(map, row, column)}
      colour={value === null ? colours.hairline : scale?.colourOf(value).fill}
      job={map.jobs[row]?.[column] ?? null}
      links={links}
    />
  );
}

const [SWATCHES, SWATCH_PX] = [24, 5];

/** What the colours mean: the smallest and the largest value with all between them. */
function HeatLegend({ map, scale }: { readonly map: HeatMap; readonly scale: HeatScale | null }) {
  if (scale === null)
    return (
      <p className="heat-legend">
        <SymbolText text={map.label} />
      </p>
    );
  const { from, to, colourOf } = scale;
  if (from === to)
    return (
      <p className="heat-legend">
        <SymbolText text={`${map.label}: ${amount(from, map.unit)} everywhere`} />
      </p>
    );
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

const KEYS = "Arrows: from cell to cell. Enter: opens the run on the bench. Escape: lets go.";

/** The surface of a heat map that pointer and keys move over, from cell to cell. */
function HeatCursor({ grid, map, place, onPlace, links }: HeatCursorProps) {
  const [held, setHeld] = useState(false);
  const open = (at: CellPlace | null) => {
    const job = at === null ? null : (map.jobs[at.row]?.[at.column] ?? null);
    if (job !== null && links.href(job) !== null) links.open(job);
  };
  const choose = (next: CellPlace | null) => {
    setHeld(next !== null);
    onPlace(next);
  };
  const onClick = (event: MouseEvent) => {
    const next = cellAt(grid, map, ...placeOf(event));
    if (held && sameCell(next, place)) open(next);
    else choose(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = cellForKey(event.key, place, map);
    if (event.key === "Enter") open(place);
    else if (event.key === "Escape") choose(null);
    else if (next !== null) choose(next);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {place !== null && <Outline grid={grid} place={place} />}
      <div
        className="chart-surface"
        role="slider"
        aria-roledescription="heat map"
        aria-label={heatMapSummary(map)}
        aria-description={KEYS}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, map.xs.length * map.ys.length - 1)}
        aria-valuenow={place === null ? 0 : place.row * map.xs.length + place.column}
        aria-valuetext={place === null ? "no cell chosen" : cellSentence(map, place.row, place.column)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          if (!held && event.pointerType === "mouse") onPlace(cellAt(grid, map, ...placeOf(event)) ?? place);
        }}
        onClick={onClick}
      />
    </>
  );
}

function sameCell(a: CellPlace | null, b: CellPlace | null): boolean {
  return a !== null && b !== null && a.row === b.row && a.column === b.column;
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

/** The cells with their values where there is room, and the ticks beside them. */
const HeatCells = memo(function HeatCells({ grid, map, scale }: HeatCellsProps) {
  const { cells, ticks } = heatMarks(map, grid, scale);
  return (
    <svg className="chart-axes heat" width={grid.width} height={grid.height} aria-hidden="true">
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
