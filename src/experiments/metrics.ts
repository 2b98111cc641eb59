/**
 * All measures of a run that are shown or swept. Each is declared once: name, unit, function that computes it, precision, and
 * which direction is better. The page, sweeps and the terminal use these declarations.
 */

import {
  type FlowResult,
  type JoinResult,
  type LinkResult,
  nearestNames,
  type Percentiles,
  type Responses,
  type RunResults,
  resolvePath,
  type Scenario,
  type Sharing,
} from "../engine/index.ts";
import { counted } from "../lib/counted.ts";
import { mean } from "../lib/statistics.ts";

/**
 * Object that a metric measures: a link, a group of flows or the whole run. "goodput@flow2" is the goodput of the second group of flows,
 * "utilisation@wan" the utilisation of the link wan.
 */
export type MetricScope = "link" | "flow" | "run";

/** A measure of a run. */
export interface Metric {
  /** Permanent id of the metric, used in URLs, options and files. */
  readonly id: string;
  readonly label: string;
  /** Short name for use where there is little space. Equal to the label if the label is short. */
  readonly short: string;
  /** Explanation as a sentence; empty if the label says enough. */
  readonly help: string;
  readonly unit: string;
  readonly scope: MetricScope;
  readonly precision: Precision;
  /** Which values are better: 1 for higher, -1 for lower, 0 if it depends. */
  readonly better: 1 | -1 | 0;
  /** Largest possible value: 100 for a share in %, 1 for an index. Absent if there is none. */
  readonly most?: number;
  /** True if sweeps do not offer the metric, because they have a similar one. It is only shown for runs. */
  readonly shownOnly: boolean;
  /** Returns the value for the chosen link, the chosen flows or the run; null if there is nothing to measure. */
  readonly of: (measured: MeasuredRun) => number | null;
}

/** Number of decimals. "three" means three significant digits; it is used for times from microseconds to seconds. */
type Precision = number | "three";

/** Input of a metric: a run, and the link and flows that were chosen. */
export interface MeasuredRun {
  readonly run: RunResults;
  readonly link: LinkResult;
  readonly flows: readonly FlowResult[];
  /** Time that the results cover (s). Needed for a run that is shown while it still advances. */
  readonly seconds?: number;
}

/** Returns the name of a group of flows: "flow2". */
function flowName(group: number): string {
  return `flow${group + 1}`;
}

/** Returns the number as text with the metric's precision, without the unit. */
export function numberText({ precision }: Pick<Metric, "precision">, value: number): string {
  return precision === "three" ? String(Number(value.toPrecision(3))) : value.toFixed(precision);
}

type Shown = Pick<Metric, "unit" | "precision"> & { readonly factor: number };

/** Returns how texts, like plots and tables, show a value of a metric: a time below 1 s in ms. `factor` converts the value. */
export function shownUnit({ unit, precision }: Pick<Metric, "unit" | "precision">, value: number): Shown {
  const isShort = unit === "s" && Math.abs(value) < 0.9995;
  return isShort ? { unit: "ms", precision: "three", factor: 1000 } : { unit, precision, factor: 1 };
}

/** Returns a bound with its unit, exactly as given: "1.5 s", "30 ms". */
export function boundText(metric: Pick<Metric, "unit" | "precision">, bound: number): string {
  const { unit, factor } = shownUnit(metric, bound);
  const text = factor === 1 ? String(bound) : String(Number((bound * factor).toPrecision(12)));
  return unit === "" ? text : `${text} ${unit}`;
}

/**
 * Returns the goodput of all flows over the same time (bit/s). Rates of single flows cannot be added, because each covers another
 * time.
 */
export function totalGoodputBps({ flows }: RunResults, seconds: number): number {
  return seconds > 0 ? (sum(flows, (flow) => flow.bytesReceived) * 8) / seconds : 0;
}

type Better = Metric["better"];
type Declared = Omit<Metric, "id" | "short"> & Partial<Pick<Metric, "short">>;
type Words = Pick<Declared, "label" | "short"> & Partial<Pick<Declared, "help" | "shownOnly">>;

const COUNT = 0;

const TABLE = {
  utilisation: ofLink(
    { label: "Utilisation", help: "Share of the link's capacity that was used." },
    { unit: "%", precision: 1, better: 1, most: 100 },
    // A packet whose transmission is partly outside the measured time counts in part. A delivery opportunity of a recorded
    // capacity counts completely. The utilisation can therefore exceed 100 % slightly and is limited.
    (link) => Math.min(100, 100 * link.utilisation),
  ),
  "delay-mean": ofDelay({ label: "Mean queue delay" }, (delay) => delay.mean),
  "delay-p50": ofDelay(
    {
      label: "Median queue delay",
      short: "Delay p50",
      help: "Half of the packets waited at most this long in the queue.",
    },
    (delay) => delay.p50,
  ),
  "delay-p90": ofDelay(
    {
      label: "Queue delay, 90th percentile",
      short: "Delay p90",
      help: "Nine of ten packets waited at most this long in the queue.",
    },
    (delay) => delay.p90,
  ),
  "delay-p99": ofDelay(
    {
      label: "Queue delay, 99th percentile",
      short: "Delay p99",
      help: "All but one in a hundred packets waited at most this long in the queue.",
    },
    (delay) => delay.p99,
  ),
  "delay-max": ofDelay({ label: "Longest queue delay" }, (delay) => delay.max),
  "queue-mean": ofLink(
    { label: "Mean queue" },
    { unit: "packets", precision: 1, better: -1 },
    (link) => link.queuePackets.mean,
  ),
  "queue-max": ofLink({ label: "Longest queue" }, packets(-1), (link) => link.queuePackets.max),
  marks: ofLink(
    { label: "CE marks", help: "Packets marked Congestion Experienced at the queue." },
    packets(0),
    (link) => link.marks,
  ),
  "mark-share": ofLink({ label: "Share of packets marked" }, share(0), (link) =>
    percentOf(link.marks, link.packets),
  ),
  drops: ofLink({ label: "Drops" }, packets(-1), drops),
  "queue-drops": ofLink(
    {
      label: "Drops at the queue",
      short: "Drops",
      help: "Packets dropped at the queue, by its discipline or because the queue was full.",
      shownOnly: true,
    },
    packets(-1),
    (link) => link.drops.overflow + link.drops.aqm,
  ),
  "random-losses": ofLink(
    {
      label: "Random losses",
      help: "Packets that the link lost at random, independently of the queue.",
      shownOnly: true,
    },
    packets(-1),
    (link) => link.drops.link,
  ),
  "drop-share": ofLink({ label: "Share of packets dropped" }, share(-1), (link) =>
    percentOf(drops(link), drops(link) + link.packets),
  ),
  goodput: ofFlows({ label: "Goodput" }, { unit: "Mbps", precision: 3, better: 1 }, (flows) =>
    megabits(sum(flows, (flow) => flow.goodputBps)),
  ),
  "goodput-share": declare(
    {
      label: "Share of the goodput",
      help: "Goodput of these flows, as a share of the goodput of all flows.",
    },
    share(0),
    {
      scope: "flow",
      of: ({ flows, run }) =>
        percentOf(
          sum(flows, (flow) => flow.goodputBps),
          sum(run.flows, (flow) => flow.goodputBps),
        ),
    },
  ),
  "total-goodput": ofRun(
    {
      label: "Goodput of all flows",
      short: "Goodput",
      help: "Payload that arrived in order, per second; all flows together, after the warm-up.",
      shownOnly: true,
    },
    { unit: "Mbps", precision: 3, better: 1 },
    (run, seconds = 0) => megabits(totalGoodputBps(run, seconds)),
  ),
  "cwnd-mean": ofFlows({ label: "Mean cwnd" }, { unit: "segments", precision: 1, better: 0 }, (flows) =>
    meanOf(flows, (flow) => flow.cwndSegments?.mean),
  ),
  "cwnd-max": ofFlows({ label: "Highest cwnd" }, { unit: "segments", precision: 1, better: 0 }, (flows) =>
    highestOf(flows, (flow) => flow.cwndSegments?.max),
  ),
  "srtt-mean": ofFlows({ label: "Mean SRTT" }, { unit: "ms", precision: 1, better: -1 }, (flows) =>
    meanOf(flows, (flow) => flow.srttMs?.mean),
  ),
  retransmissions: ofFlows(
    { label: "Retransmissions", help: "Retransmitted segments." },
    packets(-1),
    (flows) => sum(flows, (flow) => flow.retransmissions),
  ),
  rtos: ofFlows(
    {
      label: "Retransmission timeouts",
      short: "Timeouts (RTO)",
      help: "How often a sender's retransmission timer ran out.",
    },
    times(-1),
    (flows) => sum(flows, (flow) => flow.rtos),
  ),
  "ecn-reductions": ofFlows({ label: "Reductions for ECN" }, times(0), (flows) =>
    sum(flows, (flow) => flow.ecnReductions),
  ),
  "loss-reductions": ofFlows({ label: "Reductions for loss" }, times(-1), (flows) =>
    sum(flows, (flow) => flow.lossReductions),
  ),
  fct: ofFlows({ label: "Mean flow completion time" }, { unit: "s", precision: 3, better: -1 }, (flows) =>
    meanOf(flows, (flow) => flow.fctS),
  ),
  "response-mean": ofResponses({ label: "Mean response time" }, (responses) => responses.meanS),
  "response-p50": ofResponses({ label: "Median response time" }, (responses) => responses.p50S),
  "response-p90": ofResponses({ label: "Response time, 90th percentile" }, (responses) => responses.p90S),
  "response-p99": ofResponses({ label: "Response time, 99th percentile" }, (responses) => responses.p99S),
  jain: ofRun(
    {
      label: "Jain's index",
      help: "Fairness of goodputs: 1 means that all are equal, 1/n that one flow has everything. Thin flows, which need less than an equal share and get it, are left out.",
    },
    { unit: "", precision: 3, better: 1, most: 1 },
    ({ fairness: { sharing } }) =>
      sharing.thin.length > 0 && sharing.flows.length < 2 ? null : sharing.jain,
  ),
  convergence: ofRun(
    {
      label: "Convergence time of the last flow to join",
      help: "Time from the flow's start until F(t), Jain's index of the bytes since then, stays at 0.95 or above. There is no value if F(t) is below 0.95 at the end.",
    },
    { unit: "s", precision: 2, better: -1 },
    ({ fairness }) => fairness.sharing.joins.at(-1)?.settledS ?? null,
  ),
  "convergence-first": ofRun(
    {
      label: "First time at F(t) 0.95 of the last flow to join",
      help: "Time from the flow's start until F(t) first reached 0.95, whether or not it stayed there.",
    },
    { unit: "s", precision: 2, better: -1 },
    ({ fairness }) => fairness.sharing.joins.at(-1)?.firstS ?? null,
  ),
  "longest-convergence": ofRun(
    {
      label: "Longest convergence time",
      short: "Convergence",
      help: "Longest time from a flow's start until F(t), Jain's index of the bytes since then, stays at 0.95 or above.",
      shownOnly: true,
    },
    { unit: "s", precision: 2, better: -1 },
    ({ fairness }) => slowestJoin(fairness.sharing)?.settledS ?? null,
  ),
} satisfies Readonly<Record<string, Declared>>;

/** Id of a metric. */
export type MetricId = keyof typeof TABLE;

export const METRICS = Object.fromEntries(
  Object.entries(TABLE).map(([id, one]: [string, Declared]) => [
    id,
    { id, ...one, short: one.short ?? one.label },
  ]),
) as Readonly<Record<MetricId, Metric>>;

/** Metrics that a sweep can measure. */
export const SWEPT_METRICS: readonly Metric[] = Object.values(METRICS).filter(({ shownOnly }) => !shownOnly);

type Figure = Pick<Declared, "unit" | "precision" | "better" | "most">;

function packets(better: Better): Figure {
  return { unit: "packets", precision: COUNT, better };
}

function times(better: Better): Figure {
  return { unit: "", precision: COUNT, better };
}

function share(better: Better): Figure {
  return { unit: "%", precision: "three", better };
}

function declare(words: Words, figure: Figure, rest: Pick<Declared, "scope" | "of">): Declared {
  return { help: "", shownOnly: false, ...words, ...figure, ...rest };
}

function ofLink(words: Words, figure: Figure, read: (link: LinkResult) => number | null): Declared {
  return declare(words, figure, { scope: "link", of: ({ link }) => read(link) });
}

function ofDelay(words: Words, readValue: (delay: Percentiles) => number): Declared {
  const figure: Figure = { unit: "ms", precision: "three", better: -1 };
  return ofLink(words, figure, ({ sojournMs }) => (sojournMs === null ? null : readValue(sojournMs)));
}

function ofFlows(
  words: Words,
  figure: Figure,
  pick: (flows: readonly FlowResult[]) => number | null,
): Declared {
  return declare(words, figure, { scope: "flow", of: ({ flows }) => pick(flows) });
}

/** Returns a metric that is the mean over the flows with requests. */
function ofResponses(words: Words, valueIn: (responses: Responses) => number): Declared {
  const figure: Figure = { unit: "s", precision: "three", better: -1 };
  return ofFlows(words, figure, (flows) =>
    meanOf(flows, ({ responses }) => (responses === null ? null : valueIn(responses))),
  );
}

function ofRun(
  words: Words,
  figure: Figure,
  figureIn: (run: RunResults, seconds: number | undefined) => number | null,
): Declared {
  return declare(words, figure, { scope: "run", of: ({ run, seconds }) => figureIn(run, seconds) });
}

function drops({ drops: { overflow, aqm, link } }: LinkResult): number {
  return overflow + aqm + link;
}

function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

function megabits(bps: number): number {
  return bps / 1e6;
}

function sum(flows: readonly FlowResult[], measure: (flow: FlowResult) => number): number {
  return flows.reduce((total, flow) => total + measure(flow), 0);
}

function meanOf(
  flows: readonly FlowResult[],
  numberIn: (flow: FlowResult) => number | null | undefined,
): number | null {
  return mean(flows.map((flow) => numberIn(flow) ?? null).filter((value) => value !== null));
}

function highestOf(
  flows: readonly FlowResult[],
  of: (flow: FlowResult) => number | null | undefined,
): number | null {
  const values = flows.map((flow) => of(flow) ?? null).filter((value) => value !== null);
  return values.length === 0 ? null : Math.max(...values);
}

/** A metric for a certain link or group of flows, or a ratio of two metrics. */
export interface PlacedMetric {
  /** Id: "utilisation", "goodput@flow2", "delay-p90@wan". */
  readonly id: string;
  readonly metric: Metric;
  /** Place that is measured: the id of a link, or "flow2" for the second group of flows. Null for the first link or all flows. */
  readonly place: string | null;
  /** The metric by which this one is divided; absent if this is not a ratio. */
  readonly over?: PlacedMetric;
}

/** Reads the id of a metric with its place. `among` holds the allowed metrics. Throws an error with a message for users. */
export function readPlacedMetric(id: string, base: Scenario, among: readonly Metric[]): PlacedMetric {
  const parts = id.split("/");
  if (parts.length > 2)
    throw new Error(`a ratio needs two metrics, like goodput@flow1/goodput@flow2; got ${id}`);
  const [one, over] = parts.map((part) => readOneMetric(part.trim(), base, among));
  if (over === undefined) return one;
  return { id, metric: ratioOf(one.metric), place: one.place, over };
}

/** Returns the metric for a ratio. It has no unit and no better direction. */
function ratioOf({ id, label, short, help, scope, shownOnly, of }: Metric): Metric {
  return { id, label, short, help, scope, shownOnly, of, unit: "", precision: "three", better: 0 };
}

function readOneMetric(id: string, base: Scenario, among: readonly Metric[]): PlacedMetric {
  const [name, at] = [id.split("@")[0], id.includes("@") ? id.slice(id.indexOf("@") + 1) : null];
  const metric = among.find((one) => one.id === name);
  if (metric === undefined) {
    const names = among.map((one) => one.id);
    const near = nearestNames(name, names);
    throw new Error(
      near.length > 0
        ? `there is no ${name}; ${near.join(" or ")}?`
        : `must be of ${names.join(", ")}; got ${name}`,
    );
  }
  return { id, metric, place: at === null ? null : checkedPlace(metric, at, base) };
}

function checkedPlace({ id, scope }: Metric, at: string, base: Scenario): string {
  if (scope === "run") throw new Error(`${id} belongs to the whole run, not to ${at}`);
  const links = resolvePath(base.path).links.map((link) => link.id);
  const names = scope === "flow" ? base.flows.map((_, group) => flowName(group)) : links;
  if (!names.includes(at)) throw new Error(`${id} can be @${names.join(", @")}; got @${at}`);
  return at;
}

/** Returns the value of a metric in a run; null if the run has no such link or flows, or if a ratio would divide by zero. */
export function measuredOf(run: RunResults, { over, ...one }: Omit<PlacedMetric, "id">): number | null {
  const value = placedValue(run, one);
  if (over === undefined || value === null) return value;
  const divisor = measuredOf(run, over);
  return divisor === null || divisor === 0 ? null : value / divisor;
}

function placedValue(
  run: RunResults,
  { metric, place }: Pick<PlacedMetric, "metric" | "place">,
): number | null {
  const { scope, of } = metric;
  const ofPlace = (kind: Metric["scope"]) => (scope === kind ? place : null);
  const [link, flow] = [ofPlace("link"), ofPlace("flow")];
  const links = link === null ? run.links : run.links.filter(({ id }) => id === link);
  const flows = flow === null ? run.flows : run.flows.filter(({ group }) => flowName(group) === flow);
  return links.length === 0 || flows.length === 0 ? null : of({ run, link: links[0], flows });
}

/** Returns the links or groups of flows for which a metric can be measured, in addition to the default. */
export function placesOf({ scope }: Metric, base: Scenario): readonly { id: string; label: string }[] {
  const { links } = resolvePath(base.path);
  if (scope === "link" && links.length > 1) return links.map(({ id, label }) => ({ id, label }));
  if (scope === "flow" && base.flows.length > 1) {
    return base.flows.map((_, group) => ({ id: flowName(group), label: `flow ${group + 1}` }));
  }
  return [];
}

/** Returns which flows an index includes, as text: "of 2 flows; 1 thin flow left out". */
export function countedFlows({ flows, thin, chosen = false }: Sharing): string {
  const all = `of ${counted(flows.length, chosen ? "chosen flow" : "flow")}`;
  return thin.length === 0 ? all : `${all}; ${counted(thin.length, "thin flow")} left out`;
}

/** Explains in a sentence what a thin flow is. */
export const THIN =
  "A thin flow needs less than an equal share of its links and gets it, such as a call during downloads.";

type Convergence = Pick<JoinResult, "firstS" | "settledS">;

/** Returns the time at which F(t) reached its final state, as text with a note. The time counts from the join. */
export function convergenceWords({ firstS, settledS }: Convergence): {
  readonly value: string;
  readonly note: string;
} {
  if (firstS === null) return { value: "not reached", note: "" };
  if (settledS === null) return { value: "not kept", note: `first ${secondsText(firstS)} after the join` };
  const note =
    settledS === firstS ? "after the join, and stayed" : `after the join; first after ${secondsText(firstS)}`;
  return { value: secondsText(settledS), note };
}

/**
 * Returns the convergence of a join as one text: "12.3 s after the join, and stayed"; "not kept, first 0.10 s after
 * the join"; "not reached".
 */
export function convergenceText(join: Convergence): string {
  const { value, note } = convergenceWords(join);
  return note === "" ? value : `${value}${join.settledS === null ? "," : ""} ${note}`;
}

/** Returns the join after which F(t) took longest to stay at 0.95, or never did. Null if there was no join. */
export function slowestJoin({ joins }: Sharing): JoinResult | null {
  const lateness = ({ firstS, settledS }: Convergence) =>
    settledS ?? (firstS === null ? Number.POSITIVE_INFINITY : Number.MAX_VALUE);
  return joins.reduce<JoinResult | null>(
    (slowest, join) => (slowest === null || lateness(join) > lateness(slowest) ? join : slowest),
    null,
  );
}

function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 9.995 ? 2 : 1)} s`;
}
