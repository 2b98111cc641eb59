/**
 * The positions of nodes, links, queues and routes of a path with several links, in CSS px. All rows have the same height, so
 * that a chain is a straight line. The queue of a link is at its start, and the lanes of the flows are below it.
 */
import type { NodeSpec, RouteSpec, Topology } from "../../../engine/index.ts";
import { type GraphGrid, graphGrid, heightOf, type Slot } from "./graph-grid.ts";
import { type Box, type Point, polyline, type Way } from "./scene.ts";

interface PlacedNode {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlacedLink {
  /** 1 if packets move to the right, -1 if they move to the left. */
  readonly direction: 1 | -1;
  readonly middleY: number;
  /** Box of the queue. */
  readonly box: Box;
  /** The line from the node to the queue. */
  readonly feed: Way;
  /** The line from the head of the queue to the next node. */
  readonly line: Way;
  /** Horizontal range (px) of the first part of the link, including the queue: the click target. */
  readonly left: number;
  readonly right: number;
}

export interface PlacedLane {
  readonly way: Way;
  readonly start: Point;
  readonly end: Point;
  /** Direction of the line at its start and at its end. */
  readonly startDirection: 1 | -1;
  readonly direction: 1 | -1;
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  /** Links in the order of the topology. */
  readonly links: readonly PlacedLink[];
  /** Lanes in the order of the given routes. */
  readonly lanes: readonly PlacedLane[];
  /** Distance between two lanes. */
  readonly pitch: number;
  /** True if the lanes have room for their names. */
  readonly isNamed: boolean;
  /** Distance between two columns of nodes. */
  readonly gap: number;
  /** True if handles fit without covering the queues. */
  readonly isRoomy: boolean;
}

export const NODE_HALF_PX = 7;
/** Minimum gap for a queue, a rate and a few packets. */
const LEAST_GAP_PX = 92;
const BOX_HALF_PX = 13;
/** Distance from a node to a queue. */
const FEED_PX = 6;
/** Height above a link for its labels. */
const ABOVE_PX = 34;
const LANES_FROM_PX = BOX_HALF_PX + 9;
const LANE_PITCH_PX = 13;
const LANES_MOST_PX = 104;
/** Number of rows from which the lanes omit their names, to save height. */
const MANY_ROWS = 4;
const TIGHT_PITCH_PX = 5;
const LABEL_PITCH_PX = 11;
/** Space below the lanes, and the height of the nodes' names, if any. */
const BELOW_PX = 6;
const NAMES_PX = 16;
/** Width of a character in a node's label, in px. */
const CHARACTER_PX = 6.3;
const EDGE_PX = 6;
/** Width of a change of rows, as a share of the gap and at most in px. */
const TURN_SHARE = 0.16;
const TURN_MOST_PX = 24;
/** Gap below which handles would cover the queue. */
const ROOMY_GAP_PX = 260;
/** Length of a queue, as a share of the gap. */
const BOX_SHARE = 0.4;
const BOX_LIMITS_PX = [36, 300] as const;
/** Distance between a node's middle and the start of a lane. */
const LANE_END_PX = NODE_HALF_PX + 6;
const ARROW_GAP_PX = 3;

/** Returns the lane of each route (the indices of its links, in their order). Routes without a common link may share a lane. */
export function laneNumbers(ways: readonly (readonly number[])[]): number[] {
  const taken: Set<number>[] = [];
  return ways.map((links) => {
    const free = taken.findIndex((on) => links.every((link) => !on.has(link)));
    const lane = free < 0 ? taken.length : free;
    taken[lane] ??= new Set();
    for (const link of links) taken[lane].add(link);
    return lane;
  });
}

/** Returns the layout. `ways` are the routes of the flow groups. If `room` is too narrow, the drawing is wider. */
export function graphLayout(topology: Topology, ways: readonly RouteSpec[], room: number): GraphLayout {
  const users = ways.map(({ forward }) =>
    forward.map((id) => topology.links.findIndex((link) => link.id === id)),
  );
  const measures = new Measures(topology, users, room);
  const { gap, pitch } = measures;
  return {
    width: measures.width,
    height: measures.height,
    nodes: topology.nodes.map((node, index) => placedNode(measures, node, index)),
    links: topology.links.map((_, index) => placedLink(measures, index)),
    lanes: users.map((links, user) => placedLane(measures, links, measures.lanes[user])),
    pitch,
    isNamed: pitch >= LABEL_PITCH_PX,
    gap,
    isRoomy: gap >= ROOMY_GAP_PX,
  };
}

/** The common measures of all positions: columns, rows, gaps and lanes. */
class Measures {
  readonly width: number;
  readonly height: number;
  readonly grid: GraphGrid;
  readonly gap: number;
  readonly pitch: number;
  /** Lane of each route. */
  readonly lanes: readonly number[];
  /** Width of a change of rows. */
  readonly turnPx: number;
  readonly laneCount: number;
  readonly #topology: Topology;
  readonly #leftX: number;
  readonly #rowPx: number;
  readonly #zeroY: number;

  constructor(topology: Topology, users: readonly (readonly number[])[], room: number) {
    const grid = graphGrid(topology);
    this.#topology = topology;
    this.grid = grid;
    this.lanes = laneNumbers(users);
    this.laneCount = Math.max(0, ...this.lanes) + 1;
    const rows = Math.max(...grid.columns.map((column) => column.length));
    this.pitch = Math.min(rows < MANY_ROWS ? LANE_PITCH_PX : TIGHT_PITCH_PX, LANES_MOST_PX / this.laneCount);
    const hasSeveralNodes = (column: readonly Slot[]) =>
      column.filter(({ kind }) => kind === "node").length > 1;
    const namesBetween = grid.columns.some(hasSeveralNodes) ? NAMES_PX : 0;
    this.#rowPx = ABOVE_PX + LANES_FROM_PX + this.laneCount * this.pitch + BELOW_PX + namesBetween;
    this.#leftX = this.#margin(grid.columns[0]);
    const rightX = this.#margin(grid.columns[grid.columns.length - 1]);
    const gaps = (grid.columns.length - 1) / 2;
    this.gap = Math.max(LEAST_GAP_PX, (room - this.#leftX - rightX) / gaps);
    this.width = this.#leftX + gaps * this.gap + rightX;
    this.height = rows * this.#rowPx + NAMES_PX - namesBetween;
    this.#zeroY = ABOVE_PX + ((rows - 1) / 2) * this.#rowPx;
    this.turnPx = Math.min(TURN_MOST_PX, this.gap * TURN_SHARE);
  }

  /** Returns the margin for the labels of the first or last nodes. */
  #margin(column: readonly Slot[]): number {
    const { nodes } = this.#topology;
    const lengths = column.map(({ kind, index }) => (kind === "node" ? nodes[index].label.length : 0));
    return EDGE_PX + Math.max(NODE_HALF_PX, (Math.max(...lengths) * CHARACTER_PX) / 2);
  }

  x(slot: Slot): number {
    return this.#leftX + (slot.column / 2) * this.gap;
  }

  y(slot: Slot): number {
    return this.#zeroY + heightOf(slot, this.grid.columns) * this.#rowPx;
  }

  /** Returns whether the node is the only one in its column. Such a node is as tall as all links that it joins. */
  isAlone(node: Slot): boolean {
    return this.grid.columns[node.column].length === 1;
  }

  /** Returns the height of a link at a node: the link's own row, or the node's row if the node shares its column. */
  joinY(node: Slot, slot: Slot): number {
    return this.y(this.isAlone(node) ? slot : node);
  }

  /** Returns the slots of a link, its nodes and its direction. */
  link(index: number) {
    const slotOf = (id: string) => this.grid.nodes[this.#topology.nodes.findIndex((node) => node.id === id)];
    const [from, to] = [this.#topology.links[index].from, this.#topology.links[index].to].map(slotOf);
    const slots = this.grid.links[index];
    const direction: 1 | -1 = to.column > from.column ? 1 : -1;
    return { from, to, slots, direction };
  }

  /** Returns the points of a line through the columns of a link, `offset` px below it, from the end of the first slot. */
  through(slots: readonly Slot[], direction: 1 | -1, offset: number): Point[] {
    return slots.flatMap((slot, i) => {
      // A link's column lies between two node columns. Where the line passes a node column, it is straight over the
      // width of a node.
      const halfPx = slot.column % 2 === 0 ? NODE_HALF_PX : this.gap / 2 - this.turnPx;
      const x = this.x(slot);
      const y = this.y(slot) + offset;
      const exit = { x: x + direction * halfPx, y };
      return i === 0 ? [exit] : [{ x: x - direction * halfPx, y }, exit];
    });
  }

  /** Returns the point at which a link reaches its end node. */
  arrival({ slots, to, direction }: ReturnType<Measures["link"]>): Point {
    return { x: this.x(to) - direction * NODE_HALF_PX, y: this.joinY(to, slots[slots.length - 1]) };
  }
}

/** Returns the box of a node. All nodes are tall enough for their rows and all lanes, so that a row of routers looks even. */
function placedNode(measures: Measures, { id, label }: NodeSpec, index: number): PlacedNode {
  const { grid, laneCount, pitch } = measures;
  const node = grid.nodes[index];
  const own = measures.y(node);
  const joined = grid.links.flat().filter(({ column }) => Math.abs(column - node.column) === 1);
  const rows = measures.isAlone(node) ? joined.map((slot) => measures.y(slot)) : [];
  return {
    id,
    label,
    x: measures.x(node),
    top: Math.min(own, ...rows) - BOX_HALF_PX,
    bottom: Math.max(own, ...rows) + LANES_FROM_PX + laneCount * pitch,
  };
}

function placedLink(measures: Measures, index: number): PlacedLink {
  const { gap, turnPx } = measures;
  const link = measures.link(index);
  const { from, slots, direction } = link;
  const middleY = measures.y(slots[0]);
  const start = { x: measures.x(from), y: measures.joinY(from, slots[0]) };
  const slantPx = start.y === middleY ? 0 : turnPx;
  const tailX = start.x + direction * (NODE_HALF_PX + FEED_PX + slantPx);
  const boxPx = Math.min(BOX_LIMITS_PX[1], Math.max(BOX_LIMITS_PX[0], gap * BOX_SHARE));
  const headX = tailX + direction * boxPx;
  const nextX = start.x + direction * (gap - NODE_HALF_PX);
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
      ...measures.through(slots, direction, 0),
      measures.arrival(link),
    ]),
    left: Math.min(tailX, nextX),
    right: Math.max(tailX, nextX),
  };
}

function placedLane(measures: Measures, links: readonly number[], lane: number): PlacedLane {
  const offset = LANES_FROM_PX + (lane + 0.5) * measures.pitch;
  const passed = links.map((link) => measures.link(link));
  const points = passed.flatMap((link) => lanePoints(measures, link, offset));
  return {
    way: polyline(points),
    start: points[0],
    end: points[points.length - 1],
    startDirection: passed[0].direction,
    direction: passed[passed.length - 1].direction,
  };
}

/**
 * Returns the points of a lane. It stays in the rows of its links: where a link turns towards a node in another row, the lane
 * continues straight to the next link.
 */
function lanePoints(measures: Measures, link: ReturnType<Measures["link"]>, offset: number): Point[] {
  const { from, slots, direction } = link;
  const [firstY, lastY] = [slots[0], slots[slots.length - 1]].map((slot) => measures.y(slot));
  const startPx = LANE_END_PX + (measures.joinY(from, slots[0]) === firstY ? 0 : measures.turnPx);
  const points = [
    { x: measures.x(from) + direction * startPx, y: firstY + offset },
    ...measures.through(slots, direction, offset),
  ];
  const end = measures.arrival(link);
  if (end.y === lastY) points.push({ x: end.x - direction * ARROW_GAP_PX, y: lastY + offset });
  return points;
}
