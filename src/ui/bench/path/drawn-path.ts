/** Draws a path on the page, in a saved picture or in a report, and what the static parts of all paths have in common. */
import type { ChartColours, Ink } from "../../shared/chart/colours.ts";
import { BasicPen } from "../../shared/chart/pen.ts";
import type { Surface } from "../../shared/chart/symbols.ts";
import { drawScene } from "./packets.ts";
import {
  type Box,
  delayX,
  type PathScene,
  type PathStates,
  type Point,
  pathStateOf,
  type QueuePlace,
} from "./scene.ts";

/** Draws the static part of a path: lines, nodes, queues and labels. */
export type DrawGround = (pen: BasicPen) => void;

interface PathDrawing {
  readonly drawGround: DrawGround;
  readonly scene: PathScene;
  readonly pathStates: PathStates;
}

/** Draws a path with the packets of the current time. */
export function drawPath(
  surface: Surface,
  colours: ChartColours,
  { drawGround, scene, pathStates }: PathDrawing,
): void {
  drawGround(new BasicPen(surface, colours));
  surface.globalAlpha = 1;
  drawScene(surface, scene, pathStateOf(pathStates, scene.queues.length), colours);
}

/** Font size of labels, and of small labels (px). */
const [LABEL_PX, SMALL_PX] = [11.5, 10.5];

interface LabelStyle {
  readonly anchor: "start" | "middle" | "end";
  readonly ink?: Ink;
  readonly isSmall?: boolean;
  readonly isStrong?: boolean;
  /** True if the label is drawn over lines. */
  readonly hasHalo?: boolean;
  readonly alpha?: number;
}

export function drawLabel(pen: BasicPen, text: string, { x, y }: Point, style: LabelStyle): void {
  const { ink = "inkSoft", isSmall = false, ...rest } = style;
  pen.text(text, x, y, { ...rest, ink, px: isSmall ? SMALL_PX : LABEL_PX });
}

export function drawPolyline(
  pen: BasicPen,
  points: readonly Point[],
  paint: Ink,
  px: number,
  alpha?: number,
): void {
  pen.points(
    points.length,
    (index) => [points[index].x, points[index].y],
    alpha === undefined ? { paint, px } : { paint, px, alpha },
  );
}

/** Draws the box of a queue. */
export function drawQueueBox(pen: BasicPen, box: Box, edge: Ink, edgePx: number, radiusPx: number): void {
  pen.frame({ ...box, fill: "paper", edge, edgePx, radiusPx });
}

/** Draws the line at the target delay of a queue, up to `risePx` above its box. */
export function drawTarget(pen: BasicPen, queue: QueuePlace, targetMs: number, risePx: number): void {
  const { top, bottom } = queue.box;
  const x = delayX(queue, targetMs);
  pen.line([x, top - risePx], [x, bottom], { paint: "mark", px: 1.5, dash: [4, 3] });
}
