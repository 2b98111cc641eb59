/**
 * Where nodes, links, queues and routes of a path with several links stand in its picture, in CSS px. Rows are alike, so that
 * a chain is a straight line; the queue of a link stands at its beginning, and the lanes of the flows below it.
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

export const NODE_HALF_PX = 7;
/** The least that holds a queue, a rate and a few packets. */
const LEAST_GAP_PX = 92;
const BOX_HALF_PX = 13;
/** From a node to a queue. */
const FEED_PX = 6;
/** Above a link: its labels. */
const ABOVE_PX = 34;
const LANES_FROM_PX = BOX_HALF_PX + 9;
const LANE_PITCH_PX = 13;
const LANES_MOST_PX = 104;
/** From so many rows on, the lanes give up their names for room. */
const MANY_ROWS = 4;
const TIGHT_PITCH_PX = 5;
const LABEL_PITCH_PX = 11;
/** Below the lanes: a little air, and the names of the nodes where there are any. */
const BELOW_PX = 6;
const NAMES_PX = 16;
/** A character of a node's label, in px. */
const CHARACTER_PX = 6.3;
const EDGE_PX = 6;
/** Of the gap, and in px at most, what a change of rows takes. */
const TURN_SHARE = 0.16;
const TURN_MOST_PX = 24;
/** Below, handles would cover the queue. */
const ROOMY_GAP_PX = 260;
/** Of a queue, as a share of the gap. */
const BOX_SHARE = 0.4;
const BOX_LIMITS_PX = [36, 300] as const;
/** How far from a node's middle a lane begins. */
const LANE_END_PX = NODE_HALF_PX + 6;
const ARROW_GAP_PX = 3;

/** Per way (the indices of the links it passes, in their order), one lane; ways that share no link may share a lane. */
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

/** `ways`: the routes of the groups of flows. The drawing is wider than `room` where that is too narrow for it. */
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

/** What all places are reckoned from: columns, rows, gaps and lanes. */
class Measures {
  readonly width: number;
  readonly height: number;
  readonly grid: GraphGrid;
  readonly gap: number;
  readonly pitch: number;
  /** Per way, its lane. */
  readonly lanes: readonly number[];
  /** What a change of rows takes. */
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

  /** The labels of the first and the last nodes need their room. */
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

  /** A node that has its column for itself is as tall as what it joins. */
  isAlone(node: Slot): boolean {
    return this.grid.columns[node.column].length === 1;
  }

  /** The link's height at a node: its own row, or where a node stands that shares its column. */
  joinY(node: Slot, slot: Slot): number {
    return this.y(this.isAlone(node) ? slot : node);
  }

  /** What a link leads through, and between what. */
  link(index: number) {
    const slotOf = (id: string) => this.grid.nodes[this.#topology.nodes.findIndex((node) => node.id === id)];
    const [from, to] = [this.#topology.links[index].from, this.#topology.links[index].to].map(slotOf);
    const slots = this.grid.links[index];
    const direction: 1 | -1 = to.column > from.column ? 1 : -1;
    return { from, to, slots, direction };
  }

  /** Through the columns that a link passes, `offset` px below it: from the end of the first one on. */
  through(slots: readonly Slot[], direction: 1 | -1, offset: number): Point[] {
    return slots.flatMap((slot, i) => {
      // A link column lies between two node columns; a passed node column is left as wide as a node.
      const halfPx = slot.column % 2 === 0 ? NODE_HALF_PX : this.gap / 2 - this.turnPx;
      const x = this.x(slot);
      const y = this.y(slot) + offset;
      const exit = { x: x + direction * halfPx, y };
      return i === 0 ? [exit] : [{ x: x - direction * halfPx, y }, exit];
    });
  }

  /** Where a link reaches the node that it leads to. */
  arrival({ slots, to, direction }: ReturnType<Measures["link"]>): Point {
    return { x: this.x(to) - direction * NODE_HALF_PX, y: this.joinY(to, slots[slots.length - 1]) };
  }
}

/** All are as tall as their rows and all the lanes, whoever passes: a calm row of routers. */
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

/** In the rows of its links: where these turn towards a node in another row, the lane goes straight on to the next link. */
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
