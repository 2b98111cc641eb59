/** Packets, marks and ACKs on the path's canvas. */
import type { Picture } from "../../engine/index.ts";
import { FLOW_HUES } from "../charts/flow-style.ts";
import { diamond } from "../charts/symbols.ts";
import type { ChartColours } from "../charts/theme-colours.ts";
import type { PathLayout, QueueScale, Way } from "./path-layout.ts";

export interface PictureScene {
  readonly layout: PathLayout;
  readonly scale: QueueScale;
  readonly acks: Way;
}

/** Space between the box's wall and its first mark. */
export const BOX_PADDING_PX = 8;
const DIAMOND_PX = 6;
/** Marks on the link are drawn in cells of this width; a cell with a CE packet shows it. */
const CELL_PX = 5;

export function drawPicture(
  context: CanvasRenderingContext2D,
  scene: PictureScene,
  picture: Picture,
  colours: ChartColours,
): void {
  context.setLineDash([]);
  drawQueue(context, scene, picture, colours);
  drawData(context, scene, picture, colours);
  drawAcks(context, scene, picture, colours);
}

/** The head is at the right, where the link begins. A mark shows CE when any of its packets carries it. */
function drawQueue(
  context: CanvasRenderingContext2D,
  { layout, scale }: PictureScene,
  picture: Picture,
  colours: ChartColours,
): void {
  const { flow, ce } = picture.queued;
  const marks = Math.min(scale.slots, Math.ceil(picture.queuePackets / scale.packetsPerMark));
  for (let mark = 0; mark < marks; mark++) {
    const from = mark * scale.packetsPerMark;
    const to = Math.min(flow.length, from + scale.packetsPerMark);
    const x = layout.box.right - BOX_PADDING_PX - (mark + 0.5) * scale.markPitch;
    const marked = ce.subarray(from, to).includes(1);
    const colour = colours.flows[(flow[Math.min(from, flow.length - 1)] ?? 0) % FLOW_HUES];
    if (marked) drawDiamond(context, x, layout.middleY, DIAMOND_PX, colours);
    else drawMark(context, x, layout.middleY, scale.markSize, colour);
  }
}

function drawMark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x - size / 2, y - 4.5, size, 9, Math.min(2, size / 3));
  context.fill();
}

function drawDiamond(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  colours: ChartColours,
): void {
  context.beginPath();
  diamond(context, x, y, size);
  context.fillStyle = colours.mark;
  context.strokeStyle = colours.paper;
  context.lineWidth = 1.5;
  context.stroke();
  context.fill();
}

function drawData(
  context: CanvasRenderingContext2D,
  { layout }: PictureScene,
  picture: Picture,
  colours: ChartColours,
): void {
  const from = layout.box.right + 4;
  const length = layout.linkEndX - from;
  const cells = cellsOf(picture.data.at, length);
  const { flow, ce, at } = picture.data;
  const signals: number[] = [];
  for (const index of cells) {
    const x = from + at[index] * length;
    if (ce[index] === 1) signals.push(x);
    else drawMark(context, x, layout.middleY, 3.4, colours.flows[flow[index] % FLOW_HUES]);
  }
  for (let index = 0; index < at.length; index++)
    if (ce[index] === 1) signals.push(from + at[index] * length);
  for (const x of signals) drawDiamond(context, x, layout.middleY, DIAMOND_PX, colours);
}

/** At most one packet per cell of the way: the others would only be drawn over it. */
function cellsOf(at: Float32Array, length: number): number[] {
  const taken = new Set<number>();
  const kept: number[] = [];
  for (let index = 0; index < at.length; index++) {
    const cell = Math.floor((at[index] * length) / CELL_PX);
    if (taken.has(cell)) continue;
    taken.add(cell);
    kept.push(index);
  }
  return kept;
}

function drawAcks(
  context: CanvasRenderingContext2D,
  { layout, acks }: PictureScene,
  picture: Picture,
  colours: ChartColours,
): void {
  const { at, ece } = picture.acks;
  const length = layout.receiverX - layout.senderX;
  context.fillStyle = colours.inkSoft;
  context.beginPath();
  for (const index of cellsOf(at, length)) {
    const { x, y } = acks.at(at[index]);
    context.moveTo(x + 1.8, y);
    context.arc(x, y, 1.8, 0, 2 * Math.PI);
  }
  context.fill();
  const echoes = Array.from(at.keys()).filter((index) => ece[index] === 1);
  const stride = Math.max(1, Math.ceil(echoes.length / (length / (CELL_PX * 2))));
  for (const index of echoes.filter((_, order) => order % stride === 0)) {
    const { x, y } = acks.at(at[index]);
    drawDiamond(context, x, y, 3.6, colours);
  }
}

/** Packets per drawn mark on the link, or 1 where each has its own. */
export function packetsPerLinkMark(inFlight: number, lengthPx: number): number {
  return Math.max(1, Math.round((inFlight * CELL_PX) / Math.max(1, lengthPx)));
}
