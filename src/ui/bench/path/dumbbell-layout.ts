/** The layout of a drawn path with one link between senders and receivers. All lengths are in CSS px. */

import {
  type LinkSpec,
  type Moving,
  type PathState,
  queueOfLink,
  resolvePath,
  routeOf,
  type Scenario,
} from "../../../engine/index.ts";
import { counted, grouped } from "../../../lib/counted.ts";
import { watchedLink } from "../../core/run-view.ts";
import type { PathHandle } from "../../plots/use-handle.ts";
import { positionOf, valueAt } from "../../shared/slider-scale.ts";

import {
  type Box,
  limitPackets,
  type PathScene,
  type PathStripProps,
  type Point,
  packetMs,
  polyline,
  type QueueScale,
  queueScale,
  type Way,
} from "./scene.ts";

/** A path with one link and all of its handles. */
export interface DumbbellProps extends PathStripProps {
  readonly rtt: PathHandle;
  readonly capacity: PathHandle;
}

/** Height that is reserved for the strip before it is drawn. */
export const STRIP_HEIGHT_PX = 124;

/** The properties of a flow that the drawing needs. */
interface EndFlow {
  readonly group: number;
  /** Round-trip propagation delay (ms). */
  readonly rttMs: number;
}

/** The senders and receivers that are drawn, and their order. */
export interface PathEnds {
  /**
   * Indices of the drawn flows from top to bottom: in the order of the flows, or the longest path first if lengths
   * differ.
   */
  readonly drawn: readonly number[];
  /** Number of flows that are not drawn. */
  readonly more: number;
  /** RTT of each flow (ms). */
  readonly rttMs: readonly number[];
  /** Row of each flow. A flow that is not drawn is assigned to the row of an equal flow, or to the last row. */
  readonly rowOf: readonly number[];
  /** True if the paths differ in length. */
  readonly isMixed: boolean;
}

/**
 * Maximum number of senders above each other. If there are more flows, the last row states the number of further
 * flows.
 */
export const MOST_ROWS = 6;

export function pathEnds(flows: readonly EndFlow[]): PathEnds {
  const rttMs = flows.map((flow) => flow.rttMs);
  const chosen = flows.length <= MOST_ROWS ? [...flows.keys()] : chosenFlows(flows);
  const isMixed = new Set(rttMs).size > 1;
  const drawn = isMixed ? [...chosen].sort((a, b) => rttMs[b] - rttMs[a] || a - b) : chosen;
  const rowOf = flows.map((flow, index) => {
    const own = drawn.indexOf(index);
    if (own >= 0) return own;
    const alike = drawn.findIndex(
      (other) => flows[other].group === flow.group || rttMs[other] === flow.rttMs,
    );
    return alike >= 0 ? alike : drawn.length;
  });
  return { drawn, more: flows.length - drawn.length, rttMs, rowOf, isMixed };
}

/** Chooses the flows to draw: the first flow of each group, then further ones. */
function chosenFlows(flows: readonly EndFlow[]): number[] {
  const isFirst = (index: number) => flows.findIndex(({ group }) => group === flows[index].group) === index;
  const indices = [...flows.keys()];
  const firstsFirst = [...indices.filter(isFirst), ...indices.filter((index) => !isFirst(index))];
  return firstsFirst.slice(0, MOST_ROWS - 1).sort((a, b) => a - b);
}

/** The row of a drawn sender and its receiver, or of all flows that are not drawn. */
interface PathRow {
  readonly y: number;
  readonly receiverX: number;
}

export interface PathLayout {
  readonly width: number;
  /** Height of the line through sender, queue and receiver. */
  readonly middleY: number;
  readonly backY: number;
  readonly senderX: number;
  readonly box: Box;
  /** Position of the furthest receiver. */
  readonly receiverX: number;
  /** Position at which the link reaches the receiver, or the fork to several receivers. */
  readonly linkEndX: number;
  /** Length of the fork; 0 with one receiver. */
  readonly forkPx: number;
  readonly nodeRadius: number;
  /** The rows of the drawn flows, and one more if there are further flows. */
  readonly rows: readonly PathRow[];
  /** Returns the position of a receiver with this round-trip time. Used only for paths of different length. */
  reach(rttMs: number): number;
  readonly linkThickness: number;
}

/** Width below which the strip counts as narrow, as on a phone. */
const NARROW_PX = 520;
const MIDDLE_Y = 50;
/**
 * Nearest position of the receiver, as a share of the distance from the queue to the right edge. The length of the line shows
 * the RTT.
 */
const NEAREST_RECEIVER = 0.5;
const LONE_RADIUS_PX = 15;
const NARROW_RADIUS_PX = 11;
const FORKED_RADIUS_PX = 9;
const FORK_PX = 26;
/** Length of the fork if the paths differ in length, when most of each path belongs to one flow only. */
const OWN_FORK_PX = 14;

type RangedValue = Pick<PathHandle, "value" | "scale">;

/** Returns the layout. `rtt` is the RTT of all flows; if their RTTs differ, `ends` contains them. */
export function pathLayout(
  width: number,
  ends: PathEnds,
  rtt: RangedValue,
  capacity: RangedValue,
): PathLayout {
  const narrow = width < NARROW_PX;
  const ys = rowYs(ends.drawn.length + (ends.more > 0 ? 1 : 0));
  const alone = ys.length === 1;
  const left = narrow ? 62 : 124;
  const right = left + Math.min(300, Math.round((width - left) * (narrow ? 0.4 : 0.36)));
  const loneRadius = narrow ? NARROW_RADIUS_PX : LONE_RADIUS_PX;
  const frame = {
    width,
    middleY: MIDDLE_Y,
    backY: 98,
    senderX: narrow ? 28 : 62,
    box: { left, right, top: MIDDLE_Y - 22, bottom: MIDDLE_Y + 22 },
    nodeRadius: alone ? loneRadius : Math.min(FORKED_RADIUS_PX, (ys[1] - ys[0]) / 2 - 0.5),
    forkPx: alone ? 0 : ends.isMixed ? OWN_FORK_PX : FORK_PX,
    linkThickness: 2 + 8 * positionOf(capacity.scale, capacity.value),
  };
  return { ...frame, ...(ends.isMixed ? ownLengths(frame, ends, ys) : oneLength(frame, ys, rtt)) };
}

/** Returns the heights of senders (or receivers) one above the other. */
function rowYs(count: number): number[] {
  const rows = Math.max(1, count);
  const gap = Math.min(25, 66 / rows);
  return Array.from({ length: rows }, (_, index) => MIDDLE_Y + (index - (rows - 1) / 2) * gap);
}

type Reach = Pick<PathLayout, "rows" | "receiverX" | "linkEndX" | "reach">;
type Frame = Omit<PathLayout, keyof Reach>;

function oneLength(
  { width, box, nodeRadius, forkPx }: Frame,
  ys: readonly number[],
  rtt: RangedValue,
): Reach {
  const [near, far] = receiverReach(width, box.right);
  const receiverX = near + (far - near) * positionOf(rtt.scale, rtt.value);
  return {
    rows: ys.map((y) => ({ y, receiverX })),
    receiverX,
    linkEndX: receiverX - nodeRadius - forkPx,
    reach: () => receiverX,
  };
}

/** Length of the shared link, before the paths fork. */
const TRUNK_PX = 46;
const NARROW_TRUNK_PX = 14;
/** Width of the round-trip time written to the right of a receiver. */
const RTT_LABEL_PX = 44;
/** Minimum length of a path, so that it is visible. */
const SHORTEST_OWN_PX = 10;

/**
 * Returns the length of each flow's own path. The longest path uses all the room, the other paths a proportional part
 * of it.
 */
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

/** Distance by which the name of a target may extend beyond the queue. */
const TARGET_LABEL_PX = 24;

/**
 * Returns the position of a receiver's RTT label: next to the receiver, or below it if the return path of a different
 * receiver passes there.
 */
export function receiverLabel({ rows, box, nodeRadius }: PathLayout, row: number) {
  const { y, receiverX } = rows[row];
  // Only the lowest row has room below it, and only to the right of the text under the queue.
  const hasRoomBelow = row === rows.length - 1 && receiverX - RTT_LABEL_PX > box.right + TARGET_LABEL_PX;
  const besideEndX = receiverX + nodeRadius + RTT_LABEL_PX;
  const isCrossed = rows.some((other) => other.receiverX > receiverX && other.receiverX < besideEndX);
  return hasRoomBelow && isCrossed
    ? ({ x: receiverX - 5, y: y + nodeRadius + 10, textAnchor: "end" } as const)
    : ({ x: receiverX + nodeRadius + 4, y: y + 3.5, textAnchor: "start" } as const);
}

function receiverReach(width: number, boxRight: number): [number, number] {
  const far = width - (width < NARROW_PX ? 20 : 56);
  return [boxRight + (far - boxRight) * NEAREST_RECEIVER, far];
}

/** Returns the RTT that a receiver at this position represents. */
export function rttAt(receiverX: number, { width, box }: PathLayout, rtt: RangedValue): number {
  const [near, far] = receiverReach(width, box.right);
  return valueAt(rtt.scale, (receiverX - near) / (far - near));
}

/**
 * The drawn paths of packets after the queue and of ACKs: one path for all flows, or one path for each flow with a
 * length that shows its RTT.
 */
export interface PathWays {
  /** Paths from the queue to the receiver, per flow; `back` leads from the receiver to the sender. */
  readonly there: readonly Way[];
  readonly back: readonly Way[];
}

/** Distance between the queue and its first packet in flight. */
const LINK_FROM_PX = 4;

export function pathWays(layout: PathLayout, { rowOf, rttMs, isMixed }: PathEnds): PathWays {
  const { box, linkEndX, middleY, forkPx, rows, receiverX } = layout;
  const link = [
    { x: box.right + LINK_FROM_PX, y: middleY },
    { x: linkEndX, y: middleY },
  ];
  if (!isMixed) {
    const [there, back] = [polyline(link), ackWay(layout, { x: receiverX, y: lowestY(layout) })];
    return { there: rowOf.map(() => there), back: rowOf.map(() => back) };
  }
  const known = new Map<string, [Way, Way]>();
  const ways = rowOf.map((row, flow) => {
    const end = { x: layout.reach(rttMs[flow]), y: rows[row].y };
    const key = `${end.y} ${end.x}`;
    // The path follows the link, then the row of the flow's receiver.
    const found: [Way, Way] = known.get(key) ?? [
      polyline([...link, { x: linkEndX + forkPx, y: end.y }, end]),
      ackWay(layout, end),
    ];
    known.set(key, found);
    return found;
  });
  return { there: ways.map(([there]) => there), back: ways.map(([, back]) => back) };
}

function lowestY({ rows }: PathLayout): number {
  return Math.max(...rows.map(({ y }) => y));
}

/** Returns the path of ACKs: from a receiver down, back below the queue, and up to the sender. */
function ackWay(layout: PathLayout, receiver: Point): Way {
  const { senderX, backY, nodeRadius } = layout;
  const air = nodeRadius + 2;
  const top = lowestY(layout) + air;
  const corner = Math.max(1, Math.min(22, backY - top));
  return polyline([
    { x: receiver.x, y: receiver.y + air },
    { x: receiver.x, y: backY - corner },
    ...arc(receiver.x - corner, backY - corner, corner, 0),
    ...arc(senderX + corner, backY - corner, corner, Math.PI / 2),
    { x: senderX, y: top },
  ]);
}

function arc(centreX: number, centreY: number, radius: number, from: number): Point[] {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + (Math.PI / 2) * (step / steps);
    return { x: centreX + radius * Math.cos(angle), y: centreY + radius * Math.sin(angle) };
  });
}

/** Distance between the box's wall and its first packet. */
const BOX_PADDING_PX = 8;

export function dumbbellQueueScale(
  { run, capacity, target }: Pick<DumbbellProps, "run" | "capacity" | "target">,
  { box }: PathLayout,
): QueueScale {
  const inner = box.right - box.left - 2 * BOX_PADDING_PX;
  const limit = limitPackets(run.scenario, queueOfLink(run.scenario, watchedLink(run).id));
  return queueScale(
    Math.max(20, inner),
    packetMs(run.scenario, capacity.value),
    target?.value ?? null,
    limit,
  );
}

/** Click targets of nodes are larger than the nodes, for fingers. */
const NODE_REACH_PX = 14;

interface DumbbellInput {
  readonly layout: PathLayout;
  readonly ends: PathEnds;
  readonly ways: PathWays;
  readonly scale: QueueScale;
  /** Share of the drawn line that represents the link's own delay. The rest represents the delay of the flows. */
  readonly linkShare: number;
  /** Names of the queues of a discipline with several queues; empty for one queue. */
  readonly queueNames?: readonly string[];
}

export function dumbbellScene({
  layout,
  ends,
  ways,
  scale,
  linkShare,
  queueNames = [],
}: DumbbellInput): PathScene {
  const { box, linkEndX, middleY, senderX, rows, nodeRadius } = layout;
  const { there, back } = ways;
  const placed = (packets: Moving, on: readonly Way[], from: number, share: number) => (index: number) =>
    on[packets.flow[index]]?.at(from + packets.at[index] * share) ?? null;
  return {
    queues: [{ box, direction: 1, paddingPx: BOX_PADDING_PX, scale }],
    falls: [
      {
        drops: { x: box.left + 14, y: box.bottom + 4 },
        losses: { x: (box.right + linkEndX) / 2, y: middleY + 4 },
      },
    ],
    senders: ends.drawn.map((flow, row) => ({
      at: { x: senderX, y: rows[row].y },
      reachPx: Math.max(NODE_REACH_PX, nodeRadius),
      flow,
    })),
    stretches: ({ links: [{ moving }], data, acks }) => [
      { moving, link: 0, placeOf: placed(moving, there, 0, linkShare) },
      { moving: data, link: null, placeOf: placed(data, there, linkShare, 1 - linkShare) },
      { moving: acks, link: null, placeOf: placed(acks, back, 0, 1) },
    ],
    drawLabels(context, pathState, colours) {
      context.globalAlpha = 1;
      context.font = `11.5px ${colours.font}`;
      context.fillStyle = colours.inkSoft;
      context.textAlign = "center";
      context.fillText(
        sendersText(ends.rttMs.length, pathState?.cwnd[0]),
        senderX,
        rows[0].y - nodeRadius - 7,
      );
      context.textAlign = "left";
      if (pathState !== null)
        context.fillText(queueText(scale, pathState, queueNames), box.left + 2, box.top - 7);
    },
  };
}

/** Returns the label of the senders. The label of a single sender includes its window. */
export function sendersText(flows: number, cwnd: number | undefined): string {
  if (flows === 1) return cwnd === undefined ? "sender" : `cwnd ${cwnd.toFixed(0)}`;
  return counted(flows, "sender");
}

/**
 * Returns a text with the number of packets in the queue, and the number of packets that the box shows if it is too
 * short for all.
 */
function queueText(
  scale: QueueScale,
  { links: [{ queuePackets, parts }] }: PathState,
  names: readonly string[],
): string {
  const shown = scale.slots * scale.packetsPerMark;
  const isMade = parts !== undefined && parts.length === names.length;
  const all = isMade
    ? `${parts.map((packets, queue) => `${packets} in ${names[queue]}`).join(", ")}`
    : counted(queuePackets, "packet");
  const longest = Math.max(...(parts ?? [queuePackets]));
  return longest > shown ? `${all}, ${grouped(shown)} shown` : all;
}

/**
 * Minimum share of the line for a link that has a delay only from jitter or a pattern, so that its packets are
 * visible.
 */
const LEAST_SHARE = 0.12;

/**
 * Returns the link's own delay as a share of the line after the queue. In most scenarios it is 0: all delay belongs to the
 * flows.
 */
export function linkShare({ path, flows }: Scenario): number {
  const topology = resolvePath(path);
  const [link] = topology.links;
  const delayMs = Number(link.params.delay);
  const first = flows.find((flow) => routeOf(topology, flow).forward.includes(link.id));
  const ownMs = Number(first?.params.rtt ?? 0) / 2;
  const share = delayMs > 0 ? delayMs / (delayMs + ownMs) : 0;
  return moves(link) ? Math.max(LEAST_SHARE, share) : share;
}

function moves({ params }: LinkSpec): boolean {
  return params.jitter !== 0 || params["delay-pattern"] !== "";
}
