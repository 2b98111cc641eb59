/** Packets, marks and ACKs on the dumbbell's canvas. */
import type { Moving, Picture } from "../../../engine/index.ts";
import type { ChartColours } from "../../shared/chart/theme-colours.ts";
import { drawMoving, drawQueue, type PlacedPicture } from "./draw-marks.ts";
import type { PathLayout, QueueScale } from "./path-layout.ts";
import type { PathWays } from "./path-ways.ts";
import { queueText, sendersText } from "./path-words.ts";
import type { Way } from "./polyline.ts";

export interface PictureScene {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly ways: PathWays;
  /** Share of the drawn way that is the link's own delay; the rest is the flows'. */
  readonly linkShare: number;
  readonly flows: number;
}

/** Space between the box's wall and its first mark. */
export const BOX_PADDING_PX = 8;

/** Words that follow the packets are drawn with them: as text of the page each would lay it out anew. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  scene: PictureScene,
  picture: Picture | null,
  colours: ChartColours,
): void {
  context.setLineDash([]);
  if (picture !== null) drawPackets(context, scene, picture, colours);
  drawLabels(context, scene, picture, colours);
}

function drawPackets(
  context: CanvasRenderingContext2D,
  scene: PictureScene,
  picture: Picture,
  colours: ChartColours,
): void {
  const { queues, stretches } = placedPicture(scene, picture);
  drawQueue(context, queues[0], picture.links[0], colours);
  for (const { moving, placeOf } of stretches) drawMoving(context, moving, placeOf, colours);
}

export function placedPicture(
  { layout, scale, ways: { there, back }, linkShare }: PictureScene,
  { links: [{ moving }], data, acks }: Picture,
): PlacedPicture {
  const placed = (packets: Moving, ways: readonly Way[], from: number, share: number) => (index: number) =>
    ways[packets.flow[index]]?.at(from + packets.at[index] * share) ?? null;
  return {
    queues: [{ box: layout.box, direction: 1, paddingPx: BOX_PADDING_PX, scale }],
    stretches: [
      { moving, link: 0, placeOf: placed(moving, there, 0, linkShare) },
      { moving: data, link: null, placeOf: placed(data, there, linkShare, 1 - linkShare) },
      { moving: acks, link: null, placeOf: placed(acks, back, 0, 1) },
    ],
  };
}

const LABEL_PX = 11.5;

function drawLabels(
  context: CanvasRenderingContext2D,
  scene: PictureScene,
  picture: Picture | null,
  colours: ChartColours,
): void {
  const { senderX, box, rows, nodeRadius } = scene.layout;
  context.globalAlpha = 1;
  context.font = `${LABEL_PX}px ${colours.font}`;
  context.fillStyle = colours.inkSoft;
  context.textAlign = "center";
  context.fillText(senderLabel(scene, picture), senderX, rows[0].y - nodeRadius - 7);
  context.textAlign = "left";
  if (picture !== null) context.fillText(queueLabel(scene, picture), box.left + 2, box.top - 7);
}

function senderLabel({ flows }: PictureScene, picture: Picture | null): string {
  const cwnd = picture?.cwnd[0];
  return sendersText(flows, cwnd);
}

/** How many packets there are, and where the box is too short for them, how many of these are in it. */
export function queueLabel({ scale }: PictureScene, { links: [{ queuePackets }] }: Picture): string {
  const hidden = queuePackets - scale.slots * scale.packetsPerMark;
  return queueText(queuePackets, hidden);
}
