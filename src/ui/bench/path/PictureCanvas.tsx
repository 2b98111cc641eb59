/** The moving part of the picture: painted anew for each picture, while the rest of the page stands still. */
import { memo, use, useEffect, useLayoutEffect, useRef } from "react";
import type { Picture, Scenario } from "../../../engine/index.ts";
import { cancelDraw, scheduleDraw } from "../../shared/chart/draw-scheduler.ts";
import { InSightContext } from "../../shared/chart/in-sight.ts";
import { readyContext } from "../../shared/chart/PlotCanvas.tsx";
import type { Size } from "../../shared/chart/plot-geometry.ts";
import { REDRAWS } from "../../shared/chart/redraws.ts";
import { cross, triangle } from "../../shared/chart/symbols.ts";
import { type ChartColours, useChartColours } from "../../shared/chart/theme-colours.ts";
import type { Pictures } from "../plots/chart-props.ts";
import { FallingDrops } from "./falling-drops.ts";
import type { Point } from "./polyline.ts";

/** Null: no packets are known yet, only what stands is drawn. */
export type DrawPicture = (
  context: CanvasRenderingContext2D,
  picture: Picture | null,
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
  /** Per link of the path. */
  readonly falls: readonly FallPlaces[];
  readonly pictures: Pictures;
  /** Drops are told from one picture of a run to the next; another run starts anew. */
  readonly run: Scenario;
  readonly reducedMotion: boolean;
}

interface Falls {
  readonly drops: FallingDrops;
  readonly losses: FallingDrops;
}

export const PictureCanvas = memo(function PictureCanvas(props: PictureCanvasProps) {
  const { size, draw, falls, pictures, run, reducedMotion } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const falling = useRef<Falls[]>([]);
  const colours = useChartColours();
  const inSight = use(InSightContext);
  useEffect(() => {
    const follow = () => {
      const { picture } = pictures.get();
      if (picture !== null) notice(falling.current, picture, run);
    };
    follow();
    return pictures.subscribe(follow);
  }, [pictures, run]);
  useLayoutEffect(() => {
    if (canvas.current)
      REDRAWS.set(canvas.current, {
        plot: null,
        draw: (on, its) => draw(on, pictureOf(pictures, falls.length), its),
      });
  }, [draw, falls, pictures]);
  useEffect(() => {
    if (!inSight) return;
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, size);
      if (!context) return;
      draw(context, pictureOf(pictures, falls.length), colours);
      const nowMs = performance.now();
      const still = falling.current.map(({ drops, losses }, link) => {
        const at = falls[link];
        if (at === undefined) return false;
        const lost = losses.draw(context, at.losses, nowMs, colours, reducedMotion);
        return drops.draw(context, at.drops, nowMs, colours, reducedMotion) || lost;
      });
      if (still.includes(true)) scheduleDraw(paint);
    };
    const follow = () => scheduleDraw(paint);
    follow();
    const leave = pictures.subscribe(follow);
    return () => {
      leave();
      cancelDraw(paint);
    };
  }, [size, draw, falls, pictures, colours, reducedMotion, inSight]);
  return <canvas ref={canvas} className="path-canvas" />;
});

/** A picture knows no link by name: one of the run before, with more or fewer of them, must not be drawn here. */
function pictureOf(pictures: Pictures, links: number): Picture | null {
  const { picture } = pictures.get();
  return picture?.links.length === links ? picture : null;
}

function notice(falling: Falls[], { links, nowS }: Picture, run: Scenario): void {
  const nowMs = performance.now();
  for (const [index, { drops, losses }] of links.entries()) {
    falling[index] ??= { drops: new FallingDrops(triangle), losses: new FallingDrops(cross) };
    falling[index].drops.notice(run, nowS, drops - losses, nowMs);
    falling[index].losses.notice(run, nowS, losses, nowMs);
  }
}
