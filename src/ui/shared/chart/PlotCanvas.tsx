/** The layer of pixels under a plot: redrawn only when what it shows, its size or the theme changes, and in sight. */

import { memo, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { magnification } from "../magnified.ts";
import type { DrawPlot } from "./chart-model.ts";
import { type ChartColours, PaperContext, useChartColours } from "./colours.ts";
import { InSightContext } from "./InSight.tsx";
import type { Plot, Size } from "./plot-geometry.ts";
import { Pen } from "./series.ts";

/** All charts draw in one animation frame: reading layout and writing pixels never alternate. */
type Draw = () => void;

const waiting = new Set<Draw>();
let frame = 0;

/** Asks for one call of `draw` in the next frame; asking again before then changes nothing. */
export function scheduleDraw(draw: Draw): void {
  waiting.add(draw);
  if (frame === 0) frame = requestAnimationFrame(drawAll);
}

export function cancelDraw(draw: Draw): void {
  waiting.delete(draw);
}

/** Draws what waits for the next frame without waiting for it: a page that is printed gets none. */
export function drawNow(): void {
  cancelAnimationFrame(frame);
  drawAll();
}

/** One chart's defect must not keep the others from being drawn. */
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

/** How what stands on a canvas is drawn once more, elsewhere and in other colours: a canvas itself knows pixels only. */
interface Redraw {
  /** Null where there are no axes. */
  readonly plot: Plot | null;
  readonly draw: (context: CanvasRenderingContext2D, colours: ChartColours) => void;
}

export const REDRAWS = new WeakMap<Element, Redraw>();

/** The size of an element in CSS px and the device's pixel ratio, without reading layout in between. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  const paper = use(PaperContext);
  // A page that is printed cannot wait for what comes after its layout.
  useLayoutEffect(() => {
    if (paper === null || element.current === null) return;
    const { clientWidth: width, clientHeight: height } = element.current;
    setSize({ width, height, dpr: paper.dpr });
  }, [element, paper]);
  useEffect(() => {
    const watched = element.current;
    if (watched === null || paper !== null) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      setSize(width > 0 && height > 0 ? { width, height, dpr: devicePixelRatio * magnification() } : null);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, paper]);
  return size;
}

interface PlotCanvasProps {
  readonly plot: Plot;
  readonly draw: DrawPlot;
}

export const PlotCanvas = memo(function PlotCanvas({ plot, draw }: PlotCanvasProps) {
  const canvas = usePainted(plot, draw);
  // With the canvas itself: who sees that it has come may draw it elsewhere.
  useLayoutEffect(() => {
    const redraw: Redraw = { plot, draw: (context, colours) => draw(new Pen(context, plot, colours)) };
    if (canvas.current) REDRAWS.set(canvas.current, redraw);
  }, [canvas, plot, draw]);
  return <canvas ref={canvas} className="chart-canvas" />;
});

/** A canvas that is painted in the coming frame whenever its plot, what is drawn or the theme has changed. */
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

/** Fits the canvas to the plot, empties it and lets it be drawn on in CSS px. */
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
