/** The sawtooth: cwnd over time, its events, and a drop of cwnd that can be dragged to set β_ecn. */

import { useCallback } from "react";
import {
  type BucketSeries,
  declaredParams,
  FLOW_EVENT,
  type FlowEvents,
  type NumberParam,
} from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import type { RunView } from "../core/run-view.ts";
import { useBench, useBenchState } from "../core/use-store.ts";
import {
  type ChartModel,
  type ChartNote,
  type PlotLabel,
  plainNumber,
  type Reading,
  shortNumber,
} from "../shared/chart/chart-model.ts";
import { flowDash, type Paint } from "../shared/chart/colours.ts";
import { type Mark, pinnedMarks } from "../shared/chart/marks.ts";
import type { LineStyle } from "../shared/chart/pen.ts";
import {
  type Domain,
  niceDomain,
  niceFromZero,
  type Plot,
  type TimeView,
  viewOf,
} from "../shared/chart/plot-geometry.ts";
import { extentIn, valueAt } from "../shared/chart/recorded-series.ts";
import { firstAtOrAfter } from "../shared/chart/symbols.ts";
import { SymbolText } from "../shared/SymbolText.tsx";
import type { TimeChartProps } from "./chart-props.ts";
import {
  dropLabels,
  eventNotes,
  factorText,
  flowEventMarks,
  hasFactor,
  paintedFlowEvents,
} from "./flow-events.ts";
import {
  flowCount,
  flowName,
  flowNotes,
  NAMED_FLOWS,
  readTraces,
  shortFlowName,
  steppingBack,
  tracesOfSenders,
  watchedFirst,
} from "./flow-names.ts";
import { isWhole, wholeView } from "./gestures.ts";
import type { DraggedDrop, DropPlace } from "./Handles.tsx";
import {
  longPauses,
  stripBoxes,
  stripEvent,
  stripFlows,
  stripLabels,
  stripNotes,
  stripPx,
} from "./phase-strip.ts";
import {
  besidePinned,
  changeWords,
  coveredWords,
  isDimmed,
  namedOf,
  pinnedName,
  sentence,
} from "./run-facts.ts";
import { numberOr, warmupS } from "./run-metrics.ts";
import { type SteadyRange, steadyRange } from "./steady-range.ts";
import { defineTimePlot } from "./TimePlot.tsx";
import { cwndTheory } from "./theory.ts";
import { FLOWS, useHandle } from "./use-handle.ts";

interface CwndInput extends Pick<TimeChartProps, "run" | "pinned" | "view" | "highlightFlow"> {
  /** True if the y axis shows the whole slow-start peak; false if it is scaled to the steady part. */
  readonly wholeRange: boolean;
  /** True if the sender's internal values in segments are drawn, too. */
  readonly inner?: boolean | undefined;
  /** Sets β_ecn; absent if it cannot be set. */
  readonly onBeta?: ((beta: number, final: boolean) => void) | undefined;
}

/** Factor that leaves room for the symbols above the teeth. */
const HEADROOM = 1.08;
/** Number of flows up to which ssthresh is drawn. With more flows, the ssthresh lines would hide the windows. */
const FEW_FLOWS = 1;
const SSTHRESH_DASH = [1, 3];

export function cwndModel(input: CwndInput): ChartModel & { readonly range: SteadyRange } {
  const { run, pinned, view, highlightFlow } = input;
  const { flows } = run.snapshot;
  const range = rangeOf(input);
  const strips = stripFlows(run, highlightFlow);
  const thresholds = flows
    .filter(() => flows.length <= FEW_FLOWS)
    .map(({ flow }): ChartNote => ({ text: "ssthresh", paint: flow, dash: SSTHRESH_DASH }));
  return {
    title: "cwnd",
    unit: "segments",
    range,
    yDomain: yDomainOf(input, range),
    footPx: stripPx(strips),
    peaks: drawnWindows(input),
    curveNotes: thresholds,
    marks: [
      ...cwndMarks(input),
      ...flowEventMarks(run, highlightFlow),
      { mark: "boxes", boxes: (plot) => stripBoxes(run, strips, plot) },
    ],
    labels: (plot) => [
      ...dropLabels(run, plot, highlightFlow),
      ...stripLabels(run, strips, plot),
      ...(pinned === null ? [] : comparisonLabels(run, pinned, plot)),
    ],
    notes: (widthPx) => [
      ...flowNotes(run, tracesOfSenders(run)),
      ...eventNotes(run, view, widthPx),
      ...thresholds,
      ...innerLines(input).map(({ name, flow, dash }): ChartNote => ({ text: name, paint: flow, dash })),
      ...stripNotes(run, strips, view, widthPx),
    ],
    readAt: (timeS) => cwndReadings(input, timeS),
    summary: () => cwndWords(run, pinned),
  };
}

const NO_RANGE: SteadyRange = { steady: 10, whole: 10 };

function drawnWindows({ run, pinned }: CwndInput): BucketSeries[] {
  const runs = pinned === null ? [run] : [run, pinned];
  return runs.flatMap((each) => each.snapshot.flows.map((trace) => trace.cwnd));
}

function rangeOf(input: CwndInput): SteadyRange {
  return steadyRange(drawnWindows(input), input.view, warmupS(input.run.scenario)) ?? NO_RANGE;
}

/** Share of the peak above which a window must stay so that the axis is enlarged. Otherwise the axis starts at 0. */
const HIGH_PART = 0.4;
/** Margin below and above the window on an enlarged axis, as a share of its range. */
const AIR = 0.15;
/** Minimum range of an enlarged axis (segments). A smaller range would exaggerate a change of one segment. */
const LEAST_SPAN = 8;

/** Returns the range of the y axis: from 0, or from the lowest window in a zoomed view whose windows are all high. */
function yDomainOf(input: CwndInput, range: SteadyRange): Domain {
  const { run, view, wholeRange } = input;
  const low = lowestOf(input);
  if (isWhole(view, wholeView(run)) || !(low > HIGH_PART * range.whole))
    return niceFromZero(wholeRange ? range.whole : range.steady * HEADROOM);
  const air = Math.max(AIR * (range.whole - low), (LEAST_SPAN - (range.whole - low)) / 2);
  return niceDomain([Math.max(0, low - air), range.whole + air], 6);
}

function lowestOf(input: CwndInput): number {
  const lows = drawnWindows(input).flatMap((series) => extentIn(series, input.view)?.low ?? []);
  return Math.min(...lows);
}

interface InnerLine {
  readonly name: string;
  readonly flow: number;
  readonly series: BucketSeries;
  readonly dash: readonly number[];
}

const INNER_DASHES: readonly (readonly number[])[] = [
  [8, 3],
  [2, 2],
  [5, 2, 1, 2],
  [1, 3],
];

/** Returns the lines of the shown sender's internal values: W_max, W_est, the curve. */
function innerLines({
  run,
  highlightFlow,
  inner,
}: Pick<CwndInput, "run" | "highlightFlow" | "inner">): InnerLine[] {
  return inner ? innerLinesOf(run, highlightFlow) : [];
}

function innerLinesOf({ snapshot: { flows } }: RunView, highlightFlow: number | null): InnerLine[] {
  const trace = flows.length === 1 ? flows[0] : flows.find(({ flow }) => flow === highlightFlow);
  const probes = trace?.probes.filter(({ probe }) => probe.besideCwnd === true) ?? [];
  return probes.map(({ probe: { label, symbol = label }, series }, i) => {
    return { name: symbol, flow: trace?.flow ?? 0, series, dash: INNER_DASHES[i % INNER_DASHES.length] };
  });
}

interface InnerToolProps extends Pick<CwndInput, "run" | "highlightFlow" | "inner"> {
  onInner(inner: boolean): void;
}

/** A button that shows or hides the internal values; absent if the sender has no such values. */
function InnerTool({ run, highlightFlow, inner = false, onInner }: InnerToolProps) {
  const names = innerLinesOf(run, highlightFlow).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <button
      type="button"
      className="chart-tool"
      aria-pressed={inner}
      title={`${inner ? "Leave out" : "Draw"} the sender's internal values: ${names.join(", ")}`}
      onClick={() => onInner(!inner)}
    >
      <SymbolText text={names[0]} />
      {names.length > 1 && <span>{` + ${names.length - 1}`}</span>}
    </button>
  );
}

function cwndMarks({ run, pinned, highlightFlow, inner }: CwndInput): Mark[] {
  const { flows } = run.snapshot;
  const withThreshold = flows.filter(({ flow }) => flows.length <= FEW_FLOWS || flow === highlightFlow);
  return [
    ...pinnedMarks(pinned, ({ snapshot }) =>
      snapshot.flows.map(({ flow, cwnd }) => ({ mark: "line", data: cwnd, style: { paint: flow } })),
    ),
    ...withThreshold.map(({ flow, ssthresh }): Mark => {
      const style = { paint: flow, px: 1, dash: SSTHRESH_DASH, alpha: 0.75 };
      return { mark: "line", data: ssthresh, style };
    }),
    ...innerLines({ run, highlightFlow, inner }).map(({ series, flow, dash }): Mark => {
      return { mark: "line", data: series, style: { paint: flow, px: 1, dash, alpha: 0.8 } };
    }),
    ...flowLines(run, flows, highlightFlow).map(([{ flow, cwnd: series }, style]): Mark => {
      return { mark: "line", data: whileActive(run, flow, series), style };
    }),
  ];
}

const masked = new WeakMap<BucketSeries, BucketSeries>();

/**
 * Returns a series without the times at which the sender has nothing to send. A flow that has ended or pauses has no meaningful
 * window.
 */
function whileActive({ snapshot }: RunView, flow: number, series: BucketSeries): BucketSeries {
  const known = masked.get(series);
  if (known !== undefined) return known;
  const long = longPauses(snapshot, flow);
  const made = long.length === 0 ? series : withoutPauses(series, long);
  masked.set(series, made);
  return made;
}

function withoutPauses(series: BucketSeries, pauses: readonly (readonly [number, number])[]): BucketSeries {
  const { startS, bucketS, length } = series;
  const [min, max, last] = [series.min, series.max, series.last].map((column) => column.slice());
  for (const [fromS, toS] of pauses) {
    const from = Math.min(length, Math.max(0, Math.ceil((fromS - startS) / bucketS)));
    const to = Math.min(length, Math.max(0, Math.floor((toS - startS) / bucketS)));
    for (const column of [min, max, last]) if (to > from) column.fill(Number.NaN, from, to);
  }
  return { ...series, min, max, last };
}

/** Number of lines above which dashes and full line widths are hard to read. */
const CROWD = 4;

/** Returns the lines of flows in drawing order: first those that do not pass the watched link, last the highlighted one. */
export function flowLines<T extends { readonly flow: number }>(
  run: RunView,
  traces: readonly T[],
  highlightFlow: number | null,
): [T, LineStyle][] {
  const isBehind = steppingBack(run);
  const rank = ({ flow }: T) => (flow === highlightFlow ? 2 : Number(!isBehind(flow)));
  const styleOf = ({ flow }: T): LineStyle => {
    if (isDimmed(flow, highlightFlow) || (isBehind(flow) && flow !== highlightFlow))
      return { paint: flow, width: 0.6, alpha: 0.25 };
    if (traces.length <= CROWD || flow === highlightFlow) return { paint: flow, dash: flowDash(flow) };
    return { paint: flow, width: 0.6, alpha: 0.75 };
  };
  return [...traces].sort((a, b) => rank(a) - rank(b)).map((trace) => [trace, styleOf(trace)]);
}

function cwndReadings({ run, pinned, highlightFlow }: CwndInput, timeS: number): Reading[] {
  const isLone = run.snapshot.flows.length === 1;
  const reading = (name: string, value: number, paint: Paint): Reading => {
    return { name, value, text: shortNumber(value), paint };
  };
  const readings = readTraces(run, highlightFlow).map(({ flow, cwnd }) => {
    const value = valueAt(whileActive(run, flow, cwnd), timeS);
    if (isLone) return reading(pinned === null ? "cwnd" : run.label, value, flow);
    return { ...reading(flowName(run, flow), value, flow), shortName: shortFlowName(run, flow) };
  });
  const ghost = pinned?.snapshot.flows[0];
  if (ghost !== undefined) readings.push(reading("pinned", valueAt(ghost.cwnd, timeS), "ghost"));
  return readings;
}

/** Share of the view at its right end in which line labels avoid the curves. */
const LABEL_STRETCH = 0.18;
/** Distance of a label above the curves, clear of their symbols. */
const LIFT_PX = 26;

/** Returns the labels of both runs: the shown run's name above or below its curve, the pinned run's on the other side. */
function comparisonLabels(run: RunView, pinned: RunView, plot: Plot): PlotLabel[] {
  const { fromS, toS } = viewOf(plot);
  const stretch = { fromS: toS - (toS - fromS) * LABEL_STRETCH, toS };
  const [now, before] = [run, pinned].map(({ snapshot }) =>
    extentOfAll(
      snapshot.flows.map(({ cwnd }) => cwnd),
      stretch,
    ),
  );
  if (now === null || before === null) return [];
  const above = Math.max(plot.top + 12, plot.y(Math.max(now.high, before.high)) - LIFT_PX);
  const below = Math.min(plot.bottom - 6, plot.y(Math.min(now.low, before.low)) + 16);
  const nowAbove = now.high + now.low >= before.high + before.low;
  const place = { x: plot.right - 4, anchor: "end" } as const;
  return [
    { ...place, text: run.label, y: nowAbove ? above : below, paint: 0, strong: true },
    { ...place, text: pinnedName(pinned), y: nowAbove ? below : above, paint: "ghost" },
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

/** Describes each window: its range, how often it is cut, and how deep. */
export function cwndWords(run: RunView, pinned: RunView | null): string {
  const traced = watchedFirst(run, tracesOfSenders(run)).map(({ flow }) => flow);
  const windows = namedOf(traced, NAMED_FLOWS, "recorded flow", (flow) => windowWords(run, flow));
  const recorded = windows.length === 0 ? "no window is recorded" : windows.join("; ");
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(recorded)}, ${coveredWords(run)}. ${cutWords(run)}${beside}`;
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
  const sum = (read: (flow: (typeof flows)[number]) => number) =>
    flows.reduce((total, flow) => total + read(flow), 0);
  const marks = counted(
    sum((flow) => flow.ecnReductions),
    "reduction",
  );
  const timeouts = counted(
    sum((flow) => flow.rtos),
    "timeout",
  );
  const losses = sum((flow) => flow.lossReductions);
  return `${marks} for CE marks, ${losses} for losses, ${timeouts}${depthWords(run)}.`;
}

/** Describes the share of cwnd that remains after the recorded cuts. */
function depthWords(run: RunView): string {
  const { kind, before } = run.snapshot.flowEvents;
  const cuts = [...kind.keys()].filter((index) => hasFactor(kind[index]) && before[index] > 0);
  const factors = [...new Set(cuts.map((index) => factorText(run, index)))].sort();
  if (factors.length === 0) return "";
  const [least, most] = [factors[0], factors[factors.length - 1]];
  return least === most ? `; each cut leaves ${least}` : `; cuts leave ${least} to ${most}`;
}

function changes(run: RunView, before: RunView): string[] {
  const [now, then] = [run, before].map(({ snapshot }) => snapshot.results.flows);
  return tracesOfSenders(run)
    .slice(0, NAMED_FLOWS)
    .flatMap(({ flow }) => {
      const name = flowCount(run) > 1 ? `${flowName(run, flow)} mean` : "mean";
      return changeWords(name, now[flow]?.cwndSegments?.mean, then[flow]?.cwndSegments?.mean, "segments");
    });
}

const BETA = "beta-ecn";

/** Minimum distance of the handle from the right edge, where the labels are (px). */
const CLEAR_OF_LABELS_PX = 110;

/** Returns the depth of one tooth, which is dragged to set β_ecn; null if it cannot be set here. */
function betaDrop({ run, highlightFlow, onBeta }: CwndInput): DraggedDrop | null {
  const flow = highlightFlow ?? 0;
  const group = run.snapshot.results.flows[flow]?.group ?? 0;
  const param = betaParam(run, group);
  if (param === null || onBeta === undefined) return null;
  const beta = numberOr(run.scenario.flows[group].params[param.id], numberOr(param.default, param.min));
  return {
    label: "β ecn, the depth of the drop on a CE mark",
    share: beta,
    scale: param,
    text: `×${beta.toFixed(2)}`,
    valueText: `${beta.toFixed(2)}: keep ${Math.round(beta * 100)} % of cwnd on a mark`,
    paint: flow,
    placeIn: (plot) => dropInView(run.snapshot.flowEvents, flow, plot),
    onDrag: onBeta,
  };
}

function betaParam(run: RunView, group: number): NumberParam | null {
  if (run.scenario.flows[group] === undefined) return null;
  const param = declaredParams(run.scenario, { scope: "flow", flow: group }).find(({ id }) => id === BETA);
  return param?.kind === "number" ? param : null;
}

/** Returns the last drop on a mark in view that is clear of the labels and not cut off by the axis; null if there is none. */
function dropInView(events: FlowEvents, flow: number, plot: Plot): DropPlace | null {
  const to = plot.x.invert(Math.max(plot.left, plot.right - CLEAR_OF_LABELS_PX));
  const from = firstAtOrAfter(events.timeS, plot.x.invert(plot.left));
  for (let index = firstAtOrAfter(events.timeS, to) - 1; index >= from; index--) {
    const [timeS, before] = [events.timeS[index], events.before[index]];
    const isDrop = events.kind[index] === FLOW_EVENT.ecnReduction && events.flow[index] === flow;
    if (isDrop && before <= plot.y.domain()[1]) return { timeS, height: before };
  }
  return null;
}

export const cwnd = defineTimePlot({
  id: "cwnd",
  label: "cwnd",
  kind: "cwnd",
  place: "stage",
  heightPx: 150,
  stays: true,
  share: 2.1,
  hasWayBack: true,
  stillModel: (run, view) => cwndModel({ run, pinned: null, view, highlightFlow: null, wholeRange: false }),
  useInput({ run, pinned, view, highlightFlow, wholePeak }) {
    const { store } = useBench();
    const wholeOnPage = useBenchState((state) => state.view.wholeRange);
    const wholeRange = wholePeak ?? wholeOnPage;
    const onWholeRange = useCallback(
      (whole: boolean) => store.set(({ view: now }) => ({ view: { ...now, wholeRange: whole } })),
      [store],
    );
    const inner = useBenchState((state) => state.view.inner);
    const onInner = useCallback(
      (isDrawn: boolean) => store.set(({ view: now }) => ({ view: { ...now, inner: isDrawn } })),
      [store],
    );
    const beta = useHandle(FLOWS, BETA);
    // If β_ecn changes during the run, the depth of a tooth may differ from the setting at the start, which the
    // control shows.
    const steady = useBenchState(
      ({ mode, scenario }) => mode === "live" || scenario.changes.every(({ id }) => id !== BETA),
    );
    const onBeta = steady && !beta?.isFixed ? beta?.onDrag : undefined;
    return { run, pinned, view, highlightFlow, wholeRange, onWholeRange, inner, onInner, onBeta };
  },
  model: cwndModel,
  theory: cwndTheory,
  tools: (input) => <InnerTool {...input} />,
  peak: ({ wholeRange, onWholeRange }) => ({ whole: wholeRange, onWhole: onWholeRange }),
  drop: betaDrop,
  asks: { of: "cwnd", painted: (run, only, plot) => paintedFlowEvents(run, plot, only), foot: stripEvent },
});
