/**
 * Assigns a column and a row to each node and link of a path: layers by the longest way along the routes, then rows with few
 * crossings. Even columns hold nodes, odd columns the links between them. A link over several columns reserves a slot in each,
 * so that no line runs through a node.
 */
import type { LinkSpec, Topology } from "../../../engine/index.ts";

/** One position in a column. */
export interface Slot {
  readonly kind: "node" | "link" | "pass";
  /** Index of the node or link. */
  readonly index: number;
  readonly column: number;
  row: number;
}

export interface GraphGrid {
  /** The slots of each column, from top to bottom. */
  readonly columns: readonly (readonly Slot[])[];
  /** The slot of each node. */
  readonly nodes: readonly Slot[];
  /** The slots of each link, in the order in which packets pass them. The first slot holds the link's queue. */
  readonly links: readonly (readonly Slot[])[];
}

/** Indices of the nodes at which a link starts and ends. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

export function graphGrid(topology: Topology): GraphGrid {
  const ends = topology.links.map((link) => endsOf(topology, link));
  const layers = layersOf(topology, ends);
  const nodes = layers.map((layer, index): Slot => ({ kind: "node", index, column: 2 * layer, row: 0 }));
  const links = ends.map((link, index) => linkSlots(index, layers[link.from], layers[link.to]));
  const columns = columnsOf([...nodes, ...links.flat()]);
  untangle(columns, chainsOf(ends, nodes, links));
  return { columns, nodes, links };
}

function endsOf({ nodes }: Topology, { from, to }: LinkSpec): Ends {
  const indexOf = (id: string) => nodes.findIndex((node) => node.id === id);
  return { from: indexOf(from), to: indexOf(to) };
}

/**
 * Returns the links that lead forwards, starting with those of the first routes. A link that would close a cycle
 * leads back.
 */
function onwardLinks({ links, routes }: Topology, ends: readonly Ends[]): Ends[] {
  const routed = routes.flatMap(({ forward }) =>
    forward.map((id) => links.findIndex((one) => one.id === id)),
  );
  const onward: Ends[] = [];
  for (const index of new Set([...routed, ...links.keys()])) {
    const { from, to } = ends[index];
    if (!reaches(onward, to, from)) onward.push(ends[index]);
  }
  return onward;
}

function reaches(links: readonly Ends[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const node of seen) for (const link of links) if (link.from === node) seen.add(link.to);
  return seen.has(to);
}

/**
 * Returns the layer of each node: the length of the longest way to it. A node without incoming links is placed right before its
 * successor.
 */
function layersOf(topology: Topology, ends: readonly Ends[]): number[] {
  const onward = onwardLinks(topology, ends);
  const layers = topology.nodes.map(() => 0);
  for (let round = 0; round < layers.length; round++) {
    for (const { from, to } of onward) layers[to] = Math.max(layers[to], layers[from] + 1);
  }
  return layers.map((layer, node) => {
    const next = onward.filter(({ from }) => from === node).map(({ to }) => layers[to]);
    const isSource = !onward.some(({ to }) => to === node);
    return isSource && next.length > 0 ? Math.min(...next) - 1 : layer;
  });
}

function linkSlots(index: number, fromLayer: number, toLayer: number): Slot[] {
  const step = toLayer > fromLayer ? 1 : -1;
  const slots: Slot[] = [];
  for (let column = 2 * fromLayer + step; column !== 2 * toLayer; column += step) {
    slots.push({ kind: slots.length === 0 ? "link" : "pass", index, column, row: 0 });
  }
  return slots;
}

function columnsOf(slots: readonly Slot[]): Slot[][] {
  const count = Math.max(...slots.map(({ column }) => column)) + 1;
  const columns = Array.from({ length: count }, (_, column) =>
    slots.filter((slot) => slot.column === column),
  );
  for (const column of columns) number(column);
  return columns;
}

function number(column: readonly Slot[]): void {
  for (const [row, slot] of column.entries()) slot.row = row;
}

/** Returns, for each link, the slots that its packets pass, including its nodes. */
function chainsOf(ends: readonly Ends[], nodes: readonly Slot[], links: readonly Slot[][]): Slot[][] {
  return links.map((slots, index) => [nodes[ends[index].from], ...slots, nodes[ends[index].to]]);
}

const SWEEPS = 4;

/** Reduces crossings: moves each slot towards the middle of its neighbours, column by column, forwards and back. */
function untangle(columns: readonly Slot[][], chains: readonly (readonly Slot[])[]): void {
  const neighbours = new Map<Slot, Slot[]>();
  for (const chain of chains) {
    for (let i = 1; i < chain.length; i++) {
      neighbours.set(chain[i], [...(neighbours.get(chain[i]) ?? []), chain[i - 1]]);
      neighbours.set(chain[i - 1], [...(neighbours.get(chain[i - 1]) ?? []), chain[i]]);
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const order = sweep % 2 === 0 ? columns : columns.toReversed();
    const side = sweep % 2 === 0 ? -1 : 1;
    for (const column of order) sortByNeighbours(column, columns, neighbours, side);
  }
}

function sortByNeighbours(
  column: Slot[],
  columns: readonly Slot[][],
  neighbours: ReadonlyMap<Slot, Slot[]>,
  side: 1 | -1,
): void {
  const wanted = new Map(
    column.map((slot) => {
      const beside = (neighbours.get(slot) ?? []).filter((other) => other.column === slot.column + side);
      const places = beside.map((other) => heightOf(other, columns));
      const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
      return [slot, places.length > 0 ? mean : heightOf(slot, columns)];
    }),
  );
  column.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a.row - b.row);
  number(column);
}

/** Returns the distance in rows below the middle of the drawing. All columns are centred. */
export function heightOf(slot: Slot, columns: readonly (readonly Slot[])[]): number {
  return slot.row - (columns[slot.column].length - 1) / 2;
}
