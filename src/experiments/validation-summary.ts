/** How accurate each sender and each queue is: with what it was compared, how large the errors were, and what was never compared. */
import { congestionControls, queueDisciplines } from "../engine/index.ts";
import { isPaper } from "./claim-tally.ts";
import { neverCompared } from "./compared-cases.ts";
import type { Experiment, StoredOutcome } from "./experiment.ts";

/** Median and largest error, without sign. */
export interface Closeness {
  readonly median: number;
  readonly worst: number;
}

/** Minimum and maximum. */
type Range = readonly [number, number];

/** All comparisons of one algorithm with one reference. */
export interface Comparisons {
  /** Name of the reference: "Linux 6.1", "ns-3.44". */
  readonly source: string;
  readonly cases: number;
  /** Number of comparisons that are judged one by one. The errors are those of these comparisons. */
  readonly judged: number;
  /** Relative error of the goodput; null if there is none. */
  readonly goodput: Closeness | null;
  /** Error of the 90th percentile of the queueing delay (ms); null if there is none. */
  readonly p90Ms: Closeness | null;
  /** Error of the first flow's share when two flows compete, as a difference of shares; null if there are no such comparisons. */
  readonly share: Closeness | null;
  /** Relative error of the number of marks; null if there were no marks. */
  readonly marks: Closeness | null;
  /** Ids of the algorithms with which it was combined: queues for a sender, senders for a queue. */
  readonly partners: readonly string[];
  readonly capacityMbps: Range;
  readonly rttMs: Range;
  readonly flows: Range;
  readonly ecn: "on" | "off" | "both";
}

interface PaperUse {
  /** Label: "ABE". */
  readonly label: string;
  /** Number of figures and tables of the paper whose runs use the algorithm. */
  readonly figures: number;
  /** Number of claims of the paper's text in these figures. `hold` is the number of those that hold. */
  readonly claims: number;
  readonly hold: number;
}

/** Accuracy of one sender or queue. */
export interface CheckedAlgorithm {
  readonly kind: "sender" | "queue";
  readonly id: string;
  readonly label: string;
  readonly comparisons: readonly Comparisons[];
  readonly papers: readonly PaperUse[];
}

/** The content of how-right.json. */
export interface ValidationSummary {
  readonly schema: 1;
  /** Version of the simulator that was compared. */
  readonly version: string;
  readonly algorithms: readonly CheckedAlgorithm[];
}

/** Returns the papers whose runs use an algorithm, with numbers of figures and claims. */
export function papersWith(
  kind: CheckedAlgorithm["kind"],
  id: string,
  experiments: readonly Experiment[],
  stored: ReadonlyMap<string, StoredOutcome>,
): PaperUse[] {
  const uses = new Map<string, PaperUse>();
  for (const experiment of experiments) {
    if (!isPaper(experiment.paper) || !experiment.jobs("quick").some((job) => takesPart(kind, id, job)))
      continue;
    const claims = (stored.get(experiment.id)?.outcome.claims ?? []).filter(({ basis }) => basis !== "ours");
    const { label } = experiment.paper;
    const before = uses.get(label) ?? { label, figures: 0, claims: 0, hold: 0 };
    uses.set(label, {
      label,
      figures: before.figures + 1,
      claims: before.claims + claims.length,
      hold: before.hold + claims.filter(({ holds }) => holds).length,
    });
  }
  return [...uses.values()];
}

function takesPart(
  kind: CheckedAlgorithm["kind"],
  id: string,
  { scenario }: ReturnType<Experiment["jobs"]>[number],
): boolean {
  if (kind === "sender") return scenario.flows.some(({ cc, traffic }) => cc === id && traffic !== "cbr");
  return scenario.queue.aqm === id || scenario.path.links.some(({ queue }) => queue?.aqm === id);
}

/**
 * Returns a sentence such as "Linux 6.1: 24 cases: the 90th percentile of queue delay off by 0.1 ms in the median and
 * 2.3 ms at worst, marks by …".
 */
export function closenessWords({ source, cases, judged, goodput, p90Ms, share, marks }: Comparisons): string {
  const count = `${source}: ${cases} ${cases === 1 ? "case" : "cases"}`;
  if (goodput === null || p90Ms === null)
    return `${count}. None of them can be judged by one run, so only the direction and the means are compared.`;
  const some = judged === cases ? "" : `, ${judged} judged one by one`;
  const off = [
    `the 90th percentile of queue delay off by ${ms(p90Ms.median)} in the median and ${ms(p90Ms.worst)} at worst`,
    ...(share === null
      ? []
      : [`shares of pairs by ${points(share.median)} and ${points(share.worst)} points`]),
    ...(marks === null ? [] : [`marks by ${percent(marks.median)} and ${percent(marks.worst)}`]),
    `total goodput by ${percent(goodput.median)} and ${percent(goodput.worst)}`,
  ];
  return `${count}${some}: ${off.join(", ")}.`;
}

/** Heads of the columns of `closenessCells`. Errors are written as "median (largest)". */
export const CLOSENESS_COLUMNS = "compared with | cases | p90 of delay | shares of pairs | marks | goodput";

/** Returns the cells of a table row for one reference: its name, the number of comparisons, and the errors. */
export function closenessCells({
  source,
  cases,
  judged,
  goodput,
  p90Ms,
  share,
  marks,
}: Comparisons): string[] {
  const error = (subject: Closeness | null, text: (value: number) => string) =>
    subject === null ? "–" : `${text(subject.median)} (${text(subject.worst)})`;
  const count = judged === cases ? `${cases}` : `${cases} (${judged} judged)`;
  return [
    source,
    count,
    error(p90Ms, ms),
    error(share, points),
    error(marks, percent),
    error(goodput, percent),
  ];
}

const percent = (share: number) =>
  `${share < 0.00005 ? "0" : (100 * share).toFixed(share < 0.001 ? 2 : 1)} %`;
const points = (share: number) => (100 * share).toFixed(1);
const ms = (value: number) => `${value.toFixed(value < 0.1 ? 2 : 1)} ms`;

/** Returns a description: "ABE: 12 figures, 58 of 65 claims hold." */
export function paperWords({ label, figures, claims, hold }: PaperUse): string {
  const count = `${label}: ${figures} ${figures === 1 ? "figure or table" : "figures and tables"}`;
  return claims === 0 ? `${count}.` : `${count}, ${hold} of ${claims} claims hold.`;
}

/** The conditions under which an algorithm was compared, over all comparisons. */
interface Covered {
  readonly partners: string;
  readonly capacityMbps: Range;
  readonly rttMs: Range;
  readonly mostFlows: number;
  /** ECN in the comparisons: "on" or "off" if it was the same in all of them. */
  readonly ecn: Comparisons["ecn"];
}

function coveredBy({ kind, comparisons }: CheckedAlgorithm): Covered {
  const partners = [...new Set(comparisons.flatMap((one) => one.partners))].map((id) => labelOf(kind, id));
  const whole = (read: (one: Comparisons) => Range): Range => [
    Math.min(...comparisons.map((one) => read(one)[0])),
    Math.max(...comparisons.map((one) => read(one)[1])),
  ];
  const ecn = new Set(comparisons.map((one) => one.ecn));
  return {
    partners: listed(partners),
    capacityMbps: whole((one) => one.capacityMbps),
    rttMs: whole((one) => one.rttMs),
    mostFlows: whole((one) => one.flows)[1],
    ecn: ecn.size === 1 ? [...ecn][0] : "both",
  };
}

/** Returns a sentence on what was never compared with another implementation. */
export function neverWords(algorithm: CheckedAlgorithm): string {
  const { kind, label, comparisons } = algorithm;
  if (comparisons.length === 0) return `Not validated: ${neverCompared(label)}`;
  const { partners, capacityMbps, rttMs, mostFlows, ecn } = coveredBy(algorithm);
  const outside = [
    `with ${kind === "sender" ? "queues" : "senders"} other than ${partners}`,
    `at rates ${beyond(capacityMbps, "Mbps")}`,
    `at round trips ${beyond(rttMs, "ms")}`,
    `with more than ${count(mostFlows)}`,
    ...(ecn === "on" ? ["without ECN"] : []),
    ...(ecn === "off" ? ["with ECN"] : []),
  ];
  return `Never compared ${outside.slice(0, -1).join(", ")}, or ${outside[outside.length - 1]}.`;
}

/** Heads of the columns of `coveredCells`. The first column gets its head from the kind of algorithms. */
export const COVERED_COLUMNS = "Mbps | RTT, ms | flows | ECN";

/** Returns the cells of a table row for the conditions of an algorithm's comparisons; dashes if there were none. */
export function coveredCells(algorithm: CheckedAlgorithm): string[] {
  if (algorithm.comparisons.length === 0) return ["–", "–", "–", "–", "–"];
  const { partners, capacityMbps, rttMs, mostFlows, ecn } = coveredBy(algorithm);
  const range = ([least, most]: Range) => (least === most ? `${least}` : `${least} to ${most}`);
  return [partners, range(capacityMbps), range(rttMs), mostFlows === 1 ? "1" : `up to ${mostFlows}`, ecn];
}

/** Sentence that is true for all algorithms. */
export const ALIKE =
  "Most of these runs have one bottleneck and bulk flows. Fewer cases have web pages, short transfers, pings, on-off or CBR traffic, a capacity that changes, or several links (two parking lots, GFC-2, a data centre beside a WAN). ECN(α,β), PI and ECN-enhanced CoDel are not part of Linux: they were written for its kernel from their papers.";

function labelOf(kind: CheckedAlgorithm["kind"], id: string): string {
  const list = kind === "sender" ? queueDisciplines : congestionControls;
  return list.find((one) => one.id === id)?.label ?? id;
}

function listed(names: readonly string[]): string {
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

function beyond([least, most]: Range, unit: string): string {
  return least === most ? `other than ${least} ${unit}` : `outside ${least} to ${most} ${unit}`;
}

const count = (flows: number) => (flows === 1 ? "one flow" : `${flows} flows`);
