/** Packets, marks and ACKs on the dumbbell's canvas. */
import { PACKET_KIND, type Picture } from "../../engine/index.ts";
import type { ChartColours } from "../charts/theme-colours.ts";
import { drawMoving, drawQueue, type PlacedPicture } from "./draw-marks.ts";
import type { PathLayout, QueueScale } from "./path-layout.ts";
import { countText, packetsText } from "./path-words.ts";
import type { Way } from "./polyline.ts";

export interface PictureScene {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly acks: Way;
  /** Share of the drawn way that is the link's own delay; the rest is the flows'. */
  readonly linkShare: number;
  readonly flows: number;
}

/** Space between the box's wall and its first mark. */
export const BOX_PADDING_PX = 8;
/** From the queue to where the link's marks begin. */
const LINK_FROM_PX = 4;

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
  { layout, scale, acks, linkShare }: PictureScene,
  { links: [link], data, acks: back }: Picture,
): PlacedPicture {
  const from = layout.box.right + LINK_FROM_PX;
  const length = layout.linkEndX - from;
  const onLine = (share: number) => ({ x: from + share * length, y: layout.middleY });
  return {
    queues: [{ box: layout.box, direction: 1, paddingPx: BOX_PADDING_PX, scale }],
    stretches: [
      { moving: link.moving, link: 0, placeOf: (index) => onLine(link.moving.at[index] * linkShare) },
      { moving: data, link: null, placeOf: (index) => onLine(linkShare + data.at[index] * (1 - linkShare)) },
      { moving: back, link: null, placeOf: (index) => acks.at(back.at[index]) },
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
  const { senderX, receiverX, box, backY, nodeYs, nodeRadius } = scene.layout;
  context.globalAlpha = 1;
  context.font = `${LABEL_PX}px ${colours.font}`;
  context.fillStyle = colours.inkSoft;
  context.textAlign = "center";
  context.fillText(senderLabel(scene, picture), senderX, nodeYs[0] - nodeRadius - 7);
  context.fillText(ackLabel(picture), (senderX + receiverX) / 2, backY + 17);
  context.textAlign = "left";
  if (picture !== null) context.fillText(queueLabel(scene, picture), box.left + 2, box.top - 7);
}

function senderLabel({ flows }: PictureScene, picture: Picture | null): string {
  const cwnd = picture?.cwnd[0];
  return flows === 1 && cwnd !== undefined ? `cwnd ${cwnd.toFixed(0)}` : countText(flows, "sender");
}

function ackLabel(picture: Picture | null): string {
  const echoes = picture?.acks.kind.some((bits) => (bits & PACKET_KIND.signal) !== 0) ?? false;
  return echoes ? "ACKs carry ECE until CWR" : "ACKs";
}

/** How many packets there are, and where fewer marks are drawn, how many each stands for. */
export function queueLabel({ layout, scale }: PictureScene, { links: [link], data }: Picture): string {
  const { queuePackets, moving } = link;
  const hidden = queuePackets - scale.slots * scale.packetsPerMark;
  const linkMark = packetsPerLinkMark(moving.at.length + data.at.length, layout.receiverX - layout.box.right);
  const sampling = Math.max(scale.packetsPerMark, linkMark);
  const shown = hidden > 0 ? `, ${queuePackets - hidden} shown` : "";
  return `${packetsText(queuePackets)}${shown}${sampling > 1 ? `, 1 mark ≈ ${sampling}` : ""}`;
}

/** Packets per drawn mark on the link, or 1 where each has its own. */
export function packetsPerLinkMark(inFlight: number, lengthPx: number): number {
  const cellPx = 5;
  return Math.max(1, Math.round((inFlight * cellPx) / Math.max(1, lengthPx)));
}
