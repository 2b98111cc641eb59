/** Groups of cases as tables for people: grids, senders and queues, means over round trips. */
import { textTable } from "../text-table.ts";
import type { Comparison } from "./compare.ts";
import type { MeanOverRtts } from "./means.ts";
import { mbps, percent, signedPercent } from "./number-text.ts";
import type { Spread } from "./statistics.ts";
import { gridSummaries, type Summary, senderSummaries } from "./summaries.ts";
import { isJudged } from "./verdict.ts";

const HEAD = [
  "cases",
  "goodput median",
  "90 %",
  "worst",
  "p50 ms median",
  "90 %",
  "worst",
  "p90 ms median",
  "90 %",
  "worst",
  "pass",
];

/** Errors of the cases that are judged one by one. */
export function gridTable(comparisons: readonly Comparison[]): string {
  const rows = gridSummaries(comparisons, isJudged).map((one) => [
    `${one.grid}, ${one.source}`,
    ...cellsOf(one),
  ]);
  return textTable([["errors by grid", ...HEAD], ...rows]);
}

export function senderTable(comparisons: readonly Comparison[]): string {
  const rows = senderSummaries(comparisons, isJudged).map((one) => [
    `${one.sender}, ${one.queue}, ${one.source}`,
    ...cellsOf(one),
  ]);
  return textTable([["errors by sender and queue", ...HEAD], ...rows]);
}

function cellsOf({ cases, judged, passed, goodput, p50Ms, p90Ms }: Summary): string[] {
  return [
    String(cases),
    ...spreadCells(goodput, percent),
    ...[p50Ms, p90Ms].flatMap((spread) => spreadCells(spread, (ms) => ms.toFixed(2))),
    judged === 0 ? "none judged" : `${passed} of ${judged}`,
  ];
}

function spreadCells(spread: Spread | null, text: (value: number) => string): string[] {
  return spread === null ? ["–", "–", "–"] : [spread.median, spread.p90, spread.worst].map(text);
}

export function meansTable(means: readonly MeanOverRtts[]): string[] {
  if (means.length === 0) return [];
  const head = [
    "means over round trips",
    "round trips, ms",
    "Mbps ours",
    "theirs",
    "error",
    "allowed",
    "reductions ours",
    "theirs",
    "",
  ];
  const rows = means.map((one) => [
    `${one.sender}, ${one.queue}, β_ecn ${one.betaEcn}`,
    one.rttsMs.join(" "),
    mbps(one.oursBps),
    mbps(one.theirsBps),
    signedPercent(one.error, 2),
    percent(one.allowed),
    one.reductions.ours.toFixed(1),
    one.reductions.theirs.toFixed(1),
    statusOf(one),
  ]);
  return [textTable([head, ...rows]), ""];
}

function statusOf({ judged, passes }: MeanOverRtts): string {
  if (!passes) return "FAIL";
  return judged ? "pass" : "not judged";
}
