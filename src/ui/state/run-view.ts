/** What the plots are given of the runs: a run with the link that is watched, and the time axis. */

import type { Scenario, Snapshot } from "../../engine/index.ts";
import type { TimeView } from "../shared/chart/plot-geometry.ts";
import { type AppState, durationOf } from "./store.ts";
import { linkIndex } from "./watched-link.ts";

export interface RunView {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  /** The scenario with its changes as it begins, where `scenario` is what is in force now: in a live run. */
  readonly recorded?: Scenario | undefined;
  /** What tells this run from the pinned one, e.g. "β_ecn 0.80"; "_" starts a subscript. */
  readonly label: string;
  /** Index of the watched link in `snapshot.links`: plots and numbers of "the queue" are about this one. */
  readonly link: number;
  /** Absent until they are there, and where there is nothing to say. */
  readonly words?: RunWords | undefined;
}

/** What a run's plots say of it in words. */
export interface RunWords {
  /** Per flow, groups expanded. */
  readonly names: readonly string[];
  /** The same for legends: a word or two. */
  readonly shortNames: readonly string[];
  readonly changes: readonly ChangeInWords[];
  /** Per link of the path, its queue's target over the run; null while its discipline has none. */
  readonly targets: readonly (readonly TargetStep[])[];
}

export interface TargetStep {
  readonly fromS: number;
  readonly ms: number | null;
}

export interface ChangeInWords {
  readonly atS: number;
  /** "capacity 10 → 5 Mbps", "flow 2: β_ecn 0.50 → 0.80", "CoDel → PIE". */
  readonly text: string;
}

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
