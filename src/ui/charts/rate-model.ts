/** Throughput of each flow over a sliding window. */
import { capacitySteps, highestOf } from "./capacity-steps.ts";
import {
  type ChartModel,
  type ChartNote,
  type DrawPlot,
  type PlotLabel,
  type Reading,
  shortNumber,
  tableOfReadings,
} from "./chart-model.ts";
import type { RunView, ThroughputChartProps } from "./chart-props.ts";
import { flowStyle, ghostStyle, inFront } from "./cwnd-model.ts";
import { viewOf } from "./draw-flow-events.ts";
import { clipToPlot, type LineStyle, strokePoints, strokeSamples } from "./line-path.ts";
import type { Plot } from "./plot-geometry.ts";
import { flowCount, flowName, flowNotes } from "./run-facts.ts";
import {
  fairShareSteps,
  type RateSeries,
  rateAt,
  type Step,
  slidingRate,
  whileAlive,
} from "./sliding-rate.ts";

export type RateInput = Pick<ThroughputChartProps, "run" | "pinned" | "view" | "highlightFlow" | "capacity">;

/** One second, as the momentary fairness index; shorter would show packets, longer would hide the teeth. */
const WINDOW_S = 1;
/** Flows whose rate is drawn; the rest are in the table and in the sum. */
const DRAWN_FLOWS = 16;
const READ_FLOWS = 4;
/** Air for the capacity's pill above its line. */
const ABOVE_CAPACITY = 1.28;

interface FlowRate {
  readonly flow: number;
  readonly rate: RateSeries;
}

export function ratesOf(run: RunView): FlowRate[] {
  const { receivedBytes, length, intervalS } = run.snapshot.samples;
  return receivedBytes.slice(0, DRAWN_FLOWS).map((bytes, flow) => {
    const rate = slidingRate(bytes, length, intervalS, WINDOW_S);
    const life = run.snapshot.results.flows[flow];
    return { flow, rate: life === undefined ? rate : whileAlive(rate, life) };
  });
}

/** The pinned run's curve must not leave the plot when the capacity shrinks. */
function pinnedCapacity(pinned: RunView | null): number {
  return pinned === null ? 0 : highestOf(capacitySteps(pinned.scenario));
}

/** The rates of all flows together, where there are several. */
function totalRate(run: RunView): RateSeries | null {
  const { receivedBytes, length, intervalS } = run.snapshot.samples;
  if (receivedBytes.length < 2) return null;
  const sum = new Float64Array(length);
  for (const bytes of receivedBytes)
    for (let sample = 0; sample < length; sample++) sum[sample] += bytes[sample];
  return slidingRate(sum, length, intervalS, WINDOW_S);
}

export function rateModel(input: RateInput): ChartModel {
  const { run, pinned, view, capacity } = input;
  const rates = ratesOf(run);
  const before = pinned === null ? [] : ratesOf(pinned);
  const shares = flowCount(run) > 1 ? fairShareSteps(run.snapshot.results.flows, capacity.steps) : [];
  const total = totalRate(run);
  const readAt = (timeS: number) => rateReadings(input, rates, before, timeS);
  return {
    title: "throughput",
    unit: "Mbps",
    yDomain: [0, Math.max(highestOf(capacity.steps), pinnedCapacity(pinned)) * ABOVE_CAPACITY],
    draw: drawRates(input, rates, before, shares, total),
    labels: (plot) => shareLabels(shares, plot),
    notes: () => rateNotes(run),
    readAt,
    summary: rateSummary(run),
    table: () => tableOfReadings(view.fromS, view.toS, readAt, "Mbps"),
  };
}

function drawRates(
  { highlightFlow, capacity }: RateInput,
  rates: readonly FlowRate[],
  before: readonly FlowRate[],
  shares: readonly Step[],
  total: RateSeries | null,
): DrawPlot {
  return (context, plot, colours) => {
    clipToPlot(context, plot, () => {
      for (const { rate } of before) strokeRate(context, rate, plot, ghostStyle(colours));
      // A capacity that stays has its line from the handle.
      if (capacity.steps.length > 1)
        strokeSteps(context, capacity.steps, plot, { colour: colours.inkSoft, width: 1.5, dash: [5, 3] });
      strokeSteps(context, shares, plot, { colour: colours.inkSoft, width: 1, dash: [2, 3] });
      if (total !== null)
        strokeRate(context, total, plot, { colour: colours.ink, width: 0.9, dash: [], alpha: 0.8 });
      const count = rates.length;
      for (const { flow, rate } of inFront(rates, highlightFlow)) {
        strokeRate(context, rate, plot, flowStyle(flow, colours, { count, highlightFlow }));
      }
    });
  };
}

function strokeRate(context: CanvasRenderingContext2D, rate: RateSeries, plot: Plot, style: LineStyle): void {
  strokeSamples(context, rate.mbps, rate.intervalS, plot, style);
}

function strokeSteps(
  context: CanvasRenderingContext2D,
  steps: readonly Step[],
  plot: Plot,
  style: LineStyle,
): void {
  const endS = viewOf(plot).toS;
  const at = (index: number) => {
    const step = steps[index >> 1];
    const timeS = index % 2 === 0 ? step.fromS : Math.min(endS, steps[(index >> 1) + 1]?.fromS ?? endS);
    return [plot.x(timeS), plot.y(step.value)] as const;
  };
  strokePoints(context, steps.length * 2, at, style);
}

function rateReadings(
  { run, pinned, highlightFlow }: RateInput,
  rates: readonly FlowRate[],
  before: readonly FlowRate[],
  timeS: number,
): Reading[] {
  const shown =
    highlightFlow === null ? rates.slice(0, READ_FLOWS) : rates.filter(({ flow }) => flow === highlightFlow);
  const lone = pinned === null ? "throughput" : run.label;
  const readings = shown.map(({ flow, rate }) => {
    const value = rateAt(rate, timeS);
    return {
      name: rates.length === 1 ? lone : flowName(flow),
      value,
      text: `${shortNumber(value)} Mbps`,
      paint: flow,
    };
  });
  if (pinned === null || before.length === 0) return readings;
  const value = rateAt(before[0].rate, timeS);
  return [
    ...readings,
    { name: "pinned", value, text: `${shortNumber(value)} Mbps`, paint: "ghost" as const },
  ];
}

/** The share now in force, at the right end of its line. */
function shareLabels(shares: readonly Step[], plot: Plot): PlotLabel[] {
  const { fromS, toS } = viewOf(plot);
  const last = shares.filter((step) => step.fromS < toS && Number.isFinite(step.value)).at(-1);
  if (last === undefined || last.fromS > fromS + (toS - fromS) * 0.9) return [];
  const y = plot.y(last.value) - 5;
  return [
    { text: `fair share ${shortNumber(last.value)}`, x: plot.right - 4, y, anchor: "end", paint: "inkSoft" },
  ];
}

function rateNotes(run: RunView): ChartNote[] {
  const together: ChartNote[] = flowCount(run) > 1 ? [{ text: "all", paint: "ink", dash: [] }] : [];
  return [...flowNotes(run), ...together, { text: "payload, over 1 s" }];
}

function rateSummary(run: RunView): string {
  const { flows, links } = run.snapshot.results;
  const total = flows.reduce((sum, flow) => sum + flow.goodputBps, 0) / 1e6;
  const utilisation = (100 * (links[0]?.utilisation ?? 0)).toFixed(1);
  return `Goodput ${shortNumber(total)} Mbps in all after the warm-up, link ${utilisation} % used.`;
}
