/** The surface of a heat map that pointer and keys move over, from cell to cell. */
import { type KeyboardEvent, type MouseEvent, useState } from "react";
import type { HeatMap } from "../../../experiments/experiment.ts";
import { placeOf } from "./figure-cursor.ts";
import { cellSentence, heatMapSummary } from "./figure-words.ts";
import { type CellPlace, cellAt, cellCorner, cellForKey, type HeatGrid } from "./heat-map-model.ts";
import type { RunLinks } from "./run-links.ts";

interface HeatCursorProps {
  readonly grid: HeatGrid;
  readonly map: HeatMap;
  readonly place: CellPlace | null;
  onPlace(place: CellPlace | null): void;
  readonly links: RunLinks;
}

const KEYS = "Arrows: from cell to cell. Enter: opens the run on the bench. Escape: lets go.";

export function HeatCursor({ grid, map, place, onPlace, links }: HeatCursorProps) {
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
