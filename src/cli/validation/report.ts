/** The verdict with all values on which it is based: as text for users, and as the object that `validate --json` prints. */
import { madeBy } from "../project.ts";
import { textTable } from "../text-tables.ts";
import { type CaseComparison, convergenceLines, SIGNAL_NAMES } from "./compare.ts";
import type { DynamicsSum } from "./dynamics.ts";
import {
  type ErrorSpread,
  groupsBy,
  mbps,
  median,
  percent,
  points,
  signed,
  signedPercent,
  sum,
} from "./few-numbers.ts";
import { gridOf, isPhase } from "./reference-cases.ts";
import { disagreement, SHARE_AGREEMENT, TOLERANCE } from "./tolerance.ts";
import {
  gridSummaries,
  isJudged,
  type MeanOverRtts,
  type Summary,
  senderSummaries,
  type ValidationVerdict,
} from "./verdict.ts";

/** Returns the report as text. */
export function reportOf(verdict: ValidationVerdict, skipped: ReadonlyMap<string, number>): string {
  const { comparisons, directions, means, settled, sums } = verdict;
  const wrongWay = directions.filter((one) => !one.holds);
  return [
    ...caseTable(comparisons),
    ...shareTable(comparisons),
    ...groupTable(comparisons),
    ...signalTable(comparisons),
    ...dynamicsTable(comparisons),
    ...convergenceLines(comparisons.flatMap(({ convergence }) => convergence ?? [])),
    ...wrongWay.map((one) => `WRONG WAY  ${one.text}`),
    `directions: ${directions.length - wrongWay.length} of ${directions.length} agree`,
    "",
    ...meansTable(means),
    ...sumsTable(sums),
    ...queueTable(comparisons),
    ...summaryTable(
      "errors by sender and queue",
      senderSummaries(comparisons),
      ({ sender, queue }) => `${sender}, ${queue}`,
    ),
    ...summaryTable("errors by grid", gridSummaries(comparisons), ({ grid }) => grid),
    ...errorTable(settled).slice(0, -1),
    ...shareLines(verdict),
    allowedLine(),
    countLine(verdict),
    ...disagreementLines(comparisons),
    ...signalLines(comparisons),
    ...skippedLines(skipped),
    verdict.passed ? "PASS" : "FAIL",
  ].join("\n");
}

/** Returns a table and an empty line; without rows, an empty list. `head` contains the heads of the columns, separated by " | ". */
function tableOf(head: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [textTable([head.split(" | "), ...rows]), ""];
}

function caseTable(comparisons: readonly CaseComparison[]): string[] {
  const rows = comparisons.map((one) => {
    const { ours, reference } = one;
    const { goodputBps, sojournMs } = reference;
    return [
      reference.id,
      ...[mbps(ours.goodputBps), mbps(goodputBps.mean), signedPercent(one.goodputError, 2)],
      ...[ours.p50Ms.toFixed(2), sojournMs.p50.toFixed(2), signed(one.p50ErrorMs, 2)],
      ...[ours.p90Ms.toFixed(2), sojournMs.p90.toFixed(2), signed(one.p90ErrorMs, 2)],
      caseStatus(one),
    ];
  });
  return tableOf(
    "case | Mbps ours | theirs | error | p50 ms ours | theirs | error | p90 ms ours | theirs | error | ",
    rows,
  );
}

function caseStatus({ reference, failures }: CaseComparison): string {
  if (disagreement(reference) !== null) return "ns-3 differs";
  if (failures.length > 0) return `FAIL ${failures.join(" ")}`;
  if (isPhase(reference)) return "phase";
  return reference.settled ? "pass" : "unsettled";
}

function shareTable(comparisons: readonly CaseComparison[]): string[] {
  const rows = comparisons.flatMap(({ reference, share }) => {
    const theirs = reference.shareFirst;
    if (share === null || theirs === undefined) return [];
    const range = `${percent(theirs.min)} to ${percent(theirs.max)}`;
    const note = share.judged ? "" : "not judged";
    return [[reference.id, percent(share.ours), percent(share.theirs), range, points(share.error), note]];
  });
  return tableOf("share of the first of two flows | ours | theirs | their runs | error | ", rows);
}

function groupTable(comparisons: readonly CaseComparison[]): string[] {
  const rows = comparisons.flatMap(({ reference, ours }) => {
    const { groupGoodputBps: theirs, shareFirst, id } = reference;
    if (theirs === undefined || shareFirst !== undefined) return [];
    return [[id, ours.groupGoodputBps.map(mbps).join(" + "), theirs.map(mbps).join(" + ")]];
  });
  return tableOf("goodput per group, Mbps (shown, not judged) | ours | theirs", rows);
}

/** Returns a table with the counts of marks and drops by queues and of reductions by senders. */
function signalTable(comparisons: readonly CaseComparison[]): string[] {
  const rows = comparisons.flatMap(({ reference, ours, signals }) => {
    const { marks, drops, reductions, id } = reference;
    if (marks === undefined || drops === undefined || reductions === undefined) return [];
    const counts = [ours.marks, marks, ours.drops, drops, ours.reductions, reductions];
    return [[id, ...counts.map((count) => String(Math.round(count))), signalNote(signals)]];
  });
  return tableOf(
    "signals after the warm-up | marks ours | theirs | drops ours | theirs | cuts ours | theirs | ",
    rows,
  );
}

function signalNote(signals: CaseComparison["signals"]): string {
  if (signals.length === 0) return "not judged";
  const failed = signals.filter(({ passes }) => !passes).map(({ name }) => name);
  const left = signals.filter(({ differs }) => differs !== null).map(({ name }) => name);
  if (failed.length > 0) return `FAIL ${failed.join(" ")}`;
  if (left.length > 0) return `pass; not judged: ${left.join(" ")}`;
  return signals.length === SIGNAL_NAMES.length
    ? "pass"
    : `pass: ${signals.map(({ name }) => name).join(" ")}`;
}

/** Returns a table of DualPI2's cases with their tolerances. Values that pass only with the part for random differences are listed. */
function queueTable(comparisons: readonly CaseComparison[]): string[] {
  const figures = comparisons.flatMap(({ reference: { id }, queueFigures }) =>
    queueFigures.map((figure) => ({ ...figure, id })),
  );
  const sized = (name: string, size: number) =>
    name.startsWith("p90") ? `${size.toFixed(2)} ms` : percent(size);
  const rows = [...groupsBy(figures, ({ name }) => name)].map(([name, group]) => {
    const within = (which: "bare" | "allowed") =>
      group.filter((one) => Math.abs(one.error) <= one[which]).length;
    const worst = Math.max(...group.map(({ error }) => Math.abs(error)));
    const counts = [group.length, within("bare"), within("allowed")].map(String);
    return [name, sized(name, group[0].bare), ...counts, sized(name, worst)];
  });
  const beyond = figures
    .filter(({ error, bare }) => !(Math.abs(error) <= bare))
    .map(({ id, name, error, allowed }) => [
      `${id} ${name}`,
      `${error < 0 ? "-" : "+"}${sized(name, Math.abs(error))}`,
      sized(name, allowed),
      Math.abs(error) <= allowed ? "pass" : "FAIL",
    ]);
  return [
    ...tableOf("DualPI2 | goal | cases | within it | with chance | worst", rows),
    ...tableOf("DualPI2, past the goal | error | allowed with chance | ", beyond),
  ];
}

function dynamicsTable(comparisons: readonly CaseComparison[]): string[] {
  const rows = comparisons.flatMap(({ dynamics }) =>
    dynamics.map(({ reference, name, ours, theirs, error, chaos, passes }) => [
      `${reference.id} ${name}`,
      ...[ours.mean, theirs.mean].map(figure),
      `${figure(theirs.min)} to ${figure(theirs.max)}`,
      signedPercent(error, 1),
      chaos !== null ? "in the sum" : passes ? "pass" : "FAIL",
    ]),
  );
  return tableOf("over time, mean of the repeats | ours | theirs | their repeats | outside by | ", rows);
}

const figure = (value: number | null) => (value === null ? "never" : value.toFixed(2));

function sumsTable(sums: readonly DynamicsSum[]): string[] {
  const rows = sums.map(({ grid, name, cases, ours, theirs, error, allowed, passes }) => [
    `${grid} ${name}`,
    String(cases),
    ...[ours, theirs].map(figure),
    ...[signedPercent(error, 1), percent(allowed), passes ? "pass" : "FAIL"],
  ]);
  return tableOf("sums over chaotic cases | cases | ours | theirs | error | allowed | ", rows);
}

/** Returns a table with the errors of the judged cases, by group. */
function summaryTable<T extends Summary>(
  title: string,
  summaries: readonly T[],
  nameOf: (one: T) => string,
): string[] {
  const rows = summaries.map((one) => [
    `${nameOf(one)}, ${one.source}`,
    String(one.cases),
    ...spreadCells(one.goodput, percent),
    ...[one.p50Ms, one.p90Ms].flatMap((spread) => spreadCells(spread, (ms) => ms.toFixed(2))),
    one.judged === 0 ? "none judged" : `${one.passed} of ${one.judged}`,
  ]);
  return tableOf(
    `${title} | cases | goodput median | 90 % | worst | p50 ms median | 90 % | worst | p90 ms median | 90 % | worst | pass`,
    rows,
  );
}

function spreadCells(spread: ErrorSpread | null, text: (value: number) => string): string[] {
  return spread === null ? ["–", "–", "–"] : [spread.median, spread.p90, spread.worst].map(text);
}

function meansTable(means: readonly MeanOverRtts[]): string[] {
  const rows = means.map((one) => [
    `${one.sender}, ${one.queue}, β_ecn ${one.betaEcn}`,
    one.rttsMs.join(" "),
    ...[mbps(one.oursBps), mbps(one.theirsBps), signedPercent(one.error, 2), percent(one.allowed)],
    ...[one.reductions.ours.toFixed(1), one.reductions.theirs.toFixed(1)],
    one.passes ? (one.judged ? "pass" : "not judged") : "FAIL",
  ]);
  return tableOf(
    "means over round trips | round trips, ms | Mbps ours | theirs | error | allowed | reductions ours | theirs | ",
    rows,
  );
}

/** Returns a table with the errors of the settled cases: for all references, and for each. */
function errorTable(settled: readonly CaseComparison[]): string[] {
  const bySource = groupsBy(settled, ({ reference }) => reference.source);
  const rows = [["all", settled] as const, ...bySource].map(([name, cases]) => {
    const sizesOf = (errorOf: (one: CaseComparison) => number) => {
      const errors = cases.map((one) => Math.abs(errorOf(one)));
      return [median(errors), Math.max(...errors)];
    };
    const delays = [sizesOf((one) => one.p50ErrorMs), sizesOf((one) => one.p90ErrorMs)].flat();
    return [
      name,
      ...sizesOf((one) => one.goodputError).map(percent),
      ...delays.map((ms) => `${ms.toFixed(2)} ms`),
      `${cases.filter((one) => one.failures.length === 0).length} of ${cases.length}`,
      `${cases.filter((one) => one.passesBare).length} of ${cases.length}`,
    ];
  });
  return tableOf(
    "errors, settled cases | goodput median | worst | p50 median | worst | p90 median | worst | pass | bare",
    rows,
  );
}

/** Returns lines with each reason once, and the cases for which it applies. */
function disagreementLines(comparisons: readonly CaseComparison[]): string[] {
  const differing = comparisons.flatMap(({ reference }) => {
    const why = disagreement(reference);
    return why === null ? [] : [{ why, id: reference.id }];
  });
  return [...groupsBy(differing, ({ why }) => why)].map(
    ([why, cases]) => `${cases.length} shown, not judged: ${why}: ${cases.map(({ id }) => id).join(", ")}`,
  );
}

function signalLines(comparisons: readonly CaseComparison[]): string[] {
  return comparisons.flatMap(({ reference, signals }) => {
    const left = signals.filter(({ differs }) => differs !== null);
    if (left.length === 0) return [];
    return [
      `shown, not judged: ${left.map(({ name }) => name).join(" and ")} of ${reference.id}: ${left[0].differs}`,
    ];
  });
}

function shareLines({ settled, shareMedianError }: ValidationVerdict): string[] {
  const judged = settled.flatMap(({ share }) => (share?.judged ? [Math.abs(share.error)] : []));
  if (judged.length === 0) return [];
  const { shareMedian, shareWorst } = TOLERANCE;
  const inPoints = (share: number) => (share * 100).toFixed(1);
  return [
    `shares of ${judged.length} pairs: median error ${inPoints(shareMedianError)} percentage points of the link, maximum error ${inPoints(Math.max(...judged))}; allowed: ${inPoints(shareMedian)} and ${inPoints(shareWorst)}. Only pairs whose reference runs differ by at most ${inPoints(SHARE_AGREEMENT)} are judged`,
  ];
}

function allowedLine(): string {
  const { goodputMedian, goodputWorst, delayMs, delayShare } = TOLERANCE;
  return `allowed: goodput ${percent(goodputMedian)} for the median of all cases and ${percent(goodputWorst)} for each case; p50 and p90 ${delayMs} ms or ${percent(delayShare)} for each case. In addition: for ns-3, a delay of one packet's transmission time; for queues that signal at random (PIE, RED), two standard errors of the difference of the means. "bare" counts the cases that pass without these two additions`;
}

function countLine({ comparisons, settled }: ValidationVerdict): string {
  const failed = settled.filter((one) => one.failures.length > 0).length;
  return `${comparisons.length} cases: ${settled.length - failed} pass, ${failed} fail, ${comparisons.length - settled.length} not judged individually (too few congestion events, results that depend on phase, or references that disagree)`;
}

function skippedLines(skipped: ReadonlyMap<string, number>): string[] {
  const total = sum([...skipped.values()]);
  if (total === 0) return [];
  const reasons = [...skipped].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return [`${total} cases skipped, because they need features that the simulator does not have: ${reasons}`];
}

/** The object that `validate --json` prints. The names of its fields must not change. */
export type ReportJson = ReturnType<typeof reportJson>;

/** Returns the report as an object. */
export function reportJson({ comparisons, directions, means, sums, passed }: ValidationVerdict) {
  return {
    schema: 1 as const,
    ...madeBy(),
    passed,
    directions: { agree: directions.filter(({ holds }) => holds).length, of: directions.length },
    grids: gridSummaries(comparisons),
    senders: senderSummaries(comparisons),
    means,
    sums,
    cases: comparisons.map(caseJson),
  };
}

/** null means that the reference does not have the value. */
function caseJson(one: CaseComparison) {
  const { reference, ours, share, failures } = one;
  const { goodputBps, sojournMs, marks, drops, reductions } = reference;
  const { id, source, args } = reference;
  return {
    id,
    source,
    grid: gridOf(reference),
    args,
    judged: isJudged(one),
    referenceDiffers: disagreement(reference),
    failures,
    signals: one.signals,
    queueFigures: one.queueFigures,
    dynamics: one.dynamics.map(({ reference: _, variance: __, ...figure }) => figure),
    ours: {
      goodputBps: ours.goodputBps,
      p50Ms: ours.p50Ms,
      p90Ms: ours.p90Ms,
      shareFirst: share?.ours ?? null,
      marks: ours.marks,
      drops: ours.drops,
      reductions: ours.reductions,
    },
    theirs: {
      goodputBps: goodputBps.mean,
      p50Ms: sojournMs.p50,
      p90Ms: sojournMs.p90,
      shareFirst: share?.theirs ?? null,
      marks: marks ?? null,
      drops: drops ?? null,
      reductions: reductions ?? null,
    },
  };
}
