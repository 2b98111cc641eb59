/** The cells of a heat map with their values where there is room, and the ticks beside them. */
import { memo } from "react";
import type { HeatMap } from "../../../experiments/experiment.ts";
import { tickText } from "./figure-geometry.ts";
import { plainNumber } from "./figure-words.ts";
import { cellCorner, type HeatGrid, type HeatScale, labelStride, showsValues } from "./heat-map-model.ts";

interface HeatCellsProps {
  readonly grid: HeatGrid;
  readonly map: HeatMap;
  readonly scale: HeatScale | null;
}

/** Between cells, in px. */
const GAP = 1;

export const HeatCells = memo(function HeatCells({ grid, map, scale }: HeatCellsProps) {
  return (
    <svg className="chart-axes heat" width={grid.width} height={grid.height} aria-hidden="true">
      {map.ys.map((y, row) =>
        map.xs.map((x, column) => (
          <HeatCell
            key={`${x} ${y}`}
            grid={grid}
            value={map.values[row]?.[column] ?? null}
            {...cellCorner(grid, { row, column })}
            scale={scale}
          />
        )),
      )}
      <HeatTicks grid={grid} map={map} />
    </svg>
  );
});

interface HeatCellProps {
  readonly grid: HeatGrid;
  readonly value: number | null;
  readonly x: number;
  readonly y: number;
  readonly scale: HeatScale | null;
}

const HeatCell = memo(function HeatCell({ grid, value, x, y, scale }: HeatCellProps) {
  const { cellWidth, cellHeight } = grid;
  const colour = value === null || scale === null ? null : scale.colourOf(value);
  return (
    <g transform={`translate(${x},${y})`}>
      <rect
        className={colour === null ? "heat__gap" : undefined}
        width={Math.max(1, cellWidth - GAP)}
        height={Math.max(1, cellHeight - GAP)}
        style={colour === null ? undefined : { fill: colour.fill }}
      />
      {colour !== null && value !== null && showsValues(grid) && (
        <text
          className="heat__value"
          x={cellWidth / 2}
          y={cellHeight / 2}
          dy="0.33em"
          textAnchor="middle"
          style={{ fill: colour.ink }}
        >
          {plainNumber(value)}
        </text>
      )}
    </g>
  );
});

const [X_LABEL_PX, Y_LABEL_PX] = [36, 15];

function HeatTicks({ grid, map }: Pick<HeatCellsProps, "grid" | "map">) {
  const xStride = labelStride(map.xs.length, grid.cellWidth, X_LABEL_PX);
  const yStride = labelStride(map.ys.length, grid.cellHeight, Y_LABEL_PX);
  return (
    <>
      {map.xs.map((x, column) =>
        column % xStride === 0 ? (
          <text
            key={x}
            x={grid.left + (column + 0.5) * grid.cellWidth}
            y={grid.bottom + 17}
            textAnchor="middle"
          >
            {tickText(x)}
          </text>
        ) : null,
      )}
      {map.ys.map((y, row) =>
        row % yStride === 0 ? (
          <text
            key={y}
            x={grid.left - 7}
            y={grid.bottom - (row + 0.5) * grid.cellHeight}
            dy="0.33em"
            textAnchor="end"
          >
            {tickText(y)}
          </text>
        ) : null,
      )}
    </>
  );
}
