/**
 * The rates of the first two flows over the watched link, plotted against each other, with the fairness line and the efficiency
 * line.
 */

import { useCallback, useMemo, useRef } from "react";
import { counted } from "../../lib/counted.ts";
import type { RunView } from "../core/run-view.ts";
import type { ChartNote, PlotLabel, TableData } from "../shared/chart/chart-model.ts";
import { shortNumber } from "../shared/chart/chart-model.ts";
import { drawMarks, type Mark, type Place, pinnedMarks } from "../shared/chart/marks.ts";
import { type DrawnPlot, PlotLayers, useSize, valueAxis } from "../shared/chart/PlotLayers.tsx";
import type { LineStyle, Pen } from "../shared/chart/pen.ts";
import type { Plot, Size, TimeView } from "../shared/chart/plot-geometry.ts";
import { makePlot, niceDomain, sharedMargins } from "../shared/chart/plot-geometry.ts";
import { dot } from "../shared/chart/symbols.ts";
import { ChartFrame } from "./ChartFrame.tsx";
import type { TimeChartProps } from "./chart-props.ts";
import { flowName, flowPlace, passesWatched } from "./flow-names.ts";
import { besidePinned } from "./run-facts.ts";
import { warmupS } from "./run-metrics.ts";
import { capacitySteps, highestOf, type RateSeries, rateAt } from "./sliding-rates.ts";
import { ratesOf, useCapacity } from "./Throughput.tsx";
import { type LazyPlot, useSummary } from "./TimePlot.tsx";

interface PhaseProps extends Pick<TimeChartProps, "run" | "pinned" | "view" | "playheadS"> {
  readonly capacityMbps: number;
}

interface PhaseInput extends PhaseProps {
  readonly path: PhasePath;
  readonly before: PhasePath | null;
}

/** Returns the input of the plot; null if fewer than two flows pass the watched link. */
function usePhase({ run, pinned, view, playheadS, capacityMbps }: PhaseProps): PhaseInput | null {
  const path = useMemo(() => phasePath(run), [run]);
  const before = useMemo(() => pinned && phasePath(pinned), [pinned]);
  return useMemo(
    () => path && { run, pinned, view, playheadS, capacityMbps, path, before },
    [run, pinned, view, playheadS, capacityMbps, path, before],
  );
}

function PhasePlot(props: PhaseProps) {
  const input = usePhase(props);
  return input && <PhaseFrame input={input} />;
}

function PhaseFrame({ input }: { readonly input: PhaseInput }) {
  const { path, view } = input;
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const words = useSummary(useCallback(() => phaseWords(input), [input]));
  const frame = useMemo(() => frameOf(input), [input]);
  const drawn = useMemo(() => size && drawnPhase(input, size), [input, size]);
  return (
    <ChartFrame {...frame} table={() => phaseTable(path, view)} box={box} drawn={drawn}>
      <div className="chart-layers" role="img" aria-label={words}>
        {drawn !== null && <PlotLayers {...drawn} />}
      </div>
    </ChartFrame>
  );
}

function frameOf({ path, before, playheadS }: PhaseInput) {
  return {
    kind: "phase",
    title: `${path.shortNames[1]} against ${path.shortNames[0]}`,
    unit: "Mbps",
    xWords: "",
    notes: [],
    besides: phaseNotes(playheadS, before !== null),
  };
}

function drawnPhase(input: PhaseInput, size: Size): DrawnPlot {
  const { run, path, capacityMbps } = input;
  const plot = phasePlot(size, phaseReach(run, path, capacityMbps));
  const axis = { ...valueAxis(plot), ticks: plot.y.ticks(4) };
  const draw = (pen: Pen) => drawMarks(pen, phaseMarks(input));
  return { plot, x: axis, y: axis, draw, labels: phaseLabels(path, plot, capacityMbps) };
}

export const phase: LazyPlot<PhaseProps> = {
  heightPx: 300,
  useProps({ run, pinned, view, playheadS }) {
    const { capacity } = useCapacity(run);
    const capacityMbps = capacity.handle?.mbps ?? capacity.steps.at(-1)?.value ?? 0;
    return { run, pinned, view, playheadS, capacityMbps };
  },
  Chart: PhasePlot,
  useFigure(props) {
    const input = usePhase(props);
    return useMemo(
      () =>
        input &&
        ((size) => ({ ...frameOf(input), drawn: drawnPhase(input, size), spoken: phaseWords(input) })),
      [input],
    );
  },
};

interface PhasePath {
  readonly first: RateSeries;
  readonly second: RateSeries;
  readonly names: readonly [string, string];
  /** Short names for narrow plots. */
  readonly shortNames: readonly [string, string];
  /** Index of the flow whose hue is used: that of `first`. */
  readonly flow: number;
}

/** Returns the first two flows over the watched link; null if there are fewer flows. */
export function phasePath(run: RunView): PhasePath | null {
  const [first, second] = ratesOf(run).filter(({ flow }) => passesWatched(run, flow));
  if (second === undefined) return null;
  return {
    first: first.rate,
    second: second.rate,
    names: [flowName(run, first.flow), flowName(run, second.flow)],
    shortNames: [flowPlace(run, first.flow), flowPlace(run, second.flow)],
    flow: first.flow,
  };
}

/**
 * Returns the end of both axes. With two flows it is the largest capacity of the run; with more flows it is the
 * highest rate of these two flows, plus 10 %.
 */
function phaseReach(run: RunView, path: PhasePath, capacityMbps: number): number {
  const carried = Math.max(capacityMbps, highestOf(capacitySteps(run)));
  const rates = [path.first, path.second].flatMap(({ mbps }) => [...mbps]);
  const highest = rates.reduce((most, mbps) => (mbps > most ? mbps : most), 0);
  const flows = run.snapshot.results.flows.filter(({ id }) => passesWatched(run, id)).length;
  return flows <= 2 ? Math.max(carried, highest) : Math.min(carried, highest * 1.1 || carried);
}

/** Both axes have the same scale, so that the fairness line is the diagonal. */
function phasePlot({ width, height, dpr }: Size, reachMbps: number): Plot {
  const margins = { ...sharedMargins(width, true), bottom: 34 };
  const [across, down] = [margins.left + margins.right, margins.top + margins.bottom];
  const side = Math.min(width - across, height - down);
  const [, top] = niceDomain([0, reachMbps], 4);
  const square = { width: side + across, height: side + down, dpr };
  return { ...makePlot(square, margins, [0, top], [0, top]), width, height };
}

/** Number of shades of the trajectory. Older parts are paler. */
const SHADES = 6;

function phaseMarks({ path, before, view, playheadS, capacityMbps }: PhaseInput): Mark[] {
  const { fromS, toS } = view;
  const [now, other] = [rateAt(path.first, playheadS), rateAt(path.second, playheadS)];
  const line = (read: (plot: Plot) => readonly Place[], style: LineStyle) =>
    ({ mark: "line", data: read, style }) as const;
  const fair = ({ x, y, left, bottom }: Plot): Place[] => {
    const top = x.domain()[1];
    return [
      [left, bottom],
      [x(top), y(top)],
    ];
  };
  const full = ({ x, y, left, bottom }: Plot): Place[] => [
    [left, y(capacityMbps)],
    [x(capacityMbps), bottom],
  ];
  return [
    ...pinnedMarks(before, (its) => [line((plot) => pathPlaces(plot, its, view), { paint: "ghost" })]),
    line(fair, { paint: "inkSoft", px: 1 }),
    line(full, { paint: "inkSoft", px: 1, dash: [5, 3] }),
    ...Array.from({ length: SHADES }, (_, shade) => {
      const [from, to] = [shade, shade + 1].map((edge) => fromS + ((toS - fromS) * edge) / SHADES);
      const alpha = 0.25 + (0.7 * shade) / (SHADES - 1);
      const places = (plot: Plot) => pathPlaces(plot, path, { fromS: from, toS: to });
      return line(places, { paint: "ink", width: 0.8, alpha });
    }),
    {
      mark: "events",
      trace: dot,
      sizePx: 5,
      places: ({ x, y }) => (Number.isFinite(now + other) ? [[x(now), y(other)]] : []),
      fill: "mark",
      edge: "paper",
      edgePx: 1.5,
    },
  ];
}

function pathPlaces({ x, y }: Plot, { first, second }: PhasePath, view: TimeView): Place[] {
  const from = Math.max(0, Math.floor(view.fromS / first.intervalS));
  const to = Math.min(first.mbps.length, Math.ceil(view.toS / first.intervalS) + 1);
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => [
    x(first.mbps[from + i]),
    y(second.mbps[from + i]),
  ]);
}

function phaseLabels({ shortNames, flow }: PhasePath, plot: Plot, capacityMbps: number): PlotLabel[] {
  const { x, y, left, right, bottom } = plot;
  const top = x.domain()[1];
  const fullLink: PlotLabel = {
    text: "full link",
    x: x(capacityMbps * 0.14),
    y: y(capacityMbps * 0.86) - 8,
    anchor: "start",
    paint: "inkSoft",
  };
  return [
    ...(top >= capacityMbps ? [fullLink] : []),
    { text: "fair", x: x(top * 0.9) - 8, y: y(top * 0.9), anchor: "end", paint: "inkSoft" },
    {
      text: `${shortNames[0]} (Mbps)`,
      x: (left + right) / 2,
      y: bottom + 31,
      anchor: "middle",
      paint: flow,
    },
  ];
}

function phaseNotes(playheadS: number, isCompared: boolean): ChartNote[] {
  return [
    { text: "rates over time; older values are paler", paint: "ink", dash: [] },
    { text: `at ${Number(playheadS.toFixed(2))} s`, paint: "mark", glyph: "●" },
    ...(isCompared ? [{ text: "pinned", paint: "ghost", dash: [] } as const] : []),
  ];
}

const TABLE_ROWS = 50;

function phaseTable({ first, second, names }: PhasePath, { fromS, toS }: TimeView): TableData {
  return {
    head: ["time (s)", `${names[0]} (Mbps)`, `${names[1]} (Mbps)`],
    rows: Array.from({ length: TABLE_ROWS + 1 }, (_, row) => {
      const timeS = fromS + ((toS - fromS) * row) / TABLE_ROWS;
      return [timeS.toFixed(2), ...[first, second].map((rate) => shortNumber(rateAt(rate, timeS)))];
    }),
  };
}

/** Relative difference from their mean below which two rates count as equal. */
const EQUAL = 0.1;

export function phaseWords({ path, before, run, pinned, view, playheadS }: Omit<PhaseInput, "capacityMbps">) {
  const [first, second] = path.names;
  const [x, y] = [rateAt(path.first, playheadS), rateAt(path.second, playheadS)];
  const now = Number.isFinite(x + y)
    ? `${first} has ${shortNumber(x)} Mbps and ${second} has ${shortNumber(y)} Mbps.`
    : `${first} and ${second} do not both have a rate.`;
  const pairs = pairsIn(path, run, view);
  const beside = besidePinned(run, pinned, (other) => {
    const then = before === null ? [] : pairsIn(before, other, view);
    if (pairs.length === 0 || then.length === 0) return [];
    return [`equal for ${equalPercent(pairs)} % of the time instead of ${equalPercent(then)} %`];
  });
  return `At ${playheadS.toFixed(1)} s ${now} ${roundWords(path, pairs)}${beside}`;
}

type Pair = readonly [number, number];

/** Returns the pairs of rates at the times in view, after the warm-up, at which both flows have a rate. */
function pairsIn({ first, second }: PhasePath, { scenario }: RunView, view: TimeView): Pair[] {
  const from = Math.ceil(Math.max(view.fromS, warmupS(scenario)) / first.intervalS);
  const end = Math.min(first.mbps.length, Math.floor(view.toS / first.intervalS) + 1);
  const pairs: Pair[] = [];
  for (let i = from; i < end; i++)
    if (Number.isFinite(first.mbps[i] + second.mbps[i])) pairs.push([first.mbps[i], second.mbps[i]]);
  return pairs;
}

function equalPercent(pairs: readonly Pair[]): number {
  const equal = pairs.filter(([x, y]) => Math.abs(x - y) <= (EQUAL * (x + y)) / 2).length;
  return Math.round((100 * equal) / pairs.length);
}

/** Describes the course of the trajectory and its position relative to the line of equal rates. */
function roundWords({ names }: PhasePath, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return "At no time in view after the warm-up do both flows have a rate.";
  const range = (subject: 0 | 1) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const pair of pairs) [low, high] = [Math.min(low, pair[subject]), Math.max(high, pair[subject])];
    return `${names[subject]} between ${shortNumber(low)} and ${shortNumber(high)} Mbps`;
  };
  const crossings = pairs.filter(([x, y], i) => i > 0 && x > y !== pairs[i - 1][0] > pairs[i - 1][1]).length;
  return (
    `In view, after the warm-up, the rates are in these ranges: ${range(0)} and ${range(1)}. The trajectory crosses the line of ` +
    `equal rates ${counted(crossings, "time")}, and they are equal within 10 % for ${equalPercent(pairs)} % of the time.`
  );
}
