/** Means, percentiles and spreads of few numbers. Each is null where there is nothing to take it of. */

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number | null {
  return percentile(values, 50);
}

/** Between the two nearest values in proportion; percent 0 is the smallest, 100 the largest. */
export function percentile(values: readonly number[], percent: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (percent / 100) * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}

export interface Spread {
  readonly mid: number;
  readonly low: number;
  readonly high: number;
}

/** The mean, with the smallest and the largest: few seeds have no better edges. */
export function spread(values: readonly number[]): Spread | null {
  const mid = mean(values);
  return mid === null ? null : { mid, low: Math.min(...values), high: Math.max(...values) };
}

/** The median, with the lower and the upper quartile: for many runs or long tails. */
export function quartiles(values: readonly number[]): Spread | null {
  const [mid, low, high] = [50, 25, 75].map((percent) => percentile(values, percent));
  return mid === null || low === null || high === null ? null : { mid, low, high };
}

/** Sample standard deviation (n - 1). */
export function standardDeviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - middle) * (value - middle), 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Spearman's: how steadily y rises (1) or falls (−1) with x, whatever the curve; equal values share their mean rank. */
export function rankCorrelation(x: readonly number[], y: readonly number[]): number | null {
  const [a, b] = [ranks(x), ranks(y)];
  const middle = (x.length - 1) / 2;
  const product = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, rank, i) => sum + (rank - middle) * (right[i] - middle), 0);
  const scale = Math.sqrt(product(a, a) * product(b, b));
  return scale === 0 ? null : product(a, b) / scale;
}

function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal - 1) / 2;
  });
}

/** Steps of the cumulative distribution: the values ascending, and the fraction at or below each. */
export function distribution(values: readonly number[]): { readonly x: number[]; readonly y: number[] } {
  const x = [...values].sort((a, b) => a - b);
  return { x, y: x.map((_, i) => (i + 1) / x.length) };
}

/** Seven digits, as many as a 32-bit series holds: the last bits of a mean say nothing and would fill files. Null stays. */
export function rounded(value: number | null, digits = 7): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits));
}
