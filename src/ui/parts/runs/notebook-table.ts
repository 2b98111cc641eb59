/** The runs of a notebook side by side: settings that differ, and numbers with their differences from the base. */

import { congestionControls, queueDisciplines, topologies, trafficKinds } from "../../../engine/index.ts";
import { METRICS } from "../../../experiments/metrics.ts";
import { csvText } from "../../../lib/csv.ts";
import {
  coverTheSame,
  DELAY_ROWS,
  type MetricRow,
  measured,
  metricRows,
  type Tone,
  type WatchedRun,
  warmupS,
  watchTheSame,
} from "../../plots/run-metrics.ts";
import { PROGRAM } from "../../shared/version.ts";
import { settingDifferences } from "../words/setting-differences.ts";

export interface NotebookRun extends WatchedRun {
  readonly name: string;
}

interface NotebookCell {
  readonly value: string;
  /** Difference from the base; null if there is nothing to compare with. */
  readonly difference: string | null;
  readonly tone: Tone;
}

export interface NotebookRow {
  readonly label: string;
  /** Cells in the order of the runs. */
  readonly cells: readonly NotebookCell[];
}

const NONE: NotebookCell = { value: "–", difference: null, tone: "plain" };

/** Returns the settings that differ, with the value of each run. A run without such a setting has no value. */
export function differingSettings(scenarios: readonly WatchedRun["scenario"][], base: number): NotebookRow[] {
  const found = scenarios.map((scenario) => settingDifferences(scenarios[base], scenario));
  const all = new Map(found.flatMap((own, run) => own.map((one) => [rowKey(one), { ...one, run }] as const)));
  return [...all].map(([key, { label, before, now, run: other }]) => {
    // Comparing with a run that has a different value shows whether this run has the base's value or no such setting.
    const besideOther = (run: number) =>
      settingDifferences(scenarios[run], scenarios[other]).find(
        (one) => one.label === label && one.now === now,
      );
    const valueIn = (run: number) =>
      run === base
        ? before
        : (found[run].find((one) => rowKey(one) === key)?.now ?? besideOther(run)?.before ?? NONE.value);
    return {
      label: label === "" ? kindOf(before) : label,
      cells: scenarios.map((_, run) => ({ ...NONE, value: valueIn(run) })),
    };
  });
}

function rowKey({ label, before }: { readonly label: string; readonly before: string }): string {
  return `${label}\n${before}`;
}

/** Returns the kind of a setting that is named only by its value. */
function kindOf(value: string): string {
  const kinds = [
    ["queue", queueDisciplines],
    ["sender", congestionControls],
    ["path", topologies],
    ["traffic", trafficKinds],
  ] as const;
  return kinds.find(([, list]) => list.some(({ label }) => label === value))?.[0] ?? "flows";
}

/**
 * Returns the numbers of the runs; null for a run without a result yet. Only numbers for the same time and the same link are
 * compared.
 */
export function notebookNumbers(runs: readonly (NotebookRun | null)[], base: number): NotebookRow[] {
  const compared = runs[base] ?? null;
  const columns = runs.map((run) => (run === null ? [] : numbersOf(run, run === compared ? null : compared)));
  const labels = new Map(columns.flat().map(({ id, label }) => [id, label]));
  return [...labels].map(([id, label]) => ({
    label,
    cells: columns.map((rows) => rows.find((row) => row.id === id) ?? NONE),
  }));
}

/** Returns one cell for the delays in all queues of a discipline with several queues: "0.2 ms L · 14.0 ms C". */
function ofAllQueues(rows: readonly MetricRow[]): MetricRow[] {
  const metricOf = (row: MetricRow) => DELAY_ROWS.find((delay) => row.id.startsWith(`${delay}-`));
  return rows.flatMap((row, at) => {
    const metric = metricOf(row);
    if (metric === undefined) return [row];
    if (metricOf(rows[at - 1] ?? row) === metric && at > 0) return [];
    const all = rows.filter((one) => metricOf(one) === metric);
    const joined = (text: (one: MetricRow) => string | null) =>
      all.map((one) => `${text(one)} ${one.label.split(", ").at(-1)}`).join(" · ");
    const isCompared = all.every(({ difference }) => difference !== null);
    return [
      {
        ...row,
        id: metric,
        label: row.label.split(", ")[0],
        value: joined(({ value }) => value),
        difference: isCompared ? joined(({ difference }) => difference) : null,
        tone: all.every(({ tone }) => tone === row.tone) ? row.tone : "plain",
      },
    ];
  });
}

function numbersOf(run: NotebookRun, base: NotebookRun | null): readonly MetricRow[] {
  const isComparable = base !== null && coverTheSame(run, base) && watchTheSame(run, base);
  const { before, link, after } = metricRows(measured(run), isComparable ? measured(base) : null);
  return [...before, ...ofAllQueues(link), ...after];
}

/** Returns the table as CSV with one row per run: exact numbers, with the names used in sweeps and on the command line. */
export function notebookCsv(runs: readonly NotebookRun[], base: number, stamp: readonly string[]): string {
  const settings = differingSettings(
    runs.map(({ scenario }) => scenario),
    base,
  );
  const metrics = Object.values(METRICS);
  const head = [
    "run",
    "digest",
    "from (s)",
    "to (s)",
    ...settings.map(({ label }) => label),
    ...metrics.map(({ id, unit }) => (unit === "" ? id : `${id} (${unit})`)),
    "link",
  ];
  const rows = runs.map((run, index) => {
    const { results, link, seconds } = measured(run);
    const measuredRun = { run: results, link, flows: results.flows, seconds };
    return [
      run.name,
      run.snapshot.digest,
      warmupS(run.scenario),
      run.snapshot.nowS,
      ...settings.map(({ cells }) => cells[index].value),
      ...metrics.map((metric) => metric.of(measuredRun)),
      link.id,
    ];
  });
  return csvText([PROGRAM, ...stamp], [head, ...rows]);
}
