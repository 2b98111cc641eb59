/**
 * Converts a file with a recorded capacity into the text of a link's parameter. Files may have up to 10 MB and one of three
 * formats:
 *
 * milliseconds        Mahimahi: one line per opportunity to send 1504 bytes, at a whole millisecond
 * time_s,rate_bps     a table: each rate applies until the next line's time; the last rate applies as long as the rate before it
 * seconds Mbit/s      the same without a header line, as in Pensieve's recordings
 *
 * The header line of a table names the columns with their units; other columns are ignored. Columns are separated by comma,
 * semicolon or tab. In files with semicolons or tabs, a comma is a decimal comma. Empty lines and lines that start with # are
 * ignored.
 */
import { shown } from "../params/value-text.ts";
import {
  FASTEST_BPS,
  LONGEST_TRACE_S,
  megabitText,
  opportunitiesText,
  ratesText,
  traceOf,
} from "./capacity-trace.ts";

/** Result of reading a file: the text for the link's parameter with a short description of the file, or an error message. */
export type TraceFileReading =
  | { readonly text: string; readonly description: string }
  | { readonly error: string };

/** Limit on the size of a recording's file (bytes). */
export const MOST_FILE_BYTES = 10e6;
const US_PER_S = 1e6;

const COLUMNS = "time_s or time_ms, and rate_bps, rate_kbps or rate_mbps";
const TIME: Readonly<Record<string, number>> = { s: 1e6, ms: 1e3 };
const RATE: Readonly<Record<string, number>> = { bps: 1, kbps: 1e3, mbps: 1e6 };

class WrongFile extends Error {}

function wrongLine(line: number, text: string, wanted: string): WrongFile {
  return new WrongFile(`Line ${line} is "${shown(text)}"; expected ${wanted}.`);
}

/** Reads the contents of a file. If something is wrong, returns an error message that names the line. */
export function readTraceFile(contents: string, repeats: boolean): TraceFileReading {
  if (contents.length > MOST_FILE_BYTES) {
    return { error: `The file has ${(contents.length / 1e6).toFixed(1)} MB; at most 10 MB are read.` };
  }
  // A gzip file starts with this byte, which does not occur in text files.
  if (contents.startsWith("\u001f")) return { error: "The file is compressed (gzip). Decompress it first." };
  try {
    const lines = linesOf(contents);
    const first = lines.next();
    if (first.done) throw new WrongFile("The file has no lines.");
    const [number, text] = first.value;
    const isList = /^\d+$/.test(text);
    if (isList) return readOpportunities(text, number, lines, repeats);
    if (BARE_PAIR.test(text)) return readPairs([first.value, ...lines], repeats);
    return readTable(text, number, lines, repeats);
  } catch (error) {
    if (error instanceof WrongFile) return { error: error.message };
    throw error;
  }
}

/** Yields the lines that are neither empty nor comments, trimmed, with their line numbers. */
function* linesOf(contents: string): Generator<readonly [number, string]> {
  let number = 0;
  for (let at = contents.startsWith("\uFEFF") ? 1 : 0; at < contents.length; ) {
    const found = contents.indexOf("\n", at);
    const end = found < 0 ? contents.length : found;
    const text = contents.slice(at, end).trim();
    number++;
    if (text !== "" && !text.startsWith("#")) yield [number, text];
    at = end + 1;
  }
}

function readOpportunities(
  first: string,
  firstLine: number,
  others: Iterable<readonly [number, string]>,
  repeats: boolean,
): TraceFileReading {
  const times: number[] = [];
  const take = (text: string, line: number) => {
    if (!/^\d{1,12}$/.test(text)) throw wrongLine(line, text, "a whole number of milliseconds");
    const ms = Number(text);
    const before = times.length === 0 ? 0 : times[times.length - 1];
    if (ms < before)
      throw new WrongFile(
        `The time in line ${line} is earlier than in the line before: ${ms} ms after ${before} ms.`,
      );
    if (ms > LONGEST_TRACE_S * 1e3) throw tooLate(line);
    times.push(ms);
  };
  take(first, firstLine);
  for (const [line, text] of others) take(text, line);
  if (times[times.length - 1] === 0) {
    throw new WrongFile("All opportunities are at 0 ms; a recording must last at least 1 ms.");
  }
  return finished(opportunitiesText(times, repeats), repeats, []);
}

function tooLate(line: number): WrongFile {
  return new WrongFile(`Line ${line} is later than ${LONGEST_TRACE_S} s, which is the longest recording.`);
}

/** Matches two numbers of 0 or more, separated by spaces or tabs. */
const BARE_PAIR = /^\d{1,20}(?:\.\d{0,20})?\s{1,9}\d{1,20}(?:\.\d{0,20})?$/;
/** Limits for rates without a unit. Rates above the first value may be in kbit/s; rates above the second value cannot be in Mbit/s. */
const [DOUBTFUL_MBPS, MOST_BARE_MBPS] = [100, 1000];

/** Reads lines that hold a time and a rate, without a header line. The file is refused if the rates might not be in Mbit/s. */
function readPairs(lines: readonly (readonly [number, string])[], repeats: boolean): TraceFileReading {
  const rates = lines.map(([, text]) => Number(text.split(/\s+/)[1]));
  const largest = rates.reduce((most, one) => Math.max(most, one), 0);
  const isWhole = rates.every(Number.isInteger);
  const [number, text] = lines[0];
  if (largest > MOST_BARE_MBPS || (isWhole && largest >= DOUBTFUL_MBPS))
    throw wrongLine(
      number,
      text,
      `a header line above it, because the unit of the rates is not certain: ${COLUMNS}`,
    );
  const rows = lines.map(([line, row]) => [line, row.replace(/\s+/, ",")] as const);
  const read = readTable("time_s,rate_mbps", number, rows, repeats);
  if ("error" in read) return read;
  return {
    text: read.text,
    description: `${read.description} There is no header line: times are read as s and rates as Mbit/s.`,
  };
}

interface Column {
  readonly index: number;
  /** Factor that converts the column's unit to µs or bit/s. */
  readonly factor: number;
}

function readTable(
  head: string,
  headLine: number,
  lines: Iterable<readonly [number, string]>,
  repeats: boolean,
): TraceFileReading {
  const separator = [";", "\t"].find((sign) => head.includes(sign)) ?? ",";
  const cellsOf = (line: string) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const names = cellsOf(head);
  const time = columnOf(names, /^(?:time|t)_(s|ms)$/i, TIME);
  const rate = columnOf(names, /^(?:(?:rate|capacity)_)?(bps|kbps|mbps)$/i, RATE);
  if (time === null || rate === null) {
    const wanted = `a time in whole milliseconds (Mahimahi), or a header line that names the columns with their units: ${COLUMNS}`;
    throw wrongLine(headLine, head, wanted);
  }
  const numberOf = (cell: string | undefined) => {
    const text = separator === "," ? (cell ?? "") : (cell ?? "").replace(",", ".");
    return /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  };
  const atUs: number[] = [];
  const bps: number[] = [];
  let firstUs = 0;
  for (const [line, text] of lines) {
    const cells = cellsOf(text);
    const us = Math.round(numberOf(cells[time.index]) * time.factor);
    const value = Math.round(numberOf(cells[rate.index]) * rate.factor);
    // A number with too many digits for a double becomes Infinity.
    if (!Number.isFinite(us) || !Number.isFinite(value))
      throw wrongLine(line, text, `${names[time.index]} and ${names[rate.index]} as numbers of 0 or more`);
    if (value > FASTEST_BPS)
      throw new WrongFile(
        `Line ${line} has a rate of ${megabitText(value)}; the limit is ${megabitText(FASTEST_BPS)}.`,
      );
    if (atUs.length === 0) firstUs = us;
    const at = us - firstUs;
    const before = atUs[atUs.length - 1] ?? -1;
    if (at <= before)
      throw new WrongFile(`The time in line ${line} must be at least 1 µs later than in the previous line.`);
    if (at > LONGEST_TRACE_S * US_PER_S) throw tooLate(line);
    atUs.push(at);
    bps.push(value);
  }
  if (bps.length === 0)
    throw new WrongFile("The table has only a header line and no line with a time and a rate.");
  if (!bps.some((value) => value > 0)) throw new WrongFile("All rates are zero.");
  const lasts = atUs.slice(1).map((us, i) => us - atUs[i]);
  lasts.push(lasts[lasts.length - 1] ?? US_PER_S);
  const remarks = [
    ...(firstUs > 0 ? [`Times are relative to the first line, ${firstUs / US_PER_S} s.`] : []),
    ...(names.length > 2
      ? [
          `Only the columns ${names[time.index]} and ${names[rate.index]} are used; the table has ${names.length} columns.`,
        ]
      : []),
    ...(repeats
      ? [`The last rate lasts as long as the previous rate, ${lasts[lasts.length - 1] / US_PER_S} s.`]
      : []),
  ];
  return finished(ratesText(lasts, bps, repeats), repeats, remarks);
}

function columnOf(
  names: readonly string[],
  form: RegExp,
  factors: Readonly<Record<string, number>>,
): Column | null {
  const index = names.findIndex((name) => form.test(name));
  const unit = form.exec(names[index] ?? "")?.[1].toLowerCase();
  return unit === undefined ? null : { index, factor: factors[unit] };
}

function finished(text: string, repeats: boolean, remarks: readonly string[]): TraceFileReading {
  const trace = traceOf(text);
  if (trace === null) {
    throw new WrongFile(`The mean rate of the recording exceeds the limit of ${megabitText(FASTEST_BPS)}.`);
  }
  const { kind, lines, periodNs, meanBps, longestOutageNs } = trace;
  const what =
    kind === "rates" ? `${lines} ${lines === 1 ? "rate" : "rates"}` : `${lines} opportunities of 1504 bytes`;
  const pause = longestOutageNs === 0 ? "" : `, at most ${shortS(longestOutageNs)} without capacity`;
  const end =
    kind === "rates" ? "after its end the last rate applies" : "after its end the link carries nothing";
  const after = repeats ? "It repeats." : `It is used once: ${end}.`;
  const read = `Read: ${what} in ${shortS(periodNs)}, mean ${megabitText(meanBps)}${pause}. ${after}`;
  return { text, description: [read, ...remarks].join(" ") };
}

function shortS(ns: number): string {
  return `${Number((ns / 1e9).toPrecision(4))} s`;
}
