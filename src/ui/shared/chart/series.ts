/** Series on a canvas: one stroke through the last values, with every column's extremes on the way. */

import type { BucketSeries } from "../../../engine/index.ts";
import type { Plot, TimeView } from "./plot-geometry.ts";

/** A recorded series brought down to the pixels there are: at most one column per device pixel. */
interface Columns {
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

interface Extent {
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

export interface LineStyle {
  readonly colour: string;
  readonly width: number;
  readonly dash: readonly number[];
  readonly alpha?: number;
}

/** Below this many px a column's range is thinner than the line itself. */
const VISIBLE_RANGE_PX = 1;

export function clipToPlot(context: CanvasRenderingContext2D, plot: Plot, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(plot.left, plot.top, plot.right - plot.left, plot.bottom - plot.top);
  context.clip();
  draw();
  context.restore();
}

export function applyStyle(context: CanvasRenderingContext2D, style: LineStyle): void {
  context.strokeStyle = style.colour;
  context.lineWidth = style.width;
  // Round joins take nearly twice as long to paint and look no different; the limit keeps sharp teeth from growing spikes.
  context.lineJoin = "miter";
  context.miterLimit = 2;
  context.setLineDash([...style.dash]);
  context.globalAlpha = style.alpha ?? 1;
}

/** A linear y axis as y = zero + value * slope: the inner loop is spared a call of the scale per point. */
interface LinearY {
  readonly zero: number;
  readonly slope: number;
}

function linearY(plot: Plot): LinearY {
  const zero = plot.y(0);
  return { zero, slope: plot.y(1) - zero };
}

/**
 * Each column goes from where the one before ended to its farther extreme, its nearer one, and on to its last value. What
 * lies on the way anyhow is left out: a line of many short pieces takes several times as long to paint.
 */
export function strokeColumns(
  context: CanvasRenderingContext2D,
  columns: Columns,
  plot: Plot,
  style: LineStyle,
): void {
  const { zero, slope } = linearY(plot);
  const left = plot.x(0);
  const perSecond = plot.x(1) - left;
  applyStyle(context, style);
  context.beginPath();
  let pen = false;
  let before = Number.NaN;
  for (let column = 0; column < columns.length; column++) {
    const last = zero + columns.last[column] * slope;
    if (Number.isNaN(last)) {
      pen = false;
      continue;
    }
    const x = left + columns.timeS[column] * perSecond;
    const low = zero + columns.min[column] * slope;
    const high = zero + columns.max[column] * slope;
    if (!pen) context.moveTo(x, last);
    const from = pen ? before : last;
    if (low - high > VISIBLE_RANGE_PX) {
      const endsLow = Math.abs(last - low) < Math.abs(last - high);
      const [far, near] = endsLow ? [high, low] : [low, high];
      if (!isBetween(far, from, near)) context.lineTo(x, far);
      if (!isBetween(near, far, last)) context.lineTo(x, near);
    }
    context.lineTo(x, last);
    pen = true;
    before = last;
  }
  context.stroke();
}

/** Less than this is no corner. */
const SLACK_PX = 0.25;

function isBetween(y: number, one: number, other: number): boolean {
  return y >= Math.min(one, other) - SLACK_PX && y <= Math.max(one, other) + SLACK_PX;
}

export interface BandStyle {
  readonly colour: string;
  /** Of the upper edge. */
  readonly width: number;
  readonly fillAlpha: number;
}

/** The band between the extremes with a line along its upper edge, for a quantity that jumps many times within a column. */
export function drawBand(
  context: CanvasRenderingContext2D,
  columns: Columns,
  plot: Plot,
  style: BandStyle,
): void {
  context.fillStyle = style.colour;
  for (const [from, to] of recordedStretches(columns)) {
    context.globalAlpha = style.fillAlpha;
    context.beginPath();
    traceEdge(context, columns, plot, columns.max, from, to);
    traceEdge(context, columns, plot, columns.min, to - 1, from - 1);
    context.fill();
    applyStyle(context, { ...style, dash: [] });
    context.beginPath();
    traceEdge(context, columns, plot, columns.max, from, to);
    context.stroke();
  }
}

/** From column `from` to before column `to`, in either direction. */
function traceEdge(
  context: CanvasRenderingContext2D,
  columns: Columns,
  plot: Plot,
  edge: Float32Array,
  from: number,
  to: number,
): void {
  const { zero, slope } = linearY(plot);
  const step = from < to ? 1 : -1;
  for (let column = from; column !== to; column += step) {
    context.lineTo(plot.x(columns.timeS[column]), zero + edge[column] * slope);
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

/** Equally spaced samples from 0 s on, at most one per device pixel: a window has smoothed what lies between. */
export function strokeSamples(
  context: CanvasRenderingContext2D,
  values: Float32Array,
  intervalS: number,
  plot: Plot,
  style: LineStyle,
): void {
  const [fromS, toS] = plot.x.domain();
  const samplePx = (intervalS / (toS - fromS)) * (plot.right - plot.left) * plot.dpr;
  const stride = Math.max(1, Math.floor(1 / samplePx));
  const from = Math.max(0, stride * (Math.floor(fromS / intervalS / stride) - 1));
  const to = Math.min(values.length, Math.ceil(toS / intervalS) + stride + 1);
  const { zero, slope } = linearY(plot);
  const left = plot.x(0);
  const perSample = plot.x(intervalS) - left;
  applyStyle(context, style);
  context.beginPath();
  let pen = false;
  for (let sample = from; sample < to; sample += stride) {
    const y = zero + values[sample] * slope;
    if (Number.isNaN(y)) pen = false;
    else if (pen) context.lineTo(left + sample * perSample, y);
    else {
      context.moveTo(left + sample * perSample, y);
      pen = true;
    }
  }
  context.stroke();
}

/** A plain series of points; a NaN lifts the pen. */
export function strokePoints(
  context: CanvasRenderingContext2D,
  count: number,
  at: (index: number) => readonly [number, number],
  style: LineStyle,
): void {
  applyStyle(context, style);
  context.beginPath();
  let pen = false;
  for (let index = 0; index < count; index++) {
    const [x, y] = at(index);
    if (Number.isNaN(y) || Number.isNaN(x)) pen = false;
    else if (pen) context.lineTo(x, y);
    else {
      context.moveTo(x, y);
      pen = true;
    }
  }
  context.stroke();
}
