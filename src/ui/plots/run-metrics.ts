/** The numbers of a run, each with its text, its difference from the pinned run, and whether the difference is an improvement. */

import {
  delayText,
  type LinkResult,
  type ParamValue,
  type RunResults,
  type Scenario,
  type Snapshot,
} from "../../engine/index.ts";
import {
  convergenceWords,
  countedFlows,
  METRICS,
  type Metric,
  type MetricId,
  numberText,
  slowestJoin,
  totalGoodputBps,
} from "../../experiments/metrics.ts";
import { grouped } from "../../lib/counted.ts";

export function numberOr(value: ParamValue | undefined, other: number): number {
  return typeof value === "number" ? value : other;
}

interface CoveredRun {
  readonly scenario: Scenario;
  readonly snapshot: Pick<Snapshot, "nowS" | "done">;
}

/** Text instead of a number during the warm-up. */
export const AFTER_WARMUP = "after warm-up";

/** Returns whether the run is in its warm-up. Numbers cover the time after it. */
export function isWarmingUp(run: CoveredRun): boolean {
  return run.snapshot.nowS <= warmupS(run.scenario) && !run.snapshot.done;
}

/** Returns the progress as text, "so far, 13.9 of 100 s"; null if the run is complete. */
export function soFar({ scenario, snapshot: { nowS, done } }: CoveredRun): string | null {
  if (done) return null;
  return `so far, ${nowS.toFixed(1)} of ${numberOr(scenario.run.duration, 0)} s`;
}

/** Returns whether two runs cover the same time, so that their numbers can be compared. */
export function coverTheSame(one: CoveredRun, other: CoveredRun): boolean {
  if (isWarmingUp(one) || isWarmingUp(other)) return false;
  return one.snapshot.nowS === other.snapshot.nowS && warmupS(one.scenario) === warmupS(other.scenario);
}

/** Returns the reason why the results of two runs cannot be compared; null if they can be compared. */
export function whyNotCompared(now: WatchedRun, pinned: WatchedRun): string | null {
  if (isWarmingUp(now)) return "warming up";
  const unfinished = soFar(now);
  if (unfinished !== null) return unfinished;
  if (!pinned.snapshot.done) return "the pinned run is not complete yet";
  if (!coverTheSame(now, pinned)) return "not compared: the figures cover different times";
  return watchTheSame(now, pinned) ? null : "not compared: the paths differ";
}

/**
 * Returns whether both runs watch the same link. A link of a different path is a different link, even if its id is
 * the same.
 */
export function watchTheSame(now: WatchedRun, pinned: WatchedRun): boolean {
  const idOf = ({ snapshot, link }: WatchedRun) => snapshot.results.links[link].id;
  return now.scenario.path.topology === pinned.scenario.path.topology && idOf(now) === idOf(pinned);
}

export type Tone = "good" | "bad" | "plain";

export interface MetricRow {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  /** Difference from the pinned run; null if there is nothing to compare with. */
  readonly difference: string | null;
  readonly tone: Tone;
  /** Object that the value refers to; empty if the label states it. */
  readonly note: string;
}

const MINUS = "\u2212";

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : MINUS}${text}`;
}

/** Results with the simulated time that they cover: from the end of the warm-up to now. */
export interface Measured {
  readonly results: RunResults;
  /** Results of the watched link. */
  readonly link: LinkResult;
  /** Average capacity of the link in that time. */
  readonly capacityBps: number;
  readonly seconds: number;
}

/** A run with the index of its watched link. */
export interface WatchedRun {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  readonly link: number;
  /** The scenario with its list of changes, as in `RunView`. */
  readonly recorded?: Scenario | undefined;
}

export function measured({ scenario, snapshot, link }: WatchedRun): Measured {
  const { results, nowS } = snapshot;
  const fromS = warmupS(scenario);
  return {
    results,
    link: results.links[link],
    capacityBps: meanCapacityBps(snapshot, link, fromS),
    seconds: Math.max(0, nowS - fromS),
  };
}

/** Returns the mean capacity of a link over the samples, since its rate may change. */
function meanCapacityBps({ links, results, samples }: Snapshot, link: number, fromS: number): number {
  const { rateBps } = links[link];
  const from = Math.ceil(fromS / samples.intervalS);
  let sum = 0;
  for (let at = from; at < rateBps.length; at++) sum += rateBps[at];
  return rateBps.length > from ? sum / (rateBps.length - from) : results.links[link].rateBps;
}

export function warmupS({ run }: Pick<Scenario, "run">): number {
  const { warmup } = run;
  return typeof warmup === "number" ? warmup : 0;
}

export function goodputBps({ results, seconds }: Pick<Measured, "results" | "seconds">): number {
  return totalGoodputBps(results, seconds);
}

export function rateText(bps: number): string {
  if (bps >= 999.5e6) return `${(bps / 1e9).toFixed(2)} Gbps`;
  if (bps >= 1e5) return `${(bps / 1e6).toFixed(bps >= 99.95e6 ? 0 : bps >= 9.995e6 ? 1 : 2)} Mbps`;
  return `${(bps / 1e3).toFixed(1)} kbps`;
}

/** Delays below 100 ms have one decimal. */
const inMs = (ms: number) => ms.toFixed(ms >= 99.95 ? 0 : 1);

export function waitText(ms: number): string {
  return delayText(ms, inMs);
}

export function percentChange(now: number, pinned: number): string {
  return pinned > 0 ? `${signed((now / pinned - 1) * 100, 1)} %` : "";
}

/** Returns the change of a delay, rounded like the larger of the two values. */
export function delayChange(now: number, pinned: number): string {
  const difference = now - pinned;
  const size = Math.abs(difference);
  const isFine = !delayText(Math.max(now, pinned), inMs).endsWith(" ms");
  if (isFine && size > 0) return `${difference > 0 ? "+" : MINUS}${delayText(size, inMs)}`;
  return `${signed(difference, size >= 99.95 ? 0 : 1)} ms`;
}

/** How numbers of one kind are written, both alone and compared with the pinned run. */
interface Saying {
  readonly text: (value: number, metric: Metric) => string;
  readonly difference: (now: number, pinned: number, metric: Metric) => string;
  /** Differences below this count as unchanged. */
  readonly notable: number;
}

const count = (value: number) => grouped(value);

const COUNT: Saying = {
  text: count,
  difference: (now, pinned) =>
    now === pinned ? "0" : `${now > pinned ? "+" : MINUS}${count(Math.abs(now - pinned))}`,
  notable: 1,
};

const INDEX: Saying = {
  text: (value, metric) => numberText(metric, value),
  difference: (now, pinned, { precision }) => signed(now - pinned, Number(precision)),
  notable: 0.0005,
};

const secondsDigits = (value: number) => (Math.abs(value) < 10 ? 2 : 1);

const BY_UNIT: Readonly<Record<string, Saying>> = {
  "%": {
    text: (value, metric) => `${numberText(metric, value)} %`,
    difference: (now, pinned, { precision }) => `${signed(now - pinned, Number(precision))} pt`,
    notable: 0.05,
  },
  ms: { text: waitText, difference: delayChange, notable: 0.05 },
  Mbps: { text: (mbps) => rateText(mbps * 1e6), difference: percentChange, notable: 0.001 },
  s: {
    text: (value) => `${value.toFixed(secondsDigits(value))} s`,
    difference: (now, pinned) => `${signed(now - pinned, secondsDigits(now - pinned))} s`,
    notable: 0.05,
  },
};

function sayingOf({ unit, precision }: Metric): Saying {
  return precision === 0 ? COUNT : (BY_UNIT[unit] ?? INDEX);
}

/** Rows of the watched link. */
const LINK_ROWS: readonly MetricId[] = [
  "utilisation",
  "delay-p50",
  "delay-p90",
  "delay-p99",
  "marks",
  "queue-drops",
];
export const DELAY_ROWS: readonly MetricId[] = ["delay-p50", "delay-p90", "delay-p99"];
const FLOW_ROWS: readonly MetricId[] = ["retransmissions", "rtos"];
const FAIRNESS_ROWS: readonly MetricId[] = ["jain", "longest-convergence"];

export interface MetricRows {
  /** Rows before those of the link, for all flows together. */
  readonly before: readonly MetricRow[];
  /** Rows of the watched link. */
  readonly link: readonly MetricRow[];
  /** Rows after those of the link, for all flows together. */
  readonly after: readonly MetricRow[];
}

export function metricRows(run: Measured, pinned: Measured | null): MetricRows {
  const rows = (ids: readonly MetricId[]) => ids.map((id) => rowOf(METRICS[id], run, pinned));
  // Random losses are shown only if the link loses packets at random, because such losses are no sign of congestion.
  const losses = run.link.drops.link > 0 || (pinned?.link.drops.link ?? 0) > 0;
  const ofLink = losses ? ([...LINK_ROWS, "random-losses"] as const) : LINK_ROWS;
  const linkRows = (id: MetricId) =>
    DELAY_ROWS.includes(id) ? delayRows(METRICS[id], run, pinned) : rows([id]);
  return {
    before: rows(["total-goodput"]),
    link: ofLink.flatMap(linkRows),
    after: rows(run.results.flows.length > 1 ? [...FLOW_ROWS, ...FAIRNESS_ROWS] : FLOW_ROWS),
  };
}

/**
 * Returns one row, or one row for each queue of the discipline, because a median over several queues would not
 * describe any single queue.
 */
function delayRows(metric: Metric, run: Measured, pinned: Measured | null): MetricRow[] {
  const { queues } = run.link;
  if (queues === undefined) return [rowOf(metric, run, pinned)];
  return queues.map(({ name }) => {
    const measured = ofQueue(run, name) ?? run;
    const row = rowOf(metric, measured, pinned && ofQueue(pinned, name));
    return { ...row, id: `${row.id}-${name}`, label: `${row.label}, ${name}`, note: "" };
  });
}

/** Returns the results with the delays of one queue instead of the link's; null if the link has no such queue. */
function ofQueue(run: Measured, name: string): Measured | null {
  const queue = run.link.queues?.find((one) => one.name === name);
  return queue === undefined ? null : { ...run, link: { ...run.link, sojournMs: queue.sojournMs } };
}

/**
 * Returns "1.2 ms median queue delay", or the median of each queue of the discipline; null if there were no packets.
 */
export function medianWords({ queues, sojournMs }: LinkResult): string | null {
  if (sojournMs === null) return null;
  if (queues === undefined) return `${waitText(sojournMs.p50)} median queue delay`;
  const each = queues.flatMap((queue) =>
    queue.sojournMs === null ? [] : [`${waitText(queue.sojournMs.p50)} in the ${queue.name} queue`],
  );
  return `median queue delay ${each.join(" and ")}`;
}

function readingOf(metric: Metric, { results, link, seconds }: Measured): number | null {
  return metric.of({ run: results, link, flows: results.flows, seconds });
}

function rowOf(metric: Metric, run: Measured, pinned: Measured | null): MetricRow {
  const { id, short: label, help } = metric;
  const saying = sayingOf(metric);
  const row = { id, label, help, note: "", difference: null, tone: "plain" } as const;
  // Counters are reset at the end of the warm-up, so there is no value before it.
  if (run.seconds === 0) return { ...row, value: AFTER_WARMUP };
  const value = readingOf(metric, run);
  const before = pinned === null ? null : readingOf(metric, pinned);
  const text = textOf(metric, value, run.results);
  const shownRow = { ...row, value: text, note: noteOf(metric, run) };
  if (value === null || before === null || Number.isNaN(value - before)) return shownRow;
  if (pinned !== null && !isComparable(metric, run, pinned)) return shownRow;
  return {
    ...shownRow,
    difference: saying.difference(value, before, metric),
    tone: toneOf(metric.better, value - before, saying.notable),
  };
}

function textOf(metric: Metric, value: number | null, { fairness: { sharing } }: RunResults): string {
  if (metric.id === METRICS["longest-convergence"].id) {
    const slowest = slowestJoin(sharing);
    return slowest === null ? "none" : convergenceWords(slowest).value;
  }
  return value === null || Number.isNaN(value) ? "none" : sayingOf(metric).text(value, metric);
}

function noteOf({ id }: Metric, { results }: Measured): string {
  const { sharing } = results.fairness;
  if (id === METRICS.jain.id) return countedFlows(sharing);
  if (id === METRICS["longest-convergence"].id) {
    const slowest = slowestJoin(sharing);
    return slowest === null ? "" : convergenceWords(slowest).note;
  }
  const isTail = id === METRICS["delay-p99"].id;
  return isTail && results.flows.length > 1 ? "packets of all flows" : "";
}

/**
 * Returns whether a metric can be compared. Rates at different capacities cannot be compared; shares of the link can.
 */
function isComparable({ id, unit }: Metric, run: Measured, pinned: Measured): boolean {
  if (unit === "Mbps") return haveOneCapacity(run, pinned);
  const counted = ({ results }: Measured) => results.fairness.sharing.flows.length;
  return id !== METRICS.jain.id || counted(run) === counted(pinned);
}

export function haveOneCapacity(one: Measured, other: Measured): boolean {
  return Math.abs(one.capacityBps - other.capacityBps) < SAME_CAPACITY * other.capacityBps;
}

const SAME_CAPACITY = 1e-3;

function toneOf(better: Metric["better"], change: number, notable: number): Tone {
  if (better === 0 || Math.abs(change) < notable) return "plain";
  return change * better > 0 ? "good" : "bad";
}
