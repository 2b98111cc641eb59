/** A group of flows in words, for the lines of the flows' table. */
import {
  congestionControls,
  type FlowSpec,
  type PathSpec,
  resolvePath,
  routeOf,
  trafficKinds,
} from "../../engine/index.ts";
import { REGISTRIES } from "../state/choices.ts";
import { isTcp } from "../state/rail.ts";
import { labelOf } from "./setting-differences.ts";

/** The usual traffic needs no word. */
const USUAL_TRAFFIC = REGISTRIES.traffic.choice.default;

/** "3 × NewReno, ECN", "CUBIC, web pages", "CBR over UDP". */
export function flowName(flow: FlowSpec): string {
  const many = flow.count > 1 ? `${flow.count} × ` : "";
  const traffic = labelOf(trafficKinds, flow.traffic);
  if (!isTcp(flow)) return many + traffic;
  const parts = [labelOf(congestionControls, flow.cc)];
  if (flow.params.ecn === true) parts.push("ECN");
  if (flow.traffic !== USUAL_TRAFFIC) parts.push(traffic.toLowerCase());
  return many + parts.join(", ");
}

export function flowTimes({ params }: FlowSpec): string {
  const { start, stop, size } = params;
  if (typeof stop === "number" && typeof start === "number" && stop <= start) return "stops before it starts";
  if (typeof size === "number") return `from ${start} s, ${sizeText(size)}`;
  return `${start} s to ${typeof stop === "number" ? `${stop} s` : "end"}`;
}

function sizeText(bytes: number): string {
  if (bytes >= 1e6) return `${Number((bytes / 1e6).toPrecision(3))} MB`;
  if (bytes >= 1e3) return `${Number((bytes / 1e3).toPrecision(3))} kB`;
  return `${bytes} B`;
}

/** The route's name; null where the path has one route only. */
export function flowRoute(path: PathSpec, flow: FlowSpec): string | null {
  const topology = resolvePath(path);
  return topology.routes.length > 1 ? routeOf(topology, flow).label : null;
}

/** "22 flows in 12 groups". */
export function flowsTotal(flows: readonly FlowSpec[]): string {
  const count = flows.reduce((sum, flow) => sum + flow.count, 0);
  return `${count} flows in ${flows.length} groups`;
}

/** Index over all flows of the first member of a group: its hue everywhere. */
export function firstFlowOf(flows: readonly FlowSpec[], group: number): number {
  return flows.slice(0, group).reduce((sum, flow) => sum + flow.count, 0);
}

/** A flow like another one that joins at a time and goes on to the end. */
export function joiningAt(like: FlowSpec, startS: number): Partial<FlowSpec> {
  const start = Math.ceil(startS * 1000) / 1000;
  return { ...like, count: 1, params: { ...like.params, start, stop: null } };
}
