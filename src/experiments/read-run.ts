/**
 * Reads the values that experiments store of a run. Names of numbers contain their units. Series are reduced to a fixed number of
 * points, so that runs of different lengths can be compared.
 */
import {
  type BucketSeries,
  CONVERGED,
  type FlowResult,
  jainIndex,
  type Samples,
  type Snapshot,
} from "../engine/index.ts";
import { rounded } from "../lib/statistics.ts";
import type { RunValues } from "./experiment.ts";

/** Returns the results of a link; by default of the first link, which is the only one on most paths. */
export function readLink({ results }: Snapshot, link = 0): RunValues {
  const { utilisation, packets, marks, drops, queuePackets, sojournMs } = results.links[link];
  return {
    utilisation: rounded(utilisation),
    packets,
    marks,
    dropsOverflow: drops.overflow,
    dropsAqm: drops.aqm,
    dropsLink: drops.link,
    queueMeanPackets: rounded(queuePackets.mean),
    queueMaxPackets: queuePackets.max,
    delayMeanMs: rounded(sojournMs?.mean ?? null),
    delayP50Ms: rounded(sojournMs?.p50 ?? null),
    delayP90Ms: rounded(sojournMs?.p90 ?? null),
    delayP99Ms: rounded(sojournMs?.p99 ?? null),
    delayMaxMs: rounded(sojournMs?.max ?? null),
  };
}

/** Returns one number per flow, in the order of the flows. Example: `perFlow(snapshot, (flow) => flow.retransmissions)`. */
export function perFlow({ results }: Snapshot, read: (flow: FlowResult) => number | null): (number | null)[] {
  return results.flows.map((flow) => rounded(read(flow)));
}

/** Returns the goodput of each flow after the warm-up (bit/s). */
export function goodputsBps(snapshot: Snapshot): (number | null)[] {
  return perFlow(snapshot, (flow) => flow.goodputBps);
}

/** Returns 0, 1/n, 2/n, … 1. */
export function fractions(n: number): number[] {
  return Array.from({ length: n + 1 }, (_, i) => i / n);
}

/** Returns `n` equally spaced times from `fromS` to `toS`, both included. */
export function times(fromS: number, toS: number, n: number): number[] {
  return fractions(n - 1).map((fraction) => fromS + (toS - fromS) * fraction);
}

/**
 * Returns quantiles of the queueing delay (ms). For each fraction in `at`, this fraction of the packets had at most the returned
 * delay.
 */
export function delayQuantilesMs({ links }: Snapshot, at: readonly number[], link = 0): (number | null)[] {
  const { ms, fraction } = links[link].delayCdf;
  if (ms.length === 0) return at.map(() => null);
  return at.map((wanted) => {
    const step = fraction.findIndex((reached) => reached >= wanted);
    return rounded(ms[step < 0 ? ms.length - 1 : step]);
  });
}

/** An interval that is divided into `n` equal parts. */
interface Parts {
  readonly fromS: number;
  readonly toS: number;
  readonly n: number;
}

/** Reduces a series to `n` points: the last, minimum or maximum value of each of `n` equal parts of [fromS, toS]. */
export function resample(
  series: BucketSeries,
  part: Parts,
  which: "last" | "min" | "max" = "last",
): (number | null)[] {
  const widthS = (part.toS - part.fromS) / part.n;
  return Array.from({ length: part.n }, (_, i) => {
    const startS = part.fromS + i * widthS;
    return pick(series, startS, startS + widthS, which);
  });
}

function pick(
  series: BucketSeries,
  fromS: number,
  toS: number,
  quantity: "last" | "min" | "max",
): number | null {
  const { startS, bucketS, length } = series;
  const first = Math.max(0, Math.floor((fromS - startS) / bucketS));
  // If a part is shorter than a bucket, it gets the value of the bucket in which it lies.
  const end = Math.min(length, Math.max(first + 1, Math.floor((toS - startS) / bucketS)));
  let value: number | null = null;
  for (let i = first; i < end; i++) {
    const next = series[quantity][i];
    if (Number.isNaN(next)) continue;
    if (value === null || quantity === "last") value = next;
    else value = quantity === "min" ? Math.min(value, next) : Math.max(value, next);
  }
  return rounded(value);
}

/** Returns the last value of the bucket that contains the time; null if there is none. */
export function lastAt({ startS, bucketS, length, last }: BucketSeries, atS: number): number | null {
  const i = Math.min(Math.floor((atS - startS) / bucketS), length - 1);
  return i < 0 || Number.isNaN(last[i]) ? null : rounded(last[i]);
}

/**
 * Returns the value of a column of sums (`receivedBytes` of a flow, `sentBytes` of a link) at a time. Between samples it is
 * interpolated.
 */
export function cumulativeAt(samples: Samples, column: Float64Array, atS: number): number {
  const last = Math.min(samples.length, column.length) - 1;
  const place = Math.min(Math.max(0, atS / samples.intervalS), last);
  const below = Math.floor(place);
  const above = Math.min(below + 1, last);
  return column[below] + (column[above] - column[below]) * (place - below);
}

/** Returns the mean rate (bit/s) in each of `n` equal parts of [fromS, toS]. `column` has sums of bytes. */
export function ratesBps(samples: Samples, column: Float64Array, part: Parts): (number | null)[] {
  const widthS = (part.toS - part.fromS) / part.n;
  return Array.from({ length: part.n }, (_, i) => {
    const startS = part.fromS + i * widthS;
    const bytes = cumulativeAt(samples, column, startS + widthS) - cumulativeAt(samples, column, startS);
    return rounded((bytes * 8) / widthS);
  });
}

/** Returns the middle of each of `n` equal parts of [fromS, toS]. These are the x values for `resample` and `ratesBps`. */
export function middlesS(part: Parts): number[] {
  const widthS = (part.toS - part.fromS) / part.n;
  return Array.from({ length: part.n }, (_, i) => part.fromS + (i + 0.5) * widthS);
}

/**
 * Returns, for each time in `atS`, Jain's index of the bytes that the flows have received since `sinceS`; null while none has
 * received any.
 */
export function jainSince({ samples }: Snapshot, sinceS: number, atS: readonly number[]): (number | null)[] {
  const before = samples.receivedBytes.map((column) => cumulativeAt(samples, column, sinceS));
  return atS.map((s) => {
    const since = samples.receivedBytes.map((column, i) => cumulativeAt(samples, column, s) - before[i]);
    return rounded(jainIndex(since));
  });
}

/**
 * Number of times per second at which it is checked whether F has reached 0.95. Times in the reference data are multiples of 0.1
 * s.
 */
const LOOKS_PER_S = 10;

/**
 * Returns when flows shared evenly after the time `joinS`: `first` is the time until F is at least 0.95 for the first time,
 * `settled` the time from which F stays at 0.95 or above (s). Null if this did not happen within `spanS`.
 */
export function convergenceSince(
  snapshot: Snapshot,
  joinS: number,
  spanS: number,
): { readonly firstS: number | null; readonly settledS: number | null } {
  const looksS = Array.from({ length: Math.floor(spanS * LOOKS_PER_S) }, (_, i) => (i + 1) / LOOKS_PER_S);
  const atS = looksS.map((s) => joinS + s);
  const isFair = jainSince(snapshot, joinS, atS).map((index) => index !== null && index >= CONVERGED);
  const first = isFair.indexOf(true);
  const settled = isFair.lastIndexOf(false) + 1;
  return { firstS: looksS[first] ?? null, settledS: looksS[settled] ?? null };
}

/** Returns F(t) of the ABE paper (Jain's index of bytes since the newest flow joined) at the given times. */
export function jainRunningAt({ samples }: Snapshot, atS: readonly number[]): (number | null)[] {
  return atS.map((s) => {
    const i = Math.min(Math.max(0, Math.round(s / samples.intervalS)), samples.length - 1);
    return i < 0 ? null : rounded(samples.jainRunning[i]);
  });
}
