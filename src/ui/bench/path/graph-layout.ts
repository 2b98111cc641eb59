/**
 * Where nodes, links, queues and routes of a path stand in its picture. Pure geometry, in CSS px. Rows are alike, so
 * that a chain is a straight line; the queue of a link stands at its beginning, and the lanes of the flows below it.
 */
import type { NodeSpec, RouteSpec, Topology } from "../../../engine/index.ts";
import {
  arrival,
  BOX_HALF_PX,
  besideRows,
  directionOf,
  endNodes,
  FEED_PX,
  isAlone,
  joinY,
  LABEL_PITCH_PX,
  LANES_FROM_PX,
  type Measures,
  measuresOf,
  NODE_HALF_PX,
  nodeX,
  rowY,
  through,
  turnPx,
} from "./graph-measures.ts";
import { type Point, polyline, type Way } from "./polyline.ts";

export interface PlacedNode {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlacedLink {
  /** 1: packets go to the right. */
  readonly direction: 1 | -1;
  readonly middleY: number;
  /** Of the queue. */
  readonly box: Box;
  /** From the node to the queue. */
  readonly feed: Way;
  /** From the queue's head to the next node. */
  readonly line: Way;
  /** The first stretch in px, queue included: what can be pointed at. */
  readonly left: number;
  readonly right: number;
}

export interface PlacedLane {
  readonly way: Way;
  readonly start: Point;
  readonly end: Point;
  /** Which way it leads where it starts and where it ends. */
  readonly startDirection: 1 | -1;
  readonly direction: 1 | -1;
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  /** In the order of the topology's. */
  readonly links: readonly PlacedLink[];
  /** In the order of the ways that were given. */
  readonly lanes: readonly PlacedLane[];
  /** Between the lanes. */
  readonly pitch: number;
  /** Whether there is room for the lanes' names. */
  readonly isNamed: boolean;
  /** Between two columns of nodes. */
  readonly gap: number;
  /** Whether handles would not cover the queues. */
  readonly isRoomy: boolean;
}

/** Below, handles would cover the queue. */
const ROOMY_GAP_PX = 260;
/** Of a queue, as a share of the gap. */
const BOX_SHARE = 0.4;
const BOX_LIMITS_PX = [36, 300] as const;

/** `ways`: the routes of the groups of flows. The drawing is wider than `room` where that is too narrow for it. */
export function graphLayout(topology: Topology, ways: readonly RouteSpec[], room: number): GraphLayout {
  const users = ways.map(({ forward }) => forward.map((id) => indexOf(topology, id)));
  const measures = measuresOf(topology, users, room);
  const { gap, pitch } = measures;
  return {
    width: measures.width,
    height: measures.height,
    nodes: topology.nodes.map((node, index) => placedNode(measures, node, index)),
    links: topology.links.map((_, index) => placedLink(measures, index, topology)),
    lanes: users.map((links, user) => placedLane(measures, links, user, topology)),
    pitch,
    isNamed: pitch >= LABEL_PITCH_PX,
    gap,
    isRoomy: gap >= ROOMY_GAP_PX,
  };
}

function indexOf({ links }: Topology, id: string): number {
  return links.findIndex((link) => link.id === id);
}

/** All are as tall as their rows and all the lanes, whoever passes: a calm row of routers. */
function placedNode(measures: Measures, { id, label }: NodeSpec, index: number): PlacedNode {
  const slot = measures.grid.nodes[index];
  const own = rowY(measures, slot);
  const rows = isAlone(measures, slot) ? besideRows(measures, slot) : [];
  return {
    id,
    label,
    x: nodeX(measures, slot),
    top: Math.min(own, ...rows) - BOX_HALF_PX,
    bottom: Math.max(own, ...rows) + LANES_FROM_PX + measures.laneCount * measures.pitch,
  };
}

function placedLink(measures: Measures, index: number, topology: Topology): PlacedLink {
  const { grid, gap } = measures;
  const slots = grid.links[index];
  const [from, to] = endNodes(measures, index, topology);
  const direction = directionOf(from, to);
  const middleY = rowY(measures, slots[0]);
  const fromX = nodeX(measures, from);
  const slantPx = joinY(measures, from, slots[0]) === middleY ? 0 : turnPx(measures);
  const tailX = fromX + direction * (NODE_HALF_PX + FEED_PX + slantPx);
  const boxPx = Math.min(BOX_LIMITS_PX[1], Math.max(BOX_LIMITS_PX[0], gap * BOX_SHARE));
  const headX = tailX + direction * boxPx;
  const nextX = fromX + direction * (gap - NODE_HALF_PX);
  const start = { x: fromX, y: joinY(measures, from, slots[0]) };
  return {
    direction,
    middleY,
    box: {
      left: Math.min(tailX, headX),
      right: Math.max(tailX, headX),
      top: middleY - BOX_HALF_PX,
      bottom: middleY + BOX_HALF_PX,
    },
    feed: polyline([start, { x: tailX - direction * FEED_PX, y: middleY }, { x: tailX, y: middleY }]),
    line: polyline([
      { x: headX, y: middleY },
      ...through(measures, slots, direction, 0),
      arrival(measures, slots, to, direction),
    ]),
    left: Math.min(tailX, nextX),
    right: Math.max(tailX, nextX),
  };
}

/** How far from a node's middle a lane begins. */
const LANE_END_PX = NODE_HALF_PX + 6;
const ARROW_GAP_PX = 3;

function placedLane(
  measures: Measures,
  links: readonly number[],
  user: number,
  topology: Topology,
): PlacedLane {
  const offset = LANES_FROM_PX + (measures.lanes[user] + 0.5) * measures.pitch;
  const directions = links.map((link) => directionOf(...endNodes(measures, link, topology)));
  const points = links.flatMap((link, i) => lanePoints(measures, link, directions[i], offset, topology));
  return {
    way: polyline(points),
    start: points[0],
    end: points[points.length - 1],
    startDirection: directions[0],
    direction: directions[directions.length - 1],
  };
}

/** In the rows of its links: where these turn towards a node in another row, the lane goes straight on to the next link. */
function lanePoints(
  measures: Measures,
  link: number,
  direction: 1 | -1,
  offset: number,
  topology: Topology,
): Point[] {
  const slots = measures.grid.links[link];
  const [from, to] = endNodes(measures, link, topology);
  const [firstY, lastY] = [slots[0], slots[slots.length - 1]].map((slot) => rowY(measures, slot));
  const startPx = LANE_END_PX + (joinY(measures, from, slots[0]) === firstY ? 0 : turnPx(measures));
  const points = [
    { x: nodeX(measures, from) + direction * startPx, y: firstY + offset },
    ...through(measures, slots, direction, offset),
  ];
  const end = arrival(measures, slots, to, direction);
  if (end.y === lastY) points.push({ x: end.x - direction * ARROW_GAP_PX, y: lastY + offset });
  return points;
}
