/**
 * The pen that draws all plots and the path. It draws on a surface: the page's canvas, or the SVG back end (`svg-surface.ts`) for
 * saved pictures, reports and small plots.
 */
import type { BucketSeries, EventSeries } from "../../../engine/index.ts";
import { type ChartColours, canvasPaint, type Ink, type Paint } from "./colours.ts";
import { type Plot, viewOf } from "./plot-geometry.ts";
import { columnsOf, eventColumnsOf, recordedStretches } from "./recorded-series.ts";
import type { Surface, Trace } from "./symbols.ts";

/** Style of a line. Its width is either a multiple of the theme's line width, or given in px. */
export interface LineStyle {
  readonly paint: Paint;
  readonly width?: number;
  readonly px?: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

/** A line in any colour of the page. */
interface InkLine extends Omit<LineStyle, "paint"> {
  readonly paint: Ink;
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

/** Font size of a text in a picture (px). */
const TEXT_PX = 11;

const STRONG_WEIGHT = 650;
/** Width of the outline in the colour of the paper that keeps a text legible on curves (px). */
const HALO_PX = 4;

interface TextStyle {
  readonly anchor: "start" | "middle" | "end";
  readonly ink: Ink;
  readonly isStrong?: boolean | undefined;
  readonly hasHalo?: boolean;
  /** Font size; by default that of plots. */
  readonly px?: number | undefined;
  readonly alpha?: number | undefined;
}

/** A filled rectangle in px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly fill: Ink;
  readonly alpha: number;
}

/** A box with round corners and an edge. */
interface Frame extends Omit<Box, "alpha"> {
  readonly edge: Ink;
  readonly edgePx: number;
  readonly radiusPx: number;
}

/** Draws lines, boxes, symbols and texts in px, in the colours of the page or of paper. */
export class BasicPen {
  readonly context: Surface;
  readonly colours: ChartColours;

  constructor(context: Surface, colours: ChartColours) {
    this.context = context;
    this.colours = colours;
  }

  colour(ink: Ink): string {
    return canvasPaint(ink, this.colours);
  }

  /** Sets the look of the next line. */
  protected style({ paint, width = 1, px = this.colours.line * width, dash = [], alpha = 1 }: InkLine): void {
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
  points(count: number, at: (index: number) => readonly [x: number, y: number], style: InkLine): void {
    const { context } = this;
    this.style(style);
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

  line(from: readonly [x: number, y: number], to: readonly [x: number, y: number], style: InkLine): void {
    this.points(2, (index) => (index === 0 ? from : to), style);
  }

  dot(x: number, y: number, radius: number, fill: Ink, edge: Ink, edgePx: number, alpha = 1): void {
    const round: Trace = (surface) => surface.arc(x, y, radius, 0, 2 * Math.PI);
    this.symbols(round, [[x, y]], radius, fill, edge, edgePx, alpha);
  }

  /** Draws a circle that is not filled. */
  ring(x: number, y: number, radius: number, style: InkLine): void {
    this.style(style);
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.stroke();
  }

  /** Draws filled symbols with an edge, all with the same look. */
  symbols(
    trace: Trace,
    places: Iterable<readonly [x: number, y: number]>,
    sizePx: number,
    fill: Ink,
    edge: Ink = fill,
    edgePx = 0,
    alpha = 1,
  ): void {
    const { context } = this;
    context.setLineDash([]);
    context.globalAlpha = alpha;
    context.beginPath();
    for (const [x, y] of places) trace(context, x, y, sizePx);
    context.fillStyle = this.colour(fill);
    context.fill();
    if (edgePx === 0) return;
    context.strokeStyle = this.colour(edge);
    context.lineWidth = edgePx;
    context.stroke();
  }

  box({ left, right, top, bottom, fill, alpha }: Box): void {
    const { context } = this;
    context.globalAlpha = alpha;
    context.fillStyle = this.colour(fill);
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.fill();
    context.globalAlpha = 1;
  }

  /** Draws a box with round ends. */
  pill({ left, right, top, bottom, fill }: Box): void {
    const radius = (bottom - top) / 2;
    const trace: Trace = (surface) => surface.roundRect(left, top, right - left, bottom - top, radius);
    this.symbols(trace, [[left, top]], radius, fill);
  }

  /** Draws a box with round corners and an edge. */
  frame({ left, right, top, bottom, fill, edge, edgePx, radiusPx }: Frame): void {
    const trace: Trace = (surface) => surface.roundRect(left, top, right - left, bottom - top, radiusPx);
    this.symbols(trace, [[left, top]], radiusPx, fill, edge, edgePx);
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const { context } = this;
    const { anchor, ink, isStrong, hasHalo, px = TEXT_PX, alpha = 1 } = style;
    context.globalAlpha = alpha;
    context.font = `${isStrong ? `${STRONG_WEIGHT} ` : ""}${px}px ${this.colours.font}`;
    context.textAlign = anchor === "middle" ? "center" : anchor;
    if (hasHalo) {
      context.setLineDash([]);
      context.lineJoin = "round";
      context.lineWidth = HALO_PX;
      context.strokeStyle = this.colours.paper;
      context.strokeText(text, x, y);
    }
    context.fillStyle = this.colour(ink);
    context.fillText(text, x, y);
  }

  /** Returns the width of a strong text. */
  textPx(text: string): number {
    this.context.font = `${STRONG_WEIGHT} ${TEXT_PX}px ${this.colours.font}`;
    return this.context.measureText(text).width;
  }
}

/** Draws into a plot, with its scales. */
export class Pen extends BasicPen {
  readonly plot: Plot;

  constructor(context: Surface, plot: Plot, colours: ChartColours) {
    super(context, colours);
    this.plot = plot;
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

  /** Draws a line across the plot at a value. */
  level(value: number, style: LineStyle): void {
    const { left, right, y } = this.plot;
    this.line([left, y(value)], [right, y(value)], style);
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
    this.style(style);
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
      this.style(style);
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
