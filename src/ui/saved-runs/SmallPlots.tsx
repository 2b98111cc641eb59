/** cwnd, queue delay and its distribution of one kept run, small, on scales of the whole notebook or its own. */
import { memo, type ReactNode } from "react";
import type { BucketSeries, DelayCdf, EventSeries } from "../../engine/index.ts";
import { counted } from "../../experiments/counted.ts";
import { type WatchedRun, waitText, warmupS } from "../bench/numbers/metrics.ts";
import { Note } from "../bench/plots/ChartFrame.tsx";
import { type DelayLine, delayLines, delayNotes } from "../bench/plots/QueueDelay.tsx";
import { steadyRange } from "../bench/plots/steady-range.ts";
import { BAND_ALPHA, type ChartNote, numbered, shortNumber } from "../shared/chart/chart-model.ts";
import { cssPaint, flowColour, flowDash } from "../shared/chart/colours.ts";
import { linearScale, niceDomain, type Scale, type TimeView } from "../shared/chart/plot-geometry.ts";
import { eventColumnsOf } from "../shared/chart/series.ts";
import { watchedLink, watchedResult } from "../state/run-view.ts";

export const SMALL = { width: 360, height: 140, left: 40, right: 346, top: 8, bottom: 118 } as const;
/** Further flows of a run would be no more than a tangle. */
const SHOWN_FLOWS = 4;

interface SmallPlotsProps {
  readonly run: WatchedRun;
  /** Those that all runs share; null: the run has its own. */
  readonly shared: SmallScales | null;
}

export const SmallPlots = memo(function SmallPlots({ run, shared }: SmallPlotsProps) {
  const { time, cwnd, delay, delays, share } = shared ?? scalesOf([run]);
  // A plot whose heights are not those of other runs says so.
  const named = (title: string) => (shared === null ? `${title}, own scale` : title);
  const { flows } = run.snapshot;
  const link = watchedLink(run);
  const words = smallPlotWords(run);
  const lines = delayLines(run);
  const view = { fromS: 0, toS: time.domain()[1] };
  const shown = flows.slice(0, SHOWN_FLOWS);
  const cwndTitle =
    flows.length > shown.length
      ? `cwnd (segments), first ${counted(shown.length, "flow")}`
      : "cwnd (segments)";
  return (
    <div className="kept__plots">
      <SmallPlot
        title={named(cwndTitle)}
        x={time}
        xWords="time (s)"
        y={cwnd}
        words={words.cwnd}
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
      <SmallPlot
        title={named("queue delay (ms)")}
        x={time}
        xWords="time (s)"
        y={delay}
        words={words.delay}
        notes={delayNotes(lines, view)}
        highest={highestOf(lines.map(({ delays }) => delays))}
      >
        {lines.map((line) => (
          <DelayPaths key={line.queue} line={line} view={view} x={time} y={delay} />
        ))}
      </SmallPlot>
      <SmallPlot
        title={named("share of packets")}
        x={delays}
        xWords="queue delay (ms)"
        y={share}
        words={words.distribution}
      >
        <path d={distributionPath(link.delayCdf, delays, share)} />
      </SmallPlot>
    </div>
  );
});

interface SmallPlotProps {
  readonly title: string;
  readonly x: Scale;
  readonly xWords: string;
  readonly y: Scale;
  readonly words: string;
  readonly notes?: readonly ChartNote[];
  /** Of what is drawn. */
  readonly highest?: number;
  readonly children: ReactNode;
}

const TICKS = 4;

/** With half a line's width on each side. */
const AIR = 1;
const INSIDE = {
  y: SMALL.top - AIR,
  width: SMALL.width,
  height: SMALL.bottom - SMALL.top + 2 * AIR,
  viewBox: `0 ${SMALL.top - AIR} ${SMALL.width} ${SMALL.bottom - SMALL.top + 2 * AIR}`,
};

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
        {highest > y.domain()[1] && (
          <text x={SMALL.left + 6} y={SMALL.top + 9}>
            {`↑ ${shortNumber(highest)}`}
          </text>
        )}
        {/* What is higher than the plot leaves it at its top, where that is said. */}
        <svg className="small-plot__lines" aria-hidden="true" {...INSIDE}>
          {children}
        </svg>
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

/** As on the bench: the mean as a line, and a band from the shortest to the longest. */
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

export function delayPaths(delays: EventSeries, view: TimeView, x: Scale, y: Scale) {
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
  readonly delay: Scale;
  /** x of the distribution, in ms. */
  readonly delays: Scale;
  /** y of the distribution. */
  readonly share: Scale;
}

/** That fit all of these runs: of several they are shared, of one they are its own. */
export function scalesOf(runs: readonly WatchedRun[]): SmallScales {
  const most = (values: readonly number[]) => Math.max(1e-3, ...values.filter(Number.isFinite));
  const upTo = (value: number): Scale => linearScale(niceDomain([0, value], 4), [SMALL.bottom, SMALL.top]);
  const along = (value: number): Scale => linearScale([0, value], [SMALL.left, SMALL.right]);
  const cwnds = ({ snapshot }: WatchedRun) => snapshot.flows.slice(0, SHOWN_FLOWS).map(({ cwnd }) => cwnd);
  return {
    time: along(most(runs.map(({ snapshot }) => snapshot.nowS))),
    cwnd: upTo(most(runs.map((run) => steadyTop(run, cwnds(run))))),
    delay: upTo(most(runs.map((run) => steadyTop(run, [watchedLink(run).queue.sojournMs])))),
    delays: along(most(runs.map((run) => watchedLink(run).delayCdf.ms.at(-1) ?? 0))),
    share: upTo(1),
  };
}

function highestOf(all: readonly BucketSeries[]): number {
  return all.reduce(
    (highest, { max }) => max.reduce((top, value) => (value > top ? value : top), highest),
    0,
  );
}

/** As the bench's plots: slow start's peak would flatten all the rest. */
function steadyTop({ scenario, snapshot }: WatchedRun, series: readonly BucketSeries[]): number {
  return steadyRange(series, { fromS: 0, toS: snapshot.nowS }, warmupS(scenario))?.steady ?? 0;
}

/** Each px's extremes on the way to its last value; a gap lifts the pen. */
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

/** To the ear. */
export function smallPlotWords(run: WatchedRun): Readonly<Record<"cwnd" | "delay" | "distribution", string>> {
  const { flows } = run.snapshot.results;
  const covered = `from ${warmupS(run.scenario)} s to ${run.snapshot.nowS} s`;
  const windows = flows.flatMap(({ cwndSegments }) => (cwndSegments === null ? [] : [cwndSegments]));
  const { sojournMs } = watchedResult(run);
  const cwnd =
    windows.length === 0
      ? "no window"
      : `${Math.min(...windows.map(({ min }) => min)).toFixed(0)} to ${Math.max(...windows.map(({ max }) => max)).toFixed(0)} segments`;
  const packets = "no packets";
  return {
    cwnd: `cwnd over time: ${cwnd} ${covered}`,
    delay: `Queue delay over time: ${sojournMs === null ? packets : `at most ${waitText(sojournMs.max)}`} ${covered}`,
    distribution: `Queue delay, cumulative: ${sojournMs === null ? packets : `p50 ${waitText(sojournMs.p50)}, p90 ${waitText(sojournMs.p90)}, p99 ${waitText(sojournMs.p99)}`} ${covered}`,
  };
}
