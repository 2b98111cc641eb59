/**
 * The symbols of packets, for painting and for hit tests: data as bars in the flow's hue, ACKs as dots, SYNs as empty boxes, a
 * SYN-ACK as a box with an ACK's dot, packets with a signal as diamonds.
 */
import {
  type AskedPacket,
  type Moving,
  PACKET_KIND,
  type PathLink,
  type PathPackets,
  type PathState,
} from "../../../engine/index.ts";
import type { ChartColours } from "../../shared/chart/colours.ts";
import { FLOW_HUES } from "../../shared/chart/colours.ts";
import { diamond, type Surface } from "../../shared/chart/symbols.ts";
import {
  headX,
  type PathScene,
  type PlacedStretch,
  type Point,
  type QueuePlace,
  queueRows,
} from "./scene.ts";

const DIAMOND_PX = 6;
const ACK_DIAMOND_PX = 3.6;
const ACK_RADIUS_PX = 1.8;
const MOVING_PX = 3.4;
const SYN_PX = 9;
/**
 * Width of the cells in which packets in flight are drawn (px). A cell with a packet that carries a signal shows that
 * packet.
 */
const CELL_PX = 5;
/** Upper bound of the height of a drawing in px, used to combine two coordinates in one number. */
const LINES = 1e5;
/** Minimum distance between two drawn echoes of a mark (px), because echoes come in long rows. */
const ECHO_GAP_PX = 10;

/** Kinds of packets that are drawn as dots. */
const ACKS = PACKET_KIND.ack | PACKET_KIND.lastAck;

/** Draws the scene. `pathState` is null until the first packets are known. */
export function drawScene(
  context: Surface,
  scene: PathScene,
  pathState: PathState | null,
  colours: ChartColours,
): void {
  context.setLineDash([]);
  if (pathState !== null) {
    for (const { moving, placeOf, link } of scene.stretches(pathState)) {
      if (link !== null) drawQueue(context, scene.queues[link], pathState.links[link], colours);
      drawMoving(context, moving, placeOf, colours);
    }
  }
  scene.drawLabels?.(context, pathState, colours);
}

/** A drawn symbol, and the packets of the queue that it represents. */
interface QueueMark {
  readonly at: Point;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the symbols of a queue, from its head. If a discipline has several queues, the symbols of each queue are in
 * a separate row.
 */
function queueMarks(place: QueuePlace, { queued, queuePackets, parts }: PathLink): QueueMark[] {
  const rows = queueRows(place.box, parts?.length ?? 1);
  let first = 0;
  return (parts ?? [queuePackets]).flatMap((packets, row) => {
    const marks = rowMarks(place, (rows[row].top + rows[row].bottom) / 2, first, packets, queued.flow.length);
    first += packets;
    return marks;
  });
}

function rowMarks(place: QueuePlace, y: number, first: number, packets: number, listed: number): QueueMark[] {
  const { direction, paddingPx, scale } = place;
  const marks = Math.min(scale.slots, Math.ceil(packets / scale.packetsPerMark));
  return Array.from({ length: marks }, (_, mark) => {
    const from = first + mark * scale.packetsPerMark;
    return {
      at: { x: headX(place) - direction * (paddingPx + (mark + 0.5) * scale.markPitch), y },
      from,
      to: Math.min(listed, first + packets, from + scale.packetsPerMark),
    };
  });
}

/**
 * Returns the packet that a symbol shows: the first packet with a signal, otherwise the first SYN, otherwise the
 * first packet.
 */
function shownPacket({ kind }: PathPackets, { from, to }: QueueMark): number {
  for (const bit of [PACKET_KIND.signal, PACKET_KIND.syn])
    for (let index = from; index < to; index++) if ((kind[index] & bit) !== 0) return index;
  return from;
}

export function drawQueue(context: Surface, place: QueuePlace, link: PathLink, colours: ChartColours): void {
  const { flow, kind } = link.queued;
  for (const mark of queueMarks(place, link)) {
    const { at } = mark;
    // The list of packets is incomplete for a long queue.
    const shown = Math.min(shownPacket(link.queued, mark), flow.length - 1);
    const bits = kind[shown] ?? 0;
    if ((bits & PACKET_KIND.signal) !== 0) drawDiamond(context, at, DIAMOND_PX, colours);
    else if ((bits & PACKET_KIND.syn) !== 0) drawSyn(context, at, bits, colours);
    else if ((bits & ACKS) !== 0) fillAll(context, [at], colours.inkSoft, traceDot);
    else {
      const hue = colours.flows[(flow[shown] ?? 0) % FLOW_HUES];
      fillAll(context, [at], hue, (on, { x, y }) => traceBar(on, x, y, place.scale.markSize, 2));
    }
  }
}

function drawDiamond(context: Surface, { x, y }: Point, size: number, colours: ChartColours): void {
  context.beginPath();
  diamond(context, x, y, size);
  context.fillStyle = colours.mark;
  context.strokeStyle = colours.paper;
  context.lineWidth = 1.5;
  context.stroke();
  context.fill();
}

/** Draws a SYN as an empty box, because it carries no data. */
function drawSyn(context: Surface, at: Point, bits: number, { ink, paper }: ChartColours): void {
  context.fillStyle = paper;
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.rect(at.x - SYN_PX / 2, at.y - SYN_PX / 2, SYN_PX, SYN_PX);
  context.fill();
  context.stroke();
  if ((bits & PACKET_KIND.ack) !== 0) fillAll(context, [at], ink, traceDot);
}

type Trace = (context: Surface, at: Point) => void;

function fillAll(context: Surface, places: readonly Point[], colour: string, trace: Trace): void {
  context.fillStyle = colour;
  context.beginPath();
  for (const at of places) trace(context, at);
  context.fill();
}

function traceBar(context: Surface, x: number, y: number, width: number, roundest: number): void {
  context.roundRect(x - width / 2, y - 4.5, width, 9, Math.min(roundest, width / 3));
}

const traceDot: Trace = (context, { x, y }) => {
  context.moveTo(x + ACK_RADIUS_PX, y);
  context.arc(x, y, ACK_RADIUS_PX, 0, 2 * Math.PI);
};

function cellOf({ x, y }: Point): number {
  return Math.floor(x / CELL_PX) * LINES + Math.floor(y);
}

/** Smallest number of packets in a row for which a typical distance is computed. */
const FEWEST_IN_ROW = 8;
/**
 * Quantile of the distances in a row that counts as the typical distance. It is low because gaps are longer, and
 * above 0 because rounding makes some distances shorter.
 */
const USUAL = 0.2;

/**
 * Returns the width of the bar at each point. If packets are closer than a bar needs, each bar is as wide as the typical
 * distance. Together they form a band, which is solid where packets follow each other and has a gap where the link was idle.
 */
export function barWidths(places: readonly Point[]): number[] {
  const rows = new Map<number, number[]>();
  const rowOf = ({ y }: Point) => Math.round(y);
  for (const place of places) {
    const row = rows.get(rowOf(place));
    if (row === undefined) rows.set(rowOf(place), [place.x]);
    else row.push(place.x);
  }
  const widths = new Map<number, number>();
  for (const [row, xs] of rows) widths.set(row, rowWidth(xs));
  return places.map((place) => widths.get(rowOf(place)) ?? MOVING_PX);
}

function rowWidth(xs: readonly number[]): number {
  if (xs.length < FEWEST_IN_ROW) return MOVING_PX;
  const sorted = xs.toSorted((a, b) => a - b);
  const distances = sorted.slice(1).map((x, i) => x - sorted[i]);
  const usual = distances.toSorted((a, b) => a - b)[Math.floor(USUAL * distances.length)];
  return usual < CELL_PX ? Math.max(1, usual) : MOVING_PX;
}

/** Returns true if bars of these widths form a band, with each packet directly next to the previous one. */
export function isBand(widths: readonly number[]): boolean {
  return widths.some((width) => width !== MOVING_PX);
}

/** Overlap of the bars of a band, so that no hairline shows between them. */
const OVERLAP_PX = 0.6;

/**
 * Draws the packets in flight: plain packets first, all of one colour in one stroke, then SYNs and packets with a signal over
 * them.
 */
export function drawMoving(
  context: Surface,
  { flow, kind }: Moving,
  placeOf: PlacedStretch["placeOf"],
  colours: ChartColours,
): void {
  const taken = new Set<number>();
  const bars: { readonly at: Point; readonly hue: string }[] = [];
  const dots: Point[] = [];
  const syns: { readonly at: Point; readonly bits: number }[] = [];
  const signals: { readonly at: Point; readonly isAck: boolean }[] = [];
  for (let index = 0; index < flow.length; index++) {
    const at = placeOf(index);
    if (at === null) continue;
    const bits = kind[index];
    if ((bits & PACKET_KIND.signal) !== 0) {
      signals.push({ at, isAck: (bits & PACKET_KIND.ack) !== 0 });
      continue;
    }
    if ((bits & PACKET_KIND.syn) !== 0) {
      syns.push({ at, bits });
      continue;
    }
    if ((bits & ACKS) === 0) {
      bars.push({ at, hue: colours.flows[flow[index] % FLOW_HUES] });
      continue;
    }
    const cell = cellOf(at);
    if (taken.has(cell)) continue;
    taken.add(cell);
    dots.push(at);
  }
  const widths = barWidths(bars.map(({ at }) => at));
  for (const hue of new Set(bars.map((bar) => bar.hue))) {
    context.fillStyle = hue;
    context.beginPath();
    for (const [index, { at, hue: own }] of bars.entries()) {
      const width = widths[index];
      if (own !== hue) continue;
      if (width === MOVING_PX) traceBar(context, at.x, at.y, MOVING_PX, MOVING_PX / 3);
      else traceBar(context, at.x, at.y, width + OVERLAP_PX, 0);
    }
    context.fill();
  }
  fillAll(context, dots, colours.inkSoft, traceDot);
  for (const { at, bits } of syns) drawSyn(context, at, bits, colours);
  let lastEcho: Point | null = null;
  for (const { at, isAck } of signals) {
    if (!isAck) drawDiamond(context, at, DIAMOND_PX, colours);
    else if (lastEcho === null || Math.hypot(at.x - lastEcho.x, at.y - lastEcho.y) >= ECHO_GAP_PX) {
      lastEcho = at;
      drawDiamond(context, at, ACK_DIAMOND_PX, colours);
    }
  }
}

export interface FoundPacket {
  readonly packet: AskedPacket;
  readonly flow: number;
  readonly isSignal: boolean;
  readonly at: Point;
  /** Radius (px) within which the pointer selects this symbol, which is drawn over its neighbours. */
  readonly coversPx: number;
}

const DIAMOND_COVERS_PX = 7;
const SYN_COVERS_PX = 5.5;

/**
 * Returns the packet at a point. Hit tests follow the painting: the nearest symbol within reach, and the upper symbol
 * of two that overlap.
 */
export function packetAt(
  scene: Pick<PathScene, "queues" | "stretches">,
  pathState: PathState,
  { x, y }: Point,
  reachPx: number,
): FoundPacket | null {
  let nearest: FoundPacket | null = null;
  let leastPx = reachPx;
  for (const found of drawnPackets(scene, pathState)) {
    const awayPx = Math.hypot(found.at.x - x, found.at.y - y);
    const countedPx = awayPx <= found.coversPx ? awayPx - found.coversPx : awayPx;
    if (countedPx > leastPx) continue;
    nearest = found;
    leastPx = countedPx;
  }
  return nearest;
}

function* drawnPackets(
  { queues, stretches }: Pick<PathScene, "queues" | "stretches">,
  pathState: PathState,
): Generator<FoundPacket> {
  for (const { moving, placeOf, link } of stretches(pathState)) {
    for (let index = 0; index < moving.flow.length; index++) {
      const at = placeOf(index);
      if (at !== null) yield foundPacket(moving, index, link, false, at);
    }
  }
  for (const [link, place] of queues.entries()) yield* queuedPackets(place, pathState.links[link], link);
}

/**
 * Returns the drawn packets of a queue, from its head. For a symbol that represents several packets, returns the
 * packet that the symbol shows.
 */
export function queuedPackets(place: QueuePlace, link: PathLink, index: number): FoundPacket[] {
  const { queued } = link;
  return queueMarks(place, link)
    .filter(({ from }) => from < queued.flow.length)
    .map((mark) => foundPacket(queued, shownPacket(queued, mark), index, true, mark.at));
}

function foundPacket(
  { end, seq, kind, flow }: PathPackets,
  index: number,
  link: number | null,
  isQueued: boolean,
  at: Point,
): FoundPacket {
  const bits = kind[index];
  const isSignal = (bits & PACKET_KIND.signal) !== 0;
  const isAck = (bits & PACKET_KIND.ack) !== 0;
  return {
    packet: { end: end[index], seq: seq[index], isAck, link, isQueued },
    flow: flow[index],
    isSignal,
    at,
    coversPx: isSignal ? DIAMOND_COVERS_PX : (bits & PACKET_KIND.syn) !== 0 ? SYN_COVERS_PX : 0,
  };
}
