/** Draws the static part of a path with several links: lanes of the flows, links, nodes, queues and their labels. */
import { resolvePath } from "../../../engine/index.ts";
import type { RunView } from "../../core/run-view.ts";
import type { BasicPen } from "../../shared/chart/pen.ts";
import type { Trace } from "../../shared/chart/symbols.ts";
import { drawLabel, drawPolyline, drawQueueBox, drawTarget } from "./drawn-path.ts";
import { type GraphLayout, NODE_HALF_PX, type PlacedLane } from "./graph-layout.ts";
import { laneLabels } from "./graph-scene.ts";
import { aqmLabel, headX, type PathScene, type PathStripProps, type QueuePlace, rateText } from "./scene.ts";

interface GraphGround {
  readonly layout: GraphLayout;
  /** The label of each link, with its queue discipline and without. */
  readonly links: readonly { readonly label: string; readonly inFull: string }[];
  /** Index of the watched link, whose queue is drawn in colour. */
  readonly watched: number;
  readonly laneNames: readonly string[];
  /** Index of the flow whose hue each lane has. */
  readonly laneFlows: readonly number[];
  /** Group of the highlighted flow; null if no flow is highlighted. */
  readonly front: number | null;
  /** The watched queue and its target (ms); null if there is no target or no room for it. */
  readonly target: { readonly queue: QueuePlace; readonly ms: number } | null;
}

export function graphGround(
  { run, target, highlightFlow }: Pick<PathStripProps, "run" | "target" | "highlightFlow">,
  layout: GraphLayout,
  scene: PathScene,
): GraphGround {
  const { scenario, snapshot, link: watched } = run;
  const queue = scene.queues[watched];
  return {
    layout,
    links: resolvePath(scenario.path).links.map(({ id, label }) => {
      return { label, inFull: `${label} · ${aqmLabel(scenario, id)}` };
    }),
    watched,
    laneNames: laneLabels(scenario),
    laneFlows: layout.lanes.map((_, group) => firstFlow(run, group)),
    front: highlightFlow === null ? null : (snapshot.results.flows[highlightFlow]?.group ?? null),
    target: target !== null && layout.isRoomy && queue !== undefined ? { queue, ms: target.value } : null,
  };
}

/** Returns the index of a group's first flow. */
export function firstFlow({ snapshot }: RunView, group: number): number {
  return Math.max(
    0,
    snapshot.results.flows.findIndex((flow) => flow.group === group),
  );
}

const [FEED_PX, NODE_PX] = [2, 1.25];
const TARGET_RISE_PX = 3;

/** `mbps` are the rates of the links. */
export function drawGraph(pen: BasicPen, ground: GraphGround, mbps: readonly number[]): void {
  const { layout, target } = ground;
  for (const [group, lane] of layout.lanes.entries()) drawLane(pen, ground, lane, group);
  for (const [index, { feed, line }] of layout.links.entries()) {
    drawPolyline(pen, feed.points, "hairline", FEED_PX);
    drawPolyline(pen, line.points, "hairline", linkThickness(mbps[index]));
  }
  for (const { label, x, top, bottom } of layout.nodes) {
    const box = { left: x - NODE_HALF_PX, right: x + NODE_HALF_PX, top, bottom };
    pen.frame({ ...box, fill: "paper", edge: "inkSoft", edgePx: NODE_PX, radiusPx: NODE_HALF_PX });
    drawLabel(pen, label, { x, y: bottom + 13 }, { anchor: "middle", hasHalo: true });
  }
  for (const index of layout.links.keys()) drawLink(pen, ground, index, mbps[index]);
  if (target !== null) drawTarget(pen, target.queue, target.ms, TARGET_RISE_PX);
}

const LABEL_FROM_PX = 7;
const LANE_START_PX = 3;
/** Widths and opacities of a lane, of the highlighted lane, and of lanes behind it. */
const LANE = { px: 1.5, lineAlpha: 0.75, alpha: 1 };
const FRONT = { px: 3.5, lineAlpha: 1, alpha: 1 };
const BEHIND = { px: 1.5, lineAlpha: 0.75, alpha: 0.2 };

function drawLane(pen: BasicPen, ground: GraphGround, lane: PlacedLane, group: number): void {
  const { front, laneFlows, laneNames, layout } = ground;
  const look = front === null ? LANE : front === group ? FRONT : BEHIND;
  const { alpha } = look;
  const { start, startDirection, way } = lane;
  const flow = laneFlows[group];
  drawPolyline(pen, way.points, flow, look.px, look.lineAlpha * alpha);
  pen.dot(start.x, start.y, LANE_START_PX, flow, flow, 0, alpha);
  pen.symbols(arrowHead(lane), [[lane.end.x, lane.end.y]], ARROW_PX, flow, flow, 0, alpha);
  if (!layout.isNamed) return;
  const place = { x: start.x + startDirection * LABEL_FROM_PX, y: start.y + 3.5 };
  const anchor = startDirection === 1 ? "start" : "end";
  drawLabel(pen, laneNames[group], place, { anchor, ink: flow, isSmall: true, hasHalo: true, alpha });
}

const ARROW_PX = 4;

/** Returns the shape of the arrow at the end of a lane. */
function arrowHead({ direction }: PlacedLane): Trace {
  return (surface, x, y, size) => {
    const back = x - direction * size * 1.5;
    surface.moveTo(x, y);
    surface.lineTo(back, y - size);
    surface.lineTo(back, y + size);
    surface.closePath();
  };
}

const RADIUS_PX = 7;
const RATE_FROM_PX = 5;
/** Width of a label's character, in px. */
const CHARACTER_PX = 5.9;
/** Width to leave free around a label in a link's gap. */
const AROUND_LABEL_PX = 24;

function drawLink(pen: BasicPen, { layout, links, watched }: GraphGround, index: number, mbps: number): void {
  const link = layout.links[index];
  const { box, direction, middleY } = link;
  const { label, inFull } = links[index];
  const isWatched = index === watched;
  drawQueueBox(pen, box, isWatched ? "accent" : "inkSoft", isWatched ? 2.5 : NODE_PX, RADIUS_PX);
  const anchor = direction === 1 ? "start" : "end";
  const hasRoom = inFull.length * CHARACTER_PX <= layout.gap - AROUND_LABEL_PX;
  const name = { x: direction === 1 ? box.left : box.right, y: box.top - 8 };
  const ink = isWatched ? "accent" : "inkSoft";
  drawLabel(pen, hasRoom ? inFull : label, name, { anchor, ink, isStrong: isWatched });
  const rate = { x: headX(link) + direction * RATE_FROM_PX, y: middleY - 10 };
  drawLabel(pen, rateText({ value: mbps }), rate, { anchor, hasHalo: true });
}

const THINNEST_PX = 1.5;
const THICKEST_PX = 7;
const SLOWEST_MBPS = 0.05;
const FASTEST_MBPS = 10_000;

function linkThickness(mbps: number): number {
  const share = Math.log(Math.max(mbps, SLOWEST_MBPS) / SLOWEST_MBPS) / Math.log(FASTEST_MBPS / SLOWEST_MBPS);
  return THINNEST_PX + (THICKEST_PX - THINNEST_PX) * Math.min(1, share);
}
