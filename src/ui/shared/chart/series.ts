/** Recorded series: reduced to the available pixels, looked up, and drawn on a canvas with a pen. */

import type { BucketSeries, EventSeries } from "../../../engine/index.ts";
import { type ChartColours, canvasPaint, type Ink, type Paint } from "./colours.ts";
import { type Plot, type TimeView, viewOf } from "./plot-geometry.ts";
import type { Trace } from "./symbols.ts";

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

/** Style of a line. Its width is either a multiple of the theme's line width, or given in px. */
export interface LineStyle {
  readonly paint: Paint;
  readonly width?: number;
  readonly px?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

/**
 * Width of a thin line as a share of the usual width. It is 1 px, which browsers paint several times faster than
 * wider lines.
 */
export const THIN = 0.625;

/** The line of the pinned run. */
export const GHOST: LineStyle = { paint: "ghost", width: THIN };

/** Range below which a column is not taller than the line itself (px). */
const VISIBLE_RANGE_PX = 1;
/** Deviation below which a point is not drawn as a corner (px). */
const SLACK_PX = 0.25;

function isBetween(y: number, one: number, other: number): boolean {
  return y >= Math.min(one, other) - SLACK_PX && y <= Math.max(one, other) + SLACK_PX;
}

/** Draws into a plot with the theme's colours: on the page, on paper, or in a file. */
export class Pen {
  readonly context: CanvasRenderingContext2D;
  readonly plot: Plot;
  readonly colours: ChartColours;

  constructor(context: CanvasRenderingContext2D, plot: Plot, colours: ChartColours) {
    this.context = context;
    this.plot = plot;
    this.colours = colours;
  }

  colour(ink: Ink): string {
    return canvasPaint(ink, this.colours);
  }

  /** Draws with clipping at the edges of the plot, extended by `overPx`. */
  clip(draw: () => void, overPx = 0): void {
    const { left, right, top, bottom, dpr } = this.plot;
    // The clip uses whole pixels. At an edge between two pixels, browsers would blend every pixel inside the clip.
    const whole = (px: number) => Math.round(px * dpr) / dpr;
    const [x, y] = [whole(left), whole(top - overPx)];
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, whole(right + overPx) - x, whole(bottom) - y);
    this.context.clip();
    draw();
    this.context.restore();
  }

  #style({ paint, width = 1, px = this.colours.line * width, dash = [], alpha = 1 }: LineStyle): void {
    const { context } = this;
    context.strokeStyle = this.colour(paint);
    context.lineWidth = px;
    // Round joins take nearly twice as long to paint and look the same. The limit prevents spikes at sharp teeth.
    context.lineJoin = "miter";
    context.miterLimit = 2;
    context.setLineDash([...dash]);
    context.globalAlpha = alpha;
  }

  /** Draws a line through points in px. A NaN interrupts it. */
  points(count: number, at: (index: number) => readonly [x: number, y: number], style: LineStyle): void {
    const { context } = this;
    this.#style(style);
    context.beginPath();
    let isDown = false;
    for (let index = 0; index < count; index++) {
      const [x, y] = at(index);
      if (Number.isNaN(y) || Number.isNaN(x)) isDown = false;
      else if (isDown) context.lineTo(x, y);
      else {
        context.moveTo(x, y);
        isDown = true;
      }
    }
    context.stroke();
  }

  line(from: readonly [x: number, y: number], to: readonly [x: number, y: number], style: LineStyle): void {
    this.points(2, (index) => (index === 0 ? from : to), style);
  }

  /** Draws a line across the plot at a value. */
  level(value: number, style: LineStyle): void {
    const { left, right, y } = this.plot;
    this.line([left, y(value)], [right, y(value)], style);
  }

  dot(x: number, y: number, radius: number, fill: Ink, edge: Ink, edgePx: number): void {
    const round: Trace = (context) => context.arc(x, y, radius, 0, 2 * Math.PI);
    this.symbols(round, [[x, y]], radius, fill, edge, edgePx);
  }

  /** Draws filled symbols with an edge, all with the same look. */
  symbols(
    trace: Trace,
    places: Iterable<readonly [x: number, y: number]>,
    sizePx: number,
    fill: Ink,
    edge: Ink = fill,
    edgePx = 0,
  ): void {
    const { context } = this;
    context.setLineDash([]);
    context.globalAlpha = 1;
    context.beginPath();
    for (const [x, y] of places) trace(context, x, y, sizePx);
    context.fillStyle = this.colour(fill);
    context.fill();
    if (edgePx === 0) return;
    context.strokeStyle = this.colour(edge);
    context.lineWidth = edgePx;
    context.stroke();
  }

  /** Returns a linear y axis as y = zero + value * slope, so that the inner loops need no call per point. */
  #linearY(): { zero: number; slope: number } {
    const zero = this.plot.y(0);
    return { zero, slope: this.plot.y(1) - zero };
  }

  /**
   * Draws a line through the last values. Each column goes from the end of the previous one to its farther extreme, its nearer
   * extreme, and its last value. Points on the straight way are omitted, because a line of many short pieces takes several
   * times as long.
   */
  series(series: BucketSeries, style: LineStyle): void {
    const { context } = this;
    const { left: leftPx, right, dpr } = this.plot;
    const columns = columnsOf(series, viewOf(this.plot), (right - leftPx) * dpr);
    const { zero, slope } = this.#linearY();
    const left = this.plot.x(0);
    const perSecond = this.plot.x(1) - left;
    this.#style(style);
    context.beginPath();
    let isDown = false;
    let before = Number.NaN;
    for (let column = 0; column < columns.length; column++) {
      const last = zero + columns.last[column] * slope;
      if (Number.isNaN(last)) {
        isDown = false;
        continue;
      }
      const x = left + columns.timeS[column] * perSecond;
      const low = zero + columns.min[column] * slope;
      const high = zero + columns.max[column] * slope;
      if (!isDown) context.moveTo(x, last);
      const from = isDown ? before : last;
      if (low - high > VISIBLE_RANGE_PX) {
        const endsLow = Math.abs(last - low) < Math.abs(last - high);
        const [far, near] = endsLow ? [high, low] : [low, high];
        if (!isBetween(far, from, near)) context.lineTo(x, far);
        if (!isBetween(near, far, last)) context.lineTo(x, near);
      }
      context.lineTo(x, last);
      isDown = true;
      before = last;
    }
    context.stroke();
  }

  /** Draws a series of events: the band from the smallest to the largest value of each interval, and a line through the means. */
  events(series: EventSeries, style: LineStyle, bandAlpha: number): void {
    const { context, plot } = this;
    const columns = eventColumnsOf(series, viewOf(plot));
    const { zero, slope } = this.#linearY();
    const edge = (values: Float32Array, from: number, to: number) => {
      const step = from < to ? 1 : -1;
      for (let column = from; column !== to; column += step)
        context.lineTo(plot.x(columns.timeS[column]), zero + values[column] * slope);
    };
    context.fillStyle = this.colour(style.paint);
    for (const [from, to] of recordedStretches(columns)) {
      if (bandAlpha > 0) {
        context.globalAlpha = bandAlpha;
        context.beginPath();
        edge(columns.max, from, to);
        edge(columns.min, to - 1, from - 1);
        context.fill();
      }
      this.#style(style);
      context.beginPath();
      edge(columns.mean, from, to);
      context.stroke();
    }
  }

  /** Draws equally spaced samples from 0 s on, at most one per device pixel. The rates are already smoothed by their window. */
  samples(values: Float32Array, intervalS: number, style: LineStyle): void {
    const { plot } = this;
    const { fromS, toS } = viewOf(plot);
    const samplePx = (intervalS / (toS - fromS)) * (plot.right - plot.left) * plot.dpr;
    const stride = Math.max(1, Math.floor(1 / samplePx));
    const from = Math.max(0, stride * (Math.floor(fromS / intervalS / stride) - 1));
    const to = Math.min(values.length, Math.ceil(toS / intervalS) + stride + 1);
    const { zero, slope } = this.#linearY();
    const left = plot.x(0);
    const perSample = plot.x(intervalS) - left;
    const at = (index: number) => {
      const sample = from + index * stride;
      return [left + sample * perSample, zero + values[sample] * slope] as const;
    };
    this.points(Math.max(0, Math.ceil((to - from) / stride)), at, style);
  }
}

function recordedStretches(columns: Columns): [number, number][] {
  const stretches: [number, number][] = [];
  let from = 0;
  for (let column = 0; column <= columns.length; column++) {
    if (column < columns.length && !Number.isNaN(columns.last[column])) continue;
    if (column > from) stretches.push([from, column]);
    from = column + 1;
  }
  return stretches;
}
