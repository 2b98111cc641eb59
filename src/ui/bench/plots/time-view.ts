import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import type { RunView } from "../../state/run-view.ts";

/** Zoom and pan of the shared time axis. */

/** Closer than this there is nothing to see: the recorder's buckets are wider. */
const SHORTEST_VIEW_S = 0.05;

/** The whole run's time axis: the declared duration, or what has been simulated where there is none. */
export function wholeView(run: RunView): TimeView {
  const duration = run.scenario.run.duration;
  const toS = typeof duration === "number" ? duration : run.snapshot.nowS;
  return { fromS: 0, toS: Math.max(toS, SHORTEST_VIEW_S) };
}

export function isWhole(view: TimeView, whole: TimeView): boolean {
  return view.fromS <= whole.fromS + 1e-9 && view.toS >= whole.toS - 1e-9;
}

/** `factor` < 1 zooms in; the time under the pointer stays where it is. */
export function zoomAt(view: TimeView, factor: number, atS: number, whole: TimeView): TimeView {
  const fromS = atS - (atS - view.fromS) * factor;
  const toS = atS + (view.toS - atS) * factor;
  return clampView({ fromS, toS }, whole);
}

export function panBy(view: TimeView, deltaS: number, whole: TimeView): TimeView {
  return clampView({ fromS: view.fromS + deltaS, toS: view.toS + deltaS }, whole);
}

/** The nearest allowed view: inside the run, not too short, its length kept where it can be. */
export function clampView(view: TimeView, whole: TimeView): TimeView {
  const longest = whole.toS - whole.fromS;
  const span = Math.min(longest, Math.max(SHORTEST_VIEW_S, view.toS - view.fromS));
  const fromS = Math.min(Math.max(view.fromS, whole.fromS), whole.toS - span);
  return { fromS, toS: fromS + span };
}
