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

/** What repeated runs say of a mean: its 95 % interval, the scatter of the runs, their smallest and largest. */
export interface Estimate {
  readonly n: number;
  readonly mean: number;
  /** Standard deviation (n - 1). Null where it cannot be known: of one run, or where repeating changes nothing. */
  readonly sd: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly min: number;
  readonly max: number;
}

/** Null of no values. `repeats`: whether the values are of runs that chance tells apart. */
export function estimate(values: readonly number[], repeats = true): Estimate | null {
  const middle = mean(values);
  if (middle === null) return null;
  const n = values.length;
  const sd = repeats ? standardDeviation(values) : null;
  const half = sd === null ? 0 : (studentQuantile(n - 1) * sd) / Math.sqrt(n);
  return {
    n,
    mean: middle,
    sd,
    interval: sd === null ? null : { low: middle - half, high: middle + half },
    min: Math.min(...values),
    max: Math.max(...values),
  };
}

const quantiles = new Map<number, number>();

/** Student's t that 2.5 % of the distribution with these degrees of freedom lie above: the edge of a two-sided 95 % interval. */
export function studentQuantile(degrees: number): number {
  const known = quantiles.get(degrees);
  if (known !== undefined) return known;
  // That of one degree of freedom is the largest of all.
  let [low, high] = [1.9, 13];
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (withinStudent(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  quantiles.set(degrees, high);
  return high;
}

/** The share of Student's distribution between -t and t: Abramowitz and Stegun, 26.7.3 and 26.7.4, finite sums of whole degrees. */
function withinStudent(t: number, degrees: number): number {
  const square = degrees / (degrees + t * t);
  const isOdd = degrees % 2 === 1;
  let [term, sum] = [1, degrees === 1 ? 0 : 1];
  for (let k = isOdd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= (square * (k - 1)) / k;
    sum += term;
  }
  const sine = t / Math.sqrt(degrees + t * t);
  if (!isOdd) return sine * sum;
  return (2 / Math.PI) * (Math.atan(t / Math.sqrt(degrees)) + sine * Math.sqrt(square) * sum);
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
