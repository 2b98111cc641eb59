/** "Inside the algorithm": one small plot per declared observable; no algorithm is named here. */

import { delayText, type Probe, type ProbeSeries, type Unit } from "../../../engine/index.ts";
import {
  type ChartModel,
  type DrawPlot,
  type Reading,
  shortNumber,
  tableOfReadings,
} from "../../shared/chart/chart-model.ts";
import { canvasPaint, type Paint } from "../../shared/chart/colours.ts";
import { type Domain, niceDomain } from "../../shared/chart/plot-geometry.ts";
import { clipToPlot, extentIn, valueAt } from "../../shared/chart/series.ts";
import type { RunView } from "../../state/run-view.ts";
import { watchedLink } from "../../state/run-view.ts";
import { ghostStyle, seriesStroker } from "./Cwnd.tsx";
import { besidePinned, coveredWords, runPaint, sentence, warmupS } from "./run-facts.ts";
import { TimePlot, type TimePlotFacts } from "./TimePlot.tsx";
import { probeTheory } from "./theory.ts";
import type { TimeChartProps } from "./time-chart.ts";

interface ProbeInput extends Pick<TimeChartProps, "run" | "pinned" | "view"> {
  /** "queue", or the index of a flow (groups expanded). */
  readonly source: "queue" | number;
  readonly probeId: string;
}

interface ProbePlotProps extends Pick<ProbeInput, "source" | "probeId"> {
  readonly chart: TimeChartProps;
}

/** No algorithm is named here. */
export function ProbePlot({ chart, source, probeId }: ProbePlotProps) {
  const { run, pinned, view } = chart;
  const facts = source === "queue" ? OF_QUEUE : OF_FLOW;
  return <TimePlot facts={facts} chart={chart} input={{ run, pinned, view, source, probeId }} />;
}

const OF_QUEUE: TimePlotFacts<ProbeInput> = {
  kind: "probe",
  model: probeModel,
  theory: ({ run, source, probeId }, theory) => probeTheory({ run, theory }, source, probeId),
  asks: { of: "queue" },
};

const OF_FLOW: TimePlotFacts<ProbeInput> = { ...OF_QUEUE, asks: { of: "cwnd" } };

/** Null where the source has no such probe. */
export function probeModel(input: ProbeInput): ChartModel | null {
  const { run, view } = input;
  const now = seriesOf(run, input);
  if (now === null) return null;
  const before = input.pinned === null ? null : seriesOf(input.pinned, input);
  const readAt = (timeS: number) => probeReadings(input, now, before, timeS);
  const unit = unitWord(now.probe.unit);
  return {
    title: now.probe.symbol ?? now.probe.label,
    unit,
    yDomain: domainOf([now, ...(before === null ? [] : [before])], input),
    yFormat: shortTick,
    draw: drawProbe(now, before, paintOf(input)),
    labels: () => [],
    notes: () => (now.probe.symbol === undefined ? [] : [{ text: now.probe.label }]),
    readAt,
    summary: () => probeWords(run, input.pinned, now, before),
    table: (rows) => tableOfReadings(view.fromS, view.toS, readAt, unit, rows),
  };
}

function seriesOf(run: RunView, { source, probeId }: ProbeInput): ProbeSeries | null {
  const { queue } = watchedLink(run);
  const traced = run.snapshot.flows.find((trace) => trace.flow === source);
  const probes = source === "queue" ? queue.probes : traced?.probes;
  return probes?.find(({ probe }) => probe.id === probeId) ?? null;
}

function paintOf({ run, source }: ProbeInput): Paint {
  return source === "queue" ? runPaint(run) : source;
}

const UNIT_WORDS: Readonly<Partial<Record<Unit, string>>> = { ratio: "", count: "", "per-s": "per s" };

function unitWord(unit: Unit): string {
  return UNIT_WORDS[unit] ?? unit;
}

function shortTick(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** What occurs after the warm-up, and 0. */
function domainOf(all: readonly ProbeSeries[], { run, view }: ProbeInput): Domain {
  const series = all.map((each) => each.series);
  const settled = { fromS: Math.max(view.fromS, warmupS(run)), toS: view.toS };
  const extents = series
    .map((each) => extentIn(each, settled) ?? extentIn(each, view))
    .filter((each) => each !== null);
  const top = Math.max(0, ...extents.map((each) => each.high));
  const bottom = Math.min(0, ...extents.map((each) => each.low));
  return niceDomain([bottom, top > bottom ? top * 1.06 : bottom + 1], 3);
}

function drawProbe(now: ProbeSeries, before: ProbeSeries | null, paint: Paint): DrawPlot {
  return (context, plot, colours) => {
    clipToPlot(context, plot, () => {
      const stroke = seriesStroker(context, plot);
      if (before !== null) stroke(before.series, ghostStyle(colours));
      stroke(now.series, { colour: canvasPaint(paint, colours), width: colours.line * 0.9, dash: [] });
    });
  };
}

function probeReadings(
  input: ProbeInput,
  now: ProbeSeries,
  before: ProbeSeries | null,
  timeS: number,
): Reading[] {
  const reading = ({ probe, series }: ProbeSeries, name: string, paint: Paint): Reading => {
    const value = valueAt(series, timeS);
    return { name, value, text: probeText(probe, value), paint };
  };
  const name = nameOf(now.probe);
  const readings = [reading(now, name, paintOf(input))];
  if (before === null || input.pinned === null) return readings;
  return [...readings, reading(before, "pinned", "ghost")];
}

function probeText({ unit }: Probe, value: number): string {
  if (unit === "ms") return delayText(value, shortNumber);
  return `${shortNumber(value)} ${unitWord(unit)}`.trim();
}

function nameOf(probe: Probe): string {
  return probe.symbol ?? probe.label;
}

/** What the plot of an algorithm's observable shows: what it is, between what it goes, and where it ends. */

function probeWords(
  run: RunView,
  pinned: RunView | null,
  now: ProbeSeries,
  before: ProbeSeries | null,
): string {
  const { probe } = now;
  const text = (value: number) =>
    probe.unit === "count" && Number.isInteger(value) ? String(value) : probeText(probe, value);
  const settled = { fromS: Math.min(warmupS(run), run.snapshot.nowS), toS: run.snapshot.nowS };
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

/** Over time; what was recorded last stands until the next. */
function meanOf({ series: { startS, bucketS, length, last } }: ProbeSeries, run: RunView): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < length; i++) {
    if (startS + i * bucketS < Math.min(warmupS(run), run.snapshot.nowS) || Number.isNaN(last[i])) continue;
    sum += last[i];
    count++;
  }
  return count === 0 ? Number.NaN : sum / count;
}
