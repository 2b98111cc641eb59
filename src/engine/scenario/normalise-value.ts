/** Converts given values (texts or JSON values) to the nearest allowed values. Reports a problem for each value that is changed. */
import type { CustomPrograms } from "../custom/scenario-programs.ts";
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { fitJson } from "../params/value-text.ts";
import { defaultQueue } from "./defaults.ts";
import { anyQueueParams, aqmChoice } from "./names.ts";
import { queueParams } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { QueueSpec } from "./scenario.ts";

/** Values by name: texts or JSON values. */
export type GivenValues = Readonly<Record<string, unknown>>;

/** Returns a JSON value as text that can be shown in a message. */
export function textOf(given: unknown): string {
  if (typeof given === "string") return given;
  if (Array.isArray(given)) return "a list";
  if (typeof given === "object" && given !== null) return "an object";
  if (typeof given === "function") return "a function";
  return given === undefined ? "nothing" : String(given);
}

/** Returns the nearest allowed value of a parameter. Reports a problem if that value differs from the given one. */
export function normaliseValue(param: Param, given: unknown, owner: string, problems: Problems): ParamValue {
  const fit = fitJson(param, given);
  if (!fit.exact) problems.notAllowed(owner, param, textOf(given), fit.value);
  return fit.value;
}

/** Returns the id of the chosen algorithm, or `usual` if it is unknown. */
export function choiceOf(param: Param, given: unknown, usual: string): string {
  const fit = fitJson(param, given);
  return fit.exact ? String(fit.value) : usual;
}

/** Returns the id of the chosen algorithm. If it is unknown, returns `usual` and reports a problem. */
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

/** Returns the nearest allowed values of those declared parameters that the input contains. */
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

/**
 * Returns a queue with the given values. The other values are the defaults of the named discipline, or those of the existing
 * queue if no discipline is named.
 */
export function normaliseQueue(
  aqm: unknown,
  given: GivenValues,
  present: QueueSpec,
  owner: string,
  programs: CustomPrograms,
  problems: Problems,
): QueueSpec {
  const chosen = normaliseChoice(aqmChoice(programs), aqm, present.aqm, owner, problems);
  const base = aqm === undefined ? present : defaultQueue(chosen, programs);
  const declared = queueParams(base.aqm, programs);
  const ids = declared.map((param) => param.id);
  for (const [key, value] of Object.entries(given)) {
    if (ids.includes(key)) continue;
    const isOfAnother = anyQueueParams(programs).some((param) => param.id === key);
    if (isOfAnother) problems.unused(owner, key, textOf(value), base.aqm);
    else problems.unknownName(owner, key, textOf(value), ids);
  }
  return { aqm: base.aqm, params: { ...base.params, ...normaliseValues(declared, given, owner, problems) } };
}
