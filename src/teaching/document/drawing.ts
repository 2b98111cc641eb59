/** A curve that a student draws before the run is shown. It is compared with the curve of the run by several measures. */
import { type BucketSeries, parseQuantity, type Snapshot } from "../../engine/index.ts";
import type { TimeRange } from "./links.ts";

export const DRAWN_PLOTS = {
  cwnd: { unit: "segments", of: (snapshot: Snapshot): BucketSeries => snapshot.flows[0].cwnd },
  delay: { unit: "ms", of: (snapshot: Snapshot): BucketSeries => snapshot.links[0].queue.sojournMs },
} as const;
export type DrawnPlot = keyof typeof DRAWN_PLOTS;

export interface DrawingTask extends TimeRange {
  readonly plot: DrawnPlot;
  /** Upper end of the axis, in the plot's unit. */
  readonly top: number;
}

export interface DrawnPoint {
  readonly timeS: number;
  readonly value: number;
}

const FORM = /^(\w+) from ([^ ]+(?: [a-zµ]+)?) to ([^ ]+(?: [a-zµ]+)?) up to (.+)/s;

/** Reads "delay from 0 s to 30 s up to 400 ms". Throws an error with a message for the user. */
export function readDrawing(text: string): DrawingTask {
  const match = FORM.exec(text.trim().replace(/\s+/g, " "));
  const [, plot, from, to, up] = match ?? [];
  if (plot !== "cwnd" && plot !== "delay")
    throw new Error(
      `a drawing must be like "delay from 0 s to 30 s up to 400 ms" or "cwnd from 0 s to 30 s up to 150 segments"; got "${text.slice(0, 80)}"`,
    );
  const [fromS, toS] = [parseQuantity(from, "s"), parseQuantity(to, "s")];
  if (fromS === null || toS === null || !(fromS >= 0 && fromS < toS))
    throw new Error(`a curve is drawn from an earlier time to a later one; got "${from}" and "${to}"`);
  return { plot, fromS, toS, top: inUnit(up, plot) };
}

function inUnit(text: string, plot: DrawnPlot): number {
  const { unit } = DRAWN_PLOTS[plot];
  const value = parseQuantity(text, unit);
  if (value === null || !(value > 0)) throw new Error(`expected a number of ${unit} above 0, got "${text}"`);
  return value;
}

/** Measures by which curves are compared: for each, a description and a function that computes it from a curve's values. */
export const MEASURES = {
  deviation: "mean distance between the two curves",
  mean: "mean height",
  highest: "highest point",
  teeth: "number of teeth",
} as const;
export type Measure = keyof typeof MEASURES;

export interface Yardstick {
  readonly measure: Measure;
  /** Largest difference that still counts as agreement, in the plot's unit or as a number of teeth. */
  readonly within: number;
}

/** Reads a measure with its tolerance: "mean within 40 ms", "teeth within 2". Throws an error with a message for the user. */
export function readYardstick(text: string, plot: DrawnPlot): Yardstick {
  const match = /^([a-z]+) within (.+)$/.exec(text.trim());
  const [, measure, value] = match ?? [];
  if (measure === undefined || !Object.hasOwn(MEASURES, measure))
    throw new Error(
      `a drawing is judged by ${Object.keys(MEASURES).join(", ")}, like "mean within 40 ms"; got "${text.slice(0, 60)}"`,
    );
  if (measure !== "teeth") return { measure: measure as Measure, within: inUnit(value, plot) };
  if (!/^\d{1,3}$/.test(value)) throw new Error(`the number of teeth must be a whole number, got "${value}"`);
  return { measure, within: Number(value) };
}

export interface DrawingComparison {
  readonly yardstick: Yardstick;
  /** The measure of the drawn curve. Null for the deviation, which is computed from both curves together. */
  readonly drawn: number | null;
  readonly run: number | null;
  readonly apart: number;
  readonly right: boolean;
}

/** Returns the comparison; null if the run has nothing to compare with. */
export function compareDrawing(
  points: readonly DrawnPoint[],
  task: DrawingTask,
  yardsticks: readonly Yardstick[],
  snapshot: Snapshot,
): DrawingComparison[] | null {
  const run = sampled(DRAWN_PLOTS[task.plot].of(snapshot), task);
  if (run.length === 0 || points.length === 0) return null;
  const drawn = run.map(({ timeS }) => heightAt(points, timeS));
  const heights = run.map(({ value }) => value);
  return yardsticks.map((yardstick) => judged(yardstick, drawn, heights));
}

function judged(yardstick: Yardstick, drawn: readonly number[], run: readonly number[]): DrawingComparison {
  const { measure, within } = yardstick;
  if (measure === "deviation") {
    const apart = mean(drawn.map((value, i) => Math.abs(value - run[i])));
    return { yardstick, drawn: null, run: null, apart, right: apart <= within };
  }
  const measureOf = { mean, highest: (values: readonly number[]) => Math.max(...values), teeth }[measure];
  const [ofDrawn, ofRun] = [measureOf(drawn), measureOf(run)];
  const apart = Math.abs(ofDrawn - ofRun);
  return { yardstick, drawn: ofDrawn, run: ofRun, apart, right: apart <= within };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A fall of a curve counts as a tooth if it exceeds this share of the curve's highest point. */
const TOOTH = 0.1;

/** Returns the number of teeth of a curve: how often it falls by more than `TOOTH` of its highest point. */
export function teeth(values: readonly number[]): number {
  const least = TOOTH * Math.max(...values);
  let [high, low, falling, count] = [values[0], values[0], false, 0];
  for (const value of values) {
    if (falling) {
      low = Math.min(low, value);
      if (value - low >= least) [falling, high] = [false, value];
    } else {
      high = Math.max(high, value);
      if (high - value >= least && least > 0) [falling, low, count] = [true, value, count + 1];
    }
  }
  return count;
}

/** Returns the recorded values in a time range. Times without a value are left out. */
export function sampled(series: BucketSeries, { fromS, toS }: TimeRange): DrawnPoint[] {
  const points: DrawnPoint[] = [];
  for (let i = 0; i < series.length; i++) {
    const timeS = series.startS + (i + 0.5) * series.bucketS;
    if (timeS >= fromS && timeS <= toS && !Number.isNaN(series.last[i]))
      points.push({ timeS, value: series.last[i] });
  }
  return points;
}

/** Returns the height of a curve: linear between two points, constant before the first and after the last. */
export function heightAt(points: readonly DrawnPoint[], timeS: number): number {
  const after = points.findIndex((point) => point.timeS >= timeS);
  if (after === 0) return points[0].value;
  if (after < 0) return points[points.length - 1].value;
  const [a, b] = [points[after - 1], points[after]];
  return a.value + ((b.value - a.value) * (timeS - a.timeS)) / (b.timeS - a.timeS || 1);
}
