/** Packets, marks and ACKs of a path with several links. */
import { type Moving, PACKET_KIND, type Picture } from "../../../engine/index.ts";
import type { ChartColours } from "../../shared/chart/theme-colours.ts";
import { drawMoving, drawQueue, type PlacedPicture, type PlaceOf, type QueuePlace } from "./draw-marks.ts";
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
  const { queues, stretches } = placedGraph(scene, picture);
  for (const { moving, placeOf, link } of stretches) {
    if (link !== null) drawQueue(context, queues[link], picture.links[link], colours);
    drawMoving(context, moving, placeOf, colours);
  }
}

/** What is beyond the links comes first: it is drawn below them. */
export function placedGraph(scene: GraphScene, { links, data, acks }: Picture): PlacedPicture {
  return {
    queues: links.map((_, link) => queuePlace(scene, link)),
    stretches: [
      { moving: data, link: null, placeOf: (index) => dataPlace(scene, data, index) },
      { moving: acks, link: null, placeOf: (index) => ackPlace(scene, acks, index) },
      ...links.map(({ moving }, link) => ({ moving, link, placeOf: placeOnLink(scene, link, moving) })),
    ],
  };
}

function queuePlace({ layout, scales }: GraphScene, link: number): QueuePlace {
  const { box, direction } = layout.links[link];
  return { box, direction, paddingPx: GRAPH_PADDING_PX, scale: scales[link] };
}

function placeOnLink({ layout, flows }: GraphScene, link: number, moving: Moving): PlaceOf {
  const { line } = layout.links[link];
  return (index) => line.at(moving.at[index] * ownShare(flows[moving.flow[index]], link, moving.kind[index]));
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
