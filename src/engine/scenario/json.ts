/** Converts unknown JSON to the nearest valid scenario and reports every wrong field. Never throws. */
import type { CustomProgram, CustomPrograms } from "../custom/scenario-programs.ts";
import { NO_PROGRAMS, type ProgramReader, withProgram } from "../custom/scenario-programs.ts";
import type { Param } from "../params/param.ts";
import { topologyById } from "../registered.ts";
import { TCP_PARAMS } from "../tcp/tcp-params.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { COUNT, RECOVERY } from "../traffic/flow-params.ts";
import { type GivenChange, MOST_CHANGES } from "./changes.ts";
import {
  DEFAULT_CC,
  DEFAULT_TOPOLOGY,
  DEFAULT_TRAFFIC,
  defaultPath,
  defaultScenario,
  standardFlows,
} from "./defaults.ts";
import { isOfVersion1 } from "./format-versions.ts";
import { AQM, aqmChoice, CC, ccChoice, PATH, TRAFFIC } from "./names.ts";
import { MOST_FLOWS } from "./normalise.ts";
import { type GivenLink, type GivenRoute, MOST_LINKS, MOST_ROUTES } from "./normalise-path.ts";
import { choiceOf, type GivenValues, textOf } from "./normalise-value.ts";
import { flowParams, queueParams } from "./places.ts";
import { capitalised, flowOwner, Problems } from "./problems.ts";
import { RUN_PARAMS } from "./run-params.ts";
import { type GivenFlow, mergeSettings, readPrograms, type Validated } from "./settings.ts";

type Values = ReadonlyMap<string, unknown>;

interface JsonReading extends Validated {
  /** True if the file has version 1. The user then gets the notice `version1Words`. */
  readonly isOld: boolean;
}

/**
 * Returns the nearest valid scenario with the problems of the input. `reader` reads the input's custom programs. The input may also
 * name those of `base`.
 */
export function validateScenario(
  input: unknown,
  reader: ProgramReader = NO_PROGRAMS,
  base = defaultScenario(),
): JsonReading {
  const problems = new Problems();
  const root = objectOf(input, "scenario", problems) ?? {};
  checkKeys(root, ["v", "run", "path", "queue", "tcp", "flows", "changes", "programs"], "", problems);
  // Programs are read first, because they declare further settings.
  const read = programsIn(root.programs, reader, problems, base.programs);
  const { programs } = read.reduce(withProgram, base);
  const isOld = isOfVersion1(root.v, problems);
  const path = pathIn(root.path, problems);
  const run = declaredIn(RUN_PARAMS, root.run, "run", "", problems);
  const queue = queueIn(root.queue, programs, problems);
  const tcp = tcpIn(root.tcp, problems);
  const given = {
    ...path,
    values: new Map([...run, ...path.values, ...queue, ...tcp]),
    // A custom sender can declare a parameter with the name of one of the queue's. The queue's value is not for the sender.
    ofFlows: new Map([...run, ...path.values, ...tcp]),
    flows: flowsIn(root.flows, path.topology, programs, problems),
    changes: changesIn(root.changes, problems),
    programs: read,
  };
  const scenario = mergeSettings(base, given, problems);
  return { scenario, problems: problems.list, isOld };
}

interface GivenPath {
  readonly topology: string;
  readonly values: Values;
  readonly links: GivenLink[];
  readonly routes: GivenRoute[];
}

const PATH_KEYS = ["topology", "params", "links", "routes"];

function pathIn(given: unknown, problems: Problems): GivenPath {
  const json = objectOf(given, "path", problems) ?? {};
  // Files that are older than the first topologies contain the path's parameters directly in `path`.
  const isFlat = !PATH_KEYS.some((key) => Object.hasOwn(json, key));
  if (!isFlat) checkKeys(json, PATH_KEYS, "path", problems);
  const { topology: chosen, params, links, routes } = isFlat ? { params: json } : json;
  const topology = choiceOf(PATH, chosen, DEFAULT_TOPOLOGY);
  const { params: declared, isOpen } = topologyById(topology);
  const values = [...pick({ [PATH.id]: chosen }), ...declaredIn(declared, params, "path", "", problems)];
  const customLinks = firstOf(listOf(links, "links", problems), MOST_LINKS, "links", problems).map((one, i) =>
    linkIn(one, i + 1, problems),
  );
  const customRoutes = firstOf(listOf(routes, "routes", problems), MOST_ROUTES, "routes", problems);
  if (!isOpen && customRoutes.length > 0) {
    const fault = "Only a custom path has routes of its own";
    problems.leftOut({ field: "routes", given: "a list", allowed: "none", fault });
  }
  return {
    topology,
    values: new Map(values),
    links: customLinks,
    routes: isOpen ? customRoutes.map((one, i) => routeIn(one, i + 1, problems)) : [],
  };
}

function linkIn(given: unknown, number: number, problems: Problems): GivenLink {
  const name = `link ${number}`;
  const json = objectOf(given, name, problems) ?? {};
  checkKeys(json, ["id", "from", "to", "params", "queue"], name, problems);
  const values = Object.fromEntries(declaredIn(LINK_PARAMS, json.params, `${name}: params`, name, problems));
  const { id, from, to } = json;
  return { id, from, to, values, queue: linkQueueIn(json.queue, name, problems) };
}

function linkQueueIn(given: unknown, name: string, problems: Problems): GivenLink["queue"] {
  if (given === null || given === undefined) return given;
  const json = objectOf(given, `${name}: queue`, problems);
  if (json === null) return undefined;
  checkKeys(json, ["aqm", "params"], name, problems);
  return { aqm: json.aqm, values: objectOf(json.params, `${name}: queue`, problems) ?? {} };
}

function routeIn(given: unknown, number: number, problems: Problems): GivenRoute {
  const name = `route ${number}`;
  const json = objectOf(given, name, problems) ?? {};
  checkKeys(json, ["id", "label", "forward", "back"], name, problems);
  const { id, label, forward, back } = json;
  return { id, label, forward, back, text: "" };
}

function queueIn(given: unknown, programs: CustomPrograms, problems: Problems): Values {
  const json = objectOf(given, "queue", problems) ?? {};
  checkKeys(json, ["aqm", "params"], "queue", problems);
  const aqm = choiceOf(aqmChoice(programs), json.aqm, defaultScenario().queue.aqm);
  return new Map([
    ...pick({ [AQM.id]: json.aqm }),
    ...declaredIn(queueParams(aqm, programs), json.params, "queue", "", problems),
  ]);
}

/**
 * Reads TCP's parameters. In older files they include `recovery`, which applied to all flows; it becomes the default for flows
 * without a value.
 */
function tcpIn(given: unknown, problems: Problems): Values {
  const { [RECOVERY.id]: recovery, ...own } = objectOf(given, "tcp", problems) ?? {};
  return new Map([...pick({ [RECOVERY.id]: recovery }), ...declaredIn(TCP_PARAMS, own, "tcp", "", problems)]);
}

function flowsIn(
  given: unknown,
  topology: string,
  programs: CustomPrograms,
  problems: Problems,
): GivenFlow[] {
  const list = listOf(given, "flows", problems);
  if (Array.isArray(given) && (list.length === 0 || list.length > MOST_FLOWS)) {
    const hasOwn = standardFlows(defaultPath(topology)).length > 0;
    const usual = hasOwn ? "the path's own" : "one default flow";
    const allowed = `1 to ${MOST_FLOWS} groups of flows`;
    if (list.length === 0) problems.notAmong("", "flows", "Flows", "0", allowed, usual);
    else problems.tooMany("flows", "Flows", list.length, allowed, MOST_FLOWS);
  }
  return list
    .slice(0, MOST_FLOWS)
    .map((one, i) => flowIn(one, flowOwner(i, list.length), programs, problems));
}

function flowIn(given: unknown, owner: string, programs: CustomPrograms, problems: Problems): GivenFlow {
  const name = owner === "" ? "flow" : owner;
  const json = objectOf(given, name, problems) ?? {};
  checkKeys(json, ["cc", "traffic", "count", "params"], owner, problems);
  const { [CC.id]: cc, [TRAFFIC.id]: traffic, [COUNT.id]: count } = json;
  const chosen = pick({ [CC.id]: cc, [TRAFFIC.id]: traffic, [COUNT.id]: count });
  const params = flowParams(
    choiceOf(ccChoice(programs), cc, DEFAULT_CC),
    choiceOf(TRAFFIC, traffic, DEFAULT_TRAFFIC),
    programs,
  );
  return { owner, values: new Map([...chosen, ...declaredIn(params, json.params, name, owner, problems)]) };
}

/** Reads programs. Entries are texts, or programs of a scenario object; of the latter only the text counts. */
function programsIn(
  given: unknown,
  reader: ProgramReader,
  problems: Problems,
  base: CustomPrograms,
): CustomProgram[] {
  const texts = listOf(given, "programs", problems).map((one) => {
    const text = isObject(one) && Object.hasOwn(one, "code") ? one.code : one;
    return typeof text === "string" ? text : new Error(`must be a text, got ${textOf(one)}`);
  });
  return readPrograms(texts, reader, problems, base);
}

function changesIn(given: unknown, problems: Problems): GivenChange[] {
  const list = firstOf(listOf(given, "changes", problems), MOST_CHANGES, "changes", problems);
  return list.flatMap((one, i) => {
    const owner = `change ${i + 1}`;
    const json = objectOf(one, owner, problems);
    if (json === null) return [];
    checkKeys(json, ["atS", "flow", "link", "id", "value"], owner, problems);
    const { atS: at, flow, link, id, value } = json;
    return [{ owner, at, flow, link, id, value }];
  });
}

/** Reads the values of the given parameters. Every other name is reported as a problem. */
function declaredIn(
  params: readonly Param[],
  given: unknown,
  place: string,
  owner: string,
  problems: Problems,
): [string, unknown][] {
  const json = objectOf(given, place, problems) ?? {};
  const ids = params.map(({ id }) => id);
  checkKeys(json, ids, owner, problems);
  return pick(json).filter(([id]) => ids.includes(id));
}

function pick(json: GivenValues): [string, unknown][] {
  return Object.entries(json).filter(([, value]) => value !== undefined);
}

function checkKeys(json: GivenValues, known: readonly string[], owner: string, problems: Problems): void {
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) problems.unknownName(owner, key, textOf(json[key]), known);
  }
}

function isObject(given: unknown): given is GivenValues {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Returns the input if it is an object; null if it is missing. If it is anything else, returns null and reports a problem. */
function objectOf(given: unknown, name: string, problems: Problems): GivenValues | null {
  if (isObject(given)) return given;
  if (given !== undefined)
    problems.notAmong("", name, capitalised(name), textOf(given), "an object", "the default");
  return null;
}

function listOf(given: unknown, name: string, problems: Problems): readonly unknown[] {
  // In the copy, the holes of a sparse array are undefined values.
  if (Array.isArray(given)) return [...given];
  if (given !== undefined)
    problems.notAmong("", name, capitalised(name), textOf(given), "a list", "the default");
  return [];
}

/** Returns the first `most` items of a list, and reports a problem if there are more. */
function firstOf(
  list: readonly unknown[],
  most: number,
  name: string,
  problems: Problems,
): readonly unknown[] {
  if (list.length <= most) return list;
  problems.tooMany(name, capitalised(name), list.length, `at most ${most}`, most);
  return list.slice(0, most);
}
