/** The data that plots receive about runs: each run with its watched link, and the time axis. */

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

type Watching = Pick<RunView, "snapshot" | "link">;

export function watchedLink({ snapshot, link }: Watching): LinkTrace {
  return snapshot.links[link];
}

export function watchedResult({ snapshot, link }: Watching): LinkResult {
  return snapshot.results.links[link];
}

/** Returns the index of a link by its id; 0 if there is no such link or no id is given. */
export function linkIndex(links: readonly { readonly id: string }[], id: string | null): number {
  return Math.max(
    0,
    links.findIndex((link) => link.id === id),
  );
}

export function hasSeveralLinks({ snapshot }: Pick<RunView, "snapshot">): boolean {
  return snapshot.links.length > 1;
}

/** Limit on the turns of programs in a run that is repeated without a request, if one of them ended: about a second. */
const MOST_TURNS_UNREQUESTED = 50e6;

/** Returns true if a program ended after it had taken much time, so that repeating the run would take as long again. */
export function isSlowToRepeat({ programs }: Pick<Snapshot, "programs">): boolean {
  const turns = programs.reduce((sum, program) => sum + program.turns, 0);
  return turns > MOST_TURNS_UNREQUESTED && programs.some(({ stopped }) => stopped !== null);
}

/**
 * Returns the snapshot with Jain's index and F(t) of the flows that the user has chosen, instead of all flows that are not thin.
 * Returns the same snapshot if no flows are chosen, or if the choice belongs to a run with different flows.
 */
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

/** Adds a flow to the counted ones, or removes it. */
export function withFlow(
  counted: readonly number[],
  total: number,
  flow: number,
  isIn: boolean,
): ChosenFlows {
  const others = counted.filter((one) => one !== flow);
  return { of: total, flows: isIn ? [...others, flow].sort((a, b) => a - b) : others };
}

export interface RunView {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  /** The scenario with its list of changes, if `scenario` holds the settings in force now (live mode). */
  readonly recorded?: Scenario | undefined;
  /** Label that distinguishes this run from the pinned run, such as "β_ecn 0.80"; "_" starts a subscript. */
  readonly label: string;
  /** Index of the watched link in `snapshot.links`. Plots and numbers of "the queue" are about this link. */
  readonly link: number;
  /** Descriptions of the run; absent until they are computed, and for a run without descriptions. */
  readonly words?: RunWords | undefined;
}

/** Text descriptions of a run's plots. */
export interface RunWords {
  /** Names of the flows, counted over all groups. */
  readonly names: readonly string[];
  /** Short names of one or two words for legends, one per flow. */
  readonly shortNames: readonly string[];
  readonly changes: readonly ChangeInWords[];
  /** Targets of each link's queue over the run; null while the queue's discipline has no target. */
  readonly targets: readonly (readonly TargetStep[])[];
}

export interface TargetStep {
  readonly fromS: number;
  readonly ms: number | null;
}

export interface ChangeInWords {
  readonly atS: number;
  /** Text of the change: "capacity 10 → 5 Mbps", "flow 2: β_ecn 0.50 → 0.80", "CoDel → PIE". */
  readonly text: string;
}

/** Returns the view of a run. `watch` is the id of the watched link. */
export function runView(
  { snapshot, scenario }: Pick<AppState["run"], "snapshot" | "scenario">,
  label: string,
  watch: string | null,
  words?: RunView["words"],
): RunView | null {
  if (snapshot === null || scenario === null) return null;
  return { scenario, snapshot, label, link: linkIndex(snapshot.links, watch), words };
}

/** End times in s of the growing live axis. Steps avoid an axis that moves with every frame. */
const LIVE_AXIS_STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/**
 * Returns the time axis: the zoom if there is one, otherwise the whole run; in live mode the time so far, rounded up
 * to a step.
 */
export function timeView(state: Pick<AppState, "view" | "mode" | "scenario" | "run">): TimeView {
  if (state.view.zoom !== null) return { fromS: state.view.zoom[0], toS: state.view.zoom[1] };
  const endS = durationOf(state.scenario);
  if (state.mode === "whole") return { fromS: 0, toS: endS };
  const nowS = state.run.snapshot?.nowS ?? 0;
  const step = LIVE_AXIS_STEPS.find((candidate) => candidate >= nowS) ?? endS;
  return { fromS: 0, toS: Math.min(endS, step) };
}

/** Returns the zoom for a view chosen in a plot, limited to the run; null if the view is the whole run. */
export function zoomOf(view: TimeView, endS: number): readonly [number, number] | null {
  const fromS = Math.max(0, view.fromS);
  const toS = Math.min(endS, view.toS);
  if (!(toS > fromS)) return null;
  return fromS <= 0 && toS >= endS ? null : [fromS, toS];
}
