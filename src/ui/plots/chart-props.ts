/** The properties that a plot over time receives from the bench, and its questions. */
import type { RefObject } from "react";
import type { Overlay, Question } from "../../engine/index.ts";
import type { RunEvent } from "../core/run-events.ts";
import type { RunView } from "../core/run-view.ts";
import type { ChartModel } from "../shared/chart/chart-model.ts";
import type { Plot, TimeView } from "../shared/chart/plot-geometry.ts";

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
