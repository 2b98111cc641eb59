/** What the page says around the numbers of a lesson. */
import type { Scenario } from "../../engine/index.ts";
import { numberText } from "../../experiments/metrics.ts";
import {
  type Comparison,
  DRAWN_PLOTS,
  type DrawnPlot,
  MEASURES,
  type Yardstick,
} from "../../teaching/drawing.ts";
import type { LessonCondition } from "../../teaching/lesson-conditions.ts";
import { heldIn, type LessonRuns, numberOf, readingText, UNKNOWN } from "../../teaching/readings.ts";
import type { StepKind } from "../../teaching/step-lines.ts";

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

/** "Utilisation ≥ 95 %". */
export function askedWords(condition: LessonCondition, scenario: Scenario): string {
  if (condition.kind === "metric") {
    const { measure, of } = condition.reading;
    const { label, unit } = measure.metric;
    const place = measure.place === null ? "" : ` of ${measure.place}`;
    const what =
      of === "change"
        ? "Change of: "
        : of === "times"
          ? "Times as much as before: "
          : of === "pinned"
            ? "Before: "
            : "";
    const ends =
      of === "times" || unit === "" ? "" : `${NO_BREAK}${of === "change" && unit === "%" ? "points" : unit}`;
    return `${what}${label}${place} ${SIGNS[condition.sign]}${NO_BREAK}${condition.bound}${ends}`;
  }
  if (condition.kind !== "setting") return "";
  const [held] = heldIn(scenario, condition.name);
  const param = held?.param ?? null;
  const name = param === null ? condition.name : (param.symbol ?? param.label);
  return `${name} ${SIGNS[condition.sign]} ${String(condition.value)}`;
}

/** "now 79.4 %"; empty where there is nothing to say. */
export function nowWords(condition: LessonCondition, runs: LessonRuns): string {
  if (condition.kind === "metric") {
    if (numberOf(condition.reading, runs) === null) return "";
    return `now ${exactEnough(condition, runs)}`;
  }
  if (condition.kind !== "setting") return "";
  const text = readingText({ kind: "setting", name: condition.name, of: condition.of }, runs);
  return text === UNKNOWN ? "" : `now ${text}`;
}

/** A rounded number must not seem to meet what it does not. */
function exactEnough({ reading, bound }: LessonCondition & { kind: "metric" }, runs: LessonRuns): string {
  const text = readingText(reading, runs);
  const value = numberOf(reading, runs);
  if (value === null || reading.of === "times" || reading.of === "change" || value === bound) return text;
  const { metric } = reading.measure;
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
