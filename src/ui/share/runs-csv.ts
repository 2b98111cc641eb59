/** Runs as one table for a spreadsheet or a script: series, marks, drops, events and figures, a run after the other. */
import type { Scenario, Snapshot } from "../../engine/index.ts";
import { METRICS, type Measured, type Metric } from "../../experiments/metrics.ts";
import { changesInWords } from "../bench/change-words.ts";
import { warmupS } from "../bench/numbers/metrics.ts";
import { eventRemarks, eventRows } from "./event-rows.ts";
import { COLUMNS, type Owner, rowText, seriesRows } from "./series-rows.ts";

export interface NamedRun {
  /** Stands in the last column. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
}

export function runsCsv(runs: readonly NamedRun[], link: string): string {
  const remarks = [link, ...runs.flatMap(remarksOf)].map((remark) => `# ${remark}`);
  const rows = runs.flatMap(({ name, scenario, snapshot }) =>
    [...seriesRows(snapshot), ...eventRows(snapshot), ...figureRows(scenario, snapshot)].map(
      (row) => `${row},${name}`,
    ),
  );
  return `${[...remarks, `${COLUMNS},run`, ...rows].join("\n")}\n`;
}

function remarksOf({ name, scenario, snapshot }: NamedRun): string[] {
  return [
    `${name}: digest ${snapshot.digest}`,
    `${name}: figures cover ${warmupS(scenario)} s to ${snapshot.nowS} s`,
    ...changesInWords(scenario).map(({ atS, text }) => `${name}: at ${atS} s ${text}`),
    ...eventRemarks(snapshot).map((remark) => `${name}: ${remark}`),
  ];
}

/** As they are named in sweeps and on the command line. */
function figureRows(scenario: Scenario, { results, nowS }: Snapshot): string[] {
  const { links, flows } = results;
  const all: Measured = { run: results, link: links[0], flows, seconds: nowS - warmupS(scenario) };
  const row = (metric: Metric, of: Owner, measured: Measured) => {
    const value = metric.of(measured);
    if (value === null || !Number.isFinite(value)) return [];
    const { id, unit } = metric;
    return [rowText({ name: `figure ${id}`, unit, of, timeS: nowS, min: value, max: value, last: value })];
  };
  return Object.values(METRICS).flatMap((metric) => {
    if (metric.scope === "link")
      return links.flatMap((link) => row(metric, { link: link.id }, { ...all, link }));
    if (metric.scope === "run") return row(metric, {}, all);
    return flows.flatMap((flow) => row(metric, { flow: flow.id }, { ...all, flows: [flow] }));
  });
}
