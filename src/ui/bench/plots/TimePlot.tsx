/** A time plot: frame, shared axis, cursor, playhead, gestures and keys around one chart model. */

import {
  type ComponentType,
  type CSSProperties,
  createContext,
  createElement,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Axes, PlotLabels, timeAxis, valueAxis } from "../../shared/chart/Axes.tsx";
import { type ChartModel, type PlotLabel, readingSentence } from "../../shared/chart/chart-model.ts";
import { InSight } from "../../shared/chart/InSight.tsx";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import {
  type Domain,
  makePlot,
  type Plot,
  sharedMargins,
  type TimeView,
} from "../../shared/chart/plot-geometry.ts";
import { neighbourEvent } from "../../shared/chart/symbols.ts";
import type { ChangeInWords, RunView } from "../../state/run-view.ts";
import { PlotWhy } from "../explain/PlotWhy.tsx";
import type { PlotOf } from "../explain/plot-events.ts";
import { WhyHere } from "../explain/WhyHere.tsx";
import { ChartFrame } from "./ChartFrame.tsx";
import { CursorLayer } from "./CursorLayer.tsx";
import { spokenPlot } from "./chart-words.ts";
import { isWhole, PLOT_KEYS, plotKey, usePlotGestures, viewHolding, wholeView } from "./gestures.ts";
import { changesCount, spokenChanges } from "./side-plot-words.ts";
import type { TimeChartProps } from "./time-chart.ts";

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

/** A plot in words, for those who do not see it. */

/** Nobody hears more. In a live run, or while something is dragged, words would cost as much as the plot. */
const EACH_MS = 1000;

/** Those of a plot that changes all the time follow once a second, the last ones in any case. */
export function usePlotWords(summary: () => string): string {
  const [told, tell] = useState(() => summary);
  const nextMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      nextMs.current = performance.now() + EACH_MS;
      tell(() => summary);
    }, nextMs.current - performance.now());
    return () => clearTimeout(timer);
  }, [summary]);
  return useMemo(() => told(), [told]);
}

/** The changes in mid-run on a time plot: a hairline at each, and what changes beside it. */

interface ChangeLinesProps {
  /** Of the plot. */
  readonly kind: string;
  readonly plot: Plot;
  readonly model: ChartModel;
  readonly run: RunView;
}

/** Here a handle stands at the upper edge. */
const HANDLE_ABOVE = "rate";

export const ChangeLines = memo(function ChangeLines({ kind, plot, model, run }: ChangeLinesProps) {
  const { words } = run;
  const moments = useMemo(() => momentsOf(words?.changes ?? []), [words]);
  const labels = useMemo(
    () => changeLabels(moments, plot, model.labels(plot), kind === HANDLE_ABOVE),
    [moments, plot, model, kind],
  );
  const seen = moments.map(({ atS }) => plot.x(atS)).filter((x) => x >= plot.left && x <= plot.right);
  return (
    <>
      <svg className="chart-labels chart-changes" width={plot.width} height={plot.height} aria-hidden="true">
        {seen.map((x) => (
          <line key={x} x1={crisp(x)} x2={crisp(x)} y1={plot.top} y2={plot.bottom} />
        ))}
      </svg>
      <PlotLabels plot={plot} labels={labels} />
    </>
  );
});

function crisp(position: number): number {
  return Math.round(position) + 0.5;
}

/** Where the labels of the changes in mid-run stand on a time plot: beside their lines, and never on another label. */

export interface ChangeMoment {
  readonly atS: number;
  readonly text: string;
}

/** Longer, and the changes of one moment are counted. */
const LONGEST_TEXT = 44;

/** Changes of the same time are one moment. */
export function momentsOf(changes: readonly ChangeInWords[]): ChangeMoment[] {
  const times = [...new Set(changes.map(({ atS }) => atS))];
  return times.map((atS) => {
    const texts = changes.filter((change) => change.atS === atS).map(({ text }) => text);
    const text = texts.join(", ");
    return { atS, text: texts.length > 1 && text.length > LONGEST_TEXT ? changesCount(texts.length) : text };
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Rough, at the size of labels. */
const CHARACTER_PX = 6.1;
const LINE_PX = 13;
const BESIDE_PX = 4;
const FIRST_ROW_PX = 10;

function boxOf({ text, x, y, anchor }: PlotLabel): Box {
  const width = text.length * CHARACTER_PX;
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { left, right: left + width, y };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right + BESIDE_PX && b.left < a.right + BESIDE_PX && Math.abs(a.y - b.y) < LINE_PX;
}

/**
 * From the upper edge down, or from the lower one up, right of the line or left of it; one that finds no place is left to
 * its line.
 */
export function changeLabels(
  moments: readonly ChangeMoment[],
  plot: Plot,
  taken: readonly PlotLabel[],
  isFromBelow = false,
): PlotLabel[] {
  const boxes = taken.map(boxOf);
  const lines = moments.map(({ atS }) => plot.x(atS));
  const labels: PlotLabel[] = [];
  for (const [index, { text }] of moments.entries()) {
    const label = freePlace(text, lines[index], plot, boxes, isFromBelow);
    if (label === null) continue;
    labels.push(label);
    boxes.push(boxOf(label));
  }
  return labels;
}

function freePlace(
  text: string,
  lineX: number,
  plot: Plot,
  boxes: readonly Box[],
  isFromBelow: boolean,
): PlotLabel | null {
  if (lineX < plot.left || lineX > plot.right) return null;
  const rows = Math.floor((plot.bottom - BESIDE_PX - plot.top - FIRST_ROW_PX) / LINE_PX) + 1;
  for (let row = 0; row < rows; row++) {
    const y = isFromBelow ? plot.bottom - BESIDE_PX - row * LINE_PX : plot.top + FIRST_ROW_PX + row * LINE_PX;
    for (const side of [1, -1] as const) {
      const anchor = side === 1 ? "start" : "end";
      const label: PlotLabel = { text, x: lineX + side * BESIDE_PX, y, anchor, paint: "ink" };
      const box = boxOf(label);
      const fits = box.left >= plot.left && box.right <= plot.right;
      if (fits && !boxes.some((other) => meet(box, other))) return label;
    }
  }
  return null;
}

/** What a feature above the bench draws over each plot over time, such as the curve that a student predicts. */

export interface PlotOverlayProps {
  readonly kind: string;
  readonly plot: Plot;
  readonly chart: TimeChartProps;
}

export const PlotOverlay = createContext<ComponentType<PlotOverlayProps> | null>(null);

/** What a plot of the bench declares of itself. One is added by a file in this folder and a line in a registry. */

/** On the stage plots stand above each other on one axis of time; beside it they stand over or under the numbers. */
export type PlotPlace = "stage" | "over-numbers" | "under-numbers";

interface PlotFacts {
  readonly id: string;
  readonly place: PlotPlace;
  /** On the stage the least height that it needs. */
  readonly heightPx: number;
  /** Of the height that is left on the stage, beside the other plots' shares. */
  readonly share?: number;
  /** On a small screen it stays in sight while the controls pass under it; the other plots of the stage follow them. */
  readonly stays?: boolean;
  /** Whether it says something of such a run; always where absent. */
  isOf?(run: RunView): boolean;
}

export interface PlotDeclaration<Props extends object> extends PlotFacts {
  /** A hook: what the chart is given, from what all plots share and from the bench. */
  useProps(chart: TimeChartProps): Props;
  readonly Chart: ComponentType<Props>;
}

export interface PlotDefinition extends PlotFacts {
  readonly Plot: ComponentType<{ readonly chart: TimeChartProps }>;
}

/** The chart is drawn again when one of its own properties changes, and only while it is in sight. */
export function definePlot<Props extends object>(declaration: PlotDeclaration<Props>): PlotDefinition {
  const { useProps, Chart, ...facts } = declaration;
  const Kept = memo(Chart) as unknown as ComponentType<Props>;
  const { id, place, heightPx, share = 1 } = facts;
  const className = `plot plot--${place} plot--${id}`;
  const style = { "--plot-least": `${heightPx}px`, "--plot-share": share } as CSSProperties;
  function Plot({ chart }: { readonly chart: TimeChartProps }) {
    return createElement(InSight, { className, style }, createElement(Kept, useProps(chart)));
  }
  return { ...facts, Plot };
}
