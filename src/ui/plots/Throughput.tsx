/**
 * Throughput per flow, with the watched link's capacity as a line that can be dragged, and the fair share if flows
 * compete. Throughput counts packets when they arrive at the receiver, so it stays below the link's rate. Goodput, an
 * optional second line, counts bytes when they are in order: no bytes behind a gap, and all of them immediately when
 * the retransmission fills the gap.
 */

import { useMemo, useState } from "react";
import { isTraceText, linkById, resolvePath, traceOf } from "../../engine/index.ts";
import { capacitySetting } from "../core/link-handles.ts";
import type { RunView } from "../core/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../core/run-view.ts";
import { useBenchState } from "../core/use-store.ts";
import {
  type ChartModel,
  type ChartNote,
  type PlotLabel,
  type Reading,
  shortNumber,
} from "../shared/chart/chart-model.ts";
import type { Paint } from "../shared/chart/colours.ts";
import { type Mark, pinnedMarks, type Step } from "../shared/chart/marks.ts";
import type { LineStyle } from "../shared/chart/pen.ts";
import { type Plot, viewOf } from "../shared/chart/plot-geometry.ts";
import { flowLines } from "./Cwnd.tsx";
import type { TimeChartProps } from "./chart-props.ts";
import { fairShareLines, flowsCompete, SHARES, type ShareLine } from "./fair-share-lines.ts";
import {
  flowCount,
  flowName,
  flowNotes,
  NAMED_FLOWS,
  passesWatched,
  shortFlowName,
  watchedFirst,
} from "./flow-names.ts";
import { besidePinned, coveredWords, namedOf, sentence } from "./run-facts.ts";
import { goodputBps, isWarmingUp, measured, percentChange, rateText } from "./run-metrics.ts";
import {
  type CapacityLine,
  capacityLine,
  capacitySteps,
  highestOf,
  opportunitySteps,
  type RateSeries,
  rateAt,
  slidingRate,
  whileAlive,
} from "./sliding-rates.ts";
import { defineTimePlot } from "./TimePlot.tsx";
import { rateTheory } from "./theory.ts";
import { type PathHandle, useLinkHandle } from "./use-handle.ts";

interface RateInput extends Pick<TimeChartProps, "run" | "pinned" | "view" | "highlightFlow"> {
  readonly capacity: CapacityLine;
  /** The fair shares of the flows. */
  readonly shares: readonly ShareLine[];
  /** True if goodput is drawn in addition to throughput. */
  readonly withGoodput: boolean;
}

/**
 * Window over which rates are averaged (s), as for the momentary fairness index. A shorter window would show single
 * packets, a longer one would hide the teeth.
 */
const WINDOW_S = 1;
/** Maximum number of flows whose rates are drawn. Further flows are in the table and in the sum. */
const DRAWN_FLOWS = 16;
const READ_FLOWS = 4;
const GOODPUT = { px: 1.2, dash: [2, 2.5] } as const;
const ARRIVAL =
  "Payload that arrives at the receiver, averaged over 1 s, in any order and including retransmissions. It never exceeds the capacity of the link.";
const GOODPUT_NOTE: ChartNote = {
  text: "goodput",
  inFull:
    "Goodput: payload received in order, averaged over 1 s. Data behind a gap counts when the gap is filled, all at once, so goodput can fall to 0 and jump above the capacity.",
  paint: "inkSoft",
  dash: GOODPUT.dash,
};
/** Factor of room above the capacity's line for its label. */
const ABOVE_CAPACITY = 1.28;

interface FlowRate {
  readonly flow: number;
  readonly rate: RateSeries;
}

/** All received bytes, or only those in order. */
type Counted = "arrivedBytes" | "receivedBytes";

/** Returns the rates of the flows, those over the watched link first. */
export function ratesOf(run: RunView, counted: Counted = "arrivedBytes"): FlowRate[] {
  const { [counted]: columns, length, intervalS } = run.snapshot.samples;
  const flows = columns.map((bytes, flow) => ({ flow, bytes }));
  return watchedFirst(run, flows)
    .slice(0, DRAWN_FLOWS)
    .map(({ flow, bytes }) => {
      const rate = slidingRate(bytes, length, intervalS, WINDOW_S);
      const life = run.snapshot.results.flows[flow];
      return { flow, rate: life === undefined ? rate : whileAlive(rate, life) };
    });
}

/** Returns the total rate of all flows over the watched link; null if there is only one. */
function totalRate(run: RunView): RateSeries | null {
  const { arrivedBytes, length, intervalS } = run.snapshot.samples;
  const over = arrivedBytes.filter((_, flow) => passesWatched(run, flow));
  if (over.length < 2) return null;
  const sum = new Float64Array(length);
  for (const bytes of over) for (let sample = 0; sample < length; sample++) sum[sample] += bytes[sample];
  return slidingRate(sum, length, intervalS, WINDOW_S);
}

export function rateModel(input: RateInput): ChartModel {
  const { run, pinned, view, highlightFlow, capacity, shares, withGoodput } = input;
  const rates = ratesOf(run);
  const goodputs = withGoodput ? ratesOf(run, "receivedBytes") : [];
  const before = pinned === null ? [] : ratesOf(pinned);
  const total = totalRate(run);
  // The pinned run's curve stays inside the plot even if the capacity is reduced.
  const highest = Math.max(highestOf(capacity.steps), pinned === null ? 0 : highestOf(capacitySteps(pinned)));
  const line = ({ mbps: values, intervalS }: RateSeries, style: LineStyle) =>
    ({ mark: "line", data: { values, intervalS }, style }) as const;
  const marks: Mark[] = [
    ...pinnedMarks(pinned && before, (rates) => rates.map(({ flow, rate }) => line(rate, { paint: flow }))),
    // If the capacity is constant and can be dragged, its handle draws the line.
    ...(capacity.steps.length > 1 || capacity.handle === null ? [capacityMark(capacity.steps)] : []),
    ...shares.map(({ fairness, paint, steps }): Mark => {
      return {
        mark: "steps",
        steps: steps,
        style: { paint, px: 1, dash: SHARES[fairness].dash, alpha: 0.8 },
      };
    }),
    ...(total === null ? [] : [line(total, { paint: "ink", px: 0.9, alpha: 0.8 })]),
    ...flowLines(run, rates, highlightFlow).map(([{ rate }, style]) => line(rate, style)),
    ...flowLines(run, goodputs, highlightFlow).map(([{ rate }, style]) =>
      line(rate, { ...style, ...GOODPUT }),
    ),
  ];
  const readAt = (timeS: number): Reading[] => {
    const reading = (name: string, shortName: string, rate: RateSeries, paint: Paint): Reading => {
      const value = rateAt(rate, timeS);
      return { name, shortName, value, text: `${shortNumber(value)} Mbps`, paint };
    };
    const lone = pinned === null ? "throughput" : run.label;
    const shown = rates.filter(({ flow }, i) =>
      highlightFlow === null ? i < READ_FLOWS : flow === highlightFlow,
    );
    return [
      ...shown.map(({ flow, rate }) =>
        rates.length === 1
          ? reading(lone, lone, rate, flow)
          : reading(flowName(run, flow), shortFlowName(run, flow), rate, flow),
      ),
      ...goodputs
        .filter(({ flow }) => shown.some((one) => one.flow === flow))
        .map(({ flow, rate }) => {
          const whose = goodputs.length === 1 ? "" : ` of ${flowName(run, flow)}`;
          return reading(`goodput${whose}`, "goodput", rate, flow);
        }),
      ...before.slice(0, 1).map(({ rate }) => reading("pinned", "pinned", rate, "ghost")),
    ];
  };
  return {
    title: "throughput",
    unit: "Mbps",
    yDomain: [0, Math.max(highest * ABOVE_CAPACITY, ...goodputs.map(({ rate }) => highestRate(rate)))],
    marks,
    curveNotes: [
      ...totalNotes(run, total),
      ...recordedNotes(capacity),
      ...(capacity.handle === null ? [CAPACITY_NOTE] : []),
    ],
    labels: (plot) => [...capacityLabels(run, capacity, plot), ...shareLabels(shares, capacity, plot)],
    notes: () => [...rateNotes(run, total, shares, withGoodput), ...recordedNotes(capacity)],
    readAt,
    summary: () => rateWords(run, pinned, shares, view.toS),
  };
}

function capacityMark(steps: readonly Step[]): Mark {
  return { mark: "steps", steps: steps, style: { paint: "inkSoft", px: 1.5, dash: [5, 3] } };
}

/** Returns labels of the capacity, for times at which no handle shows it. */
function capacityLabels(run: RunView, { steps, handle, recorded }: CapacityLine, plot: Plot): PlotLabel[] {
  const last = steps.findLast(({ fromS }) => fromS < viewOf(plot).toS);
  if (handle !== null || last === undefined || recorded !== undefined) return [];
  const whose = hasSeveralLinks(run) ? ` of ${watchedLink(run).label}` : "";
  const text = `capacity${whose} ${shortNumber(last.value)} Mbps`;
  return [{ text, x: plot.right - 4, y: plot.y(last.value) - 5, anchor: "end", paint: "inkSoft" }];
}

/** Minimum distance in px between two labels. */
const LABEL_LINE_PX = 12;

/**
 * Returns labels for the current shares at the right ends of their lines. If there is no room for all labels, max-min
 * shares come first.
 */
function shareLabels(shares: readonly ShareLine[], capacity: CapacityLine, plot: Plot): PlotLabel[] {
  const labels: PlotLabel[] = [];
  const taken = capacity.steps.slice(-1).map(({ value }) => plot.y(value) - 5);
  const both = new Set(shares.map(({ fairness }) => fairness)).size > 1;
  for (const { fairness, paint, steps } of shares) {
    const last = shareAtEnd(steps, plot);
    if (last === null) continue;
    const y = plot.y(last) - 5;
    if (taken.some((other) => Math.abs(other - y) < LABEL_LINE_PX)) continue;
    taken.push(y);
    const text = `${both ? fairness : "fair share"} ${shortNumber(last)}`;
    labels.push({ text, x: plot.right - 4, y, anchor: "end", paint });
  }
  return labels;
}

/** Returns the last share; null if there is no share or its line is too short for a label. */
function shareAtEnd(steps: readonly Step[], plot: Plot): number | null {
  const { fromS, toS } = viewOf(plot);
  const last = steps.findLast((step) => step.fromS < toS);
  if (last === undefined || !Number.isFinite(last.value) || last.value === 0) return null;
  return last.fromS > fromS + (toS - fromS) * 0.9 ? null : last.value;
}

function highestRate({ mbps }: RateSeries): number {
  return mbps.reduce((highest, rate) => (rate > highest ? rate : highest), 0);
}

const CAPACITY_NOTE: ChartNote = { text: "capacity", paint: "inkSoft", dash: [5, 3] };

function totalNotes(run: RunView, total: RateSeries | null): ChartNote[] {
  const all = hasSeveralLinks(run) ? `all over ${watchedLink(run).label}` : "all";
  return total === null ? [] : [{ text: all, paint: "ink", dash: [] }];
}

function rateNotes(
  run: RunView,
  total: RateSeries | null,
  shares: readonly ShareLine[],
  withGoodput: boolean,
): ChartNote[] {
  const kinds = [...new Set(shares.map(({ fairness }) => fairness))];
  return [
    ...flowNotes(run),
    ...totalNotes(run, total),
    ...kinds.map((kind): ChartNote => {
      return { text: SHARES[kind].words, paint: "inkSoft", dash: SHARES[kind].dash };
    }),
    ...(withGoodput ? [GOODPUT_NOTE] : []),
    { text: "received payload", inFull: ARRIVAL },
  ];
}

function recordedNotes({ recorded }: CapacityLine): ChartNote[] {
  if (recorded === undefined) return [];
  const inFull =
    recorded === "rates"
      ? "the capacity as it was recorded"
      : "The recorded capacity, averaged over 1 s: opportunities to send 1504 bytes, used or not";
  return [{ text: "recorded capacity", inFull, paint: "inkSoft", dash: [5, 3] }];
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
    : `total goodput ${rateText(totalBps(run))}`;
  const all = `${goodput}, ${used}, ${coveredWords(run)}`;
  const beside = besidePinned(run, pinned, (before) => changes(run, before));
  return `${sentence(all)}.${flowRates(run)}${shareWords(run, shares, atS)}${beside}`;
}

/**
 * Returns the total goodput over the time that the numbers cover, as in the side panel. A flow's own goodput covers the time of
 * that flow.
 */
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
  return ` Each flow while it ran: ${words.join(", ")}.`;
}

function shareWords(run: RunView, shares: readonly ShareLine[], atS: number): string {
  const words = shares.flatMap(({ fairness, flow, steps }) => {
    const value = steps.findLast((step) => step.fromS <= atS)?.value ?? Number.NaN;
    const whose = flowCount(run) > 1 ? ` of ${flowName(run, flow)}` : "";
    return Number.isFinite(value) ? [`${SHARES[fairness].words}${whose} ${shortNumber(value)} Mbps`] : [];
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

/** Returns the watched link's capacity over the run on screen, and its handle. */
export function useCapacity(run: RunView): { capacity: CapacityLine; handle: PathHandle | null } {
  const { id } = watchedLink(run);
  const handle = useLinkHandle(id, capacitySetting);
  const live = useBenchState(({ mode }) => mode === "live");
  const pattern = String(linkById(resolvePath(run.scenario.path), id).params["capacity-pattern"]);
  const held = pattern !== "" ? "none" : live ? "last" : "first";
  const mbps = handle?.value ?? null;
  const recorded = isTraceText(pattern) ? pattern : null;
  const capacity = useMemo((): CapacityLine => {
    if (recorded === null) return capacityLine(run, mbps, held);
    const isRates = traceOf(recorded)?.kind === "rates";
    const steps = isRates ? capacitySteps(run) : opportunitySteps(run, WINDOW_S);
    return { steps, handle: null, recorded: isRates ? "rates" : "opportunities" };
  }, [run, mbps, held, recorded]);
  return { capacity, handle: recorded === null ? handle : null };
}

export const throughput = defineTimePlot({
  id: "throughput",
  label: "Throughput",
  kind: "rate",
  place: "stage",
  heightPx: 112,
  isHandleAbove: true,
  stillModel(run, view) {
    const capacity = { steps: capacitySteps(run), handle: null };
    const seen = { run, pinned: null, view, highlightFlow: null };
    return rateModel({ ...seen, capacity, shares: [], withGoodput: false });
  },
  useInput({ run, pinned, view, highlightFlow }) {
    const shares = useMemo(
      () => (flowsCompete(run) ? fairShareLines(run, highlightFlow) : []),
      [run, highlightFlow],
    );
    const [withGoodput, onGoodput] = useState(false);
    return { run, pinned, view, highlightFlow, shares, withGoodput, onGoodput, ...useCapacity(run) };
  },
  menu: ({ withGoodput, onGoodput }) => (
    <button
      type="button"
      className="chart-tool"
      aria-pressed={withGoodput}
      title="Also draw goodput, the payload received in order"
      onClick={() => onGoodput(!withGoodput)}
    >
      goodput
    </button>
  ),
  model: rateModel,
  theory: rateTheory,
  lines({ capacity, handle }) {
    if (capacity.handle === null || handle === null) return [];
    return [
      {
        value: handle.value,
        paint: "inkSoft",
        untilS: capacity.handle.untilS,
        isBare: capacity.steps.length > 1,
        text: `capacity ${Number(handle.value.toPrecision(4))} Mbps`,
        drag: { label: "Capacity, on the throughput plot", handle },
      },
    ];
  },
  asks: { of: "throughput" },
});
