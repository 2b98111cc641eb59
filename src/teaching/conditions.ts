/**
 * A condition on a run, as lessons and tasks write it: "utilisation >= 95 %", "goodput@flow2 < 3 Mbps". Any metric that a
 * sweep can measure, at any place of the path.
 */
import type { RunResults, Scenario } from "../engine/index.ts";
import { parseQuantity } from "../engine/index.ts";
import {
  measuredOf,
  numberText,
  type PlacedMetric,
  readPlacedMetric,
  SWEPT_METRICS,
} from "../experiments/metrics.ts";

export const SIGNS = [">=", "<=", ">", "<"] as const;
export type Sign = (typeof SIGNS)[number];

export interface Condition {
  readonly measure: PlacedMetric;
  readonly sign: Sign;
  /** In the metric's unit. */
  readonly bound: number;
}

export interface Judged {
  /** In the metric's unit; null where the run has nothing to measure: then the condition is not met. */
  readonly value: number | null;
  readonly met: boolean;
}

const FORM = /^\s*([a-z0-9@.-]{1,80})\s*(>=|<=|≥|≤|>|<)\s*([^\s].{0,40}?)\s*$/;

/** Throws a sentence; `base` says which links and flows there are. */
export function readCondition(text: string, base: Scenario): Condition {
  const match = FORM.exec(text.slice(0, 200));
  if (match === null)
    throw new Error(
      `a condition is a metric, a sign and a value, like "utilisation >= 95 %"; got "${text.slice(0, 80)}"`,
    );
  const [, name, written, value] = match;
  const sign = written === "≥" ? ">=" : written === "≤" ? "<=" : (written as Sign);
  const measure = readPlacedMetric(name, base, SWEPT_METRICS);
  return { measure, sign, bound: readBound(value, measure) };
}

function readBound(text: string, { id, metric: { unit } }: PlacedMetric): number {
  const bound =
    unit === "ms" || unit === "s" || unit === "Mbps" ? parseQuantity(text, unit) : plain(text, unit);
  if (bound === null || !Number.isFinite(bound))
    throw new Error(`${id} is compared with a number${unit === "" ? "" : ` of ${unit}`}; got "${text}"`);
  return bound;
}

function plain(text: string, unit: string): number | null {
  const number = unit !== "" && text.endsWith(unit) ? text.slice(0, -unit.length).trim() : text;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(number) ? Number(number) : null;
}

/** Canonical; reads back as the same condition. */
export function conditionText({ measure, sign, bound }: Condition): string {
  const { unit } = measure.metric;
  return `${measure.id} ${sign} ${bound}${unit === "" ? "" : ` ${unit}`}`;
}

/** Exact: the value itself is compared, not the text that is shown of it. */
export function judge(condition: Condition, run: RunResults): Judged {
  return judgeValue(condition, measuredOf(run, condition.measure));
}

/** Of a value that was measured before. */
export function judgeValue(condition: Condition, value: number | null): Judged {
  return { value, met: value !== null && holds(value, condition) };
}

function holds(value: number, { sign, bound }: Condition): boolean {
  switch (sign) {
    case ">=":
      return value >= bound;
    case "<=":
      return value <= bound;
    case ">":
      return value > bound;
    case "<":
      return value < bound;
  }
}

/** "94.2 %". With more digits where the rounded number would seem to say the opposite. */
export function valueText(condition: Condition, { value, met }: Judged): string {
  if (value === null) return "none";
  const { metric } = condition.measure;
  const short = numberText(metric, value);
  const text = holds(Number(short), condition) === met ? short : String(Number(value.toPrecision(7)));
  return metric.unit === "" ? text : `${text} ${metric.unit}`;
}
