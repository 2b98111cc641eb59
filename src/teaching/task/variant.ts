/**
 * A student's own variant of a task. The value of each `vary` line follows from the student's name or number alone. Page, teacher
 * and command line therefore find the same variant.
 *
 * The index in the list is a hash modulo the length of the list. The hash is FNV-1a (32 bits) of "TASK-ID\nPARAMETER\nNAME" in
 * UTF-8, followed by the final bit mixing of MurmurHash3, because the low bits of FNV-1a depend too much on the last letters.
 * Capitals, spaces around the name, and the number of spaces between words do not matter.
 */

import {
  applySettings,
  canonicalText,
  type Param,
  type ParamValue,
  type Scenario,
  type SettingText,
} from "../../engine/index.ts";
import { hashOf } from "../../lib/packed-text.ts";
import { PROGRAM_READER } from "../document/file-programs.ts";
import { findParameter, onceBlank, rangeIn, readValue } from "../document/parameters.ts";

export interface Variation {
  readonly param: Param;
  readonly values: readonly ParamValue[];
  /** The values as the file states them: "40ms..200ms step 20ms". */
  readonly text: string;
}

export interface Variant {
  readonly scenario: Scenario;
  readonly values: readonly { readonly param: Param; readonly value: ParamValue }[];
}

interface Varied {
  readonly id: string;
  readonly scenario: Scenario;
  readonly vary: readonly Variation[];
  /** The seed that only the teacher knows; null if variants follow from the name alone. */
  readonly secret: string | null;
  /** The variant of one student, which the student's URL contains, so that the name does not matter. */
  readonly given: readonly SettingText[] | "by link" | null;
}

/** Stands where a seed could be. It means that variants follow from the name alone. */
export const NO_SEED = "yes";

const FORM = /^([a-z0-9-]{1,60})\s+(\S.*)$/;
const MOST_VARIANTS = 1000;

/** Reads a `vary` line. Throws an error with a message for the user. */
export function readVariation(text: string, base: Scenario): Variation {
  const [, id, rest] = FORM.exec(onceBlank(text)) ?? [];
  if (id === undefined)
    throw new Error(
      `it must be a parameter and its values, like "rtt 40ms..200ms step 20ms"; got "${text.slice(0, 80)}"`,
    );
  const param = findParameter(id, base, text);
  const steps = stepsIn(rest);
  const valueFrom = (one: string) => readValue(param, one.trim());
  const values =
    steps === null
      ? rest.split(",").map(valueFrom)
      : stepped(param, valueFrom(steps.low), valueFrom(steps.high), steps.step);
  if (values.length < 2) throw new Error("at least two values are required");
  if (values.length > MOST_VARIANTS) throw new Error(`at most ${MOST_VARIANTS} values are allowed`);
  const written = (value: ParamValue) => canonicalText(param, value);
  for (const value of values) valueFrom(written(value));
  const canonical =
    steps === null
      ? values.map(written).join(", ")
      : `${written(valueFrom(steps.low))}..${written(valueFrom(steps.high))} step ${steps.step}`;
  return { param, values, text: canonical };
}

/** Reads "40ms..200ms step 20ms" with single spaces; null for a list. */
function stepsIn(
  text: string,
): { readonly low: string; readonly high: string; readonly step: string } | null {
  const ends = rangeIn(text);
  const at = ends?.high.indexOf(STEP) ?? -1;
  if (ends === null || at < 1) return null;
  return { low: ends.low, high: ends.high.slice(0, at), step: ends.high.slice(at + STEP.length) };
}

const STEP = " step ";

function stepped(param: Param, low: ParamValue, high: ParamValue, text: string): number[] {
  // A step may be smaller than any allowed value. Its number is therefore read separately, with the unit of the first end.
  const [, number = "", unit = ""] = /^([\d.]+)\s*([a-zA-Z]*)$/.exec(text.trim()) ?? [];
  const [from, to] = [low, high];
  if (param.kind !== "number" || typeof from !== "number" || typeof to !== "number")
    throw new Error(`${param.id} takes a list of values, not steps, because it is not a number`);
  const step = stepOf(param, number, unit);
  if (!(step > 0) || !(to >= from))
    throw new Error(`${text} is not a valid step from the first value to the last`);
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  // One value more than the limit is returned. It shows the caller that there are too many.
  return Array.from({ length: Math.min(count, MOST_VARIANTS + 1) }, (_, i) =>
    Number((from + i * step).toPrecision(12)),
  );
}

/** Returns the step in the parameter's unit. It is computed as the difference of two values. */
function stepOf(param: Param & { readonly kind: "number" }, number: string, unit: string): number {
  const wide = { ...param, min: 0, max: Number.MAX_VALUE, integer: false };
  return Number(readValue(wide, `${number}${unit}`));
}

export function variationLine({ param, text }: Variation): string {
  return `${param.id} ${text}`;
}

/** Returns a name or number in a form for comparison, in which different spellings are equal. */
export function plainName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
}

/** Characters that are invisible: characters without width, direction controls, and control characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** Returns a name without invisible characters. Otherwise they could lead to another variant. */
function seenName(name: string): string {
  return plainName(plainName(name).replace(UNSEEN, ""));
}

export function variantOf({ id, scenario, vary, secret, given }: Varied, name: string): Variant {
  const seed = secret === null || secret === NO_SEED ? "" : `\n${secret}`;
  const own = Array.isArray(given) ? (given as readonly SettingText[]) : [];
  const values = vary.map(({ param, values }) => {
    const text = own.find(({ key }) => key === param.id)?.text;
    const place = placeOf(`${id}\n${param.id}\n${seenName(name)}${seed}`, values.length);
    return { param, value: text === undefined ? values[place] : readValue(param, text) };
  });
  const settings = values.map(({ param, value }) => ({ key: param.id, text: canonicalText(param, value) }));
  return { scenario: applySettings(scenario, settings, PROGRAM_READER).scenario, values };
}

/** Returns all variants. If there are more than `most`, returns `most` of them, evenly spaced. `of` is the total number. */
export function everyVariant(
  { scenario, vary }: Pick<Varied, "scenario" | "vary">,
  most: number,
): { readonly variants: readonly Variant[]; readonly total: number } {
  const variantCount = vary.reduce((product, { values }) => product * values.length, 1);
  const count = Math.min(variantCount, most);
  const variants = Array.from({ length: count }, (_, i) => {
    let rest = count === 1 ? 0 : Math.round((i * (variantCount - 1)) / (count - 1));
    const values = vary.map(({ param, values: all }) => {
      const value = all[rest % all.length];
      rest = Math.floor(rest / all.length);
      return { param, value };
    });
    const settings = values.map(({ param, value }) => ({ key: param.id, text: canonicalText(param, value) }));
    return { scenario: applySettings(scenario, settings, PROGRAM_READER).scenario, values };
  });
  return { variants, total: variantCount };
}

function placeOf(text: string, length: number): number {
  let hash = hashOf(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % length;
}
