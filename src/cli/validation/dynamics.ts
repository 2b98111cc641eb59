/**
 * Compares the behaviour of runs over time with the kernel's repeats: completion times of transfers, response to a step of
 * capacity, share of a flow that joins, and the window of a flow that continues after a pause.
 */
import type { Scenario, Snapshot } from "../../engine/index.ts";
import { deviation, groupsBy, mean, sum } from "./few-numbers.ts";
import type { ReferenceCase } from "./reference-cases.ts";
import { chaosOf, DYNAMICS, STANDARD_ERRORS } from "./tolerance.ts";

/** Values of one repeat, by the names of the reference; null if the event did not occur. */
type Figures = Readonly<Record<string, number | null>>;

/** Statistics of one value over the repeats. `mean` is null if the event occurred in no repeat. */
interface OverRepeats {
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** The comparison of one such value. */
export interface DynamicsComparison {
  readonly reference: ReferenceCase;
  readonly name: string;
  readonly ours: OverRepeats;
  readonly theirs: OverRepeats;
  /** How far this simulator's mean is outside the range of the reference's repeats, relative to their mean; 0 if it is inside. */
  readonly error: number;
  readonly allowed: number;
  /** Reason why a single case is not judged, but only the sum over cases; null if the case is judged. */
  readonly chaos: string | null;
  readonly passes: boolean;
  /** Sum of the variances of both means. It is needed for sums over cases. */
  readonly variance: number;
}

/** Values that are judged, for each grid of cases. */
const JUDGED: Readonly<Record<string, readonly string[]>> = {
  D1: ["fctP50Ms", "fctP90Ms"],
  D2: ["below20S", "recoverS", "goodputMbps_32_40", "goodputMbps_60_70"],
  D3: ["secondGoodputMbps_30_35", "secondGoodputMbps_35_45", "secondGoodputMbps_45_60"],
  R10: ["pingP50Ms", "pingP90Ms", "transferP50Ms", "transferP90Ms", "pageP50Ms", "pageP90Ms"],
  D4: ["cwndBeforeOn", "cwndAtOn", "ssthreshAtOn", "onGoodputMbps_0_0.5", "onOffGoodputMbps"],
};

const MEASURES: Readonly<Record<string, (snapshot: Snapshot, scenario: Scenario) => Figures>> = {
  D1: completionTimes,
  D2: answerToStep,
  D3: shareOfJoiner,
  D4: startsAfterSilence,
  R10: responseTimes,
};

/** Returns the values of one simulated repeat. */
export function dynamicsOf(grid: string, scenario: Scenario, snapshot: Snapshot): Figures {
  return MEASURES[grid]?.(snapshot, scenario) ?? {};
}

/** Compares the values over time. `repeats` are the simulated repeats. Empty if the case has no such values. */
export function compareDynamics(
  grid: string,
  reference: ReferenceCase,
  repeats: readonly Figures[],
): DynamicsComparison[] {
  return (JUDGED[grid] ?? []).flatMap((name) => {
    const theirs = reference.dynamics?.[name];
    return theirs === undefined ? [] : [compareFigure(grid, reference, name, repeats, theirs)];
  });
}

function compareFigure(
  grid: string,
  reference: ReferenceCase,
  name: string,
  repeats: readonly Figures[],
  given: Partial<OverRepeats> | null,
): DynamicsComparison {
  const values = repeats.map((figures) => figures[name]).filter((value) => value !== null);
  const ours =
    values.length === 0
      ? { mean: null, min: null, max: null }
      : { mean: mean(values), min: Math.min(...values), max: Math.max(...values) };
  const theirs = { mean: given?.mean ?? null, min: given?.min ?? null, max: given?.max ?? null };
  const error = outsideBy(ours, theirs);
  const chaos = chaosOf(grid, reference, theirs);
  const allowed = DYNAMICS.share + (name.endsWith("S") ? DYNAMICS.lookS / (theirs.mean ?? 1) : 0);
  return {
    reference,
    name,
    ours,
    theirs,
    error,
    allowed,
    chaos,
    // These conditions are written so that NaN fails.
    passes: chaos !== null || Math.abs(error) <= allowed,
    variance: varianceOf(values, theirs, reference.seeds),
  };
}

/** Returns how far the mean is outside the reference's range; NaN if the event occurred only in one of the two. */
function outsideBy({ mean }: OverRepeats, theirs: OverRepeats): number {
  if (mean === null && theirs.mean === null) return 0;
  if (mean === null || theirs.mean === null || theirs.min === null || theirs.max === null) return Number.NaN;
  if (mean > theirs.max) return (mean - theirs.max) / theirs.mean;
  if (mean < theirs.min) return (mean - theirs.min) / theirs.mean;
  return 0;
}

/** Mean difference between the largest and the smallest of three random values, in standard deviations. */
const RANGE_IN_DEVIATIONS = 1.69;

function varianceOf(values: readonly number[], { min, max }: OverRepeats, repeats: number): number {
  const own = values.length === 0 ? 0 : deviation(values) ** 2 / values.length;
  return own + ((Number(max) - Number(min)) / RANGE_IN_DEVIATIONS) ** 2 / repeats;
}

/** A value summed over all cases of a grid that are not judged one by one. */
export interface DynamicsSum {
  readonly grid: string;
  readonly name: string;
  readonly cases: number;
  readonly ours: number;
  readonly theirs: number;
  /** Relative error of the sum. */
  readonly error: number;
  readonly allowed: number;
  readonly passes: boolean;
}

/** Returns these sums for each grid. */
export function dynamicsSums(
  comparisons: readonly DynamicsComparison[],
  gridOf: (reference: ReferenceCase) => string,
): DynamicsSum[] {
  const chaotic = comparisons.filter((one) => one.chaos !== null && one.theirs.mean !== null);
  return [...groupsBy(chaotic, ({ reference, name }) => `${gridOf(reference)} ${name}`).values()].map(
    (group) => {
      const ours = sum(group.map((one) => one.ours.mean ?? Number.NaN));
      const theirs = sum(group.map((one) => one.theirs.mean ?? Number.NaN));
      const error = ours / theirs - 1;
      const chance = (STANDARD_ERRORS * Math.sqrt(sum(group.map(({ variance }) => variance)))) / theirs;
      const allowed = DYNAMICS.sumShare + chance;
      const [{ reference, name }] = group;
      const passes = Math.abs(error) <= allowed;
      return { grid: gridOf(reference), name, cases: group.length, ours, theirs, error, allowed, passes };
    },
  );
}

/**
 * Returns the completion times. A simulated transfer ends when the sender has the last ACK; one of the reference ends when the
 * receiver has read the last byte.
 */
function completionTimes({ results }: Snapshot): Figures {
  const times = results.flows
    .flatMap(({ fctS, rttMs }) => (fctS === null ? [] : [1000 * fctS - rttMs / 2]))
    .sort((a, b) => a - b);
  return { fctP50Ms: quantile(times, 0.5), fctP90Ms: quantile(times, 0.9) };
}

/** Names of the answers to traffic that waits for them. */
const RESPONSES: ReadonlyMap<string, string> = new Map([
  ["ping", "ping"],
  ["poisson", "transfer"],
  ["http", "page"],
]);

/** Returns the times of pings, transfers and pages after the warm-up: means over the flows of a group. */
function responseTimes({ results }: Snapshot, { flows }: Scenario): Figures {
  const figures = flows.flatMap(({ traffic }, group) => {
    const name = RESPONSES.get(traffic);
    if (name === undefined) return [];
    const times = results.flows.flatMap((flow) =>
      flow.group === group && flow.responses !== null ? [flow.responses] : [],
    );
    return [
      [`${name}P50Ms`, 1000 * mean(times.map(({ p50S }) => p50S))],
      [`${name}P90Ms`, 1000 * mean(times.map(({ p90S }) => p90S))],
    ];
  });
  return Object.fromEntries(figures);
}

/** Returns a quantile, interpolated linearly between the two nearest values. */
function quantile(sorted: readonly number[], p: number): number {
  const at = p * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

/** Times at which the capacity falls and rises again, and end of the run (s). */
const DOWN_S = 30;
const UP_S = 60;
const END_S = 100;
const HIGH_MS = 20;
/**
 * Goodput from which on a flow counts as recovered: nine tenths of the payload rate at 20 Mbps, of which the flow can use 18 Mbps
 * on the wire.
 */
const RECOVERED_MBPS = 18 * (1448 / 1514) * 0.9;

function answerToStep(snapshot: Snapshot): Figures {
  return {
    below20S: lastHighS(snapshot),
    recoverS: recoveredS(snapshot),
    goodputMbps_32_40: goodputMbps(snapshot, 0, 32, 40),
    goodputMbps_60_70: goodputMbps(snapshot, 0, 60, 70),
  };
}

/** Returns the time from the step down until the delay is low for good (s); null if it never is. */
function lastHighS({ links: [{ queue }] }: Snapshot): number | null {
  const { startS, bucketS, length, count, max } = queue.sojournMs;
  for (let i = length - 1; i >= 0; i--) {
    const endS = startS + (i + 1) * bucketS;
    if (endS <= UP_S && endS > DOWN_S && count[i] > 0 && max[i] >= HIGH_MS)
      return endS > UP_S - 1 ? null : endS - DOWN_S;
  }
  return 0;
}

/** Returns the time from the step up until the goodput over one second was high enough (s); null if it never was. */
function recoveredS(snapshot: Snapshot): number | null {
  for (let endS = UP_S; endS < END_S; endS += DYNAMICS.lookS) {
    if (goodputMbps(snapshot, 0, endS - 1, endS) > RECOVERED_MBPS) return endS - UP_S;
  }
  return null;
}

function shareOfJoiner(snapshot: Snapshot): Figures {
  return {
    secondGoodputMbps_30_35: goodputMbps(snapshot, 1, 30, 35),
    secondGoodputMbps_35_45: goodputMbps(snapshot, 1, 35, 45),
    secondGoodputMbps_45_60: goodputMbps(snapshot, 1, 45, 60),
  };
}

const TURNS = 25;
const TURN_S = 4;

/**
 * Reads cwnd and ssthresh after a pause. The flow pauses for 2 s before each on-period, so its last values before the pause are
 * in the previous bucket. Within the bucket of the start, ssthresh can only fall, at least a round trip later, and cwnd is at
 * first at most the initial window.
 */
function startsAfterSilence(snapshot: Snapshot, { flows, tcp, run }: Scenario): Figures {
  const startS = Number(flows[1].params.start);
  const { cwnd, ssthresh } = snapshot.flows[1];
  const initial = Number(tcp["initial-window"]);
  const turns = Array.from({ length: TURNS }, (_, turn) => {
    const onS = startS + turn * TURN_S;
    const bucket = Math.floor((onS - cwnd.startS) / cwnd.bucketS);
    const before = turn === 0 ? initial : cwnd.last[bucket - 1];
    return { onS, before, at: Math.min(before, initial), ssthresh: ssthresh.max[bucket] };
  });
  const [warmupS, endS] = [Number(run.warmup), Number(run.duration)];
  return {
    cwndBeforeOn: mean(turns.map(({ before }) => before)),
    cwndAtOn: mean(turns.map(({ at }) => at)),
    ssthreshAtOn: mean(turns.map((turn) => turn.ssthresh).filter((segments) => !Number.isNaN(segments))),
    "onGoodputMbps_0_0.5": mean(turns.map(({ onS }) => goodputMbps(snapshot, 1, onS, onS + 0.5))),
    onOffGoodputMbps: goodputMbps(snapshot, 1, warmupS, endS),
  };
}

function goodputMbps(snapshot: Snapshot, flow: number, fromS: number, toS: number): number {
  return ((bytesAt(snapshot, flow, toS) - bytesAt(snapshot, flow, fromS)) * 8e-6) / (toS - fromS);
}

/** Returns the received bytes at a time, interpolated between samples. */
function bytesAt(
  { samples: { receivedBytes, intervalS, length } }: Snapshot,
  flow: number,
  atS: number,
): number {
  const bytes = receivedBytes[flow];
  const at = Math.min(atS / intervalS, length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, length - 1);
  return bytes[low] + (at - low) * (bytes[high] - bytes[low]);
}
