/** The layer of pixels under a plot: redrawn only when what it shows, its size or the theme changes, and in sight. */
import { memo, use, useEffect, useLayoutEffect, useRef } from "react";
import type { DrawPlot } from "./chart-model.ts";
import { cancelDraw, scheduleDraw } from "./draw-scheduler.ts";
import { InSightContext } from "./in-sight.ts";
import type { Plot, Size } from "./plot-geometry.ts";
import { REDRAWS } from "./redraws.ts";
import { useChartColours } from "./theme-colours.ts";

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
