/** What the plot of an algorithm's observable shows: what it is, between what it goes, and where it ends. */

import type { ProbeSeries } from "../../../engine/index.ts";
import { extentIn } from "../../shared/chart/series.ts";
import type { RunView } from "../../state/run-view.ts";

import { probeText } from "./probe-model.ts";
import { warmupS } from "./run-facts.ts";
import { besidePinned, coveredWords, sentence } from "./spoken.ts";

export function probeWords(
  run: RunView,
  pinned: RunView | null,
  now: ProbeSeries,
  before: ProbeSeries | null,
): string {
  const { probe } = now;
  const text = (value: number) =>
    probe.unit === "count" && Number.isInteger(value) ? String(value) : probeText(probe, value);
  const settled = { fromS: Math.min(warmupS(run), run.snapshot.nowS), toS: run.snapshot.nowS };
  const extent = extentIn(now.series, settled);
  if (extent === null) return `${sentence(probe.help)} No value has been recorded.`;
  const { low, high } = extent;
  const range =
    text(low) === text(high)
      ? `Always ${text(low)}`
      : `Between ${text(low)} and ${text(high)}, on average ${text(meanOf(now, run))}`;
  const beside = besidePinned(run, before === null ? null : pinned, (other) =>
    before === null ? [] : [`on average ${text(meanOf(now, run))} instead of ${text(meanOf(before, other))}`],
  );
  return `${sentence(probe.help)} ${range}, ${coveredWords(run)}.${beside}`;
}

/** Over time; what was recorded last stands until the next. */
function meanOf({ series: { startS, bucketS, length, last } }: ProbeSeries, run: RunView): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < length; i++) {
    if (startS + i * bucketS < Math.min(warmupS(run), run.snapshot.nowS) || Number.isNaN(last[i])) continue;
    sum += last[i];
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}
