/** `run --over`: compares a measurement with a flow of the run. */
import { parseQuantity, type Scenario, scenarioToUrl } from "../engine/index.ts";
import type { Simulation } from "../engine/simulator.ts";
import { counted, grouped } from "../lib/counted.ts";
import { scaleOf } from "../measured/column-units.ts";
import { type Fit, type FitRow, fitOf } from "../measured/fit.ts";
import { assumedOf, connectionWords, fitLines, fitSentences } from "../measured/fit-words.ts";
import {
  isLinuxRecord,
  isOfRecord,
  type LinuxRecord,
  type RecordRow,
  readLinuxRecord,
  recordRows,
  recordSentences,
  recordTable,
} from "../measured/linux/record.ts";
import {
  beginsAt,
  type MeasuredConnection,
  type Measurement,
  MOST_MEASURED_BYTES,
} from "../measured/measurement.ts";
import { readMeasurement, wholeReading } from "../measured/read-measurement.ts";
import { type Arguments, type OptionGroup, orUsageError, UsageError } from "./command.ts";
import { filesWithin, isFolder, readBytes } from "./named-files.ts";
import { textTable } from "./text-tables.ts";

export const overGroup: OptionGroup = {
  title:
    "Comparison with a measurement (ss -ti, iperf3 -J, TCP_INFO, tcp_probe, bpftrace, a capture, or a CSV file of Sawtooth)",
  options: [
    {
      name: "over",
      value: "FILE",
      help: "Compare FILE with a flow of the run: mean, 90th percentile, times of cuts. - reads standard input. A folder that a script of export --linux has written is compared flow by flow.",
    },
    {
      name: "over-flow",
      value: "N",
      help: "Flow of the run that FILE is compared with (default: 1, the first).",
    },
    {
      name: "over-connection",
      value: "N",
      help: "Connection in FILE, numbered by decreasing bytes (default: 1, the connection with the most bytes).",
    },
    {
      name: "over-unit",
      value: "COLUMN=UNIT",
      help: "Units of table columns whose heading names no unit, such as rtt=ms,cwnd=bytes (default: the unit whose values are nearest to the run).",
    },
    {
      name: "over-from",
      value: "TIME",
      help: "Time in the run at which the measurement starts (default: start of the flow; for files of Sawtooth, the time in the file).",
    },
  ],
};

/** The comparison in the output of `run --json`. The names of its fields must not change. */
export interface OverJson
  extends Partial<Readonly<Record<JsonName, Pick<FitRow, "measured" | "run" | "coveredS">>>> {
  readonly file: string;
  readonly format: string;
  readonly connection: string;
  readonly connections: number;
  /** Number of the flow, which is its `id` in the run's flows. */
  readonly flow: number;
  readonly beginsS: number;
  readonly fromS: number | null;
  readonly toS: number | null;
  readonly cuts: Fit["cuts"];
  readonly read: readonly string[];
  readonly skipped: readonly string[];
  readonly assumed: readonly string[];
  readonly notCompared: readonly string[];
  /** The comparison with a run on Linux; present only if the user named such a folder. */
  readonly record?: readonly RecordRow[];
}

type JsonName = "cwndSegments" | "inflightSegments" | "srttMs" | "throughputBps";

const JSON_NAMES: Readonly<Record<FitRow["id"], JsonName>> = {
  cwnd: "cwndSegments",
  inflight: "inflightSegments",
  srtt: "srttMs",
  throughput: "throughputBps",
};

/** A measurement to compare with a run. */
export interface Over {
  readonly file: string;
  /** Content of the folder of a run on Linux; null for a single file. */
  readonly record: LinuxRecord | null;
  readonly measurement: Measurement;
  /** Index of the connection in the measurement. */
  readonly index: number;
  readonly connection: MeasuredConnection;
  /** Number of the flow; null for the first flow. */
  readonly flowNumber: number | null;
  /** Time of the run at which the measurement is placed (s); null for the default. */
  readonly fromS: number | null;
}

/** Reads the options and the file, before the run; null if the user named no file. */
export function prepareOver(args: Arguments, scenario: Scenario): Over | null {
  const file = args.text("over");
  if (file === null) {
    const alone = overGroup.options.find(({ name }) => args.has(name));
    if (alone !== undefined) throw new UsageError(`--${alone.name} requires --over FILE.`);
    return null;
  }
  if (isFolder(file)) return prepareFolder(args, file);
  const options = { scale: scaleOf(scenario), set: unitsOf(args) };
  const measurement = orUsageError(`--over ${file}`, () =>
    wholeReading(readMeasurement(readBytes(file), "The file", options)),
  );
  const number = countOf(args, "over-connection") ?? 1;
  const connection = measurement.connections[number - 1];
  if (connection === undefined)
    throw new UsageError(
      `--over-connection ${number}: the file has ${counted(measurement.connections.length, "connection")}. Allowed: 1 to ${measurement.connections.length}.`,
    );
  const text = args.text("over-from");
  const fromS = text === null ? null : parseQuantity(text, "s");
  if (text !== null && fromS === null)
    throw new UsageError(`--over-from ${text}: expected a time, such as 2.5s.`);
  const flowNumber = countOf(args, "over-flow");
  return { file, record: null, measurement, index: number - 1, connection, flowNumber, fromS };
}

/** Reads a folder that a script for Linux has written. The flows and times in it are those of the run. */
function prepareFolder(args: Arguments, file: string): Over {
  const needless = ["over-connection", "over-unit", "over-from"].find((name) => args.has(name));
  if (needless !== undefined)
    throw new UsageError(
      `--${needless} is for a file; the folder ${file} states its flows, times and units.`,
    );
  const texts = filesWithin(file, /\.txt$/).filter(({ path }) => isOfRecord(path));
  const size = texts.reduce((sum, { bytes }) => sum + bytes, 0);
  const record = orUsageError(`--over ${file}`, () => {
    if (!isLinuxRecord(texts))
      throw new Error(
        "the folder has no flows.txt and scenario.txt. Give a measurement, or the folder that a script of export --linux has written.",
      );
    const unread = texts.find(({ fault }) => fault !== null);
    if (unread !== undefined) throw new Error(`${unread.name}: ${unread.fault}.`);
    if (size > MOST_MEASURED_BYTES)
      throw new Error(
        `the files that are read have ${grouped(size)} bytes together; the limit is ${grouped(MOST_MEASURED_BYTES)}.`,
      );
    return readLinuxRecord(texts.map(({ path }) => ({ path, bytes: readBytes(path) })));
  });
  const flowNumber = countOf(args, "over-flow");
  const index = flowNumber === null ? 0 : record.connectionFlows.indexOf(flowNumber - 1);
  const connection = record.measurement.connections[index];
  if (connection === undefined)
    throw new UsageError(
      flowNumber === null
        ? `--over ${file}: the folder has no TCP flow.`
        : `--over-flow ${flowNumber}: the folder has no such TCP flow. Allowed: ${record.connectionFlows.map((flow) => flow + 1).join(", ")}.`,
    );
  return {
    ...{ file, record, measurement: record.measurement, index, connection, fromS: null },
    flowNumber: record.connectionFlows[index] + 1,
  };
}

function unitsOf(args: Arguments): Record<string, string> {
  const text = args.text("over-unit");
  const parts = text === null ? [] : text.split(",").map((part) => part.trim().split("="));
  const wrong = parts.find((part) => part.length !== 2 || part.includes(""));
  if (wrong !== undefined)
    throw new UsageError(`--over-unit ${text}: expected COLUMN=UNIT, such as rtt=ms or rtt=ms,cwnd=bytes.`);
  return Object.fromEntries(parts);
}

function countOf(args: Arguments, name: string): number | null {
  const text = args.text(name);
  if (text === null) return null;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`--${name} ${text}: expected a whole number of at least 1.`);
  return Number(text);
}

/** Compares the measurement with the run. Throws if the run does not have the flow. */
export function fitWith({ measurement, connection, flowNumber, fromS }: Over, simulation: Simulation): Fit {
  const { scenario } = simulation;
  const snapshot = simulation.snapshot();
  const { flows } = snapshot.results;
  const flow = (flowNumber ?? 1) - 1;
  if (flows[flow] === undefined)
    throw new UsageError(
      `--over-flow ${flow + 1}: the run has ${counted(flows.length, "flow")}. Allowed: 1 to ${flows.length}.`,
    );
  const beginsS = fromS ?? beginsAt(measurement, connection, flows[flow].startS);
  return fitOf({ connection, beginsS, scenario, snapshot, flow });
}

/** Returns the comparison as text for users. */
export function overText(over: Over, fit: Fit, simulation: Simulation): string {
  const { file, record, measurement, index, connection } = over;
  const lines = fitLines(fit);
  const list = (title: string, texts: readonly string[]) => texts.map((text) => `${title}  ${text}`);
  return [
    ...(record === null ? [] : recordText(file, record, rowsOf(over, simulation) ?? [], simulation.scenario)),
    `over ${file}: ${measurement.format}, ${record === null ? connectionWords(measurement, index) : connection.name}, compared with flow ${fit.flow + 1}`,
    ...(lines.length === 0
      ? []
      : [
          "",
          textTable([
            ["", "file", "run", "difference"],
            ...lines.map(({ label, measured, run, difference }) => [label, measured, run, difference]),
          ]),
        ]),
    "",
    ...fitSentences(fit),
    ...list("read    ", measurement.read),
    ...list("skipped ", measurement.skipped),
    ...list("assumed ", assumedOf(measurement, connection)),
  ].join("\n");
}

function rowsOf({ record }: Over, simulation: Simulation): RecordRow[] | undefined {
  return record === null
    ? undefined
    : recordRows(record, simulation.snapshot(), Number(simulation.scenario.run.warmup));
}

function recordText(
  file: string,
  record: LinuxRecord,
  rows: readonly RecordRow[],
  scenario: Scenario,
): string[] {
  return [
    `over ${file}: ${record.measurement.format}`,
    ...record.about.map((text) => `          ${text}`),
    "",
    textTable([
      ["", "Linux", "run", "difference"],
      ...recordTable(rows).map(({ label, measured, run, difference }) => [label, measured, run, difference]),
    ]),
    "",
    ...recordSentences(record, scenarioToUrl(scenario)),
    "",
  ];
}

/** Returns the comparison for `run --json`. */
export function overJson(over: Over, fit: Fit, simulation: Simulation): OverJson {
  const { file, measurement, connection } = over;
  const record = rowsOf(over, simulation);
  const { rows, stretch, cuts, flow, beginsS, notCompared } = fit;
  const figures: Partial<Record<JsonName, Pick<FitRow, "measured" | "run" | "coveredS">>> =
    Object.fromEntries(
      rows.map(({ id, measured, run, coveredS }) => [JSON_NAMES[id], { measured, run, coveredS }]),
    );
  return {
    ...{ file, format: measurement.format, connection: connection.name },
    ...{ connections: measurement.connections.length, flow, beginsS },
    ...{ fromS: stretch?.fromS ?? null, toS: stretch?.toS ?? null },
    ...figures,
    ...{ cuts, read: measurement.read, skipped: measurement.skipped },
    ...{ assumed: assumedOf(measurement, connection), notCompared },
    ...(record !== undefined && { record }),
  };
}
