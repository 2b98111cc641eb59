/** Determines the links and routes of a PathSpec: the links of the topology with the settings of single links. */
import { traceOf } from "../net/capacity-trace.ts";
import type { ParamValue } from "../params/param.ts";
import { readText } from "../params/read.ts";
import { topologyById } from "../registered.ts";
import { LINK_DEFAULTS, LINK_PARAMS } from "../topologies/link-params.ts";
import type { LinkSpec, NodeSpec, Topology } from "../topologies/topology.ts";
import type { Change, FlowSpec, LinkSetting, PathSpec, RouteSpec } from "./scenario.ts";

const resolved = new WeakMap<PathSpec, Topology>();

/** Returns the links and routes of a valid path. For the same object `path`, the same result object is returned. */
export function resolvePath(path: PathSpec): Topology {
  const known = resolved.get(path);
  if (known !== undefined) return known;
  const topology = resolve(path);
  resolved.set(path, topology);
  return topology;
}

function resolve(path: PathSpec): Topology {
  const built = topologyById(path.topology).build(path.params);
  const settingOf = (id: string) => path.links.find((setting) => setting.id === id);
  const added = path.links.filter(({ id }) => !built.links.some((link) => link.id === id)).map(linkOf);
  return {
    nodes: [...built.nodes, ...nodesOf(added)],
    links: [...built.links.map((link) => withSetting(link, settingOf(link.id))), ...added].map(recorded),
    routes: [...built.routes, ...path.routes],
  };
}

/** Returns the link with its own settings applied: parameters and queue. */
function withSetting(link: LinkSpec, setting: LinkSetting | undefined): LinkSpec {
  if (setting === undefined) return link;
  const params = { ...link.params, ...setting.params };
  return { ...link, params, queue: setting.queue ?? link.queue };
}

/** Sets the capacity of a link that follows a recording to the mean rate of the recording. */
function recorded(link: LinkSpec): LinkSpec {
  const trace = traceOf(readText(link.params, "capacity-pattern"));
  return trace === null ? link : { ...link, params: { ...link.params, capacity: trace.meanBps / 1e6 } };
}

function linkOf({ id, from, to, params, queue }: LinkSetting): LinkSpec {
  return { id, label: id, from, to, params: { ...LINK_DEFAULTS, ...params }, queue };
}

/** Returns the nodes in the order in which the links name them. */
function nodesOf(links: readonly LinkSpec[]): NodeSpec[] {
  const ids = new Set(links.flatMap(({ from, to }) => [from, to]));
  return [...ids].map((id) => ({ id, label: id }));
}

/** Returns the link with that id. Throws if the topology has no such link. */
export function linkById(topology: Topology, id: string): LinkSpec {
  const link = topology.links.find((one) => one.id === id);
  if (link === undefined) throw new Error(`there is no link ${id}`);
  return link;
}

/** Returns the route of a group of flows: the route that the group names, otherwise the first route of the path. */
export function routeOf(topology: Topology, spec: FlowSpec): RouteSpec {
  return topology.routes.find((route) => route.id === spec.params.route) ?? topology.routes[0];
}

/** Returns the propagation RTT over a route's links (ms). If ACKs pass no links, their delay equals that of the data. */
export function routeDelayMs(topology: Topology, route: RouteSpec): number {
  const delayMs = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + Number(linkById(topology, id).params.delay), 0);
  return delayMs(route.forward) + delayMs(route.back.length > 0 ? route.back : route.forward);
}

/** Returns the RTT of a group of flows while all queues are empty (ms): the delay of its access and of the links of its route. */
export function basePropagationMs(topology: Topology, spec: FlowSpec): number {
  return Number(spec.params.rtt) + routeDelayMs(topology, routeOf(topology, spec));
}

/**
 * Returns the path after a change during the run. If the change does not concern a parameter of links, returns the same object.
 * Changes of queues are handled elsewhere.
 */
export function pathAfter(path: PathSpec, { flow, link, id, value }: Change): PathSpec {
  if (flow !== null) return path;
  const isLinkParam = LINK_PARAMS.some((param) => param.id === id);
  if (link !== null) return isLinkParam ? withLinkParam(path, link, id, value) : path;
  if (topologyById(path.topology).params.some((param) => param.id === id)) {
    return { ...path, params: { ...path.params, [id]: value } };
  }
  if (!isLinkParam) return path;
  const sharing = resolvePath(path).links.filter((one) => one.queue === null);
  return sharing.reduce((next, one) => withLinkParam(next, one.id, id, value), path);
}

/** Returns the path with a different value of a link's parameter. */
export function withLinkParam(path: PathSpec, link: string, id: string, value: ParamValue): PathSpec {
  const setting = settingOf(path, link);
  return withLinkSetting(path, { ...setting, params: { ...setting.params, [id]: value } });
}

/** Returns the settings of a link that differ from the topology. They are empty for most links. */
export function settingOf(path: PathSpec, link: string): LinkSetting {
  const known = path.links.find((setting) => setting.id === link);
  return known ?? { id: link, from: "", to: "", params: {}, queue: null };
}

/** Returns the path with the settings of a link replaced. */
export function withLinkSetting(path: PathSpec, setting: LinkSetting): PathSpec {
  const isKnown = path.links.some(({ id }) => id === setting.id);
  const links = isKnown
    ? path.links.map((one) => (one.id === setting.id ? setting : one))
    : [...path.links, setting];
  return { ...path, links };
}
