/** What plots receive from the bench, the questions that they can be asked, and what the rest of the page adds to them. */
import { type ComponentType, createContext, type ReactNode, type RefObject, use, useMemo } from "react";
import type { Overlay, Question } from "../../engine/index.ts";
import type { RunEvent } from "../core/run-events.ts";
import { type RunView, timeView, zoomOf } from "../core/run-view.ts";
import { durationOf } from "../core/store.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import type { ChartModel, ChartNote, TableData } from "../shared/chart/chart-model.ts";
import type { DrawnPlot } from "../shared/chart/PlotLayers.tsx";
import type { Plot, Size, TimeView } from "../shared/chart/plot-geometry.ts";
import { useAlike } from "../shared/hooks.ts";
import { theoriesOf } from "./theory.ts";

/** A measurement that is drawn over the run. */
export interface OverlaidMeasurement {
  /** Adds the measured curve to a plot that has one. `steadyFromS` is the end of the warm-up. */
  drawOver(model: ChartModel, kind: string, view: TimeView, steadyFromS: number): ChartModel;
}

/** Properties that all plots receive: the runs, the zoom, the cursor, the playhead. */
export interface TimeChartProps {
  readonly run: RunView;
  readonly pinned: RunView | null;
  readonly view: TimeView;
  /**
   * Changes the view: zoom (Ctrl + wheel, pinch, Shift + drag) or pan (horizontal wheel). A double click shows the
   * whole run again.
   */
  onView(view: TimeView): void;
  /** Time of the shared cursor, in s. */
  readonly cursorS: number | null;
  onCursor(timeS: number | null): void;
  readonly playheadS: number;
  /** Moves the playhead, after a click or during a drag on the plot. */
  onPlayhead(timeS: number): void;
  /** Index of the highlighted flow (groups expanded), or null. */
  readonly highlightFlow: number | null;
  /** The overlaid measurement. */
  readonly measured?: OverlaidMeasurement | null | undefined;
  /** Theoretical predictions to draw. */
  readonly theory?: readonly Overlay[] | undefined;
  /** True if axes show the highest peak. Set for pictures only; if absent, the page's setting applies. */
  readonly wholePeak?: boolean | undefined;
  /** False if a plot below this one carries the labels of the shared time axis. True by default. */
  readonly timeLabels?: boolean | undefined;
}

export function useTimeView(): TimeView {
  const fromS = useBenchState((state) => timeView(state).fromS);
  const toS = useBenchState((state) => timeView(state).toS);
  return useMemo(() => ({ fromS, toS }), [fromS, toS]);
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

/** Returns what all plots over time of a run receive. The object stays the same as long as its content is the same. */
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
  const measured = use(PlotPartsContext).useMeasured(run);
  return useAlike({
    ...{ run, pinned, measured, theory, view, ...hands },
    cursorS: useBenchState((state) => state.view.cursorS),
    playheadS: useBenchState((state) => onGrid(state.playback.playheadS, view.toS - view.fromS)),
    highlightFlow: useHighlightFlow(run),
  });
}

/** Properties of a sheet over a plot, such as the curve that a student predicts. */
export interface PlotSheetProps {
  readonly kind: string;
  readonly plot: Plot;
  readonly chart: TimeChartProps;
}

export interface PlotLayerProps {
  readonly asks: PlotQuestions;
  readonly chart: TimeChartProps;
  readonly plot: Plot;
  readonly surface: RefObject<HTMLElement | null>;
}

export interface PlotToolProps {
  readonly asks: PlotQuestions;
  readonly chart: TimeChartProps;
  /** Title of the plot. */
  readonly title: string;
}

/** The questions that a plot can be asked. */
export interface PlotQuestions {
  /** The subject of a question about a time range of this plot. */
  readonly of: Extract<Question, { readonly kind: "stretch" }>["of"];
  /** Returns the symbols that the plot shows; absent if the plot has no symbols. `only` is the highlighted flow. */
  painted?(run: RunView, only: number | null, plot: Plot): PaintedEvent[];
  /** Returns the event at a position in the strip below the curves; null if there is no event. */
  foot?(run: RunView, only: number | null, plot: Plot, x: number, y: number): RunEvent | null;
  /** Returns the plot's events in order of time; if absent, the events of the senders are used. */
  events?(run: RunView, only: number | null): RunEvent[];
}

export interface PaintedEvent {
  readonly event: RunEvent;
  readonly x: number;
  /** Height of the event's symbol; null if a line over the whole height represents the event. */
  readonly y: number | null;
}

/** Everything that a saved picture of a plot shows. */
export interface PlotFrame {
  readonly kind: string;
  readonly title: string;
  readonly unit: string;
  /** Labels of the axes. The x axis has a label if its numbers need one, the y axis if the title does not name the quantity. */
  readonly xWords: string;
  readonly yWords?: string | undefined;
  readonly notes: readonly ChartNote[];
  readonly besides?: readonly ChartNote[] | undefined;
  /** The content of the plot; null while its size is unknown. */
  readonly drawn: DrawnPlot | null;
}

export interface ShownPlot extends PlotFrame {
  readonly table: (rows?: number) => TableData;
}

/** A plot that is drawn outside the page: in a report, or as a picture for a paper. */
export interface PlotFigure extends PlotFrame {
  readonly drawn: DrawnPlot;
  /** Description for screen readers. */
  readonly spoken: string;
}

/** Draws the plot at a size; null if there is nothing to draw. */
export type FigureAt = (size: Size) => PlotFigure | null;

export interface FigureProps {
  readonly chart: TimeChartProps;
  /** Receives the plot; null if there is nothing to draw. */
  readonly children: (figureAt: FigureAt | null) => ReactNode;
}

/** Parts of a plot that the rest of the page provides; null if the page has none. */
export interface PlotParts {
  /** The menu in the head of each plot. */
  readonly Menu: ComponentType<ShownPlot> | null;
  /** A layer over each plot over time, which also hears the pointer and the keys of the plot's surface. */
  readonly Layer: ComponentType<PlotLayerProps> | null;
  /** A button in the head of each plot over time. */
  readonly Tool: ComponentType<PlotToolProps> | null;
  /** A hook that returns the measurement over a run. It is the same hook for as long as the page is open. */
  useMeasured(run: RunView): OverlaidMeasurement | null;
}

export const NO_PARTS: PlotParts = { Menu: null, Layer: null, Tool: null, useMeasured: () => null };

export const PlotPartsContext = createContext(NO_PARTS);
