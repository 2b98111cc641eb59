/** Plot records, and the plot over time: frame, shared axis, cursor, playhead, gestures, handles and theory around a model. */
import {
  type ComponentType,
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  use,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Overlay } from "../../engine/index.ts";
import type { ChangeInWords, RunView } from "../core/run-view.ts";
import {
  type ChartModel,
  numbered,
  readingSentence,
  type StillPlot,
  tableOfReadings,
} from "../shared/chart/chart-model.ts";
import { InSight } from "../shared/chart/InSight.tsx";
import { drawMarks } from "../shared/chart/marks.ts";
import {
  type DrawnPlot,
  PlotLayers,
  TIME_AXIS,
  timeAxis,
  useSize,
  valueAxis,
} from "../shared/chart/PlotLayers.tsx";
import {
  type Domain,
  makePlot,
  type Plot,
  type Size,
  sharedMargins,
  type TimeView,
} from "../shared/chart/plot-geometry.ts";
import { neighbourEvent } from "../shared/chart/symbols.ts";
import { useAlike, useThrottled } from "../shared/hooks.ts";
import { LazyPlace, lazyPart } from "../shared/lazy.tsx";
import { ChartFrame, PlotIdContext } from "./ChartFrame.tsx";
import { CursorLayer } from "./CursorLayer.tsx";
import { spokenChanges, withChanges } from "./change-labels.ts";
import {
  type FigureAt,
  type FigureProps,
  PlotPartsContext,
  type PlotQuestions,
  type PlotSheetProps,
  type TimeChartProps,
} from "./chart-props.ts";
import { isWhole, PLOT_KEYS, plotKey, usePlotGestures, viewHolding, wholeView } from "./gestures.ts";
import { type DraggedDrop, type DraggedLine, DropHandle, LineHandle, PeakTool } from "./Handles.tsx";
import { warmupS } from "./run-metrics.ts";
import { labelsOf } from "./steady-range.ts";
import { type TheoryLine, withTheory } from "./theory.ts";

/**
 * Position of a plot: on the stage, where plots share one time axis, or next to the stage, above or below the
 * numbers.
 */
export type PlotPlace = "stage" | "over-numbers" | "under-numbers";

interface PlotFacts {
  /** The plot's name in URLs, which never changes. */
  readonly id: string;
  /** Name of the plot in menus, the link maker, the projector, lessons and the report. */
  readonly label: string;
  readonly place: PlotPlace;
  /** Minimum height (px). Applies on the stage. */
  readonly heightPx: number;
  /** Share of the remaining height of the stage, relative to the other plots' shares. */
  readonly share?: number;
  /**
   * True if the plot stays in view on a small screen while the controls scroll below it. The other plots of the stage follow
   * the controls.
   */
  readonly stays?: boolean;
  /**
   * How a plot that only makes sense for several flows is omitted for a single flow: always ("only"), or in reports unless it
   * is chosen ("usually").
   */
  readonly ofSeveralFlows?: "only" | "usually";
  /**
   * Runs for which the plot is shown by default: all, those with data for it, or none. *More plots* lists the plots that are not
   * always on. "on" by default.
   */
  readonly shown?: "on" | "with data" | "off";
  /** Returns whether a run has data for the plot; absent if every run has. */
  hasData?(run: RunView): boolean;
  /** Returns the plot as a still picture; absent if it needs the bench. */
  still?(run: RunView, view: TimeView): StillPlot;
}

/** A plot of the bench. To add one, write its file in this folder and add a line to the registry. */
export interface PlotRecord extends PlotFacts {
  /** True if the plot uses the shared time axis. */
  readonly isOverTime: boolean;
  /** Loads the whole plot, if its code is not part of the first load. */
  loaded?(): Promise<PlotRecord>;
  readonly Plot: ComponentType<{ readonly chart: TimeChartProps }>;
  /** Hands the plot over to its children, which draw it outside the page. It shows nothing itself. */
  readonly Figure: ComponentType<FigureProps>;
}

function overTime(model: ChartModel, { fromS, toS }: TimeView): StillPlot {
  return { ...model, xDomain: [fromS, toS], xWords: TIME_AXIS };
}

interface PlotDeclaration<Props extends object> extends PlotFacts {
  /** A hook that returns the chart's properties, from what all plots share and from the bench. */
  useProps(chart: TimeChartProps): Props;
  readonly Chart: ComponentType<Props>;
  /** A hook that returns the same plot for drawing outside the page; null if there is nothing to draw. */
  useFigure(props: Props): FigureAt | null;
}

/** Defines a plot. Its chart is drawn again only when one of its own properties changes, and only while it is visible. */
export function definePlot<Props extends object>(declaration: PlotDeclaration<Props>): PlotRecord {
  const { useProps, Chart, useFigure, ...facts } = declaration;
  const Kept = memo(Chart) as unknown as ComponentType<Props>;
  const { id, place, heightPx, share = 1 } = facts;
  const style = { "--plot-least": `${heightPx}px`, "--plot-share": share } as CSSProperties;
  function Plot({ chart }: { readonly chart: TimeChartProps }) {
    return (
      <InSight className={`plot plot--${place} plot--${id}`} style={style}>
        <PlotIdContext value={id}>
          <Kept {...useProps(chart)} />
        </PlotIdContext>
      </InSight>
    );
  }
  const Figure = ({ chart, children }: FigureProps) => children(useFigure(useProps(chart)));
  return { ...facts, isOverTime: false, Plot, Figure };
}

/**
 * Definition of a plot over time. All parts are computed from the input, and computed again only if a member of the
 * input changes.
 */
export interface TimePlotFacts<Input extends object> {
  /** Name for the style sheet: "cwnd" gives the class "chart-cwnd". */
  readonly kind: string;
  readonly asks: PlotQuestions;
  /** True if the plot has a handle at the upper edge. Labels of changes then start from the lower edge. */
  readonly isHandleAbove?: boolean;
  /** True for the largest plot, which has the button that resets the zoom. */
  readonly hasWayBack?: boolean;
  /** Returns the plot; null if there is nothing to draw. */
  model(input: Input): ChartModel | null;
  /** Returns the lines of theory across the plot. */
  theory?(input: Input, theory: readonly Overlay[]): readonly TheoryLine[];
  /** Returns the menu right after the title. */
  menu?(input: Input): ReactNode;
  /** Returns the switch of the y axis between its steady part and its highest peak. */
  peak?(input: Input): { readonly whole: boolean; onWhole(whole: boolean): void };
  /** Returns additional buttons for the head of the plot. */
  tools?(input: Input): ReactNode;
  /** Returns lines at values; some can be dragged. */
  lines?(input: Input): readonly DraggedLine[];
  /** Returns a value that is dragged as the depth of a drop; null if there is none. */
  drop?(input: Input): DraggedDrop | null;
}

interface TimePlotDeclaration<Input extends object> extends PlotFacts, TimePlotFacts<NoInfer<Input>> {
  /** A hook that returns the plot's input, from what all plots share and from the bench. */
  useInput(chart: TimeChartProps): Input;
  /** Returns the plot for a still picture: without a pinned run, handles and the choices of the bench. */
  stillModel?(run: RunView, view: TimeView): ChartModel;
}

export function defineTimePlot<Input extends object>(facts: TimePlotDeclaration<Input>) {
  const record = definePlot<TimePlotProps<Input>>({
    ...facts,
    useProps: (chart) => ({ facts, chart, input: facts.useInput(chart) }),
    Chart: TimePlot,
    useFigure: useTimeFigure,
  });
  const { stillModel } = facts;
  const still = stillModel && ((run: RunView, view: TimeView) => overTime(stillModel(run, view), view));
  return { ...facts, ...record, ...(still && { still }), isOverTime: true };
}

/** Facts of a plot that are known before its code is loaded. */
type KnownFacts = Pick<PlotFacts, "id" | "label" | "place" | "shown" | "hasData" | "ofSeveralFlows">;

/** The declaration of a plot over time whose code is loaded when the plot is first shown. The known facts are in the registry. */
export type LazyTimePlot<Input extends object> = Omit<TimePlotDeclaration<Input>, keyof KnownFacts>;

/** The declaration of another plot whose code is loaded when the plot is first shown. */
export type LazyPlot<Props extends object> = Omit<PlotDeclaration<Props>, keyof KnownFacts>;

/** The known facts of a lazy plot in the registry. */
type LazyFacts = Omit<Partial<KnownFacts>, "id" | "label">;

/** Defines a plot over time whose code is loaded when it is first shown. By default it is off and on the stage. */
export function lazyTimePlot<Input extends object>(
  id: string,
  label: string,
  load: () => Promise<LazyTimePlot<Input>>,
  others: LazyFacts = {},
): PlotRecord {
  const facts: KnownFacts = { place: "stage", shown: "off", ...others, id, label };
  const loaded = async () => defineTimePlot<Input>({ ...(await load()), ...facts });
  return { ...lazyRecord(facts, loaded), isOverTime: true };
}

/** Defines another plot whose code is loaded when it is first shown. By default it is off and below the numbers. */
export function lazyPlot<Props extends object>(
  id: string,
  label: string,
  load: () => Promise<LazyPlot<Props>>,
  others: LazyFacts = {},
): PlotRecord {
  const facts: KnownFacts = { place: "under-numbers", shown: "off", ...others, id, label };
  return lazyRecord(facts, async () => definePlot<Props>({ ...(await load()), ...facts }));
}

function lazyRecord(facts: KnownFacts, loaded: () => Promise<PlotRecord>): PlotRecord {
  // One part for both, so that a plot that is on the page can be printed at once.
  const Loaded = lazyPart<Partial<FigureProps> & Pick<FigureProps, "chart">>(async () => {
    const { Plot, Figure } = await loaded();
    return ({ chart, children }) =>
      children === undefined ? <Plot chart={chart} /> : <Figure chart={chart}>{children}</Figure>;
  });
  const part = `The plot "${facts.label}"`;
  const Plot = (props: { readonly chart: TimeChartProps }) => (
    <LazyPlace part={part} fallback={<div className={`plot plot--${facts.place} plot--coming`} />}>
      <Loaded {...props} />
    </LazyPlace>
  );
  const Figure = (props: FigureProps) => (
    <LazyPlace part={part}>
      <Loaded {...props} />
    </LazyPlace>
  );
  return { ...facts, heightPx: 0, isOverTime: false, loaded, Plot, Figure };
}

interface TimePlotProps<Input extends object> {
  readonly facts: TimePlotFacts<Input>;
  readonly chart: TimeChartProps;
  readonly input: Input;
}

export function TimePlot<Input extends object>(props: TimePlotProps<Input>) {
  const { facts, chart } = props;
  const { input, model } = useTimeModel(props);
  return model && <TimeFrame facts={facts} chart={chart} input={input} model={model} />;
}

/** Returns the plot for drawing outside the page; null if there is nothing to draw. */
export function useTimeFigure<Input extends object>(props: TimePlotProps<Input>): FigureAt | null {
  const { facts, chart } = props;
  const { view, timeLabels } = chart;
  const { input, model } = useTimeModel(props);
  const changes = chart.run.words?.changes;
  return useMemo((): FigureAt | null => {
    if (model === null) return null;
    return (size) => {
      const plot = timePlotOf(size, { view, timeLabels }, model.yDomain, model.footPx);
      return {
        kind: facts.kind,
        title: model.title,
        unit: model.unit,
        xWords: TIME_AXIS,
        notes: model.notes?.(plot.right - plot.left) ?? [],
        drawn: { ...drawnTime(model, plot, timeLabels), lines: facts.lines?.(input) ?? [] },
        spoken: spokenPlot(model, model.summary(), changes),
      };
    };
  }, [facts, view, timeLabels, input, model, changes]);
}

/** Returns the content of the plot, with theory, measurement and changes; null if there is nothing to draw. */
function useTimeModel<Input extends object>(props: TimePlotProps<Input>) {
  const { facts, chart } = props;
  const { theory, measured, view } = chart;
  const steadyFromS = warmupS(chart.run.scenario);
  const input = useAlike(props.input);
  const changes = chart.run.words?.changes;
  const model = useMemo(() => {
    const plain = facts.model(input);
    if (plain === null) return null;
    const withLines = withTheory(plain, theory === undefined ? [] : (facts.theory?.(input, theory) ?? []));
    const over = measured?.drawOver(withLines, facts.kind, view, steadyFromS) ?? withLines;
    return withChanges(over, changes ?? [], facts.isHandleAbove === true);
  }, [facts, input, theory, measured, view, steadyFromS, changes]);
  return { input, model };
}

interface TimeFrameProps<Input extends object> extends TimePlotProps<Input> {
  readonly model: ChartModel;
}

function TimeFrame<Input extends object>({ facts, chart, input, model }: TimeFrameProps<Input>) {
  const { kind, asks } = facts;
  const { run } = chart;
  const box = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Domain | null>(null);
  const plot = useTimePlot(box, chart, held ?? model.yDomain, model.footPx);
  const widthPx = plot === null ? 0 : plot.right - plot.left;
  const notes = useMemo(() => (widthPx > 0 ? (model.notes?.(widthPx) ?? []) : []), [model, widthPx]);
  const whole = useMemo(() => wholeView(run), [run]);
  const { timeLabels } = chart;
  const drawn = useMemo(() => plot && drawnTime(model, plot, timeLabels), [model, plot, timeLabels]);
  const lines = facts.lines?.(input) ?? [];
  const drop = facts.drop?.(input) ?? null;
  const onHold = (isHeld: boolean) => setHeld(isHeld ? model.yDomain : null);
  const Overlay = use(PlotOverlay);
  const { Layer, Tool } = use(PlotPartsContext);
  const summary = useSummary(model.summary);
  const peak = facts.peak?.(input);
  usePlotGestures(surface, selection, plot && { chart, plot, whole });
  return (
    <ChartFrame
      kind={kind}
      title={model.title}
      unit={model.unit}
      xWords={TIME_AXIS}
      menu={facts.menu?.(input)}
      notes={notes}
      table={(rows) => tableOfReadings(model, chart.view, rows)}
      box={box}
      drawn={drawn && { ...drawn, lines }}
      tools={
        <span className="chart-tools">
          {facts.hasWayBack && !isWhole(chart.view, whole) && (
            <button type="button" className="chart-tool" onClick={() => chart.onView(whole)}>
              whole run
            </button>
          )}
          {facts.tools?.(input)}
          {peak && model.range && <PeakTool range={model.range} unit={model.unit} {...peak} />}
          {Tool && <Tool asks={asks} chart={chart} title={model.title} />}
        </span>
      }
    >
      <div className="chart-layers" aria-hidden="true">
        {drawn !== null && <TimeLayers chart={chart} readAt={model.readAt} drawn={drawn} />}
        <div className="chart-selection" ref={selection} />
      </div>
      <DataCursor
        chart={chart}
        title={spokenPlot(model, summary, run.words?.changes)}
        model={model}
        whole={whole}
        surface={surface}
      />
      {plot !== null && (
        <>
          {Layer && <Layer asks={asks} chart={chart} plot={plot} surface={surface} />}
          {numbered(lines).map(([place, line]) => (
            <LineHandle key={place} plot={plot} line={line} onHold={onHold} />
          ))}
          {drop !== null && <DropHandle plot={plot} drop={drop} onHold={onHold} />}
          {Overlay !== null && <Overlay kind={kind} plot={plot} chart={chart} />}
        </>
      )}
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

/**
 * A slider along the time axis. Its value text states the values at the slider's time, in a form that every screen
 * reader can read.
 */
function DataCursor({ chart, title, model, whole, surface }: DataCursorProps) {
  const { run, view, cursorS, playheadS } = chart;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const neighbour = (timeS: number, direction: 1 | -1) =>
      neighbourEvent(run.snapshot.flowEvents, timeS, direction);
    const action = plotKey(event.key, event.shiftKey, { cursorS, playheadS, view, whole, neighbour });
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if ("view" in action) chart.onView(action.view);
    else if ("playheadS" in action) chart.onPlayhead(action.playheadS);
    else {
      chart.onCursor(action.cursorS);
      const next = action.cursorS === null ? view : viewHolding(action.cursorS, view, whole);
      if (next !== view) chart.onView(next);
    }
  };
  const atS = cursorS ?? playheadS;
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
      onKeyDown={onKeyDown}
      onBlur={() => chart.onCursor(null)}
    />
  );
}

/** Returns the description of a plot for screen readers: title and unit ("cwnd in segments"), summary, and changes during the run. */
function spokenPlot(
  { title, unit }: ChartModel,
  summary: string,
  changes: readonly ChangeInWords[] = [],
): string {
  const named = `${title.replaceAll("_", " ")}${unit === "" ? "" : ` in ${unit}`}`;
  return `${named}. ${summary}${spokenChanges(changes)}`;
}

const LEAST_HEIGHT_PX = 90;

function useTimePlot(
  box: RefObject<HTMLDivElement | null>,
  { view, timeLabels }: TimeChartProps,
  [bottom, top]: Domain,
  footPx?: number,
): Plot | null {
  const size = useSize(box);
  return useMemo(
    () => size && timePlotOf(size, { view, timeLabels }, [bottom, top], footPx),
    [size, view, bottom, top, timeLabels, footPx],
  );
}

function timePlotOf(
  size: Size,
  { view: { fromS, toS }, timeLabels = true }: Pick<TimeChartProps, "view" | "timeLabels">,
  yDomain: Domain,
  footPx = 0,
): Plot {
  // A plot that is hardly higher than its axis has no strip below the curves.
  const strip = size.height < LEAST_HEIGHT_PX ? 0 : footPx;
  return makePlot(size, sharedMargins(size.width, timeLabels), [fromS, toS], yDomain, undefined, strip);
}

/** Returns everything that is drawn in the plot, except for its lines at values. */
function drawnTime(model: ChartModel, plot: Plot, timeLabels = true): DrawnPlot {
  return {
    ...{ plot, x: timeAxis(plot, timeLabels), y: valueAxis(plot, model.yFormat, model.yTicks) },
    draw: (pen) => drawMarks(pen, model.marks),
    labels: labelsOf(model, plot),
  };
}

interface TimeLayersProps {
  readonly chart: TimeChartProps;
  readonly readAt: ChartModel["readAt"];
  readonly drawn: DrawnPlot;
}

function TimeLayers({ chart: { cursorS, playheadS, timeLabels = true }, readAt, drawn }: TimeLayersProps) {
  return (
    <>
      <PlotLayers {...drawn} />
      <CursorLayer
        plot={drawn.plot}
        cursorS={cursorS}
        playheadS={playheadS}
        readAt={readAt}
        withTime={timeLabels}
      />
    </>
  );
}

/**
 * Shortest time between two descriptions (ms). A screen reader cannot speak faster, and during a live run or a drag a
 * description costs as much time as the plot.
 */
const EACH_MS = 1000;

/**
 * Returns the description of a plot. While the plot keeps changing, it is updated once per second; the last change is
 * always included.
 */
export function useSummary(summary: () => string): string {
  const shownSummary = useThrottled(summary, EACH_MS);
  return useMemo(() => shownSummary(), [shownSummary]);
}

/** The sheet of the open guide over each plot. */
export const PlotOverlay = createContext<ComponentType<PlotSheetProps> | null>(null);
