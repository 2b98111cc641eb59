/** When a scenario is as steady as closed forms assume, and what they need to know of it then. */
import { readNumber, sizeOf } from "../params/read.ts";
import { basePropagationMs, linkById, resolvePath, routeOf } from "../scenario/path.ts";
import type { FlowSpec, QueueSpec, Scenario } from "../scenario/scenario.ts";
import type { LinkSpec } from "../topologies/topology.ts";

const BITS_PER_MEGABIT = 1e6;

/** The narrowest link of a flow's route, in full packets. */
export interface Bottleneck {
  readonly link: LinkSpec;
  readonly queue: QueueSpec;
  readonly packetsPerS: number;
  /** Round-trip time of the flow without any queue. */
  readonly rttS: number;
  readonly bdpPackets: number;
  readonly packetBytes: number;
}

/** One kind of flow that has the path for itself. */
export interface SteadyFlows extends Bottleneck {
  readonly spec: FlowSpec;
  readonly count: number;
}

/** Null unless all flows are equal, long, and the path is steady; groups with equal parameters count as one. */
export function steadyFlows(scenario: Scenario): SteadyFlows | null {
  const [spec, ...others] = scenario.flows;
  if (spec === undefined || !scenario.flows.every((one) => isLong(scenario, one))) return null;
  if (!others.every((one) => isAlike(one, spec)) || !isSteady(scenario, spec)) return null;
  const count = scenario.flows.reduce((sum, one) => sum + one.count, 0);
  return { ...bottleneckOf(scenario, spec), spec, count };
}

/** It sends without end from the warm-up on. */
export function isLong({ run }: Scenario, { traffic, params }: FlowSpec): boolean {
  const { size, start, stop } = params;
  const lasts = stop === null || (typeof stop === "number" && stop >= readNumber(run, "duration"));
  return traffic === "bulk" && size === null && lasts && Number(start) <= readNumber(run, "warmup");
}

/** No changes in mid-run, and nothing on the flow's way that comes by chance or moves by itself. */
export function isSteady(scenario: Scenario, spec: FlowSpec): boolean {
  const topology = resolvePath(scenario.path);
  const route = routeOf(topology, spec);
  return (
    scenario.changes.length === 0 &&
    [...route.forward, ...route.back].every((id) => {
      const {
        loss,
        jitter,
        "capacity-pattern": capacity,
        "delay-pattern": delay,
      } = linkById(topology, id).params;
      return loss === 0 && jitter === 0 && capacity === "" && delay === "";
    })
  );
}

export function bottleneckOf(scenario: Scenario, spec: FlowSpec): Bottleneck {
  const topology = resolvePath(scenario.path);
  const links = routeOf(topology, spec).forward.map((id) => linkById(topology, id));
  const capacity = (link: LinkSpec) => readNumber(link.params, "capacity");
  const link = links.reduce((best, one) => (capacity(one) < capacity(best) ? one : best));
  const packetBytes = readNumber(scenario.tcp, "mss") + readNumber(scenario.tcp, "overhead");
  const packetsPerS = (capacity(link) * BITS_PER_MEGABIT) / (packetBytes * 8);
  const rttS = basePropagationMs(topology, spec) / 1000;
  const queue = link.queue ?? scenario.queue;
  return { link, queue, packetsPerS, rttS, bdpPackets: packetsPerS * rttS, packetBytes };
}

/** A length in packets, of these bytes where it is in bytes. */
export function packetsOf(queue: QueueSpec, id: string, packetBytes: number): number {
  const { packets, bytes } = sizeOf(queue.params[id], id);
  return Math.min(packets, bytes / packetBytes);
}

/** Equal but for the number of flows and their start. */
function isAlike(a: FlowSpec, b: FlowSpec): boolean {
  const ids = Object.keys(a.params);
  return (
    a.cc === b.cc &&
    a.traffic === b.traffic &&
    ids.length === Object.keys(b.params).length &&
    ids.every((id) => id === "start" || a.params[id] === b.params[id])
  );
}
