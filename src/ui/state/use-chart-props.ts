/** What all time plots share: the runs, the zoom, the cursor, the playhead. */
import { useCallback, useMemo } from "react";
import { type CapacityLine, capacityLine } from "../charts/capacity-steps.ts";
import type { RunView, TimeChartProps, TimeView } from "../charts/chart-props.ts";
import { changesUntil } from "./live-changes.ts";
import { zoomOf } from "./run-view.ts";
import { durationOf } from "./store.ts";
import { useKernelTrace, useTimeView } from "./use-runs.ts";
import { useBench, useBenchState } from "./use-store.ts";

/** The playhead in steps of half a pixel or so: the plots need not be drawn again for less. */
const PLAYHEAD_STEPS = 2000;

function onGrid(timeS: number, spanS: number): number {
  const stepS = spanS / PLAYHEAD_STEPS;
  return stepS > 0 ? Math.round(timeS / stepS) * stepS : timeS;
}

export function useTimeChartProps(run: RunView, pinned: RunView | null): TimeChartProps {
  const { store, player } = useBench();
  const overlay = useKernelTrace();
  const view = useTimeView();
  const cursorS = useBenchState((state) => state.view.cursorS);
  const playheadS = useBenchState((state) => onGrid(state.playback.playheadS, view.toS - view.fromS));
  const highlighted = useBenchState((state) => state.view.highlightFlow);
  const flows = run.snapshot.results.flows.length;
  const highlightFlow = highlighted !== null && highlighted < flows && flows > 1 ? highlighted : null;
  const onView = useCallback(
    (next: TimeView) =>
      store.set(({ view: now, scenario }) => ({
        view: { ...now, zoom: zoomOf(next, durationOf(scenario)) },
      })),
    [store],
  );
  const onCursor = useCallback(
    (timeS: number | null) => store.set(({ view: now }) => ({ view: { ...now, cursorS: timeS } })),
    [store],
  );
  const onPlayhead = useCallback((timeS: number) => player.seek(timeS), [player]);
  return useMemo(
    () => ({ run, pinned, overlay, view, cursorS, playheadS, highlightFlow, onView, onCursor, onPlayhead }),
    [run, pinned, overlay, view, cursorS, playheadS, highlightFlow, onView, onCursor, onPlayhead],
  );
}

/** The capacity over the run on screen. Its handle stands for the start, in a live run for what is in force now. */
export function useCapacityLine(handleMbps: number): CapacityLine {
  const scenario = useBenchState((state) => state.run.scenario ?? state.scenario);
  const held = useBenchState(({ mode, run }) =>
    mode === "live" && run.scenario && run.snapshot
      ? changesUntil(run.scenario, run.snapshot.nowS).filter(({ id }) => id === "capacity").length
      : 0,
  );
  return useMemo(() => capacityLine(scenario, held, handleMbps), [scenario, held, handleMbps]);
}
