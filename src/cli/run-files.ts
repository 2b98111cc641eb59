/** Files that `run` writes for other programs: a JSON object, series as CSV files, events in order of time. */
import { join } from "node:path";
import {
  type DelayCdf,
  QUEUE_EVENT,
  type RunResults,
  type Scenario,
  type ScenarioJson,
  type Snapshot,
  scenarioToJson,
  scenarioToUrl,
} from "../engine/index.ts";
import { LOG, PacketLog } from "../engine/replays.ts";
import type { Simulation } from "../engine/simulator.ts";
import {
  bucketSeries,
  FLOW_EVENT_WORDS,
  type NamedBuckets,
  type NamedSamples,
  phaseRemarks,
  phaseRows,
  QUEUE_EVENT_WORDS,
  sampledSeries,
} from "../experiments/run-tables.ts";
import { grouped } from "../lib/counted.ts";
import { type Cell, csvRow, csvStamp, csvText } from "../lib/csv.ts";
import { prepareFile, prepareFolder, writeNamed, writeWhole } from "./named-files.ts";
import type { OverJson } from "./over.ts";
import { type MadeBy, madeBy, programName } from "./project.ts";

/** A run that has ended or was stopped. */
export interface FinishedRun {
  readonly simulation: Simulation;
  readonly wallMs: number;
  /** Reason why the run was stopped before its end; null if it was not stopped. */
  readonly stopped: string | null;
}

/** The object that `run --json` prints. The names of its fields must not change. */
export interface RunJson extends MadeBy, Pick<RunResults, "links" | "flows" | "fairness"> {
  readonly schema: 1;
  /** URL fragment that opens this run on the page, with "#". */
  readonly url: string;
  readonly digest: string;
  readonly scenario: ScenarioJson;
  readonly durationS: number;
  readonly warmupS: number;
  readonly engine: { readonly packets: number; readonly events: number; readonly wallMs?: number };
  /** When and why the run was stopped. Present only if it became too large; results then cover the time up to this moment. */
  readonly stopped?: { readonly atS: number; readonly reason: string };
  /** Present only with --over. */
  readonly over?: OverJson;
}

/** Returns the JSON object. `withTiming` adds how long the computation took; without it, equal runs give equal texts. */
export function runJson({ simulation, wallMs, stopped }: FinishedRun, withTiming = false): RunJson {
  const { scenario } = simulation;
  const { links, flows, fairness, packets, events } = simulation.results();
  return {
    schema: 1,
    ...madeBy(),
    url: `#${scenarioToUrl(scenario)}`,
    digest: simulation.digest(),
    scenario: scenarioToJson(scenario),
    durationS: Number(scenario.run.duration),
    warmupS: Number(scenario.run.warmup),
    links,
    flows,
    fairness,
    engine: { packets, events, ...(withTiming && { wallMs: Math.round(wallMs * 10) / 10 }) },
    ...(scenario.programs !== undefined && { programs: simulation.programs() }),
    ...(stopped !== null && { stopped: { atS: simulation.nowS, reason: stopped } }),
  };
}

type Row = readonly Cell[];

interface Table {
  readonly rows: (subject: Snapshot) => readonly Row[];
  /** Returns remarks on the time that a file covers and on values that were left out. */
  readonly remarks: (source: Snapshot, scenario: Scenario) => readonly string[];
}

const BUCKETS = "smallest, largest and last value of each interval; t_s is the start of the interval";

const TABLES: Readonly<Record<string, Table>> = {
  "flow-series": {
    rows: (given) => [
      ["flow", "series", "unit", "t_s", "min", "max", "last"],
      ...bucketRows(given, ({ flow }) => (flow === undefined ? null : flow + 1)),
      ...phaseRows(given).map(({ flow, id, atS, unit, value }) => {
        return [flow + 1, `phase-${id}`, unit, atS, ...[value, value, value].map(single)];
      }),
    ],
    remarks: ({ flows, results }) => [
      BUCKETS,
      ...phaseRemarks(flows),
      ...(flows.length < results.flows.length
        ? [`left out: flows ${flows.length + 1} to ${results.flows.length}, whose series are not recorded`]
        : []),
    ],
  },
  "queue-series": {
    rows: (item) => [
      ["link", "series", "unit", "t_s", "min", "max", "last"],
      ...bucketRows(item, ({ link }) => link ?? null),
    ],
    remarks: () => [BUCKETS],
  },
  samples: { rows: sampleRows, remarks: ({ samples }) => [`one row every ${samples.intervalS} s`] },
  "queue-delay-cdf": {
    // The last column names the series as queue-series.csv does; "delay" covers all packets.
    rows: (shown) => [["link", "delay_ms", "fraction", "series"], ...cdfRows(shown)],
    remarks: ({ nowS }, { run }) => [`packets that left the queue from ${run.warmup} s to ${nowS} s`],
  },
};

/** Throws, before the run, if the files of `--csv` could not be written to the folder. */
export function prepareSeries(folder: string): void {
  prepareFolder(folder, `--csv ${folder}`);
  for (const name of [...Object.keys(TABLES).map((table) => `${table}.csv`), "run.json"])
    prepareFile(join(folder, name), `--csv ${folder}: ${name}`);
}

/** Writes the files of `run --csv DIR`, which have every series. Each file contains the URL and the digest of its run. */
export function writeSeries(folder: string, finished: FinishedRun): void {
  const snapshot = finished.simulation.snapshot();
  for (const [name, { rows, remarks }] of Object.entries(TABLES)) {
    const stamp = stampOf(finished, remarks(snapshot, finished.simulation.scenario));
    const cells = rows(snapshot).map((row) => row.map(tenDigits));
    writeWhole(join(folder, `${name}.csv`), csvText(stamp, cells));
  }
  writeWhole(join(folder, "run.json"), `${JSON.stringify(runJson(finished), null, 2)}\n`);
}

function stampOf({ simulation, stopped }: FinishedRun, remarks: readonly string[]): string[] {
  const { scenario, nowS } = simulation;
  const came = `stopped after ${nowS.toPrecision(3)} s of ${scenario.run.duration} s: ${stopped}`;
  return [
    programName(),
    `#${scenarioToUrl(scenario)}`,
    `digest ${simulation.digest()}`,
    ...(stopped === null ? [] : [came]),
    ...remarks,
  ];
}

/** Rounds a number to ten digits. 32-bit series have seven. */
function tenDigits(cell: Cell): Cell {
  return typeof cell === "string" || cell === null || Number.isInteger(cell)
    ? cell
    : Number(cell.toPrecision(10));
}

/** Returns the rows of a series. Buckets before the first record are left out. */
function bucketRows(snapshot: Snapshot, head: (named: NamedBuckets) => Cell): Row[] {
  const rows: Row[] = [];
  for (const named of bucketSeries(snapshot)) {
    const owner = head(named);
    if (owner === null) continue;
    const { name, unit, series } = named;
    for (let i = 0; i < series.length; i++) {
      if (Number.isNaN(series.last[i])) continue;
      const values = [series.min[i], series.max[i], series.last[i]];
      rows.push([owner, name, unit, series.startS + i * series.bucketS, ...values.map(single)]);
    }
  }
  return rows;
}

function sampleRows(snapshot: Snapshot): Row[] {
  const all = sampledSeries(snapshot);
  const column = ({ name, flow, link }: NamedSamples) =>
    [name, flow === undefined ? link : flow + 1].filter((part) => part !== undefined).join("_");
  const rows: Row[] = [["t_s", ...all.map(column)]];
  for (let i = 0; i < snapshot.samples.length; i++)
    rows.push([
      i * snapshot.samples.intervalS,
      ...all.map(({ unit, values }) => (unit === "" ? single(values[i]) : values[i])),
    ]);
  return rows;
}

function cdfRows({ links }: Snapshot): Row[] {
  return links.flatMap(({ id, delayCdf, queues = [] }) => [
    ...curveRows(id, delayCdf, "delay"),
    ...queues.flatMap(({ name, delayCdf: own }) => curveRows(id, own, `delay-${name}`)),
  ]);
}

function curveRows(link: string, { ms, fraction }: DelayCdf, series: string): Row[] {
  return Array.from(ms, (one, i) => [link, single(one), single(fraction[i]), series]);
}

function single(value: number): number {
  return Number(value.toPrecision(7));
}

const TRACE_HEAD = ["t_s", "event", "flow", "cwnd_before", "cwnd_after", "link"];
/** Maximum number of lines: some hundred megabytes of text. */
const MOST_TRACED = 4_000_000;

/**
 * Writes the file of `run --trace FILE`: all reductions, timeouts, changes of phase, marks and drops of all flows, one per line
 * in order of time. They are read from the packet log during the run, because the recorder keeps only a limited number of events.
 * Only events of senders have a cwnd (segments); only events of queues have a link.
 */
export class EventTrace {
  readonly log = new PacketLog({ kinds: [LOG.marked, LOG.dropped, LOG.window, LOG.phase] });
  private readonly lines: string[] = [];
  private leftOut = 0;
  private fullAtS = 0;
  private readonly most: number;

  constructor(most: number = MOST_TRACED) {
    this.most = most;
  }

  /** Reads the events that were logged since the last call. */
  read(): void {
    const { kind, timeNs } = this.log.columns;
    for (let row = 0; row < this.log.length; row++) {
      const atS = timeNs[row] / 1e9;
      if (this.lines.length === this.most) {
        if (this.leftOut++ === 0) this.fullAtS = atS;
      } else if (kind[row] === LOG.window) this.lines.push(this.ofSender(row, atS));
      else this.lines.push(kind[row] === LOG.phase ? this.ofPhase(row, atS) : this.ofQueue(row, atS));
    }
    this.log.clear();
  }

  private ofSender(row: number, atS: number): string {
    const { detail, flow, a, b } = this.log.columns;
    return csvRow([atS, FLOW_EVENT_WORDS[detail[row]], flow[row] + 1, a[row], b[row], ""].map(tenDigits));
  }

  private ofPhase(row: number, atS: number): string {
    const { phases, columns } = this.log;
    const { detail, flow, b } = columns;
    return csvRow([atS, `phase-${phases[detail[row]].id}`, flow[row] + 1, b[row], b[row], ""].map(tenDigits));
  }

  private ofQueue(row: number, atS: number): string {
    const { network, columns } = this.log;
    const { kind, detail, flow, link } = columns;
    const name = QUEUE_EVENT_WORDS[kind[row] === LOG.marked ? QUEUE_EVENT.mark : detail[row]];
    return csvRow([atS, name, flow[row] + 1, null, null, network.links[link[row]].id].map(tenDigits));
  }

  /** Writes the file. If events were left out, returns a remark, which is also written to the file; otherwise null. */
  async write(file: string, finished: FinishedRun): Promise<string | null> {
    const missing =
      this.leftOut === 0
        ? null
        : `left out: the last ${grouped(this.leftOut)} events, from ${Number(this.fullAtS.toFixed(3))} s on`;
    const remarks = missing === null ? [] : [missing];
    await writeNamed(file, [
      `${csvStamp(stampOf(finished, remarks))}${[csvRow(TRACE_HEAD), ...this.lines, ""].join("\n")}`,
    ]);
    return missing;
  }
}
