/**
 * The marks that stand for packets: data as bars in the flow's hue, ACKs as dots, SYNs as empty boxes, a SYN-ACK as such a
 * box with an ACK's dot in it, what carries a signal as a diamond.
 */
import { type LinkPicture, type Moving, PACKET_KIND, type PicturePackets } from "../../../engine/index.ts";
import { FLOW_HUES } from "../../shared/chart/flow-style.ts";
import { diamond } from "../../shared/chart/symbols.ts";
import type { ChartColours } from "../../shared/chart/theme-colours.ts";
import type { Box } from "./graph-layout.ts";
import type { QueueScale } from "./path-layout.ts";
import type { Point } from "./polyline.ts";

const DIAMOND_PX = 6;
const ACK_DIAMOND_PX = 3.6;
const ACK_RADIUS_PX = 1.8;
const MOVING_PX = 3.4;
const SYN_PX = 9;
/** Marks under way are drawn in cells of this width; a cell with a signal shows it. */
const CELL_PX = 5;
/** More px than a drawing is high. */
const LINES = 1e5;

export function drawMark(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  size: number,
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x - size / 2, y - 4.5, size, 9, Math.min(2, size / 3));
  context.fill();
}

export function drawDiamond(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
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

/** Where a queue is drawn: its head is at the end that packets leave by. */
export interface QueuePlace {
  readonly box: Box;
  readonly direction: 1 | -1;
  /** Between the box's wall and its first mark. */
  readonly paddingPx: number;
  readonly scale: QueueScale;
}

/** A drawn mark, and the packets of the queue that it stands for. */
export interface QueueMark {
  readonly at: Point;
  readonly from: number;
  readonly to: number;
}

/** From the head on. */
export function queueMarks(
  { box, direction, paddingPx, scale }: QueuePlace,
  { queued, queuePackets }: LinkPicture,
): QueueMark[] {
  const headX = direction === 1 ? box.right : box.left;
  const y = (box.top + box.bottom) / 2;
  const marks = Math.min(scale.slots, Math.ceil(queuePackets / scale.packetsPerMark));
  return Array.from({ length: marks }, (_, mark) => {
    const from = mark * scale.packetsPerMark;
    return {
      at: { x: headX - direction * (paddingPx + (mark + 0.5) * scale.markPitch), y },
      from,
      to: Math.min(queued.flow.length, from + scale.packetsPerMark),
    };
  });
}

/** Drawn as dots. */
const ACKS = PACKET_KIND.ack | PACKET_KIND.lastAck;

/** A mark shows the first of its packets that carries a signal, or else is a SYN, or else its first one. */
export function shownPacket({ kind }: PicturePackets, { from, to }: QueueMark): number {
  for (const bit of [PACKET_KIND.signal, PACKET_KIND.syn])
    for (let index = from; index < to; index++) if ((kind[index] & bit) !== 0) return index;
  return from;
}

export function drawQueue(
  context: CanvasRenderingContext2D,
  place: QueuePlace,
  link: LinkPicture,
  colours: ChartColours,
): void {
  const { scale } = place;
  const { flow, kind } = link.queued;
  for (const mark of queueMarks(place, link)) {
    const { at } = mark;
    // Of a long queue not all are listed.
    const shown = Math.min(shownPacket(link.queued, mark), flow.length - 1);
    const bits = kind[shown] ?? 0;
    if ((bits & PACKET_KIND.signal) !== 0) drawDiamond(context, at, DIAMOND_PX, colours);
    else if ((bits & PACKET_KIND.syn) !== 0) drawSyn(context, at, bits, colours);
    else if ((bits & ACKS) !== 0) drawDot(context, at, colours.inkSoft);
    else drawMark(context, at, scale.markSize, colours.flows[(flow[shown] ?? 0) % FLOW_HUES]);
  }
}

/** Empty: it carries no data. */
function drawSyn(
  context: CanvasRenderingContext2D,
  at: Point,
  bits: number,
  { ink, paper }: ChartColours,
): void {
  context.fillStyle = paper;
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.rect(at.x - SYN_PX / 2, at.y - SYN_PX / 2, SYN_PX, SYN_PX);
  context.fill();
  context.stroke();
  if ((bits & PACKET_KIND.ack) !== 0) drawDot(context, at, ink);
}

export function drawDot(context: CanvasRenderingContext2D, { x, y }: Point, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, ACK_RADIUS_PX, 0, 2 * Math.PI);
  context.fill();
}

/** Where a packet under way is, from its place in `moving`; null where it is not drawn. */
export type PlaceOf = (index: number) => Point | null;

/** A part of the way with the packets on it. */
export interface PlacedStretch {
  readonly moving: Moving;
  readonly placeOf: PlaceOf;
  /** Null: the flows' own. */
  readonly link: number | null;
}

/** Where everything of a picture is drawn. */
export interface PlacedPicture {
  /** Per link. */
  readonly queues: readonly QueuePlace[];
  readonly stretches: readonly PlacedStretch[];
}

/** Packets of one cell have one dash. */
export function cellOf({ x, y }: Point): number {
  return Math.floor(x / CELL_PX) * LINES + Math.floor(y);
}

/** What is under way: plain packets first, all of a colour in one stroke of the brush; SYNs and what carries a signal over them. */
export function drawMoving(
  context: CanvasRenderingContext2D,
  moving: Moving,
  placeOf: PlaceOf,
  colours: ChartColours,
): void {
  const { flow, kind } = moving;
  const taken = new Set<number>();
  const bars = new Map<string, Point[]>();
  const dots: Point[] = [];
  const syns: { readonly at: Point; readonly bits: number }[] = [];
  const signals: { readonly at: Point; readonly isAck: boolean }[] = [];
  for (let index = 0; index < flow.length; index++) {
    const at = placeOf(index);
    if (at === null) continue;
    const isAck = (kind[index] & PACKET_KIND.ack) !== 0;
    if ((kind[index] & PACKET_KIND.signal) !== 0) {
      signals.push({ at, isAck });
      continue;
    }
    if ((kind[index] & PACKET_KIND.syn) !== 0) {
      syns.push({ at, bits: kind[index] });
      continue;
    }
    const cell = cellOf(at);
    if (taken.has(cell)) continue;
    taken.add(cell);
    if ((kind[index] & ACKS) !== 0) dots.push(at);
    else listed(bars, colours.flows[flow[index] % FLOW_HUES]).push(at);
  }
  for (const [colour, places] of bars) fillAll(context, places, colour, traceBar);
  fillAll(context, dots, colours.inkSoft, traceDot);
  for (const { at, bits } of syns) drawSyn(context, at, bits, colours);
  drawSignals(context, signals, colours);
}

function listed(lists: Map<string, Point[]>, colour: string): Point[] {
  const list = lists.get(colour) ?? [];
  lists.set(colour, list);
  return list;
}

function fillAll(
  context: CanvasRenderingContext2D,
  places: readonly Point[],
  colour: string,
  trace: (context: CanvasRenderingContext2D, at: Point) => void,
): void {
  context.fillStyle = colour;
  context.beginPath();
  for (const at of places) trace(context, at);
  context.fill();
}

function traceBar(context: CanvasRenderingContext2D, { x, y }: Point): void {
  context.roundRect(x - MOVING_PX / 2, y - 4.5, MOVING_PX, 9, MOVING_PX / 3);
}

function traceDot(context: CanvasRenderingContext2D, { x, y }: Point): void {
  context.moveTo(x + ACK_RADIUS_PX, y);
  context.arc(x, y, ACK_RADIUS_PX, 0, 2 * Math.PI);
}

/** Echoes come in long rows: so many px lie between two of them. */
const ECHO_GAP_PX = 10;

function drawSignals(
  context: CanvasRenderingContext2D,
  signals: readonly { readonly at: Point; readonly isAck: boolean }[],
  colours: ChartColours,
): void {
  let last: Point | null = null;
  for (const { at, isAck } of signals) {
    if (!isAck) {
      drawDiamond(context, at, DIAMOND_PX, colours);
      continue;
    }
    if (last !== null && Math.hypot(at.x - last.x, at.y - last.y) < ECHO_GAP_PX) continue;
    last = at;
    drawDiamond(context, at, ACK_DIAMOND_PX, colours);
  }
}
