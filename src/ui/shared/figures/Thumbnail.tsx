/** The first picture of an outcome, small and without labels. */
import { memo, useId, useMemo } from "react";
import type { Figure, HeatMap, Outcome } from "../../../experiments/experiment.ts";
import { useChartColours } from "../chart/colours.ts";
import { FigureShapes } from "./FigureChart.tsx";
import { figurePlot } from "./figure-geometry.ts";
import { figureShapes } from "./figure-shapes.ts";
import { amount, uniqueKeys } from "./figure-words.ts";
import { heatGrid, heatMarks, heatScale } from "./heat-map.ts";
import "./figures.css";

const SIZE = { width: 248, height: 116, dpr: 1 };
const MARGINS = { left: 6, right: 6, top: 8, bottom: 8 };
const MARKER_AREA = 12;
/** Number of rows and columns of a table in a thumbnail. */
const SMALL_TABLE = 4;

export const Thumbnail = memo(function Thumbnail({ outcome }: { readonly outcome: Outcome }) {
  const { figures, heatMaps, tables } = outcome;
  if (figures.length > 0) return <SmallFigure figure={figures[0]} />;
  if (heatMaps.length > 0) return <SmallHeatMap map={heatMaps[0]} />;
  const [table] = tables;
  if (table === undefined) return null;
  const rows = table.rows.slice(0, SMALL_TABLE);
  const keys = uniqueKeys(rows.map(([first]) => String(first)));
  return (
    <table className="thumbnail thumbnail--table" aria-hidden="true">
      <tbody>
        {rows.map((row, number) => (
          <tr key={keys[number]}>
            {row.slice(0, SMALL_TABLE).map((cell, column) => (
              <td key={table.head[column]}>{typeof cell === "number" ? amount(cell, "") : (cell ?? "–")}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

function SmallFigure({ figure }: { readonly figure: Figure }) {
  const clipId = useId();
  const plot = useMemo(() => figurePlot(SIZE, figure, null, MARGINS), [figure]);
  const shapes = useMemo(() => figureShapes(figure, plot, MARKER_AREA), [figure, plot]);
  return (
    <div className="thumbnail">
      <FigureShapes plot={plot} shapes={shapes} chosen={null} clipId={clipId} />
      <svg className="picture__layer" width={SIZE.width} height={SIZE.height} aria-hidden="true">
        <path className="thumbnail__axis" d={`M${plot.left},${plot.top}V${plot.bottom}H${plot.right}`} />
      </svg>
    </div>
  );
}

function SmallHeatMap({ map }: { readonly map: HeatMap }) {
  const colours = useChartColours();
  const grid = useMemo(() => heatGrid(SIZE, map, MARGINS), [map]);
  const scale = useMemo(() => heatScale(map, colours), [map, colours]);
  return (
    <svg className="thumbnail" width={SIZE.width} height={SIZE.height} aria-hidden="true">
      {heatMarks(map, grid, scale).cells.map(({ key, x, y, width, height, colour }) => (
        <rect key={key} x={x} y={y} width={width} height={height} style={{ fill: colour?.fill ?? "none" }} />
      ))}
    </svg>
  );
}
