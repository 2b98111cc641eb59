/** A scenario as a flat list of named texts, the form that URLs and command-line flags share: reading. */

import { topologyById } from "../algorithms.ts";
import { shown } from "../params/value-text.ts";
import { withValue } from "./edit.ts";
import { withTopology } from "./edit-topology.ts";
import { fitChange, parseChange } from "./fit-change.ts";
import { fitLinks } from "./fit-links.ts";
import { fitRoutes } from "./fit-routes.ts";
import { fitChoice, fitValue } from "./fit-values.ts";
import { applyFlowSettings } from "./flow-settings.ts";
import { AQM, flowwiseParams, PATH, pathParams, settingKeys, sharedParams } from "./known-names.ts";
import { MOST_CHANGES, settle } from "./limits.ts";
import { parseLink, parseRoute } from "./path-text.ts";
import { declaredParams, type SharedScope } from "./places.ts";
import { Problems } from "./problems.ts";
import type { Change, PathSpec, Scenario } from "./scenario.ts";
import type { Setting } from "./settings-of.ts";
import { inOrder, type Validated } from "./validate.ts";
import { withAqm } from "./with-algorithm.ts";

/** Keys that may stand more than once. */
const REPEATABLE = ["link", "path-route", "flow", "set"];

/** Lays settings over a scenario, in whatever order they come; the nearest valid scenario, and what was wrong. */
export function applySettings(base: Scenario, settings: readonly Setting[]): Validated {
  const problems = new Problems();
  const texts = singleTexts(settings, problems);
  const all = (key: string) => settings.filter((one) => one.key === key).map(({ text }) => text);
  const topology = fitChoice(PATH, texts.get(PATH.id), base.path.topology, "", problems);
  let next = topology === base.path.topology ? base : withTopology(base, topology);
  next = applyAqm(next, texts.get(AQM.id), problems);
  for (const scope of ["run", "path", "queue", "tcp"] as const)
    next = applyShared(next, scope, texts, problems);
  const isNew = topology !== base.path.topology;
  next = { ...next, path: applyLinks(next, isNew, all("link"), all("path-route"), problems) };
  reportForeignSettings(next, texts, problems);
  next = { ...next, flows: applyFlowSettings(next.flows, texts, all("flow"), problems) };
  next = { ...next, changes: applyChanges(next, all("set"), problems) };
  return { scenario: settle(next, problems), problems: problems.list };
}

function singleTexts(settings: readonly Setting[], problems: Problems): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { key, text } of settings) {
    if (!settingKeys.includes(key)) problems.unknownName("", key, text, settingKeys);
    else if (!REPEATABLE.includes(key)) {
      const before = texts.get(key);
      if (before !== undefined && before !== text) reportTwice(key, before, text, problems);
      texts.set(key, text);
    }
  }
  return texts;
}

function reportTwice(key: string, before: string, text: string, problems: Problems): void {
  const given = `${shown(before)} and ${shown(text)}`;
  const fault = `"${key}" was given twice, as ${given}`;
  problems.add({ field: key, given, allowed: "once", used: shown(text), fault });
}

function applyAqm(base: Scenario, text: string | undefined, problems: Problems): Scenario {
  const aqm = fitChoice(AQM, text, base.queue.aqm, "", problems);
  return aqm === base.queue.aqm ? base : { ...base, queue: withAqm(base.queue, aqm) };
}

function applyShared(
  base: Scenario,
  scope: SharedScope,
  texts: ReadonlyMap<string, string>,
  problems: Problems,
): Scenario {
  let next = base;
  for (const param of declaredParams(base, { scope })) {
    const text = texts.get(param.id);
    if (text === undefined) continue;
    next = withValue(next, { scope }, param.id, fitValue(param, text, "", problems));
  }
  return next;
}

/** A new path of one's own that names links has these alone; otherwise they are laid over those that are there. */
function applyLinks(
  { path, queue }: Scenario,
  isNew: boolean,
  linkTexts: readonly string[],
  routeTexts: readonly string[],
  problems: Problems,
): PathSpec {
  if (linkTexts.length === 0 && routeTexts.length === 0) return path;
  const isOpen = topologyById(path.topology).isOpen === true;
  const start = isOpen && isNew && linkTexts.length > 0 ? { ...path, links: [], routes: [] } : path;
  const rawLinks = linkTexts.map((text, i) => parseLink(text, i + 1, problems));
  const links = fitLinks(rawLinks, start, queue, problems);
  const rawRoutes = routeTexts.map((text, i) => parseRoute(text, i + 1, problems));
  if (!isOpen) {
    for (const text of routeTexts) reportOwnRoute(text, problems);
    return { ...path, links };
  }
  return { ...path, links, routes: fitRoutes(rawRoutes, start.routes, links, problems) };
}

function reportOwnRoute(text: string, problems: Problems): void {
  const fault = "Only a custom path has routes of its own";
  problems.leftOut({ field: "path-route", given: text, allowed: "path=custom with it", fault });
}

/** Settings of a queue discipline or a path that is not the chosen one. */
function reportForeignSettings(
  scenario: Scenario,
  texts: ReadonlyMap<string, string>,
  problems: Problems,
): void {
  const scopes = ["run", "path", "queue", "tcp"] as const;
  const own = scopes.flatMap((scope) => declaredParams(scenario, { scope }).map((param) => param.id));
  const others = sharedParams.map((param) => param.id).filter((id) => !own.includes(id));
  for (const id of new Set(others)) {
    const text = texts.get(id);
    if (text === undefined || flowwiseParams.some((param) => param.id === id)) continue;
    const isOfPath = pathParams.some((param) => param.id === id);
    problems.unused("", id, text, isOfPath ? scenario.path.topology : scenario.queue.aqm);
  }
}

function applyChanges(base: Scenario, texts: readonly string[], problems: Problems): Change[] {
  const room = Math.max(0, MOST_CHANGES - base.changes.length);
  if (texts.length > room) {
    const total = String(base.changes.length + texts.length);
    problems.notAmong("", "set", "Changes", total, `at most ${MOST_CHANGES}`, `the first ${MOST_CHANGES}`);
  }
  const added: Change[] = [];
  for (const [i, text] of texts.slice(0, room).entries()) {
    const owner = `change ${i + 1}`;
    const raw = parseChange(text);
    if (raw === null) {
      const allowed =
        "a time, a name and a value, like 20s:beta-ecn=0.9, 20s:flow2.beta-ecn=0.9 or 20s:link.wan.capacity=5Mbps";
      problems.dropped("", owner, `Change ${i + 1}`, text, allowed);
      continue;
    }
    const change = fitChange(raw, base, owner, problems);
    if (change !== null) added.push(change);
  }
  return inOrder([...base.changes, ...added]);
}
