/** What may be changed of a run, and within which bounds: the one rule of tasks, lessons and links. */
import {
  declaredParams,
  getParam,
  type Param,
  type ParamValue,
  type Place,
  resolvePath,
  type Scenario,
  setParam,
} from "../engine/index.ts";
import { changesMade, type Made } from "./changes-made.ts";

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
