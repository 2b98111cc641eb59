/** The range of a y axis, chosen so that a short peak does not flatten the rest of the run. */

import type { BucketSeries } from "../../engine/index.ts";
import { type ChartModel, type PlotLabel, shortNumber } from "../shared/chart/chart-model.ts";
import { type Plot, type TimeView, viewOf } from "../shared/chart/plot-geometry.ts";
import { extentIn } from "../shared/chart/recorded-series.ts";

export interface SteadyRange {
  /** Highest value of the steady part. */
  readonly steady: number;
  /** Highest value in the view. */
  readonly whole: number;
}

const SAMPLES = 4096;
const QUANTILE = 0.97;
/** Values up to this factor times the quantile belong to the steady range: they are the tips of teeth and not peaks. */
const REACH = 1.3;
/**
 * Share of the view after the warm-up below which the whole peak is shown, because such a view mainly shows the
 * start.
 */
const ENOUGH_OF_VIEW = 0.3;

/**
 * Returns the range of the steady part. With `warmupS` = 0, only the quantile decides: a value that few others exceed is a
 * peak.
 */
export function steadyRange(
  all: readonly BucketSeries[],
  view: TimeView,
  warmupS: number,
): SteadyRange | null {
  const whole = highest(all, view);
  if (whole === null) return null;
  const recordedToS = Math.min(
    view.toS,
    Math.max(...all.map((series) => series.startS + series.length * series.bucketS)),
  );
  const from = Math.max(view.fromS, warmupS);
  const steadyShare = (recordedToS - from) / (recordedToS - view.fromS);
  const steadyView = { fromS: from, toS: recordedToS };
  if (!(steadyShare >= ENOUGH_OF_VIEW)) return { steady: whole, whole };
  return { steady: highestBelowPeaks(all, steadyView) ?? whole, whole };
}

/** Returns all labels of a plot: those of cut-off peaks, and its own. */
export function labelsOf(
  { peaks = [], labels }: Pick<ChartModel, "peaks" | "labels">,
  plot: Plot,
): PlotLabel[] {
  return [...peakLabels(peaks, plot), ...(labels?.(plot) ?? [])];
}

/** Distance of the label below the symbols along the upper edge (px). */
const PEAK_DROP_PX = 20;
const PEAK_ROOM_PX = 60;

/**
 * Returns labels with the height of a peak that the axis cuts off, so that a picture, a report and a printed page show it as
 * well. Empty if nothing is cut off.
 */
export function peakLabels(all: readonly BucketSeries[], plot: Plot): PlotLabel[] {
  const view = viewOf(plot);
  const [, top] = plot.y.domain();
  let [peak, atS] = [top, Number.NaN];
  for (const series of all) {
    const first = Math.max(0, Math.floor((view.fromS - series.startS) / series.bucketS));
    const tops = bucketsIn(series, view);
    for (let i = 0; i < tops.length; i++) {
      if (!(tops[i] > peak)) continue;
      peak = tops[i];
      atS = series.startS + (first + i + 0.5) * series.bucketS;
    }
  }
  if (Number.isNaN(atS)) return [];
  const x = Math.min(plot.right, Math.max(plot.left, plot.x(atS)));
  const toLeft = x + PEAK_ROOM_PX > plot.right;
  const place = { x: x + (toLeft ? -8 : 8), y: plot.top + PEAK_DROP_PX } as const;
  return [{ ...place, text: `↑ ${shortNumber(peak)}`, anchor: toLeft ? "end" : "start", paint: "inkSoft" }];
}

function highest(all: readonly BucketSeries[], view: TimeView): number | null {
  const tops = all.map((series) => extentIn(series, view)?.high).filter((top) => top !== undefined);
  return tops.length === 0 ? null : Math.max(...tops);
}

function highestBelowPeaks(all: readonly BucketSeries[], view: TimeView): number | null {
  const parts = all.map((series) => bucketsIn(series, view));
  const buckets = parts.reduce((sum, tops) => sum + tops.length, 0);
  const stride = Math.max(1, Math.ceil(buckets / SAMPLES));
  const sample = new Float32Array(Math.ceil(buckets / stride));
  let count = 0;
  let next = 0;
  for (const tops of parts) {
    for (; next < tops.length; next += stride) if (tops[next] >= 0) sample[count++] = tops[next];
    next -= tops.length;
  }
  if (count === 0) return null;
  const limit = REACH * sample.subarray(0, count).sort()[Math.floor(QUANTILE * (count - 1))];
  let highestSteady = 0;
  for (const tops of parts) {
    for (let i = 0; i < tops.length; i++) {
      if (tops[i] <= limit && tops[i] > highestSteady) highestSteady = tops[i];
    }
  }
  return highestSteady;
}

function bucketsIn(series: BucketSeries, view: TimeView): Float32Array {
  const first = Math.max(0, Math.floor((view.fromS - series.startS) / series.bucketS));
  const end = Math.min(series.length, Math.ceil((view.toS - series.startS) / series.bucketS));
  return series.max.subarray(first, Math.max(first, end));
}
