/** A recorded series brought down to the pixels there are: at most one column per device pixel. */
import type { BucketSeries } from "../../../engine/index.ts";
import type { TimeView } from "../../bench/plots/chart-props.ts";

export interface Columns {
  readonly length: number;
  /** Time in s at which `last` holds. */
  readonly timeS: Float64Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** NaN where nothing was recorded. */
  readonly last: Float32Array;
  /** Time one column covers. */
  readonly columnS: number;
}

/**
 * One bucket beyond each edge is kept, so that lines run off the plot instead of ending short of it. Columns start at
 * whole multiples of their width, whatever the view: panning moves the picture and does not make it shimmer.
 */
export function columnsOf(series: BucketSeries, view: TimeView, pixels: number): Columns {
  const { startS, bucketS, length } = series;
  const perColumn = Math.max(1, (view.toS - view.fromS) / (bucketS * Math.max(1, pixels)));
  const first = Math.max(0, Math.floor((view.fromS - startS) / bucketS) - 1);
  const end = Math.min(length, Math.ceil((view.toS - startS) / bucketS) + 1);
  const firstColumn = Math.floor(first / perColumn);
  const count = Math.max(0, Math.ceil(end / perColumn) - firstColumn);
  const columns = emptyColumns(count, perColumn * bucketS);
  for (let column = 0; column < count; column++) {
    const from = Math.floor((firstColumn + column) * perColumn);
    const to = Math.max(from + 1, Math.min(end, Math.floor((firstColumn + column + 1) * perColumn)));
    fillColumn(columns, column, series, from, to);
  }
  return columns;
}

function emptyColumns(length: number, columnS: number): Columns {
  return {
    length,
    timeS: new Float64Array(length),
    min: new Float32Array(length),
    max: new Float32Array(length),
    last: new Float32Array(length),
    columnS,
  };
}

function fillColumn(columns: Columns, column: number, series: BucketSeries, from: number, to: number): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let last = Number.NaN;
  for (let bucket = from; bucket < to; bucket++) {
    if (series.min[bucket] < low) low = series.min[bucket];
    if (series.max[bucket] > high) high = series.max[bucket];
    last = series.last[bucket];
  }
  columns.timeS[column] = series.startS + to * series.bucketS;
  columns.min[column] = low > high ? Number.NaN : low;
  columns.max[column] = low > high ? Number.NaN : high;
  columns.last[column] = last;
}

/** The series' last value at or before a time; NaN before its start and after its end. */
export function valueAt(series: BucketSeries, timeS: number): number {
  const bucket = Math.floor((timeS - series.startS) / series.bucketS);
  return bucket >= 0 && bucket < series.length ? series.last[bucket] : Number.NaN;
}

export interface Extent {
  readonly low: number;
  readonly high: number;
}

/** Lowest and highest recorded value in a stretch of time, or null where nothing was recorded. */
export function extentIn(series: BucketSeries, view: TimeView): Extent | null {
  const first = Math.max(0, Math.floor((view.fromS - series.startS) / series.bucketS));
  const end = Math.min(series.length, Math.ceil((view.toS - series.startS) / series.bucketS));
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let bucket = first; bucket < end; bucket++) {
    if (series.min[bucket] < low) low = series.min[bucket];
    if (series.max[bucket] > high) high = series.max[bucket];
  }
  return low > high ? null : { low, high };
}
