/**
 * What a lesson reads from the runs on the screen: "utilisation", "delay-p99 of pinned", "goodput@flow2 change",
 * "delay-p99 times", "setting beta-ecn". Written between braces in a text, or on the left of a condition.
 */
import { declaredParams, formatValue, getParam, type RunResults, type Scenario } from "../engine/index.ts";
import {
  measuredOf,
  numberText,
  type PlacedMetric,
  readPlacedMetric,
  SWEPT_METRICS,
} from "../experiments/metrics.ts";
import { type Holder, holdersOf, type Whose, whoseOf } from "../experiments/sweep-whose.ts";

/** The runs on the screen. A run that is not complete, or not there, is null. */
export interface LessonRuns {
  readonly scenario: Scenario;
  readonly run: RunResults | null;
  readonly pinnedScenario: Scenario | null;
  readonly pinned: RunResults | null;
}

/** "change": this run less the pinned one; "times": this run over the pinned one. */
export type Of = "run" | "pinned" | "change" | "times";

export type Reading =
  | { readonly kind: "metric"; readonly measure: PlacedMetric; readonly of: Of }
  | { readonly kind: "setting"; readonly name: string; readonly of: "run" | "pinned" };

const FORM = /^(setting )?([A-Za-z0-9@.-]{1,80})(?: (of pinned|change|times))?$/;

/** `base`: the run that the lesson has set. Throws a sentence. */
export function readReading(text: string, base: Scenario): Reading {
  const match = FORM.exec(text.trim().replace(/\s+/g, " "));
  if (match === null)
    throw new Error(
      `what is read is a metric ("utilisation", "delay-p99 of pinned", "delay-p99 change", "delay-p99 times") or a setting ("setting beta-ecn"); got "${text.slice(0, 60)}"`,
    );
  const [, isSetting, name, which = "run"] = match;
  const of = (which === "of pinned" ? "pinned" : which) as Of;
  if (isSetting === undefined)
    return { kind: "metric", measure: readPlacedMetric(name, base, SWEPT_METRICS), of };
  if (of === "change" || of === "times")
    throw new Error(`a setting has no "${of}"; "setting ${name}" or "setting ${name} of pinned"`);
  if (heldIn(base, name).length === 0) throw new Error(`there is no setting ${name} in this run`);
  return { kind: "setting", name, of };
}

export type Held = Pick<Holder, "value" | "param" | "text">;

/** Everybody who has the setting. Empty where nobody has, or nobody is called so. */
export function heldIn(scenario: Scenario, name: string): Held[] {
  try {
    const whose = whoseOf(name, scenario);
    const held =
      whose.kind === "run" ? ofTheRun(scenario, name) : meant(whose, holdersOf(name, whose, scenario));
    return held.filter(({ value }) => value !== undefined);
  } catch {
    return [];
  }
}

function meant(whose: Whose, holders: readonly Holder[]): readonly Holder[] {
  if (whose.kind === "flow") return holders.filter(({ id }) => id === `flow${whose.group + 1}`);
  if (whose.kind === "link") return holders.filter(({ id }) => id === whose.link);
  const following = holders.filter(({ follows }) => follows);
  return whose.kind === "path" && following.length > 0 ? following : holders;
}

function ofTheRun(scenario: Scenario, name: string): Held[] {
  return (["run", "path", "tcp"] as const).flatMap((scope) => {
    const param = declaredParams(scenario, { scope }).find(({ id }) => id === name);
    if (param === undefined) return [];
    const value = getParam(scenario, { scope }, name);
    return [{ param, value, text: formatValue(param, value) }];
  });
}

/** Null where there is nothing to read: no such run, or nothing measured in it. */
export function numberOf(reading: Reading & { kind: "metric" }, runs: LessonRuns): number | null {
  const { measure, of } = reading;
  const own = runs.run === null ? null : measuredOf(runs.run, measure);
  if (of === "run") return own;
  const pinned = runs.pinned === null ? null : measuredOf(runs.pinned, measure);
  if (of === "pinned" || pinned === null || own === null) return of === "pinned" ? pinned : null;
  if (of === "change") return own - pinned;
  return pinned === 0 ? null : own / pinned;
}

/** As it stands in a sentence: "94.2 %", "+12.1 points", "3.4". */
export function readingText(reading: Reading, runs: LessonRuns): string {
  if (reading.kind === "setting") return settingText(reading, runs);
  const value = numberOf(reading, runs);
  if (value === null) return UNKNOWN;
  const { metric } = reading.measure;
  if (reading.of === "times") return String(Number(value.toPrecision(2)));
  const text = numberText(metric, Math.abs(value));
  const sign =
    reading.of !== "change" ? (value < 0 ? "−" : "") : Number(text) === 0 ? "±" : value < 0 ? "−" : "+";
  const unit = metric.unit === "%" && reading.of === "change" ? "points" : metric.unit;
  return `${sign}${text}${unit === "" ? "" : ` ${unit}`}`;
}

/** Stands for a number that is not known yet. */
export const UNKNOWN = "…";

function settingText({ name, of }: Reading & { kind: "setting" }, runs: LessonRuns): string {
  const scenario = of === "run" ? runs.scenario : runs.pinnedScenario;
  const texts = scenario === null ? [] : heldIn(scenario, name).map(({ text }) => text);
  return [...new Set(texts)].join(", ") || UNKNOWN;
}

const BRACES = /\{(\s*[^{}\s][^{}]{0,99})\}/g;

/** What stands between braces in a text; an editor may have broken the line there. */
export function bracesIn(text: string): string[] {
  return [...text.matchAll(BRACES)].map(([, inside]) => inside);
}

export function fillBraces(text: string, fill: (inside: string) => string): string {
  return text.replace(BRACES, (_, inside: string) => fill(inside));
}
