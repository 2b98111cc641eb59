/** What is drawn into the layout of a path: how each queue is scaled, and which way the packets of each flow take. */
import {
  type FlowResult,
  linkById,
  type QueueSpec,
  queueOfLink,
  type RouteSpec,
  resolvePath,
  routeOf,
  type Scenario,
  type Topology,
} from "../../../engine/index.ts";
import type { GraphLayout } from "./graph-layout.ts";
import { laneLabels } from "./graph-words.ts";
import { type QueueScale, queueScale } from "./path-layout.ts";
import { limitPackets, packetMs } from "./queue-scale.ts";

/** Where packets of a flow are drawn beyond the links they pass. */
export interface FlowWay {
  /** Index of the group, and of its lane. */
  readonly group: number;
  /** Share of the lane that its name takes: ACKs come back as far as that. */
  readonly nameShare: number;
  /** Last link of the data, and what share of its line is the link's own; the rest is the flow's propagation. */
  readonly last: number;
  readonly lastShare: number;
  /** The same of the ACKs; null: they come back over no link, along the lane. */
  readonly lastBack: number | null;
  readonly lastBackShare: number;
}

export interface GraphScene {
  readonly layout: GraphLayout;
  /** Per group, as its lane is called. */
  readonly names: readonly string[];
  /** Per link. */
  readonly scales: readonly QueueScale[];
  /** Per flow (groups expanded). */
  readonly flows: readonly FlowWay[];
}

export function routesOf({ path, flows }: Scenario): RouteSpec[] {
  const topology = resolvePath(path);
  return flows.map((flow) => routeOf(topology, flow));
}

/** Space between a box's wall and its first mark. */
export const GRAPH_PADDING_PX = 4;

export function graphScene(
  scenario: Scenario,
  flows: readonly Pick<FlowResult, "group">[],
  layout: GraphLayout,
): GraphScene {
  const topology = resolvePath(scenario.path);
  const names = laneLabels(scenario);
  const ways = routesOf(scenario).map((route, group) => ({
    ...flowWay(scenario, topology, route, group),
    nameShare: nameShare(layout, names[group], group),
  }));
  const scales = topology.links.map(({ id, params }, index) => {
    const { box } = layout.links[index];
    const queue = queueOfLink(scenario, id);
    const inner = box.right - box.left - 2 * GRAPH_PADDING_PX;
    const limit = limitPackets(scenario, queue);
    return queueScale(inner, packetMs(scenario, Number(params.capacity)), targetMsOf(queue), limit);
  });
  return { layout, names, scales, flows: flows.map(({ group }) => ways[group]) };
}

function targetMsOf({ params }: QueueSpec): number | null {
  return typeof params.target === "number" ? params.target : null;
}

/** A character of a lane's name, in px. */
const CHARACTER_PX = 5.6;
/** From the beginning of a lane to its name, and behind it. */
const AROUND_NAME_PX = 12;

function nameShare({ lanes, isNamed }: GraphLayout, name: string, group: number): number {
  if (!isNamed) return 0;
  const namePx = name.length * CHARACTER_PX + AROUND_NAME_PX;
  return Math.min(0.8, namePx / lanes[group].way.lengthPx);
}

function flowWay(
  scenario: Scenario,
  topology: Topology,
  route: RouteSpec,
  group: number,
): Omit<FlowWay, "nameShare"> {
  const ownMs = Number(scenario.flows[group].params.rtt) / 2;
  const share = (id: string) => {
    const delayMs = Number(linkById(topology, id).params.delay);
    return delayMs + ownMs > 0 ? delayMs / (delayMs + ownMs) : 1;
  };
  const indexOf = (id: string) => topology.links.findIndex((link) => link.id === id);
  const last = route.forward[route.forward.length - 1];
  const lastBack = route.back[route.back.length - 1];
  return {
    group,
    last: indexOf(last),
    lastShare: share(last),
    lastBack: lastBack === undefined ? null : indexOf(lastBack),
    lastBackShare: lastBack === undefined ? 1 : share(lastBack),
  };
}
