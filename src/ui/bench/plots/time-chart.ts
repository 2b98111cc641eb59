/** What all time plots share: the runs, the zoom, the cursor, the playhead. */

import { type ReactNode, useCallback, useMemo } from "react";
import { type DelayCdf, linkById, resolvePath } from "../../../engine/index.ts";
import type { ChartModel } from "../../shared/chart/chart-model.ts";
import type { TimeView } from "../../shared/chart/plot-geometry.ts";
import type { KernelTrace } from "../../state/kernel-traces.ts";
import { capacitySetting } from "../../state/link-handles.ts";
import { type RunView, watchedLink, zoomOf } from "../../state/run-view.ts";
import { durationOf } from "../../state/store.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import { useKernelTrace, useTimeView } from "../use-runs.ts";
import type { TargetLine } from "./QueueDelay.tsx";
import { type CapacityLine, capacityLine, type HeldStep } from "./rates.ts";
import { drawnTheory } from "./theory.ts";
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
  readonly theory?: DrawnTheory | undefined;
  /** False where a plot below it carries the labels of the shared time axis. Default true. */
  readonly timeLabels?: boolean | undefined;
}

/** Each plot's model with the lines of theory over it. */
export interface DrawnTheory {
  overCwnd<M extends ChartModel>(model: M, highlightFlow: number | null): M;
  overRate<M extends ChartModel>(model: M, highlightFlow: number | null): M;
  overDelay<M extends ChartModel>(model: M): M;
  overProbe<M extends ChartModel>(model: M, source: "queue" | number, probe: string): M;
}

export interface CwndChartProps extends TimeChartProps {
  /** Whether the y axis shows the slow-start peak whole (true) or is scaled to the steady part (false). */
  readonly wholeRange: boolean;
  onWholeRange(whole: boolean): void;
  /** Dragging the drop on the sawtooth sets β_ecn; `final` at the end of the drag. Absent: not draggable. */
  readonly onBetaDrag?: ((beta: number, final: boolean) => void) | undefined;
}

export interface QueueDelayChartProps extends TimeChartProps {
  /** The AQM's target in ms; null where the discipline has none (no line is drawn). */
  readonly target: PathHandle | null;
  /** The target over the run. */
  readonly targets: TargetLine;
  /** The choice of the watched link, where there are several. */
  readonly linkMenu?: ReactNode;
}

export interface ThroughputChartProps extends TimeChartProps {
  readonly capacity: CapacityLine;
  /** In Mbps; null where the capacity cannot be dragged. */
  readonly handle: PathHandle | null;
}

export type FairnessChartProps = TimeChartProps;

export interface ProbeChartProps extends TimeChartProps {
  /** "queue", or the index of a flow (groups expanded). */
  readonly source: "queue" | number;
  readonly probeIds: readonly string[];
}

export type CdfScale = "linear" | "log" | "tail";

/** How long the packets of one flow waited. */
export interface FlowCurve {
  readonly flow: number;
  readonly name: string;
  readonly cdf: DelayCdf;
}

export interface DelayCdfProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Curves beside that of all packets; empty where delays are not told by flow. */
  readonly byFlow: readonly FlowCurve[];
  readonly scale: CdfScale;
  onScale(scale: CdfScale): void;
}

export interface PhasePlotProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly view: TimeView;
  readonly playheadS: number;
  readonly capacityMbps: number;
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
  const theory = useMemo(() => (theoryDrawn ? drawnTheory(run) : undefined), [run, theoryDrawn]);
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
