/** Runs as one table for a spreadsheet or a script: series, marks, drops, events and results, one run after another. */
import { isOfOpening, type Scenario, type Snapshot } from "../../../engine/index.ts";
import { METRICS, type MeasuredRun, type Metric } from "../../../experiments/metrics.ts";
import {
  bucketSeries,
  FLOW_EVENT_WORDS,
  type Owner,
  phaseRemarks,
  phaseRows,
  QUEUE_EVENT_WORDS,
  sampledSeries,
} from "../../../experiments/run-tables.ts";
import { type Cell, csvText } from "../../../lib/csv.ts";
import { changesInWords } from "../../parts/words/run-labels.ts";
import { warmupS } from "../../plots/run-metrics.ts";
import { PROGRAM } from "../../shared/version.ts";

interface NamedRun {
  /** Name of the run, for the last column. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly snapshot: Snapshot;
}

const COLUMNS = ["series", "unit", "flow", "link", "t_s", "min", "max", "last", "run"];

export function runsCsv(runs: readonly NamedRun[], link: string): string {
  const rows = runs.flatMap(({ name, scenario, snapshot }) =>
    [...seriesRows(snapshot), ...eventRows(snapshot), ...figureRows(scenario, snapshot)].map((row) => [
      ...row,
      name,
    ]),
  );
  return csvText([PROGRAM, link, ...runs.flatMap(remarksOf)], [COLUMNS, ...rows]);
}

function remarksOf({ name, scenario, snapshot }: NamedRun): string[] {
  return [
    `${name}: digest ${snapshot.digest}`,
    `${name}: ${coverWords(scenario, snapshot)}`,
    ...changesInWords(scenario).map(({ atS, text }) => `${name}: at ${atS} s ${text}`),
    ...eventRemarks(snapshot).map((remark) => `${name}: ${remark}`),
  ];
}

/** Returns the covered time. A run that is in progress or was stopped is shorter than its scenario states. */
function coverWords({ run, ...scenario }: Scenario, { nowS, done }: Snapshot): string {
  const fromS = warmupS({ ...scenario, run });
  const part = done ? "" : ` of ${run.duration} s`;
  return nowS <= fromS
    ? `left out: figures, because the first ${fromS} s do not count; series cover 0 s to ${nowS} s${part}`
    : `figures cover ${fromS} s to ${nowS} s${part}`;
}

/** Returns a remark on each kind of event or flow that is too numerous to be kept in rows. */
function eventRemarks({ links, flowEvents, flows, results }: Snapshot): string[] {
  const every = (stride: number, what: string) =>
    stride > 1 ? [`of ${what}, 1 of every ${stride} is listed`] : [];
  return [
    ...links.flatMap(({ id, events }) => every(events.stride, `marks and drops at ${id}`)),
    ...every(flowEvents.stride, "reductions and timeouts"),
    ...phaseRemarks(flows),
    ...(flows.length < results.flows.length
      ? [
          `left out: cwnd, srtt, reductions and timeouts of flows ${flows.length + 1} to ${results.flows.length}`,
        ]
      : []),
  ];
}

/** `values`: smallest, largest and last, or one value for all three. */
function rowOf(
  name: string,
  unit: string,
  { flow, link }: Owner,
  timeS: number,
  values: readonly number[] | number,
): Cell[] {
  const [min, max, last] = typeof values === "number" ? [values, values, values] : values;
  return [
    name,
    unit,
    flow === undefined ? null : flow + 1,
    link ?? null,
    ...[timeS, min, max, last].map(sevenDigits),
  ];
}

/** Rounds to the seven digits that a 32-bit series holds. */
function sevenDigits(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(7));
}

function seriesRows(subject: Snapshot): Cell[][] {
  const rows: Cell[][] = [];
  for (const { name, unit, series, ...owner } of bucketSeries(subject))
    for (let i = 0; i < series.length; i++) {
      if (Number.isNaN(series.last[i])) continue;
      const timeS = series.startS + i * series.bucketS;
      rows.push(rowOf(name, unit, owner, timeS, [series.min[i], series.max[i], series.last[i]]));
    }
  const { intervalS, length } = subject.samples;
  for (const { name, unit, values, ...owner } of sampledSeries(subject))
    for (let i = 0; i < length; i++)
      if (!Number.isNaN(values[i])) rows.push(rowOf(name, unit, owner, i * intervalS, values[i]));
  return rows;
}

function eventRows(snapshot: Snapshot): Cell[][] {
  const { links, flowEvents, results, nowS } = snapshot;
  const { timeS, kind, flow, before, after } = flowEvents;
  return [
    ...links.flatMap(({ id, events }) =>
      Array.from(events.timeS, (at, i) => {
        const name = `${QUEUE_EVENT_WORDS[events.kind[i]]}${events.isAck[i] === 1 ? "-of-ack" : ""}`;
        return rowOf(name, "packets", { flow: events.flow[i], link: id }, at, 1);
      }),
    ),
    // For a reduction, the smallest and the last value are the cwnd after it; the largest value is the cwnd before
    // it.
    ...Array.from(timeS, (at, i) => {
      const unit = isOfOpening(kind[i]) ? "SYNs" : "segments";
      const values = [Math.min(before[i], after[i]), Math.max(before[i], after[i]), after[i]];
      return rowOf(FLOW_EVENT_WORDS[kind[i]], unit, { flow: flow[i] }, at, values);
    }),
    // One row per start of a phase, with the value that the phase declares.
    ...phaseRows(snapshot).map(({ flow, id, atS, unit, value }) =>
      rowOf(`phase-${id}`, unit, { flow }, atS, value),
    ),
    // One row per time at which a flow joins, or leaves before the end of the run.
    ...results.flows.flatMap(({ id, startS, stopS }) => [
      ...(startS <= nowS ? [rowOf("flow-joins", "flows", { flow: id }, startS, 1)] : []),
      ...(stopS < nowS ? [rowOf("flow-leaves", "flows", { flow: id }, stopS, 1)] : []),
    ]),
  ];
}

/** Returns the run's metrics, with the names used in sweeps and on the command line. */
function figureRows(scenario: Scenario, { results, nowS }: Snapshot): Cell[][] {
  const { links, flows } = results;
  const all: MeasuredRun = { run: results, link: links[0], flows, seconds: nowS - warmupS(scenario) };
  const row = (metric: Metric, source: Owner, measured: MeasuredRun) => {
    const value = metric.of(measured);
    if (value === null || !Number.isFinite(value)) return [];
    return [rowOf(`figure-${metric.id}`, metric.unit, source, nowS, value)];
  };
  return Object.values(METRICS).flatMap((metric) => {
    if (metric.scope === "link")
      return links.flatMap((link) => row(metric, { link: link.id }, { ...all, link }));
    if (metric.scope === "run") return row(metric, {}, all);
    return flows.flatMap((flow) => row(metric, { flow: flow.id }, { ...all, flows: [flow] }));
  });
}
