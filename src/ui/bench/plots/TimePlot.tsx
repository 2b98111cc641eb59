/** A plot over time: frame, shared axis, cursor, playhead, gestures, keys, handles and theory around one chart model. */
import {
  type ComponentType,
  createContext,
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
import type { Overlay, Question } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import { Axes, PlotLabels, TIME_AXIS, timeAxis, valueAxis } from "../../shared/chart/Axes.tsx";
import { type ChartModel, type PlotLabel, readingSentence } from "../../shared/chart/chart-model.ts";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import {
  type Domain,
  makePlot,
  type Plot,
  sharedMargins,
  type TimeView,
} from "../../shared/chart/plot-geometry.ts";
import { neighbourEvent } from "../../shared/chart/symbols.ts";
import type { RunEvent } from "../../state/run-events.ts";
import type { ChangeInWords, RunView } from "../../state/run-view.ts";
import { PlotWhy, WhyHere } from "../explain/PlotWhy.tsx";
import { ChartFrame } from "./ChartFrame.tsx";
import { CursorLayer } from "./CursorLayer.tsx";
import { isWhole, PLOT_KEYS, plotKey, usePlotGestures, viewHolding, wholeView } from "./gestures.ts";
import { PeakTool } from "./Handles.tsx";
import { definePlot, type PlotFacts, type PlotRecord } from "./Plot.tsx";
import { type TheoryLine, withTheory } from "./theory.ts";
import type { TimeChartProps } from "./time-chart.ts";

/** What can be asked of a plot. */
export interface PlotQuestions {
  /** As a question of one of its stretches has it. */
  readonly of: Extract<Question, { readonly kind: "stretch" }>["of"];
  /** The symbols that stand in it; absent: none. `only`: the flow that stands out. */
  painted?(run: RunView, only: number | null, plot: Plot): PaintedEvent[];
  /** In order of time; absent: those of the senders. */
  events?(run: RunView, only: number | null): RunEvent[];
}

export interface PaintedEvent {
  readonly event: RunEvent;
  readonly x: number;
  /** Null where a line over the whole height stands for it. */
  readonly y: number | null;
}

/** What is drawn over time: everything is made of the input, and made anew only where a member of that is another one. */
export interface TimePlotFacts<Input extends object> {
  /** For the style sheet: "cwnd" gives the class "chart-cwnd". */
  readonly kind: string;
  readonly asks: PlotQuestions;
  /** With a handle at the upper edge, changes in mid-run are written from the lower one up. */
  readonly isHandleAbove?: boolean;
  /** The way back from a zoom stands once, at the biggest plot. */
  readonly hasWayBack?: boolean;
  /** Null where there is nothing to draw. */
  model(input: Input): ChartModel | null;
  /** Lines across the plot, where theory is drawn. */
  theory?(input: Input, theory: readonly Overlay[]): readonly TheoryLine[];
  /** Right after the title. */
  menu?(input: Input): ReactNode;
  /** Whether the y axis shows the highest peak, where that is cut off otherwise. */
  peak?(input: Input): { readonly whole: boolean; onWhole(whole: boolean): void };
  /** Inside the plot; the axis is held while one is dragged. */
  handles?(plot: Plot, input: Input, onHold: (held: boolean) => void): ReactNode;
}

interface TimePlotDeclaration<Input extends object> extends PlotFacts, TimePlotFacts<NoInfer<Input>> {
  /** A hook: what the plot is made of, from what all plots share and from the bench. */
  useInput(chart: TimeChartProps): Input;
}

interface TimePlotRecord<Input extends object> extends PlotRecord {
  readonly facts: TimePlotFacts<Input>;
}

export function defineTimePlot<Input extends object>(
  declaration: TimePlotDeclaration<Input>,
): TimePlotRecord<Input> {
  const { id, place, heightPx, share, stays, ofSeveralFlows, useInput, ...facts } = declaration;
  const record = definePlot({
    ...{ id, place, heightPx, share, stays, ofSeveralFlows },
    isOverTime: true,
    useProps: (chart) => ({ chart, input: useInput(chart) }),
    Chart: ({ chart, input }: { readonly chart: TimeChartProps; readonly input: Input }) => (
      <TimePlot facts={facts} chart={chart} input={input} />
    ),
  });
  return { ...record, facts };
}

interface TimePlotProps<Input extends object> {
  readonly facts: TimePlotFacts<Input>;
  readonly chart: TimeChartProps;
  readonly input: Input;
}

/** The same object while its members are the same: a cursor that moves makes no model anew. */
function useAlike<T extends object>(next: T): T {
  const kept = useRef(next);
  const before = kept.current as Readonly<Record<string, unknown>>;
  if (!Object.entries(next).every(([name, value]) => Object.is(before[name], value))) kept.current = next;
  return kept.current;
}

export function TimePlot<Input extends object>({ facts, chart, input: given }: TimePlotProps<Input>) {
  const { theory } = chart;
  const input = useAlike(given);
  const model = useMemo(() => {
    const plain = facts.model(input);
    return plain && withTheory(plain, theory === undefined ? [] : (facts.theory?.(input, theory) ?? []));
  }, [facts, input, theory]);
  return model && <TimeFrame facts={facts} chart={chart} input={input} model={model} />;
}

interface TimeFrameProps<Input extends object> extends TimePlotProps<Input> {
  readonly model: ChartModel;
}

function TimeFrame<Input extends object>({ facts, chart, input, model }: TimeFrameProps<Input>) {
  const { kind, asks } = facts;
  const box = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Domain | null>(null);
  const plot = useTimePlot(box, chart, held ?? model.yDomain);
  const { run } = chart;
  const widthPx = plot === null ? 0 : plot.right - plot.left;
  const notes = useMemo(() => (widthPx > 0 ? model.notes(widthPx) : []), [model, widthPx]);
  const whole = useMemo(() => wholeView(run), [run]);
  const changed = run.words?.changes ?? [];
  const Overlay = use(PlotOverlay);
  const summary = useSummary(model.summary);
  const peak = facts.peak?.(input);
  usePlotGestures(surface, selection, plot && { ...gestureTarget(chart), plot, whole });
  return (
    <ChartFrame
      kind={kind}
      title={model.title}
      unit={model.unit}
      xWords={TIME_AXIS}
      menu={facts.menu?.(input)}
      notes={notes}
      table={model.table}
      box={box}
      tools={
        <span className="chart-tools">
          {facts.hasWayBack && !isWhole(chart.view, whole) && (
            <button type="button" className="chart-tool" onClick={() => chart.onView(whole)}>
              whole run
            </button>
          )}
          {peak && model.range && <PeakTool range={model.range} unit={model.unit} {...peak} />}
          <WhyHere asks={asks} chart={chart} title={model.title} />
        </span>
      }
    >
      <div className="chart-layers" aria-hidden="true">
        {plot !== null && <TimeLayers chart={chart} model={model} plot={plot} />}
        {plot !== null && changed.length > 0 && (
          <ChangeLines fromBelow={facts.isHandleAbove === true} plot={plot} model={model} changes={changed} />
        )}
        <div className="chart-selection" ref={selection} />
      </div>
      <DataCursor
        chart={chart}
        title={`${spokenTitle(model)}. ${summary}${spokenChanges(changed)}`}
        model={model}
        whole={whole}
        surface={surface}
      />
      {plot !== null && <PlotWhy asks={asks} chart={chart} plot={plot} surface={surface} />}
      {plot !== null && facts.handles?.(plot, input, (isHeld) => setHeld(isHeld ? model.yDomain : null))}
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

/** "cwnd in segments". */
function spokenTitle({ title, unit }: ChartModel): string {
  return `${title.replaceAll("_", " ")}${unit === "" ? "" : ` in ${unit}`}`;
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

/** Nobody hears more. In a live run, or while something is dragged, words would cost as much as the plot. */
const EACH_MS = 1000;

/** A plot in words. Those of a plot that changes all the time follow once a second, the last ones in any case. */
export function useSummary(summary: () => string): string {
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

interface ChangeLinesProps {
  readonly plot: Plot;
  readonly model: ChartModel;
  readonly changes: readonly ChangeInWords[];
  readonly fromBelow: boolean;
}

/** The changes in mid-run: a hairline at each, and what changes beside it. */
const ChangeLines = memo(function ChangeLines({ plot, model, changes, fromBelow }: ChangeLinesProps) {
  const moments = useMemo(() => momentsOf(changes), [changes]);
  const labels = useMemo(
    () => changeLabels(moments, plot, model.labels(plot), fromBelow),
    [moments, plot, model, fromBelow],
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

/** For those who read the plot by ear. */
export function spokenChanges(changes: readonly ChangeInWords[]): string {
  if (changes.length === 0) return "";
  const spoken = (text: string) => text.replaceAll("_", " ").replaceAll(" → ", " to ");
  const all = changes.map(({ atS, text }) => `at ${Number(atS.toFixed(3))} s ${spoken(text)}`);
  return ` Changes in mid-run: ${all.join("; ")}.`;
}

function crisp(position: number): number {
  return Math.round(position) + 0.5;
}

interface ChangeMoment {
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
    return {
      atS,
      text: texts.length > 1 && text.length > LONGEST_TEXT ? counted(texts.length, "change") : text,
    };
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
