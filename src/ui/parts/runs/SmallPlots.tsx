/**
 * Small plots of a kept run: cwnd, throughput by flow, queue delay and its distribution, on shared scales of the notebook or on
 * the run's own.
 */
import { memo, type ReactNode } from "react";
import type { BucketSeries, DelayCdf, EventSeries } from "../../../engine/index.ts";
import { counted } from "../../../lib/counted.ts";
import { rateText, type WatchedRun, waitText, warmupS } from "../../bench/numbers/metrics.ts";
import { Note } from "../../bench/plots/ChartFrame.tsx";
import { type DelayLine, delayLines, delayNotes } from "../../bench/plots/QueueDelay.tsx";
import {
  capacitySteps,
  highestOf as highestStep,
  type RateSeries,
  type Step,
  slidingRate,
  whileAlive,
} from "../../bench/plots/rates.ts";
import { steadyRange } from "../../bench/plots/steady-range.ts";
import { watchedLink, watchedResult } from "../../core/run-view.ts";
import { BAND_ALPHA, type ChartNote, numbered, shortNumber } from "../../shared/chart/chart-model.ts";
import { cssPaint, flowColour, flowDash, type Paint } from "../../shared/chart/colours.ts";
import { linearScale, niceDomain, type Scale, type TimeView } from "../../shared/chart/plot-geometry.ts";
import { eventColumnsOf } from "../../shared/chart/series.ts";
import type { Scales } from "./notebook.ts";

export const SMALL = { width: 360, height: 140, left: 40, right: 346, top: 8, bottom: 118 } as const;
/** Maximum number of flows shown. More lines would not be readable. */
export const SHOWN_FLOWS = 4;

interface SmallPlotsProps {
  readonly run: WatchedRun;
  readonly scales: NotebookScales;
}

export const SmallPlots = memo(function SmallPlots(props: SmallPlotsProps) {
  return (
    <div className="kept__plots">
      <CwndPlot {...props} />
      <RatePlot {...props} />
      <DelayPlot {...props} />
      <DistributionPlot {...props} />
    </div>
  );
});

/** Returns the title, with a note if the plot's heights cannot be compared with those of other runs. */
function named(title: string, { own }: NotebookScales, ...axes: readonly Axis[]): string {
  return axes.some((axis) => own.has(axis)) ? `${title}, own scale` : title;
}

function ofFlows(title: string, { snapshot: { flows } }: WatchedRun): string {
  return flows.length > SHOWN_FLOWS ? `${title}, first ${counted(SHOWN_FLOWS, "flow")}` : title;
}

export function CwndPlot({ run, scales }: SmallPlotsProps) {
  const { time, cwnd } = scalesFor(run, scales);
  const shown = run.snapshot.flows.slice(0, SHOWN_FLOWS);
  return (
    <SmallPlot
      title={named(ofFlows("cwnd (segments)", run), scales, "time", "cwnd")}
      x={time}
      xWords="time (s)"
      y={cwnd}
      words={smallPlotWords(run).cwnd}
      highest={highestOf(shown.map((trace) => trace.cwnd))}
    >
      {shown.map((trace) => (
        <path
          key={trace.flow}
          d={seriesPath(trace.cwnd, time, cwnd)}
          stroke={flowColour(trace.flow)}
          strokeDasharray={flowDash(trace.flow).join(" ") || undefined}
        />
      ))}
    </SmallPlot>
  );
}

function RatePlot({ run, scales }: SmallPlotsProps) {
  const { time, rate } = scalesFor(run, scales);
  const { flows, nowS } = run.snapshot;
  return (
    <SmallPlot
      title={named(ofFlows("throughput (Mbps)", run), scales, "time", "rate")}
      x={time}
      xWords="time (s)"
      y={rate}
      words={smallPlotWords(run).throughput}
      notes={[CAPACITY_NOTE]}
    >
      <path d={stepsPath(capacitySteps(run), nowS, time, rate)} {...CAPACITY_LINE} />
      {ratesOfFlows(run).map((series, flow) => (
        <path
          key={flows[flow]?.flow ?? flow}
          d={samplesPath(series, time, rate)}
          stroke={flowColour(flow)}
          strokeDasharray={flowDash(flow).join(" ") || undefined}
        />
      ))}
    </SmallPlot>
  );
}

/** The delay plot. `paint` is the colour of the run, if each run has one. */
export function DelayPlot({ run, scales, paint }: SmallPlotsProps & { readonly paint?: Paint }) {
  const { time, delay } = scalesFor(run, scales);
  const lines = delayLines(run).map((line) => (paint === undefined ? line : { ...line, paint }));
  const [fromS, toS] = time.domain();
  const view = { fromS, toS };
  return (
    <SmallPlot
      title={named("queue delay (ms)", scales, "time", "delay")}
      x={time}
      xWords="time (s)"
      y={delay}
      words={smallPlotWords(run).delay}
      notes={delayNotes(lines, view)}
      highest={highestOf(lines.map(({ delays }) => delays))}
    >
      {lines.map((line) => (
        <DelayPaths key={line.queue} line={line} view={view} x={time} y={delay} />
      ))}
    </SmallPlot>
  );
}

function DistributionPlot({ run, scales }: SmallPlotsProps) {
  const { delays, share } = scalesFor(run, scales);
  return (
    <SmallPlot
      title={named("share of packets", scales, "delays")}
      x={delays}
      xWords="queue delay (ms)"
      y={share}
      words={smallPlotWords(run).distribution}
    >
      <path d={distributionPath(watchedLink(run).delayCdf, delays, share)} />
    </SmallPlot>
  );
}

interface SmallPlotProps {
  readonly title: string;
  readonly x: Scale;
  readonly xWords: string;
  readonly y: Scale;
  readonly words: string;
  readonly notes?: readonly ChartNote[];
  /** Highest value of the drawn data. */
  readonly highest?: number;
  readonly children: ReactNode;
}

const TICKS = 4;

/** Margin for half the width of a line on each side. */
const AIR = 1;
const [X, Y] = [SMALL.left - AIR, SMALL.top - AIR];
const [WIDTH, HEIGHT] = [SMALL.right - SMALL.left + 2 * AIR, SMALL.bottom - SMALL.top + 2 * AIR];
const INSIDE = { x: X, y: Y, width: WIDTH, height: HEIGHT, viewBox: `${X} ${Y} ${WIDTH} ${HEIGHT}` };

function SmallPlot({ title, x, xWords, y, words, notes = [], highest = 0, children }: SmallPlotProps) {
  const [textOfX, textOfY] = [x.tickFormat(TICKS), y.tickFormat(TICKS)];
  return (
    <figure className="small-plot">
      <figcaption>{title}</figcaption>
      <svg
        className="notranslate"
        viewBox={`0 0 ${SMALL.width} ${SMALL.height}`}
        role="img"
        aria-label={words}
      >
        {y.ticks(TICKS).map((value) => (
          <g key={value}>
            <line className="small-plot__rule" x1={SMALL.left} x2={SMALL.right} y1={y(value)} y2={y(value)} />
            <text x={SMALL.left - 5} y={y(value) + 4} textAnchor="end">
              {textOfY(value)}
            </text>
          </g>
        ))}
        {x.ticks(TICKS).map((value) => (
          <text key={value} x={x(value)} y={SMALL.bottom + 14} textAnchor="middle">
            {textOfX(value)}
          </text>
        ))}
        {/* Values above the plot's range are clipped at its top, and the highest is stated there. */}
        <svg className="small-plot__lines" aria-hidden="true" {...INSIDE}>
          {children}
        </svg>
        {highest > y.domain()[1] && (
          <text className="small-plot__peak" x={SMALL.left + 6} y={SMALL.top + 9}>
            {`↑ ${shortNumber(highest)}`}
          </text>
        )}
      </svg>
      <p className="small-plot__x">
        {numbered(notes).map(([place, note]) => (
          <span key={place} className="chart-note">
            <Note note={note} text={note.text} />
          </span>
        ))}
        <span className="small-plot__axis">{xWords}</span>
      </p>
    </figure>
  );
}

interface DelayPathsProps {
  readonly line: DelayLine;
  readonly view: TimeView;
  readonly x: Scale;
  readonly y: Scale;
}

/** The mean as a line and a band from the shortest to the longest delay, as on the bench. */
function DelayPaths({ line: { delays, paint, dash }, view, x, y }: DelayPathsProps) {
  const { band, mean } = delayPaths(delays, view, x, y);
  const colour = cssPaint(paint);
  return (
    <>
      <path d={band} stroke="none" style={{ fill: colour }} fillOpacity={BAND_ALPHA} />
      <path d={mean} stroke={colour} strokeDasharray={dash.join(" ") || undefined} />
    </>
  );
}

function delayPaths(delays: EventSeries, view: TimeView, x: Scale, y: Scale) {
  const { length, timeS, min, max, mean } = eventColumnsOf(delays, view);
  const recorded = Array.from({ length }, (_, column) => column).filter(
    (column) => !Number.isNaN(mean[column]),
  );
  const through = (columns: readonly number[], values: Float32Array) =>
    columns.map((column) => `${short(x(timeS[column]))},${short(y(values[column]))}`);
  const closed = [...through(recorded, max), ...through(recorded.toReversed(), min)];
  if (recorded.length === 0) return { band: "", mean: "" };
  return { band: `M${closed.join("L")}Z`, mean: `M${through(recorded, mean).join("L")}` };
}

export interface SmallScales {
  readonly time: Scale;
  readonly cwnd: Scale;
  readonly rate: Scale;
  readonly delay: Scale;
  /** The x axis of the distribution, in ms. */
  readonly delays: Scale;
  /** The y axis of the distribution. */
  readonly share: Scale;
}

/** Axes whose ranges differ between runs. */
const AXES = ["time", "cwnd", "rate", "delay", "delays"] as const;
type Axis = (typeof AXES)[number];
type Tops = Readonly<Record<Axis, number>>;

/** The common scales of all runs, and the axes for which each run has its own scale. */
export interface NotebookScales {
  readonly tops: Tops;
  readonly own: ReadonlySet<Axis>;
  /** The visible part of the time axis; absent for all of it. */
  readonly view?: TimeView | undefined;
}

/** Share of an axis below which a run looks flat. */
const FLAT = 1 / 4;

export function notebookScales(runs: readonly WatchedRun[], choice: Scales): NotebookScales {
  const each = runs.map(topsOf);
  const tops = highestTops(each);
  const isFlat = (axis: Axis) => each.some((own) => own[axis] > 0 && own[axis] < FLAT * tops[axis]);
  const own = AXES.filter((axis) => choice === "own" || (choice === "auto" && isFlat(axis)));
  return { tops, own: new Set(own) };
}

const AXIS_WORDS: Readonly<Record<Axis, string>> = {
  time: "time",
  cwnd: "cwnd",
  rate: "throughput",
  delay: "queue delay",
  delays: "the distribution",
};

/** Returns a sentence on which plots can be compared by their heights. */
export function ownWords({ own }: NotebookScales, choice: Scales): string {
  if (choice === "own")
    return "Each run has its own scales: compare the numbers on the axes, not the heights.";
  if (own.size === 0) return "All runs have the same scales.";
  const named = [...own].map((axis) => AXIS_WORDS[axis]).join(", ");
  const axes = named.replace(/, ([^,]+)$/, " and $1");
  return `One run would flatten the others, so each run has its own scale for ${axes}. Compare the numbers on these axes.`;
}

function topsOf(run: WatchedRun): Tops {
  const { snapshot } = run;
  const cwnds = snapshot.flows.slice(0, SHOWN_FLOWS).map(({ cwnd }) => cwnd);
  return {
    time: snapshot.nowS,
    cwnd: steadyTop(run, cwnds),
    rate: Math.max(highestStep(capacitySteps(run)), ...ratesOfFlows(run).map(highestRate)),
    delay: steadyTop(run, [watchedLink(run).queue.sojournMs]),
    delays: watchedLink(run).delayCdf.ms.at(-1) ?? 0,
  };
}

function highestTops(each: readonly Tops[]): Tops {
  const highest = (axis: Axis) => Math.max(0, ...each.map((own) => own[axis]).filter(Number.isFinite));
  return {
    time: highest("time"),
    cwnd: highest("cwnd"),
    rate: highest("rate"),
    delay: highest("delay"),
    delays: highest("delays"),
  };
}

function scalesFor(run: WatchedRun, { tops, own, view }: NotebookScales): SmallScales {
  const ofRun = own.size === 0 ? tops : topsOf(run);
  const chosen = (axis: Axis) => (own.has(axis) ? ofRun : tops)[axis];
  const scales = scalesTo({
    time: chosen("time"),
    cwnd: chosen("cwnd"),
    rate: chosen("rate"),
    delay: chosen("delay"),
    delays: chosen("delays"),
  });
  if (view === undefined) return scales;
  return { ...scales, time: linearScale([view.fromS, view.toS], [SMALL.left, SMALL.right]) };
}

/** Returns the scales that fit all of the given runs: shared scales for several runs, own scales for one run. */
export function scalesOf(runs: readonly WatchedRun[]): SmallScales {
  return scalesTo(highestTops(runs.map(topsOf)));
}

function scalesTo({ time, cwnd, rate, delay, delays }: Tops): SmallScales {
  const some = (value: number) => Math.max(1e-3, value);
  const upTo = (value: number): Scale =>
    linearScale(niceDomain([0, some(value)], 4), [SMALL.bottom, SMALL.top]);
  const along = (value: number): Scale => linearScale([0, some(value)], [SMALL.left, SMALL.right]);
  return {
    time: along(time),
    cwnd: upTo(cwnd),
    rate: upTo(rate),
    delay: upTo(delay),
    delays: along(delays),
    share: upTo(1),
  };
}

/** Averaging window of rates (s), the same as in the bench's throughput plot. */
const RATE_WINDOW_S = 1;

function ratesOfFlows({ snapshot }: WatchedRun): RateSeries[] {
  const { arrivedBytes, length, intervalS } = snapshot.samples;
  return arrivedBytes.slice(0, SHOWN_FLOWS).map((bytes, flow) => {
    const rate = slidingRate(bytes, length, intervalS, RATE_WINDOW_S);
    const life = snapshot.results.flows[flow];
    return life === undefined ? rate : whileAlive(rate, life);
  });
}

function highestRate({ mbps }: RateSeries): number {
  return mbps.reduce((highest, rate) => (rate > highest ? rate : highest), 0);
}

const CAPACITY_LINE = { className: "small-plot__capacity", strokeDasharray: "5 4" } as const;
const CAPACITY_NOTE: ChartNote = { text: "capacity", paint: "inkSoft", dash: [5, 4] };

function stepsPath(steps: readonly Step[], endS: number, x: Scale, y: Scale): string {
  return steps
    .map(({ fromS, value }, at) => {
      const toS = steps[at + 1]?.fromS ?? endS;
      return `${at === 0 ? "M" : "L"}${short(x(fromS))},${short(y(value))}H${short(x(toS))}`;
    })
    .join("");
}

/** Returns the path through the last value of each pixel column. A gap interrupts the path. */
export function samplesPath(
  { mbps, intervalS }: Pick<RateSeries, "mbps" | "intervalS">,
  x: Scale,
  y: Scale,
): string {
  const points: string[] = [];
  let pen = false;
  for (const [sample, rate] of mbps.entries()) {
    const px = Math.floor(x(sample * intervalS));
    if (sample + 1 < mbps.length && Math.floor(x((sample + 1) * intervalS)) === px) continue;
    if (!Number.isNaN(rate)) points.push(`${pen ? "L" : "M"}${px},${short(y(rate))}`);
    pen = !Number.isNaN(rate);
  }
  return points.join("");
}

function highestOf(all: readonly BucketSeries[]): number {
  return all.reduce(
    (highest, { max }) => max.reduce((top, value) => (value > top ? value : top), highest),
    0,
  );
}

/** Returns the top of the steady part, as in the bench's plots: the peak of slow start would flatten the rest. */
function steadyTop({ scenario, snapshot }: WatchedRun, series: readonly BucketSeries[]): number {
  return steadyRange(series, { fromS: 0, toS: snapshot.nowS }, warmupS(scenario))?.steady ?? 0;
}

/** Returns the path through the extremes and the last value of each pixel column. A gap interrupts the path. */
export function seriesPath(series: BucketSeries, x: Scale, y: Scale): string {
  const { startS, bucketS, length, min, max, last } = series;
  const steps: string[] = [];
  let pen = false;
  for (let from = 0; from < length; ) {
    const px = Math.floor(x(startS + from * bucketS));
    let to = from;
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (; to < length && (to === from || Math.floor(x(startS + to * bucketS)) === px); to++) {
      low = Math.min(low, Number.isNaN(min[to]) ? low : min[to]);
      high = Math.max(high, Number.isNaN(max[to]) ? high : max[to]);
    }
    const end = last[to - 1];
    from = to;
    if (Number.isNaN(end)) {
      pen = false;
      continue;
    }
    const extremes = high > low ? `V${short(y(high))}V${short(y(low))}` : "";
    steps.push(`${pen ? "L" : "M"}${px},${short(y(end))}${extremes}V${short(y(end))}`);
    pen = true;
  }
  return steps.join("");
}

export function distributionPath({ ms, fraction }: DelayCdf, x: Scale, y: Scale): string {
  const steps = [`M${short(x(0))},${short(y(0))}`];
  for (let i = 0; i < ms.length; i++) steps.push(`L${short(x(ms[i]))},${short(y(fraction[i]))}`);
  return ms.length === 0 ? "" : steps.join("");
}

function short(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** Returns a description for screen readers. */
export function smallPlotWords(
  run: WatchedRun,
): Readonly<Record<"cwnd" | "throughput" | "delay" | "distribution", string>> {
  const { flows } = run.snapshot.results;
  const covered = `from ${warmupS(run.scenario)} s to ${run.snapshot.nowS} s`;
  const windows = flows.flatMap(({ cwndSegments }) => (cwndSegments === null ? [] : [cwndSegments]));
  const { sojournMs } = watchedResult(run);
  const cwnd =
    windows.length === 0
      ? "no window"
      : `${Math.min(...windows.map(({ min }) => min)).toFixed(0)} to ${Math.max(...windows.map(({ max }) => max)).toFixed(0)} segments`;
  const rates = flows
    .slice(0, SHOWN_FLOWS)
    .map(({ goodputBps }, flow) => `flow ${flow + 1} ${rateText(goodputBps)}`);
  const packets = "no packets";
  return {
    cwnd: `cwnd over time: ${cwnd} ${covered}`,
    throughput: `Throughput over time by flow; goodput: ${rates.join(", ") || "no flow"} ${covered}`,
    delay: `Queue delay over time: ${sojournMs === null ? packets : `at most ${waitText(sojournMs.max)}`} ${covered}`,
    distribution: `Queue delay, cumulative: ${sojournMs === null ? packets : `p50 ${waitText(sojournMs.p50)}, p90 ${waitText(sojournMs.p90)}, p99 ${waitText(sojournMs.p99)}`} ${covered}`,
  };
}
