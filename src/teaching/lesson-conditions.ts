/**
 * What a lesson asks of the run on the screen, of a setting, or of what the student has said: "delay-p99 < 20 ms",
 * "delay-p99 times >= 5", "setting beta-ecn >= 0.8", "setting aqm is codel", "right", "not done".
 */
import { type Param, type ParamValue, parseValue, type Scenario } from "../engine/index.ts";
import { parameterOf } from "../experiments/sweep-whose.ts";
import { onceBlank } from "./allowed.ts";
import { readCondition, SIGNS, type Sign } from "./conditions.ts";
import { choiceNamed } from "./parameters.ts";
import { heldIn, type LessonRuns, numberOf, type Reading, readReading } from "./readings.ts";

export type LessonCondition =
  | {
      readonly kind: "metric";
      readonly reading: Reading & { kind: "metric" };
      readonly sign: Sign;
      readonly bound: number;
    }
  | {
      readonly kind: "setting";
      readonly name: string;
      readonly of: "run" | "pinned";
      readonly sign: Sign | "is" | "is not";
      /** The value as the setting's declaration reads it. */
      readonly value: ParamValue;
    }
  /** Of the prediction or question answered last: whether the first answer was right. */
  | { readonly kind: "right"; readonly not: boolean }
  /** Whether all that the step asks for has been done. */
  | { readonly kind: "done"; readonly not: boolean };

const SAID: Readonly<Record<string, LessonCondition>> = {
  right: { kind: "right", not: false },
  wrong: { kind: "right", not: true },
  done: { kind: "done", not: false },
  "not done": { kind: "done", not: true },
};

const COMPARED = /^(.*?)\s*(>=|<=|≥|≤|>|<|\bis not\b|\bis\b)\s*(\S.*)$/;

/** What stands between the "and"s. */
export function conditionTexts(text: string): string[] {
  return onceBlank(text).split(" and ");
}

/** One condition, or several with "and" between them. Throws a sentence. */
export function readLessonConditions(text: string, base: Scenario): LessonCondition[] {
  return conditionTexts(text).map((part) => readOne(part, base));
}

function readOne(text: string, base: Scenario): LessonCondition {
  if (Object.hasOwn(SAID, text)) return SAID[text];
  const match = COMPARED.exec(text);
  if (match === null)
    throw new Error(
      `a condition is like "utilisation >= 95 %", "setting aqm is codel", "right", "wrong", "done" or "not done"; got "${text.slice(0, 80)}"`,
    );
  const [, left, written, value] = match;
  const sign = written === "≥" ? ">=" : written === "≤" ? "<=" : (written as Sign | "is" | "is not");
  const reading = readReading(left, base);
  if (reading.kind === "setting")
    return { ...reading, sign, value: readSetting(reading.name, value, sign, base) };
  if (sign === "is" || sign === "is not")
    throw new Error(`a metric is compared with ${SIGNS.join(", ")}; got "${text}"`);
  return { kind: "metric", reading, sign, bound: readBound(reading, sign, value, base) };
}

function readBound(
  { measure, of }: Reading & { kind: "metric" },
  sign: Sign,
  value: string,
  base: Scenario,
): number {
  if (of !== "times") return readCondition(`${measure.id} ${sign} ${value}`, base).bound;
  const bound = Number(value);
  if (!Number.isFinite(bound)) throw new Error(`"times" is compared with a number alone; got "${value}"`);
  return bound;
}

function readSetting(name: string, text: string, sign: Sign | "is" | "is not", base: Scenario): ParamValue {
  const param = settingParam(name, base);
  if (param === null) throw new Error(`there is no setting ${name} in this run`);
  const read = parseValue(param, text);
  if ("error" in read) throw new Error(read.error);
  if (sign !== "is" && sign !== "is not" && typeof read.value !== "number")
    throw new Error(`${name} is compared with "is" or "is not"`);
  return read.value;
}

/** What declares the values of a setting, the choice of an algorithm ("aqm", "flow2.cc") too; null: nobody here has it. */
export function settingParam(name: string, scenario: Scenario): Param | null {
  const [held] = heldIn(scenario, name);
  if (held === undefined) return null;
  return held.param ?? choiceNamed(parameterOf(name));
}

/** What the student has said and done so far; null: not yet. */
export interface Said {
  readonly right: boolean | null;
  readonly done: boolean;
}

/** False as long as it is not known. */
export function holdsNow(condition: LessonCondition, runs: LessonRuns, said: Said): boolean {
  switch (condition.kind) {
    case "right":
      return said.right !== null && said.right !== condition.not;
    case "done":
      return said.done !== condition.not;
    case "metric": {
      const value = numberOf(condition.reading, runs);
      return value !== null && compares(value, condition.sign, condition.bound);
    }
    case "setting":
      return settingHolds(condition, runs);
  }
}

function settingHolds(
  { name, of, sign, value }: LessonCondition & { kind: "setting" },
  runs: LessonRuns,
): boolean {
  const scenario = of === "run" ? runs.scenario : runs.pinnedScenario;
  const held = scenario === null ? [] : heldIn(scenario, name);
  return held.length > 0 && held.every((one) => one.value !== undefined && compares(one.value, sign, value));
}

function compares(left: ParamValue, sign: Sign | "is" | "is not", right: ParamValue): boolean {
  if (sign === "is") return left === right;
  if (sign === "is not") return left !== right;
  if (typeof left !== "number" || typeof right !== "number") return false;
  switch (sign) {
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case "<":
      return left < right;
  }
}
