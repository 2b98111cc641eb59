/** The verdict and all that it rests on, for people. */
import { textTable } from "../text-table.ts";
import { caseTable, groupTable, shareTable, signalTable } from "./case-tables.ts";
import type { Comparison } from "./compare.ts";
import { convergenceLines } from "./convergence.ts";
import { percent } from "./number-text.ts";
import { median } from "./statistics.ts";
import { gridTable, meansTable, senderTable } from "./summary-tables.ts";
import { disagreement, SHARE_AGREEMENT, TOLERANCE } from "./tolerance.ts";
import type { Verdict } from "./verdict.ts";

export function reportOf(verdict: Verdict, skipped: ReadonlyMap<string, number>): string {
  const { comparisons, directions, means, settled } = verdict;
  const wrongWay = directions.filter((one) => !one.holds);
  return [
    caseTable(comparisons),
    "",
    ...shareTable(comparisons),
    ...groupTable(comparisons),
    ...signalTable(comparisons),
    ...convergenceLines(comparisons.flatMap(({ convergence }) => convergence ?? [])),
    ...wrongWay.map((one) => `WRONG WAY  ${one.text}`),
    `directions: ${directions.length - wrongWay.length} of ${directions.length} agree`,
    "",
    ...meansTable(means),
    senderTable(comparisons),
    "",
    gridTable(comparisons),
    "",
    errorTable(settled),
    ...shareLines(verdict),
    allowedLine(),
    countLine(verdict),
    ...disagreementLines(comparisons),
    ...skippedLines(skipped),
    verdict.passed ? "PASS" : "FAIL",
  ].join("\n");
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
  return `allowed: goodput ${percent(goodputMedian)} in the median of all and ${percent(goodputWorst)} in each case, p50 and p90 ${delayMs} ms or ${percent(delayShare)} in each; besides, for ns-3 one packet's transmission time of delay, and for queues that draw lots (PIE, RED) two standard errors of the difference between so many runs of theirs and of ours; "bare" counts without these two`;
}

function shareLines({ settled, shareMedianError }: Verdict): string[] {
  const judged = settled.flatMap(({ share }) => (share?.judged ? [Math.abs(share.error)] : []));
  if (judged.length === 0) return [];
  const { shareMedian, shareWorst } = TOLERANCE;
  const inPoints = (share: number) => (share * 100).toFixed(1);
  return [
    `shares of ${judged.length} pairs: off by ${inPoints(shareMedianError)} points of the link in the median, ${inPoints(Math.max(...judged))} at worst; allowed: ${inPoints(shareMedian)} and ${inPoints(shareWorst)}, where the reference's own runs are within ${inPoints(SHARE_AGREEMENT)}`,
  ];
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
