/** The delay distribution as the three scales draw it. */
import type { DelayCdf } from "../../../engine/index.ts";
import type { CdfScale } from "./chart-props.ts";

export interface CdfPoint {
  readonly ms: number;
  /** Fraction at or below `ms`, or for "tail" the fraction above it. */
  readonly fraction: number;
}

/** On a log axis a delay of 0 has no place; it is drawn at this floor, and the axis never begins below it. */
export const LOG_FLOOR_MS = 0.01;
/** Shorter delays than this are as good as none: the axis need not begin at them. */
const NOTABLE_MS = 0.05;

/** The tail keeps only fractions above 0: the largest delay has none above it. */
export function cdfPoints(cdf: DelayCdf, scale: CdfScale): CdfPoint[] {
  const points: CdfPoint[] = [];
  for (let index = 0; index < cdf.ms.length; index++) {
    const ms = scale === "linear" ? cdf.ms[index] : Math.max(LOG_FLOOR_MS, cdf.ms[index]);
    const fraction = scale === "tail" ? 1 - cdf.fraction[index] : cdf.fraction[index];
    if (scale !== "tail" || fraction > 1e-9) points.push({ ms, fraction });
  }
  return points;
}

/** The smallest recorded delay that at least the fraction `p` of packets does not exceed; NaN without packets. */
export function quantileMs(cdf: DelayCdf, p: number): number {
  let low = 0;
  let high = cdf.fraction.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cdf.fraction[middle] < p - 1e-7) low = middle + 1;
    else high = middle;
  }
  return low < cdf.ms.length ? cdf.ms[low] : Number.NaN;
}

/** Fraction of packets that waited at most so long; NaN without packets. */
export function fractionAt(cdf: DelayCdf, ms: number): number {
  if (cdf.ms.length === 0) return Number.NaN;
  let low = 0;
  let high = cdf.ms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cdf.ms[middle] <= ms) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : cdf.fraction[low - 1];
}

export interface CdfDomain {
  readonly fromMs: number;
  readonly toMs: number;
  /** Lowest fraction on the axis: 0 unless "tail". */
  readonly fromFraction: number;
}

const PAST_P99 = 1.5;

/** The linear axis ends a little past p99, so that one late packet does not press the curve against the left. */
export function cdfDomain(cdfs: readonly DelayCdf[], scale: CdfScale): CdfDomain | null {
  const filled = cdfs.filter((cdf) => cdf.ms.length > 0);
  if (filled.length === 0) return null;
  const longest = Math.max(...filled.map((cdf) => cdf.ms[cdf.ms.length - 1]));
  if (scale === "linear") {
    const p99 = Math.max(...filled.map((cdf) => quantileMs(cdf, 0.99)));
    return { fromMs: 0, toMs: Math.max(0.1, p99 * PAST_P99), fromFraction: 0 };
  }
  const points = filled.flatMap((cdf) => cdfPoints(cdf, scale));
  const shortest = Math.min(...filled.map((cdf) => cdf.ms.find((ms) => ms >= NOTABLE_MS) ?? LOG_FLOOR_MS));
  const fromMs = Math.max(LOG_FLOOR_MS, 10 ** Math.floor(Math.log10(shortest)));
  const rarest = Math.min(...points.map((point) => point.fraction));
  return {
    fromMs,
    toMs: Math.max(longest * 2, fromMs * 10),
    fromFraction: scale === "tail" ? Math.min(0.01, Math.max(1e-6, rarest)) : 0,
  };
}
