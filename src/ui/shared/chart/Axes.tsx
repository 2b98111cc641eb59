/** Hairline axes, tick labels and line labels over the canvas. */
import { memo } from "react";
import { SymbolSpans } from "../SymbolText.tsx";
import { type DrawPlot, numbered, type PlotLabel, type PlotLine } from "./chart-model.ts";
import { cssPaint } from "./colours.ts";
import { PlotCanvas } from "./PlotCanvas.tsx";
import { type Plot, type Scale, tickDecimals } from "./plot-geometry.ts";

export interface AxisLook {
  readonly ticks: readonly number[];
  readonly format: (value: number) => string;
  /** True if ticks have labels. */
  readonly labelled: boolean;
}

interface AxesProps {
  readonly plot: Plot;
  readonly x: AxisLook;
  readonly y: AxisLook;
  /** True if the x axis has grid lines too. */
  readonly xGrid?: boolean | undefined;
}

export const Axes = memo(function Axes({ plot, x, y, xGrid = false }: AxesProps) {
  return (
    <svg className="chart-axes notranslate" width={plot.width} height={plot.height} aria-hidden="true">
      {y.ticks.map((tick) => (
        <g key={tick} transform={`translate(0,${crisp(plot.y(tick))})`}>
          <line className="grid" x1={plot.left} x2={plot.right} />
          {y.labelled && (
            <text x={plot.left - 7} dy="0.32em" textAnchor="end">
              {y.format(tick)}
            </text>
          )}
        </g>
      ))}
      <line className="axis" x1={plot.left} x2={plot.right} y1={crisp(plot.bottom)} y2={crisp(plot.bottom)} />
      {x.ticks.map((tick) => (
        <g key={tick} transform={`translate(${crisp(plot.x(tick))},0)`}>
          <line
            className={xGrid ? "grid" : "tick"}
            y1={xGrid ? plot.top : plot.bottom}
            y2={plot.bottom + (x.labelled ? 4 : 0)}
          />
          {x.labelled && (
            <text y={plot.bottom + 17} textAnchor={anchorInside(plot, plot.x(tick), x.format(tick))}>
              {x.format(tick)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
});

/** Approximate width of a character in tick labels, in px. */
const CHARACTER_PX = 6.2;

/** Aligns a label at the edge inwards, so that it is not cut off. */
export function anchorInside(plot: Plot, x: number, text: string): "middle" | "end" | "start" {
  const half = (text.length * CHARACTER_PX) / 2;
  if (x + half > plot.width) return "end";
  return x - half < 0 ? "start" : "middle";
}

/**
 * Returns a position at which a line of one pixel is sharp. Between two pixels the line would become two grey lines.
 */
function crisp(position: number): number {
  return Math.round(position) + 0.5;
}

interface PlotLabelsProps {
  readonly plot: Plot;
  readonly labels: readonly PlotLabel[];
}

const PlotLabels = memo(function PlotLabels({ plot, labels }: PlotLabelsProps) {
  return (
    <svg className="chart-labels notranslate" width={plot.width} height={plot.height} aria-hidden="true">
      {numbered(labels).map(([place, label]) => (
        <text
          key={place}
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          className={label.strong ? "strong" : undefined}
          style={{ fill: cssPaint(label.paint === "ghost" ? "inkSoft" : label.paint) }}
        >
          <SymbolSpans text={label.text} />
        </text>
      ))}
    </svg>
  );
});

/** A plot with everything that is drawn in it. Pictures draw the same with another back end of the pen. */
export interface DrawnPlot extends AxesProps {
  readonly draw: DrawPlot;
  readonly labels: readonly PlotLabel[];
  /** Lines at values; the page shows them as handles. */
  readonly lines?: readonly PlotLine[];
}

/** All layers of a plot, from the axes up to the labels. */
export function PlotLayers({ plot, x, y, xGrid, draw, labels }: DrawnPlot) {
  return (
    <>
      <Axes plot={plot} x={x} y={y} xGrid={xGrid} />
      <PlotCanvas plot={plot} draw={draw} />
      <PlotLabels plot={plot} labels={labels} />
    </>
  );
}

/** Label of the time axis. */
export const TIME_AXIS = "time (s)";

/** Returns the time axis with about one label per 72 px, but at least two labels. */
export function timeAxis(plot: Plot, labelled: boolean): AxisLook {
  const count = Math.max(2, Math.floor((plot.right - plot.left) / 72));
  return { ticks: plot.x.ticks(count), format: timeFormat(plot.x, count), labelled };
}

/** Returns a format such as "10 s", with enough decimals to distinguish neighbouring ticks. */
function timeFormat(scale: Scale, count: number): (timeS: number) => string {
  const decimals = tickDecimals(scale.domain(), count);
  return (timeS) => `${timeS.toFixed(decimals)} s`;
}

export function valueAxis(
  plot: Plot,
  format?: (value: number) => string,
  ticks?: readonly number[],
): AxisLook {
  const count = Math.min(7, Math.max(2, Math.floor((plot.bottom - plot.top) / 26)));
  return { ticks: ticks ?? plot.y.ticks(count), format: format ?? plot.y.tickFormat(count), labelled: true };
}
