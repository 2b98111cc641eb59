/** Where a plot lies in its box, and the scales that lead there. All in CSS px. */
import { type Domain, linearScale, logScale, niceDomain, type Scale } from "./scale.ts";

export type { Domain } from "./scale.ts";

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
}

const NARROW = 480;

/** The same left and right edge for every plot of one width, so that stacked time plots share their axis. */
export function sharedMargins(width: number, withXLabels: boolean): Margins {
  return { left: width < NARROW ? 36 : 46, right: 14, top: 8, bottom: withXLabels ? 24 : 7 };
}

export function makePlot(
  size: Size,
  margins: Margins,
  xDomain: Domain,
  yDomain: Domain,
  log: LogAxes = NO_LOG,
): Plot {
  const left = margins.left;
  const right = Math.max(left + 1, size.width - margins.right);
  const top = margins.top;
  const bottom = Math.max(top + 1, size.height - margins.bottom);
  const x = (log.x ? logScale : linearScale)(xDomain, [left, right]);
  const y = (log.y ? logScale : linearScale)(yDomain, [bottom, top]);
  return { ...size, left, right, top, bottom, x, y };
}

export interface LogAxes {
  readonly x: boolean;
  readonly y: boolean;
}

const NO_LOG: LogAxes = { x: false, y: false };

/** [0, top] with `top` rounded up to a tick, with a little air above the data. */
export function niceFromZero(top: number, ticks = 9): [number, number] {
  const [, end] = niceDomain([0, Math.max(top, 1e-9) * 1.06], ticks);
  return [0, end];
}
