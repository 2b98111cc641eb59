/** The moving part of the picture, redrawn once a frame at most. */
import { memo, useEffect, useRef } from "react";
import type { Picture, Scenario } from "../../engine/index.ts";
import { cancelDraw, scheduleDraw } from "../charts/draw-scheduler.ts";
import { readyContext } from "../charts/PlotCanvas.tsx";
import type { Size } from "../charts/plot-geometry.ts";
import { cross, triangle } from "../charts/symbols.ts";
import { type ChartColours, useChartColours } from "../charts/theme-colours.ts";
import { FallingDrops } from "./falling-drops.ts";
import type { Point } from "./polyline.ts";

export type DrawPicture = (
  context: CanvasRenderingContext2D,
  picture: Picture,
  colours: ChartColours,
) => void;

/** Where packets of a link fall: off the queue's tail, off the middle of the link. */
export interface FallPlaces {
  readonly drops: Point;
  readonly losses: Point;
}

export interface PictureCanvasProps {
  readonly size: Size;
  readonly draw: DrawPicture;
  /** Per link of the picture. */
  readonly falls: readonly FallPlaces[];
  readonly picture: Picture;
  /** Drops are told from one picture of a run to the next; another run starts anew. */
  readonly run: Scenario;
  readonly reducedMotion: boolean;
}

interface Falls {
  readonly drops: FallingDrops;
  readonly losses: FallingDrops;
}

export const PictureCanvas = memo(function PictureCanvas(props: PictureCanvasProps) {
  const { size, draw, falls, picture, run, reducedMotion } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const falling = useRef<Falls[]>([]);
  const colours = useChartColours();
  useEffect(() => notice(falling.current, picture, run), [run, picture]);
  useEffect(() => {
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, size);
      if (!context) return;
      draw(context, picture, colours);
      const nowMs = performance.now();
      const still = falling.current.map(({ drops, losses }, link) => {
        const at = falls[link];
        if (at === undefined) return false;
        const lost = losses.draw(context, at.losses, nowMs, colours, reducedMotion);
        return drops.draw(context, at.drops, nowMs, colours, reducedMotion) || lost;
      });
      if (still.includes(true)) scheduleDraw(paint);
    };
    scheduleDraw(paint);
    return () => cancelDraw(paint);
  }, [size, draw, falls, picture, colours, reducedMotion]);
  return <canvas ref={canvas} className="path-canvas" />;
});

function notice(falling: Falls[], { links, nowS }: Picture, run: Scenario): void {
  const nowMs = performance.now();
  for (const [index, { drops, losses }] of links.entries()) {
    falling[index] ??= { drops: new FallingDrops(triangle), losses: new FallingDrops(cross) };
    falling[index].drops.notice(run, nowS, drops - losses, nowMs);
    falling[index].losses.notice(run, nowS, losses, nowMs);
  }
}
