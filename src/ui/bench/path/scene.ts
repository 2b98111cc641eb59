/** The positions of all parts of a drawn path, with one link or many. Painting, hit tests and the legend use them. */

import {
  type Moving,
  type PathState,
  type QueueSpec,
  queueDisciplines,
  queueOfLink,
  type Scenario,
} from "../../../engine/index.ts";
import type { RunView } from "../../core/run-view.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import type { PathHandle } from "../../plots/use-handle.ts";
import type { ChartColours } from "../../shared/chart/colours.ts";
import type { Surface } from "../../shared/chart/symbols.ts";

/** Class of the queue discipline's name in the drawing. A click on the name opens its card. */
export const QUEUE_NAME = "path-name";

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

/** The packets at the current time, and a subscription to changes. The packets move without rendering anything else. */
export interface PathStates {
  get(): { readonly pathState: PathState | null };
  subscribe(listener: () => void): () => void;
}

export interface PathStripProps {
  readonly run: RunView;
  readonly pathStates: PathStates;
  readonly reducedMotion: boolean;
  /** RTT of the first flow (ms); null if it cannot be dragged. The same applies to the next two fields. */
  readonly rtt: PathHandle | null;
  /** Capacity of the watched link, in Mbps. */
  readonly capacity: PathHandle | null;
  /** Target of the watched link's queue, in ms; null also if the discipline has no target. */
  readonly target: PathHandle | null;
  /** Name of the watched link's queue discipline: "CoDel", "PIE". */
  readonly queueLabel: string;
  /** Index of the highlighted flow (groups expanded), or null. */
  readonly highlightFlow: number | null;
  onHighlight(flow: number | null): void;
  onWatch(link: string): void;
}

/** The place of a drawn queue. Its head is at the end at which packets leave. */
export interface QueuePlace {
  readonly box: Box;
  /** 1 if packets move to the right, -1 if they move to the left. */
  readonly direction: 1 | -1;
  /** Distance between the wall of the box and its first packet. */
  readonly paddingPx: number;
  readonly scale: QueueScale;
}

/** A part of the drawn path with the packets on it. */
export interface PlacedStretch {
  readonly moving: Moving;
  /** Returns the position of a packet by its index in `moving`; null if it is not drawn. */
  readonly placeOf: (index: number) => Point | null;
  /** Index of the link, whose queue is drawn before this part; null for the flows' own path. */
  readonly link: number | null;
}

/** The points from which dropped packets of a link fall: the tail of its queue, and the middle of the link. */
interface FallPlaces {
  readonly drops: Point;
  readonly losses: Point;
}

export interface PathScene {
  /** Queues, per link. */
  readonly queues: readonly QueuePlace[];
  readonly falls: readonly FallPlaces[];
  /** Senders that are drawn. */
  readonly senders: readonly { readonly at: Point; readonly reachPx: number; readonly flow: number }[];
  /** Returns the parts of the path in drawing order: later ones are drawn over earlier ones. */
  stretches(pathState: PathState): readonly PlacedStretch[];
  /**
   * Draws the labels that change with the packets. They are painted, because each change of page text would cause a
   * layout.
   */
  drawLabels?(context: Surface, pathState: PathState | null, colours: ChartColours): void;
}

/**
 * Returns the packets if they belong to this path. They do not name their links, so those of a previous run are recognised by
 * their number of links.
 */
export function pathStateOf(pathStates: PathStates, links: number): PathState | null {
  const { pathState } = pathStates.get();
  return pathState?.links.length === links ? pathState : null;
}

/** Returns the rate of a link in Mbps at the time of the packets, because a capacity that follows a pattern changes during the run. */
export function rateAt(
  { run, pathStates }: Pick<PathStripProps, "run" | "pathStates">,
  link: number,
): number {
  const { samples, links, results } = run.snapshot;
  const nowS = pathStates.get().pathState?.nowS ?? 0;
  const sample = Math.min(samples.length - 1, Math.floor(nowS / samples.intervalS));
  return (links[link].rateBps[sample] ?? results.links[link].rateBps) / 1e6;
}

/** Returns the position of a delay in the box of a queue. It is 0 at the head. */
export function delayX({ box, direction, paddingPx, scale }: QueuePlace, delayMs: number): number {
  const x = headX({ box, direction }) - direction * (paddingPx + delayMs * scale.pxPerMs);
  return Math.min(box.right - 3, Math.max(box.left + 3, x));
}

/** Distance in px between the boxes of two queues. */
const BETWEEN_ROWS_PX = 4;

/** Returns one box for each queue of a discipline, one below the other within the box of all queues. */
export function queueRows({ left, right, top, bottom }: Box, count: number): Box[] {
  const height = (bottom - top - (count - 1) * BETWEEN_ROWS_PX) / count;
  return Array.from({ length: count }, (_, row) => {
    const from = top + row * (height + BETWEEN_ROWS_PX);
    return { left, right, top: from, bottom: from + height };
  });
}

export function headX({ box, direction }: Pick<QueuePlace, "box" | "direction">): number {
  return direction === 1 ? box.right : box.left;
}

/** A path of straight lines, parameterised by length. */
export interface Way {
  readonly points: readonly Point[];
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
    points,
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

/** The scale of delay and packets in the queue's box. */
export interface QueueScale {
  /** Delay that fills the box (ms). */
  readonly boxMs: number;
  readonly pxPerMs: number;
  readonly packetsPerMark: number;
  readonly markPitch: number;
  readonly markSize: number;
  /** Number of packets that fit into the box. */
  readonly slots: number;
}

const SMALLEST_PITCH_PX = 6;
const LARGEST_MARK_PX = 9;
/** Minimum number of packets that the box holds, however slow the link is. */
const FEWEST_PACKETS = 9;
/** Minimum length of the box in units of the target delay. */
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

/** Returns the next higher number of the form 1, 2 or 5 times a power of ten. */
export function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(6));
}

const DEFAULT_PACKET_BYTES = 1500;

function packetBytes({ tcp: { mss, overhead } }: Scenario): number {
  return typeof mss === "number" && typeof overhead === "number" ? mss + overhead : DEFAULT_PACKET_BYTES;
}

/** Returns the transmission time of one packet on a link, in ms. */
export function packetMs(scenario: Scenario, capacityMbps: number): number {
  return (packetBytes(scenario) * 8) / (capacityMbps * 1000);
}

/** Returns the buffer in packets, for settings such as "1000p" and "1500000B". */
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

/** Returns the name of the queue discipline of a link. */
export function aqmLabel(scenario: Scenario, link: string): string {
  return labelOf(queueDisciplines, queueOfLink(scenario, link).aqm, scenario.programs);
}
