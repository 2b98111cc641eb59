/** Formats numbers for the texts of claims. */

import { mean } from "./statistics.ts";

/** Returns a gain as text: "+24.5 %". */
export function gainText(percent: number): string {
  return `${signed(percent)} %`;
}

/** Returns the mean gain and the range of the runs as text: "+24.5 % (23.8 to 25.1)". */
export function gainsText(percents: readonly number[]): string {
  const middle = mean(percents);
  if (middle === null) return "–";
  if (percents.length === 1) return gainText(middle);
  const [low, high] = [Math.min(...percents), Math.max(...percents)];
  return `${gainText(middle)} (${minus(low.toFixed(1))} to ${minus(high.toFixed(1))})`;
}

/** Returns a time difference as text: "+1.2 ms". */
export function msText(ms: number): string {
  return `${signed(ms)} ms`;
}

/** Returns a rate as text: "19.30 Mbps". */
export function mbpsText(bps: number): string {
  return `${(bps / 1e6).toFixed(2)} Mbps`;
}

/** Returns a list as text: "0.75, 0.8 and 0.85". */
export function listed(texts: readonly (string | number)[]): string {
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`;
}

function signed(value: number): string {
  const text = value.toFixed(1);
  // If the number rounds to zero, the minus sign is removed.
  if (Number(text) === 0) return text.replace("-", "");
  return value > 0 ? `+${text}` : minus(text);
}

/** Replaces the hyphen before a number by a minus sign. */
export function minus(text: string): string {
  return text.replace("-", "−");
}

/** Returns true if no value is below the previous one by more than `slack`. */
export function rises(values: readonly number[], slack = 0): boolean {
  return values.every((value, i) => i === 0 || value >= values[i - 1] - slack);
}

/** Returns a range as text: "7 to 12"; a single number if both ends are equal. */
export function rangeText(values: readonly number[], digits: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return low === high ? low : `${low} to ${high}`;
}
