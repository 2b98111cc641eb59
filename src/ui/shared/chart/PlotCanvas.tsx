/** The layer of pixels under a plot: redrawn only when what it shows, its size or the theme changes, and in sight. */

import { memo, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { magnification } from "../magnified.ts";
import type { DrawPlot } from "./chart-model.ts";
import { type ChartColours, PaperContext, useChartColours } from "./colours.ts";
import { cancelDraw, scheduleDraw } from "./draw-scheduler.ts";
import { InSightContext } from "./InSight.tsx";
import type { Plot, Size } from "./plot-geometry.ts";

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

export const PlotCanvas = memo(function PlotCanvas({ plot, draw }: { plot: Plot; draw: DrawPlot }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useChartColours();
  const inSight = use(InSightContext);
  // With the canvas itself: who sees that it has come may draw it elsewhere.
  useLayoutEffect(() => {
    if (canvas.current) REDRAWS.set(canvas.current, { plot, draw: (on, its) => draw(on, plot, its) });
  }, [plot, draw]);
  useEffect(() => {
    if (!inSight) return;
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, plot);
      if (context) draw(context, plot, colours);
    };
    scheduleDraw(paint);
    return () => cancelDraw(paint);
  }, [plot, draw, colours, inSight]);
  return <canvas ref={canvas} className="chart-canvas" />;
});

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
