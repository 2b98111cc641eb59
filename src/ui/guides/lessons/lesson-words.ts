/** What the page says around the numbers of a lesson. */

import { formatValue, type Scenario } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import { numberText } from "../../../experiments/metrics.ts";
import { placeWords } from "../../../teaching/check.ts";
import {
  type Condition,
  type LessonRuns,
  type MetricCondition,
  numberOf,
  readingText,
  settingParam,
  UNKNOWN,
} from "../../../teaching/conditions.ts";
import {
  type Comparison,
  DRAWN_PLOTS,
  type DrawnPlot,
  MEASURES,
  type Yardstick,
} from "../../../teaching/drawing.ts";
import type { StepKind } from "../../../teaching/lesson.ts";

export const KIND_NAMES: Readonly<Record<StepKind, string>> = {
  predict: "Predict",
  run: "Run",
  compare: "Compare",
  explain: "Explain",
  question: "One more question",
};

const NO_BREAK = "\u00a0";

const SIGNS: Readonly<Record<string, string>> = {
  ">=": "≥",
  "<=": "≤",
  ">": ">",
  "<": "<",
  is: "is",
  "is not": "is not",
};

/** "Utilisation ≥ 95 %", "Median queue delay: at least 3 ms less than before". */
export function askedWords(condition: Condition, scenario: Scenario): string {
  if (condition.kind === "metric") return askedMetric(condition);
  if (condition.kind !== "setting") return "";
  const { name, sign, value } = condition;
  const param = settingParam(name, scenario);
  if (param === null) return `${name} ${SIGNS[sign]} ${String(value)}`;
  const text = formatValue(param, value);
  const what = param.symbol ?? param.label;
  // "ECN on": a switch is in a state, and is not compared.
  if (param.kind === "boolean" && sign === "is") return `${what} ${text}`;
  return `${what} ${SIGNS[sign]} ${text}`;
}

const SIGN_WORDS = { ">=": "at least", "<=": "at most", ">": "more than", "<": "less than" } as const;

function askedMetric({ measure, of, sign, bound }: MetricCondition): string {
  const { label, unit } = measure.metric;
  const { place } = measure;
  const what = place === null ? label : `${label} of ${placeWords(place)}`;
  switch (of) {
    case "times":
      return `${what}: ${SIGN_WORDS[sign]} ${bound} times what it was before`;
    case "change":
      return `${what}: ${changeWords(sign, bound, unit === "%" ? "points" : unit)} than before`;
    case "pinned":
      return `${what} before ${SIGNS[sign]}${NO_BREAK}${withUnit(bound, unit)}`;
    case "run":
      return `${what} ${SIGNS[sign]}${NO_BREAK}${withUnit(bound, unit)}`;
  }
}

/** "at least 3 ms less": a bound below zero is a decrease, whose sign turns. */
function changeWords(sign: keyof typeof SIGN_WORDS, bound: number, unit: string): string {
  const isMore = sign === ">=" || sign === ">";
  if (bound === 0) return sign === ">=" ? "no less" : sign === "<=" ? "no more" : isMore ? "more" : "less";
  const isDecrease = bound < 0;
  const turned = { ">=": "<=", "<=": ">=", ">": "<", "<": ">" } as const;
  const words = SIGN_WORDS[isDecrease ? turned[sign] : sign];
  return `${words} ${withUnit(Math.abs(bound), unit)} ${isDecrease ? "less" : "more"}`;
}

function withUnit(value: number, unit: string): string {
  return unit === "" ? String(value) : `${value}${NO_BREAK}${unit}`;
}

/** "now 79.4 %"; empty where there is nothing to say. */
export function nowWords(condition: Condition, runs: LessonRuns): string {
  if (condition.kind === "metric") {
    if (numberOf(condition, runs) === null) return "";
    const now = `now ${exactEnough(condition, runs)}`;
    return condition.of === "times" ? `${now} times` : now;
  }
  if (condition.kind !== "setting") return "";
  const text = readingText(condition, runs);
  return text === UNKNOWN ? "" : `now ${text}`;
}

/** A rounded number must not seem to meet what it does not. */
function exactEnough(condition: MetricCondition, runs: LessonRuns): string {
  const { of, bound, measure } = condition;
  const text = readingText(condition, runs);
  const value = numberOf(condition, runs);
  if (value === null || of === "times" || of === "change" || value === bound) return text;
  const { metric } = measure;
  if (Number(numberText(metric, value)) !== bound) return text;
  return `${Number(value.toPrecision(7))}${metric.unit === "" ? "" : ` ${metric.unit}`}`;
}

function unitOf({ measure }: Yardstick, plot: DrawnPlot): string {
  return measure === "teeth" ? "" : ` ${DRAWN_PLOTS[plot].unit}`;
}

/** What a drawing is judged by, said before it is drawn. */
export function yardstickWords(yardstick: Yardstick, plot: DrawnPlot): string {
  return `${MEASURES[yardstick.measure]}, within ${yardstick.within}${unitOf(yardstick, plot)}`;
}

/** "Mean height: you drew 120 ms, the run has 1020 ms: 900 ms apart, 350 ms would do." */
export function comparisonWords(
  { yardstick, drawn, run, apart, right }: Comparison,
  plot: DrawnPlot,
): string {
  const unit = unitOf(yardstick, plot);
  const name = MEASURES[yardstick.measure];
  const both =
    drawn === null || run === null
      ? ""
      : ` you drew ${rounded(drawn)}${unit}, the run has ${rounded(run)}${unit},`;
  const verdict = right
    ? `within ${yardstick.within}${unit}`
    : `${yardstick.within}${unit} would be near enough`;
  return `${name[0].toUpperCase()}${name.slice(1)}:${both} ${rounded(apart)}${unit} apart; ${verdict}.`;
}

function rounded(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

/** "3 of 4 right". */
export function scoreWords({ right, of }: { readonly right: number; readonly of: number }): string {
  return `${right} of ${of} right`;
}

export function progressWords(reached: number, steps: number): string {
  return reached > steps ? "done" : `at step ${reached} of ${steps}`;
}

export function pointWords(timeS: number, value: number, plot: DrawnPlot): string {
  return `at ${Number(timeS.toPrecision(3))} s: ${Number(value.toPrecision(3))} ${DRAWN_PLOTS[plot].unit}`;
}

/** "5 minutes · 7 steps". */
export function sizeWords(minutes: number, steps: number): string {
  return `${counted(minutes, "minute")} · ${counted(steps, "step")}`;
}

/** Of a lesson that was gone through. */
export function doneWords(result: Parameters<typeof scoreWords>[0]): string {
  return `✓ done, ${scoreWords(result)}`;
}

/** For the ear, of a link that says to the eye only what it does. */
export function startLabel(act: string, title: string): string {
  return `${act}: ${title}`;
}

export function sourceLabel(title: string): string {
  return `Source of “${title}”`;
}

/** "Next: Slow start's overshoot". */
export function nextLesson(title: string): string {
  return `Next: ${title}`;
}

/** "2 of 5". */
export function stepPlace(step: number, steps: number): string {
  return `${step} of ${steps}`;
}

export function judgedBy(yardsticks: readonly Yardstick[], plot: DrawnPlot): string {
  return `Judged by: ${yardsticks.map((one) => yardstickWords(one, plot)).join("; ")}.`;
}

/** Of a file that was tried. */
export function notYetWords(file: string): string {
  return `${file} is not a lesson yet:`;
}

export function triedWords(steps: number, letters: number): string {
  return `${counted(steps, "step")}, no problems. The link holds the whole lesson: ${counted(letters, "letter")}.`;
}

/** How points of a drawing are moved, for those who do not draw with a pen. */
export function drawingWords(points: number): string {
  return `Draw the curve: ${counted(points, "point")}. Arrows move a point, Shift by less; Insert adds one, Delete takes one away.`;
}

/** "Point 3 of 12". */
export function pointLabel(point: number, points: number): string {
  return `Point ${point} of ${points}`;
}
