/** What `run` writes for programs: one JSON object, series as CSV files, events in order of time. */
import { join } from "node:path";
import {
  type BucketSeries,
  FLOW_EVENT,
  QUEUE_EVENT,
  type RunResults,
  type Scenario,
  type Snapshot,
  scenarioToUrl,
} from "../engine/index.ts";
import type { Simulation } from "../engine/simulator.ts";
import { type Cell, csvText } from "../experiments/csv.ts";
import { prepareFile, prepareFolder, writeWhole } from "./files.ts";
import { projectVersion } from "./project.ts";

export interface FinishedRun {
  readonly simulation: Simulation;
  readonly wallMs: number;
  /** Why it was stopped before its end; null: it was not. */
  readonly stopped: string | null;
}

/** The one object that `run --json` prints. Its names stay. */
export interface RunJson extends Pick<RunResults, "links" | "flows" | "fairness"> {
  readonly schema: 1;
  readonly version: string;
  /** The fragment that opens this run on the page, "#" included. */
  readonly url: string;
  readonly digest: string;
  readonly scenario: Scenario;
  readonly durationS: number;
  readonly warmupS: number;
  readonly engine: { readonly packets: number; readonly events: number; readonly wallMs: number };
  /** Only of a run that became too large: the figures are of what it came to. */
  readonly stopped?: { readonly atS: number; readonly reason: string };
}

export function runJson({ simulation, wallMs, stopped }: FinishedRun): RunJson {
  const { scenario } = simulation;
  const { links, flows, fairness, packets, events } = simulation.results();
  return {
    schema: 1,
    version: projectVersion(),
    url: `#${scenarioToUrl(scenario)}`,
    digest: simulation.digest(),
    scenario,
    durationS: Number(scenario.run.duration),
    warmupS: Number(scenario.run.warmup),
    links,
    flows,
    fairness,
    engine: { packets, events, wallMs: Math.round(wallMs * 10) / 10 },
    ...(stopped !== null && { stopped: { atS: simulation.nowS, reason: stopped } }),
  };
}

type Row = readonly Cell[];

const TABLES: Readonly<Record<string, (of: Snapshot) => readonly Row[]>> = {
  "flow-series": (of) => [["flow", "series", "unit", "t_s", "min", "max", "last"], ...flowRows(of)],
  "queue-series": (of) => [["link", "series", "unit", "t_s", "min", "max", "last"], ...queueRows(of)],
  samples: sampleRows,
  "queue-delay-cdf": (of) => [["link", "delay_ms", "fraction"], ...cdfRows(of)],
};

export function prepareSeries(folder: string): void {
  prepareFolder(folder, `--csv ${folder}`);
  for (const name of [...Object.keys(TABLES).map((table) => `${table}.csv`), "run.json"])
    prepareFile(join(folder, name), `--csv ${folder}: ${name}`);
}

/** `run --csv DIR`: every series; each file names the link and the digest of its run. */
export function writeSeries(folder: string, finished: FinishedRun): void {
  const snapshot = finished.simulation.snapshot();
  for (const [name, rowsOf] of Object.entries(TABLES))
    writeWhole(join(folder, `${name}.csv`), stamped(finished, rowsOf(snapshot)));
  writeWhole(join(folder, "run.json"), `${JSON.stringify(runJson(finished), null, 2)}\n`);
}

/** 32-bit series hold seven digits. */
function stamped({ simulation }: FinishedRun, rows: readonly Row[]): string {
  const link = `#${scenarioToUrl(simulation.scenario)}`;
  const written = (cell: Cell) =>
    typeof cell === "string" || cell === null || Number.isInteger(cell) ? cell : Number(cell.toPrecision(10));
  return csvText(
    [`Sawtooth ${projectVersion()}`, link, `digest ${simulation.digest()}`],
    rows.map((row) => row.map(written)),
  );
}

function flowRows({ flows }: Snapshot): Row[] {
  return flows.flatMap((flow) => {
    const named: [string, string, BucketSeries][] = [
      ["cwnd", "segments", flow.cwnd],
      ["ssthresh", "segments", flow.ssthresh],
      ["inflight", "segments", flow.inflight],
      ["srtt", "ms", flow.srttMs],
      ...flow.probes.map(({ probe, series }): [string, string, BucketSeries] => [
        probe.id,
        probe.unit,
        series,
      ]),
    ];
    return named.flatMap(([name, unit, series]) => bucketRows([flow.flow + 1, name, unit], series));
  });
}

function queueRows({ links }: Snapshot): Row[] {
  return links.flatMap(({ id, queue }) => [
    ...bucketRows([id, "delay", "ms"], queue.sojournMs),
    ...bucketRows([id, "length", "packets"], queue.lengthPackets),
    ...queue.probes.flatMap(({ probe, series }) => bucketRows([id, probe.id, probe.unit], series)),
  ]);
}

/** Buckets before the first record are left out. */
function bucketRows(head: Row, series: BucketSeries): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < series.length; i++) {
    if (Number.isNaN(series.last[i])) continue;
    const values = [series.min[i], series.max[i], series.last[i]];
    rows.push([...head, series.startS + i * series.bucketS, ...values.map(single)]);
  }
  return rows;
}

function sampleRows({ samples, links }: Snapshot): Row[] {
  const flows = samples.receivedBytes.map((_, i) => `received_bytes_${i + 1}`);
  const ofLinks = links.flatMap(({ id }) => [`sent_bytes_${id}`, `rate_bps_${id}`]);
  const rows: Row[] = [["t_s", "jain_momentary", "jain_running", ...ofLinks, ...flows]];
  for (let i = 0; i < samples.length; i++) {
    const received = samples.receivedBytes.map((bytes) => bytes[i]);
    const jain = [single(samples.jainMomentary[i]), single(samples.jainRunning[i])];
    const atLinks = links.flatMap(({ sentBytes, rateBps }) => [sentBytes[i], rateBps[i]]);
    rows.push([i * samples.intervalS, ...jain, ...atLinks, ...received]);
  }
  return rows;
}

function cdfRows({ links }: Snapshot): Row[] {
  return links.flatMap(({ id, delayCdf }) =>
    Array.from(delayCdf.ms, (ms, i) => [id, single(ms), single(delayCdf.fraction[i])]),
  );
}

function single(value: number): number {
  return Number(value.toPrecision(7));
}

const FLOW_EVENT_NAMES: Readonly<Record<number, string>> = {
  [FLOW_EVENT.ecnReduction]: "reduction-by-mark",
  [FLOW_EVENT.lossReduction]: "reduction-by-loss",
  [FLOW_EVENT.rto]: "timeout",
  [FLOW_EVENT.slowStartExit]: "slow-start-exit",
  [FLOW_EVENT.synTimeout]: "syn-timeout",
  [FLOW_EVENT.notOpened]: "not-opened",
  [FLOW_EVENT.lossProbe]: "loss-probe",
  [FLOW_EVENT.undo]: "undo",
};

const QUEUE_EVENT_NAMES: Readonly<Record<number, string>> = {
  [QUEUE_EVENT.mark]: "mark",
  [QUEUE_EVENT.aqmDrop]: "drop-by-aqm",
  [QUEUE_EVENT.overflowDrop]: "drop-by-overflow",
  [QUEUE_EVENT.linkLoss]: "random-loss",
};

/**
 * `run --trace FILE`: what the run logged of its events, one a line in order of time. cwnd in segments is of senders'
 * events alone, the link of the queues'. Returns remarks on what the file does not hold.
 */
export function writeEventTrace(file: string, finished: FinishedRun): string[] {
  const { flowEvents, links } = finished.simulation.snapshot();
  const rows = [
    ...Array.from(flowEvents.timeS, (timeS, i) => {
      const { kind, flow, before, after } = flowEvents;
      return [timeS, FLOW_EVENT_NAMES[kind[i]], flow[i] + 1, before[i], after[i], ""] as const;
    }),
    ...links.flatMap(({ id, events: { timeS, kind, flow } }) =>
      Array.from(
        timeS,
        (atS, i) => [atS, QUEUE_EVENT_NAMES[kind[i]], flow[i] + 1, Number.NaN, Number.NaN, id] as const,
      ),
    ),
  ].sort(([a], [b]) => a - b);
  const head = ["t_s", "event", "flow", "cwnd_before", "cwnd_after", "link"];
  writeWhole(file, stamped(finished, [head, ...rows]));
  return [
    ...thinned(flowEvents.stride, "reductions and timeouts"),
    ...links.flatMap(({ events, label }) => thinned(events.stride, `marks and drops at ${label}`)),
  ];
}

function thinned(stride: number, what: string): string[] {
  return stride === 1
    ? []
    : [`there were too many ${what} to log all: the trace has one of every ${stride}.`];
}
