/** What all time plots share: the runs, the zoom, the cursor, the playhead. */

import { useCallback, useMemo } from "react";
import { linkById, type Overlay, resolvePath } from "../../../engine/index.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import type { KernelTrace } from "../../state/kernel-traces.ts";
import { capacitySetting } from "../../state/link-handles.ts";
import { type RunView, watchedLink, zoomOf } from "../../state/run-view.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { useKernelTrace, useTimeView } from "../use-runs.ts";
import { type CapacityLine, capacityLine, type HeldStep } from "./rates.ts";
import { theoriesOf } from "./theory.ts";
import { type PathHandle, useLinkHandle } from "./use-handle.ts";

/** What the charts and the path strip ask of the page that mounts them. */

export interface TimeChartProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly overlay: KernelTrace | null;
  readonly view: TimeView;
  /** Zoom (Ctrl + wheel, pinch, Shift + drag), pan (wheel sideways); a double click asks for the whole run. */
  onView(view: TimeView): void;
  /** The shared hover cursor, in s. */
  readonly cursorS: number | null;
  onCursor(timeS: number | null): void;
  readonly playheadS: number;
  /** A click or drag on the plot scrubs. */
  onPlayhead(timeS: number): void;
  /** Index of a flow (groups expanded) that stands out, or null. */
  readonly highlightFlow: number | null;
  /** What theory says of the run, where it is to be drawn. */
  readonly theory?: readonly Overlay[] | undefined;
  /** False where a plot below it carries the labels of the shared time axis. Default true. */
  readonly timeLabels?: boolean | undefined;
}

/** The playhead in steps of half a pixel or so: the plots need not be drawn again for less. */
const PLAYHEAD_STEPS = 2000;

function onGrid(timeS: number, spanS: number): number {
  const stepS = spanS / PLAYHEAD_STEPS;
  return stepS > 0 ? Math.round(timeS / stepS) * stepS : timeS;
}

/** The flow that stands out, where there are others. */
export function useHighlightFlow({ snapshot }: RunView): number | null {
  const highlighted = useBenchState((state) => state.view.highlightFlow);
  const flows = snapshot.results.flows.length;
  return highlighted !== null && highlighted < flows && flows > 1 ? highlighted : null;
}

export function useTimeChartProps(run: RunView, pinned: RunView | null): TimeChartProps {
  const { store, player } = useBench();
  const overlay = useKernelTrace();
  const theoryDrawn = useBenchState((state) => state.view.theory);
  const theory = useMemo(() => (theoryDrawn ? theoriesOf(run) : undefined), [run, theoryDrawn]);
  const view = useTimeView();
  const cursorS = useBenchState((state) => state.view.cursorS);
  const playheadS = useBenchState((state) => onGrid(state.playback.playheadS, view.toS - view.fromS));
  const highlightFlow = useHighlightFlow(run);
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
    () => ({
      run,
      pinned,
      overlay,
      theory,
      view,
      cursorS,
      playheadS,
      highlightFlow,
      onView,
      onCursor,
      onPlayhead,
    }),
    [run, pinned, overlay, theory, view, cursorS, playheadS, highlightFlow, onView, onCursor, onPlayhead],
  );
}

/** The watched link's capacity over the run on screen, and what it is dragged by. */
export function useCapacity(run: RunView): { capacity: CapacityLine; handle: PathHandle | null } {
  const { id } = watchedLink(run);
  const handle = useLinkHandle(id, capacitySetting);
  const live = useBenchState(({ mode }) => mode === "live");
  const hasPattern = linkById(resolvePath(run.scenario.path), id).params["capacity-pattern"] !== "";
  const held: HeldStep = hasPattern ? "none" : live ? "last" : "first";
  const mbps = handle?.value ?? null;
  const capacity = useMemo(() => capacityLine(run, mbps, held), [run, mbps, held]);
  return { capacity, handle };
}
