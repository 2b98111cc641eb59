/** Rules between a path and what names its links and routes: settings of links, flows, changes. */

import { topologyById } from "../algorithms.ts";
import { orList } from "../params/value-text.ts";
import { LINK_DEFAULTS } from "../topologies/link.ts";
import { ROUTE } from "../traffic/flow-params.ts";
import { flowOwner, type Problems } from "./problems.ts";
import { resolvePath } from "./resolve-path.ts";
import type { Change, FlowSpec, LinkSetting, PathSpec, Scenario } from "./scenario.ts";

/** Every name of a link or a route is one that the path has, and what says nothing is not there. */
export function settlePath(scenario: Scenario, problems: Problems): Scenario {
  const path = settleLinks(scenario.path, problems);
  const flows = settleRoutes(scenario.flows, path, problems);
  const changes = settleTargets(scenario.changes, flows.length, path, problems);
  return { ...scenario, path, flows, changes };
}

function settleLinks(path: PathSpec, problems: Problems): PathSpec {
  const settled = topologyById(path.topology).isOpen
    ? path.links.map(withoutDefaults)
    : settleSettings(path, problems);
  const isSame =
    settled.length === path.links.length && settled.every((setting, i) => setting === path.links[i]);
  return isSame ? path : { ...path, links: settled };
}

/** Settings of links that are there and say something, in the order of the links. */
function settleSettings(path: PathSpec, problems: Problems): LinkSetting[] {
  const ids = topologyById(path.topology)
    .build(path.params)
    .links.map((link) => link.id);
  for (const { id } of path.links) {
    if (!ids.includes(id)) problems.dropped("", "link", "Link", id, orList(ids));
  }
  return ids.flatMap((id) => {
    const setting = path.links.find((one) => one.id === id);
    const isEmpty = setting === undefined || (setting.queue === null && isEmptyObject(setting.params));
    return isEmpty ? [] : [setting];
  });
}

function isEmptyObject(values: object): boolean {
  return Object.keys(values).length === 0;
}

/** A link of one's own has no topology behind it that its defaults could differ from. */
function withoutDefaults(setting: LinkSetting): LinkSetting {
  const entries = Object.entries(setting.params);
  const set = entries.filter(([id, value]) => value !== LINK_DEFAULTS[id]);
  return set.length === entries.length ? setting : { ...setting, params: Object.fromEntries(set) };
}

function settleRoutes(flows: readonly FlowSpec[], path: PathSpec, problems: Problems): readonly FlowSpec[] {
  const ids = resolvePath(path).routes.map((route) => route.id);
  const settled = flows.map((spec, i) => {
    const { route } = spec.params;
    if (route === ROUTE.default || (ids.includes(String(route)) && route !== ids[0])) return spec;
    if (route !== ids[0]) {
      const owner = flowOwner(i, flows.length);
      problems.notAmong(owner, ROUTE.id, ROUTE.label, String(route), orList(ids), ids[0]);
    }
    return { ...spec, params: { ...spec.params, [ROUTE.id]: ROUTE.default } };
  });
  return settled.some((spec, i) => spec !== flows[i]) ? settled : flows;
}

function settleTargets(
  changes: readonly Change[],
  groups: number,
  path: PathSpec,
  problems: Problems,
): readonly Change[] {
  const ids = resolvePath(path).links.map((link) => link.id);
  const isThere = ({ flow, link }: Change) =>
    (flow === null || flow < groups) && (link === null || ids.includes(link));
  if (changes.every(isThere)) return changes;
  for (const [i, change] of changes.entries()) {
    if (isThere(change)) continue;
    const owner = `change ${i + 1}`;
    if (change.link !== null) problems.dropped(owner, "link", "link", change.link, orList(ids));
    else problems.dropped(owner, "flow", "flow", String(Number(change.flow) + 1), `1 to ${groups}`);
  }
  return changes.filter(isThere);
}
