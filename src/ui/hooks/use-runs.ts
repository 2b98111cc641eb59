/** Hooks that hand the runs to the plots, with objects that stay the same while what they say does. */
import { useEffect, useMemo, useState } from "react";
import type { Scenario } from "../../engine/index.ts";
import type { KernelTrace, RunView, TimeView } from "../charts/chart-props.ts";
import { useLater } from "../on-demand.ts";
import { KERNEL_TRACE, RUN_LABELS, RUN_WORDS } from "../parts.ts";
import { changesUntil, settingsAt } from "../state/live-changes.ts";
import { runView, timeView } from "../state/run-view.ts";
import { useBench, useBenchState } from "./use-store.ts";

export function useRuns(): { run: RunView | null; pinned: RunView | null } {
  const snapshot = useBenchState((state) => state.run.snapshot);
  const scenario = useBenchState((state) => state.run.scenario);
  const pinnedRun = useBenchState((state) => state.pinned);
  const before = pinnedRun?.scenario ?? null;
  // One run alone has no need of a name.
  const naming = useLater(RUN_LABELS, before !== null);
  const labels = useMemo(
    () =>
      scenario === null || naming === null ? { now: "", pinned: "" } : naming.runLabels(before, scenario),
    [scenario, before, naming],
  );
  const inForce = useInForce();
  const watch = useBenchState((state) => state.watch);
  const words = useRunWords(scenario);
  const run = useMemo(() => {
    const view = runView({ snapshot, scenario: inForce }, labels.now, watch);
    return view && { ...view, words };
  }, [snapshot, inForce, labels, watch, words]);
  const pinned = useMemo(
    () => pinnedRun && runView(pinnedRun, labels.pinned, watch),
    [pinnedRun, labels, watch],
  );
  return { run, pinned };
}

/** Of one flow that nothing is changed of there is nothing to say. */
function useRunWords(scenario: Scenario | null): RunView["words"] {
  const isSpoken =
    scenario !== null &&
    (scenario.changes.length > 0 || scenario.flows.length > 1 || scenario.flows[0].count > 1);
  const program = useLater(RUN_WORDS, isSpoken);
  return useMemo(
    () => (scenario === null || program === null ? undefined : program.runWords(scenario)),
    [scenario, program],
  );
}

/** What the plots are drawn by: the scenario, and in live mode what is in force of it now. */
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

/** The trace laid over the run; one that cannot be loaded says so in a notice and is laid aside. */
export function useKernelTrace(): KernelTrace | null {
  const { store } = useBench();
  const name = useBenchState((state) => state.trace);
  const [loaded, setLoaded] = useState<{ name: string; trace: KernelTrace } | null>(null);
  useEffect(() => {
    if (name === null) return;
    let wanted = true;
    KERNEL_TRACE.fetch()
      .then(({ loadTrace }) => loadTrace(name))
      .then(
        (trace) => {
          if (wanted) setLoaded({ name, trace });
        },
        (error: unknown) => {
          if (!wanted) return;
          const message = error instanceof Error ? error.message : String(error);
          store.set(({ notices }) => ({
            trace: null,
            notices: [...notices, { id: "trace", title: message, lines: [], link: null }],
          }));
        },
      );
    return () => {
      wanted = false;
    };
  }, [name, store]);
  return loaded?.name === name ? loaded.trace : null;
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
