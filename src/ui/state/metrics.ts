/** The numbers of a run, each with its text, its difference from the pinned run and whether that is for the better. */
import type { LinkResult, RunResults, Scenario, Snapshot } from "../../engine/index.ts";

export type Tone = "good" | "bad" | "plain";

export interface MetricRow {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  /** Null when there is nothing to compare with. */
  readonly difference: string | null;
  readonly tone: Tone;
}

interface Metric {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** 1: more is better, -1: less is better, 0: it depends. */
  readonly better: 1 | -1 | 0;
  /** Differences smaller than this are called none. */
  readonly notable: number;
  readonly of: (run: Measured) => number | null;
  readonly text: (value: number) => string;
  readonly difference: (now: number, pinned: number) => string;
}

const MINUS = "\u2212";

export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : MINUS}${text}`;
}

/** Results with the simulated time they cover: from the end of the warm-up to now. */
export interface Measured {
  readonly results: RunResults;
  /** The watched one. */
  readonly link: LinkResult;
  readonly seconds: number;
}

/** A run with the index of its watched link. */
export interface WatchedRun {
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
  readonly link: number;
}

export function measured({ scenario, snapshot, link }: WatchedRun): Measured {
  const { results, nowS } = snapshot;
  return { results, link: results.links[link], seconds: Math.max(0, nowS - warmupS(scenario)) };
}

export function warmupS({ run }: Pick<Scenario, "run">): number {
  const { warmup } = run;
  return typeof warmup === "number" ? warmup : 0;
}

/** Of all flows over the same time: their own rates cover times of their own and must not be added up. */
export function goodputBps({ results, seconds }: Pick<Measured, "results" | "seconds">): number {
  const bytes = results.flows.reduce((sum, flow) => sum + flow.bytesReceived, 0);
  return seconds > 0 ? (bytes * 8) / seconds : 0;
}

export function rateText(bps: number): string {
  if (bps >= 999.5e6) return `${(bps / 1e9).toFixed(2)} Gbps`;
  if (bps >= 1e5) return `${(bps / 1e6).toFixed(bps >= 99.95e6 ? 0 : bps >= 9.995e6 ? 1 : 2)} Mbps`;
  return `${(bps / 1e3).toFixed(1)} kbps`;
}

export function delayText(ms: number): string {
  return `${ms.toFixed(ms >= 99.95 ? 0 : 1)} ms`;
}

export function percentChange(now: number, pinned: number): string {
  return pinned > 0 ? `${signed((now / pinned - 1) * 100, 1)} %` : "";
}

export function delayChange(now: number, pinned: number): string {
  const difference = now - pinned;
  return `${signed(difference, Math.abs(difference) >= 99.95 ? 0 : 1)} ms`;
}

const count = (value: number) => value.toLocaleString("en-GB");
const countChange = (now: number, pinned: number) =>
  now === pinned ? "0" : `${now > pinned ? "+" : MINUS}${count(Math.abs(now - pinned))}`;

function delayMetric(percentile: "p50" | "p90" | "p99", label: string, help: string): Metric {
  return {
    id: percentile,
    label,
    help,
    better: -1,
    notable: 0.05,
    of: ({ link }) => link.sojournMs?.[percentile] ?? null,
    text: delayText,
    difference: delayChange,
  };
}

const GOODPUT: readonly Metric[] = [
  {
    id: "goodput",
    label: "Goodput",
    help: "Payload that arrived in order, per second; all flows together, after the warm-up.",
    better: 1,
    notable: 1000,
    of: goodputBps,
    text: rateText,
    difference: percentChange,
  },
];

/** Of the watched link. */
const LINK_METRICS: readonly Metric[] = [
  {
    id: "utilisation",
    label: "Utilisation",
    help: "Share of the link's capacity that was used.",
    better: 1,
    notable: 0.0005,
    of: ({ link }) => link.utilisation,
    text: (value) => `${(value * 100).toFixed(1)} %`,
    difference: (now, pinned) => `${signed((now - pinned) * 100, 1)} pt`,
  },
  delayMetric("p50", "Delay p50", "Half of the packets waited at most this long in the queue."),
  delayMetric("p90", "Delay p90", "Nine of ten packets waited at most this long in the queue."),
  delayMetric("p99", "Delay p99", "All but one in a hundred packets waited at most this long in the queue."),
  {
    id: "marks",
    label: "CE marks",
    help: "Packets marked Congestion Experienced at the queue.",
    better: 0,
    notable: 1,
    of: ({ link }) => link.marks,
    text: count,
    difference: countChange,
  },
  {
    id: "drops",
    label: "Drops",
    help: "Packets dropped at the queue, by its discipline or for want of room.",
    better: -1,
    notable: 1,
    of: ({ link: { drops } }) => drops.overflow + drops.aqm,
    text: count,
    difference: countChange,
  },
];

/** Only where the link loses packets at random: these say nothing of congestion. */
const RANDOM_LOSSES: Metric = {
  id: "losses",
  label: "Random losses",
  help: "Packets that the link lost at random, whatever the queue did.",
  better: -1,
  notable: 1,
  of: ({ link: { drops } }) => drops.link,
  text: count,
  difference: countChange,
};

const RECOVERY_METRICS: readonly Metric[] = [
  {
    id: "retransmissions",
    label: "Retransmissions",
    help: "Segments sent again.",
    better: -1,
    notable: 1,
    of: ({ results }) => results.flows.reduce((sum, flow) => sum + flow.retransmissions, 0),
    text: count,
    difference: countChange,
  },
  {
    id: "rtos",
    label: "Timeouts (RTO)",
    help: "How often a sender's retransmission timer ran out.",
    better: -1,
    notable: 1,
    of: ({ results }) => results.flows.reduce((sum, flow) => sum + flow.rtos, 0),
    text: count,
    difference: countChange,
  },
];

const FAIRNESS_METRICS: readonly Metric[] = [
  {
    id: "jain",
    label: "Jain's index",
    help: "Fairness of the flows' goodputs: 1 when all are equal, 1/n when one has everything.",
    better: 1,
    notable: 0.0005,
    of: ({ results }) => results.fairness.jain,
    text: (value) => value.toFixed(3),
    difference: (now, pinned) => signed(now - pinned, 3),
  },
  {
    id: "convergence",
    label: "Convergence",
    help: "Longest time from a flow's start until F(t), Jain's index of the bytes since then, first reached 0.95.",
    better: -1,
    notable: 0.05,
    of: longestConvergenceS,
    text: (value) => `${value.toFixed(value < 10 ? 2 : 1)} s`,
    difference: (now, pinned) => `${signed(now - pinned, Math.abs(now - pinned) < 10 ? 2 : 1)} s`,
  },
];

/** Null when no flow joined another, or when one of them never got its share. */
function longestConvergenceS({ results }: Measured): number | null {
  const times = results.fairness.convergenceS;
  return times.length === 0 || times.includes(null) ? null : Math.max(...(times as number[]));
}

export interface MetricRows {
  /** Of all flows together. */
  readonly before: readonly MetricRow[];
  /** Of the watched link. */
  readonly link: readonly MetricRow[];
  /** Of all flows again. */
  readonly after: readonly MetricRow[];
}

export function metricRows(run: Measured, pinned: Measured | null): MetricRows {
  const rows = (metrics: readonly Metric[]) => metrics.map((metric) => rowOf(metric, run, pinned));
  const losses = run.link.drops.link > 0 || (pinned?.link.drops.link ?? 0) > 0;
  return {
    before: rows(GOODPUT),
    link: rows(losses ? [...LINK_METRICS, RANDOM_LOSSES] : LINK_METRICS),
    after: rows(run.results.flows.length > 1 ? [...RECOVERY_METRICS, ...FAIRNESS_METRICS] : RECOVERY_METRICS),
  };
}

function rowOf(metric: Metric, run: Measured, pinned: Measured | null): MetricRow {
  const { id, label, help } = metric;
  const value = metric.of(run);
  const before = pinned === null ? null : metric.of(pinned);
  const text = value === null || Number.isNaN(value) ? missing(id, run.results) : metric.text(value);
  if (value === null || before === null || Number.isNaN(value - before)) {
    return { id, label, help, value: text, difference: null, tone: "plain" };
  }
  return {
    id,
    label,
    help,
    value: text,
    difference: metric.difference(value, before),
    tone: toneOf(metric, value - before),
  };
}

function missing(id: string, results: RunResults): string {
  return id === "convergence" && results.fairness.convergenceS.length > 0 ? "not reached" : "none";
}

function toneOf(metric: Metric, change: number): Tone {
  if (metric.better === 0 || Math.abs(change) < metric.notable) return "plain";
  return change * metric.better > 0 ? "good" : "bad";
}
