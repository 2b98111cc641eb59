/** Throughput of each flow over a sliding window, below the watched link's capacity. */

import {
  type ChartModel,
  type ChartNote,
  type DrawPlot,
  type PlotLabel,
  type Reading,
  shortNumber,
  tableOfReadings,
} from "../../shared/chart/chart-model.ts";
import { canvasPaint } from "../../shared/chart/colours.ts";
import type { Plot } from "../../shared/chart/plot-geometry.ts";
import { clipToPlot, type LineStyle, strokePoints, strokeSamples } from "../../shared/chart/series.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks, watchedLink } from "../../state/watched-link.ts";
import { type CapacityLine, capacitySteps, highestOf } from "./capacity-steps.ts";
import type { ThroughputChartProps } from "./chart-props.ts";
import { capacityText, togetherWords } from "./chart-words.ts";
import { flowStyle, ghostStyle, inFront } from "./cwnd-model.ts";
import { viewOf } from "./draw-flow-events.ts";
import {
  flowName,
  flowNotes,
  passesWatched,
  shortFlowName,
  steppingBack,
  watchedFirst,
} from "./flow-names.ts";
import { rateWords } from "./rate-words.ts";
import { SHARE_DASHES, SHARE_WORDS, type ShareLine } from "./share-line.ts";
import { type RateSeries, rateAt, type Step, slidingRate, whileAlive } from "./sliding-rate.ts";

export interface RateInput
  extends Pick<ThroughputChartProps, "run" | "pinned" | "view" | "highlightFlow" | "capacity"> {
  /** What a fair network would give. */
  readonly shares: readonly ShareLine[];
}

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

/** Those over the watched link first. */
export function ratesOf(run: RunView): FlowRate[] {
  const { receivedBytes, length, intervalS } = run.snapshot.samples;
  const flows = receivedBytes.map((bytes, flow) => ({ flow, bytes }));
  return watchedFirst(run, flows)
    .slice(0, DRAWN_FLOWS)
    .map(({ flow, bytes }) => {
      const rate = slidingRate(bytes, length, intervalS, WINDOW_S);
      const life = run.snapshot.results.flows[flow];
      return { flow, rate: life === undefined ? rate : whileAlive(rate, life) };
    });
}

/** The pinned run's curve must not leave the plot when the capacity shrinks. */
function pinnedCapacity(pinned: RunView | null): number {
  return pinned === null ? 0 : highestOf(capacitySteps(pinned));
}

/** The rates of all flows over the watched link together, where there are several. */
function totalRate(run: RunView): RateSeries | null {
  const { receivedBytes, length, intervalS } = run.snapshot.samples;
  const over = receivedBytes.filter((_, flow) => passesWatched(run, flow));
  if (over.length < 2) return null;
  const sum = new Float64Array(length);
  for (const bytes of over) for (let sample = 0; sample < length; sample++) sum[sample] += bytes[sample];
  return slidingRate(sum, length, intervalS, WINDOW_S);
}

export function rateModel(input: RateInput): ChartModel {
  const { run, pinned, view, capacity, shares } = input;
  const rates = ratesOf(run);
  const before = pinned === null ? [] : ratesOf(pinned);
  const total = totalRate(run);
  const readAt = (timeS: number) => rateReadings(input, rates, before, timeS);
  return {
    title: "throughput",
    unit: "Mbps",
    yDomain: [0, Math.max(highestOf(capacity.steps), pinnedCapacity(pinned)) * ABOVE_CAPACITY],
    draw: drawRates(input, rates, before, shares, total),
    labels: (plot) => [...capacityLabels(run, capacity, plot), ...shareLabels(shares, capacity, plot)],
    notes: () => rateNotes(run, total, shares),
    readAt,
    summary: () => rateWords(run, pinned, shares, view.toS),
    table: (rows) => tableOfReadings(view.fromS, view.toS, readAt, "Mbps", rows),
  };
}

function drawRates(
  { run, highlightFlow, capacity }: RateInput,
  rates: readonly FlowRate[],
  before: readonly FlowRate[],
  shares: readonly ShareLine[],
  total: RateSeries | null,
): DrawPlot {
  return (context, plot, colours) => {
    clipToPlot(context, plot, () => {
      for (const { rate } of before) strokeRate(context, rate, plot, ghostStyle(colours));
      if (isDrawn(capacity))
        strokeSteps(context, capacity.steps, plot, { colour: colours.inkSoft, width: 1.5, dash: [5, 3] });
      for (const { fairness, paint, steps } of shares) {
        const dash = SHARE_DASHES[fairness];
        strokeSteps(context, steps, plot, {
          colour: canvasPaint(paint, colours),
          width: 1,
          dash,
          alpha: 0.8,
        });
      }
      if (total !== null)
        strokeRate(context, total, plot, { colour: colours.ink, width: 0.9, dash: [], alpha: 0.8 });
      const count = rates.length;
      const isBehind = steppingBack(run);
      for (const { flow, rate } of inFront(run, rates, highlightFlow)) {
        strokeRate(
          context,
          rate,
          plot,
          flowStyle(flow, colours, { count, highlightFlow, isBehind: isBehind(flow) }),
        );
      }
    });
  };
}

/** A capacity that stays and can be dragged has its line from the handle. */
function isDrawn({ steps, handle }: CapacityLine): boolean {
  return steps.length > 1 || handle === null;
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
      name: rates.length === 1 ? lone : flowName(run, flow),
      shortName: rates.length === 1 ? lone : shortFlowName(run, flow),
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

/** Where no handle says it. */
function capacityLabels(run: RunView, { steps, handle }: CapacityLine, plot: Plot): PlotLabel[] {
  const last = steps.findLast(({ fromS }) => fromS < viewOf(plot).toS);
  if (handle !== null || last === undefined) return [];
  const link = hasSeveralLinks(run) ? watchedLink(run).label : null;
  const text = capacityText(shortNumber(last.value), link);
  return [{ text, x: plot.right - 4, y: plot.y(last.value) - 5, anchor: "end", paint: "inkSoft" }];
}

/** A label needs this much room above the one before. */
const LABEL_LINE_PX = 12;

/** The shares now in force, at the right ends of their lines; those of max-min first where there is no room for all. */
function shareLabels(
  shares: readonly ShareLine[],
  { steps: capacity }: CapacityLine,
  plot: Plot,
): PlotLabel[] {
  const labels: PlotLabel[] = [];
  const taken = capacity.length === 0 ? [] : [plot.y(capacity[capacity.length - 1].value) - 5];
  const both = new Set(shares.map(({ fairness }) => fairness)).size > 1;
  for (const { fairness, paint, steps } of shares) {
    const last = shareAtEnd(steps, plot);
    if (last === null) continue;
    const y = plot.y(last) - 5;
    if (taken.some((other) => Math.abs(other - y) < LABEL_LINE_PX)) continue;
    taken.push(y);
    const words = both ? fairness : "fair share";
    labels.push({ text: `${words} ${shortNumber(last)}`, x: plot.right - 4, y, anchor: "end", paint });
  }
  return labels;
}

/** Null where there is none, or where its line is too short for a label. */
function shareAtEnd(steps: readonly Step[], plot: Plot): number | null {
  const { fromS, toS } = viewOf(plot);
  const index = steps.findLastIndex((step) => step.fromS < toS);
  const last = steps[index];
  if (last === undefined || !Number.isFinite(last.value) || last.value === 0) return null;
  return last.fromS > fromS + (toS - fromS) * 0.9 ? null : last.value;
}

function rateNotes(run: RunView, total: RateSeries | null, shares: readonly ShareLine[]): ChartNote[] {
  const all = togetherWords(hasSeveralLinks(run) ? watchedLink(run).label : null);
  const together: ChartNote[] = total === null ? [] : [{ text: all, paint: "ink", dash: [] }];
  const kinds = new Set(shares.map(({ fairness }) => fairness));
  const fair = [...kinds].map(
    (kind): ChartNote => ({ text: SHARE_WORDS[kind], paint: "inkSoft", dash: SHARE_DASHES[kind] }),
  );
  return [...flowNotes(run), ...together, ...fair, { text: "payload, over 1 s" }];
}
