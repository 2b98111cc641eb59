/** Reads tables: TCP_INFO or similar values with one row per sample and a header line, and the tables that Sawtooth itself writes. */
import { FLOW_EVENT_WORDS, PACKET_COLUMNS, type PacketRow } from "../engine/capture/file-formats.ts";
import { FLOW_EVENT, isCut } from "../engine/index.ts";
import { counted } from "../lib/counted.ts";
import { OpenUnits, segmentOf, type UnitOptions } from "./column-units.ts";
import { DayClock, inSeconds, timeAtStart } from "./log-times.ts";
import {
  type ConnectionBuilder,
  Connections,
  type Measurement,
  measurementOf,
  type ReadingNotes,
  type ReadingSteps,
  type SeriesName,
  USUAL_MSS,
} from "./measurement.ts";
import { connectionName, fieldNamed, StateFollower, type TcpField, type Values } from "./tcp-fields.ts";
import { linesOf, lostEvents, lostWords, numberIn, quoted, type TextLine } from "./text-lines.ts";

const SEPARATORS = [",", ";", "\t"];

interface Head {
  readonly names: readonly string[];
  /** Separator of the cells; null if cells are separated by spaces. */
  readonly separator: string | null;
}

function headOf(line: string): Head {
  const separator = SEPARATORS.find((one) => line.includes(one)) ?? null;
  return { names: cellsOf(line, separator).map((name) => name.trim()), separator };
}

/** Splits a line into cells as in RFC 4180. Cells with several lines are not supported, because no known table has them. */
function cellsOf(line: string, separator: string | null): string[] {
  if (separator === null) return line.trim().split(/\s+/);
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (letter === '"') {
      if (isQuoted && line[i + 1] === '"') cell += line[++i];
      else isQuoted = !isQuoted;
    } else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else cell += letter;
  }
  return [...cells, cell];
}

/** Matches lines that bpftrace and scripts print between the rows. They are skipped. */
const REMARK = /^(?:#|Attaching \d+ probe|Attached \d+ probe|Lost \d+ event|\s*$)/;

/** Tables that Sawtooth writes, recognised by the first names in their header line. */
const OWN: readonly { readonly head: string; readonly read: OwnReader; readonly format: string }[] = [
  { head: PACKET_COLUMNS.join(","), read: readPackets, format: "Sawtooth's packets (CSV)" },
  { head: "series,unit,flow,link,t_s,min,max,last", read: readSeries, format: "Sawtooth's series (CSV)" },
  { head: "flow,series,unit,t_s,min,max,last", read: readSeries, format: "Sawtooth's flow-series.csv" },
  { head: "t_s,jain_momentary,jain_running", read: readSamples, format: "Sawtooth's samples.csv" },
  { head: "t_s,event,flow,cwnd_before,cwnd_after", read: readTrace, format: "Sawtooth's events (CSV)" },
];

type OwnReader = (rows: Rows) => void;

/** A table while it is read. Cells can be read by the name of their column. */
interface Rows {
  readonly connections: Connections;
  readonly head: Head;
  /** Index of each column by its name; of columns with the same name, the first. */
  readonly columns: ReadonlyMap<string, number>;
  cells: readonly string[];
  number: number;
}

/** Returns true if a line is the header line of a table that can be read. */
export function isHead(line: string): boolean {
  if (OWN.some(({ head }) => line.startsWith(head))) return true;
  const meanings = headOf(line).names.map((name) => fieldNamed(name)?.meaning);
  return meanings.includes("time") && meanings.some((one) => one !== undefined && MEASURES.has(one));
}

/** A table must have at least one of these columns. */
const MEASURES: ReadonlySet<TcpField["meaning"]> = new Set([
  ...(["cwnd", "cwndBytes", "srttMs", "inflight", "unacked", "ackedBytes"] as const),
  ...(["deliveredSegments", "rateBps", "sndUna"] as const),
]);

/** Reads a table with a header line. */
export function* readTable(bytes: Uint8Array, options: UnitOptions): ReadingSteps<Measurement> {
  const connections = new Connections();
  let reader: { readonly add: (line: TextLine) => void; readonly notes: () => ReadingNotes } | null = null;
  let lost = 0;
  for (const line of linesOf(bytes)) {
    if (line.isStep) yield line.share;
    if (REMARK.test(line.text)) lost += lostEvents(line.text);
    else if (connections.isFull) continue;
    else if (reader !== null) reader.add(line);
    else {
      const own = OWN.find(({ head }) => line.text.startsWith(head));
      reader =
        own === undefined ? tableReader(line, connections, options) : ownReader(line, connections, own);
    }
  }
  if (reader === null)
    throw new Error("The table has no header: its first line must contain the names of the columns.");
  const notes = reader.notes();
  return measurementOf(connections, { ...notes, skipped: [...notes.skipped, ...lostWords(lost)] });
}

/** A column that is read. */
interface UsedColumn {
  readonly i: number;
  readonly name: string;
  readonly field: TcpField;
}

/** Returns the columns that are read, and the names of the others. Of columns whose names mean the same, the first is read. */
function columnsOf(names: readonly string[]) {
  const columns: UsedColumn[] = [];
  const unused: string[] = [];
  const repeated: string[] = [];
  const known = new Set<TcpField>();
  for (const [i, name] of names.entries()) {
    const field = fieldNamed(name);
    if (field === null) unused.push(name);
    else if (known.has(field)) repeated.push(name);
    else columns.push({ i, name, field });
    if (field !== null) known.add(field);
  }
  return { columns, unused, repeated };
}

function tableReader({ text, number: headLine }: TextLine, connections: Connections, options: UnitOptions) {
  const units = new OpenUnits(options);
  const head = headOf(text);
  const { columns, unused, repeated } = columnsOf(head.names);
  const times = columns.filter(({ field }) => field.meaning === "time");
  const ofConnection = columns.filter(({ field }) => field.meaning === "connection");
  const measured = columns.filter((column) => !times.includes(column) && !ofConnection.includes(column));
  const followers = new Map<string, StateFollower>();
  const day = new DayClock();
  let [rows, empty] = [0, 0];
  const add = ({ number, text: line }: TextLine) => {
    const cells = cellsOf(line, head.separator);
    if (cells.length !== head.names.length)
      throw new Error(
        `Line ${number} has ${counted(cells.length, "cell")}, but the header in line ${headLine} has ${counted(head.names.length, "name")}.`,
      );
    const values: Values = {};
    const read = ({ i, name, field }: UsedColumn) => {
      const value = cellValue(cells[i].trim(), field, { day, head, number, name });
      if (value === null) return;
      values[field.meaning] = value;
      if (field.open !== undefined) units.note(name.trim(), field.open, value);
    };
    for (const column of times) read(column);
    if (values.time === undefined) {
      empty++;
      return;
    }
    const ends: [string, string][] = [];
    for (const { i, name } of ofConnection) {
      const cell = cells[i].trim();
      if (!NOTHING.test(cell)) ends.push([name, cell]);
    }
    const name = connectionName(ends);
    const builder = connections.named(name);
    // The other cells of a connection that is left out are not read.
    if (builder === null || !connections.take(builder)) return;
    for (const column of measured) read(column);
    rows++;
    const follower = followers.get(name) ?? new StateFollower();
    followers.set(name, follower);
    follower.add(builder, values.time, values);
  };
  const notes = () => ({
    format: "a table of TCP_INFO (CSV)",
    read: [`${counted(rows, "row")}: ${firstOf(columns.map(({ name }) => name))}.`],
    skipped: [
      ...(unused.length > 0 ? [`Unused columns: ${firstOf(unused)}.`] : []),
      ...(repeated.length > 0 ? [`Repeated columns, of which the first is used: ${firstOf(repeated)}.`] : []),
      ...(empty > 0 ? [`${counted(empty, "row")} without a time.`] : []),
    ],
    assumed: [...new Set(columns.flatMap(({ field }) => field.assumed ?? []))],
    units: units.settle(connections.builders(), head.names),
  });
  return { add, notes };
}

/** Matches texts that mean a missing value. */
const NOTHING = /^(?:|-|nan|null|none|na|n\/a|inf|infinity)$/i;
/** Limit on the names of columns in a sentence. */
const MOST_NAMED = 40;

/** Returns the first names as text, with the number of the others. */
function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

interface CellPlace {
  readonly day: DayClock;
  readonly head: Head;
  readonly number: number;
  readonly name: string;
}

/** Returns the value of a cell; null if the value is missing. */
function cellValue(cell: string, field: TcpField, { day, head, number, name }: CellPlace): number | null {
  const unquoted = cell.includes('"') ? cell.replace(/^"|"$/g, "") : cell;
  // If semicolons separate the cells, a comma is a decimal comma.
  const value = numberIn(head.separator === ";" ? unquoted.replace(",", ".") : unquoted);
  if (!Number.isNaN(value)) {
    const isPlainTime = field.meaning === "time" && field.scale === 1;
    return isPlainTime ? inSeconds(value) : value * field.scale;
  }
  if (NOTHING.test(cell)) return null;
  const at = field.meaning === "time" ? timeAtStart(unquoted) : null;
  if (at?.timeS !== null && at !== null) return day.at({ timeS: at.timeS, isOfDay: at.isOfDay });
  throw new Error(`Line ${number}: ${quoted(name)} is ${quoted(cell)}; expected a number or an empty cell.`);
}

// Returns a reader for a table written by Sawtooth. Its times are those of the run.

function ownReader(
  { text }: TextLine,
  connections: Connections,
  { read, format }: { readonly read: OwnReader; readonly format: string },
) {
  const head = headOf(text);
  const columns = new Map(head.names.map((name, i) => [name, i] as const).reverse());
  const rows: Rows = { connections, head, columns, cells: [], number: 0 };
  let count = 0;
  return {
    add({ text: line, number }: TextLine) {
      rows.cells = cellsOf(line, rows.head.separator);
      rows.number = number;
      if (rows.cells.length !== rows.head.names.length)
        throw new Error(
          `Line ${number} has ${counted(rows.cells.length, "cell")}, but the header has ${counted(rows.head.names.length, "name")}.`,
        );
      count++;
      read(rows);
    },
    notes: () => ({
      format,
      isOfRun: true,
      read: [`${counted(count, "row")}, at the times of the original run.`],
      skipped: [],
    }),
  };
}

function cell(rows: Rows, name: string): string {
  return rows.cells[rows.columns.get(name) ?? -1] ?? "";
}

/** Returns the number in a cell; NaN if it is empty. */
function numberOf(rows: Rows, name: string): number {
  const text = cell(rows, name);
  const value = numberIn(text);
  if (Number.isNaN(value) && text.trim() !== "")
    throw new Error(`Line ${rows.number}: ${name} is ${quoted(text)}; expected a number or an empty cell.`);
  return value;
}

/** Returns the flow of a row; null if the row has none, or if there are too many flows. */
function flowOf(rows: Rows): ConnectionBuilder | null {
  const flow = cell(rows, "flow");
  if (flow === "") return null;
  const run = cell(rows, "run");
  const builder = rows.connections.named(
    `flow ${flow}${run === "" || run === "shown" ? "" : `, ${run} run`}`,
  );
  return builder !== null && rows.connections.take(builder) ? builder : null;
}

const CUTS = Object.values(FLOW_EVENT).filter(isCut);
const CUT_EVENTS: ReadonlySet<string> = new Set(CUTS.map((kind) => FLOW_EVENT_WORDS[kind]));
/** Names of reductions in tables of the page up to version 0.6. */
const EARLIER_CUTS: ReadonlySet<string> = new Set(["reduction for a mark", "reduction for a loss"]);

const OWN_SERIES: Readonly<Record<string, SeriesName>> = {
  cwnd: "cwnd",
  ssthresh: "ssthresh",
  inflight: "inflight",
  srtt: "srttMs",
  received_bytes: "ackedBytes",
  /** Name of the column up to version 0.6. */
  received: "ackedBytes",
};

function readSeries(rows: Rows): void {
  const word = cell(rows, "series");
  const name = Object.hasOwn(OWN_SERIES, word) ? OWN_SERIES[word] : undefined;
  if (name === undefined && !CUT_EVENTS.has(word) && !EARLIER_CUTS.has(word)) return;
  const builder = flowOf(rows);
  if (builder === null) return;
  const timeS = numberOf(rows, "t_s");
  // The page's table lists each reduction. The command line writes reductions to another file.
  builder.namesCuts ||= rows.head.names[0] === "series";
  if (name !== undefined) builder.add(name, timeS, numberOf(rows, "last"));
  else if (Number.isFinite(timeS)) builder.cuts.add(timeS, 1);
}

function readSamples(rows: Rows): void {
  const timeS = numberOf(rows, "t_s");
  for (const name of rows.head.names) {
    const flow = /^received_bytes_(\d{1,6})$/.exec(name)?.[1];
    if (flow === undefined) continue;
    const builder = rows.connections.named(`flow ${flow}`);
    if (builder !== null && rows.connections.take(builder))
      builder.add("ackedBytes", timeS, numberOf(rows, name));
  }
}

function readTrace(rows: Rows): void {
  if (!CUT_EVENTS.has(cell(rows, "event"))) return;
  const builder = flowOf(rows);
  const timeS = numberOf(rows, "t_s");
  if (builder === null || !Number.isFinite(timeS)) return;
  builder.namesCuts = true;
  builder.cuts.add(timeS, 1);
}

function readPackets(rows: Rows): void {
  const at = (name: keyof PacketRow) => numberOf(rows, name);
  const event = cell(rows, "event");
  const isOfSender = cell(rows, "place") === "sender";
  if (!isOfSender) return;
  const builder = flowOf(rows);
  if (builder === null) return;
  const timeS = at("time_s");
  builder.namesCuts = true;
  const isOfCut = CUT_EVENTS.has(event);
  // The row of a reduction contains the target of cwnd, which may be reached a round trip later. It is not used as cwnd.
  if (!isOfCut) builder.add("cwnd", timeS, at("cwnd_segments"));
  builder.add("ssthresh", timeS, at("ssthresh_segments"));
  builder.add("inflight", timeS, at("inflight_segments"));
  builder.add("srttMs", timeS, at("srtt_ms"));
  if (isOfCut && Number.isFinite(timeS)) builder.cuts.add(timeS, 1);
  if (event === "received" && Number.isFinite(at("ack"))) {
    builder.assumed.add(
      `Segments of ${USUAL_MSS} B: assumed, because the file does not contain the segment size.`,
    );
    builder.add("ackedBytes", timeS, at("ack") * USUAL_MSS);
  }
}

// Columns without a header line, as ns-3's examples write them: time and cwnd, or time, old cwnd and new cwnd, in bytes.

const NUMBERS = /^\s{0,9}-?[\d.]{1,30}(?:[\s,;]{1,9}-?[\d.]{1,30}){1,2}\s{0,9}$/;
/** Number of lines that are used to decide whether the values are windows. */
const BARE_LINES = 400;

/** Returns the segment size if the file has such columns and its values are windows in bytes; otherwise null. */
export function bareColumns(bytes: Uint8Array): number | null {
  const values: number[] = [];
  for (const { number, text } of linesOf(bytes)) {
    if (number > BARE_LINES) break;
    if (REMARK.test(text)) continue;
    // Only a part of the file was read. Its last line may be incomplete.
    if (!NUMBERS.test(text)) {
      if (values.length < 3) return null;
      break;
    }
    const cells = bareCells(text);
    values.push(cells[cells.length - 1]);
  }
  return segmentOf(values.filter((value) => value > 0 && value < INFINITE_BYTES));
}

/** The largest window in ns-3 (bytes). It means that there is no limit. */
const INFINITE_BYTES = 0x7fff_0000;

const bareCells = (text: string) =>
  text
    .trim()
    .split(/[\s,;]+/)
    .map(numberIn);

/** Reads columns without a header line. */
export function* readBare(bytes: Uint8Array): ReadingSteps<Measurement> {
  const segment = bareColumns(bytes) ?? USUAL_MSS;
  const connections = new Connections();
  const builder = connections.named("the connection");
  let rows = 0;
  for (const { number, text, share, isStep } of linesOf(bytes)) {
    if (isStep) yield share;
    if (REMARK.test(text)) continue;
    const cells = bareCells(text);
    if (cells.length < 2 || cells.length > 3 || cells.some(Number.isNaN))
      throw new Error(`Line ${number} is ${quoted(text)}; expected two or three numbers.`);
    if (builder === null || !connections.take(builder)) continue;
    rows++;
    const value = cells[cells.length - 1];
    if (value < INFINITE_BYTES) builder.add("cwnd", inSeconds(cells[0]), value / segment);
  }
  return measurementOf(connections, {
    format: "a trace without column names, in the format of ns-3",
    read: [`${counted(rows, "row")}: time and cwnd.`],
    skipped: [],
    assumed: [
      `The columns have no names. They are read as time in s and cwnd in bytes, because the first values are multiples of ${segment} B, which is used as the segment size. With three columns, the last one is the new value.`,
    ],
  });
}
