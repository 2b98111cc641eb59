/** Rates over a sliding window from cumulative byte counts. */

export interface RateSeries {
  readonly intervalS: number;
  /** Sample i is the rate over the window that ends at i * intervalS; NaN before the first window is full. */
  readonly mbps: Float32Array;
  readonly windowS: number;
}

/** The window is rounded to whole samples, at least one. A window that reaches before 0 s is cut off there. */
export function slidingRate(
  cumulativeBytes: Float64Array,
  length: number,
  intervalS: number,
  windowS: number,
): RateSeries {
  const width = Math.max(1, Math.round(windowS / intervalS));
  const mbps = new Float32Array(length);
  if (length > 0) mbps[0] = Number.NaN;
  for (let sample = 1; sample < length; sample++) {
    const from = Math.max(0, sample - width);
    const bytes = cumulativeBytes[sample] - cumulativeBytes[from];
    mbps[sample] = (bytes * 8) / ((sample - from) * intervalS * 1e6);
  }
  return { intervalS, mbps, windowS: width * intervalS };
}

export function rateAt(series: RateSeries, timeS: number): number {
  const sample = Math.round(timeS / series.intervalS);
  return sample >= 0 && sample < series.mbps.length ? series.mbps[sample] : Number.NaN;
}

export interface Lifetime {
  readonly startS: number;
  readonly stopS: number;
}

/** A flow has no rate before it starts, and none once the window after its end has run empty. */
export function whileAlive(series: RateSeries, { startS, stopS }: Lifetime): RateSeries {
  const mbps = series.mbps.map((rate, sample) => {
    const timeS = sample * series.intervalS;
    return timeS >= startS && timeS <= stopS + series.windowS ? rate : Number.NaN;
  });
  return { ...series, mbps };
}

export interface Step {
  readonly fromS: number;
  readonly value: number;
}
