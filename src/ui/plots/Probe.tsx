/** "Inside the algorithm": one small plot per declared probe. The code does not depend on any particular algorithm. */

import { delayText, type Probe, type ProbeSeries, type Unit } from "../../engine/index.ts";
import type { RunView } from "../core/run-view.ts";
import { watchedLink } from "../core/run-view.ts";
import { type ChartModel, type Reading, shortNumber } from "../shared/chart/chart-model.ts";
import type { Paint } from "../shared/chart/colours.ts";
import { pinnedMarks } from "../shared/chart/marks.ts";
import { type Domain, niceDomain } from "../shared/chart/plot-geometry.ts";
import { extentIn, valueAt } from "../shared/chart/recorded-series.ts";
import type { FigureProps, TimeChartProps } from "./chart-props.ts";
import { besidePinned, coveredWords, runPaint, sentence } from "./run-facts.ts";
import { warmupS } from "./run-metrics.ts";
import { TimePlot, type TimePlotFacts, useTimeFigure } from "./TimePlot.tsx";
import { probeTheory } from "./theory.ts";

interface ProbeInput extends Pick<TimeChartProps, "run" | "pinned" | "view"> {
  /** Source of the probe: "queue", or the index of a flow (counted over all groups). */
  readonly source: "queue" | number;
  readonly probeId: string;
}

interface ProbePlotProps extends Pick<ProbeInput, "source" | "probeId"> {
  readonly chart: TimeChartProps;
}

/** The plot of one probe. It does not depend on any particular algorithm. */
export function ProbePlot(props: ProbePlotProps) {
  return <TimePlot {...timePlotOf(props)} />;
}

/** Hands the plot of one probe over to its children, which draw it outside the page. */
export function ProbeFigure({ children, ...props }: ProbePlotProps & Pick<FigureProps, "children">) {
  return children(useTimeFigure(timePlotOf(props)));
}

function timePlotOf({ chart, source, probeId }: ProbePlotProps) {
  const { run, pinned, view } = chart;
  const facts = source === "queue" ? OF_QUEUE : OF_FLOW;
  return { facts, chart, input: { run, pinned, view, source, probeId } };
}

const OF_QUEUE: TimePlotFacts<ProbeInput> = {
  kind: "probe",
  model: probeModel,
  theory: probeTheory,
  asks: { of: "queue" },
};

const OF_FLOW: TimePlotFacts<ProbeInput> = { ...OF_QUEUE, asks: { of: "cwnd" } };

/** Returns the plot of a probe; null if the source has no such probe. */
export function probeModel(input: ProbeInput): ChartModel | null {
  const { run, pinned, source } = input;
  const now = seriesOf(run, input);
  if (now === null) return null;
  const before = pinned && seriesOf(pinned, input);
  const paint = source === "queue" ? runPaint(run) : source;
  const { label, symbol = label, unit } = now.probe;
  const readAt = (timeS: number): Reading[] => {
    const reading = ({ probe, series }: ProbeSeries, name: string, its: Paint): Reading => {
      const value = valueAt(series, timeS);
      return { name, value, text: probeText(probe, value), paint: its };
    };
    return [reading(now, symbol, paint), ...(before === null ? [] : [reading(before, "pinned", "ghost")])];
  };
  return {
    title: symbol,
    unit: unitWord(unit),
    yDomain: domainOf(before === null ? [now] : [now, before], input),
    yFormat: (value) => String(Number(value.toPrecision(3))),
    marks: [
      ...pinnedMarks(before, ({ series }) => [{ mark: "line", data: series, style: { paint } }]),
      { mark: "line", data: now.series, style: { paint, width: 0.9 } },
    ],
    peaks: [now, ...(before === null ? [] : [before])].map(({ series }) => series),
    notes: () => (symbol === label ? [] : [{ text: label }]),
    readAt,
    summary: () => probeWords(run, pinned, now, before),
  };
}

function seriesOf(run: RunView, { source, probeId }: ProbeInput): ProbeSeries | null {
  const { queue } = watchedLink(run);
  const traced = run.snapshot.flows.find((trace) => trace.flow === source);
  const probes = source === "queue" ? queue.probes : traced?.probes;
  return probes?.find(({ probe }) => probe.id === probeId) ?? null;
}

const UNIT_WORDS: Readonly<Partial<Record<Unit, string>>> = { ratio: "", count: "", "per-s": "per s" };

function unitWord(unit: Unit): string {
  return UNIT_WORDS[unit] ?? unit;
}

/**
 * Minimum range of the axis. A probability that decays during idle time never reaches 0 and soon becomes too small for an axis.
 */
const LEAST_SPAN = 1e-9;

/** Returns the range of the axis: the values after the warm-up, and 0. */
function domainOf(all: readonly ProbeSeries[], { run, view }: ProbeInput): Domain {
  const settled = { fromS: Math.max(view.fromS, warmupS(run.scenario)), toS: view.toS };
  const extents = all
    .map(({ series }) => extentIn(series, settled) ?? extentIn(series, view))
    .filter((each) => each !== null);
  const top = Math.max(0, ...extents.map((each) => each.high));
  const bottom = Math.min(0, ...extents.map((each) => each.low));
  return niceDomain([bottom, top - bottom > LEAST_SPAN ? top * 1.06 : bottom + 1], 3);
}

function probeText({ unit }: Probe, value: number): string {
  if (unit === "ms") return delayText(value, shortNumber);
  return `${shortNumber(value)} ${unitWord(unit)}`.trim();
}

/** Describes a probe: its meaning, its range and its mean. */
function probeWords(
  run: RunView,
  pinned: RunView | null,
  now: ProbeSeries,
  before: ProbeSeries | null,
): string {
  const { probe } = now;
  const text = (value: number) =>
    probe.unit === "count" && Number.isInteger(value) ? String(value) : probeText(probe, value);
  const settled = { fromS: settledS(run), toS: run.snapshot.nowS };
  const extent = extentIn(now.series, settled);
  if (extent === null) return `${sentence(probe.help)} No value has been recorded.`;
  const { low, high } = extent;
  const range =
    text(low) === text(high)
      ? `Always ${text(low)}`
      : `Between ${text(low)} and ${text(high)}, on average ${text(meanOf(now, run))}`;
  const beside = besidePinned(run, before === null ? null : pinned, (other) =>
    before === null ? [] : [`on average ${text(meanOf(now, run))} instead of ${text(meanOf(before, other))}`],
  );
  return `${sentence(probe.help)} ${range}, ${coveredWords(run)}.${beside}`;
}

function settledS({ scenario, snapshot }: RunView): number {
  return Math.min(warmupS(scenario), snapshot.nowS);
}

/** Returns the mean over time. Each recorded value applies until the next value. */
function meanOf({ series: { startS, bucketS, length, last } }: ProbeSeries, run: RunView): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < length; i++) {
    if (startS + i * bucketS < settledS(run) || Number.isNaN(last[i])) continue;
    sum += last[i];
    count++;
  }
  return sum / count;
}
