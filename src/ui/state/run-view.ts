/** What the plots are given of the runs: a run with the link that is watched, and the time axis. */

import {
  fairnessAmong,
  jainIndex,
  joinsAmong,
  type LinkResult,
  type LinkTrace,
  type Scenario,
  type Snapshot,
} from "../../engine/index.ts";
import type { TimeView } from "../shared/chart/plot-geometry.ts";
import { type AppState, type ChosenFlows, durationOf } from "./store.ts";

/** The link that the plots and numbers of "the queue" are about. */

type Watching = Pick<RunView, "snapshot" | "link">;

export function watchedLink({ snapshot, link }: Watching): LinkTrace {
  return snapshot.links[link];
}

export function watchedResult({ snapshot, link }: Watching): LinkResult {
  return snapshot.results.links[link];
}

/** The place of a link by its id; the first one where there is no such link, or none is named. */
export function linkIndex(links: readonly { readonly id: string }[], id: string | null): number {
  return Math.max(
    0,
    links.findIndex((link) => link.id === id),
  );
}

export function hasSeveralLinks({ snapshot }: Pick<RunView, "snapshot">): boolean {
  return snapshot.links.length > 1;
}

/** Jain's index and F(t) of the flows that a person has chosen, in place of those of all but the thin ones. */

/** The same snapshot where nothing is chosen, or for a run of other flows. */
export function withChosenFlows(snapshot: Snapshot, chosen: ChosenFlows | null): Snapshot {
  const { results, samples } = snapshot;
  if (chosen === null || chosen.of !== results.flows.length) return snapshot;
  const counts = new Uint8Array(chosen.of);
  for (const flow of chosen.flows) counts[flow] = 1;
  const { momentary, running } = fairnessAmong(samples, counts);
  const sharing = {
    flows: chosen.flows,
    chosen: true,
    thin: [],
    jain: jainIndex(chosen.flows.map((flow) => results.flows[flow].goodputBps)),
    joins: joinsAmong(samples.turns, counts, running, samples.intervalS),
  };
  return {
    ...snapshot,
    results: { ...results, fairness: { ...results.fairness, sharing } },
    samples: { ...samples, jainMomentary: momentary, jainRunning: running },
  };
}

/** With the flow in or out of those that count now. */
export function withFlow(counted: readonly number[], of: number, flow: number, isIn: boolean): ChosenFlows {
  const others = counted.filter((one) => one !== flow);
  return { of, flows: isIn ? [...others, flow].sort((a, b) => a - b) : others };
}

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
