/** The values of an axis as text: a range "0.5:0.95:0.05", or a list "20ms,100ms". */
import type { SweepAxis } from "../../experiments/sweep-axis.ts";

export type ValuesKind = "range" | "list";

/** A range's parts, or null where the values are a list. */
export function rangeParts(text: string): readonly [from: string, to: string, step: string] | null {
  const parts = text.split(":").map((part) => part.trim());
  return parts.length === 3 ? [parts[0], parts[1], parts[2]] : null;
}

/** The same values in the other form, as far as they have one; `first` are values to begin with. */
export function valuesAs(kind: ValuesKind, axis: SweepAxis | null, first: string): string {
  if (kind === "list") return axis === null ? "" : axis.values.join(",");
  const numbers = axis?.numbers ?? [];
  if (axis === null || numbers.length < 2) return rangeParts(first) === null ? "::" : first;
  const [from, second] = numbers;
  const to = numbers[numbers.length - 1];
  const isGeometric =
    from > 0 && numbers.every((value, i) => i === 0 || near(value / numbers[i - 1], second / from));
  const isEven = numbers.every((value, i) => i === 0 || near(value - numbers[i - 1], second - from));
  const step = isGeometric && !isEven ? `x${short(second / from)}` : short(second - from);
  return `${axis.values[0]}:${axis.values[axis.values.length - 1]}:${to > from ? step : ""}`;
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
