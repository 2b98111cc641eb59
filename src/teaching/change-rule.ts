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
}

export function mayTouch({ touch }: Pick<ChangeRule, "touch">, id: string): boolean {
  return touch === null || touch.includes(id);
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
  return changesMade(from, to).filter(({ id, value }) => !mayTouch(rule, id) || !isWithin(rule, id, value));
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

export function changesMade(from: Scenario, to: Scenario): readonly Made[] {
  if (from === to) return [];
  const reckoning = new Reckoning(from, to);
  reckoning.path();
  reckoning.queue();
  reckoning.flows();
  reckoning.changes();
  return reckoning.made;
}

const SHARED = ["run", "queue", "tcp"] as const;

/** When a flow sends, how much and over which way: what adding one is about. */
const OF_ONE_FLOW = ["start", "stop", "size", "route"];

/** Brings `base` to the other scenario step by step, and notes each step that does not follow from those before it. */
class Reckoning {
  readonly made: Made[] = [];
  #base: Scenario;
  readonly #to: Scenario;

  constructor(from: Scenario, to: Scenario) {
    this.#base = from;
    this.#to = to;
  }

  path(): void {
    const to = this.#to;
    if (this.#base.path.topology !== to.path.topology) {
      this.#note("path", to.path.topology);
      this.#base = setTopology(this.#base, to.path.topology);
    }
    const place: Place = { scope: "path" };
    for (const param of declaredParams(to, place)) {
      const value = getParam(to, place, param.id);
      if (getParam(this.#base, place, param.id) === value) continue;
      this.made.push({ id: param.id, param, value });
      // The path's own flows follow it; what else the change forces along is a change like any other.
      const { path, flows } = setParam(this.#base, place, param.id, value);
      this.#base = { ...this.#base, path, flows };
    }
  }

  queue(): void {
    const { aqm } = this.#to.queue;
    if (this.#base.queue.aqm !== aqm) {
      this.#note("aqm", aqm);
      this.#base = { ...this.#base, queue: setAqm(this.#base, aqm).queue };
    }
    for (const scope of SHARED) this.#params({ scope });
    if (shapeOf(this.#base) !== shapeOf(this.#to)) this.#note("path", this.#to.path.topology);
    else for (const { id } of resolvePath(this.#to.path).links) this.#link(id);
  }

  flows(): void {
    const [had, has] = [this.#base.flows, this.#to.flows];
    if (had.length !== has.length) {
      this.#note("flows", has.length);
      if (had.length > has.length) this.#without(had.length - has.length);
      else for (let flow = had.length; flow < has.length; flow++) this.#joined(has[flow]);
    }
    for (let flow = 0; flow < has.length; flow++) this.#flow(flow);
  }

  changes(): void {
    const [before, after] = [new Set(textsOf(this.#base)), new Set(textsOf(this.#to))];
    const one = (text: string): Change => JSON.parse(text);
    for (const text of after) if (!before.has(text)) this.#note(one(text).id, one(text).value);
    for (const text of before) if (!after.has(text)) this.#note(one(text).id, undefined);
  }

  #note(id: string, value: ParamValue | undefined): void {
    this.made.push({ id, param: null, value });
  }

  #params(place: Place): void {
    for (const param of declaredParams(this.#to, place)) {
      const value = getParam(this.#to, place, param.id);
      if (getParam(this.#base, place, param.id) !== value) this.made.push({ id: param.id, param, value });
    }
  }

  #link(link: string): void {
    this.#params({ scope: "link", link });
    const own = (scenario: Scenario) =>
      resolvePath(scenario.path).links.find(({ id }) => id === link)?.queue ?? null;
    const wanted = own(this.#to);
    if (own(this.#base) === null && wanted === null) return;
    if (queueOfLink(this.#base, link).aqm !== queueOfLink(this.#to, link).aqm) {
      this.#note("aqm", queueOfLink(this.#to, link).aqm);
      this.#base = { ...this.#base, path: setLinkAqm(this.#base, link, wanted?.aqm ?? null).path };
    }
    this.#params({ scope: "link-queue", link });
  }

  /** Takes away what the other scenario does not have, so many groups. */
  #without(surplus: number): void {
    let left = surplus;
    for (let flow = 0; left > 0; ) {
      const wanted = this.#to.flows[flow];
      if (wanted !== undefined && JSON.stringify(wanted) === JSON.stringify(this.#base.flows[flow])) flow++;
      else {
        this.#base = removeFlow(this.#base, flow);
        left--;
      }
    }
  }

  /** A group that joins is as one that is there is: what it has beyond that is a change of its own. */
  #joined(spec: FlowSpec): void {
    const { flows } = this.#base;
    const at = flows.length;
    let next: Scenario = { ...this.#base, flows: [...flows, spec] };
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
    this.#base = { ...this.#base, flows: [...flows, { ...next.flows[at], params }] };
  }

  #flow(flow: number): void {
    const [had, has] = [this.#base.flows[flow], this.#to.flows[flow]];
    if (had.count !== has.count) this.#note("flows", has.count);
    if (had.traffic !== has.traffic) {
      this.#note("traffic", has.traffic);
      this.#base = { ...this.#base, flows: setTraffic(this.#base, flow, has.traffic).flows };
    }
    if (had.cc !== has.cc) {
      this.#note("cc", has.cc);
      this.#base = { ...this.#base, flows: setCc(this.#base, flow, has.cc).flows };
    }
    this.#params({ scope: "flow", flow });
  }
}

/** Nodes, links and routes. */
function shapeOf({ path }: Scenario): string {
  const { links, routes } = resolvePath(path);
  return JSON.stringify([links.map(({ id, from, to }) => [id, from, to]), routes]);
}

function textsOf({ changes }: Scenario): string[] {
  return changes.map((change) => JSON.stringify(change));
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
