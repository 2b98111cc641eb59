/** The path after a change in mid-run: what the network takes on, and what limits reckon with. */

import { topologyById } from "../algorithms.ts";
import type { ParamValue } from "../params/param.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { resolvePath } from "./resolve-path.ts";
import type { Change, LinkSetting, PathSpec } from "./scenario.ts";

/** The same object where the change does not concern links' own parameters. Queues are not its business. */
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

export function withLinkParam(path: PathSpec, link: string, id: string, value: ParamValue): PathSpec {
  const setting = settingOf(path, link);
  return withLinkSetting(path, { ...setting, params: { ...setting.params, [id]: value } });
}

/** What is set of a link beyond what the topology says; of most links, nothing. */
export function settingOf(path: PathSpec, link: string): LinkSetting {
  const known = path.links.find((setting) => setting.id === link);
  return known ?? { id: link, from: "", to: "", params: {}, queue: null };
}

export function withLinkSetting(path: PathSpec, setting: LinkSetting): PathSpec {
  const isKnown = path.links.some(({ id }) => id === setting.id);
  const links = isKnown
    ? path.links.map((one) => (one.id === setting.id ? setting : one))
    : [...path.links, setting];
  return { ...path, links };
}
