/** Packets, marks and ACKs on the dumbbell's canvas. */
import type { Picture } from "../../engine/index.ts";
import type { ChartColours } from "../charts/theme-colours.ts";
import { drawMoving, drawQueue } from "./draw-marks.ts";
import type { PathLayout, QueueScale } from "./path-layout.ts";
import type { Way } from "./polyline.ts";

export interface PictureScene {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly acks: Way;
  /** Share of the drawn way that is the link's own delay; the rest is the flows'. */
  readonly linkShare: number;
}

/** Space between the box's wall and its first mark. */
export const BOX_PADDING_PX = 8;
/** From the queue to where the link's marks begin. */
const LINK_FROM_PX = 4;

export function drawPicture(
  context: CanvasRenderingContext2D,
  { layout, scale, acks, linkShare }: PictureScene,
  picture: Picture,
  colours: ChartColours,
): void {
  context.setLineDash([]);
  const [link] = picture.links;
  drawQueue(context, { box: layout.box, direction: 1, paddingPx: BOX_PADDING_PX, scale }, link, colours);
  const from = layout.box.right + LINK_FROM_PX;
  const length = layout.linkEndX - from;
  const onLine = (share: number) => ({ x: from + share * length, y: layout.middleY });
  drawMoving(context, link.moving, (index) => onLine(link.moving.at[index] * linkShare), colours);
  const { data } = picture;
  drawMoving(context, data, (index) => onLine(linkShare + data.at[index] * (1 - linkShare)), colours);
  drawMoving(context, picture.acks, (index) => acks.at(picture.acks.at[index]), colours);
}

/** Packets per drawn mark on the link, or 1 where each has its own. */
export function packetsPerLinkMark(inFlight: number, lengthPx: number): number {
  const cellPx = 5;
  return Math.max(1, Math.round((inFlight * cellPx) / Math.max(1, lengthPx)));
}
