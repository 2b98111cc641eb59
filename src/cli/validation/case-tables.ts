/** Every case beside its reference, as tables for people. */
import { textTable } from "../text-table.ts";
import type { Comparison } from "./compare.ts";
import { mbps, percent, points, signed, signedPercent } from "./number-text.ts";
import { isPhase } from "./reference-cases.ts";
import { disagreement } from "./tolerance.ts";

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

export function caseTable(comparisons: readonly Comparison[]): string {
  return textTable([HEAD, ...comparisons.map(rowOf)]);
}

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
  if (isPhase(reference)) return "phase";
  return reference.settled ? "pass" : "unsettled";
}

export function shareTable(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.flatMap(({ reference, share }) => {
    const theirs = reference.shareFirst;
    if (share === null || theirs === undefined) return [];
    const range = `${percent(theirs.min)} to ${percent(theirs.max)}`;
    const note = share.judged ? "" : "not judged";
    return [[reference.id, percent(share.ours), percent(share.theirs), range, points(share.error), note]];
  });
  if (rows.length === 0) return [];
  const head = ["share of the first of two flows", "ours", "theirs", "their runs", "error", ""];
  return [textTable([head, ...rows]), ""];
}

/** What the cases of the newer grids tell besides: how often the queue signalled, and the senders reduced. */
export function signalTable(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.flatMap(({ reference, ours }) => {
    const { marks, drops, reductions } = reference;
    if (marks === undefined || drops === undefined || reductions === undefined) return [];
    const cells = [
      [ours.marks, marks],
      [ours.drops, drops],
      [ours.reductions, reductions],
    ];
    return [[reference.id, ...cells.flat().map((count) => String(Math.round(count)))]];
  });
  if (rows.length === 0) return [];
  const head = [
    "signals after the warm-up (shown, not judged)",
    "marks ours",
    "theirs",
    "drops ours",
    "theirs",
    "reductions ours",
    "theirs",
  ];
  return [textTable([head, ...rows]), ""];
}

export function groupTable(comparisons: readonly Comparison[]): string[] {
  const grouped = comparisons.filter(
    ({ reference }) => reference.groupGoodputBps !== undefined && reference.shareFirst === undefined,
  );
  if (grouped.length === 0) return [];
  const rows = grouped.map(({ reference, ours }) => [
    reference.id,
    ours.groupGoodputBps.map(mbps).join(" + "),
    (reference.groupGoodputBps ?? []).map(mbps).join(" + "),
  ]);
  return [textTable([["goodput per group, Mbps (shown, not judged)", "ours", "theirs"], ...rows]), ""];
}
