/** What may be changed of a run, and within which bounds: the one rule of tasks, lessons and links. */

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
} from "../engine/index.ts";
import { isOwnParam, type ProgramPlaces, withProgramTaken } from "./program-places.ts";

export interface ChangeRule {
  /**
   * Ids of parameters, "path", "aqm", "cc" and "traffic" among them; "flows": how many there are; "presets": whole other
   * runs. Null: everything.
   */
  readonly touch: readonly string[] | null;
  /** Of a number, in the parameter's unit. A parameter without an entry keeps its own range. */
  readonly ranges: ReadonlyMap<string, readonly [min: number, max: number]>;
  /** Of what is chosen from a list, by its values; without an entry all can be chosen. */
  readonly choices?: ReadonlyMap<string, readonly string[]>;
  /** Where the text of the program may be changed, and the values of what it declares. */
  readonly code?: ProgramPlaces;
}

export function mayTouch({ touch, code }: Pick<ChangeRule, "touch" | "code">, id: string): boolean {
  return touch === null || touch.includes(id) || (code !== undefined && isOwnParam(id));
}

/** Whether another run as a whole may take the place of this one. */
export function mayOpen(rule: ChangeRule): boolean {
  const bounded = rule.ranges.size > 0 || (rule.choices?.size ?? 0) > 0;
  return rule.touch === null ? !bounded : rule.touch.includes("presets");
}

/** The parameter as far as the rule leaves it. */
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

/** What is not allowed of what was changed. */
export function breachesOf(rule: ChangeRule, from: Scenario, to: Scenario): readonly Made[] {
  const { touch, code } = rule;
  const before = code === undefined ? from : withProgramTaken(from, to, code);
  return changesMade(before, to).filter(
    ({ id, value }) => !mayTouch({ touch }, id) || !isWithin(rule, id, value),
  );
}

/**
 * The change as far as the rule goes: what another algorithm brought along beyond a bound goes to the bound. Where
 * something else was changed than may be, that.
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

/** Undefined where there is no such thing. */
function valueAt(scenario: Scenario, place: Place, id: string): ParamValue | undefined {
  const hasPlace =
    place.scope === "flow"
      ? place.flow < scenario.flows.length
      : !("link" in place) || resolvePath(scenario.path).links.some((link) => link.id === place.link);
  if (!hasPlace || declaredParams(scenario, place).every((param) => param.id !== id)) return undefined;
  return getParam(scenario, place, id);
}

/** What a rule of changes can name beside parameters: "flows" is how many there are, "presets" another run as a whole, and all back to the defaults. */
export const ACTS = ["flows", "presets"] as const;

/**
 * What a person has changed between two scenarios: not what a change brought along by itself, as another queue discipline
 * brings its own parameters, or a path's own flows follow it.
 */

interface Made {
  /** Of a parameter, or "path", "aqm", "cc", "traffic"; "flows": how many there are. */
  readonly id: string;
  /** Null where it is none: what is chosen from a registry, and how many flows. */
  readonly param: Param | null;
  /** Undefined where something was taken away. */
  readonly value: ParamValue | undefined;
}

/**
 * Brings `from` to the other scenario step by step, and notes each step that does not follow from those before it: the path,
 * queues, flows, then changes in mid-run.
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
    // The path's own flows follow it; what else the change forces along is a change like any other.
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

/** When a flow sends, how much and over which way: what adding one is about. */
const OF_ONE_FLOW = ["start", "stop", "size", "route"];

/** Without groups that the other does not have, or with new ones. */
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

/** A group that joins is as one that is there is: what it has beyond that is a change of its own. */
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

/** Nodes, links and routes. */
function shapeOf({ path }: Scenario): string {
  const { links, routes } = resolvePath(path);
  return JSON.stringify([links.map(({ id, from, to }) => [id, from, to]), routes]);
}

/** What is no parameter, as it is called in a sentence. */
const NAMES: Readonly<Record<string, string>> = {
  path: "the path",
  aqm: "the queue discipline",
  cc: "the congestion control",
  traffic: "the traffic",
  flows: "the number of flows",
};

/** At the control itself. */
export function keptHere(by: string): string {
  return `${by} keeps this fixed.`;
}

/** Once for all controls. */
export function keepsGrey(by: string): string {
  return `${by} keeps fixed what is grey.`;
}

export function keepsRun(by: string): string {
  return `${by} keeps this run: another one cannot be opened here.`;
}

/** `param`: its declaration, where the change does not have it. */
export function breachWords(by: string, rule: ChangeRule, { id, param: own }: Made, param?: Param): string {
  const declared = own ?? param;
  const name = NAMES[id] ?? declared?.symbol ?? declared?.label ?? id;
  if (!mayTouch(rule, id)) return `${by} keeps ${name} fixed.`;
  if (declared !== undefined) return `${by} allows ${allowedText(narrowed(declared, rule))} for ${name}.`;
  const among = rule.choices?.get(id);
  return among === undefined ? `${by} bounds ${name}.` : `${by} allows ${among.join(", ")} for ${name}.`;
}
