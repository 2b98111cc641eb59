/** Where things stand in the drawn path. All in CSS px. */

import { positionOf, valueAt } from "../../shared/slider-scale.ts";
import type { PathHandle } from "../plots/chart-props.ts";
import type { PathEnds } from "./path-ends.ts";
import { STRIP_HEIGHT_PX } from "./strip-height.ts";

/** A sender and its receiver, or those that are not drawn. */
export interface PathRow {
  readonly y: number;
  readonly receiverX: number;
}

export interface PathLayout {
  readonly width: number;
  readonly height: number;
  /** The line of senders, queue and receivers. */
  readonly middleY: number;
  readonly backY: number;
  readonly senderX: number;
  readonly box: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** Of the furthest one. */
  readonly receiverX: number;
  /** Where the link reaches the receiver, or the fork before several. */
  readonly linkEndX: number;
  /** How long the fork is; 0 before one receiver. */
  readonly forkPx: number;
  readonly nodeRadius: number;
  /** Those of the drawn flows, and where there are more flows one for these. */
  readonly rows: readonly PathRow[];
  /** Where a receiver stands whose way takes so long, there and back; ways of different length only. */
  reach(rttMs: number): number;
  readonly linkThickness: number;
}

/** A strip as on a phone. */
const NARROW_PX = 520;

/** How far the receiver may stand, as shares of the way from queue to the right edge: the way shows the RTT. */
const NEAREST_RECEIVER = 0.5;

const LONE_RADIUS_PX = 15;
const NARROW_RADIUS_PX = 11;
const FORKED_RADIUS_PX = 9;
const FORK_PX = 26;
/** Where ways part that differ in length: most of each is its own. */
const OWN_FORK_PX = 14;

export type RangedValue = Pick<PathHandle, "value" | "scale">;

/** `rtt`: of all flows; where theirs differ, `ends` says them. */
export function pathLayout(
  width: number,
  ends: PathEnds,
  rtt: RangedValue,
  capacity: RangedValue,
): PathLayout {
  const narrow = width < NARROW_PX;
  const ys = rowYs(ends.drawn.length + (ends.more > 0 ? 1 : 0), MIDDLE_Y);
  const alone = ys.length === 1;
  const left = narrow ? 62 : 124;
  const right = left + Math.min(300, Math.round((width - left) * (narrow ? 0.4 : 0.36)));
  const nodeRadius = alone
    ? narrow
      ? NARROW_RADIUS_PX
      : LONE_RADIUS_PX
    : Math.min(FORKED_RADIUS_PX, (ys[1] - ys[0]) / 2 - 0.5);
  const frame = {
    width,
    height: STRIP_HEIGHT_PX,
    middleY: MIDDLE_Y,
    backY: 98,
    senderX: narrow ? 28 : 62,
    box: { left, right, top: MIDDLE_Y - 22, bottom: MIDDLE_Y + 22 },
    nodeRadius,
    forkPx: alone ? 0 : ends.isMixed ? OWN_FORK_PX : FORK_PX,
    linkThickness: 2 + 8 * positionOf(capacity.scale, capacity.value),
  };
  return { ...frame, ...(ends.isMixed ? ownLengths(frame, ends, ys) : oneLength(frame, ys, rtt)) };
}

const MIDDLE_Y = 50;

type Frame = Omit<PathLayout, "rows" | "receiverX" | "linkEndX" | "reach">;
type Reach = Pick<PathLayout, "rows" | "receiverX" | "linkEndX" | "reach">;

function oneLength(
  { width, box, nodeRadius, forkPx }: Frame,
  ys: readonly number[],
  rtt: RangedValue,
): Reach {
  const [near, far] = receiverReach(width, box.right, width < NARROW_PX);
  const receiverX = near + (far - near) * positionOf(rtt.scale, rtt.value);
  return {
    rows: ys.map((y) => ({ y, receiverX })),
    receiverX,
    linkEndX: receiverX - nodeRadius - forkPx,
    reach: () => receiverX,
  };
}

/** The link itself, before the ways part. */
const TRUNK_PX = 46;
const NARROW_TRUNK_PX = 14;
/** Right of a receiver stands its round trip. */
const RTT_LABEL_PX = 44;
/** However short, a way can be seen. */
const SHORTEST_OWN_PX = 10;

/** The longest way reaches as far as there is room, and the others as far as their share of it. */
function ownLengths({ width, box, nodeRadius, forkPx }: Frame, ends: PathEnds, ys: readonly number[]): Reach {
  const linkEndX = box.right + (width < NARROW_PX ? NARROW_TRUNK_PX : TRUNK_PX);
  const receiverX = width - nodeRadius - RTT_LABEL_PX;
  const longestMs = Math.max(...ends.rttMs);
  const nearest = linkEndX + forkPx + SHORTEST_OWN_PX;
  const reach = (rttMs: number) =>
    Math.max(nearest, box.right + (receiverX - box.right) * (rttMs / longestMs));
  const ofRow = (row: number) =>
    Math.max(...ends.rowOf.flatMap((own, flow) => (own === row ? [reach(ends.rttMs[flow])] : [])), nearest);
  return { rows: ys.map((y, row) => ({ y, receiverX: ofRow(row) })), receiverX, linkEndX, reach };
}

/** What a target's name may reach beyond the queue. */
const TARGET_LABEL_PX = 24;

/** Where a receiver's round trip is written: beside it, or where another one's way back passes there, under it. */
export function receiverLabel({ rows, box, nodeRadius }: PathLayout, row: number) {
  const { y, receiverX } = rows[row];
  // Where it is clear of the other rows, and of what stands under the queue.
  const hasRoomBelow = row === rows.length - 1 && receiverX - RTT_LABEL_PX > box.right + TARGET_LABEL_PX;
  const besideEndX = receiverX + nodeRadius + RTT_LABEL_PX;
  const isCrossed = rows.some((other) => other.receiverX > receiverX && other.receiverX < besideEndX);
  return hasRoomBelow && isCrossed
    ? ({ x: receiverX - 5, y: y + nodeRadius + 10, textAnchor: "end" } as const)
    : ({ x: receiverX + nodeRadius + 4, y: y + 3.5, textAnchor: "start" } as const);
}

function receiverReach(width: number, boxRight: number, narrow: boolean): [number, number] {
  const far = width - (narrow ? 20 : 56);
  return [boxRight + (far - boxRight) * NEAREST_RECEIVER, far];
}

/** The RTT that a receiver at this place stands for. */
export function rttAt(receiverX: number, layout: PathLayout, rtt: RangedValue): number {
  const [near, far] = receiverReach(layout.width, layout.box.right, layout.width < NARROW_PX);
  return valueAt(rtt.scale, (receiverX - near) / (far - near));
}

/** Senders (or receivers) one above the other. */
function rowYs(count: number, middleY: number): number[] {
  const rows = Math.max(1, count);
  const gap = Math.min(25, 66 / rows);
  return Array.from({ length: rows }, (_, index) => middleY + (index - (rows - 1) / 2) * gap);
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
