/** Recorded series: reduced to the available pixels, and looked up. */

import type { BucketSeries, EventSeries } from "../../../engine/index.ts";
import type { TimeView } from "./plot-geometry.ts";

/** A series reduced to the available pixels: at most one column per device pixel. */
interface Columns {
  readonly length: number;
  /** Index of the first bucket of each column; `to` is the index after the last bucket. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Times in s of the values in `last`. */
  readonly timeS: Float64Array;
  readonly min: Float32Array;
  readonly max: Float32Array;
  /** Last values; NaN if nothing was recorded. */
  readonly last: Float32Array;
}

/**
 * Returns the columns. One additional bucket is included at each edge, so that lines continue to the edge of the
 * plot. Columns start at multiples of their width in every view, so that panning moves the picture without flicker.
 */
export function columnsOf(series: BucketSeries, view: TimeView, pixels: number): Columns {
  const { startS, bucketS, length } = series;
  const perColumn = Math.max(1, (view.toS - view.fromS) / (bucketS * Math.max(1, pixels)));
  const first = Math.max(0, Math.floor((view.fromS - startS) / bucketS) - 1);
  const end = Math.min(length, Math.ceil((view.toS - startS) / bucketS) + 1);
  const firstColumn = Math.floor(first / perColumn);
  const count = Math.max(0, Math.ceil(end / perColumn) - firstColumn);
  const columns: Columns = {
    length: count,
    from: new Int32Array(count),
    to: new Int32Array(count),
    timeS: new Float64Array(count),
    min: new Float32Array(count),
    max: new Float32Array(count),
    last: new Float32Array(count),
  };
  for (let column = 0; column < count; column++) {
    const from = Math.floor((firstColumn + column) * perColumn);
    const to = Math.max(from + 1, Math.min(end, Math.floor((firstColumn + column + 1) * perColumn)));
    const { low, high } = extremes(series, from, to);
    columns.from[column] = from;
    columns.to[column] = to;
    columns.timeS[column] = startS + to * bucketS;
    columns.min[column] = low > high ? Number.NaN : low;
    columns.max[column] = low > high ? Number.NaN : high;
    columns.last[column] = series.last[to - 1] ?? Number.NaN;
  }
  return columns;
}

/** A series of events, reduced to intervals of `stepS`. An interval is at least one bucket long. */
interface EventColumns extends Columns {
  /** Mean over all events of an interval; the previous value if the interval has no events. */
  readonly mean: Float32Array;
}

const MOST_EVENT_COLUMNS = 500;

/**
 * Returns the length of the intervals whose means are drawn: 1, 2 or 5 times a power of ten. It depends on the time range and
 * not on the size in px, so that the curve has the same shape on every screen, in a file and in print.
 */
export function eventStepS({ bucketS }: Pick<EventSeries, "bucketS">, { fromS, toS }: TimeView): number {
  const leastS = (toS - fromS) / MOST_EVENT_COLUMNS;
  const power = 10 ** Math.floor(Math.log10(leastS));
  const stepS = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= leastS * (1 - 1e-9));
  return Math.max(bucketS, stepS ?? leastS);
}

export function eventColumnsOf(series: EventSeries, view: TimeView): EventColumns {
  const stepS = eventStepS(series, view);
  const columns = columnsOf(series, view, (view.toS - view.fromS) / stepS);
  const { length, timeS, from, to } = columns;
  const mean = new Float32Array(length);
  for (let column = 0; column < length; column++) {
    mean[column] = meanOf(series, from[column], to[column]);
    // The time of a mean is the middle of the interval, not its end.
    timeS[column] -= ((to[column] - from[column]) * series.bucketS) / 2;
  }
  leaveOutSilence(series, columns);
  return { ...columns, mean };
}

/** Longest time without events that a line bridges (s), so that the packets of a slow flow form one curve. */
const LEAST_SILENCE_S = 1;
const LEAST_SILENT_COLUMNS = 10;

/** Removes the values of long times without events, so that no line is drawn there. */
function leaveOutSilence(series: EventSeries, columns: Columns): void {
  const { from, to, last } = columns;
  let first = 0;
  for (let column = 0; column <= columns.length; column++) {
    const isSilent = column < columns.length && eventsIn(series, from[column], to[column]) === 0;
    if (isSilent) continue;
    const lastsS = column > first ? (to[column - 1] - from[first]) * series.bucketS : 0;
    if (column - first >= LEAST_SILENT_COLUMNS && lastsS >= LEAST_SILENCE_S)
      last.fill(Number.NaN, first, column);
    first = column + 1;
  }
}

function eventsIn({ count, length }: EventSeries, from: number, end: number): number {
  const to = Math.min(length, end);
  let events = 0;
  for (let bucket = from; bucket < to; bucket++) events += count[bucket];
  return events;
}

/** Returns the mean over the events of some buckets; NaN before the first event. */
function meanOf({ length, mean, count }: EventSeries, from: number, end: number): number {
  const to = Math.min(length, end);
  let [sum, events] = [0, 0];
  for (let bucket = from; bucket < to; bucket++) {
    if (count[bucket] > 0) sum += mean[bucket] * count[bucket];
    events += count[bucket];
  }
  return events > 0 ? sum / events : (mean[from] ?? Number.NaN);
}

/** Returns the drawn mean at a time; NaN before the first event and after the end. */
export function meanAt(series: EventSeries, view: TimeView, timeS: number): number {
  const { startS, bucketS, length } = series;
  if (!(timeS >= startS && timeS < startS + length * bucketS)) return Number.NaN;
  const perColumn = eventStepS(series, view) / bucketS;
  const column = Math.floor((timeS - startS) / bucketS / perColumn);
  const from = Math.floor(column * perColumn);
  const to = Math.max(from + 1, Math.floor((column + 1) * perColumn));
  return isInSilence(series, from, to, perColumn) ? Number.NaN : meanOf(series, from, to);
}

function isInSilence(series: EventSeries, from: number, to: number, perColumn: number): boolean {
  const { bucketS, length, count } = series;
  const least = Math.max(LEAST_SILENCE_S / bucketS, LEAST_SILENT_COLUMNS * perColumn);
  let [first, end] = [from, to];
  while (first > 0 && end - first < least && count[first - 1] === 0) first--;
  while (end < length && end - first < least && count[end] === 0) end++;
  return end - first >= least && eventsIn(series, from, to) === 0;
}

/** Returns the extremes of some buckets. The lowest is above the highest if nothing was recorded. */
function extremes({ min, max }: BucketSeries, from: number, to: number): Extent {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let bucket = from; bucket < to; bucket++) {
    if (min[bucket] < low) low = min[bucket];
    if (max[bucket] > high) high = max[bucket];
  }
  return { low, high };
}

/** Returns the last value at or before a time; NaN before the start and after the end of the series. */
export function valueAt(series: BucketSeries, timeS: number): number {
  const bucket = Math.floor((timeS - series.startS) / series.bucketS);
  return bucket >= 0 && bucket < series.length ? series.last[bucket] : Number.NaN;
}

interface Extent {
  readonly low: number;
  readonly high: number;
}

/** Returns the lowest and highest recorded value in a time range; null if nothing was recorded. */
export function extentIn(series: BucketSeries, view: TimeView): Extent | null {
  const first = Math.max(0, Math.floor((view.fromS - series.startS) / series.bucketS));
  const end = Math.min(series.length, Math.ceil((view.toS - series.startS) / series.bucketS));
  const extent = extremes(series, first, end);
  return extent.low > extent.high ? null : extent;
}

/** Returns the stretches of columns that have a value, each from its first column to the one after its last. */
export function recordedStretches(columns: Columns): [number, number][] {
  const stretches: [number, number][] = [];
  let from = 0;
  for (let column = 0; column <= columns.length; column++) {
    if (column < columns.length && !Number.isNaN(columns.last[column])) continue;
    if (column > from) stretches.push([from, column]);
    from = column + 1;
  }
  return stretches;
}
