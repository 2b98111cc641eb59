/** The rates of the first two flows over the watched link against each other, with the fairness and the efficiency line. */

import { useCallback, useMemo, useRef } from "react";
import { counted } from "../../../experiments/counted.ts";
import { Axes, PlotLabels, valueAxis } from "../../shared/chart/Axes.tsx";
import {
  type ChartNote,
  type PlotLabel,
  shortNumber,
  type TableData,
} from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint } from "../../shared/chart/colours.ts";
import { PlotCanvas, useSize } from "../../shared/chart/PlotCanvas.tsx";
import {
  makePlot,
  niceDomain,
  type Plot,
  type Size,
  sharedMargins,
  type TimeView,
} from "../../shared/chart/plot-geometry.ts";
import { clipToPlot, strokePoints } from "../../shared/chart/series.ts";
import type { RunView } from "../../state/run-view.ts";
import { ChartFrame } from "./ChartFrame.tsx";
import { flowName, flowPlace, passesWatched } from "./flow-names.ts";
import { definePlot } from "./Plot.tsx";
import { capacitySteps, highestOf, type RateSeries, rateAt } from "./rates.ts";
import { besidePinned, warmupS } from "./run-facts.ts";
import { ratesOf } from "./Throughput.tsx";
import { useSummary } from "./TimePlot.tsx";
import { type TimeChartProps, useCapacity } from "./time-chart.ts";

interface PhaseProps extends Pick<TimeChartProps, "run" | "pinned" | "view" | "playheadS"> {
  readonly capacityMbps: number;
}

/** Nothing with fewer than two flows. */
function PhasePlot(props: PhaseProps) {
  const path = useMemo(() => phasePath(props.run), [props.run]);
  return path && <PhaseOf {...props} path={path} />;
}

function PhaseOf({ run, pinned, view, playheadS, capacityMbps, path }: PhaseProps & { path: PhasePath }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const highestMbps = Math.max(capacityMbps, highestOf(capacitySteps(run)));
  const over = run.snapshot.results.flows.filter(({ id }) => passesWatched(run, id)).length;
  const reach = phaseReach(path, over, highestMbps);
  const plot = useMemo(() => size && phasePlot(size, reach), [size, reach]);
  const before = useMemo(() => pinned && phasePath(pinned), [pinned]);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, on: Plot, colours: ChartColours) =>
      drawPhase(context, on, colours, { path, before, view, playheadS, capacityMbps }),
    [path, before, view, playheadS, capacityMbps],
  );
  const title = `${path.shortNames[1]} against ${path.shortNames[0]}`;
  const summary = useCallback(
    () => phaseWords({ path, before, view, playheadS }, run, pinned),
    [path, before, view, playheadS, run, pinned],
  );
  const words = useSummary(summary);
  return (
    <ChartFrame
      kind="phase"
      title={title}
      unit="Mbps"
      xWords=""
      notes={[]}
      besides={phaseNotes(playheadS, before !== null)}
      table={() => phaseTable(path, view)}
      box={box}
    >
      <div className="chart-layers" role="img" aria-label={words}>
        {plot !== null && <PhaseLayers path={path} plot={plot} draw={draw} capacityMbps={capacityMbps} />}
      </div>
    </ChartFrame>
  );
}

interface PhaseLayersProps {
  readonly path: PhasePath;
  readonly plot: Plot;
  readonly draw: (context: CanvasRenderingContext2D, plot: Plot, colours: ChartColours) => void;
  readonly capacityMbps: number;
}

function PhaseLayers({ path, plot, draw, capacityMbps }: PhaseLayersProps) {
  const axis = useMemo(() => ({ ...valueAxis(plot), ticks: plot.y.ticks(4) }), [plot]);
  const labels = useMemo(() => phaseLabels(path, plot, capacityMbps), [path, plot, capacityMbps]);
  return (
    <>
      <Axes plot={plot} x={axis} y={axis} />
      <PlotCanvas plot={plot} draw={draw} />
      <PlotLabels plot={plot} labels={labels} />
    </>
  );
}

interface PhasePath {
  readonly first: RateSeries;
  readonly second: RateSeries;
  readonly names: readonly [string, string];
  /** The same where there is little room. */
  readonly shortNames: readonly [string, string];
  /** Of `first`, for its hue. */
  readonly flow: number;
}

/** The first two flows over the watched link; null with fewer. */
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

/** The capacity where two flows share it, or what they had of a larger one before; with more flows, what these two reach. */
function phaseReach({ first, second }: PhasePath, flows: number, capacityMbps: number): number {
  let highest = 0;
  for (const rate of [first, second]) for (const mbps of rate.mbps) if (mbps > highest) highest = mbps;
  if (flows <= 2) return Math.max(capacityMbps, highest);
  return Math.min(capacityMbps, highest * 1.1 || capacityMbps);
}

/** Both axes have one scale, so that the fairness line is the diagonal. */
function phasePlot(size: Size, reachMbps: number): Plot {
  const margins = { ...sharedMargins(size.width, true), bottom: 34 };
  const side = Math.min(
    size.width - margins.left - margins.right,
    size.height - margins.top - margins.bottom,
  );
  const [, top] = niceDomain([0, reachMbps], 4);
  const square = {
    ...size,
    width: margins.left + side + margins.right,
    height: margins.top + side + margins.bottom,
  };
  return { ...makePlot(square, margins, [0, top], [0, top]), width: size.width, height: size.height };
}

interface PhasePicture {
  readonly path: PhasePath;
  readonly before: PhasePath | null;
  readonly view: TimeView;
  readonly playheadS: number;
  readonly capacityMbps: number;
}

/** The older, the paler: in this many steps. */
const SHADES = 6;

function drawPhase(
  context: CanvasRenderingContext2D,
  plot: Plot,
  colours: ChartColours,
  picture: PhasePicture,
): void {
  clipToPlot(context, plot, () => {
    drawGuides(context, plot, colours, picture.capacityMbps);
    if (picture.before !== null) {
      strokePhase(context, plot, picture.before, picture.view, colours.ghost, colours.line * 0.6, 0.8);
    }
    const { fromS, toS } = picture.view;
    for (let shade = 0; shade < SHADES; shade++) {
      const part = {
        fromS: fromS + ((toS - fromS) * shade) / SHADES,
        toS: fromS + ((toS - fromS) * (shade + 1)) / SHADES,
      };
      strokePhase(
        context,
        plot,
        picture.path,
        part,
        colours.ink,
        colours.line * 0.8,
        0.25 + (0.7 * shade) / (SHADES - 1),
      );
    }
  });
  drawNow(context, plot, colours, picture);
}

function drawGuides(
  context: CanvasRenderingContext2D,
  plot: Plot,
  colours: ChartColours,
  capacityMbps: number,
): void {
  const top = plot.x.domain()[1];
  const line = (from: readonly [number, number], to: readonly [number, number], dash: readonly number[]) => {
    const at = (index: number) => {
      const [x, y] = index === 0 ? from : to;
      return [plot.x(x), plot.y(y)] as const;
    };
    strokePoints(context, 2, at, { colour: colours.inkSoft, width: 1, dash });
  };
  line([0, 0], [top, top], []);
  line([0, capacityMbps], [capacityMbps, 0], [5, 3]);
}

function strokePhase(
  context: CanvasRenderingContext2D,
  plot: Plot,
  { first, second }: PhasePath,
  view: TimeView,
  colour: string,
  width: number,
  alpha: number,
): void {
  const from = Math.max(0, Math.floor(view.fromS / first.intervalS));
  const to = Math.min(first.mbps.length, Math.ceil(view.toS / first.intervalS) + 1);
  const at = (index: number) =>
    [plot.x(first.mbps[from + index]), plot.y(second.mbps[from + index])] as const;
  strokePoints(context, to - from, at, { colour, width, dash: [], alpha });
}

function drawNow(
  context: CanvasRenderingContext2D,
  plot: Plot,
  colours: ChartColours,
  picture: PhasePicture,
): void {
  const x = rateAt(picture.path.first, picture.playheadS);
  const y = rateAt(picture.path.second, picture.playheadS);
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  context.beginPath();
  context.arc(plot.x(x), plot.y(y), 5, 0, 2 * Math.PI);
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.fillStyle = canvasPaint("mark", colours);
  context.strokeStyle = colours.paper;
  context.lineWidth = 1.5;
  context.fill();
  context.stroke();
}

function phaseLabels({ shortNames, flow }: PhasePath, plot: Plot, capacityMbps: number): PlotLabel[] {
  const top = plot.x.domain()[1];
  const fullLink: PlotLabel = {
    text: "full link",
    x: plot.x(capacityMbps * 0.14),
    y: plot.y(capacityMbps * 0.86) - 8,
    anchor: "start",
    paint: "inkSoft",
  };
  return [
    ...(top >= capacityMbps ? [fullLink] : []),
    { text: "fair", x: plot.x(top * 0.9) - 8, y: plot.y(top * 0.9), anchor: "end", paint: "inkSoft" },
    {
      text: `${shortNames[0]} (Mbps)`,
      x: (plot.left + plot.right) / 2,
      y: plot.bottom + 31,
      anchor: "middle",
      paint: flow,
    },
  ];
}

export function phaseNotes(playheadS: number, isCompared: boolean): ChartNote[] {
  return [
    { text: "rates over time, the older the paler", paint: "ink", dash: [] },
    { text: `at ${Number(playheadS.toFixed(2))} s`, paint: "mark", glyph: "●" },
    ...(isCompared ? [{ text: "pinned", paint: "ghost", dash: [] } as const] : []),
  ];
}

function phaseTable({ first, second, names }: PhasePath, view: TimeView): TableData {
  const rows = Array.from({ length: 51 }, (_, row) => view.fromS + ((view.toS - view.fromS) * row) / 50);
  return {
    head: ["time (s)", `${names[0]} (Mbps)`, `${names[1]} (Mbps)`],
    rows: rows.map((timeS) => [
      timeS.toFixed(2),
      shortNumber(rateAt(first, timeS)),
      shortNumber(rateAt(second, timeS)),
    ]),
  };
}

/** Rates this near to each other, of their mean, count as equal. */
const EQUAL = 0.1;

export function phaseWords(
  { path, before, view, playheadS }: Omit<PhasePicture, "capacityMbps">,
  run: RunView,
  pinned: RunView | null,
): string {
  const [first, second] = path.names;
  const at = (rate: RateSeries) => `${shortNumber(rateAt(rate, playheadS))} Mbps`;
  const known = Number.isFinite(rateAt(path.first, playheadS) + rateAt(path.second, playheadS));
  const now = known
    ? `At ${playheadS.toFixed(1)} s ${first} has ${at(path.first)} and ${second} has ${at(path.second)}.`
    : `At ${playheadS.toFixed(1)} s not both of ${first} and ${second} have a rate.`;
  const pairs = pairsIn(path, run, view);
  const beside = besidePinned(run, pinned, (other) => {
    const then = before === null ? [] : pairsIn(before, other, view);
    if (pairs.length === 0 || then.length === 0) return [];
    return [`equal for ${equalPercent(pairs)} % of the time instead of ${equalPercent(then)} %`];
  });
  return `${now} ${roundWords(path, pairs)}${beside}`;
}

type Pair = readonly [number, number];

/** Of the moments in view, after the warm-up, at which both have a rate. */
function pairsIn({ first, second }: PhasePath, run: RunView, view: TimeView): Pair[] {
  const from = Math.ceil(Math.max(view.fromS, warmupS(run)) / first.intervalS);
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

/** Where the trajectory goes, and how it lies to the line of equal rates. */
function roundWords({ names }: PhasePath, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return "There is no moment after the warm-up in view at which both have a rate.";
  const range = (of: 0 | 1) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const pair of pairs) [low, high] = [Math.min(low, pair[of]), Math.max(high, pair[of])];
    return `${names[of]} between ${shortNumber(low)} and ${shortNumber(high)} Mbps`;
  };
  const crossings = pairs.filter(([x, y], i) => i > 0 && x > y !== pairs[i - 1][0] > pairs[i - 1][1]).length;
  return (
    `In view, after the warm-up, the trajectory goes round with ${range(0)} and ${range(1)}; it crosses the line of ` +
    `equal rates ${counted(crossings, "time")}, and they are equal within 10 % for ${equalPercent(pairs)} % of the time.`
  );
}

export const phase = definePlot({
  id: "phase",
  place: "under-numbers",
  heightPx: 300,
  ofSeveralFlows: "only",
  useProps({ run, pinned, view, playheadS }) {
    const { capacity } = useCapacity(run);
    const capacityMbps = capacity.handle?.mbps ?? capacity.steps.at(-1)?.value ?? 0;
    return { run, pinned, view, playheadS, capacityMbps };
  },
  Chart: PhasePlot,
});
