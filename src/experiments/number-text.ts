/** Numbers of claims as text, alike everywhere. */

import { mean } from "./statistics.ts";

/** "+24.5 %". */
export function gainText(percent: number): string {
  return `${signed(percent)} %`;
}

/** "+24.5 % (23.8 to 25.1)": the mean, and where the runs lie. */
export function gainsText(percents: readonly number[]): string {
  const middle = mean(percents);
  if (middle === null) return "–";
  if (percents.length === 1) return gainText(middle);
  const [low, high] = [Math.min(...percents), Math.max(...percents)];
  return `${gainText(middle)} (${minus(low.toFixed(1))} to ${minus(high.toFixed(1))})`;
}

/** "+1.2 ms". */
export function msText(ms: number): string {
  return `${signed(ms)} ms`;
}

/** "19.3 Mbps". */
export function mbpsText(bps: number): string {
  return `${(bps / 1e6).toFixed(2)} Mbps`;
}

/** "0.75, 0.8 and 0.85". */
export function listed(texts: readonly (string | number)[]): string {
  return texts.length < 2
    ? texts.join("")
    : `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`;
}

function signed(value: number): string {
  const text = value.toFixed(1);
  // Zero has no sign, whichever side it was rounded from.
  if (Number(text) === 0) return text.replace("-", "");
  return value > 0 ? `+${text}` : minus(text);
}

/** With a true minus sign. */
export function minus(text: string): string {
  return text.replace("-", "−");
}

/** Each value is at least the one before it, but for `slack`. */
export function rises(values: readonly number[], slack = 0): boolean {
  return values.every((value, i) => i === 0 || value >= values[i - 1] - slack);
}

/** "7 to 12"; one number where both ends are alike. */
export function rangeText(values: readonly number[], digits: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return low === high ? low : `${low} to ${high}`;
}
