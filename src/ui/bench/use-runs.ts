/** Hooks that pass the runs to the plots. Their objects stay the same as long as their content is the same. */

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Scenario, Snapshot } from "../../engine/index.ts";
import { changesUntil, settingsAt } from "../core/live-changes.ts";
import { type RunView, runView, timeView, withChosenFlows, zoomOf } from "../core/run-view.ts";
import { durationOf } from "../core/store.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import type { TimeChartProps } from "../plots/chart-props.ts";
import { theoriesOf } from "../plots/theory.ts";
import type { TimeView } from "../shared/chart/plot-geometry.ts";
import { useAlike } from "../shared/hooks.ts";
import { useMeasured } from "./measured/laid.ts";
import { wordsOfRuns } from "./run-words.ts";

export function useRuns(): { run: RunView | null; pinned: RunView | null } {
  const snapshot = useBenchState((state) => state.run.snapshot);
  const scenario = useBenchState((state) => state.run.scenario);
  const pinnedRun = useBenchState((state) => state.pinned);
  const before = pinnedRun?.scenario ?? null;
  const names = useMemo(
    () =>
      scenario !== null && (before !== null || isSpokenOf(scenario))
        ? wordsOfRuns(before, scenario)
        : undefined,
    [scenario, before],
  );
  const inForce = useInForce();
  const watch = useBenchState((state) => state.watch);
  const among = useChosenFlows();
  const run = useMemo(() => {
    const seen = runView(
      { snapshot: among(snapshot), scenario: inForce },
      names?.now ?? "",
      watch,
      names?.words,
    );
    return seen === null || scenario === null || inForce === scenario
      ? seen
      : { ...seen, recorded: scenario };
  }, [snapshot, among, inForce, scenario, names, watch]);
  const pinned = useMemo(
    () =>
      pinnedRun && runView({ ...pinnedRun, snapshot: among(pinnedRun.snapshot) }, names?.pinned ?? "", watch),
    [pinnedRun, among, names, watch],
  );
  return { run, pinned };
}

type Snapshots = <T extends Snapshot | null>(snapshot: T) => T | Snapshot;

/** Returns a function that adds Jain's index of the user's chosen flows to a snapshot, if flows were chosen. */
function useChosenFlows(): Snapshots {
  const chosen = useBenchState((state) => state.view.chosenFlows);
  return useCallback<Snapshots>(
    (snapshot) => (snapshot === null || chosen === null ? snapshot : withChosenFlows(snapshot, chosen)),
    [chosen],
  );
}

/** Returns whether the page describes the changes and flows of a run in words. It does not for a single flow without changes. */
function isSpokenOf({ changes, flows }: Scenario): boolean {
  return changes.length > 0 || flows.some(({ count }, i) => i + count > 1);
}

/** Returns the scenario with which the plots are drawn: in live mode, the settings that are in force now. */
function useInForce(): Scenario | null {
  const { store } = useBench();
  const scenario = useBenchState((state) => state.run.scenario);
  const changes = useBenchState(({ mode, run }) =>
    mode === "live" && run.scenario && run.snapshot
      ? changesUntil(run.scenario, run.snapshot.nowS).length
      : 0,
  );
  return useMemo(() => {
    const nowS = store.get().run.snapshot?.nowS ?? 0;
    return scenario === null || changes === 0 ? scenario : settingsAt(scenario, nowS);
  }, [store, scenario, changes]);
}

export function useTimeView(): TimeView {
  const fromS = useBenchState((state) => timeView(state).fromS);
  const toS = useBenchState((state) => timeView(state).toS);
  return useMemo(() => ({ fromS, toS }), [fromS, toS]);
}

export function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const media = window.matchMedia(query);
    const follow = () => setMatches(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/**
 * Number of steps to which plots round the playhead: a step is about half a pixel, because smaller moves need no
 * redraw.
 */
const PLAYHEAD_STEPS = 2000;

function onGrid(timeS: number, spanS: number): number {
  const stepS = spanS / PLAYHEAD_STEPS;
  return stepS > 0 ? Math.round(timeS / stepS) * stepS : timeS;
}

/** Returns the highlighted flow; null if the run has only one flow. */
export function useHighlightFlow({ snapshot }: RunView): number | null {
  const highlighted = useBenchState((state) => state.view.highlightFlow);
  const flows = snapshot.results.flows.length;
  return highlighted !== null && highlighted < flows && flows > 1 ? highlighted : null;
}

export function useTimeChartProps(run: RunView, pinned: RunView | null): TimeChartProps {
  const { store, player } = useBench();
  const isTheoryDrawn = useBenchState((state) => state.view.theory);
  const theory = useMemo(() => (isTheoryDrawn ? theoriesOf(run) : undefined), [run, isTheoryDrawn]);
  const view = useTimeView();
  const hands = useMemo(
    () => ({
      onView: (next: TimeView) =>
        store.set(({ view: now, scenario }) => ({
          view: { ...now, zoom: zoomOf(next, durationOf(scenario)) },
        })),
      onCursor: (cursorS: number | null) => store.set(({ view: now }) => ({ view: { ...now, cursorS } })),
      onPlayhead: (timeS: number) => player.seek(timeS),
    }),
    [store, player],
  );
  const measured = useMeasured(run);
  return useAlike({
    ...{ run, pinned, measured, theory, view, ...hands },
    cursorS: useBenchState((state) => state.view.cursorS),
    playheadS: useBenchState((state) => onGrid(state.playback.playheadS, view.toS - view.fromS)),
    highlightFlow: useHighlightFlow(run),
  });
}
