/**
 * All layers of a plot: hairline axes with tick labels, the canvas, and the labels over it. The canvas is painted again only
 * if its content, its size or the theme has changed, and only while it is visible.
 */

import { memo, type RefObject, use, useEffect, useRef, useState } from "react";
import { magnification } from "../magnified.ts";
import { SymbolSpans } from "../SymbolText.tsx";
import { type DrawPlot, numbered, type PlotLabel, type PlotLine } from "./chart-model.ts";
import { cssPaint, useChartColours } from "./colours.ts";
import { InSightContext } from "./InSight.tsx";
import { Pen } from "./pen.ts";
import { type Plot, type Scale, type Size, tickDecimals } from "./plot-geometry.ts";

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

/** All charts draw in the same animation frame, so that reading layout and writing pixels do not alternate. */
type Draw = () => void;

const waiting = new Set<Draw>();
let frame = 0;

/** Requests one call of `draw` in the next frame. Further requests before that have no effect. */
export function scheduleDraw(draw: Draw): void {
  waiting.add(draw);
  if (frame === 0) frame = requestAnimationFrame(drawAll);
}

export function cancelDraw(draw: Draw): void {
  waiting.delete(draw);
}

/** An error in one chart must not prevent the others from being drawn. */
function drawAll(): void {
  frame = 0;
  const draws = [...waiting];
  waiting.clear();
  for (const draw of draws) {
    try {
      draw();
    } catch (error) {
      reportError(error);
    }
  }
}

/** Returns the size of an element in CSS px and the device pixel ratio, without forcing a layout. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const watched = element.current;
    if (watched === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      setSize(width > 0 && height > 0 ? { width, height, dpr: devicePixelRatio * magnification() } : null);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

interface PlotCanvasProps {
  readonly plot: Plot;
  readonly draw: DrawPlot;
}

/** The pixels of a plot. */
const PlotCanvas = memo(function PlotCanvas({ plot, draw }: PlotCanvasProps) {
  return <canvas ref={usePainted(plot, draw)} className="chart-canvas" />;
});

/** Returns a canvas that is painted in the next frame when its plot, its drawing or the theme changes. */
export function usePainted(plot: Plot, draw: DrawPlot): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useChartColours();
  const inSight = use(InSightContext);
  useEffect(() => {
    if (!inSight) return;
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, plot);
      if (context) draw(new Pen(context, plot, colours));
    };
    scheduleDraw(paint);
    return () => cancelDraw(paint);
  }, [plot, draw, colours, inSight]);
  return canvas;
}

/** Resizes the canvas to the plot, clears it, and sets it up for drawing in CSS px. */
export function readyContext(
  canvas: HTMLCanvasElement,
  { width, height, dpr }: Size,
): CanvasRenderingContext2D | null {
  const pixelsAcross = Math.round(width * dpr);
  const pixelsDown = Math.round(height * dpr);
  if (canvas.width !== pixelsAcross || canvas.height !== pixelsDown) {
    canvas.width = pixelsAcross;
    canvas.height = pixelsDown;
  }
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.setTransform(dpr, 0, 0, dpr, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
