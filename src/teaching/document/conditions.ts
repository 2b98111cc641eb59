/**
 * The language of conditions and values in lessons, tasks and talks: "utilisation >= 95 %", "delay-p99 of pinned", "delay-p99
 * times >= 5", "setting beta-ecn >= 0.8", "setting aqm is codel", "right", "not done". Any metric that a sweep can measure is
 * allowed, for any link or flow. Tasks and talks allow only metrics of the run itself. Lessons allow all forms, also several
 * joined by "and".
 */
import {
  declaredParams,
  formatValue,
  getParam,
  orList,
  type Param,
  type ParamValue,
  parseQuantityIn,
  parseValue,
  type RunResults,
  type Scenario,
  unitsFor,
} from "../../engine/index.ts";
import {
  measuredOf,
  numberText,
  type PlacedMetric,
  readPlacedMetric,
  SWEPT_METRICS,
  shownUnit,
} from "../../experiments/metrics.ts";
import {
  type Holder,
  holdersOf,
  type ParameterTarget,
  parameterOf,
  targetOf,
} from "../../experiments/parameter-target.ts";
import { choiceNamed, onceBlank } from "./parameters.ts";

const SIGNS = [">=", "<=", ">", "<"] as const;
type Sign = (typeof SIGNS)[number];

interface MetricReading {
  readonly kind: "metric";
  readonly measure: PlacedMetric;
  /**
   * Source of the value. "run": this run; "pinned": the pinned run; "change": this run minus the pinned run; "times": this
   * run divided by the pinned run.
   */
  readonly of: "run" | "pinned" | "change" | "times";
}

interface SettingReading {
  readonly kind: "setting";
  readonly name: string;
  readonly of: "run" | "pinned";
}

export interface MetricCondition extends MetricReading {
  readonly sign: Sign;
  /** Bound in the metric's unit. */
  readonly bound: number;
}

export type Condition =
  | MetricCondition
  | (SettingReading & { readonly sign: Sign | "is" | "is not"; readonly value: ParamValue })
  /**
   * "right": the answer to the previous prediction or question was right; of a question only the first answer counts. "done": all
   * exercises of the step are solved. `not` negates the condition.
   */
  | { readonly kind: "right" | "done"; readonly not: boolean };

/** The runs on the screen; null if a run is incomplete or missing. */
export interface LessonRuns {
  readonly scenario: Scenario;
  readonly run: RunResults | null;
  readonly pinnedScenario: Scenario | null;
  readonly pinned: RunResults | null;
}

const SAID: Readonly<Record<string, Condition>> = {
  right: { kind: "right", not: false },
  wrong: { kind: "right", not: true },
  done: { kind: "done", not: false },
  "not done": { kind: "done", not: true },
};

/** Splits a text at "and". */
export function conditionTexts(text: string): string[] {
  return onceBlank(text).split(" and ");
}

/**
 * Reads one condition or several joined by "and". Throws an error with a message for the user. `base` determines which links,
 * flows and settings exist.
 */
export function readConditions(text: string, base: Scenario): Condition[] {
  return conditionTexts(text).map((part) => {
    if (Object.hasOwn(SAID, part)) return SAID[part];
    const { left, sign, right } = partsOf(part);
    if (sign === "")
      throw new Error(
        `a condition must be like "utilisation >= 95 %", "setting aqm is codel", "right", "wrong", "done" or "not done"; got "${part.slice(0, 80)}"`,
      );
    const reading = readReading(left, base);
    if (reading.kind === "setting")
      return { ...reading, sign, value: readSetting(reading.name, right, sign, base) };
    if (sign === "is" || sign === "is not")
      throw new Error(`a metric is compared with ${SIGNS.join(", ")}; got "${part}"`);
    return { ...reading, sign, bound: readBound(reading, right) };
  });
}

/** Reads a condition on a metric of the run itself, as in tasks and talks. Throws an error with a message for the user. */
export function readCondition(text: string, base: Scenario): MetricCondition {
  const { left, sign, right } = partsOf(onceBlank(text.slice(0, 200)));
  if (!METRIC.test(left) || sign === "" || sign === "is" || sign === "is not" || right.length > 41)
    throw new Error(
      `a condition is a metric, a sign and a value, like "utilisation >= 95 %"; got "${text.slice(0, 80)}"`,
    );
  const reading: MetricReading = {
    kind: "metric",
    measure: readPlacedMetric(left, base, SWEPT_METRICS),
    of: "run",
  };
  return { ...reading, sign, bound: readBound(reading, right) };
}

const METRIC = /^[a-z0-9@.-]{1,80}$/;
const SIGN = /(?:>=|<=|≥|≤|>|<|\bis not\b|\bis\b)/;

/** Splits a condition into its parts. `text` contains only single spaces; the sign is empty if there is none. */
function partsOf(text: string) {
  const found = SIGN.exec(text);
  const right = found === null ? "" : text.slice(found.index + found[0].length).trim();
  if (found === null || right === "") return { left: "", sign: "", right: "" } as const;
  const left = text.slice(0, found.index).trim();
  const sign = found[0].replace("≥", ">=").replace("≤", "<=") as Sign | "is" | "is not" | "";
  return { left, sign, right };
}

function readBound({ measure: { id, metric }, of: quantity }: MetricReading, text: string): number {
  if (quantity === "times") {
    const factor = Number(text);
    if (!Number.isFinite(factor)) throw new Error(`"times" must be compared with a number; got "${text}"`);
    return factor;
  }
  const { unit } = metric;
  const bound = parseQuantityIn(text, unit);
  if (bound === null)
    throw new Error(
      `${id} is compared with a number${unit === "" ? "" : ` of ${unit}`}${otherUnits(unit)}; got "${text}"`,
    );
  return bound;
}

/** Returns the further units that a value may have, for a message: ", or of s or µs"; empty if there are none. */
function otherUnits(unit: string): string {
  const others = unitsFor(unit).filter((one) => one !== unit);
  return others.length === 0 ? "" : `, or of ${orList(others)}`;
}

function readSetting(name: string, text: string, sign: string, base: Scenario): ParamValue {
  const param = settingParam(name, base);
  if (param === null) throw new Error(`there is no setting ${name} in this run`);
  const read = parseValue(param, text);
  if ("error" in read) throw new Error(read.error);
  if (sign !== "is" && sign !== "is not" && typeof read.value !== "number")
    throw new Error(`${name} is compared with "is" or "is not"`);
  return read.value;
}

/**
 * Returns the declaration of a setting, or of the choice of an algorithm ("aqm", "flow2.cc"); null if the scenario has no such
 * setting.
 */
export function settingParam(name: string, scenario: Scenario): Param | null {
  const [held] = heldIn(scenario, name);
  return held === undefined ? null : (held.param ?? choiceNamed(parameterOf(name)));
}

/** Returns the canonical text of a condition. Reading it gives the same condition. */
export function conditionText({ measure, sign, bound }: MetricCondition): string {
  const { unit } = measure.metric;
  return `${measure.id} ${sign} ${bound}${unit === "" ? "" : ` ${unit}`}`;
}

const READING = /^(setting )?([A-Za-z0-9@.-]{1,80})(?: (of pinned|change|times))?$/;

/**
 * Reads what is in braces in a text, or the left side of a condition. `base` is the run that the lesson has set. Throws an error
 * with a message for the user.
 */
export function readReading(text: string, base: Scenario): MetricReading | SettingReading {
  const match = READING.exec(onceBlank(text));
  if (match === null)
    throw new Error(
      `expected a metric ("utilisation", "delay-p99 of pinned", "delay-p99 change", "delay-p99 times") or a setting ("setting beta-ecn"); got "${text.slice(0, 60)}"`,
    );
  const [, isSetting, name, which = "run"] = match;
  const side = (which === "of pinned" ? "pinned" : which) as MetricReading["of"];
  if (isSetting === undefined)
    return { kind: "metric", measure: readPlacedMetric(name, base, SWEPT_METRICS), of: side };
  if (side === "change" || side === "times")
    throw new Error(`a setting has no "${side}"; "setting ${name}" or "setting ${name} of pinned"`);
  if (heldIn(base, name).length === 0) throw new Error(`there is no setting ${name} in this run`);
  return { kind: "setting", name, of: side };
}

function compares(left: ParamValue, sign: Sign | "is" | "is not", right: ParamValue): boolean {
  if (sign === "is") return left === right;
  if (sign === "is not") return left !== right;
  if (typeof left !== "number" || typeof right !== "number") return false;
  if (sign.startsWith(">") ? left > right : left < right) return true;
  return left === right && sign.endsWith("=");
}

/** Progress of the student so far; null for what has not happened yet. */
interface StudentProgress {
  readonly right: boolean | null;
  readonly done: boolean;
}

/** Returns whether the condition holds now. Returns false as long as this is unknown. */
export function holdsNow(condition: Condition, runs: LessonRuns, progress: StudentProgress): boolean {
  switch (condition.kind) {
    case "right":
      return progress.right !== null && progress.right !== condition.not;
    case "done":
      return progress.done !== condition.not;
    case "metric": {
      const value = numberOf(condition, runs);
      return value !== null && compares(value, condition.sign, condition.bound);
    }
    case "setting": {
      const held = heldOf(condition, runs);
      return held.length > 0 && held.every(({ value }) => compares(value, condition.sign, condition.value));
    }
  }
}

export interface JudgedCondition {
  /** Value in the metric's unit; null if the run has nothing to measure. The condition is then not met. */
  readonly value: number | null;
  readonly met: boolean;
}

/** Judges a run. The exact value is compared with the bound, not its rounded text. */
export function judge(condition: MetricCondition, run: RunResults): JudgedCondition {
  return judgeValue(condition, measuredOf(run, condition.measure));
}

/** Judges a value that was measured before. */
export function judgeValue({ sign, bound }: MetricCondition, value: number | null): JudgedCondition {
  return { value, met: value !== null && compares(value, sign, bound) };
}

/** Returns a value as text, "94.2 %". If the rounded number would seem to contradict the verdict, it gets more digits. */
export function valueText(
  { measure: { metric }, sign, bound }: MetricCondition,
  judged: JudgedCondition,
): string {
  const { value, met } = judged;
  if (value === null) return "none";
  const shown = shownUnit(metric, value);
  const short = numberText(shown, value * shown.factor);
  const isTold = compares(Number(short), sign, Number((bound * shown.factor).toPrecision(12))) === met;
  const text = isTold ? short : String(Number((value * shown.factor).toPrecision(7)));
  return shown.unit === "" ? text : `${text} ${shown.unit}`;
}

/** Returns the number; null if the run is missing or has nothing to measure. */
export function numberOf({ measure, of: side }: MetricReading, runs: LessonRuns): number | null {
  const own = runs.run && measuredOf(runs.run, measure);
  if (side === "run") return own;
  const pinned = runs.pinned && measuredOf(runs.pinned, measure);
  if (side === "pinned" || pinned === null || own === null) return side === "pinned" ? pinned : null;
  if (side === "change") return own - pinned;
  return pinned === 0 ? null : own / pinned;
}

/** Text for a number that is not known yet. */
export const UNKNOWN = "…";

/** Returns a value as text for a sentence: "94.2 %", "+12.1 points", "3.4". */
export function readingText(reading: MetricReading | SettingReading, runs: LessonRuns): string {
  if (reading.kind === "setting")
    return [...new Set(heldOf(reading, runs).map(({ text }) => text))].join(", ") || UNKNOWN;
  const value = numberOf(reading, runs);
  if (value === null) return UNKNOWN;
  const { metric } = reading.measure;
  if (reading.of === "times") return String(Number(value.toPrecision(2)));
  const isChange = reading.of === "change";
  const shown = shownUnit(metric, value);
  const text = numberText(shown, Math.abs(value) * shown.factor);
  const plus = !isChange ? "" : Number(text) === 0 ? "±" : "+";
  const unit = shown.unit === "%" && isChange ? "points" : shown.unit;
  return `${value < 0 && plus !== "±" ? "−" : plus}${text}${unit === "" ? "" : ` ${unit}`}`;
}

function heldOf({ name, of }: SettingReading, { scenario, pinnedScenario }: LessonRuns) {
  const from = of === "run" ? scenario : pinnedScenario;
  return from === null ? [] : heldIn(from, name);
}

type Held = Pick<Holder, "param" | "text"> & { readonly value: ParamValue };

/** Returns all places that have the setting, with their values; empty if there are none or the name is unknown. */
function heldIn(scenario: Scenario, name: string): Held[] {
  try {
    const target = targetOf(name, scenario);
    const held =
      target.kind === "run"
        ? ofTheRun(scenario, name)
        : addressedBy(target, holdersOf(name, target, scenario));
    return held.flatMap(({ value, ...one }) => (value === undefined ? [] : [{ ...one, value }]));
  } catch {
    return [];
  }
}

function addressedBy(target: ParameterTarget, holders: readonly Holder[]): readonly Holder[] {
  if (target.kind === "flow") return holders.filter(({ id }) => id === `flow${target.group + 1}`);
  if (target.kind === "link") return holders.filter(({ id }) => id === target.link);
  const following = holders.filter(({ follows }) => follows);
  return target.kind === "path" && following.length > 0 ? following : holders;
}

function ofTheRun(scenario: Scenario, name: string): Held[] {
  return (["run", "path", "tcp"] as const).flatMap((scope) => {
    const param = declaredParams(scenario, { scope }).find(({ id }) => id === name);
    if (param === undefined) return [];
    const value = getParam(scenario, { scope }, name);
    return [{ param, value, text: formatValue(param, value) }];
  });
}

const BRACES = /\{(\s*[^{}\s][^{}]{0,99})\}/g;

/** Returns the texts in braces. If an editor has broken a line inside the braces, the break is removed. */
export function bracesIn(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, inside]) => inside);
}

export function fillBraces(text: string, fill: (inside: string) => string): string {
  return text.replace(BRACES, (_, inside: string) => fill(inside));
}
