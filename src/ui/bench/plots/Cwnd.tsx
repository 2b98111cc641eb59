/** The sawtooth: cwnd over time, its events, and the drop that can be dragged to set β_ecn. */

import { useCallback, useState } from "react";
import {
  type BucketSeries,
  declaredParams,
  FLOW_EVENT,
  type FlowEvents,
  isCut,
  type NumberParam,
} from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import {
  type ChartModel,
  type ChartNote,
  type DrawPlot,
  type PlotLabel,
  type Reading,
  shortNumber,
  tableOfReadings,
} from "../../shared/chart/chart-model.ts";
import {
  type ChartColours,
  canvasPaint,
  flowColour,
  flowDash,
  type Paint,
} from "../../shared/chart/colours.ts";
import { niceFromZero, type Plot, type TimeView } from "../../shared/chart/plot-geometry.ts";
import {
  clipToPlot,
  columnsOf,
  extentIn,
  type LineStyle,
  strokeColumns,
  strokePoints,
  valueAt,
} from "../../shared/chart/series.ts";
import { firstAtOrAfter } from "../../shared/chart/symbols.ts";
import { plainNumber } from "../../shared/figures/figure-words.ts";
import type { KernelTrace } from "../../state/kernel-traces.ts";
import { flowEvent } from "../../state/run-events.ts";
import type { RunView } from "../../state/run-view.ts";
import { useBench, useBenchState } from "../../state/use-store.ts";
import {
  drawFlowEvents,
  dropLabels,
  eventNotes,
  FLOW_SYMBOLS,
  factorText,
  symbolY,
  thinnedFlowEvents,
  viewOf,
} from "./flow-events.ts";
import {
  flowCount,
  flowName,
  flowNotes,
  NAMED_FLOWS,
  readTraces,
  shortFlowName,
  steppingBack,
  watchedFirst,
} from "./flow-names.ts";
import { ValueHandle } from "./Handles.tsx";
import {
  besidePinned,
  changeWords,
  coveredWords,
  isDimmed,
  namedOf,
  numberOr,
  pinnedName,
  sentence,
  warmupS,
} from "./run-facts.ts";
import { type SteadyRange, steadyRange } from "./steady-range.ts";
import { defineTimePlot } from "./TimePlot.tsx";
import { cwndTheory } from "./theory.ts";
import type { TimeChartProps } from "./time-chart.ts";
import { FLOWS, useHandle } from "./use-handle.ts";

interface CwndInput extends Pick<TimeChartProps, "run" | "pinned" | "overlay" | "view" | "highlightFlow"> {
  /** Whether the y axis shows the slow-start peak whole (true) or is scaled to the steady part (false). */
  readonly wholeRange: boolean;
}

export function cwndModel(input: CwndInput): ChartModel & { readonly range: SteadyRange } {
  const { run, view, wholeRange } = input;
  const range = rangeOf(input);
  const readAt = (timeS: number) => cwndReadings(input, timeS);
  return {
    title: "cwnd",
    unit: "segments",
    range,
    yDomain: niceFromZero(wholeRange ? range.whole : range.steady * HEADROOM),
    draw: drawCwnd(input),
    labels: (plot) => cwndLabels(input, plot),
    notes: (widthPx) => cwndNotes(input, widthPx),
    readAt,
    summary: () => cwndWords(run, input.pinned, input.overlay),
    table: (rows) => tableOfReadings(view.fromS, view.toS, readAt, "segments", rows),
  };
}

const BETA = "beta-ecn";
/** Room for the symbols above the teeth. */
const HEADROOM = 1.08;
const NO_RANGE: SteadyRange = { steady: 10, whole: 10 };

function rangeOf({ run, pinned, overlay, view }: CwndInput): SteadyRange {
  const runs = pinned === null ? [run] : [run, pinned];
  const series = runs.flatMap((each) => each.snapshot.flows.map((trace) => trace.cwnd));
  const range = steadyRange(series, view, warmupS(run)) ?? NO_RANGE;
  const kernel = overlay === null ? 0 : kernelTop(overlay, Math.max(view.fromS, warmupS(run)), view.toS);
  return { steady: Math.max(range.steady, kernel), whole: Math.max(range.whole, kernel) };
}

function kernelTop(overlay: KernelTrace, fromS: number, toS: number): number {
  const [from, to] = [firstAtOrAfter(overlay.t, fromS), firstAtOrAfter(overlay.t, toS)];
  return overlay.cwnd.subarray(from, to).reduce((top, value) => Math.max(top, value), 0);
}

function drawCwnd({ run, pinned, overlay, highlightFlow }: CwndInput): DrawPlot {
  return (context, plot, colours) => {
    clipToPlot(context, plot, () => {
      const stroke = seriesStroker(context, plot);
      for (const trace of pinned?.snapshot.flows ?? []) stroke(trace.cwnd, ghostStyle(colours));
      const few = run.snapshot.flows.length <= FEW_FLOWS;
      for (const { flow, ssthresh } of run.snapshot.flows) {
        if (few || flow === highlightFlow) stroke(ssthresh, ssthreshStyle(flow, colours));
      }
      const count = run.snapshot.flows.length;
      const isBehind = steppingBack(run);
      for (const { flow, cwnd } of inFront(run, run.snapshot.flows, highlightFlow)) {
        stroke(cwnd, flowStyle(flow, colours, { count, highlightFlow, isBehind: isBehind(flow) }));
      }
      if (overlay !== null) strokeKernel(context, overlay, plot, colours);
    });
    drawFlowEvents(context, run, plot, colours, highlightFlow);
  };
}

/** With more flows, their ssthresh would only hide their windows. */
const FEW_FLOWS = 1;

export function seriesStroker(context: CanvasRenderingContext2D, plot: Plot) {
  const view = viewOf(plot);
  const pixels = (plot.right - plot.left) * plot.dpr;
  return (series: BucketSeries, style: LineStyle) =>
    strokeColumns(context, columnsOf(series, view, pixels), plot, style);
}

/** Of a usual line's width: one px, which browsers paint several times faster than anything wider. */
export const THIN = 0.625;

export function ghostStyle(colours: ChartColours): LineStyle {
  return { colour: colours.ghost, width: colours.line * THIN, dash: [] };
}

interface Company {
  /** Lines in the plot. */
  readonly count: number;
  readonly highlightFlow: number | null;
  /** Whether the flow steps back because it does not pass the watched link. */
  readonly isBehind: boolean;
}

/** With more lines than this, dashes and full width make a thicket. */
const CROWD = 4;

export function flowStyle(flow: number, colours: ChartColours, company: Company): LineStyle {
  const { count, highlightFlow, isBehind } = company;
  const colour = canvasPaint(flow, colours);
  if (isDimmed(flow, highlightFlow) || (isBehind && flow !== highlightFlow))
    return { colour, width: colours.line * 0.6, dash: [], alpha: 0.25 };
  if (count <= CROWD || flow === highlightFlow) return { colour, width: colours.line, dash: flowDash(flow) };
  return { colour, width: colours.line * 0.6, dash: [], alpha: 0.75 };
}

/** The flow that stands out is drawn last, those that do not pass the watched link first. */
export function inFront<T extends { readonly flow: number }>(
  run: RunView,
  traces: readonly T[],
  highlight: number | null,
): T[] {
  const isBehind = steppingBack(run);
  const rank = ({ flow }: T) => (flow === highlight ? 2 : Number(!isBehind(flow)));
  return [...traces].sort((a, b) => rank(a) - rank(b));
}

function ssthreshStyle(flow: number, colours: ChartColours): LineStyle {
  return { colour: canvasPaint(flow, colours), width: 1, dash: [1, 3], alpha: 0.75 };
}

function strokeKernel(
  context: CanvasRenderingContext2D,
  overlay: KernelTrace,
  plot: Plot,
  colours: ChartColours,
): void {
  const { fromS, toS } = viewOf(plot);
  const from = Math.max(0, firstAtOrAfter(overlay.t, fromS) - 1);
  const to = Math.min(overlay.t.length, firstAtOrAfter(overlay.t, toS) + 1);
  const at = (index: number) =>
    [plot.x(overlay.t[from + index]), plot.y(overlay.cwnd[from + index])] as const;
  strokePoints(context, to - from, at, { colour: colours.ink, width: 1.2, dash: [4, 3] });
}

function cwndReadings({ run, pinned, overlay, highlightFlow }: CwndInput, timeS: number): Reading[] {
  const traces = readTraces(run, highlightFlow);
  const alone = run.snapshot.flows.length === 1 && pinned === null && overlay === null;
  const readings = traces.map(({ flow, cwnd }): Reading => {
    const value = valueAt(cwnd, timeS);
    if (alone) return reading("cwnd", value, flow);
    if (run.snapshot.flows.length === 1) return reading(run.label, value, flow);
    return { ...reading(flowName(run, flow), value, flow), shortName: shortFlowName(run, flow) };
  });
  const ghost = pinned?.snapshot.flows[0];
  if (ghost !== undefined && pinned !== null) {
    readings.push(reading("pinned", valueAt(ghost.cwnd, timeS), "ghost"));
  }
  if (overlay !== null) {
    const index = firstAtOrAfter(overlay.t, timeS);
    readings.push(reading(overlay.name, overlay.cwnd[index] ?? Number.NaN, "ink"));
  }
  return readings;
}

function reading(name: string, value: number, paint: Paint): Reading {
  return { name, value, text: shortNumber(value), paint };
}

/** Share of the view at its right end that the direct labels look at to stay clear of the curves. */
const LABEL_STRETCH = 0.18;

function cwndLabels({ run, pinned, highlightFlow }: CwndInput, plot: Plot): PlotLabel[] {
  const drops = dropLabels(run, plot, highlightFlow);
  if (pinned === null) return drops;
  return [
    ...drops,
    ...comparisonLabels(run, pinned, plot, (each) => each.snapshot.flows.map(({ cwnd }) => cwnd), 26),
  ];
}

/** The run's name over or under its curve, the pinned run's on the other side. */
function comparisonLabels(
  run: RunView,
  pinned: RunView,
  plot: Plot,
  seriesOf: (run: RunView) => readonly BucketSeries[],
  liftPx: number,
): PlotLabel[] {
  const { fromS, toS } = viewOf(plot);
  const stretch = { fromS: toS - (toS - fromS) * LABEL_STRETCH, toS };
  const now = extentOfAll(seriesOf(run), stretch);
  const before = extentOfAll(seriesOf(pinned), stretch);
  if (now === null || before === null) return [];
  const above = Math.max(plot.top + 12, plot.y(Math.max(now.high, before.high)) - liftPx);
  const below = Math.min(plot.bottom - 6, plot.y(Math.min(now.low, before.low)) + 16);
  const nowAbove = now.high + now.low >= before.high + before.low;
  const x = plot.right - 4;
  return [
    { text: run.label, x, y: nowAbove ? above : below, anchor: "end", paint: 0, strong: true },
    { text: pinnedName(pinned), x, y: nowAbove ? below : above, anchor: "end", paint: "ghost" },
  ];
}

function extentOfAll(all: readonly BucketSeries[], view: TimeView): { low: number; high: number } | null {
  const extents = all.map((series) => extentIn(series, view)).filter((extent) => extent !== null);
  if (extents.length === 0) return null;
  return {
    low: Math.min(...extents.map((extent) => extent.low)),
    high: Math.max(...extents.map((extent) => extent.high)),
  };
}

function cwndNotes({ run, overlay, view }: CwndInput, widthPx: number): ChartNote[] {
  const { flows } = run.snapshot;
  const notes: ChartNote[] = [...flowNotes(run), ...eventNotes(run, view, widthPx)];
  if (flows.length <= FEW_FLOWS && flows.length > 0)
    notes.push({ text: "ssthresh", paint: flows[0].flow, dash: [1, 3] });
  if (overlay !== null) notes.push({ text: overlay.name, paint: "ink", dash: [4, 3] });
  return notes;
}

/** What the plot of the windows shows: between what each goes up and down, how often and how deep it is cut. */

export function cwndWords(run: RunView, pinned: RunView | null, overlay: KernelTrace | null = null): string {
  const traced = watchedFirst(run, run.snapshot.flows).map(({ flow }) => flow);
  const windows = namedOf(traced, NAMED_FLOWS, "recorded flow", (flow) => windowWords(run, flow));
  const recorded = windows.length === 0 ? "no window is recorded" : windows.join("; ");
  const trace = overlay === null ? "" : ` Laid over it: ${overlay.name}.`;
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(recorded)}, ${coveredWords(run)}. ${cutWords(run)}${trace}${beside}`;
}

function windowWords(run: RunView, flow: number): string {
  const name = flowCount(run) > 1 ? `${flowName(run, flow)} ` : "";
  const window = run.snapshot.results.flows[flow]?.cwndSegments ?? null;
  if (window === null) return `${name}no window`;
  const [min, max, mean] = [window.min, window.max, window.mean].map(plainNumber);
  return min === max ? `${name}${min} segments` : `${name}between ${min} and ${max} segments, mean ${mean}`;
}

function cutWords(run: RunView): string {
  const { flows } = run.snapshot.results;
  const sum = (of: (flow: (typeof flows)[number]) => number) =>
    flows.reduce((total, flow) => total + of(flow), 0);
  const [marks, losses, timeouts] = [
    sum((flow) => flow.ecnReductions),
    sum((flow) => flow.lossReductions),
    sum((flow) => flow.rtos),
  ];
  const cuts = `${counted(marks, "reduction")} for CE marks, ${losses} for losses, ${counted(timeouts, "timeout")}`;
  return `${cuts}${depthWords(run)}.`;
}

/** How much the cuts leave, all that were recorded. */
function depthWords(run: RunView): string {
  const { kind, before } = run.snapshot.flowEvents;
  let [least, most] = ["", ""];
  for (let index = 0; index < kind.length; index++) {
    if (!isCut(kind[index]) || before[index] <= 0) continue;
    const factor = factorText(run, index);
    if (least === "" || factor < least) least = factor;
    if (factor > most) most = factor;
  }
  if (least === "") return "";
  return least === most ? `; each cut leaves ${least}` : `; cuts leave ${least} to ${most}`;
}

function changes(run: RunView, before: RunView): string[] {
  const [now, then] = [run, before].map(({ snapshot }) => snapshot.results.flows);
  return run.snapshot.flows.slice(0, NAMED_FLOWS).flatMap(({ flow }) => {
    const name = flowCount(run) > 1 ? `${flowName(run, flow)} mean` : "mean";
    return changeWords(name, now[flow]?.cwndSegments?.mean, then[flow]?.cwndSegments?.mean, "segments");
  });
}

/** One drop, kept as it was when the hand took it. */
interface HeldDrop {
  readonly timeS: number;
  readonly before: number;
}

interface BetaHandleProps {
  readonly plot: Plot;
  readonly run: RunView;
  readonly flow: number;
  onHold(held: boolean): void;
  onBeta(beta: number, final: boolean): void;
}

/** The handle keeps this distance from the right edge, where the labels are. */
const CLEAR_OF_LABELS_PX = 110;
const TOUCH_WIDTH_PX = 44;
/** For the label under the handle: the next plot is not to be written over. */
const BELOW_PX = 16;

/** The drop of one tooth as a handle: its depth is β_ecn. */
function BetaHandle({ plot, run, flow, onHold, onBeta }: BetaHandleProps) {
  const [held, setHeld] = useState<HeldDrop | null>(null);
  const group = run.snapshot.results.flows[flow]?.group ?? 0;
  const param = betaParam(run, group);
  const drop = held ?? dropInView(run.snapshot.flowEvents, flow, plot);
  if (param === null || drop === null) return null;
  const beta = numberOr(run.scenario.flows[group].params[param.id], numberOr(param.default, param.min));
  const x = plot.x(drop.timeS);
  const colour = flowColour(flow);
  const isLow = plot.y(drop.before * beta) > plot.bottom - BELOW_PX;
  return (
    <>
      <span
        className="chart-rule chart-drop"
        style={{
          left: x,
          top: plot.y(drop.before),
          height: plot.y(drop.before * beta) - plot.y(drop.before),
          color: colour,
        }}
      />
      <ValueHandle
        plot={plot}
        label="β ecn, the depth of the drop on a CE mark"
        value={beta}
        valueText={`${beta.toFixed(2)}: keep ${Math.round(beta * 100)} % of cwnd on a mark`}
        scale={param}
        toAxis={(kept) => drop.before * kept}
        fromAxis={(cwnd) => cwnd / drop.before}
        x={x}
        width={TOUCH_WIDTH_PX}
        onHold={(grabbed) => {
          setHeld(grabbed ? drop : null);
          onHold(grabbed);
        }}
        onChange={onBeta}
      >
        <span className="chart-knob" style={{ borderColor: colour }} />
        <span
          className={`chart-knob-label${isLow ? " chart-knob-label-above" : ""}`}
          style={{ color: colour }}
        >
          {`×${beta.toFixed(2)}`}
        </span>
      </ValueHandle>
    </>
  );
}

function betaParam(run: RunView, group: number): NumberParam | null {
  if (run.scenario.flows[group] === undefined) return null;
  const param = declaredParams(run.scenario, { scope: "flow", flow: group }).find(({ id }) => id === BETA);
  return param?.kind === "number" ? param : null;
}

/** The last drop on a mark that is in view, clear of the labels, and not off the axis. */
function dropInView(events: FlowEvents, flow: number, plot: Plot): HeldDrop | null {
  const from = plot.x.invert(plot.left);
  const to = plot.x.invert(Math.max(plot.left, plot.right - CLEAR_OF_LABELS_PX));
  const top = plot.y.domain()[1];
  for (let index = firstAtOrAfter(events.timeS, to) - 1; index >= 0 && events.timeS[index] >= from; index--) {
    const isDrop = events.kind[index] === FLOW_EVENT.ecnReduction && events.flow[index] === flow;
    if (isDrop && events.before[index] <= top)
      return { timeS: events.timeS[index], before: events.before[index] };
  }
  return null;
}

export const cwnd = defineTimePlot({
  id: "cwnd",
  kind: "cwnd",
  place: "stage",
  heightPx: 150,
  stays: true,
  share: 2.1,
  hasWayBack: true,
  useInput({ run, pinned, overlay, view, highlightFlow }) {
    const { store } = useBench();
    const wholeRange = useBenchState((state) => state.view.wholeRange);
    const onWholeRange = useCallback(
      (whole: boolean) => store.set(({ view: now }) => ({ view: { ...now, wholeRange: whole } })),
      [store],
    );
    const beta = useHandle(FLOWS, BETA);
    // With a change of it in mid-run, a tooth's depth is not what the control of the start says.
    const steady = useBenchState(
      ({ mode, scenario }) => mode === "live" || scenario.changes.every(({ id }) => id !== BETA),
    );
    const onBeta = steady && !beta?.isFixed ? beta?.onDrag : undefined;
    return { run, pinned, overlay, view, highlightFlow, wholeRange, onWholeRange, onBeta };
  },
  model: cwndModel,
  theory: ({ run, highlightFlow }, theory) => cwndTheory({ run, theory, highlightFlow }),
  peak: ({ wholeRange, onWholeRange }) => ({ whole: wholeRange, onWhole: onWholeRange }),
  handles: (plot, { run, highlightFlow, onBeta }, onHold) =>
    onBeta && <BetaHandle plot={plot} run={run} flow={highlightFlow ?? 0} onHold={onHold} onBeta={onBeta} />,
  asks: {
    of: "cwnd",
    painted: (run, only, plot) => {
      const events = run.snapshot.flowEvents;
      return FLOW_SYMBOLS.flatMap((kind) =>
        thinnedFlowEvents(run, kind, viewOf(plot), plot.right - plot.left, only).kept.map((index) => {
          const event = flowEvent(run.snapshot, index);
          return { event, x: plot.x(event.atS), y: symbolY(events, index, plot) };
        }),
      );
    },
  },
});
