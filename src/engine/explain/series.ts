/** Reading decimated series. */
import type { BucketSeries } from "../trace/snapshot.ts";

/** The last value at that time; NaN before the first. */
export function valueAt(series: BucketSeries, atS: number): number {
  const at = Math.floor((atS - series.startS) / series.bucketS);
  return at < 0 || series.length === 0 ? Number.NaN : series.last[Math.min(at, series.length - 1)];
}

/** When it first was at least so much, after that time; null: never. */
export function reachedS(series: BucketSeries, value: number, afterS: number): number | null {
  const first = Math.max(0, Math.floor((afterS - series.startS) / series.bucketS) + 1);
  for (let i = first; i < series.length; i++) {
    if (series.max[i] >= value) return series.startS + i * series.bucketS;
  }
  return null;
}

export interface Extent {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** Between two times; the mean is that of the buckets' last values. Null where there is none. */
export function extentOf(series: BucketSeries, fromS: number, toS: number): Extent | null {
  const first = Math.max(0, Math.floor((fromS - series.startS) / series.bucketS));
  const last = Math.min(series.length - 1, Math.floor((toS - series.startS) / series.bucketS));
  let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  for (let i = first; i <= last; i++) {
    if (Number.isNaN(series.last[i])) continue;
    min = Math.min(min, series.min[i]);
    max = Math.max(max, series.max[i]);
    sum += series.last[i];
    count++;
  }
  return count === 0 ? null : { min, mean: sum / count, max };
}
