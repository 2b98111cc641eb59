/** Routes of a path of one's own as they are given, and the nearest valid ones: links that follow one another. */
import { isPathName, LONGEST_PATH_NAME, nearestPathName } from "../topologies/path-name.ts";
import { textOf } from "./given-text.ts";
import { MOST_ROUTES } from "./limits.ts";
import type { Problems } from "./problems.ts";
import type { LinkSetting, RouteSpec } from "./scenario.ts";

/** A route before anything of it was checked; undefined is what was not said. */
export interface RawRoute {
  readonly id: unknown;
  readonly label: unknown;
  /** Link ids in a list, or joined by "+". */
  readonly forward: unknown;
  readonly back: unknown;
}

const LONGEST_LABEL = 40;
const NAME_ALLOWED = `letters, digits, "-" and "_", at most ${LONGEST_PATH_NAME}`;
const CHAINED = "links of the path, one where the other ends";

/** Lays the given routes over the present ones; where none is left, the links' own. */
export function fitRoutes(
  raws: readonly RawRoute[],
  present: readonly RouteSpec[],
  links: readonly LinkSetting[],
  problems: Problems,
): readonly RouteSpec[] {
  const given = raws.map((raw, i) => ({ raw, id: idOf(raw.id, i + 1, problems) }));
  const routes: RouteSpec[] = [];
  for (const route of present) {
    // What the given ones replace need not be checked any more.
    if (given.some(({ id }) => id === route.id)) routes.push(route);
    else take(routes, fitRoute(route.id, route, links, problems));
  }
  const seen = new Set<string>();
  for (const [i, { raw, id }] of given.entries()) {
    if (seen.has(id)) problems.dropped(`route ${i + 1}`, "id", "Name", id, "one that no other route has");
    else take(routes, fitRoute(id, raw, links, problems));
    seen.add(id);
  }
  if (routes.length > MOST_ROUTES) {
    problems.notAmong(
      "",
      "path-route",
      "Routes",
      String(routes.length),
      `at most ${MOST_ROUTES}`,
      `the first ${MOST_ROUTES}`,
    );
  }
  return routes.length > 0 ? routes.slice(0, MOST_ROUTES) : usualRoutes(links);
}

/** In the place of one of the same name, or at the end. */
function take(routes: RouteSpec[], route: RouteSpec | null): void {
  if (route === null) return;
  const at = routes.findIndex(({ id }) => id === route.id);
  if (at < 0) routes.push(route);
  else routes[at] = route;
}

/** One route over all links where they follow one another, otherwise one for each link. */
export function usualRoutes(links: readonly LinkSetting[]): RouteSpec[] {
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

function fitRoute(
  id: string,
  raw: RawRoute,
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
  const isWayBack =
    back.length === asked.length &&
    linkOf(back[0])?.from === receiver &&
    linkOf(back[back.length - 1])?.to === sender;
  if (isWayBack) return back;
  const allowed = `${CHAINED}, from ${receiver} to ${sender}`;
  problems.notAmong(owner, "back", "Back", asked.join("+"), allowed, "an ideal way");
  return [];
}

/** The longest beginning in which each link is there, starts where the one before ends, and comes once. */
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
  // Control characters, and halves of characters, would not survive the way through a link.
  const text = given === undefined ? "" : textOf(given).replace(/\p{C}/gu, "").trim();
  if (text === "") return id;
  if (text.length <= LONGEST_LABEL) return text;
  const used = text.slice(0, LONGEST_LABEL).replace(/\p{C}/gu, "").trim();
  problems.notAmong(owner, "label", "Label", text, `at most ${LONGEST_LABEL} characters`, used);
  return used;
}
