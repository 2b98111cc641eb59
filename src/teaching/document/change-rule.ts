/**
 * Rule for which settings of a run may be changed, and within which bounds. Tasks, lessons and URLs use the same
 * rule.
 */

import {
  allowedText,
  type Change,
  declaredParams,
  type FlowSpec,
  getParam,
  type Param,
  type ParamValue,
  type Place,
  queueOfLink,
  removeFlow,
  resolvePath,
  type Scenario,
  setAqm,
  setCc,
  setLinkAqm,
  setParam,
  setTopology,
  setTraffic,
} from "../../engine/index.ts";
import { isOwnParam, type ProgramPlaces, withProgramTaken } from "./program-places.ts";

export interface ChangeRule {
  /**
   * Ids of parameters, including "path", "aqm", "cc" and "traffic"; "flows" is the number of flows; "presets" is a
   * different run as a whole. Null if everything may be changed.
   */
  readonly touch: readonly string[] | null;
  /** Bounds of numbers, in the parameter's unit. A parameter without an entry keeps its own range. */
  readonly ranges: ReadonlyMap<string, readonly [min: number, max: number]>;
  /** Allowed values of choices. A choice without an entry allows all values. */
  readonly choices?: ReadonlyMap<string, readonly string[]>;
  /** Places whose program text may be changed, with the values of what it declares. */
  readonly code?: ProgramPlaces;
}

export function mayTouch({ touch, code }: Pick<ChangeRule, "touch" | "code">, id: string): boolean {
  return touch === null || touch.includes(id) || (code !== undefined && isOwnParam(id));
}

/** Returns whether a different run may replace this one. */
export function mayOpen(rule: ChangeRule): boolean {
  const bounded = rule.ranges.size > 0 || (rule.choices?.size ?? 0) > 0;
  return rule.touch === null ? !bounded : rule.touch.includes("presets");
}

/** Returns the parameter limited to what the rule allows. */
export function narrowed<P extends Param>(param: P, { ranges, choices }: ChangeRule): P {
  const range = ranges.get(param.id);
  const among = choices?.get(param.id);
  if (param.kind === "number" && range !== undefined) {
    const min = Math.max(param.min, range[0]);
    const max = Math.min(param.max, range[1]);
    const inside = (end: number) => Math.min(max, Math.max(min, end));
    const { sliderMin = param.min, sliderMax = param.max } = param;
    return { ...param, min, max, sliderMin: inside(sliderMin), sliderMax: inside(sliderMax) };
  }
  if (param.kind === "enum" && among !== undefined)
    return { ...param, options: param.options.filter(({ value }) => among.includes(value)) };
  return param;
}

function isWithin({ ranges, choices }: ChangeRule, id: string, value: ParamValue | undefined): boolean {
  const [range, among] = [ranges.get(id), choices?.get(id)];
  if (value === undefined) return true;
  if (range !== undefined && (typeof value !== "number" || value < range[0] || value > range[1]))
    return false;
  return among === undefined || among.includes(String(value));
}

/** Returns the changes that the rule does not allow. */
export function breachesOf(rule: ChangeRule, from: Scenario, to: Scenario): readonly Made[] {
  const { touch, code } = rule;
  const before = code === undefined ? from : withProgramTaken(from, to, code);
  return changesMade(before, to).filter(
    ({ id, value }) => !mayTouch({ touch }, id) || !isWithin(rule, id, value),
  );
}

/**
 * Returns the change limited to the rule: values beyond a bound that come from a change of the algorithm are moved to
 * the bound. If the change contains anything else that is not allowed, returns that instead.
 */
export function keptTo(
  rule: ChangeRule,
  from: Scenario,
  to: Scenario,
): { readonly scenario: Scenario } | { readonly breach: Made } {
  const [breach] = breachesOf(rule, from, to);
  if (breach !== undefined) return { breach };
  const scenario = rule.ranges.size === 0 ? to : withinRanges(rule, from, to);
  const [forced] = scenario === to ? [] : breachesOf(rule, from, scenario);
  return forced === undefined ? { scenario } : { breach: forced };
}

function withinRanges({ ranges }: ChangeRule, from: Scenario, to: Scenario): Scenario {
  let next = to;
  for (const place of placesOf(to)) {
    for (const { id } of declaredParams(to, place)) {
      const range = ranges.get(id);
      const value = range && getParam(to, place, id);
      if (range === undefined || typeof value !== "number" || valueAt(from, place, id) === value) continue;
      const inside = Math.min(range[1], Math.max(range[0], value));
      if (inside !== value) next = setParam(next, place, id, inside);
    }
  }
  return next;
}

function placesOf(scenario: Scenario): Place[] {
  return [
    ...(["run", "path", "queue", "tcp"] as const).map((scope): Place => ({ scope })),
    ...scenario.flows.map((_, flow): Place => ({ scope: "flow", flow })),
    ...resolvePath(scenario.path)
      .links.filter(({ queue }) => queue !== null)
      .map(({ id }): Place => ({ scope: "link-queue", link: id })),
  ];
}

/** Returns the value; undefined if the parameter does not exist. */
function valueAt(scenario: Scenario, place: Place, id: string): ParamValue | undefined {
  const hasPlace =
    place.scope === "flow"
      ? place.flow < scenario.flows.length
      : !("link" in place) || resolvePath(scenario.path).links.some((link) => link.id === place.link);
  if (!hasPlace || declaredParams(scenario, place).every((param) => param.id !== id)) return undefined;
  return getParam(scenario, place, id);
}

/**
 * Names in a rule other than parameters: "flows" is the number of flows; "presets" is a different run as a whole,
 * including a reset to the defaults.
 */
export const ACTS = ["flows", "presets"] as const;

/**
 * A change that the user made between two scenarios, without its consequences, such as the parameters of a different
 * queue discipline or the flows of a different path.
 */

interface Made {
  /** Id of a parameter, or "path", "aqm", "cc", "traffic"; "flows" for the number of flows. */
  readonly id: string;
  /** Declaration of the parameter; null for a choice from a registry, and for the number of flows. */
  readonly param: Param | null;
  /** The new value; undefined if something was removed. */
  readonly value: ParamValue | undefined;
}

/**
 * Turns `from` into `to` step by step and returns the steps that do not follow from earlier ones: first the path, then queues,
 * flows, and changes during the run.
 */
export function changesMade(from: Scenario, to: Scenario): readonly Made[] {
  if (from === to) return [];
  const made: Made[] = [];
  let base = from;
  const note = (id: string, value: ParamValue | undefined) => made.push({ id, param: null, value });
  const noteParams = (place: Place) => {
    for (const param of declaredParams(to, place)) {
      const value = getParam(to, place, param.id);
      if (getParam(base, place, param.id) !== value) made.push({ id: param.id, param, value });
    }
  };

  if (base.path.topology !== to.path.topology) {
    note("path", to.path.topology);
    base = setTopology(base, to.path.topology);
  }
  const place: Place = { scope: "path" };
  for (const param of declaredParams(to, place)) {
    const value = getParam(to, place, param.id);
    if (getParam(base, place, param.id) === value) continue;
    made.push({ id: param.id, param, value });
    // The path's own flows follow the path. Other consequences count as changes.
    const { path, flows } = setParam(base, place, param.id, value);
    base = { ...base, path, flows };
  }

  const { aqm } = to.queue;
  if (base.queue.aqm !== aqm) {
    note("aqm", aqm);
    base = { ...base, queue: setAqm(base, aqm).queue };
  }
  for (const scope of SHARED) noteParams({ scope });
  const noteLink = (link: string) => {
    noteParams({ scope: "link", link });
    const [had, has] = [base, to].map(
      ({ path }) => resolvePath(path).links.find(({ id }) => id === link)?.queue ?? null,
    );
    if (had === null && has === null) return;
    const own = queueOfLink(to, link).aqm;
    if (queueOfLink(base, link).aqm !== own) {
      note("aqm", own);
      base = { ...base, path: setLinkAqm(base, link, has?.aqm ?? null).path };
    }
    noteParams({ scope: "link-queue", link });
  };
  if (shapeOf(base) !== shapeOf(to)) note("path", to.path.topology);
  else for (const { id } of resolvePath(to.path).links) noteLink(id);

  if (base.flows.length !== to.flows.length) note("flows", to.flows.length);
  base = withAsManyFlows(base, to);
  for (const [flow, has] of to.flows.entries()) {
    const had = base.flows[flow];
    if (had.count !== has.count) note("flows", has.count);
    if (had.traffic !== has.traffic) {
      note("traffic", has.traffic);
      base = { ...base, flows: setTraffic(base, flow, has.traffic).flows };
    }
    if (had.cc !== has.cc) {
      note("cc", has.cc);
      base = { ...base, flows: setCc(base, flow, has.cc).flows };
    }
    noteParams({ scope: "flow", flow });
  }

  const [before, after] = [base, to].map(({ changes }) => new Set(changes.map((one) => JSON.stringify(one))));
  const one = (text: string): Change => JSON.parse(text);
  for (const text of after) if (!before.has(text)) note(one(text).id, one(text).value);
  for (const text of before) if (!after.has(text)) note(one(text).id, undefined);
  return made;
}

const SHARED = ["run", "queue", "tcp"] as const;

/** Parameters that only make sense for a single flow: when the flow sends, how much, and on which route. */
const OF_ONE_FLOW = ["start", "stop", "size", "route"];

/** Returns the scenario `from` with as many groups as `to`, by removing or adding groups. */
function withAsManyFlows(from: Scenario, to: Scenario): Scenario {
  let base = from;
  for (let flow = 0; base.flows.length > to.flows.length; ) {
    const wanted = to.flows[flow];
    if (wanted !== undefined && JSON.stringify(wanted) === JSON.stringify(base.flows[flow])) flow++;
    else base = removeFlow(base, flow);
  }
  while (base.flows.length < to.flows.length) base = withFlow(base, to.flows[base.flows.length]);
  return base;
}

/** Adds a group with the settings of an existing one. Differences from it are separate changes. */
function withFlow(base: Scenario, spec: FlowSpec): Scenario {
  const { flows } = base;
  const at = flows.length;
  let next: Scenario = { ...base, flows: [...flows, spec] };
  if (flows.every(({ traffic }) => traffic !== spec.traffic)) next = setTraffic(next, at, flows[0].traffic);
  if (flows.every(({ cc }) => cc !== spec.cc)) next = setCc(next, at, flows[0].cc);
  const params = Object.fromEntries(
    declaredParams(next, { scope: "flow", flow: at }).map(({ id, default: usual }) => {
      const value = next.flows[at].params[id];
      const known = flows.filter((flow) => flow.params[id] !== undefined).map((flow) => flow.params[id]);
      const free = OF_ONE_FLOW.includes(id) || known.includes(value);
      return [id, free ? value : known.length > 0 ? known[0] : usual];
    }),
  );
  return { ...base, flows: [...flows, { ...next.flows[at], params }] };
}

/** Returns the nodes, links and routes of a path as text, for comparison. */
function shapeOf({ path }: Scenario): string {
  const { links, routes } = resolvePath(path);
  return JSON.stringify([links.map(({ id, from, to }) => [id, from, to]), routes]);
}

/** Names in sentences for ids that are not parameters. */
const NAMES: Readonly<Record<string, string>> = {
  path: "the path",
  aqm: "the queue discipline",
  cc: "the congestion control",
  traffic: "the traffic",
  flows: "the number of flows",
};

/** Returns the message that is shown at the control itself. */
export function keptHere(by: string): string {
  return `${by} keeps this fixed.`;
}

/** Returns the message that is shown for all controls together. */
export function keepsGrey(by: string): string {
  return `${by} keeps fixed what is grey.`;
}

export function keepsRun(by: string): string {
  return `${by} keeps this run: another one cannot be opened here.`;
}

/**
 * Returns the message for a change that is not allowed. `param` is the declaration, if the change does not contain
 * it.
 */
export function breachWords(by: string, rule: ChangeRule, { id, param: own }: Made, param?: Param): string {
  const declared = own ?? param;
  const name = NAMES[id] ?? declared?.symbol ?? declared?.label ?? id;
  if (!mayTouch(rule, id)) return `${by} keeps ${name} fixed.`;
  if (declared !== undefined) return `${by} allows ${allowedText(narrowed(declared, rule))} for ${name}.`;
  const among = rule.choices?.get(id);
  return among === undefined ? `${by} bounds ${name}.` : `${by} allows ${among.join(", ")} for ${name}.`;
}
