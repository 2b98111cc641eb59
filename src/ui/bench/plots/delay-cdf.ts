/** The queue-delay distribution on its three scales: geometry, curves, marked percentiles. */

import { type DelayCdf, delayText } from "../../../engine/index.ts";
import { counted } from "../../../experiments/counted.ts";
import {
  type ChartNote,
  type PlotLabel,
  shortNumber,
  type TableData,
} from "../../shared/chart/chart-model.ts";
import { type ChartColours, canvasPaint, flowDash } from "../../shared/chart/colours.ts";
import {
  type Domain,
  type LogAxes,
  makePlot,
  type Plot,
  type Size,
  sharedMargins,
} from "../../shared/chart/plot-geometry.ts";
import { applyStyle, clipToPlot, type LineStyle } from "../../shared/chart/series.ts";
import type { RunView } from "../../state/run-view.ts";
import { hasSeveralLinks, watchedLink, watchedResult } from "../../state/run-view.ts";
import { delayChanges } from "./QueueDelay.tsx";
import { besidePinned, coveredWords, isWarmingUp, runPaint, sentence, soFar } from "./run-facts.ts";

/** The delay distribution as the three scales draw it. */

export type CdfScale = "linear" | "log" | "tail";

/** How long the packets of one flow waited. */
export interface FlowCurve {
  readonly flow: number;
  readonly name: string;
  readonly cdf: DelayCdf;
}

/** What a distribution is drawn of. */
export interface CdfPicture {
  readonly run: RunView;
  readonly pinned: RunView | null;
  /** Curves beside that of all packets; empty where delays are not told by flow. */
  readonly byFlow: readonly FlowCurve[];
  readonly scale: CdfScale;
}

interface CdfPoint {
  readonly ms: number;
  /** Fraction at or below `ms`, or for "tail" the fraction above it. */
  readonly fraction: number;
}

/** On a log axis a delay of 0 has no place; it is drawn at this floor, and the axis never begins below it. */
export const LOG_FLOOR_MS = 0.01;
/** Shorter delays than this are as good as none: the axis need not begin at them. */
const NOTABLE_MS = 0.05;

/** The tail keeps only fractions above 0: the largest delay has none above it. */
export function cdfPoints(cdf: DelayCdf, scale: CdfScale): CdfPoint[] {
  const points: CdfPoint[] = [];
  for (let index = 0; index < cdf.ms.length; index++) {
    const ms = scale === "linear" ? cdf.ms[index] : Math.max(LOG_FLOOR_MS, cdf.ms[index]);
    const fraction = scale === "tail" ? 1 - cdf.fraction[index] : cdf.fraction[index];
    if (scale !== "tail" || fraction > 1e-9) points.push({ ms, fraction });
  }
  return points;
}

/** The smallest recorded delay that at least the fraction `p` of packets does not exceed; NaN without packets. */
export function quantileMs(cdf: DelayCdf, p: number): number {
  let low = 0;
  let high = cdf.fraction.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cdf.fraction[middle] < p - 1e-7) low = middle + 1;
    else high = middle;
  }
  return low < cdf.ms.length ? cdf.ms[low] : Number.NaN;
}

/** Fraction of packets that waited at most so long; NaN without packets. */
export function fractionAt(cdf: DelayCdf, ms: number): number {
  if (cdf.ms.length === 0) return Number.NaN;
  let low = 0;
  let high = cdf.ms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cdf.ms[middle] <= ms) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : cdf.fraction[low - 1];
}

interface CdfDomain {
  readonly fromMs: number;
  readonly toMs: number;
  /** Lowest fraction on the axis: 0 unless "tail". */
  readonly fromFraction: number;
}

const PAST_P99 = 1.5;

/** The linear axis ends a little past p99, so that one late packet does not press the curve against the left. */
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

/** Whose curve is which in the distribution of delays. */

export function cdfNotes({ run, pinned, byFlow }: CdfPicture): ChartNote[] {
  return [
    { text: "all packets", paint: runPaint(run), dash: [] },
    ...byFlow.map(({ flow, name }) => ({ text: name, paint: flow, dash: flowDash(flow) })),
    ...(pinned === null ? [] : [{ text: ghostName(run, pinned), paint: "ghost", dash: [] } as const]),
  ];
}

const MARKED: readonly number[] = [0.5, 0.9, 0.99];

export function cdfPlot(size: Size, { run, pinned, byFlow, scale }: CdfPicture): Plot | null {
  const cdfs = (pinned === null ? [run] : [run, pinned]).map((each) => watchedLink(each).delayCdf);
  const domain = cdfDomain([...cdfs, ...byFlow.map(({ cdf }) => cdf)], scale);
  if (domain === null) return null;
  const y: Domain = scale === "tail" ? [domain.fromFraction, 1] : [0, 1];
  const log: LogAxes = { x: scale !== "linear", y: scale === "tail" };
  return makePlot(
    size,
    { ...sharedMargins(size.width, true), top: 10 },
    [domain.fromMs, domain.toMs],
    y,
    log,
  );
}

export function drawCdf(
  context: CanvasRenderingContext2D,
  plot: Plot,
  colours: ChartColours,
  { run, pinned, byFlow, scale }: CdfPicture,
): void {
  clipToPlot(context, { ...plot, top: plot.top - 1, right: plot.right + 1 }, () => {
    if (pinned !== null) {
      const ghost = { colour: colours.ghost, width: colours.line * 0.9, dash: [] };
      strokeCurve(context, plot, watchedLink(pinned).delayCdf, scale, ghost);
    }
    for (const { flow, cdf } of byFlow) {
      const style = { colour: canvasPaint(flow, colours), width: colours.line, dash: flowDash(flow) };
      strokeCurve(context, plot, cdf, scale, style);
    }
    const all = { colour: canvasPaint(runPaint(run), colours), width: colours.line * 1.3, dash: [] };
    strokeCurve(context, plot, watchedLink(run).delayCdf, scale, all);
  });
  for (const mark of percentileMarks(watchedLink(run).delayCdf, plot, scale)) {
    context.beginPath();
    context.arc(mark.x, mark.y, 4, 0, 2 * Math.PI);
    context.setLineDash([]);
    context.fillStyle = colours.paper;
    context.strokeStyle = canvasPaint(runPaint(run), colours);
    context.lineWidth = 1.8;
    context.fill();
    context.stroke();
  }
}

/** A distribution of counted packets is a staircase; drawn as one it is exact at every zoom. */
function strokeCurve(
  context: CanvasRenderingContext2D,
  plot: Plot,
  cdf: DelayCdf,
  scale: CdfScale,
  style: LineStyle,
): void {
  const points = cdfPoints(cdf, scale);
  if (points.length === 0) return;
  applyStyle(context, style);
  context.beginPath();
  const start = scale === "tail" ? 1 : 0;
  let y = plot.y(Math.max(plot.y.domain()[0], start));
  context.moveTo(Math.min(plot.left, xOf(plot, points[0])), y);
  for (const point of points) {
    const x = xOf(plot, point);
    context.lineTo(x, y);
    y = plot.y(Math.max(plot.y.domain()[0], point.fraction));
    context.lineTo(x, y);
  }
  if (scale === "tail") context.lineTo(plot.x(cdf.ms[cdf.ms.length - 1]), y);
  context.lineTo(
    scale === "tail" ? plot.x(cdf.ms[cdf.ms.length - 1]) : plot.right,
    scale === "tail" ? plot.bottom : y,
  );
  context.stroke();
}

function xOf(plot: Plot, { ms }: CdfPoint): number {
  return plot.x(Math.max(plot.x.domain()[0], ms));
}

interface PercentileMark {
  readonly percent: number;
  readonly ms: number;
  readonly x: number;
  readonly y: number;
}

function percentileMarks(cdf: DelayCdf, plot: Plot, scale: CdfScale): PercentileMark[] {
  return MARKED.map((p) => ({ percent: Math.round(p * 100), ms: quantileMs(cdf, p), p }))
    .filter(({ ms }) => Number.isFinite(ms))
    .map(({ percent, ms, p }) => ({
      percent,
      ms,
      x: xOf(plot, { ms, fraction: p }),
      y: plot.y(scale === "tail" ? Math.max(plot.y.domain()[0], 1 - p) : p),
    }));
}

const LABEL_LINE_PX = 15;
const LABEL_WIDTH_PX = 78;

/** Beside their points: under and right of a rising curve, above and left of it at the edge; never on each other. */
export function percentileLabels({ run, byFlow, scale }: CdfPicture, plot: Plot): PlotLabel[] {
  const whose = byFlow.length > 0 ? "all: " : "";
  const labels = percentileMarks(watchedLink(run).delayCdf, plot, scale)
    .map((mark) => percentileLabel(mark, plot, scale, whose))
    .sort((a, b) => a.y - b.y);
  let lowest = Number.NEGATIVE_INFINITY;
  return labels.map((label) => {
    lowest = Math.max(label.y, lowest + LABEL_LINE_PX);
    return { ...label, y: lowest };
  });
}

function percentileLabel(mark: PercentileMark, plot: Plot, scale: CdfScale, whose: string): PlotLabel {
  const leftwards = mark.x + LABEL_WIDTH_PX > plot.right + 10;
  const above = leftwards !== (scale === "tail");
  return {
    text: `${whose}p${mark.percent} ${delayText(mark.ms, shortNumber)}`,
    x: mark.x + (leftwards ? -8 : 8),
    y: Math.max(plot.top + 9, mark.y + (above ? -7 : 15)),
    anchor: leftwards ? "end" : "start",
    paint: "ink",
  };
}

/** What the curve covers where that is not the whole run after its warm-up; empty otherwise. */
export function cdfCoverage(run: RunView): string {
  if (isWarmingUp(run)) return "of the warm-up, which figures leave out";
  return soFar(run) ?? "";
}

/** The pinned run, and that it is whole where this one is not. */
export function ghostName(run: RunView, pinned: RunView): string {
  return pinned.snapshot.done && !run.snapshot.done ? "pinned, whole run" : "pinned";
}

/** What time it is of, where that is not the whole run. */
export function cdfTitle(run: RunView, scale: CdfScale): string {
  if (isWarmingUp(run)) return "queue delay, warm-up";
  if (soFar(run) !== null) return "queue delay, so far";
  return scale === "tail" ? "queue delay, share above" : "queue delay, cumulative";
}

/** Whose p99 is which: of all packets, and of each flow. */
export function tailText(cdf: DelayCdf): string {
  return `p99 ${quantileText(cdf, 0.99)}`;
}

function quantileText(cdf: DelayCdf, p: number): string {
  return delayText(quantileMs(cdf, p), shortNumber);
}

export function cdfTable({ run, pinned, byFlow }: CdfPicture): TableData {
  const steps = Array.from({ length: 20 }, (_, index) => (index + 1) / 20).concat(0.99, 0.999);
  const curves: readonly (readonly [head: string, cdf: DelayCdf])[] = [
    ["delay at most", watchedLink(run).delayCdf],
    ...byFlow.map(({ name, cdf }) => [name, cdf] as const),
    ...(pinned === null ? [] : [[ghostName(run, pinned), watchedLink(pinned).delayCdf] as const]),
  ];
  return {
    head: ["packets", ...curves.map(([head]) => head)],
    rows: steps
      .sort((a, b) => a - b)
      .map((p) => [`${Number((p * 100).toFixed(1))} %`, ...curves.map(([, cdf]) => quantileText(cdf, p))]),
  };
}

const AXIS_WORDS: Readonly<Record<CdfScale, string>> = {
  linear: "share of packets at most so long",
  log: "share of packets at most so long (delay on a logarithmic axis)",
  tail: "share of packets above each delay (both axes logarithmic)",
};

export function distributionWords({ run, pinned, byFlow, scale }: CdfPicture): string {
  const flows = byFlow.map(({ name, cdf }) => ` ${sentence(name)}: ${percentilesWords(cdf)}.`).join("");
  const beside = besidePinned(run, pinned, (before) => delayChanges(run, before));
  const { sojournMs } = watchedResult(run);
  const packets = sojournMs === null ? "" : `, ${counted(sojournMs.n, "packet")}`;
  const own = percentilesWords(watchedLink(run).delayCdf);
  const place = hasSeveralLinks(run) ? ` at ${watchedLink(run).label}` : "";
  return `Queue delay${place}, ${AXIS_WORDS[scale]}${packets}: ${own}, ${coveredWords(run)}.${flows}${beside}`;
}

function percentilesWords(cdf: DelayCdf): string {
  if (cdf.ms.length === 0) return "no packet has left the queue";
  return MARKED.map((p) => `p${Math.round(p * 100)} ${quantileText(cdf, p)}`).join(", ");
}
