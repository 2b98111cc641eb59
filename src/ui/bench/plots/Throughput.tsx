/** Throughput per flow, with the watched link's capacity as a line to be dragged and the fair share where flows compete. */

import { useMemo } from "react";
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
import { hasSeveralLinks, watchedLink, watchedResult } from "../../state/run-view.ts";
import { goodputBps, measured, percentChange, rateText } from "../numbers/metrics.ts";
import { flowStyle, ghostStyle, inFront } from "./Cwnd.tsx";
import {
  type Fairness,
  fairShareLines,
  flowsCompete,
  SHARE_DASHES,
  SHARE_WORDS,
  type ShareLine,
} from "./fair-shares.ts";
import { viewOf } from "./flow-events.ts";
import {
  flowCount,
  flowName,
  flowNotes,
  NAMED_FLOWS,
  passesWatched,
  shortFlowName,
  steppingBack,
  watchedFirst,
} from "./flow-names.ts";
import { LineHandle } from "./Handles.tsx";
import {
  type CapacityLine,
  capacitySteps,
  highestOf,
  type RateSeries,
  rateAt,
  type Step,
  slidingRate,
  whileAlive,
} from "./rates.ts";
import { besidePinned, coveredWords, isWarmingUp, namedOf, sentence } from "./run-facts.ts";
import { defineTimePlot } from "./TimePlot.tsx";
import { rateTheory } from "./theory.ts";
import { type TimeChartProps, useCapacity } from "./time-chart.ts";

interface RateInput extends Pick<TimeChartProps, "run" | "pinned" | "view" | "highlightFlow"> {
  readonly capacity: CapacityLine;
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
  const whose = hasSeveralLinks(run) ? ` of ${watchedLink(run).label}` : "";
  const text = `capacity${whose} ${shortNumber(last.value)} Mbps`;
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
  const all = hasSeveralLinks(run) ? `all over ${watchedLink(run).label}` : "all";
  const together: ChartNote[] = total === null ? [] : [{ text: all, paint: "ink", dash: [] }];
  const kinds = new Set(shares.map(({ fairness }) => fairness));
  const fair = [...kinds].map(
    (kind): ChartNote => ({ text: SHARE_WORDS[kind], paint: "inkSoft", dash: SHARE_DASHES[kind] }),
  );
  return [...flowNotes(run), ...together, ...fair, { text: "payload, over 1 s" }];
}

export function rateWords(
  run: RunView,
  pinned: RunView | null,
  shares: readonly ShareLine[],
  atS: number,
): string {
  const link = hasSeveralLinks(run) ? watchedLink(run).label : "link";
  const used = `${link} ${(100 * watchedResult(run).utilisation).toFixed(1)} % used`;
  const goodput = isWarmingUp(run)
    ? "goodput counts after the warm-up"
    : `goodput ${rateText(totalBps(run))} in all`;
  const all = `${goodput}, ${used}, ${coveredWords(run)}`;
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(all)}.${flowRates(run)}${shareWords(run, shares, atS)}${beside}`;
}

/** Over the time of the figures, as the number beside the plot; a flow's own is over its own time. */
function totalBps(run: RunView): number {
  return goodputBps(measured(run));
}

function flowRates(run: RunView): string {
  if (flowCount(run) < 2 || isWarmingUp(run)) return "";
  const flows = watchedFirst(
    run,
    run.snapshot.results.flows.map(({ id, goodputBps: bps }) => ({ flow: id, bps })),
  );
  const words = namedOf(flows, NAMED_FLOWS, "flow", ({ flow, bps }) => {
    return `${flowName(run, flow)} ${rateText(bps)}`;
  });
  return ` Each while it ran: ${words.join(", ")}.`;
}

function shareWords(run: RunView, shares: readonly ShareLine[], atS: number): string {
  const words = shares.flatMap(({ fairness, flow, steps }: ShareLine & { fairness: Fairness }) => {
    const value = steps.findLast((step) => step.fromS <= atS)?.value ?? Number.NaN;
    const whose = flowCount(run) > 1 ? ` of ${flowName(run, flow)}` : "";
    return Number.isFinite(value) ? [`${SHARE_WORDS[fairness]}${whose} ${shortNumber(value)} Mbps`] : [];
  });
  return words.length > 0 ? ` ${sentence(words.join(", "))}.` : "";
}

function changes(run: RunView, before: RunView): string[] {
  const change = percentChange(totalBps(run), totalBps(before));
  const [now, then] = [run, before].map((each) => (100 * watchedResult(each).utilisation).toFixed(1));
  return [
    ...(change === "" ? [] : [`goodput ${change}`]),
    now === then ? `${now} % used as before` : `${now} % used instead of ${then} %`,
  ];
}

export const throughput = defineTimePlot({
  id: "throughput",
  kind: "rate",
  place: "stage",
  heightPx: 112,
  isHandleAbove: true,
  useInput({ run, pinned, view, highlightFlow }) {
    const shares = useMemo(
      () => (flowsCompete(run) ? fairShareLines(run, highlightFlow) : []),
      [run, highlightFlow],
    );
    return { run, pinned, view, highlightFlow, shares, ...useCapacity(run) };
  },
  model: rateModel,
  theory: ({ run, highlightFlow }, theory) => rateTheory({ run, theory, highlightFlow }),
  handles: (plot, { capacity, handle }, onHold) =>
    capacity.handle !== null &&
    handle !== null && (
      <LineHandle
        plot={plot}
        label="Capacity, on the throughput plot"
        value={capacity.handle.mbps}
        text={`capacity ${Number(capacity.handle.mbps.toPrecision(4))} Mbps`}
        scale={handle.scale}
        fixed={handle.isFixed}
        paint="inkSoft"
        untilS={capacity.handle.untilS}
        bare={capacity.steps.length > 1}
        onHold={onHold}
        onChange={handle.onDrag}
      />
    ),
  asks: { of: "throughput" },
});
