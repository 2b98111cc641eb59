/** Given values, as text or from JSON, to the nearest allowed ones, with a problem for each that had to change. */
import type { Param, ParamValue, ParamValues } from "../params/param.ts";
import { fitJson } from "../params/value-text.ts";
import { defaultQueue } from "./defaults.ts";
import { textOf } from "./given-text.ts";
import { AQM, anyQueueParams } from "./known-names.ts";
import { queueParams } from "./places.ts";
import type { Problems } from "./problems.ts";
import type { QueueSpec } from "./scenario.ts";

/** Something of unknown JSON, or texts by their keys. */
export type Given = Readonly<Record<string, unknown>>;

export function fitValue(param: Param, given: unknown, owner: string, problems: Problems): ParamValue {
  const fit = fitJson(param, given);
  if (!fit.exact) problems.notAllowed(owner, param, textOf(given), fit.value);
  return fit.value;
}

/** Like `fitValue` for the choice of an algorithm: what is not known leaves the usual one. */
export function fitChoice(
  param: Param,
  given: unknown,
  usual: string,
  owner: string,
  problems: Problems,
): string {
  if (given === undefined) return usual;
  const fit = fitJson(param, given);
  if (fit.exact) return String(fit.value);
  problems.notAllowed(owner, param, textOf(given), usual);
  return usual;
}

/** Those of the declared values that are given. */
export function fitGiven(
  params: readonly Param[],
  given: Given,
  owner: string,
  problems: Problems,
): ParamValues {
  const values: Record<string, ParamValue> = {};
  for (const param of params) {
    if (given[param.id] !== undefined) values[param.id] = fitValue(param, given[param.id], owner, problems);
  }
  return values;
}

/** A queue of its own: with a discipline that is named, its defaults; without, what is there; and values over it. */
export function fitQueue(
  aqm: unknown,
  given: Given,
  present: QueueSpec,
  owner: string,
  problems: Problems,
): QueueSpec {
  const chosen = fitChoice(AQM, aqm, present.aqm, owner, problems);
  const base = aqm === undefined ? present : defaultQueue(chosen);
  const declared = queueParams(base.aqm);
  const ids = declared.map((param) => param.id);
  for (const [key, value] of Object.entries(given)) {
    if (ids.includes(key)) continue;
    const isOfAnother = anyQueueParams.some((param) => param.id === key);
    if (isOfAnother) problems.unused(owner, key, textOf(value), base.aqm);
    else problems.unknownName(owner, key, textOf(value), ids);
  }
  return { aqm: base.aqm, params: { ...base.params, ...fitGiven(declared, given, owner, problems) } };
}
