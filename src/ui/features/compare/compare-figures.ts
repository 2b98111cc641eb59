/** The colours, the delay distribution and the flows of the runs in a comparison. */
import { congestionControls } from "../../../engine/index.ts";
import type { Figure } from "../../../experiments/experiment.ts";
import { watchedLink, watchedResult } from "../../core/run-view.ts";
import type { NotebookRun } from "../../parts/runs/notebook-table.ts";
import { SHOWN_FLOWS } from "../../parts/runs/small-plots.ts";
import { labelOf } from "../../parts/words/setting-differences.ts";
import { cdfPoints, NOTABLE_MS } from "../../plots/delay-cdf.ts";
import type { WatchedRun } from "../../plots/run-metrics.ts";
import { teethView } from "../../plots/teeth.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";

/** Returns the hue of a run. Hues of runs start after those of the drawn flows, so that no colour has two meanings. */
export function runHue(run: number): number {
  return SHOWN_FLOWS + run;
}

/** Returns the figure with the queue delays of all runs. A discipline with several queues has a curve for each queue. */
export function delayFigure(runs: readonly NotebookRun[], isLog: boolean): Figure {
  const series = runs.flatMap((run, at) => {
    const { delayCdf, queues } = watchedLink(run);
    const curves = queues?.map((queue) => ({ ...queue, label: `${run.name}, ${queue.name} queue` }));
    return (curves ?? [{ delayCdf, label: run.name }]).map(({ delayCdf: cdf, label }) => {
      const points = cdfPoints(cdf, isLog ? "log" : "linear");
      const isDrawn = points.length > 0;
      const first = isDrawn && !isLog ? [{ ms: 0, fraction: 0 }] : [];
      const places = [...first, ...points];
      return {
        label,
        hue: runHue(at),
        x: places.map(({ ms }) => ms),
        y: places.map(({ fraction }) => fraction),
        jobs: places.map(() => String(at)),
      };
    });
  });
  return {
    id: "compare-delay",
    title: "Queue delay, cumulative",
    kind: "steps",
    x: { label: "queue delay", unit: "ms", scale: isLog ? "log" : "linear" },
    y: { label: "share of packets", unit: "", scale: "linear", from: 0, to: 1 },
    series,
  };
}

/** Returns names such as "flow 1: CUBIC". The sender is omitted if the runs differ in it. */
export function comparedFlows(runs: readonly WatchedRun[]): string[] {
  const senders = runs.map(({ scenario: { flows, programs } }) =>
    flows.flatMap(({ cc, count }) =>
      Array.from({ length: count }, () => labelOf(congestionControls, cc, programs)),
    ),
  );
  const most = Math.min(SHOWN_FLOWS, Math.max(0, ...senders.map(({ length }) => length)));
  return Array.from({ length: most }, (_, flow) => {
    const names = new Set(senders.flatMap((list) => list[flow] ?? []));
    const [name] = names;
    return names.size === 1 ? `flow ${flow + 1}: ${name}` : `flow ${flow + 1}`;
  });
}

/** Share of a run that is shown if some runs have dense teeth and others have sparse ones. */
const SHARE_OF_BOTH = 0.2;

/**
 * Returns a common time range for all runs: the longest range that a run needs to show its teeth; null for the whole
 * runs.
 */
export function sharedView(runs: readonly WatchedRun[]): TimeView | null {
  const views = runs.map((run) => teethView(run));
  const [longest] = views
    .filter((view) => view !== null)
    .sort((one, other) => other.toS - other.fromS - (one.toS - one.fromS));
  if (longest === undefined) return null;
  const nowS = Math.max(...runs.map(({ snapshot }) => snapshot.nowS));
  const spanS = Math.max(longest.toS - longest.fromS, views.includes(null) ? SHARE_OF_BOTH * nowS : 0);
  return { fromS: longest.fromS, toS: Math.min(nowS, longest.fromS + spanS) };
}

const LOG_FROM = 8;

/** Returns true if the medians are so far apart that the small ones would be unreadable on a linear axis. */
export function isSpread(runs: readonly WatchedRun[]): boolean {
  const medians = runs.flatMap((run) => {
    const { sojournMs, queues } = watchedResult(run);
    return [sojournMs, ...(queues ?? []).map((queue) => queue.sojournMs)].flatMap(
      (subject) => subject?.p50 ?? [],
    );
  });
  return Math.max(...medians) > LOG_FROM * Math.max(NOTABLE_MS, Math.min(...medians));
}
