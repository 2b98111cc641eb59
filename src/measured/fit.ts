/**
 * Compares a measured connection with a flow of a run over the same time: means, 90th percentiles, and times of reductions.
 * Measurement and run are read at the same equally spaced times. Times at which one of them has no value are left out.
 */
import { type BucketSeries, isCut, type Scenario, type Snapshot } from "../engine/index.ts";
import { mean, median, percentile } from "../lib/statistics.ts";
import type { CutSource, MeasuredConnection, MeasuredSeries } from "./measurement.ts";

/** Quantities that are compared. */
type FitId = "cwnd" | "inflight" | "srtt" | "throughput";

/** Mean and 90th percentile over the times at which both sides have values. */
export interface FitFigures {
  readonly mean: number;
  readonly p90: number;
}

/** The comparison of one quantity. */
export interface FitRow {
  readonly id: FitId;
  readonly unit: "segments" | "ms" | "bps";
  readonly measured: FitFigures;
  readonly run: FitFigures;
  /** Total time over which both sides have values (s). */
  readonly coveredS: number;
}

/** A reduction in the measurement and the nearest one in the run (times in s of the run). */
interface CutPair {
  readonly measuredS: number;
  readonly runS: number;
}

/** The comparison of the times of reductions. */
export interface CutFit {
  readonly from: CutSource;
  /** Times of the reductions in the measurement (s of the run); `runS` has those in the run. */
  readonly measuredS: readonly number[];
  readonly runS: readonly number[];
  /** Pairs of reductions that are nearest to each other. */
  readonly pairs: readonly CutPair[];
  /** Median of the time differences within pairs, without their sign (s); null without pairs. */
  readonly medianApartS: number | null;
  /** Mean time between two reductions (s); null if there are fewer than two. */
  readonly spacingS: { readonly measured: number | null; readonly run: number | null };
}

/** The comparison of a measurement with a flow of a run. */
export interface Fit {
  /** Index among all flows. */
  readonly flow: number;
  /** Time of the run at which the measurement starts (s). */
  readonly beginsS: number;
  /** Part of the run that is compared (s of the run); null if measurement and run do not overlap. */
  readonly stretch: { readonly fromS: number; readonly toS: number } | null;
  /** True if the part before the end of the warm-up was left out. */
  readonly isAfterWarmup: boolean;
  readonly rows: readonly FitRow[];
  readonly cuts: CutFit | null;
  /** Sentences on quantities that a reader may expect but that are not compared, with the reason. */
  readonly notCompared: readonly string[];
}

const STEPS = 4000;
/**
 * A sample is valid until the next one, but at most for `steps` times the usual distance of samples, or for `leastS` if that is
 * longer.
 */
const HOLDS = { steps: 20, leastS: 1 } as const;
/** Window for throughput, as in the plots (s). */
export const RATE_WINDOW_S = 1;

/** A measured connection, and the flow with which it is compared. */
export interface Compared {
  readonly connection: MeasuredConnection;
  /** Time of the run at which the connection's first sample is placed (s). */
  readonly beginsS: number;
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  /** Index among all flows. */
  readonly flow: number;
}

/** Compares the connection with the flow. */
export function fitOf({ connection, beginsS, scenario, snapshot, flow }: Compared): Fit {
  const warmupS = Number(scenario.run.warmup);
  const toS = Math.min(snapshot.nowS, beginsS + connection.lengthS);
  const wholeFromS = Math.max(0, beginsS);
  const isAfterWarmup = toS > warmupS;
  const fromS = isAfterWarmup ? Math.max(wholeFromS, warmupS) : wholeFromS;
  const isThere = toS > fromS && flow < snapshot.results.flows.length;
  const common = { flow, beginsS, isAfterWarmup: isAfterWarmup && warmupS > wholeFromS };
  if (!isThere) return { ...common, stretch: null, rows: [], cuts: null, notCompared: [] };
  const stretch = { fromS, toS };
  const trace = snapshot.flows.find((one) => one.flow === flow);
  const { series } = connection;
  const notCompared: string[] = [];
  const ofSeries = (id: FitId, unit: "segments" | "ms", measured?: MeasuredSeries, run?: BucketSeries) => {
    if (measured === undefined || run === undefined) return [];
    const at = (timeS: number) => valueIn(run, timeS);
    return rowOf(id, unit, stretch, held(measured, beginsS), at);
  };
  if (trace === undefined)
    notCompared.push(
      "cwnd, srtt and cuts: the run records them only for its first flows, and this flow is not one of them.",
    );
  const rows = [
    ...ofSeries("cwnd", "segments", series.cwnd, trace?.cwnd),
    // Data in flight is compared only if the file has no cwnd, because cwnd is more precise.
    ...(series.cwnd === undefined ? ofSeries("inflight", "segments", series.inflight, trace?.inflight) : []),
    ...ofSeries("srtt", "ms", series.srttMs, trace?.srttMs),
    ...throughputRow(connection, beginsS, snapshot, flow, stretch),
  ];
  const cuts = trace === undefined ? null : cutFit(connection, beginsS, snapshot, flow, stretch);
  if (cuts === null && connection.cuts !== null && snapshot.flowEvents.stride > 1)
    notCompared.push("Cuts: the run has too many cuts to record all of them.");
  if (connection.cutsUnknown !== null) notCompared.push(connection.cutsUnknown);
  return { ...common, stretch, rows, cuts, notCompared };
}

interface Stretch {
  readonly fromS: number;
  readonly toS: number;
}

type ValueAt = (timeS: number) => number;

function rowOf(
  id: FitId,
  unit: FitRow["unit"],
  { fromS, toS }: Stretch,
  measured: ValueAt,
  run: ValueAt,
): FitRow[] {
  const stepS = (toS - fromS) / STEPS;
  const [theirs, ours]: [number[], number[]] = [[], []];
  for (let step = 0; step < STEPS; step++) {
    const timeS = fromS + (step + 0.5) * stepS;
    const [one, other] = [measured(timeS), run(timeS)];
    if (!Number.isFinite(one) || !Number.isFinite(other)) continue;
    theirs.push(one);
    ours.push(other);
  }
  if (theirs.length === 0) return [];
  return [{ id, unit, measured: figuresOf(theirs), run: figuresOf(ours), coveredS: theirs.length * stepS }];
}

function figuresOf(values: readonly number[]): FitFigures {
  return { mean: mean(values) ?? Number.NaN, p90: percentile(values, 90) ?? Number.NaN };
}

/**
 * Returns a function that returns the last sample at or before a time of the run; NaN if it is no longer valid. Times must
 * increase from call to call.
 */
function held({ timeS, value }: MeasuredSeries, beginsS: number): ValueAt {
  const holdsS = Math.max(HOLDS.leastS, HOLDS.steps * (usualStepS(timeS) ?? 0));
  let at = -1;
  return (runS) => {
    const t = runS - beginsS;
    while (at + 1 < timeS.length && timeS[at + 1] <= t) at++;
    return at >= 0 && t - timeS[at] <= holdsS ? value[at] : Number.NaN;
  };
}

/** Returns the usual time between samples (s). Samples of the same time count once. Null if there are fewer than two. */
export function usualStepS(timeS: Float64Array): number | null {
  const all = new Float64Array(timeS.length);
  let count = 0;
  for (let i = 1; i < timeS.length; i++) {
    const step = timeS[i] - timeS[i - 1];
    if (step > 0) all[count++] = step;
  }
  const steps = all.subarray(0, count).sort();
  return steps.length === 0 ? null : steps[steps.length >> 1];
}

function valueIn({ startS, bucketS, length, last }: BucketSeries, timeS: number): number {
  const bucket = Math.floor((timeS - startS) / bucketS);
  return bucket >= 0 && bucket < length ? last[bucket] : Number.NaN;
}

/**
 * Returns the comparison of throughput: acknowledged bytes in the file with bytes received in order in the run. If the file has
 * rates but no bytes, its rates are used.
 */
function throughputRow(
  { series: { ackedBytes, rateBps } }: MeasuredConnection,
  beginsS: number,
  { samples }: Snapshot,
  flow: number,
  { fromS, toS }: Stretch,
): FitRow[] {
  const ours = samples.receivedBytes[flow];
  if (ours === undefined) return [];
  const received = (timeS: number) => between(timeS / samples.intervalS, ours, samples.length);
  if (ackedBytes === undefined) {
    if (rateBps === undefined) return [];
    const rate = (timeS: number) => ((received(timeS) - received(timeS - RATE_WINDOW_S)) * 8) / RATE_WINDOW_S;
    return rowOf("throughput", "bps", { fromS, toS }, held(rateBps, beginsS), rate);
  }
  const { timeS, value } = ackedBytes;
  const windowS = Math.max(RATE_WINDOW_S, usualStepS(timeS) ?? 0);
  const [firstS, lastS] = [
    Math.max(fromS, beginsS + timeS[0]),
    Math.min(toS, beginsS + timeS[timeS.length - 1]),
  ];
  if (lastS - firstS < windowS) return [];
  const acked = (runS: number) => interpolated(timeS, value, runS - beginsS);
  const rates = (bytesAt: ValueAt) =>
    Array.from({ length: STEPS }, (_, step) => {
      const endS = firstS + windowS + ((step + 0.5) / STEPS) * (lastS - firstS - windowS);
      return ((bytesAt(endS) - bytesAt(endS - windowS)) * 8) / windowS;
    });
  const figures = (bytesAt: ValueAt): FitFigures => ({
    mean: ((bytesAt(lastS) - bytesAt(firstS)) * 8) / (lastS - firstS),
    p90: percentile(rates(bytesAt), 90) ?? Number.NaN,
  });
  const row = { measured: figures(acked), run: figures(received), coveredS: lastS - firstS };
  return Number.isFinite(row.run.mean) ? [{ id: "throughput", unit: "bps", ...row }] : [];
}

function between(index: number, values: Float64Array, length: number): number {
  const below = Math.max(0, Math.min(length - 1, Math.floor(index)));
  const above = Math.min(length - 1, below + 1);
  return values[below] + (values[above] - values[below]) * Math.max(0, Math.min(1, index - below));
}

function interpolated(timeS: Float64Array, value: Float64Array, at: number): number {
  let [low, high] = [0, timeS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeS[middle] > at) high = middle;
    else low = middle + 1;
  }
  if (low === 0) return value[0];
  if (low === timeS.length) return value[low - 1];
  const share = (at - timeS[low - 1]) / (timeS[low] - timeS[low - 1]);
  return value[low - 1] + (value[low] - value[low - 1]) * share;
}

function cutFit(
  { cuts }: MeasuredConnection,
  beginsS: number,
  { flowEvents }: Snapshot,
  flow: number,
  { fromS, toS }: Stretch,
): CutFit | null {
  if (cuts === null || flowEvents.stride > 1) return null;
  const isInside = (timeS: number) => timeS >= fromS && timeS <= toS;
  const measuredS = Array.from(cuts.timeS, (timeS) => timeS + beginsS).filter(isInside);
  const runS = Array.from(flowEvents.timeS).filter(
    (timeS, i) => isInside(timeS) && flowEvents.flow[i] === flow && isCut(flowEvents.kind[i]),
  );
  const pairs = pairsOf(measuredS, runS);
  const apart = pairs.map((pair) => Math.abs(pair.runS - pair.measuredS));
  return {
    from: cuts.from,
    measuredS,
    runS,
    pairs,
    medianApartS: median(apart),
    spacingS: { measured: spacing(measuredS), run: spacing(runS) },
  };
}

function spacing(times: readonly number[]): number | null {
  return times.length < 2 ? null : (times[times.length - 1] - times[0]) / (times.length - 1);
}

function pairsOf(measuredS: readonly number[], runS: readonly number[]): CutPair[] {
  const toRun = nearestOf(measuredS, runS);
  const toMeasured = nearestOf(runS, measuredS);
  return toRun.flatMap((other, i) =>
    other >= 0 && toMeasured[other] === i ? [{ measuredS: measuredS[i], runS: runS[other] }] : [],
  );
}

/** For each time of the first list, returns the index of the nearest time in the second list. Both lists must be ascending. */
function nearestOf(times: readonly number[], among: readonly number[]): number[] {
  let at = 0;
  return times.map((timeS) => {
    while (at + 1 < among.length && Math.abs(among[at + 1] - timeS) < Math.abs(among[at] - timeS)) at++;
    return among.length === 0 ? -1 : at;
  });
}
