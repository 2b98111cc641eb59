/** Hooks that pass the runs to the plots. Their objects stay the same as long as their content is the same. */

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Scenario, Snapshot } from "../../engine/index.ts";
import { changesUntil, settingsAt } from "../core/live-changes.ts";
import { type RunView, runView, timeView, withChosenFlows } from "../core/run-view.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import type { TimeView } from "../shared/chart/plot-geometry.ts";
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
