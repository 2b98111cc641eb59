/** Where things stand in the drawn path. All in CSS px. */
import type { PathHandle } from "../charts/chart-props.ts";
import { positionOf, valueAt } from "../controls/slider-scale.ts";
import { type Point, polyline, type Way } from "./polyline.ts";
import { STRIP_HEIGHT_PX } from "./strip-height.ts";

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
  readonly receiverX: number;
  /** Where the link reaches the receiver, or the fork before several. */
  readonly linkEndX: number;
  readonly nodeRadius: number;
  readonly nodeYs: readonly number[];
  readonly linkThickness: number;
}

const NARROW_PX = 520;

/** How far the receiver may stand, as shares of the way from queue to the right edge: the way shows the RTT. */
const NEAREST_RECEIVER = 0.5;

const FORKED_RADIUS_PX = 9;
const FORK_PX = 26;

export type RangedValue = Pick<PathHandle, "value" | "scale">;

export function pathLayout(
  width: number,
  flows: number,
  rtt: RangedValue,
  capacity: RangedValue,
): PathLayout {
  const narrow = width < NARROW_PX;
  const alone = flows <= 1;
  const nodeRadius = alone ? (narrow ? 11 : 15) : FORKED_RADIUS_PX;
  const senderX = narrow ? 28 : 62;
  const left = narrow ? 62 : 124;
  const right = left + Math.min(300, Math.round((width - left) * (narrow ? 0.4 : 0.36)));
  const middleY = 50;
  const [near, far] = receiverReach(width, right, narrow);
  const receiverX = near + (far - near) * positionOf(rtt.scale, rtt.value);
  return {
    width,
    height: STRIP_HEIGHT_PX,
    middleY,
    backY: 98,
    senderX,
    box: { left, right, top: middleY - 22, bottom: middleY + 22 },
    receiverX,
    linkEndX: receiverX - nodeRadius - (alone ? 0 : FORK_PX),
    nodeRadius,
    nodeYs: nodeYs(flows, middleY),
    linkThickness: 2 + 8 * positionOf(capacity.scale, capacity.value),
  };
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

/** Senders (or receivers) one above the other; more than this many are drawn as one with a number. */
export const DRAWN_NODES = 4;

export function nodeYs(count: number, middleY: number): number[] {
  const drawn = Math.min(DRAWN_NODES, Math.max(1, count));
  const gap = Math.min(25, 66 / drawn);
  return Array.from({ length: drawn }, (_, index) => middleY + (index - (drawn - 1) / 2) * gap);
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

/** From the receiver down, back below the queue and up to the sender. */
export function ackWay(layout: PathLayout): Way {
  const { senderX, receiverX, backY, nodeRadius } = layout;
  const top = Math.max(...layout.nodeYs) + nodeRadius + 2;
  const corner = Math.max(1, Math.min(22, backY - top));
  const points: Point[] = [{ x: receiverX, y: backY - corner }];
  points.unshift({ x: receiverX, y: top });
  points.push(...arc(receiverX - corner, backY - corner, corner, 0));
  points.push(...arc(senderX + corner, backY - corner, corner, Math.PI / 2));
  points.push({ x: senderX, y: top });
  return polyline(points);
}

function arc(centreX: number, centreY: number, radius: number, from: number): Point[] {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + (Math.PI / 2) * (step / steps);
    return { x: centreX + radius * Math.cos(angle), y: centreY + radius * Math.sin(angle) };
  });
}
