/** A figure: series in one pair of axes, with a data cursor whose points lead to their runs. */

import { symbol } from "d3-shape";
import { memo, useId, useMemo, useRef, useState } from "react";
import type { Figure } from "../../../experiments/experiment.ts";
import { cssPaint, useChartColours } from "../chart/colours.ts";
import { Axes, useSize } from "../chart/PlotLayers.tsx";
import type { Plot } from "../chart/plot-geometry.ts";
import { SymbolText } from "../SymbolText.tsx";
import {
  AxisWords,
  FigureFrame,
  PointStrip,
  type RunLinks,
  type Stamp,
  ValueCursor,
} from "./FigureFrame.tsx";
import { figurePlot, figureXAxis, figureYAxis, undrawnTo } from "./figure-geometry.ts";
import {
  figureShapes,
  looksOf,
  nearestSpot,
  type SeriesLook,
  type Shape,
  type Spot,
  type Spots,
  spotForKey,
  spotsOf,
} from "./figure-shapes.ts";
import { figureSvg } from "./figure-svg.ts";
import { figureSummary, figureTable, pointSentence, uniqueKeys } from "./figure-words.ts";
import "./figures.css";

interface FigureChartProps {
  readonly figure: Figure;
  /** A figure of the same experiment whose axes are kept, so that they do not change while points arrive. */
  readonly steady: Figure | null;
  readonly links: RunLinks;
  readonly stamp: Stamp;
}

export const FigureChart = memo(function FigureChart({ figure, steady, links, stamp }: FigureChartProps) {
  const { series, y } = figure;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const plot = useMemo(() => size && figurePlot(size, figure, steady), [size, figure, steady]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const colours = useChartColours();
  const spot = place && plot && spotAt(figure, place, plot);
  const words = spot && pointSentence(figure, spot);
  // A single line that has the name of its axis needs no legend.
  const hasLegend = series.length > 1 || series.some(({ label }) => label !== y.label);
  return (
    <FigureFrame
      figure={figure}
      table={() => figureTable(figure)}
      csv={{ figures: [figure] }}
      svg={(lines) => figureSvg(figure, colours, lines)}
      stamp={stamp}
      legend={hasLegend && <FigureLegend figure={figure} chosen={chosen} onChoose={setChosen} />}
      foot={
        <PointStrip
          words={words}
          colour={spot ? cssPaint(looksOf(figure)[spot.series].paint) : undefined}
          job={spot && (series[spot.series].jobs?.[spot.index] ?? null)}
          links={links}
        />
      }
    >
      <div className="picture__box" ref={box}>
        {plot !== null && (
          <>
            <FigureLayers figure={figure} plot={plot} chosen={chosen} />
            <FigureCursor figure={figure} plot={plot} spot={spot} onSpot={setPlace} links={links} />
          </>
        )}
      </div>
    </FigureFrame>
  );
});

/** A data point, independent of its current position. */
type Place = Pick<Spot, "series" | "index">;

function spotAt(figure: Figure, { series, index }: Place, plot: Plot): Spot | null {
  return series < figure.series.length ? (spotsOf(figure, series, plot)[index] ?? null) : null;
}

interface FigureLayersProps {
  readonly figure: Figure;
  readonly plot: Plot;
  readonly chosen: number | null;
}

const FigureLayers = memo(function FigureLayers({ figure, plot, chosen }: FigureLayersProps) {
  const clipId = useId();
  const shapes = useMemo(() => figureShapes(figure, plot), [figure, plot]);
  const x = useMemo(() => figureXAxis(figure, plot), [figure, plot]);
  const y = useMemo(() => figureYAxis(figure, plot), [figure, plot]);
  return (
    <div className="chart-layers" aria-hidden="true">
      <Axes plot={plot} x={x} y={y} />
      <FigureShapes plot={plot} shapes={shapes} chosen={chosen} clipId={clipId} />
      <AxisWords plot={plot} x={figure.x} y={figure.y} undrawn={undrawnTo(figure, plot)} />
    </div>
  );
});

interface FigureCursorProps {
  readonly figure: Figure;
  readonly plot: Plot;
  readonly spot: Spot | null;
  onSpot(spot: Spot | null): void;
  readonly links: RunLinks;
}

const CURSOR_KEYS =
  "Left and right arrow: next or previous point. Up and down arrow: other series. Enter: open the run. Escape: leave.";

function FigureCursor({ figure, plot, spot, onSpot, links }: FigureCursorProps) {
  const spots = useMemo<Spots>(
    () => figure.series.map((_, series) => spotsOf(figure, series, plot).map((each) => drawn(each, plot))),
    [figure, plot],
  );
  return (
    <>
      {spot !== null && <Ring figure={figure} plot={plot} spot={spot} />}
      <ValueCursor
        kind="chart"
        label={figureSummary(figure)}
        keys={CURSOR_KEYS}
        place={spot}
        at={spot?.index ?? 0}
        last={spot === null ? 0 : spots[spot.series].length - 1}
        text={spot === null ? "no point chosen" : pointSentence(figure, spot)}
        onPlace={onSpot}
        placeAt={(x, y) => nearestSpot(spots.flat(), x, y)}
        placeForKey={(key) => spotForKey(key, spot, spots)}
        jobOf={({ series, index }) => figure.series[series].jobs?.[index]}
        links={links}
      />
    </>
  );
}

/** Returns the point; null if it is beyond the axes, where the pointer cannot reach it. */
function drawn(spot: Spot | null, { left, right, top, bottom }: Plot): Spot | null {
  if (spot === null) return null;
  const isInside = spot.x >= left - 1 && spot.x <= right + 1 && spot.y >= top - 1 && spot.y <= bottom + 1;
  return isInside ? spot : null;
}

interface RingProps {
  readonly figure: Figure;
  readonly plot: Plot;
  readonly spot: Spot;
}

function Ring({ figure, plot, spot: { series, x, y } }: RingProps) {
  const stroke = cssPaint(looksOf(figure)[series].paint);
  return (
    <svg className="picture__layer" width={plot.width} height={plot.height} aria-hidden="true">
      <line className="chart-cursor-line" x1={x} x2={x} y1={plot.bottom} y2={y} />
      <circle className="chart-cursor-dot" cx={x} cy={y} r="5.5" style={{ stroke, strokeWidth: 2 }} />
    </svg>
  );
}

interface FigureLegendProps {
  readonly figure: Figure;
  /** Index of the series that the user highlighted; null if there is none. */
  readonly chosen: number | null;
  onChoose(series: number | null): void;
}

/** The legend of the lines. Choosing an entry dims the other lines. */
export const FigureLegend = memo(function FigureLegend({ figure, chosen, onChoose }: FigureLegendProps) {
  const looks = looksOf(figure);
  const keys = uniqueKeys(figure.series.map(({ label }) => label));
  return (
    <ul className="legend">
      {figure.series.map(({ label, y }, series) => (
        <li key={keys[series]}>
          <button
            type="button"
            className={`chart-tool legend__item${y.every((value) => value === null) ? " legend__item--empty" : ""}`}
            aria-pressed={chosen === series}
            onClick={() => onChoose(chosen === series ? null : series)}
          >
            <Sample look={looks[series]} />
            <span>
              <SymbolText text={label} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
});

function Sample({ look }: { readonly look: SeriesLook }) {
  const { paint, dash, width, marker } = look;
  const colour = cssPaint(paint);
  return (
    <svg className="legend__sample" width="26" height="12" aria-hidden="true">
      {width > 0 && (
        <line
          x1="0"
          x2="26"
          y1="6"
          y2="6"
          strokeDasharray={dash.join(" ")}
          style={{ stroke: colour, strokeWidth: `calc(var(--chart-line) * ${width} * 1px)` }}
        />
      )}
      {marker !== null && (
        <path
          d={symbol(marker.symbol, 36)() ?? ""}
          transform="translate(13,6)"
          style={{ fill: marker.hollow ? "var(--paper)" : colour, stroke: marker.hollow ? colour : "none" }}
        />
      )}
    </svg>
  );
}

interface FigureShapesProps {
  readonly plot: Plot;
  readonly shapes: readonly Shape[];
  /** Index of the highlighted series; null if there is none. */
  readonly chosen: number | null;
  readonly clipId: string;
}

/** Distance beyond the plot's edge in which markers are drawn completely (px). Lines end at the edge. */
const EDGE_PX = 6;

/** The shapes of a figure on the screen. */
export const FigureShapes = memo(function FigureShapes({ plot, shapes, chosen, clipId }: FigureShapesProps) {
  return (
    <svg className="picture__layer" width={plot.width} height={plot.height} aria-hidden="true">
      <clipPath id={clipId}>
        <rect
          x={plot.left - EDGE_PX}
          y={plot.top - EDGE_PX}
          width={plot.right - plot.left + 2 * EDGE_PX}
          height={plot.bottom - plot.top + 2 * EDGE_PX}
        />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        {shapes.map((shape) => (
          <ShapePath
            key={`${shape.kind} ${shape.series}`}
            shape={shape}
            faded={chosen !== null && chosen !== shape.series}
          />
        ))}
      </g>
    </svg>
  );
});

const FADED = 0.16;

function ShapePath({ shape, faded }: { readonly shape: Shape; readonly faded: boolean }) {
  const { d, paint, width, dash, fill, alpha } = shape;
  const colour = cssPaint(paint);
  return (
    <path
      d={d}
      opacity={faded ? alpha * FADED : alpha}
      strokeDasharray={dash.length > 0 ? dash.join(" ") : undefined}
      strokeLinejoin="round"
      style={{
        fill: fill === "none" ? "none" : fill === "paper" ? "var(--paper)" : colour,
        stroke: width > 0 ? colour : "none",
        strokeWidth: `calc(var(--chart-line) * ${width} * 1px)`,
      }}
    />
  );
}
