/** Packets, marks and ACKs of a path with several links. */
import { type LinkPicture, type Moving, PACKET_KIND, type Picture } from "../../engine/index.ts";
import type { ChartColours } from "../charts/theme-colours.ts";
import { drawMoving, drawQueue } from "./draw-marks.ts";
import { type FlowWay, GRAPH_PADDING_PX, type GraphScene } from "./graph-scene.ts";
import type { Point } from "./polyline.ts";

export function drawGraph(
  context: CanvasRenderingContext2D,
  scene: GraphScene,
  picture: Picture | null,
  colours: ChartColours,
): void {
  if (picture === null) return;
  context.setLineDash([]);
  drawMoving(context, picture.data, (index) => dataPlace(scene, picture.data, index), colours);
  drawMoving(context, picture.acks, (index) => ackPlace(scene, picture.acks, index), colours);
  for (const [index, link] of picture.links.entries()) drawLink(context, scene, index, link, colours);
}

function drawLink(
  context: CanvasRenderingContext2D,
  { layout, scales, flows }: GraphScene,
  link: number,
  { moving, ...picture }: LinkPicture,
  colours: ChartColours,
): void {
  const { box, direction, line } = layout.links[link];
  const place = { box, direction, paddingPx: GRAPH_PADDING_PX, scale: scales[link] };
  drawQueue(context, place, { moving, ...picture }, colours);
  const placeOf = (index: number) =>
    line.at(moving.at[index] * ownShare(flows[moving.flow[index]], link, moving.kind[index]));
  drawMoving(context, moving, placeOf, colours);
}

/** Where a link is a flow's last one, the end of its line stands for the flow's own propagation. */
function ownShare(way: FlowWay | undefined, link: number, kind: number): number {
  if (way === undefined) return 1;
  const isAck = (kind & PACKET_KIND.ack) !== 0;
  if (isAck) return way.lastBack === link ? way.lastBackShare : 1;
  return way.last === link ? way.lastShare : 1;
}

function dataPlace({ layout, flows }: GraphScene, { at, flow }: Moving, index: number): Point | null {
  const way = flows[flow[index]];
  if (way === undefined) return null;
  return layout.links[way.last].line.at(way.lastShare + at[index] * (1 - way.lastShare));
}

/** ACKs without links of their own run back along the flow's lane. */
function ackPlace({ layout, flows }: GraphScene, { at, flow }: Moving, index: number): Point | null {
  const way = flows[flow[index]];
  if (way === undefined) return null;
  if (way.lastBack === null) return layout.lanes[way.group].way.at(1 - at[index] * (1 - way.nameShare));
  const { line } = layout.links[way.lastBack];
  return line.at(way.lastBackShare + at[index] * (1 - way.lastBackShare));
}
