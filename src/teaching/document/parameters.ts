/** Finds parameters by name, as teaching files name them: by the id alone, wherever a scenario has it. "aqm" and "cc" are included. */

import {
  type AlgorithmDeclaration,
  allowedText,
  canonicalText,
  congestionControls,
  declaredParams,
  type EnumParam,
  formatValue,
  linkParams,
  nearestNames,
  type Param,
  type ParamValue,
  type Place,
  parseValue,
  queueDisciplines,
  removedSetting,
  type Scenario,
  topologies,
  trafficKinds,
} from "../../engine/index.ts";

/** Places of parameters that exist once per scenario. */
export const SHARED_PLACES: readonly Place[] = [
  { scope: "path" },
  { scope: "queue" },
  { scope: "tcp" },
  { scope: "run" },
];

/** The declarations are functions, because further algorithms may be declared after this module was imported. */
const CHOICES = {
  aqm: () => choiceOf("aqm", "Queue", queueDisciplines),
  cc: () => choiceOf("cc", "Congestion control", congestionControls),
  traffic: () => choiceOf("traffic", "Traffic", trafficKinds),
};

/**
 * Returns the parameter of this scenario, or of any algorithm that it could use; null if there is no such parameter.
 */
export function parameterNamed(id: string, scenario: Scenario): Param | null {
  return everyParameter(scenario).find((param) => param.id === id) ?? null;
}

/** Returns all parameter names, for suggestions after an unknown name. */
export function parameterNames(scenario: Scenario): string[] {
  return [...new Set(everyParameter(scenario).map(({ id }) => id))];
}

function everyParameter(scenario: Scenario): Param[] {
  const flows: Place[] = scenario.flows.map((_, flow) => ({ scope: "flow", flow }));
  const registered = [queueDisciplines, congestionControls, trafficKinds, topologies].flat();
  return [
    CHOICES.aqm(),
    CHOICES.cc(),
    ...[...SHARED_PLACES, ...flows].flatMap((place) => declaredParams(scenario, place)),
    ...linkParams,
    ...registered.flatMap(({ params }) => params),
  ];
}

/** Returns the declaration for the choice of an algorithm, such as "aqm"; null if there is no such choice. */
export function choiceNamed(id: string): EnumParam | null {
  return Object.hasOwn(CHOICES, id) ? CHOICES[id as keyof typeof CHOICES]() : null;
}

function choiceOf(id: string, label: string, registry: readonly AlgorithmDeclaration[]): EnumParam {
  const options = registry.map((one) => ({ value: one.id, label: one.label, help: one.summary }));
  return { kind: "enum", id, label, help: "", default: options[0].value, options };
}

/** Returns the name of a parameter for users: "β_ecn", "RTT", "Queue". */
export function parameterWords({ symbol, label }: Param): string {
  return symbol !== undefined && symbol.length > 1 ? symbol : label;
}

export interface AllowedParameter {
  readonly param: Param;
  /** Allowed range, both ends included; null if there is no range. */
  readonly range: readonly [low: ParamValue, high: ParamValue] | null;
  /** The allowed values; null if all values are allowed. */
  readonly values: readonly ParamValue[] | null;
}

const FORM = /^([a-z0-9-]{1,60})(?:\s+(\S.*))?$/;
const MOST_VALUES = 100;

/** Reads the values that a task allows. Throws an error with a message for the user. */
export function readAllowed(text: string, base: Scenario): AllowedParameter {
  const [, id = "", rest = ""] = FORM.exec(onceBlank(text)) ?? [];
  const param = findParameter(id, base, text);
  if (rest === "") return { param, range: null, values: null };
  const ends = rangeIn(rest);
  if (ends !== null) return { param, range: readRange(param, ends.low, ends.high), values: null };
  const values = rest.split(",").map((one) => readValue(param, one.trim()));
  if (values.length > MOST_VALUES) throw new Error(`at most ${MOST_VALUES} values may be listed`);
  return { param, range: null, values: [...new Set(values)] };
}

/** Replaces each sequence of spaces by one space. Patterns that match spaces would need quadratic time for a long sequence. */
export function onceBlank(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Splits a range such as "0.5..0.95" into its ends; null if the text is not a range. */
export function rangeIn(text: string): { readonly low: string; readonly high: string } | null {
  const at = text.indexOf("..");
  const [low, high] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 2).trim()];
  return low === "" || high === "" ? null : { low, high };
}

/** Returns the parameter with this id. Throws an error that suggests similar names if there is none. */
export function findParameter(id: string, base: Scenario, text: string): Param {
  const param = parameterNamed(id, base);
  if (param !== null) return param;
  const now = removedSetting(id, "");
  if (now !== null) throw new Error(`${id} no longer exists: ${now}`);
  const near = nearestNames(id, parameterNames(base));
  const instead = near.length === 0 ? "" : `; ${near.join(" or ")}?`;
  throw new Error(`there is no parameter ${id === "" ? `in "${text.slice(0, 80)}"` : id}${instead}`);
}

/** Reads a value. Throws an error with a message for the user. */
export function readValue(param: Param, text: string): ParamValue {
  const read = parseValue(param, text);
  if ("error" in read) throw new Error(read.error);
  return read.value;
}

function readRange(param: Param, low: string, high: string): [ParamValue, ParamValue] {
  const ends: [ParamValue, ParamValue] = [readValue(param, low), readValue(param, high)];
  const [from, to] = ends.map(amountOf);
  if (from === null || to === null)
    throw new Error(`${param.id} takes a list of values, not a range, because it is not a number`);
  if (from.unit !== to.unit) throw new Error(`both ends of ${low}..${high} need the same unit`);
  if (from.amount > to.amount) throw new Error(`${low}..${high}: the first end is above the second`);
  return ends;
}

/** Returns the amount and unit of a number, or of a length such as "100p"; null for anything else. */
export function amountOf(value: ParamValue): { readonly amount: number; readonly unit: string } | null {
  if (typeof value === "number") return { amount: value, unit: "" };
  const [, number, unit] = /^(\d+)(p|B)$/.exec(String(value)) ?? [];
  return unit === undefined ? null : { amount: Number(number), unit };
}

/** Returns the canonical text. Reading it gives the same allowed values. */
export function allowedLine({ param, range, values }: AllowedParameter): string {
  const text = (value: ParamValue) => canonicalText(param, value);
  if (range !== null) return `${param.id} ${text(range[0])}..${text(range[1])}`;
  return values === null ? param.id : `${param.id} ${values.map(text).join(", ")}`;
}

/** Returns a description of the allowed values: "0.5 to 0.95", "CoDel or PIE". */
export function allowedWords({ param, range, values }: AllowedParameter): string {
  const text = (value: ParamValue) => formatValue(param, value);
  if (range !== null) return `${text(range[0])} to ${text(range[1])}`;
  if (values === null) return param.kind === "enum" ? "any" : allowedText(param);
  const words = values.map(text);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Returns a sentence on why a value is not allowed; null if it is allowed. */
export function refusal(allowed: AllowedParameter, value: ParamValue): string | null {
  if (isWithin(allowed, value)) return null;
  const { param } = allowed;
  return `${parameterWords(param)} is ${formatValue(param, value)}; the task allows ${allowedWords(allowed)}.`;
}

function isWithin({ range, values }: AllowedParameter, value: ParamValue): boolean {
  if (values !== null) return values.includes(value);
  if (range === null) return true;
  const [own, low, high] = [value, ...range].map(amountOf);
  if (own === null || low === null || high === null) return false;
  return own.unit === low.unit && own.amount >= low.amount && own.amount <= high.amount;
}
