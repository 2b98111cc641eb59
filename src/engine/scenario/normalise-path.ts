/** Converts given links and routes to the nearest valid ones. Afterwards every name of a link or a route exists in the path. */
import type { CustomPrograms } from "../custom/scenario-programs.ts";
import { orList, shown } from "../params/value-text.ts";
import { topologyById } from "../registered.ts";
import { LINK_DEFAULTS, LINK_PARAMS } from "../topologies/link-params.ts";
import { isPathName, LONGEST_PATH_NAME, nearestPathName } from "../topologies/topology.ts";
import { ROUTE } from "../traffic/flow-params.ts";
import { type GivenValues, normaliseQueue, normaliseValues, textOf } from "./normalise-value.ts";
import { resolvePath, settingOf } from "./path.ts";
import { flowOwner, type Problems } from "./problems.ts";
import type { Change, FlowSpec, LinkSetting, PathSpec, QueueSpec, RouteSpec, Scenario } from "./scenario.ts";

/** Limit on the links of a path. */
export const MOST_LINKS = 32;
/** Limit on the routes of a path. */
export const MOST_ROUTES = 64;

/** An unchecked link. A field is undefined if the input does not contain it. */
export interface GivenLink {
  readonly id: unknown;
  readonly from: unknown;
  readonly to: unknown;
  /** Values of LINK_PARAMS. */
  readonly values: GivenValues;
  /** Queue of the link; null if the link uses the scenario's queue. */
  readonly queue: { readonly aqm: unknown; readonly values: GivenValues } | null | undefined;
}

const NAME_ALLOWED = `letters, digits, "-" and "_", at most ${LONGEST_PATH_NAME}`;

/** Merges the given links into the links of `path`, the new path of the scenario. Names of unknown links are checked later, by `normalise`. */
export function normaliseLinks(
  raws: readonly GivenLink[],
  path: PathSpec,
  { queue, programs }: Scenario,
  problems: Problems,
): readonly LinkSetting[] {
  const fitting = new LinkFitting(path, queue, programs, problems);
  for (const [i, raw] of raws.entries()) fitting.add(raw, i + 1);
  return fitting.settings;
}

class LinkFitting {
  settings: readonly LinkSetting[];
  private readonly path: PathSpec;
  private readonly queue: QueueSpec;
  private readonly programs: CustomPrograms;
  private readonly problems: Problems;
  private readonly isOpen: boolean;
  private readonly given: string[] = [];

  constructor(path: PathSpec, queue: QueueSpec, programs: CustomPrograms, problems: Problems) {
    this.path = path;
    this.queue = queue;
    this.programs = programs;
    this.problems = problems;
    this.settings = path.links;
    this.isOpen = topologyById(path.topology).isOpen === true;
  }

  add(raw: GivenLink, number: number): void {
    const id = this.idOf(raw.id, number);
    if (this.given.includes(id)) {
      this.problems.dropped(`link ${number}`, "id", "Name", id, "a name that no other link has");
      return;
    }
    this.given.push(id);
    const isKnown = this.settings.some((one) => one.id === id);
    if (this.isOpen && !isKnown && this.settings.length === MOST_LINKS) {
      this.problems.dropped("", "link", "Links", id, `at most ${MOST_LINKS}`);
      return;
    }
    const setting = this.fit(id, raw);
    this.settings = isKnown
      ? this.settings.map((one) => (one.id === id ? setting : one))
      : [...this.settings, setting];
  }

  private fit(id: string, raw: GivenLink): LinkSetting {
    const owner = `link ${shown(id)}`;
    const before = settingOf({ ...this.path, links: this.settings }, id);
    const params = { ...before.params, ...normaliseValues(LINK_PARAMS, raw.values, owner, this.problems) };
    const ends = this.isOpen ? this.endsOf(before, raw, owner) : this.noEnds(raw, owner);
    return { id, ...ends, params, queue: this.queueOf(before, raw, owner) };
  }

  private queueOf(before: LinkSetting, { queue }: GivenLink, owner: string): QueueSpec | null {
    if (queue === undefined) return before.queue;
    if (queue === null) return null;
    const ofTopology = this.isOpen
      ? undefined
      : resolvePath(this.path).links.find(({ id }) => id === before.id);
    const present = before.queue ?? ofTopology?.queue ?? this.queue;
    return normaliseQueue(queue.aqm, queue.values, present, owner, this.programs, this.problems);
  }

  private idOf(given: unknown, number: number): string {
    const text = given === undefined ? "" : textOf(given).trim();
    if (!this.isOpen) return text;
    if (text === "")
      return this.fresh(`link${number}`, (name) => !this.settings.some(({ id }) => id === name));
    return this.nameOf(text, `link ${number}`, "id", "Name", `link${number}`);
  }

  /** Returns the nodes at the ends of a link. By default the link starts where the previous link ends and leads to a new node. */
  private endsOf(before: LinkSetting, raw: GivenLink, owner: string): Pick<LinkSetting, "from" | "to"> {
    const usualFrom = before.from || (this.settings.at(-1)?.to ?? "n1");
    const from = this.nodeOf(raw.from, usualFrom, "from", owner);
    const nodes = this.settings.flatMap((one) => [one.from, one.to]);
    const fresh = this.fresh("n1", (name) => name !== from && !nodes.includes(name));
    const to = this.nodeOf(raw.to, before.to || fresh, "to", owner);
    if (to !== from) return { from, to };
    this.problems.notAmong(owner, "to", "To", to, "a node other than its start node", fresh);
    return { from, to: fresh };
  }

  private nodeOf(given: unknown, usual: string, id: "from" | "to", owner: string): string {
    const text = given === undefined ? "" : textOf(given).trim();
    return text === "" ? usual : this.nameOf(text, owner, id, id === "from" ? "From" : "To", usual);
  }

  private nameOf(text: string, owner: string, field: string, name: string, usual: string): string {
    if (isPathName(text)) return text;
    const used = nearestPathName(text) || usual;
    this.problems.notAmong(owner, field, name, text, NAME_ALLOWED, used);
    return used;
  }

  private noEnds(raw: GivenLink, owner: string): Pick<LinkSetting, "from" | "to"> {
    for (const key of ["from", "to"] as const) {
      const given = raw[key];
      if (given !== undefined && given !== "") {
        this.problems.unused(owner, key, textOf(given), this.path.topology);
      }
    }
    return { from: "", to: "" };
  }

  /** Returns the first unused name of name1, name2, … */
  private fresh(first: string, isFree: (name: string) => boolean): string {
    const [, stem, number] = /^(.*\D|)(\d+)$/.exec(first) ?? ["", first, "1"];
    let next = Number(number);
    while (!isFree(`${stem}${next}`)) next++;
    return `${stem}${next}`;
  }
}

/** An unchecked route. A field is undefined if the input does not contain it. */
export interface GivenRoute {
  readonly id: unknown;
  readonly label: unknown;
  /** Link ids, as a list or joined by "+". */
  readonly forward: unknown;
  readonly back: unknown;
  /** Text from the input, which is quoted if the path cannot have custom routes. */
  readonly text: string;
}

const LONGEST_LABEL = 40;
const CHAINED = "links of the path, each starting where the previous link ends";

/** Merges the given routes into the existing routes. If no route remains, returns the default routes of the links. */
export function normaliseRoutes(
  raws: readonly GivenRoute[],
  present: readonly RouteSpec[],
  links: readonly LinkSetting[],
  problems: Problems,
): readonly RouteSpec[] {
  const given = raws.map((raw, i) => ({ raw, id: idOf(raw.id, i + 1, problems) }));
  const routes: RouteSpec[] = [];
  for (const route of present) {
    // An existing route that is replaced need not be valid.
    if (given.some(({ id }) => id === route.id)) routes.push(route);
    else take(routes, routeOf(route.id, route, links, problems));
  }
  const seen = new Set<string>();
  for (const [i, { raw, id }] of given.entries()) {
    if (seen.has(id)) problems.dropped(`route ${i + 1}`, "id", "Name", id, "a name that no other route has");
    else take(routes, routeOf(id, raw, links, problems));
    seen.add(id);
  }
  if (routes.length > MOST_ROUTES) {
    problems.tooMany("path-route", "Routes", routes.length, `at most ${MOST_ROUTES}`, MOST_ROUTES);
  }
  return routes.length > 0 ? routes.slice(0, MOST_ROUTES) : usualRoutes(links);
}

/** Replaces the route with the same id, or adds it at the end. */
function take(routes: RouteSpec[], route: RouteSpec | null): void {
  if (route === null) return;
  const at = routes.findIndex(({ id }) => id === route.id);
  if (at < 0) routes.push(route);
  else routes[at] = route;
}

/** Returns one route over all links if they form a chain, otherwise one route per link. */
function usualRoutes(links: readonly LinkSetting[]): RouteSpec[] {
  const ids = links.map((link) => link.id);
  if (chainOf(ids, links).length === ids.length) {
    return [{ id: "forward", label: "Forward", forward: ids, back: [] }];
  }
  return ids.map((id) => ({ id, label: id, forward: [id], back: [] }));
}

function idOf(given: unknown, number: number, problems: Problems): string {
  const text = given === undefined ? "" : textOf(given).trim();
  if (text === "") return `route${number}`;
  if (isPathName(text)) return text;
  const used = nearestPathName(text) || `route${number}`;
  problems.notAmong(`route ${number}`, "id", "Name", text, NAME_ALLOWED, used);
  return used;
}

function routeOf(
  id: string,
  raw: Omit<GivenRoute, "id" | "text">,
  links: readonly LinkSetting[],
  problems: Problems,
): RouteSpec | null {
  const owner = `route ${id}`;
  const asked = namesOf(raw.forward);
  const forward = chainOf(asked, links);
  if (forward.length === 0) {
    problems.dropped(owner, "forward", "Forward", asked.join("+"), CHAINED);
    return null;
  }
  if (forward.length < asked.length) {
    problems.notAmong(owner, "forward", "Forward", asked.join("+"), CHAINED, forward.join("+"));
  }
  return {
    id,
    label: labelOf(raw.label, id, owner, problems),
    forward,
    back: backOf(raw.back, forward, links, owner, problems),
  };
}

function backOf(
  given: unknown,
  forward: readonly string[],
  links: readonly LinkSetting[],
  owner: string,
  problems: Problems,
): readonly string[] {
  const asked = namesOf(given);
  if (asked.length === 0) return [];
  const back = chainOf(asked, links);
  const linkOf = (id: string) => links.find((link) => link.id === id);
  const [sender, receiver] = [linkOf(forward[0])?.from, linkOf(forward[forward.length - 1])?.to];
  const isReturnPath =
    back.length === asked.length &&
    linkOf(back[0])?.from === receiver &&
    linkOf(back[back.length - 1])?.to === sender;
  if (isReturnPath) return back;
  const allowed = `${CHAINED}, from ${receiver} to ${sender}`;
  problems.notAmong(owner, "back", "Back", asked.join("+"), allowed, "an ideal way");
  return [];
}

/**
 * Returns the beginning of the list, up to the first link that does not exist, does not start where the previous link ends, or
 * occurs twice.
 */
function chainOf(ids: readonly string[], links: readonly LinkSetting[]): string[] {
  const chain: LinkSetting[] = [];
  for (const id of ids) {
    const link = links.find((one) => one.id === id);
    const last = chain.at(-1);
    if (link === undefined || chain.includes(link)) break;
    if (last !== undefined && last.to !== link.from) break;
    chain.push(link);
  }
  return chain.map((link) => link.id);
}

function namesOf(given: unknown): string[] {
  const names = Array.isArray(given)
    ? given.map(textOf)
    : given === undefined
      ? []
      : textOf(given).split("+");
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

function labelOf(given: unknown, id: string, owner: string, problems: Problems): string {
  // Control characters and unpaired surrogates cannot be part of a URL.
  const text = given === undefined ? "" : textOf(given).replace(/\p{C}/gu, "").trim();
  if (text === "") return id;
  if (text.length <= LONGEST_LABEL) return text;
  const used = text.slice(0, LONGEST_LABEL).replace(/\p{C}/gu, "").trim();
  problems.notAmong(owner, "label", "Label", text, `at most ${LONGEST_LABEL} characters`, used);
  return used;
}

/** Removes settings that have no effect. Replaces names of links and routes that do not exist in the path. */
export function normalisePath(scenario: Scenario, problems: Problems): Scenario {
  const path = normaliseOwnLinks(scenario.path, problems);
  const flows = normaliseFlowRoutes(scenario.flows, path, problems);
  const changes = normaliseTargets(scenario.changes, flows.length, path, problems);
  return { ...scenario, path, flows, changes };
}

function normaliseOwnLinks(path: PathSpec, problems: Problems): PathSpec {
  const normalised = topologyById(path.topology).isOpen
    ? path.links.map(withoutDefaults)
    : normaliseSettings(path, problems);
  const isSame =
    normalised.length === path.links.length && normalised.every((setting, i) => setting === path.links[i]);
  return isSame ? path : { ...path, links: normalised };
}

/** Returns the settings of the existing links, in the order of the links. Empty settings are left out. */
function normaliseSettings(path: PathSpec, problems: Problems): LinkSetting[] {
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

/** Removes values that equal the defaults. A custom link has no topology with other values. */
function withoutDefaults(setting: LinkSetting): LinkSetting {
  const entries = Object.entries(setting.params);
  const set = entries.filter(([id, value]) => value !== LINK_DEFAULTS[id]);
  return set.length === entries.length ? setting : { ...setting, params: Object.fromEntries(set) };
}

function normaliseFlowRoutes(
  flows: readonly FlowSpec[],
  path: PathSpec,
  problems: Problems,
): readonly FlowSpec[] {
  const ids = resolvePath(path).routes.map((route) => route.id);
  const normalised = flows.map((spec, i) => {
    const { route } = spec.params;
    if (route === ROUTE.default || (ids.includes(String(route)) && route !== ids[0])) return spec;
    if (route !== ids[0]) {
      const owner = flowOwner(i, flows.length);
      problems.notAmong(owner, ROUTE.id, ROUTE.label, String(route), orList(ids), ids[0]);
    }
    return { ...spec, params: { ...spec.params, [ROUTE.id]: ROUTE.default } };
  });
  return normalised.some((spec, i) => spec !== flows[i]) ? normalised : flows;
}

function normaliseTargets(
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
