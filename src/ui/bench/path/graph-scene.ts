/** The contents of the layout of a path with several links: the scale of each queue, and the paths of packets. */
import {
  type FlowResult,
  linkById,
  type Moving,
  PACKET_KIND,
  queueOfLink,
  type RouteSpec,
  resolvePath,
  routeOf,
  type Scenario,
  type Topology,
} from "../../../engine/index.ts";
import { groupNames } from "../../parts/words/flow-differences.ts";
import type { GraphLayout } from "./graph-layout.ts";
import { limitPackets, type PathScene, type PlacedStretch, packetMs, queueScale } from "./scene.ts";

/** The drawn path of a flow beyond the links that it passes. */
interface FlowWay {
  /** Index of the group and of its lane. */
  readonly group: number;
  /** Share of the lane that its name covers. ACKs are drawn back to that point. */
  readonly nameShare: number;
  /** Last link of the data, and the share of its line that is the link's own delay. The rest is the flow's propagation. */
  readonly last: number;
  readonly lastShare: number;
  /** The same values for ACKs; null if ACKs pass no link and return along the lane. */
  readonly lastBack: number | null;
  readonly lastBackShare: number;
}

export function routesOf({ path, flows }: Scenario): RouteSpec[] {
  const topology = resolvePath(path);
  return flows.map((flow) => routeOf(topology, flow));
}

/** Maximum length of a name (characters). A longer name would cover the lane. */
const LONGEST_NAME = 20;

/**
 * Returns the name of each group, as in plots and lists: "A1", "C 1 to 3", "long (CUBIC)". The part in parentheses is omitted
 * if it is long.
 */
export function laneLabels(scenario: Scenario): string[] {
  return groupNames(scenario).map((name) => (name.length <= LONGEST_NAME ? name : name.split(" (")[0]));
}

/** Distance between the wall of a box and its first packet. */
const PADDING_PX = 4;
/** Radius of the click target at the start of a lane. */
const SENDER_REACH_PX = 12;

export function graphScene(
  scenario: Scenario,
  flows: readonly Pick<FlowResult, "group">[],
  layout: GraphLayout,
): PathScene {
  const ways = flowWays(scenario, layout);
  const onFlows = flows.map(({ group }) => ways[group]);
  return {
    queues: resolvePath(scenario.path).links.map(({ id, params }, index) => {
      const { box, direction } = layout.links[index];
      const queue = queueOfLink(scenario, id);
      const { target } = queue.params;
      const scale = queueScale(
        box.right - box.left - 2 * PADDING_PX,
        packetMs(scenario, Number(params.capacity)),
        typeof target === "number" ? target : null,
        limitPackets(scenario, queue),
      );
      return { box, direction, paddingPx: PADDING_PX, scale };
    }),
    falls: layout.links.map(({ box, direction, line }) => ({
      drops: { x: direction === 1 ? box.left + 6 : box.right - 24, y: box.bottom + 4 },
      losses: { x: line.at(0.5).x, y: line.at(0.5).y + 4 },
    })),
    senders: layout.lanes.map(({ start }, group) => ({
      at: start,
      reachPx: SENDER_REACH_PX,
      flow: Math.max(
        0,
        flows.findIndex((flow) => flow.group === group),
      ),
    })),
    stretches: ({ links, data, acks }) => [
      { moving: data, link: null, placeOf: dataPlace(layout, onFlows, data) },
      { moving: acks, link: null, placeOf: ackPlace(layout, onFlows, acks) },
      ...links.map(({ moving }, link) => ({
        moving,
        link,
        placeOf: (index: number) =>
          layout.links[link].line.at(
            moving.at[index] * ownShare(onFlows[moving.flow[index]], link, moving.kind[index]),
          ),
      })),
    ],
  };
}

/**
 * Returns the share of a link's line that represents the link's own delay. On a flow's last link, the end of the line
 * represents the flow's propagation delay.
 */
function ownShare(way: FlowWay | undefined, link: number, kind: number): number {
  if (way === undefined) return 1;
  const isAck = (kind & PACKET_KIND.ack) !== 0;
  if (isAck) return way.lastBack === link ? way.lastBackShare : 1;
  return way.last === link ? way.lastShare : 1;
}

type PlaceOf = PlacedStretch["placeOf"];

function dataPlace({ links }: GraphLayout, flows: readonly FlowWay[], { at, flow }: Moving): PlaceOf {
  return (index) => {
    const way = flows[flow[index]];
    if (way === undefined) return null;
    return links[way.last].line.at(way.lastShare + at[index] * (1 - way.lastShare));
  };
}

/** Returns the positions of ACKs that pass no links: they return along the flow's lane. */
function ackPlace({ links, lanes }: GraphLayout, flows: readonly FlowWay[], { at, flow }: Moving): PlaceOf {
  return (index) => {
    const way = flows[flow[index]];
    if (way === undefined) return null;
    if (way.lastBack === null) return lanes[way.group].way.at(1 - at[index] * (1 - way.nameShare));
    return links[way.lastBack].line.at(way.lastBackShare + at[index] * (1 - way.lastBackShare));
  };
}

/** Width of a character in a lane's name, in px. */
const CHARACTER_PX = 5.6;
/** Distance from the start of a lane to its name, and after the name. */
const AROUND_NAME_PX = 12;

/** Returns the drawn path of each flow group. */
export function flowWays(scenario: Scenario, { lanes, isNamed }: GraphLayout): FlowWay[] {
  const topology = resolvePath(scenario.path);
  const names = laneLabels(scenario);
  return routesOf(scenario).map((route, group) => {
    const namePx = names[group].length * CHARACTER_PX + AROUND_NAME_PX;
    return {
      ...wayOver(topology, route, Number(scenario.flows[group].params.rtt) / 2),
      group,
      nameShare: isNamed ? Math.min(0.8, namePx / lanes[group].way.lengthPx) : 0,
    };
  });
}

/** Returns the path along a route. `ownMs`: the flow's one-way propagation delay beyond the links. */
function wayOver(topology: Topology, { forward, back }: RouteSpec, ownMs: number) {
  const share = (id: string) => {
    const delayMs = Number(linkById(topology, id).params.delay);
    return delayMs + ownMs > 0 ? delayMs / (delayMs + ownMs) : 1;
  };
  const indexOf = (id: string) => topology.links.findIndex((link) => link.id === id);
  const last = forward[forward.length - 1];
  const lastBack = back.at(-1);
  return {
    last: indexOf(last),
    lastShare: share(last),
    lastBack: lastBack === undefined ? null : indexOf(lastBack),
    lastBackShare: lastBack === undefined ? 1 : share(lastBack),
  };
}
