/** A time plot: frame, shared axis, cursor, playhead, gestures and keys around one chart model. */

import { type KeyboardEvent, type ReactNode, type RefObject, use, useMemo, useRef } from "react";
import { Axes, PlotLabels, timeAxis, valueAxis } from "../../shared/chart/Axes.tsx";
import { type ChartModel, readingSentence } from "../../shared/chart/chart-model.ts";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import {
  type Domain,
  makePlot,
  type Plot,
  sharedMargins,
  type TimeView,
} from "../../shared/chart/plot-geometry.ts";
import { neighbourEvent } from "../../shared/chart/symbols.ts";
import { PlotWhy } from "../explain/PlotWhy.tsx";
import type { PlotOf } from "../explain/plot-events.ts";
import { WhyHere } from "../explain/WhyHere.tsx";
import { ChangeLines } from "./ChangeLines.tsx";
import { ChartFrame } from "./ChartFrame.tsx";
import { CursorLayer } from "./CursorLayer.tsx";
import type { TimeChartProps } from "./chart-props.ts";
import { spokenPlot } from "./chart-words.ts";
import { usePlotGestures } from "./plot-gestures.ts";
import { PLOT_KEYS, plotKey, viewHolding } from "./plot-keys.ts";
import { PlotOverlay } from "./plot-overlay.ts";
import { spokenChanges } from "./side-plot-words.ts";
import { isWhole, wholeView } from "./time-view.ts";
import { usePlotWords } from "./use-plot-words.ts";

export interface TimeFrameProps {
  readonly kind: string;
  /** What is asked with "why?". */
  readonly of: PlotOf;
  readonly chart: TimeChartProps;
  readonly model: ChartModel;
  /** A y axis that is held while a handle is dragged. */
  readonly heldDomain?: Domain | null;
  /** Right after the title. */
  readonly menu?: ReactNode;
  readonly tools?: ReactNode;
  /** Handles inside the plot. */
  readonly children?: (plot: Plot) => ReactNode;
}

export function TimeFrame({ kind, of, chart, model, heldDomain, menu, tools, children }: TimeFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const plot = useTimePlot(box, chart, heldDomain ?? model.yDomain);
  const { run } = chart;
  const widthPx = plot === null ? 0 : plot.right - plot.left;
  const notes = useMemo(() => (widthPx > 0 ? model.notes(widthPx) : []), [model, widthPx]);
  const whole = useMemo(() => wholeView(run), [run]);
  const changed = run.words?.changes ?? [];
  const Overlay = use(PlotOverlay);
  const summary = usePlotWords(model.summary);
  const title = `${spokenTitle(model, summary)}${changed.length > 0 ? spokenChanges(changed) : ""}`;
  usePlotGestures(surface, selection, plot && { ...gestureTarget(chart), plot, whole });
  return (
    <ChartFrame
      kind={kind}
      title={model.title}
      unit={model.unit}
      menu={menu}
      notes={notes}
      table={model.table}
      box={box}
      tools={
        <FrameTools kind={kind} chart={chart} whole={whole}>
          {tools}
          <WhyHere kind={kind} of={of} chart={chart} title={model.title} />
        </FrameTools>
      }
    >
      <div className="chart-layers" aria-hidden="true">
        {plot !== null && <TimeLayers chart={chart} model={model} plot={plot} />}
        {plot !== null && changed.length > 0 && (
          <ChangeLines kind={kind} plot={plot} model={model} run={run} />
        )}
        <div className="chart-selection" ref={selection} />
      </div>
      <DataCursor chart={chart} title={title} model={model} whole={whole} surface={surface} />
      {plot !== null && <PlotWhy kind={kind} of={of} chart={chart} plot={plot} surface={surface} />}
      {plot !== null && children?.(plot)}
      {plot !== null && Overlay !== null && <Overlay kind={kind} plot={plot} chart={chart} />}
    </ChartFrame>
  );
}

interface DataCursorProps {
  readonly chart: TimeChartProps;
  readonly title: string;
  readonly model: ChartModel;
  readonly whole: TimeView;
  readonly surface: RefObject<HTMLDivElement | null>;
}

/** A slider along time whose value text is what the series say there: every screen reader knows how to read that. */
function DataCursor({ chart, title, model, whole, surface }: DataCursorProps) {
  const atS = chart.cursorS ?? chart.playheadS;
  return (
    <div
      ref={surface}
      className="chart-surface"
      role="slider"
      aria-roledescription="chart"
      aria-label={title}
      aria-description={PLOT_KEYS}
      aria-valuemin={whole.fromS}
      aria-valuemax={whole.toS}
      aria-valuenow={atS}
      aria-valuetext={readingSentence(atS, model.readAt(atS))}
      tabIndex={0}
      onKeyDown={(event) => onPlotKey(event, chart, whole)}
      onBlur={() => chart.onCursor(null)}
    />
  );
}

function spokenTitle({ title, unit }: ChartModel, summary: string): string {
  return spokenPlot(title.replaceAll("_", " "), unit, summary);
}

function gestureTarget({ view, onView, onCursor, onPlayhead }: TimeChartProps) {
  return { view, onView, onCursor, onPlayhead };
}

function useTimePlot(
  box: RefObject<HTMLDivElement | null>,
  chart: TimeChartProps,
  yDomain: Domain,
): Plot | null {
  const size = useSize(box);
  const { fromS, toS } = chart.view;
  const [bottom, top] = yDomain;
  const labelled = chart.timeLabels !== false;
  return useMemo(
    () => size && makePlot(size, sharedMargins(size.width, labelled), [fromS, toS], [bottom, top]),
    [size, fromS, toS, bottom, top, labelled],
  );
}

function TimeLayers({ chart, model, plot }: { chart: TimeChartProps; model: ChartModel; plot: Plot }) {
  const labelled = chart.timeLabels !== false;
  const x = useMemo(() => timeAxis(plot, labelled), [plot, labelled]);
  const { yFormat, yTicks } = model;
  const y = useMemo(() => valueAxis(plot, yFormat, yTicks), [plot, yFormat, yTicks]);
  const labels = useMemo(() => model.labels(plot), [plot, model]);
  return (
    <>
      <Axes plot={plot} x={x} y={y} />
      <PlotCanvas plot={plot} draw={model.draw} />
      <PlotLabels plot={plot} labels={labels} />
      <CursorLayer
        plot={plot}
        cursorS={chart.cursorS}
        playheadS={chart.playheadS}
        readAt={model.readAt}
        withTime={labelled}
      />
    </>
  );
}

interface FrameToolsProps {
  readonly kind: string;
  readonly chart: TimeChartProps;
  readonly whole: TimeView;
  readonly children: ReactNode;
}

/** The way back from a zoom stands once, at the biggest plot. */
function FrameTools({ kind, chart, whole, children }: FrameToolsProps) {
  const zoomed = kind === "cwnd" && !isWhole(chart.view, whole);
  return (
    <span className="chart-tools">
      {zoomed && (
        <button type="button" className="chart-tool" onClick={() => chart.onView(whole)}>
          whole run
        </button>
      )}
      {children}
    </span>
  );
}

function onPlotKey(event: KeyboardEvent, chart: TimeChartProps, whole: TimeView): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { cursorS, playheadS, view } = chart;
  const neighbour = (timeS: number, direction: 1 | -1) =>
    neighbourEvent(chart.run.snapshot.flowEvents, timeS, direction);
  const action = plotKey(event.key, event.shiftKey, { cursorS, playheadS, view, whole, neighbour });
  if (action === null) return;
  event.preventDefault();
  event.stopPropagation();
  if ("view" in action) chart.onView(action.view);
  else if ("playheadS" in action) chart.onPlayhead(action.playheadS);
  else {
    chart.onCursor(action.cursorS);
    if (action.cursorS !== null) keepInView(action.cursorS, chart, whole);
  }
}

function keepInView(timeS: number, chart: TimeChartProps, whole: TimeView): void {
  const view = viewHolding(timeS, chart.view, whole);
  if (view !== chart.view) chart.onView(view);
}
