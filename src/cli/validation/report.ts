/** The verdict over all cases, and its table for people. */
import { textTable } from "../text-table.ts";
import { type Comparison, median } from "./compare.ts";
import { convergenceLines } from "./convergence.ts";
import { type Direction, directionsOf } from "./directions.ts";
import { mbps, percent, signed, signedPercent } from "./number-text.ts";
import { disagreement, TOLERANCE } from "./tolerance.ts";

export interface Verdict {
  readonly comparisons: readonly Comparison[];
  readonly directions: readonly Direction[];
  readonly settled: readonly Comparison[];
  readonly goodputMedianError: number;
  readonly passed: boolean;
}

export function verdictOn(comparisons: readonly Comparison[]): Verdict {
  const settled = comparisons.filter((one) => one.reference.settled && disagreement(one.reference) === null);
  const errors = settled.map((one) => Math.abs(one.goodputError));
  const directions = directionsOf(comparisons);
  const goodputMedianError = median(errors);
  const passed =
    goodputMedianError <= TOLERANCE.goodputMedian &&
    settled.every((one) => one.failures.length === 0) &&
    directions.every((one) => one.holds);
  return {
    comparisons,
    directions,
    settled,
    goodputMedianError,
    passed,
  };
}

export function reportOf(verdict: Verdict, skipped: ReadonlyMap<string, number>): string {
  const { comparisons, directions, settled } = verdict;
  const wrongWay = directions.filter((one) => !one.holds);
  return [
    textTable([HEAD, ...comparisons.map(rowOf)]),
    "",
    ...groupLines(comparisons),
    ...convergenceLines(comparisons.flatMap(({ convergence }) => convergence ?? [])),
    ...wrongWay.map((one) => `WRONG WAY  ${one.text}`),
    `directions: ${directions.length - wrongWay.length} of ${directions.length} agree`,
    "",
    errorTable(settled),
    allowedLine(),
    countLine(verdict),
    ...disagreementLines(comparisons),
    ...skippedLines(skipped),
    verdict.passed ? "PASS" : "FAIL",
  ].join("\n");
}

const HEAD = [
  "case",
  "Mbps ours",
  "theirs",
  "error",
  "p50 ms ours",
  "theirs",
  "error",
  "p90 ms ours",
  "theirs",
  "error",
  "",
];

function rowOf(one: Comparison): string[] {
  const { reference, ours } = one;
  const { goodputBps, sojournMs } = reference;
  return [
    reference.id,
    mbps(ours.goodputBps),
    mbps(goodputBps.mean),
    signedPercent(one.goodputError, 2),
    ours.p50Ms.toFixed(2),
    sojournMs.p50.toFixed(2),
    signed(one.p50ErrorMs, 2),
    ours.p90Ms.toFixed(2),
    sojournMs.p90.toFixed(2),
    signed(one.p90ErrorMs, 2),
    statusOf(one),
  ];
}

function statusOf({ reference, failures }: Comparison): string {
  if (disagreement(reference) !== null) return "ns-3 differs";
  if (failures.length > 0) return `FAIL ${failures.join(" ")}`;
  return reference.settled ? "pass" : "unsettled";
}

/** Each reason once, with the cases it concerns. */
function disagreementLines(comparisons: readonly Comparison[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { reference } of comparisons) {
    const why = disagreement(reference);
    if (why !== null) byReason.set(why, [...(byReason.get(why) ?? []), reference.id]);
  }
  return [...byReason].map(([why, ids]) => `${ids.length} shown, not judged: ${why}: ${ids.join(", ")}`);
}

function groupLines(comparisons: readonly Comparison[]): string[] {
  const grouped = comparisons.filter((one) => one.reference.groupGoodputBps !== undefined);
  if (grouped.length === 0) return [];
  const rows = grouped.map(({ reference, ours }) => [
    reference.id,
    ours.groupGoodputBps.map(mbps).join(" + "),
    (reference.groupGoodputBps ?? []).map(mbps).join(" + "),
  ]);
  return [textTable([["goodput per group, Mbps (shown, not judged)", "ours", "theirs"], ...rows]), ""];
}

/** Errors over the settled cases, of all and of each source. */
function errorTable(settled: readonly Comparison[]): string {
  const sources = [...new Set(settled.map((one) => one.reference.source))];
  const rows = sources.map(
    (source) => [source, settled.filter((one) => one.reference.source === source)] as const,
  );
  const head = [
    "errors, settled cases",
    "goodput median",
    "worst",
    "p50 median",
    "worst",
    "p90 median",
    "worst",
    "pass",
    "bare",
  ];
  return textTable([
    head,
    ...[["all", settled] as const, ...rows].map(([name, cases]) => errorRow(name, cases)),
  ]);
}

function errorRow(name: string, cases: readonly Comparison[]): string[] {
  const of = (errorOf: (one: Comparison) => number) => {
    const errors = cases.map((one) => Math.abs(errorOf(one)));
    return [median(errors), Math.max(...errors)];
  };
  const passed = cases.filter((one) => one.failures.length === 0).length;
  return [
    name,
    ...of((one) => one.goodputError).map(percent),
    ...[of((one) => one.p50ErrorMs), of((one) => one.p90ErrorMs)].flat().map((ms) => `${ms.toFixed(2)} ms`),
    `${passed} of ${cases.length}`,
    `${cases.filter((one) => one.passesBare).length} of ${cases.length}`,
  ];
}

function allowedLine(): string {
  const { goodputMedian, goodputWorst, delayMs, delayShare } = TOLERANCE;
  return `allowed: goodput ${percent(goodputMedian)} in the median of all and ${percent(goodputWorst)} in each case, p50 and p90 ${delayMs} ms or ${percent(delayShare)} in each; besides, for ns-3 one packet's transmission time of delay, and for PIE two standard errors of the difference between so many runs of theirs and of ours; "bare" counts without these two`;
}

function countLine({ comparisons, settled }: Verdict): string {
  const failed = settled.filter((one) => one.failures.length > 0).length;
  return `${comparisons.length} cases: ${settled.length - failed} pass, ${failed} fail, ${comparisons.length - settled.length} unsettled or not judged (direction only)`;
}

function skippedLines(skipped: ReadonlyMap<string, number>): string[] {
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const reasons = [...skipped].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return [`${total} cases skipped, which need what is not here: ${reasons}`];
}
