/** The pixel layer of a plot. It is redrawn only if its content, its size or the theme changes while it is visible. */

import { memo, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { magnification } from "../magnified.ts";
import type { DrawPlot } from "./chart-model.ts";
import { PaperContext, useChartColours } from "./colours.ts";
import { InSightContext } from "./InSight.tsx";
import { Pen } from "./pen.ts";
import type { Plot, Size } from "./plot-geometry.ts";

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

/** Draws everything that waits for the next frame immediately, because a page that is being printed gets no frame. */
export function drawNow(): void {
  cancelAnimationFrame(frame);
  drawAll();
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
  const paper = use(PaperContext);
  // A page that is being printed cannot wait for effects that run after its layout.
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
