/** How a value stands in its field, beside its unit. */
import type { NumberParam, Unit } from "../../../engine/index.ts";
import { valueText } from "../setting-differences.ts";

const UNIT_TEXT: Record<Unit, string> = {
  s: "s",
  ms: "ms",
  Mbps: "Mbps",
  B: "B",
  ratio: "",
  count: "",
  segments: "segments",
  "per-s": "1/s",
};

export function unitText(unit: Unit): string {
  return UNIT_TEXT[unit];
}

/** Below this, leading zeros would fill the field. */
const SMALLEST_WRITTEN_OUT = 1e-4;

export function fieldText(param: NumberParam, value: number): string {
  if (value > 0 && value < SMALLEST_WRITTEN_OUT) return value.toExponential();
  return param.unit === "ratio" ? valueText(param, value) : String(value);
}

/** Characters of the longest value that is allowed, as its field writes it: the largest, or one step below it. */
export function longestChars(param: NumberParam): number {
  const { min, max, step, noneLabel } = param;
  const stepBelow = Number((max - step).toPrecision(DIGITS));
  const values = [min, max, ...(stepBelow > min ? [stepBelow] : [])];
  return Math.max(...values.map((value) => fieldText(param, value).length), noneLabel?.length ?? 0);
}

/** Without the dust of binary fractions. */
const DIGITS = 12;
