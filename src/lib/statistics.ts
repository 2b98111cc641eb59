/** Means, percentiles and spreads of small sets of numbers. Each function returns null if there are no values. */

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number | null {
  return percentile(values, 50);
}

/** Returns a percentile, interpolated between the two nearest values. 0 gives the minimum, 100 the maximum. */
export function percentile(values: readonly number[], percent: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (percent / 100) * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}

/** A middle value, with a lower and an upper end. */
export interface Spread {
  readonly mid: number;
  readonly low: number;
  readonly high: number;
}

/** Returns the mean with minimum and maximum. Suits small numbers of seeds. */
export function spread(values: readonly number[]): Spread | null {
  const mid = mean(values);
  return mid === null ? null : { mid, low: Math.min(...values), high: Math.max(...values) };
}

/** Returns the median with lower and upper quartile. Suits many runs and long tails. */
export function quartiles(values: readonly number[]): Spread | null {
  const [mid, low, high] = [50, 25, 75].map((percent) => percentile(values, percent));
  return mid === null || low === null || high === null ? null : { mid, low, high };
}

/** Returns the sample standard deviation (n - 1). */
export function standardDeviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - middle) * (value - middle), 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Estimate of a mean from repeated runs: the mean with its 95 % interval, standard deviation, minimum and maximum. */
export interface Estimate {
  readonly n: number;
  readonly mean: number;
  /** Standard deviation (n - 1). Null if there is only one run, or if repeated runs cannot differ. */
  readonly sd: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly min: number;
  readonly max: number;
}

/** Returns the estimate; null if there are no values. `repeats` is true if runs differ randomly. */
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

/** Returns the value of Student's t that is exceeded with a probability of 2.5 %. It gives the limit of a two-sided 95 % interval. */
export function studentQuantile(degrees: number): number {
  const known = quantiles.get(degrees);
  if (known !== undefined) return known;
  // The search starts with limits that enclose the values for all degrees of freedom.
  let [low, high] = [1.9, 13];
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (withinStudent(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  quantiles.set(degrees, high);
  return high;
}

/**
 * Returns the probability that Student's t is between -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4, finite sums for whole
 * degrees of freedom).
 */
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

/**
 * Returns Spearman's rank correlation: 1 if y always rises with x, −1 if it always falls, for a curve of any shape. Equal values
 * share their mean rank.
 */
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

/** Returns the cumulative distribution: the values in ascending order, and for each the fraction of values that are not larger. */
export function distribution(values: readonly number[]): { readonly x: number[]; readonly y: number[] } {
  const x = [...values].sort((a, b) => a - b);
  return { x, y: x.map((_, i) => (i + 1) / x.length) };
}

/** Rounds to seven digits, as many as a 32-bit series has. More digits of a mean would only make files longer. Null stays null. */
export function rounded(value: number | null, digits = 7): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits));
}
