/**
 * The position of a plot in its box, and its scales, in CSS px: from values to px and back, linear or logarithmic. d3-scale is
 * not used, because it would also load colours, formats and interpolation.
 */

import { nice, tickStep, ticks } from "d3-array";

export type Domain = readonly [number, number];

/** The zoom that all time plots share. */
export interface TimeView {
  readonly fromS: number;
  readonly toS: number;
}

export interface Scale {
  (value: number): number;
  domain(): Domain;
  /** Returns the value at a position. */
  invert(px: number): number;
  /** Returns about `count` round values. */
  ticks(count: number): number[];
  /** Returns a format for these ticks, with enough decimals to distinguish neighbours. */
  tickFormat(count: number): (value: number) => string;
}

interface Measure {
  there(value: number): number;
  back(measured: number): number;
}

const LINEAR: Measure = { there: (value) => value, back: (measured) => measured };
const LOG: Measure = { there: Math.log, back: Math.exp };

export const linearScale = (domain: Domain, range: Domain): Scale => scaleBy(LINEAR, domain, range);

/** Returns a logarithmic scale. The domain must be above 0. */
export const logScale = (domain: Domain, range: Domain): Scale => scaleBy(LOG, domain, range);

function scaleBy({ there, back }: Measure, domain: Domain, [first, last]: Domain): Scale {
  const [from, to] = domain;
  const start = there(from);
  const span = there(to) - start;
  const pxPerUnit = span === 0 ? 0 : (last - first) / span;
  const place = (value: number) => first + (there(value) - start) * pxPerUnit;
  return Object.assign(place, {
    domain: () => domain,
    invert: (px: number) => (pxPerUnit === 0 ? from : back(start + (px - first) / pxPerUnit)),
    ticks: (count: number) => ticks(from, to, count),
    tickFormat: (count: number) => textOfTicks(tickDecimals(domain, count)),
  });
}

/** Number formats by their decimals, cached because creating one takes as long as formatting hundreds of numbers. */
const FORMATS: Intl.NumberFormat[] = [];

function textOfTicks(decimals: number): (value: number) => string {
  FORMATS[decimals] ??= new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const text = FORMATS[decimals];
  return (value) => text.format(value).replace("-", "−");
}

/** Largest number of decimals that all browsers accept. */
const MOST_DECIMALS = 20;

/** Returns the number of decimals that is needed to distinguish about `count` ticks; 0 if there is only one tick. */
export function tickDecimals([from, to]: Domain, count: number): number {
  const step = tickStep(from, to, count);
  if (!(step > 0)) return 0;
  return Math.min(MOST_DECIMALS, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

/** Returns the domain, extended to round values at the distance of about `count` ticks. */
export function niceDomain([from, to]: Domain, count: number): Domain {
  return nice(from, to, count);
}

/** Returns the domain, extended to whole powers of ten. */
export function niceLogDomain([from, to]: Domain): Domain {
  return [10 ** Math.floor(Math.log10(from) + 1e-9), 10 ** Math.ceil(Math.log10(to) - 1e-9)];
}

/** Returns the multiples `steps` of each power of ten in a domain above 0. */
export function logTicks([from, to]: Domain, steps: readonly number[]): number[] {
  const first = Math.floor(Math.log10(from) + 1e-6);
  const last = Math.ceil(Math.log10(to) - 1e-6);
  const decades = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return decades
    .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
    .filter((tick) => tick >= from * (1 - 1e-6) && tick <= to * (1 + 1e-6));
}

export interface Size {
  readonly width: number;
  readonly height: number;
  readonly dpr: number;
}

export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Plot extends Size {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  /** Height of the strip below the lowest value; 0 if there is none. */
  readonly footPx: number;
}

/** Returns the time range that a plot shows. */
export function viewOf({ x }: Plot): TimeView {
  const [fromS, toS] = x.domain();
  return { fromS, toS };
}

const NARROW = 480;

/** Returns margins that are equal for all plots of one width, so that stacked time plots share their axis. */
export function sharedMargins(width: number, withXLabels: boolean): Margins {
  return { left: width < NARROW ? 36 : 46, right: 14, top: 8, bottom: withXLabels ? 24 : 7 };
}

export function makePlot(
  size: Size,
  margins: Margins,
  xDomain: Domain,
  yDomain: Domain,
  log: LogAxes = NO_LOG,
  footPx = 0,
): Plot {
  const left = margins.left;
  const right = Math.max(left + 1, size.width - margins.right);
  const top = margins.top;
  const bottom = Math.max(top + 1, size.height - margins.bottom);
  const x = (log.x ? logScale : linearScale)(xDomain, [left, right]);
  const y = (log.y ? logScale : linearScale)(yDomain, [Math.max(top, bottom - footPx), top]);
  return { ...size, left, right, top, bottom, x, y, footPx };
}

interface LogAxes {
  readonly x: boolean;
  readonly y: boolean;
}

const NO_LOG: LogAxes = { x: false, y: false };

const LEAST_TOP = 1e-9;

/** Returns [0, top], with `top` rounded up to a tick and a small margin above the data. */
export function niceFromZero(top: number, ticks = 9): [number, number] {
  // If all values are 0, the axis shows one unit, and not the digits of a tiny number.
  const [, end] = niceDomain([0, (top > LEAST_TOP ? top : 1) * 1.06], ticks);
  return [0, end];
}
