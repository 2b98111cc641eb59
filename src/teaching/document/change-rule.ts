/** A rule that says which settings of a run may be changed, and within which bounds. Tasks, lessons and URLs use such rules. */

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
  withProgram,
} from "../../engine/index.ts";
import { isCustomParam, type ProgramPlaces, withProgramTaken } from "./program-places.ts";

export interface ChangeRule {
  /**
   * Ids of the parameters that may be changed, including "path", "aqm", "cc" and "traffic". "flows" stands for the number of
   * flows, "presets" for replacing the whole run. Null if everything may be changed.
   */
  readonly touch: readonly string[] | null;
  /** Bounds of numbers, in the parameter's unit. For a parameter without an entry, the declared range applies. */
  readonly ranges: ReadonlyMap<string, readonly [min: number, max: number]>;
  /** Allowed values of choices. If a choice has no entry, all values are allowed. */
  readonly choices?: ReadonlyMap<string, readonly string[]>;
  /** Places at which the text of a program may be changed, together with the values of the parameters that the program declares. */
  readonly code?: ProgramPlaces;
}

export function mayTouch({ touch, code }: Pick<ChangeRule, "touch" | "code">, id: string): boolean {
  return touch === null || touch.includes(id) || (code !== undefined && isCustomParam(id));
}

/** Returns whether the rule lets the user replace this run by another one. */
export function mayOpen(rule: ChangeRule): boolean {
  const bounded = rule.ranges.size > 0 || (rule.choices?.size ?? 0) > 0;
  return rule.touch === null ? !bounded : rule.touch.includes("presets");
}

/** Returns the declaration of a parameter with its range or choices reduced to what the rule allows. */
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
 * Returns the changed scenario with values beyond a bound moved to the bound, if they result from the change of an algorithm. If
 * the change contains anything else that the rule forbids, returns what is forbidden.
 */
export function limitedToRule(
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
 * Names in a rule that are not parameters. "flows" stands for the number of flows, "presets" for replacing the whole run, which
 * includes a reset to the defaults.
 */
export const ACTS = ["flows", "presets"] as const;

/**
 * A change that the user made between two scenarios. Changes that only follow from it, such as the parameters of the new queue
 * discipline or the flows of the new path, are not included.
 */

interface Made {
  /** Id of a parameter, or "path", "aqm", "cc", "traffic"; "flows" for the number of flows. */
  readonly id: string;
  /** Declaration of the parameter; null for a choice from a registry, and for the number of flows. */
  readonly param: Param | null;
  /** The new value; undefined if the change removed something. */
  readonly value: ParamValue | undefined;
}

/**
 * Finds the changes that lead from one scenario to the other. It applies them to `from` one after the other: first the path, then
 * queues, flows, and changes during the run. Differences that follow from an earlier change are not returned.
 */
export function changesMade(from: Scenario, to: Scenario): readonly Made[] {
  if (from === to) return [];
  const made: Made[] = [];
  /** Adds the programs of `to`, which the steps towards it name. */
  const whole = (scenario: Scenario) => (to.programs ?? []).reduce(withProgram, scenario);
  let base = whole(from);
  const note = (id: string, value: ParamValue | undefined) => made.push({ id, param: null, value });
  const noteParams = (place: Place) => {
    for (const param of declaredParams(to, place)) {
      const value = getParam(to, place, param.id);
      if (getParam(base, place, param.id) !== value) made.push({ id: param.id, param, value });
    }
  };

  if (base.path.topology !== to.path.topology) {
    note("path", to.path.topology);
    base = whole(setTopology(base, to.path.topology));
  }
  const place: Place = { scope: "path" };
  for (const param of declaredParams(to, place)) {
    const value = getParam(to, place, param.id);
    if (getParam(base, place, param.id) === value) continue;
    made.push({ id: param.id, param, value });
    // Flows that the path defines change together with the path. All other differences count as changes of the user.
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
  base = whole(withAsManyFlows(base, to));
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

/** Parameters that can only be meant for a single flow: when it sends, how much, and on which route. */
const OF_ONE_FLOW = ["start", "stop", "size", "route"];

/** Returns `from` with groups of flows removed or added, so that it has as many as `to`. */
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

/** Adds a group with the settings of an existing group. Its differences from that group then count as separate changes. */
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

/** Returns the nodes, links and routes of a path as text, so that two paths can be compared. */
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

/** Returns the message that is shown next to a control that is locked. */
export function lockedHereText(by: string): string {
  return `${by} does not allow you to change this.`;
}

/** Returns the message that is shown once for all locked controls. */
export function lockedControlsText(by: string): string {
  return `${by} does not allow changes to the grey controls.`;
}

export function keepsRun(by: string): string {
  return `${by} does not allow you to open another run here.`;
}

/**
 * Returns the message for a change that is not allowed. `param` is the parameter's declaration, needed if the change itself has
 * none.
 */
export function breachWords(by: string, rule: ChangeRule, { id, param: own }: Made, param?: Param): string {
  const declared = own ?? param;
  const name = NAMES[id] ?? declared?.symbol ?? declared?.label ?? id;
  if (!mayTouch(rule, id)) return `${by} keeps ${name} fixed.`;
  if (declared !== undefined) return `${by} allows ${allowedText(narrowed(declared, rule))} for ${name}.`;
  const among = rule.choices?.get(id);
  return among === undefined ? `${by} bounds ${name}.` : `${by} allows ${among.join(", ")} for ${name}.`;
}
