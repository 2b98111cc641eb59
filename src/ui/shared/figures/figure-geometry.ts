/** The geometry of a figure: the ranges of its axes, its plot, its ticks. */
import { extent } from "d3-array";
import type { Axis, Figure, Series } from "../../../experiments/experiment.ts";
import type { AxisLook } from "../chart/PlotLayers.tsx";
import {
  type Domain,
  logTicks,
  type Margins,
  makePlot,
  niceDomain,
  niceLogDomain,
  type Plot,
  type Scale,
  type Size,
  tickDecimals,
} from "../chart/plot-geometry.ts";
import { MOST_MARKERS } from "./figure-shapes.ts";

const NARROW = 480;

/** Returns margins with room for the axis label above, and for ticks and label below. */
export function figureMargins(width: number): Margins {
  return { left: width < NARROW ? 40 : 48, right: 16, top: 24, bottom: 42 };
}

export function figurePlot(
  size: Size,
  figure: Figure,
  steady: Figure | null = null,
  margins: Margins = figureMargins(size.width),
): Plot {
  const { x, y } = figureDomains(figure, steady);
  return makePlot(size, margins, x, y, { x: figure.x.scale === "log", y: figure.y.scale === "log" });
}

/**
 * Returns the ranges of the axes. `steady`: a figure of the same experiment whose range is included, so that the axes do not
 * change while points arrive.
 */
export function figureDomains(figure: Figure, steady: Figure | null = null): { x: Domain; y: Domain } {
  const series = [...figure.series, ...(steady?.series ?? [])];
  // Points without a value count as well, because their positions are known before they are computed.
  const xs = series.flatMap((one) => one.x);
  const ys = series
    .flatMap(({ y, low = [], high = [], min = [], max = [] }) => [...y, ...low, ...high, ...min, ...max])
    .filter(isNumber);
  // Markers need a margin at the edges. A curve may start at the edge.
  const isMarked = figure.kind !== "steps" && series.some((one) => one.x.length <= MOST_MARKERS);
  const x = axisDomain(figure.x, xs, isMarked ? "aired" : "exact");
  const bulk = bulkOf(figure, series);
  return {
    x: bulk === null || bulk * BEYOND_BULK > x[1] ? x : [x[0], bulk * BEYOND_BULK],
    y: axisDomain(figure.y, ys, "nice"),
  };
}

const BULK = 0.9;
const BEYOND_BULK = 2;

/**
 * Returns the range that contains most of every distribution, so that a few late packets do not compress the curves; null for
 * other figures.
 */
function bulkOf({ x }: Figure, series: readonly Series[]): number | null {
  if (x.scale === "log" || x.to !== undefined || !series.every(isDistribution)) return null;
  const ends = series.map((one) => one.x[one.y.findIndex((share) => share !== null && share >= BULK)]);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Criteria for a distribution: it starts near 0 and rises to nearly 1 in many steps. */
const [FEWEST_STEPS, LOWEST_START] = [20, 0.1];

function isDistribution({ y }: Series): boolean {
  const shares = y.filter(isNumber);
  if (shares.length < FEWEST_STEPS || shares[0] > LOWEST_START || shares[0] < 0) return false;
  const last = shares[shares.length - 1];
  return last >= BULK && last <= 1 && shares.every((share, i) => i === 0 || share >= shares[i - 1]);
}

/** Returns the largest value beyond the drawn axis; null if everything is drawn. */
export function undrawnTo(figure: Figure, plot: Plot): number | null {
  const [, drawn] = plot.x.domain();
  const last = Math.max(...figure.series.flatMap((one) => one.x.filter((_, i) => isNumber(one.y[i]))));
  return figure.x.to === undefined && last > drawn * (1 + 1e-9) ? last : null;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

type Fit = "nice" | "exact" | "aired";

const AIR = 0.03;

function axisDomain(axis: Axis, values: readonly number[], fit: Fit): Domain {
  const isLog = axis.scale === "log";
  const usable = isLog ? values.filter((value) => value > 0) : values;
  const [low = isLog ? 1 : 0, high = isLog ? 10 : 1] = extent(usable);
  const [from, to] = isLog ? logDomain(low, high, fit) : linearDomain(low, high, fit);
  // Declared ends of the axis are used exactly.
  return [axis.from ?? from, axis.to ?? to];
}

/** Returns the range of a linear axis. It starts at 0 unless half of the axis would then be empty. */
function linearDomain(low: number, high: number, fit: Fit): Domain {
  if (fit === "nice") {
    const from = low > 0 && low <= high / 2 ? 0 : low;
    return niceDomain(from === high ? [from - 1, high + 1] : [from, high], 6);
  }
  const air = low === high ? 1 : fit === "aired" ? (high - low) * AIR : 0;
  return [low - air, high + air];
}

function logDomain(low: number, high: number, fit: Fit): Domain {
  if (low === high) return [low / 2, high * 2];
  if (fit === "nice") return niceLogDomain([low, high]);
  const air = fit === "aired" ? (high / low) ** AIR : 1;
  return [low / air, high * air];
}

/** Smallest and largest number of values that become the ticks themselves. */
const [FEWEST_OWN_TICKS, MOST_OWN_TICKS] = [2, 10];
const TICK_PX = 62;

/** Returns the x axis. If there are few measured values, the values are the ticks. */
export function figureXAxis(figure: Figure, plot: Plot): AxisLook {
  const { names } = figure.x;
  if (names !== undefined) {
    const format = (place: number) => names[place] ?? "";
    const ticks = spaced([...names.keys()], plot.x, format);
    return { ticks, format, labelled: true };
  }
  const count = Math.max(2, Math.floor((plot.right - plot.left) / TICK_PX));
  const own = [...new Set(figure.series.flatMap(({ x }) => x))].sort((a, b) => a - b);
  const isLog = figure.x.scale === "log";
  if (isLog && own.length > MOST_OWN_TICKS)
    return { ticks: roomyLogTicks(plot.x, count), format: tickText, labelled: true };
  if (isLog || (own.length >= FEWEST_OWN_TICKS && own.length <= MOST_OWN_TICKS)) {
    const format = isLog ? tickText : evenText(own);
    return { ticks: spaced(own, plot.x, format), format, labelled: true };
  }
  return linearAxis(plot.x, count);
}

/** Returns a format that gives all values the number of decimals that the longest needs. */
function evenText(values: readonly number[]): (value: number) => string {
  if (values.some((value) => Math.abs(value) >= 1e5)) return tickText;
  const decimals = Math.max(...values.map((value) => tickText(value).split(".")[1]?.length ?? 0));
  return (value) => value.toFixed(decimals);
}

/** Returns an axis with at most `most` ticks. A scale treats the count as a hint only. */
function linearAxis(scale: Scale, most: number): AxisLook {
  let count = most;
  while (count > 2 && scale.ticks(count).length > most) count--;
  return { ticks: scale.ticks(count), format: linearText(scale, count), labelled: true };
}

export function figureYAxis(figure: Figure, plot: Plot): AxisLook {
  const count = Math.min(8, Math.max(2, Math.floor((plot.bottom - plot.top) / 28)));
  if (figure.y.scale === "log")
    return { ticks: roomyLogTicks(plot.y, count), format: tickText, labelled: true };
  return linearAxis(plot.y, count);
}

const SHORTEST_GAP_PX = 30;
const [DIGIT_PX, AIR_PX] = [6.5, 8];

function spaced(values: readonly number[], scale: Scale, format: (value: number) => string): number[] {
  const [from, to] = scale.domain();
  const inside = values.filter((value) => value >= from && value <= to);
  const longest = Math.max(0, ...inside.map((value) => format(value).length));
  const gap = Math.max(SHORTEST_GAP_PX, longest * DIGIT_PX + AIR_PX);
  const kept: number[] = [];
  for (const value of inside) {
    const before = kept.at(-1);
    if (before === undefined || scale(value) - scale(before) >= gap) kept.push(value);
  }
  return kept;
}

/** Returns powers of ten, with 2 and 5 between them if there is room. */
function roomyLogTicks(scale: Scale, most: number): number[] {
  const fine = logTicks(scale.domain(), [1, 2, 5]);
  if (fine.length <= most) return fine;
  const whole = logTicks(scale.domain(), [1]);
  const stride = Math.ceil(whole.length / most);
  return whole.filter((_, index) => index % stride === 0);
}

function linearText(scale: Scale, count: number): (value: number) => string {
  const decimals = tickDecimals(scale.domain(), count);
  return (value) => (Math.abs(value) >= 1e5 ? tickText(value) : value.toFixed(decimals));
}

const DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Returns the text of a tick: "0.02", "500", "10⁶". */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 0.001 && size < 1e5)) return String(Number(value.toPrecision(4)));
  const [digits, power] = value.toExponential().split("e");
  const raised = [...power.replace("+", "")]
    .map((sign) => (sign === "-" ? "⁻" : DIGITS[Number(sign)]))
    .join("");
  const factor = String(Number(Number(digits).toPrecision(3)));
  return factor === "1" ? `10${raised}` : `${factor}·10${raised}`;
}
