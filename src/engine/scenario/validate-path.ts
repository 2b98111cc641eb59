/** The path of unknown JSON: topology and parameters, links and routes; also the old form, a dumbbell's parameters alone. */

import { topologyById } from "../algorithms.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { DEFAULT_TOPOLOGY, defaultPath, defaultScenario } from "./defaults.ts";
import { ownPath } from "./edit-topology.ts";
import { fitLinks, type RawLink } from "./fit-links.ts";
import { fitRoutes, type RawRoute } from "./fit-routes.ts";
import { fitChoice, fitGiven, type Given } from "./fit-values.ts";
import { checkKeys, isObject, listOf, objectOf } from "./json-reading.ts";
import { PATH } from "./known-names.ts";
import type { Problems } from "./problems.ts";
import type { PathSpec, QueueSpec } from "./scenario.ts";

const KEYS = ["topology", "params", "links", "routes"];

/** The path without links of its own. */
export function readPathParams(given: unknown, problems: Problems): PathSpec {
  const json = objectOf(given, "path", problems) ?? {};
  if (isFlat(json)) return readParams(DEFAULT_TOPOLOGY, json, problems);
  checkKeys(json, KEYS, "path", problems);
  const topology = fitChoice(PATH, json.topology, DEFAULT_TOPOLOGY, "", problems);
  return readParams(topology, objectOf(json.params, "path", problems) ?? {}, problems);
}

/** Before there were topologies a path was its parameters. */
function isFlat(json: Given): boolean {
  return !KEYS.some((key) => Object.hasOwn(json, key));
}

function readParams(topology: string, json: Given, problems: Problems): PathSpec {
  const { params } = topologyById(topology);
  const ids = params.map((param) => param.id);
  checkKeys(json, ids, "", problems);
  const path = defaultPath(topology);
  return { ...path, params: { ...path.params, ...fitGiven(params, json, "", problems) } };
}

/** Lays its links over the path, and, of a path of one's own, its routes. */
export function readLinks(path: PathSpec, given: unknown, queue: QueueSpec, problems: Problems): PathSpec {
  const isOpen = topologyById(path.topology).isOpen === true;
  const json = isObject(given) && !isFlat(given) ? given : {};
  const links = listOf(json.links, "links", problems) ?? [];
  const routes = listOf(json.routes, "routes", problems) ?? [];
  const start = isOpen && links.length === 0 ? ownPath(defaultScenario().path, path.topology) : path;
  const settings = fitLinks(
    links.map((one, i) => readLink(one, i + 1, problems)),
    start,
    queue,
    problems,
  );
  if (isOpen) {
    const raws = routes.map((one, i) => readRoute(one, i + 1, problems));
    return { ...path, links: settings, routes: fitRoutes(raws, start.routes, settings, problems) };
  }
  if (routes.length > 0) {
    const fault = "Only a custom path has routes of its own";
    problems.leftOut({ field: "routes", given: "a list", allowed: "none", fault });
  }
  return settings.length === 0 ? path : { ...path, links: settings };
}

function readLink(given: unknown, number: number, problems: Problems): RawLink {
  const name = `link ${number}`;
  const json = objectOf(given, name, problems) ?? {};
  checkKeys(json, ["id", "from", "to", "params", "queue"], name, problems);
  const values = objectOf(json.params, `${name}: params`, problems) ?? {};
  checkKeys(
    values,
    LINK_PARAMS.map((param) => param.id),
    name,
    problems,
  );
  return { id: json.id, from: json.from, to: json.to, values, queue: readQueue(json.queue, name, problems) };
}

function readQueue(given: unknown, name: string, problems: Problems): RawLink["queue"] {
  if (given === null || given === undefined) return given;
  const json = objectOf(given, `${name}: queue`, problems);
  if (json === null) return undefined;
  checkKeys(json, ["aqm", "params"], name, problems);
  return { aqm: json.aqm, values: objectOf(json.params, `${name}: queue`, problems) ?? {} };
}

function readRoute(given: unknown, number: number, problems: Problems): RawRoute {
  const name = `route ${number}`;
  const json = objectOf(given, name, problems) ?? {};
  checkKeys(json, ["id", "label", "forward", "back"], name, problems);
  const { id, label, forward, back } = json;
  return { id, label, forward, back };
}
