/** What the plots are given of the runs: a run with the link that is watched, and the time axis. */
import type { RunView, TimeView } from "../bench/plots/chart-props.ts";
import { type AppState, durationOf } from "./store.ts";
import { linkIndex } from "./watched-link.ts";

/** `watch` is the id of the watched link. */
export function runView(
  { snapshot, scenario }: Pick<AppState["run"], "snapshot" | "scenario">,
  label: string,
  watch: string | null,
  words?: RunView["words"],
): RunView | null {
  if (snapshot === null || scenario === null) return null;
  return { scenario, snapshot, label, link: linkIndex(snapshot.links, watch), words };
}

/** Right ends the live axis grows through, so that it does not crawl with every frame. */
const LIVE_AXIS_STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** The time axis: the zoom, else the whole run, else (live) as much as has been seen, in round steps. */
export function timeView(state: Pick<AppState, "view" | "mode" | "scenario" | "run">): TimeView {
  if (state.view.zoom !== null) return { fromS: state.view.zoom[0], toS: state.view.zoom[1] };
  const endS = durationOf(state.scenario);
  if (state.mode === "whole") return { fromS: 0, toS: endS };
  const nowS = state.run.snapshot?.nowS ?? 0;
  const step = LIVE_AXIS_STEPS.find((candidate) => candidate >= nowS) ?? endS;
  return { fromS: 0, toS: Math.min(endS, step) };
}

/** A zoom from a plot, kept within the run; the whole run again is no zoom. */
export function zoomOf(view: TimeView, endS: number): readonly [number, number] | null {
  const fromS = Math.max(0, view.fromS);
  const toS = Math.min(endS, view.toS);
  if (!(toS > fromS)) return null;
  return fromS <= 0 && toS >= endS ? null : [fromS, toS];
}
