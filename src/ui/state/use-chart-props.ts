/** What all time plots share: the runs, the zoom, the cursor, the playhead. */
import { useCallback, useMemo } from "react";
import type { RunView, TimeChartProps, TimeView } from "../charts/chart-props.ts";
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
