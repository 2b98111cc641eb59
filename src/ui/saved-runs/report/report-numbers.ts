/** The numbers of a report: this run's, the pinned one's and their difference, and what they cover. */

import { whyNotCompared } from "../../bench/numbers/difference.ts";
import { type MetricRow, type MetricRows, measured, metricRows } from "../../bench/numbers/metrics.ts";
import type { RunView } from "../../bench/plots/chart-props.ts";
import { isWarmingUp, soFar } from "../../bench/plots/coverage.ts";
import { hasSeveralLinks, watchedLink } from "../../state/watched-link.ts";
import { coveredTime, whyApart } from "./report-words.ts";

export interface ReportRow {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly value: string;
  /** Null without a pinned run. */
  readonly pinned: string | null;
  readonly difference: string | null;
}

export interface ReportNumbers {
  /** Of all flows, and of the watched link where there are several; untitled where one table says all. */
  readonly groups: readonly { readonly title: string | null; readonly rows: readonly ReportRow[] }[];
  /** What they cover, and why nothing is compared. */
  readonly remarks: readonly string[];
}

export function reportNumbers(run: RunView, pinned: RunView | null): ReportNumbers {
  const reason = pinned === null ? null : whyNotCompared(run, pinned);
  const compared = pinned !== null && reason === null ? measured(pinned) : null;
  const rows = rowsOf(
    metricRows(measured(run), compared),
    pinned && metricRows(measured(pinned), null),
    hasSeveralLinks(run) ? watchedLink(run).label : null,
  );
  const covered = coveredTime(run.scenario, run.snapshot.nowS, isWarmingUp(run));
  const unfinished = soFar(run);
  return {
    groups: rows,
    remarks: [
      covered,
      ...(unfinished === null ? [] : [`The run is not complete: ${unfinished}.`]),
      ...(reason === null ? [] : [whyApart(reason)]),
    ],
  };
}

function rowsOf(
  now: MetricRows,
  before: MetricRows | null,
  link: string | null,
): { title: string | null; rows: ReportRow[] }[] {
  const known = before && [...before.before, ...before.link, ...before.after];
  const rows = (list: readonly MetricRow[]) =>
    list.map(({ id, label, note, value, difference }) => ({
      id,
      label,
      note,
      value,
      pinned: known && (known.find((row) => row.id === id)?.value ?? "–"),
      difference,
    }));
  if (link === null) return [{ title: null, rows: rows([...now.before, ...now.link, ...now.after]) }];
  return [
    { title: "All flows", rows: rows([...now.before, ...now.after]) },
    { title: `At ${link}`, rows: rows(now.link) },
  ];
}
