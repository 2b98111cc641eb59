/** Where everything of a drawn path stands, over one link or over many: what is painted, what is hit and what the key counts. */

import type { Moving, Picture, QueueSpec, Scenario } from "../../../engine/index.ts";
import type { ChartColours } from "../../shared/chart/colours.ts";
import type { RunView } from "../../state/run-view.ts";
import type { PathHandle } from "../plots/use-handle.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The packets at this moment, and word of each moment: they move without anything else being drawn again. */
export interface Pictures {
  get(): { readonly picture: Picture | null };
  subscribe(listener: () => void): () => void;
}

export interface PathStripProps {
  readonly run: RunView;
  readonly pictures: Pictures;
  readonly reducedMotion: boolean;
  /** Of the first flow, in ms; null where it cannot be dragged, as the next two. */
  readonly rtt: PathHandle | null;
  /** Of the watched link, in Mbps. */
  readonly capacity: PathHandle | null;
  /** Of the watched link's queue, in ms; null too where the discipline has no target. */
  readonly target: PathHandle | null;
  /** How the discipline of the watched link is called: "CoDel", "PIE". */
  readonly queueLabel: string;
  /** Index of the flow (groups expanded) whose way stands out, or null. */
  readonly highlightFlow: number | null;
  onHighlight(flow: number | null): void;
  onWatch(link: string): void;
}

/** Where a queue is drawn: its head is at the end that packets leave by. */
export interface QueuePlace {
  readonly box: Box;
  /** 1: packets go to the right. */
  readonly direction: 1 | -1;
  /** Between the box's wall and its first mark. */
  readonly paddingPx: number;
  readonly scale: QueueScale;
}

/** A part of the way with the packets on it. */
export interface PlacedStretch {
  readonly moving: Moving;
  /** Where a packet is, from its place in `moving`; null where it is not drawn. */
  readonly placeOf: (index: number) => Point | null;
  /** The link, whose queue is drawn before it; null: the flows' own way. */
  readonly link: number | null;
}

/** Where packets of a link fall: off the queue's tail, off the middle of the link. */
interface FallPlaces {
  readonly drops: Point;
  readonly losses: Point;
}

export interface PathScene {
  /** Per link. */
  readonly queues: readonly QueuePlace[];
  readonly falls: readonly FallPlaces[];
  /** Per drawn sender. */
  readonly senders: readonly { readonly at: Point; readonly reachPx: number; readonly flow: number }[];
  /** What is beyond the links comes where it is to be drawn: earlier ones lie below later ones. */
  stretches(picture: Picture): readonly PlacedStretch[];
  /** Words that follow the packets are drawn with them: as text of the page each would lay it out anew. */
  drawLabels?(context: CanvasRenderingContext2D, picture: Picture | null, colours: ChartColours): void;
}

/** Where in its box a delay stands: at the head nothing has waited yet. */
export function delayX({ box, direction, paddingPx, scale }: QueuePlace, delayMs: number): number {
  const x = headX({ box, direction }) - direction * (paddingPx + delayMs * scale.pxPerMs);
  return Math.min(box.right - 3, Math.max(box.left + 3, x));
}

export function headX({ box, direction }: Pick<QueuePlace, "box" | "direction">): number {
  return direction === 1 ? box.right : box.left;
}

/** A way of straight lines, walked by equal steps of length. */
export interface Way {
  /** As the d of an SVG path. */
  readonly d: string;
  readonly lengthPx: number;
  at(fraction: number): Point;
}

export function polyline(points: readonly Point[]): Way {
  const ends = [0];
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]];
    ends.push(ends[index - 1] + Math.hypot(b.x - a.x, b.y - a.y));
  }
  const lengthPx = ends[ends.length - 1];
  return {
    d: `M${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`,
    lengthPx,
    at(fraction) {
      const way = Math.min(1, Math.max(0, fraction)) * lengthPx;
      let index = 1;
      while (index < points.length - 1 && ends[index] < way) index++;
      const [a, b] = [points[index - 1], points[index]];
      const share = (way - ends[index - 1]) / (ends[index] - ends[index - 1] || 1);
      return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    },
  };
}

/** How delay and packets are laid out in the queue's box. */
export interface QueueScale {
  /** Delay that fills the box. */
  readonly boxMs: number;
  readonly pxPerMs: number;
  readonly packetsPerMark: number;
  readonly markPitch: number;
  readonly markSize: number;
  /** Marks that fit into the box. */
  readonly slots: number;
}

const SMALLEST_PITCH_PX = 6;
const LARGEST_MARK_PX = 9;
/** The box holds at least this many packets, however slow the link. */
const FEWEST_PACKETS = 9;
/** The box holds this many targets or a little more. */
const TARGETS_IN_BOX = 2.5;

export function queueScale(
  innerWidth: number,
  packetMs: number,
  targetMs: number | null,
  limitPackets: number,
): QueueScale {
  const wantedMs = targetMs === null ? limitPackets * packetMs : niceAbove(targetMs * TARGETS_IN_BOX);
  const boxMs = Math.max(wantedMs, FEWEST_PACKETS * packetMs);
  const pxPerMs = innerWidth / boxMs;
  const pitch = packetMs * pxPerMs;
  const packetsPerMark = pitch >= SMALLEST_PITCH_PX ? 1 : niceAbove(SMALLEST_PITCH_PX / pitch);
  const markPitch = pitch * packetsPerMark;
  return {
    boxMs,
    pxPerMs,
    packetsPerMark,
    markPitch,
    markSize: Math.min(LARGEST_MARK_PX, markPitch * 0.72),
    slots: Math.floor(innerWidth / markPitch + 1e-6),
  };
}

/** The next 1, 2 or 5 times a power of ten. */
export function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(6));
}

const DEFAULT_PACKET_BYTES = 1500;

function packetBytes({ tcp: { mss, overhead } }: Scenario): number {
  return typeof mss === "number" && typeof overhead === "number" ? mss + overhead : DEFAULT_PACKET_BYTES;
}

/** Time one packet takes on a link. */
export function packetMs(scenario: Scenario, capacityMbps: number): number {
  return (packetBytes(scenario) * 8) / (capacityMbps * 1000);
}

/** The buffer in packets, whether it is set as "1000p" or as "1500000B". */
export function limitPackets(scenario: Scenario, queue: QueueSpec): number {
  const match = /^(\d+)(p|B)$/.exec(String(queue.params.limit));
  if (match === null) return 1000;
  return match[2] === "p" ? Number(match[1]) : Math.ceil(Number(match[1]) / packetBytes(scenario));
}

export function rateText({ value }: Pick<PathHandle, "value">): string {
  return value >= 1000 ? `${short(value / 1000)} Gbps` : `${short(value)} Mbps`;
}

export function delayText({ value }: Pick<PathHandle, "value">): string {
  return value >= 10_000 ? `${short(value / 1000)} s` : `${short(value)} ms`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
