/** A heat map: one value per pair of parameters, each cell the way to its run. */
import { memo, useMemo, useRef, useState } from "react";
import type { HeatMap } from "../../../experiments/experiment.ts";
import { type ChartColours, useChartColours } from "../chart/colours.ts";
import { useSize } from "../chart/PlotCanvas.tsx";
import { SymbolText } from "../SymbolText.tsx";
import { saveFile } from "../save-file.ts";
import { AxisWords } from "./AxisWords.tsx";
import { pictureCsv, stamped } from "./export-text.ts";
import { figureMargins } from "./figure-geometry.ts";
import { heatMapTable } from "./figure-table.ts";
import { amount, cellSentence, everywhere } from "./figure-words.ts";
import { HeatCells } from "./HeatCells.tsx";
import { HeatCursor } from "./HeatCursor.tsx";
import { type CellPlace, type HeatScale, heatGrid, heatScale } from "./heat-map-model.ts";
import { heatMapSvg } from "./heat-map-svg.ts";
import { PictureFrame } from "./PictureFrame.tsx";
import { PointStrip } from "./PointStrip.tsx";
import type { RunLinks, Stamp } from "./run-links.ts";

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
        <SymbolText text={everywhere(map, from)} />
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
