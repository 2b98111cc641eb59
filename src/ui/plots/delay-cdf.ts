/** The queue-delay distribution on its three scales: geometry, curves, marked percentiles, descriptions. */

import { type DelayCdf, delayText } from "../../engine/index.ts";
import { counted } from "../../lib/counted.ts";
import type { RunView } from "../core/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../core/run-view.ts";
import type { ChartNote, PlotLabel, Reading, StillPlot, TableData } from "../shared/chart/chart-model.ts";
import { shortNumber } from "../shared/chart/chart-model.ts";
import { flowDash, type Paint } from "../shared/chart/colours.ts";
import { type Mark, type Place, pinnedMarks } from "../shared/chart/marks.ts";
import type { LineStyle } from "../shared/chart/pen.ts";
import { makePlot, type Plot, type Size, sharedMargins } from "../shared/chart/plot-geometry.ts";
import { dot, firstAtOrAfter } from "../shared/chart/symbols.ts";
import { delayChanges, queueDash } from "./QueueDelay.tsx";
import { besidePinned, coveredWords, runPaint, sentence } from "./run-facts.ts";
import { isWarmingUp, soFar } from "./run-metrics.ts";

/** The scales on which the delay distribution can be drawn. */
export const CDF_SCALES = {
  linear: { help: "Delay on a linear axis", words: "share of packets with at most this delay" },
  log: {
    help: "Delay on a logarithmic axis",
    words: "share of packets with at most this delay (logarithmic axis)",
  },
  tail: {
    help: "Share of packets above each delay, both axes logarithmic",
    words: "share of packets above each delay (both axes logarithmic)",
  },
} as const;

export type CdfScale = keyof typeof CDF_SCALES;

/** The delay distribution of one flow. */
export interface FlowCurve {
  readonly flow: number;
  readonly name: string;
  /** Short name for narrow plots. */
  readonly shortName: string;
  readonly cdf: DelayCdf;
}

/** Input of a drawing of distributions. */
export interface CdfInput {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Curves in addition to that of all packets; empty if delays are not shown by flow. */
  readonly byFlow: readonly FlowCurve[];
  readonly scale: CdfScale;
}

/** A curve with its name and its style. */
interface Curve extends LineStyle {
  readonly name: string;
  readonly paint: Paint;
  readonly shortName?: string;
  readonly cdf: DelayCdf;
}

/**
 * Returns the curve of all packets, or one curve for each queue of the discipline, because a combined curve would not
 * describe any single queue.
 */
export function queueCurves(run: RunView, byQueue: boolean): Curve[] {
  const { delayCdf, queues } = watchedLink(run);
  if (queues === undefined || !byQueue)
    return [{ name: "all packets", shortName: "all", cdf: delayCdf, paint: runPaint(run), width: 1.3 }];
  return queues.map(({ name, delayCdf: cdf }, i): Curve => {
    return { name: `${name} queue`, shortName: name, cdf, paint: "ink", dash: queueDash(i), width: 1.3 };
  });
}

/** Returns the curves of the queue, of the flows, and of the pinned run if there is one. */
function curvesOf({ run, pinned, byFlow }: CdfInput) {
  const byQueue = byFlow.length === 0;
  const own = queueCurves(run, byQueue);
  const flows = byFlow.map(({ flow, ...curve }): Curve => ({ ...curve, paint: flow, dash: flowDash(flow) }));
  const ghosts = (pinned === null ? [] : queueCurves(pinned, byQueue)).map((curve, _, { length }): Curve => {
    const whose = ghostName(run, pinned ?? run);
    const name = length === 1 ? whose : `${whose}, ${curve.name}`;
    return { ...curve, name, shortName: name, paint: "ghost", width: 0.9 };
  });
  return { own, flows, ghosts };
}

interface CdfPoint {
  readonly ms: number;
  /** Fraction of packets with a delay of at most `ms`; for "tail", the fraction with a longer delay. */
  readonly fraction: number;
}

/** Lower end of a log axis in ms, and the position at which a delay of 0 is drawn. */
export const LOG_FLOOR_MS = 0.01;
/** Delays below this are negligible, so the axis need not start at them. */
export const NOTABLE_MS = 0.05;

/** Returns the points of a curve. On "tail", the largest delay is omitted, because the fraction above it is 0. */
export function cdfPoints(cdf: DelayCdf, scale: CdfScale): CdfPoint[] {
  const points: CdfPoint[] = [];
  for (let index = 0; index < cdf.ms.length; index++) {
    const ms = scale === "linear" ? cdf.ms[index] : Math.max(LOG_FLOOR_MS, cdf.ms[index]);
    const fraction = scale === "tail" ? 1 - cdf.fraction[index] : cdf.fraction[index];
    if (scale !== "tail" || fraction > 1e-9) points.push({ ms, fraction });
  }
  return points;
}

/**
 * Returns the smallest recorded delay that at least the fraction `p` of packets does not exceed; NaN if there are no
 * packets.
 */
export function quantileMs({ ms, fraction }: DelayCdf, p: number): number {
  return ms[firstAtOrAfter(fraction, p - 1e-7)] ?? Number.NaN;
}

/** Returns the fraction of packets that waited at most `ms`; NaN if there are no packets. */
export function fractionAt(cdf: DelayCdf, ms: number): number {
  if (cdf.ms.length === 0) return Number.NaN;
  let next = firstAtOrAfter(cdf.ms, ms);
  while (cdf.ms[next] === ms) next++;
  return cdf.fraction[next - 1] ?? 0;
}

interface CdfDomain {
  readonly fromMs: number;
  readonly toMs: number;
  /** Lowest fraction on the axis: 0, except on the scale "tail". */
  readonly fromFraction: number;
}

const PAST_P99 = 1.5;

/**
 * Returns the ranges of the axes. The linear axis ends shortly after p99, so that one late packet does not compress the curve.
 */
export function cdfDomain(cdfs: readonly DelayCdf[], scale: CdfScale): CdfDomain | null {
  const filled = cdfs.filter((cdf) => cdf.ms.length > 0);
  if (filled.length === 0) return null;
  const longest = Math.max(...filled.map((cdf) => cdf.ms[cdf.ms.length - 1]));
  if (scale === "linear") {
    const p99 = Math.max(...filled.map((cdf) => quantileMs(cdf, 0.99)));
    return { fromMs: 0, toMs: Math.max(0.1, p99 * PAST_P99), fromFraction: 0 };
  }
  const points = filled.flatMap((cdf) => cdfPoints(cdf, scale));
  const shortest = Math.min(...filled.map((cdf) => cdf.ms.find((ms) => ms >= NOTABLE_MS) ?? LOG_FLOOR_MS));
  const fromMs = Math.max(LOG_FLOOR_MS, 10 ** Math.floor(Math.log10(shortest)));
  const rarest = Math.min(...points.map((point) => point.fraction));
  return {
    fromMs,
    toMs: Math.max(longest * 2, fromMs * 10),
    fromFraction: scale === "tail" ? Math.min(0.01, Math.max(1e-6, rarest)) : 0,
  };
}

/** Returns the legend's entries for the curves. */
export function cdfNotes(input: CdfInput): ChartNote[] {
  const { own, flows, ghosts } = curvesOf(input);
  return [...own, ...flows, ...ghosts].map(({ name, paint, dash = [] }) => ({ text: name, paint, dash }));
}

const MARKED: readonly number[] = [0.5, 0.9, 0.99];

export function cdfPlot(size: Size, input: CdfInput): Plot | null {
  const { scale } = input;
  const { own, flows, ghosts } = curvesOf(input);
  const domain = cdfDomain(
    [...own, ...flows, ...ghosts].map(({ cdf }) => cdf),
    scale,
  );
  if (domain === null) return null;
  const margins = { ...sharedMargins(size.width, true), top: 10 };
  const log = { x: scale !== "linear", y: scale === "tail" };
  return makePlot(size, margins, [domain.fromMs, domain.toMs], [domain.fromFraction, 1], log);
}

/** Extension of the clip that leaves lines at the edges of the plot whole (px). */
export const CDF_OVER_PX = 1;

export function cdfMarks(input: CdfInput): Mark[] {
  const { own, flows, ghosts } = curvesOf(input);
  const { scale } = input;
  const line = (curve: Curve) =>
    ({ mark: "line", data: (plot: Plot) => cdfPlaces(plot, curve.cdf, scale), style: curve }) as const;
  return [
    ...pinnedMarks(ghosts, (curves) => curves.map(line)),
    ...[...flows, ...own].map(line),
    ...own.map(({ cdf, paint }): Mark => {
      const places = (plot: Plot) => percentileMarks(cdf, plot, scale).map(({ x, y }) => [x, y] as const);
      return { mark: "events", trace: dot, sizePx: 4, places, fill: "paper", edge: paint, edgePx: 1.8 };
    }),
  ];
}

/** Returns the distribution up to its longest delay, on linear axes. */
export function cdfStill(run: RunView): StillPlot {
  const input: CdfInput = { run, pinned: null, byFlow: [], scale: "linear" };
  const longest = queueCurves(run, true).map(({ cdf }) => cdf.ms.at(-1) ?? 0);
  return {
    title: "share of packets",
    unit: "",
    marks: cdfMarks(input),
    xDomain: [0, Math.max(...longest)],
    xWords: "queue delay (ms)",
    yDomain: [0, 1],
    curveNotes: cdfNotes(input),
    summary: () => distributionWords(input),
  };
}

/** Returns the corners of a distribution of counted packets, drawn as steps: this is exact at every zoom. */
function cdfPlaces(plot: Plot, cdf: DelayCdf, scale: CdfScale): Place[] {
  const points = cdfPoints(cdf, scale);
  if (points.length === 0) return [];
  const isTail = scale === "tail";
  const heightOf = (fraction: number) => plot.y(Math.max(plot.y.domain()[0], fraction));
  const places: Place[] = [];
  let y = heightOf(isTail ? 1 : 0);
  places.push([Math.min(plot.left, xOf(plot, points[0].ms)), y]);
  for (const { ms, fraction } of points) {
    const x = xOf(plot, ms);
    places.push([x, y]);
    y = heightOf(fraction);
    places.push([x, y]);
  }
  const lastX = plot.x(cdf.ms[cdf.ms.length - 1]);
  if (isTail) places.push([lastX, y], [lastX, plot.bottom]);
  else places.push([plot.right, y]);
  return places;
}

function xOf(plot: Plot, ms: number): number {
  return plot.x(Math.max(plot.x.domain()[0], ms));
}

function percentileMarks(cdf: DelayCdf, plot: Plot, scale: CdfScale) {
  return MARKED.map((p) => ({ p, ms: quantileMs(cdf, p) }))
    .filter(({ ms }) => Number.isFinite(ms))
    .map(({ p, ms }) => {
      const y = plot.y(scale === "tail" ? Math.max(plot.y.domain()[0], 1 - p) : p);
      return { name: `p${Math.round(p * 100)} ${delayText(ms, shortNumber)}`, x: xOf(plot, ms), y };
    });
}

const LABEL_LINE_PX = 15;
const LABEL_WIDTH_PX = 78;

/**
 * Returns the labels of percentiles next to their points: below and to the right of a rising curve, above and to the
 * left at the edge, and never overlapping.
 */
export function percentileLabels(input: CdfInput, plot: Plot): PlotLabel[] {
  const { byFlow, scale } = input;
  const { own } = curvesOf(input);
  const marks = own.flatMap(({ cdf, shortName }) => {
    const whose = byFlow.length > 0 || own.length > 1 ? `${shortName}: ` : "";
    const all = percentileMarks(cdf, plot, scale).map((mark) => ({ ...mark, whose }));
    // The legend shows the tail values of both queues.
    return own.length > 1 ? all.slice(0, 1) : all;
  });
  const labels = marks.map(({ whose, name, x, y }): PlotLabel => {
    const leftwards = x + LABEL_WIDTH_PX > plot.right + 10;
    const above = leftwards !== (scale === "tail");
    return {
      text: whose + name,
      x: x + (leftwards ? -8 : 8),
      y: Math.max(plot.top + 9, y + (above ? -7 : 15)),
      anchor: leftwards ? "end" : "start",
      paint: "ink",
    };
  });
  let lowest = Number.NEGATIVE_INFINITY;
  return labels
    .sort((a, b) => a.y - b.y)
    .map((label) => {
      lowest = Math.max(label.y, lowest + LABEL_LINE_PX);
      return { ...label, y: lowest };
    });
}

/** Returns a text on the time that the curve covers; empty if that is the whole run after the warm-up. */
export function cdfCoverage(run: RunView): string {
  if (isWarmingUp(run)) return "of the warm-up, which the figures leave out";
  return soFar(run) ?? "";
}

/** Returns the name of the pinned run, with a remark that it is complete if this run is not. */
export function ghostName(run: RunView, pinned: RunView): string {
  return pinned.snapshot.done && !run.snapshot.done ? "pinned, whole run" : "pinned";
}

/** Returns the title, with the covered time if that is not the whole run. */
export function cdfTitle(run: RunView, scale: CdfScale): string {
  if (isWarmingUp(run)) return "queue delay, warm-up";
  if (soFar(run) !== null) return "queue delay, so far";
  return scale === "tail" ? "queue delay, share above" : "queue delay, cumulative";
}

/** Returns the p99 of all packets or of a flow. */
export function tailText(cdf: DelayCdf): string {
  return `p99 ${quantileText(cdf, 0.99)}`;
}

function quantileText(cdf: DelayCdf, p: number): string {
  return delayText(quantileMs(cdf, p), shortNumber);
}

export function cdfTable(input: CdfInput): TableData {
  const { own, flows, ghosts } = curvesOf(input);
  const steps = [...Array.from({ length: 19 }, (_, index) => (index + 1) / 20), 0.99, 0.999, 1];
  const named = own.length > 1 ? own : own.map((curve) => ({ ...curve, name: "delay at most" }));
  const columns = [...named, ...flows, ...ghosts];
  return {
    head: ["packets", ...columns.map(({ name }) => name)],
    rows: steps.map((p) => [
      `${Number((p * 100).toFixed(1))} %`,
      ...columns.map(({ cdf }) => quantileText(cdf, p)),
    ]),
  };
}

/** Number of flows whose values are listed. More flows would cover the plot. */
const READ_FLOWS = 4;

/**
 * Returns the values of the curves at a delay. Their names are full phrases for screen readers, their texts are
 * short.
 */
export function cdfReadings(input: CdfInput, ms: number, plot: Plot): Reading[] {
  const { own, flows, ghosts } = curvesOf(input);
  const isTail = input.scale === "tail";
  const readingOf = ({ name, shortName = name, cdf, paint }: Curve): Reading => {
    const below = fractionAt(cdf, ms);
    const fraction = isTail ? 1 - below : below;
    const share = Number.isFinite(fraction) ? `${Number((fraction * 100).toPrecision(3))} %` : "–";
    const value = Math.max(plot.y.domain()[0], fraction);
    return { name: `${name}: ${share}`, text: `${shortName}: ${share}`, value, paint };
  };
  const at = `${isTail ? ">" : "≤"} ${delayText(ms, shortNumber)}`;
  const [first, ...others] = own;
  const whose = flows.length > 0 || others.length > 0 ? `${at}: ${first.shortName}` : at;
  // The first value states the delay.
  return [
    { ...first, name: whose, shortName: whose },
    ...others,
    ...flows.slice(0, READ_FLOWS),
    ...ghosts,
  ].map(readingOf);
}

export function distributionWords({ run, pinned, byFlow, scale }: CdfInput): string {
  const flows = byFlow.map(({ name, cdf }) => ` ${sentence(name)}: ${percentilesWords(cdf)}.`).join("");
  const beside = besidePinned(run, pinned, (before) => delayChanges(run, before));
  const { sojournMs } = watchedResult(run);
  const packets = sojournMs === null ? "" : `, ${counted(sojournMs.n, "packet")}`;
  const curves = queueCurves(run, byFlow.length === 0);
  const own = curves
    .map(({ name, cdf }) => `${curves.length > 1 ? `${name} ` : ""}${percentilesWords(cdf)}`)
    .join("; ");
  const place = hasSeveralLinks(run) ? ` at ${watchedLink(run).label}` : "";
  const { words } = CDF_SCALES[scale];
  return `Queue delay${place}, ${words}${packets}: ${own}, ${coveredWords(run)}.${flows}${beside}`;
}

function percentilesWords(cdf: DelayCdf): string {
  if (cdf.ms.length === 0) return "no packet has left the queue";
  return MARKED.map((p) => `p${Math.round(p * 100)} ${quantileText(cdf, p)}`).join(", ");
}
