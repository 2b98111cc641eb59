/** Values that can be computed from a scenario without simulating it. */

import type { PathSummary } from "../params/algorithm.ts";
import { readNumber, sizeOf } from "../params/read.ts";
import { trafficById } from "../registered.ts";
import type { LinkSpec, Topology } from "../topologies/topology.ts";
import { basePropagationMs, linkById, resolvePath, routeDelayMs, routeOf } from "./path.ts";
import { queueOfLink } from "./places.ts";
import type { FlowSpec, RouteSpec, Scenario } from "./scenario.ts";

/** Computed values of one link. */
export interface PathFacts {
  /** Bandwidth-delay product for the longest RTT over the link, in full packets. */
  readonly bdpPackets: number;
  /** Limit of the queue as a multiple of `bdpPackets`. */
  readonly bufferBdp: number;
  /** Waiting time of the last packet of a full queue (s). */
  readonly longestQueueS: number;
}

/** Computed values of one route. */
export interface RouteFacts {
  readonly id: string;
  readonly label: string;
  /** Propagation RTT over the links of the route (ms). The access delay of the flows is not included. */
  readonly rttMs: number;
  /** Id of the link with the lowest capacity. If several have the same capacity, the first of them. */
  readonly narrowest: string;
  readonly capacityMbps: number;
}

const BITS_PER_MEGABIT = 1e6;

/** Returns the computed values of a link, by default of the first link of the path. */
export function pathFacts(scenario: Scenario, linkId?: string): PathFacts {
  const link = linkOf(scenario, linkId);
  const bits = packetBits(scenario);
  const bps = bpsOf(link);
  const bdpPackets = (bps * longestRttMs(scenario, link)) / 1000 / bits;
  const limit = sizeOf(queueOfLink(scenario, link.id).params.limit, "limit");
  const limitBits = Math.min(limit.packets * bits, limit.bytes * 8);
  return { bdpPackets, bufferBdp: limitBits / bits / bdpPackets, longestQueueS: limitBits / bps };
}

/** Returns the computed values of every route, in the order of the path. */
export function routeFacts(scenario: Scenario): RouteFacts[] {
  const topology = resolvePath(scenario.path);
  return topology.routes.map((route) => {
    const narrowest = narrowestLink(topology, route);
    return {
      id: route.id,
      label: route.label,
      rttMs: routeDelayMs(topology, route),
      narrowest: narrowest.id,
      capacityMbps: readNumber(narrowest.params, "capacity"),
    };
  });
}

/** Returns the link with the lowest capacity on a route. If several have the same capacity, the first of them. */
export function narrowestLink(topology: Topology, route: RouteSpec): LinkSpec {
  const links = route.forward.map((id) => linkById(topology, id));
  return links.reduce((best, one) => (bpsOf(one) < bpsOf(best) ? one : best));
}

/** Returns the properties of a link that an algorithm's suggestion uses; by default of the first link of the path. */
export function pathSummary(scenario: Scenario, linkId?: string): PathSummary {
  const link = linkOf(scenario, linkId);
  const flows = flowsOver(scenario, link).filter(({ traffic }) => trafficById(traffic).transport === "tcp");
  return {
    packetsPerS: bpsOf(link) / packetBits(scenario),
    rttS: longestRttMs(scenario, link) / 1000,
    flows: Math.max(
      1,
      flows.reduce((sum, spec) => sum + spec.count, 0),
    ),
  };
}

function linkOf({ path }: Scenario, id: string | undefined): LinkSpec {
  const topology = resolvePath(path);
  return id === undefined ? topology.links[0] : linkById(topology, id);
}

const bpsOf = (link: LinkSpec): number => readNumber(link.params, "capacity") * BITS_PER_MEGABIT;

const packetBits = ({ tcp }: Scenario): number => (readNumber(tcp, "mss") + readNumber(tcp, "overhead")) * 8;

function flowsOver({ path, flows }: Scenario, link: LinkSpec): FlowSpec[] {
  const topology = resolvePath(path);
  return flows.filter((spec) => routeOf(topology, spec).forward.includes(link.id));
}

/** Returns the longest RTT (ms) of all flows that use the link. If no flow uses it, the longest RTT of all flows. */
function longestRttMs(scenario: Scenario, link: LinkSpec): number {
  const over = flowsOver(scenario, link);
  const flows = over.length > 0 ? over : scenario.flows;
  const topology = resolvePath(scenario.path);
  return Math.max(...flows.map((spec) => basePropagationMs(topology, spec)));
}

/** Returns the payload of a full packet as a fraction of its size on the wire. */
export function payloadShare({ traffic, params }: FlowSpec, tcp: Scenario["tcp"]): number {
  const payload = readNumber(traffic === "cbr" ? params : tcp, traffic === "cbr" ? "cbr-packet" : "mss");
  return payload / (payload + readNumber(tcp, "overhead"));
}
