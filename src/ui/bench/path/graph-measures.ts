/** What the places in a path's picture are reckoned from: columns, rows, gaps and lanes, in CSS px. */
import type { Topology } from "../../../engine/index.ts";
import { type GraphGrid, graphGrid, heightOf, type Slot } from "./graph-grid.ts";
import { laneNumbers } from "./graph-lanes.ts";
import type { Point } from "./polyline.ts";

export const NODE_HALF_PX = 7;
/** The least that holds a queue, a rate and a few packets. */
const LEAST_GAP_PX = 92;
export const BOX_HALF_PX = 13;
/** From a node to a queue. */
export const FEED_PX = 6;
/** Above a link: its labels. */
const ABOVE_PX = 34;
export const LANES_FROM_PX = BOX_HALF_PX + 9;
const LANE_PITCH_PX = 13;
const LANES_MOST_PX = 104;
/** From so many rows on, the lanes give up their names for room. */
const MANY_ROWS = 4;
const TIGHT_PITCH_PX = 5;
export const LABEL_PITCH_PX = 11;
/** Below the lanes: a little air, and the names of the nodes where there are any. */
const BELOW_PX = 6;
const NAMES_PX = 16;
/** A character of a node's label, in px. */
const CHARACTER_PX = 6.3;
const EDGE_PX = 6;

/** What all places are reckoned from. */
export interface Measures {
  readonly width: number;
  readonly height: number;
  readonly grid: GraphGrid;
  readonly leftX: number;
  readonly gap: number;
  readonly rowPx: number;
  readonly zeroY: number;
  readonly pitch: number;
  /** Per user, its lane. */
  readonly lanes: readonly number[];
  readonly laneCount: number;
}

/** `users`: per group of flows, the indices of the links it passes. */
export function measuresOf(
  topology: Topology,
  users: readonly (readonly number[])[],
  room: number,
): Measures {
  const grid = graphGrid(topology);
  const lanes = laneNumbers(users.map((links) => ({ links })));
  const laneCount = Math.max(0, ...lanes) + 1;
  const rows = Math.max(...grid.columns.map((column) => column.length));
  const pitch = Math.min(rows < MANY_ROWS ? LANE_PITCH_PX : TIGHT_PITCH_PX, LANES_MOST_PX / laneCount);
  const namesBetween = grid.columns.some(hasSeveralNodes) ? NAMES_PX : 0;
  const rowPx = ABOVE_PX + LANES_FROM_PX + laneCount * pitch + BELOW_PX + namesBetween;
  const [leftX, rightX] = margins(topology, grid);
  const gaps = (grid.columns.length - 1) / 2;
  const gap = Math.max(LEAST_GAP_PX, (room - leftX - rightX) / gaps);
  return {
    width: leftX + gaps * gap + rightX,
    height: rows * rowPx + NAMES_PX - namesBetween,
    grid,
    leftX,
    gap,
    rowPx,
    zeroY: ABOVE_PX + ((rows - 1) / 2) * rowPx,
    pitch,
    lanes,
    laneCount,
  };
}

function hasSeveralNodes(column: readonly Slot[]): boolean {
  return column.filter(({ kind }) => kind === "node").length > 1;
}

/** The labels of the first and the last nodes need their room. */
function margins(topology: Topology, grid: GraphGrid): [number, number] {
  const room = (column: readonly Slot[]) => {
    const lengths = column.map(({ kind, index }) =>
      kind === "node" ? topology.nodes[index].label.length : 0,
    );
    return EDGE_PX + Math.max(NODE_HALF_PX, (Math.max(...lengths) * CHARACTER_PX) / 2);
  };
  return [room(grid.columns[0]), room(grid.columns[grid.columns.length - 1])];
}

export function rowY({ grid, zeroY, rowPx }: Measures, slot: Slot): number {
  return zeroY + heightOf(slot, grid.columns) * rowPx;
}

export function nodeX({ leftX, gap }: Measures, slot: Slot): number {
  return leftX + (slot.column / 2) * gap;
}

/** A node that has its column for itself is as tall as what it joins. */
export function isAlone({ grid }: Measures, node: Slot): boolean {
  return grid.columns[node.column].length === 1;
}

/** Where links begin or end at a node. */
export function besideRows(measures: Measures, node: Slot): number[] {
  const { grid } = measures;
  return grid.links
    .flat()
    .filter(({ column }) => Math.abs(column - node.column) === 1)
    .map((slot) => rowY(measures, slot));
}

/** The link's height at a node: its own row, or where a node stands that shares its column. */
export function joinY(measures: Measures, node: Slot, slot: Slot): number {
  return rowY(measures, isAlone(measures, node) ? slot : node);
}

export function endNodes({ grid }: Measures, index: number, topology: Topology): [Slot, Slot] {
  const { from, to } = topology.links[index];
  const slotOf = (id: string) => grid.nodes[topology.nodes.findIndex((node) => node.id === id)];
  return [slotOf(from), slotOf(to)];
}

/** Of the gap, and in px at most, what a change of rows takes. */
const TURN_SHARE = 0.16;
const TURN_MOST_PX = 24;

export function turnPx({ gap }: Measures): number {
  return Math.min(TURN_MOST_PX, gap * TURN_SHARE);
}

/** Through the columns that a link passes, `offset` px below it: from the end of the first one on. */
export function through(
  measures: Measures,
  slots: readonly Slot[],
  direction: 1 | -1,
  offset: number,
): Point[] {
  return slots.flatMap((slot, i) => {
    // A link column lies between two node columns; a passed node column is left as wide as a node.
    const halfPx = slot.column % 2 === 0 ? NODE_HALF_PX : measures.gap / 2 - turnPx(measures);
    const x = nodeX(measures, slot);
    const y = rowY(measures, slot) + offset;
    const exit = { x: x + direction * halfPx, y };
    return i === 0 ? [exit] : [{ x: x - direction * halfPx, y }, exit];
  });
}

/** Where a link reaches the node that it leads to. */
export function arrival(measures: Measures, slots: readonly Slot[], to: Slot, direction: 1 | -1): Point {
  const x = nodeX(measures, to) - direction * NODE_HALF_PX;
  return { x, y: joinY(measures, to, slots[slots.length - 1]) };
}

export function directionOf(from: Slot, to: Slot): 1 | -1 {
  return to.column > from.column ? 1 : -1;
}
