/** Statistics of a few numbers, and their texts. */

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Returns the sample standard deviation; 0 for a single value. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1));
}

/** Median, 90th percentile and maximum of errors, without sign. */
export interface ErrorSpread {
  readonly median: number;
  /** Value that at least nine of ten errors do not exceed. */
  readonly p90: number;
  readonly worst: number;
}

/** Returns these values; null if there are no errors. NaN counts as the largest error. */
export function spreadOf(errors: readonly number[]): ErrorSpread | null {
  if (errors.length === 0) return null;
  const sizes = errors
    .map((error) => (Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.abs(error)))
    .sort((a, b) => a - b);
  return {
    median: median(sizes),
    p90: sizes[Math.ceil(0.9 * sizes.length) - 1],
    worst: sizes[sizes.length - 1],
  };
}

export function signed(value: number, digits: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(digits)}`;
}

export function signedPercent(share: number, digits: number): string {
  return `${signed(share * 100, digits)} %`;
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}

/** Returns a difference of shares as text in percentage points. */
export function points(share: number): string {
  return `${signed(share * 100, 1)} points`;
}

export function mbps(bps: number): string {
  return (bps / 1e6).toFixed(3);
}

/** Groups values by a key. Groups are in the order in which their keys first occur. */
export function groupsBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
