/** Reads and writes a scenario as a flat list of named texts. URLs and command-line options share this form. */
import { LIMIT } from "../aqm/shared-params.ts";
import {
  type CustomPrograms,
  NO_PROGRAMS,
  type ProgramReader,
  programTexts,
  withProgram,
} from "../custom/scenario-programs.ts";
import type { Param, ParamValues } from "../params/param.ts";
import { canonicalText, shown } from "../params/value-text.ts";
import { topologyById, trafficById } from "../registered.ts";
import { LINK_PARAMS } from "../topologies/link-params.ts";
import { COUNT } from "../traffic/flow-params.ts";
import { changeText, type GivenChange, MOST_CHANGES } from "./changes.ts";
import {
  DEFAULT_CC,
  DEFAULT_TOPOLOGY,
  DEFAULT_TRAFFIC,
  defaultScenario,
  defaultWarmup,
  hasStandardFlows,
} from "./defaults.ts";
import {
  AQM,
  anyQueueParams,
  CC,
  flowKeys,
  linkKeys,
  PATH,
  routeKeys,
  settingKeys,
  TRAFFIC,
} from "./names.ts";
import { MOST_FLOWS } from "./normalise.ts";
import { type GivenLink, type GivenRoute, MOST_LINKS, MOST_ROUTES } from "./normalise-path.ts";
import { pathFacts } from "./path-facts.ts";
import { declaredParams, flowParams, type Place, queueParams, valuesAt } from "./places.ts";
import { Problems } from "./problems.ts";
import { DURATION, RUN_PARAMS, WARMUP } from "./run-params.ts";
import type { Change, FlowSpec, LinkSetting, PathSpec, RouteSpec, Scenario } from "./scenario.ts";
import {
  type GivenFlow,
  type GivenSettings,
  mergeSettings,
  readPrograms,
  type Validated,
} from "./settings.ts";

/** A named text that sets part of a scenario. */
export interface SettingText {
  /** Name of the option without dashes: "beta-ecn", "flow", "set". */
  readonly key: string;
  readonly text: string;
}

/** Keys that may occur more than once. */
const REPEATABLE = ["program", "link", "path-route", "flow", "set"];

const BDP = /^(\d+(?:\.\d+)?|\.\d+)\s*bdp$/i;

/**
 * Reads a queue limit that is given as a multiple of the bandwidth-delay product, such as "1bdp" or "0.5 BDP". Returns the
 * multiple; null for any other text.
 */
export function bdpMultiple(text: string): number | null {
  const match = BDP.exec(text.trim());
  return match === null ? null : Number(match[1]);
}

/**
 * Merges settings into a scenario. The order of the settings does not matter. `reader` reads custom programs among them. Returns
 * the nearest valid scenario and the problems of the input.
 */
export function applySettings(
  base: Scenario,
  settings: readonly SettingText[],
  reader: ProgramReader = NO_PROGRAMS,
): Validated {
  const isMultiple = ({ key, text }: SettingText) => key === LIMIT.id && bdpMultiple(text) !== null;
  const multiple = settings.find(isMultiple);
  if (multiple === undefined) return applyValues(base, settings, reader);
  // The bandwidth-delay product must be computed from the path with all other settings applied.
  const others = settings.filter((one) => !isMultiple(one));
  const first = applyValues(base, others, reader);
  const packets = Math.round((bdpMultiple(multiple.text) ?? 1) * pathFacts(first.scenario).bdpPackets);
  const second = applyValues(first.scenario, [{ key: LIMIT.id, text: `${packets}p` }], reader);
  return { scenario: second.scenario, problems: [...first.problems, ...second.problems] };
}

function applyValues(base: Scenario, settings: readonly SettingText[], reader: ProgramReader): Validated {
  const problems = new Problems();
  const all = (key: string) => settings.filter((one) => one.key === key).map(({ text }) => text);
  // Programs are read first, because they declare further settings.
  const texts = all("program").map((text) => unpacked(text, reader));
  const programs = readPrograms(texts, reader, problems, base.programs);
  const known = programs.reduce(withProgram, base).programs;
  const given: GivenSettings = {
    values: singleTexts(settings, known, problems),
    links: linksOf(all("link"), known, problems),
    routes: routesOf(all("path-route"), problems),
    flows: flowsOf(all("flow"), known, problems),
    changes: changesOf(all("set"), base.changes, problems),
    programs,
  };
  return { scenario: mergeSettings(base, given, problems), problems: problems.list };
}

function unpacked(text: string, reader: ProgramReader): string | Error {
  try {
    return reader.unpack(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function singleTexts(
  settings: readonly SettingText[],
  programs: CustomPrograms,
  problems: Problems,
): Map<string, string> {
  const texts = new Map<string, string>();
  const keys = settingKeys(programs);
  const known = new Set(keys);
  for (const { key, text } of settings) {
    if (!known.has(key)) problems.unknownName("", key, text, keys);
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

/** Reads links, each in the form "id=wan,capacity=20Mbps,aqm=pi". */
function linksOf(texts: readonly string[], programs: CustomPrograms, problems: Problems): GivenLink[] {
  if (texts.length > MOST_LINKS)
    problems.tooMany("link", "Links", texts.length, `at most ${MOST_LINKS}`, MOST_LINKS);
  const keys = linkKeys(programs);
  const queueParams = anyQueueParams(programs);
  return texts.slice(0, MOST_LINKS).map((text, i) => {
    const entries = knownEntries(text, keys, "link", i + 1, problems);
    const valuesOf = (params: readonly Param[]) =>
      Object.fromEntries([...entries].filter(([key]) => params.some((param) => param.id === key)));
    const ofQueue = valuesOf(queueParams);
    const [id, from, to, aqm] = ["id", "from", "to", AQM.id].map((key) => entries.get(key));
    const hasQueue = aqm !== undefined || Object.keys(ofQueue).length > 0;
    const queue = hasQueue ? { aqm, values: ofQueue } : undefined;
    return { id, from, to, values: valuesOf(LINK_PARAMS), queue };
  });
}

/** Reads routes, each in the form "id=x,forward=a+b,back=c". */
function routesOf(texts: readonly string[], problems: Problems): GivenRoute[] {
  if (texts.length > MOST_ROUTES)
    problems.tooMany("path-route", "Routes", texts.length, `at most ${MOST_ROUTES}`, MOST_ROUTES);
  return texts.slice(0, MOST_ROUTES).map((text, i) => {
    const entries = knownEntries(text, routeKeys, "route", i + 1, problems);
    const [id, label, forward, back] = routeKeys.map((key) => entries.get(key));
    return { id, label: label === undefined ? undefined : unescaped(label), forward, back, text };
  });
}

function knownEntries(
  text: string,
  known: readonly string[],
  kind: string,
  number: number,
  problems: Problems,
): Map<string, string> {
  const entries = entriesOf(text);
  for (const [key, value] of entries) {
    if (!known.includes(key))
      problems.unknownName(`${kind} ${entries.get("id") ?? number}`, key, value, known);
  }
  return entries;
}

/** Reads flows, each in the form "cc=cubic,ecn=on,beta-ecn=0.85,rtt=80ms,count=10". */
function flowsOf(texts: readonly string[], programs: CustomPrograms, problems: Problems): GivenFlow[] {
  if (texts.length > MOST_FLOWS) {
    problems.tooMany("flow", "Groups of flows", texts.length, `at most ${MOST_FLOWS}`, MOST_FLOWS);
  }
  const known = flowKeys(programs);
  return texts.slice(0, MOST_FLOWS).map((text, i) => {
    const owner = `flow ${i + 1}`;
    const values = entriesOf(text);
    for (const [key, value] of values) {
      if (known.includes(key)) continue;
      problems.unknownName(owner, key, value, known);
      values.delete(key);
    }
    return { owner, values };
  });
}

const CHANGE_FORM =
  "a time, a name and a value, like 20s:beta-ecn=0.9, 20s:flow2.beta-ecn=0.9 or 20s:link.wan.capacity=5Mbps";

function changesOf(texts: readonly string[], before: readonly Change[], problems: Problems): GivenChange[] {
  const room = Math.max(0, MOST_CHANGES - before.length);
  if (texts.length > room) {
    const total = before.length + texts.length;
    problems.tooMany("set", "Changes", total, `at most ${MOST_CHANGES}`, MOST_CHANGES);
  }
  return texts.slice(0, room).flatMap((text, i) => {
    const owner = `change ${i + 1}`;
    const change = parseChange(text);
    if (change !== null) return { owner, ...change };
    problems.dropped("", owner, `Change ${i + 1}`, text, CHANGE_FORM);
    return [];
  });
}

const CHANGE = /^([^:]*):(?:flow(\d+)\.|link\.([^.=]+)\.)?([^=]+)=(.*)$/s;

/** Reads a change such as "20s:flow2.beta-ecn=0.9"; null if the text does not have this format. */
function parseChange(text: string): (Omit<GivenChange, "owner" | "id"> & { readonly id: string }) | null {
  const match = CHANGE.exec(text);
  if (match === null) return null;
  const [, at, flow, link, id, value] = match;
  return {
    at,
    flow: flow === undefined ? null : Number(flow) - 1,
    link: link === undefined ? null : link.trim(),
    id: id.trim(),
    value,
  };
}

/** Reads "a=1,b=2" into a map; a comma within a value is written as %2C. */
function entriesOf(text: string): Map<string, string> {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return new Map(
    parts.map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at + 1)];
    }),
  );
}

/** Decodes percent-encoding. A text with wrong percent-encoding is returned unchanged. */
export function unescaped(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Returns the settings that differ from the defaults, in canonical order. */
export function settingsOf(scenario: Scenario): SettingText[] {
  const { path, queue, changes, programs } = scenario;
  return [
    ...programTexts(programs).map(({ packed }) => ({ key: "program", text: packed })),
    ...chosen(PATH, path.topology, DEFAULT_TOPOLOGY),
    ...beyondDefaults(scenario, { scope: "path" }),
    ...chosen(AQM, queue.aqm, defaultScenario().queue.aqm),
    ...beyondDefaults(scenario, { scope: "queue" }),
    ...path.links.map((setting) => ({ key: "link", text: linkText(setting, path, programs) })),
    ...path.routes.map((route) => ({ key: "path-route", text: routeText(route) })),
    ...flowSettings(scenario),
    ...beyondDefaults(scenario, { scope: "tcp" }),
    ...runSettings(scenario),
    ...changes.map((change) => ({ key: "set", text: changeText(change, programs) })),
  ];
}

function chosen({ id }: Param, text: string, usual: string): SettingText[] {
  return text === usual ? [] : [{ key: id, text }];
}

function beyondDefaults(scenario: Scenario, place: Place): SettingText[] {
  return nonDefault(declaredParams(scenario, place), valuesAt(scenario, place));
}

function nonDefault(params: readonly Param[], values: ParamValues): SettingText[] {
  return params
    .filter((param) => values[param.id] !== param.default)
    .map((param) => settingOf(param, values));
}

function settingOf(param: Param, values: ParamValues): SettingText {
  return { key: param.id, text: canonicalText(param, values[param.id]) };
}

/** Returns the settings of the run. The warm-up is included only if it differs from its default, which depends on the duration. */
function runSettings({ run }: Scenario): SettingText[] {
  const usual = { ...defaultScenario().run, [WARMUP.id]: defaultWarmup(Number(run[DURATION.id])) };
  return RUN_PARAMS.filter(({ id }) => run[id] !== usual[id]).map((param) => settingOf(param, run));
}

/**
 * Returns the settings of the flows. There are none if the flows are exactly those that the path defines. A single group is
 * written as defaults for all flows, several groups as one `flow` each.
 */
function flowSettings(scenario: Scenario): SettingText[] {
  const { path, flows, programs } = scenario;
  const hasOwn = topologyById(path.topology).flows(path.params).length > 0;
  if (hasOwn && hasStandardFlows(scenario)) return [];
  if (hasOwn || flows.length > 1)
    return flows.map((spec) => ({ key: "flow", text: flowText(spec, programs) }));
  return settingsOfFlow(flows[0], "flows", programs);
}

function settingsOfFlow(
  { cc, traffic, count, params }: FlowSpec,
  countKey: string,
  programs: CustomPrograms,
): SettingText[] {
  return [
    ...chosen(CC, cc, DEFAULT_CC),
    ...chosen(TRAFFIC, traffic, DEFAULT_TRAFFIC),
    ...nonDefault(flowParams(cc, traffic, programs), params),
    ...(count === COUNT.default ? [] : [{ key: countKey, text: String(count) }]),
  ];
}

/**
 * Returns the text of a group of flows. If the group uses TCP, the text starts with the congestion control, even if it is the
 * default.
 */
function flowText(spec: FlowSpec, programs: CustomPrograms): string {
  const settings = settingsOfFlow(spec, COUNT.id, programs);
  const isUsual = spec.cc === DEFAULT_CC && trafficById(spec.traffic).transport === "tcp";
  return partsText(isUsual ? [{ key: CC.id, text: spec.cc }, ...settings] : settings);
}

function linkText(
  { id, from, to, params, queue }: LinkSetting,
  { topology }: PathSpec,
  programs: CustomPrograms,
): string {
  const ends = [
    { key: "from", text: from },
    { key: "to", text: to },
  ];
  const set = LINK_PARAMS.filter((param) => params[param.id] !== undefined);
  return partsText([
    { key: "id", text: id },
    ...(topologyById(topology).isOpen ? ends : []),
    ...set.map((param) => settingOf(param, params)),
    ...(queue === null
      ? []
      : [{ key: AQM.id, text: queue.aqm }, ...nonDefault(queueParams(queue.aqm, programs), queue.params)]),
  ]);
}

function routeText({ id, label, forward, back }: RouteSpec): string {
  return partsText([
    { key: "id", text: id },
    ...(label === id ? [] : [{ key: "label", text: escaped(label) }]),
    { key: "forward", text: forward.join("+") },
    ...(back.length === 0 ? [] : [{ key: "back", text: back.join("+") }]),
  ]);
}

function partsText(parts: readonly SettingText[]): string {
  return parts.map(({ key, text }) => `${key}=${text}`).join(",");
}

/**
 * Percent-encodes all characters except letters, digits and a few signs. The text is then safe between keys and commas, and in
 * shell quotes.
 */
function escaped(label: string): string {
  return label.replace(/[^\p{L}\p{N} _.:;()/+-]/gu, (sign) =>
    encodeURIComponent(sign).replace(/[!'()*]/g, percent),
  );
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
