/** Given values, as text or from JSON, to the nearest allowed ones, with a problem for each that had to change. */
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { fitJson } from "../params/value-text.ts";
import { defaultQueue } from "./defaults.ts";
import { AQM, anyQueueParams } from "./names.ts";
import { queueParams } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { QueueSpec } from "./scenario.ts";

/** Values by name: texts, or whatever JSON has there. */
export type GivenValues = Readonly<Record<string, unknown>>;

/** Something of unknown JSON as text for people. */
export function textOf(given: unknown): string {
  if (typeof given === "string") return given;
  if (Array.isArray(given)) return "a list";
  if (typeof given === "object" && given !== null) return "an object";
  if (typeof given === "function") return "a function";
  return given === undefined ? "nothing" : String(given);
}

export function normaliseValue(param: Param, given: unknown, owner: string, problems: Problems): ParamValue {
  const fit = fitJson(param, given);
  if (!fit.exact) problems.notAllowed(owner, param, textOf(given), fit.value);
  return fit.value;
}

/** The choice of an algorithm: what is not known leaves the usual one. */
export function choiceOf(param: Param, given: unknown, usual: string): string {
  const fit = fitJson(param, given);
  return fit.exact ? String(fit.value) : usual;
}

export function normaliseChoice(
  param: Param,
  given: unknown,
  usual: string,
  owner: string,
  problems: Problems,
): string {
  if (given !== undefined && !fitJson(param, given).exact)
    problems.notAllowed(owner, param, textOf(given), usual);
  return choiceOf(param, given, usual);
}

/** Those of the declared values that are given. */
export function normaliseValues(
  params: readonly Param[],
  given: GivenValues,
  owner: string,
  problems: Problems,
): ParamValues {
  const named = params.filter(({ id }) => given[id] !== undefined);
  return Object.fromEntries(
    named.map((param) => [param.id, normaliseValue(param, given[param.id], owner, problems)]),
  );
}

/** A queue of its own: with a discipline that is named, its defaults; without, what is there; and values over it. */
export function normaliseQueue(
  aqm: unknown,
  given: GivenValues,
  present: QueueSpec,
  owner: string,
  problems: Problems,
): QueueSpec {
  const chosen = normaliseChoice(AQM, aqm, present.aqm, owner, problems);
  const base = aqm === undefined ? present : defaultQueue(chosen);
  const declared = queueParams(base.aqm);
  const ids = declared.map((param) => param.id);
  for (const [key, value] of Object.entries(given)) {
    if (ids.includes(key)) continue;
    const isOfAnother = anyQueueParams().some((param) => param.id === key);
    if (isOfAnother) problems.unused(owner, key, textOf(value), base.aqm);
    else problems.unknownName(owner, key, textOf(value), ids);
  }
  return { aqm: base.aqm, params: { ...base.params, ...normaliseValues(declared, given, owner, problems) } };
}
