/** The moving part of the picture, redrawn once a frame at most. */
import { memo, useEffect, useRef } from "react";
import type { Picture, Scenario } from "../../engine/index.ts";
import { cancelDraw, scheduleDraw } from "../charts/draw-scheduler.ts";
import { readyContext } from "../charts/PlotCanvas.tsx";
import type { Size } from "../charts/plot-geometry.ts";
import { useChartColours } from "../charts/theme-colours.ts";
import { drawPicture, type PictureScene } from "./draw-picture.ts";
import { FallingDrops } from "./falling-drops.ts";

export interface PictureCanvasProps {
  readonly size: Size;
  readonly scene: PictureScene;
  readonly picture: Picture;
  /** Drops are told from one picture of a run to the next; another run starts anew. */
  readonly run: Scenario;
  readonly reducedMotion: boolean;
}

export const PictureCanvas = memo(function PictureCanvas(props: PictureCanvasProps) {
  const { size, scene, picture, run, reducedMotion } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const drops = useRef<FallingDrops>(null);
  const colours = useChartColours();
  useEffect(() => {
    drops.current ??= new FallingDrops();
    drops.current.notice(run, picture.nowS, picture.drops, performance.now());
  }, [run, picture]);
  useEffect(() => {
    const paint = () => {
      const context = canvas.current && readyContext(canvas.current, size);
      if (!context) return;
      drawPicture(context, scene, picture, colours);
      const { left, bottom } = scene.layout.box;
      const falling = drops.current?.draw(
        context,
        left + 14,
        bottom + 4,
        performance.now(),
        colours,
        reducedMotion,
      );
      if (falling) scheduleDraw(paint);
    };
    scheduleDraw(paint);
    return () => cancelDraw(paint);
  }, [size, scene, picture, colours, reducedMotion]);
  return <canvas ref={canvas} className="path-canvas" />;
});
