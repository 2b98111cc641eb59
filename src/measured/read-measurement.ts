/** Reads a measurement from the bytes of a file. The format is recognised by the content; the name of the file does not matter. */
import { grouped } from "../lib/counted.ts";
import { packedWords } from "../lib/packed-file.ts";
import { readCapture } from "./capture-analysis.ts";
import { isCapture } from "./capture-file.ts";
import { NO_UNITS, type UnitOptions } from "./column-units.ts";
import { jsonKind, readJson } from "./json-log.ts";
import { type Measurement, MOST_MEASURED_BYTES, type ReadingSteps } from "./measurement.ts";
import { isNamedLine, isOldProbeLine, readNamedValues, readOldProbe } from "./probe-log.ts";
import { bareColumns, isHead, readBare, readTable } from "./sample-tables.ts";
import { isSsLine, readSsLog } from "./ss-log.ts";
import { linesOf, quoted } from "./text-lines.ts";

const ALLOWED_MEASUREMENTS =
  "output of ss -ti, a table of TCP_INFO (CSV with a line of names), iperf3's JSON (-J), output of tcp_probe, of the trace event tcp:tcp_probe or of a bpftrace script, a packet capture (pcap, pcapng), data files of flent, and the CSV files that Sawtooth writes";

/** Kinds of files that must first be unpacked or exported, recognised by their first bytes. */
const OTHERS: readonly { readonly first: readonly number[]; readonly say: string }[] = [
  {
    first: [0x50, 0x4b, 0x03, 0x04],
    say: "is a zip file or a workbook. Extract it, or save the table as CSV.",
  },
  { first: [0xff, 0xfe], say: "is text in UTF-16. Save it as UTF-8." },
  { first: [0xfe, 0xff], say: "is text in UTF-16. Save it as UTF-8." },
  {
    first: [0x50, 0x45, 0x52, 0x46, 0x49, 0x4c, 0x45, 0x32],
    say: "is a perf.data file. Save the output of “perf script” to a file.",
  },
];

/** Kinds of texts that are not measurements, or not in a usable form, recognised by one of their first lines. */
const NAMED: readonly { readonly is: RegExp; readonly say: string }[] = [
  {
    is: /^\[ *ID\] Interval\s|^Connecting to host \S|^iperf 3\.\d/,
    say: "is a text report of iperf3. Run iperf3 with -J or --json-stream and use that output",
  },
  {
    is: /^(?:Client connecting to|Server listening on) \S/,
    say: "is a report of iperf 2, which has no cwnd over time",
  },
  { is: /^PING \S|icmp_seq=\d/, say: "is output of ping, which contains no TCP connection" },
  {
    is: /(?:^|\s)IP6? \S{1,60} > \S{1,60}: /,
    say: "is a packet list printed by tcpdump. Save the packets themselves: tcpdump -w FILE.pcap",
  },
  {
    is: /^"?No\."?,"?Time"?,"?Source"?/,
    say: "is a packet list exported from Wireshark. Save the capture itself (pcapng)",
  },
  { is: /^\s{0,9}<(?:!doctype|html|\?xml)/i, say: "is a web page or XML" },
  {
    is: /^(?:t|time)_m?s[,;\t](?:(?:rate|capacity)_)?[kmg]?bps\s{0,9}$/i,
    say: "is a recording of link capacity. Use --capacity-trace, or drop the file on the page",
  },
];

const OPENS_OBJECT = 0x7b;
/** First bytes of a lesson, task or scenario of this project: "---". */
const OPENS_DOCUMENT = [0x2d, 0x2d, 0x2d];

const startsWith = (bytes: Uint8Array, first: readonly number[]) => first.every((one, i) => bytes[i] === one);

/** Number of lines at the start that are used to recognise the format. */
const LINES_LOOKED_AT = 400;

type TextReader = (bytes: Uint8Array, options: UnitOptions) => ReadingSteps<Measurement>;

/** Text formats in the order in which they are tried. The order matters, because a line may match several. */
const TEXTS: readonly { readonly is: (line: string) => boolean; readonly read: TextReader }[] = [
  { is: isSsLine, read: readSsLog },
  { is: isOldProbeLine, read: readOldProbe },
  { is: isHead, read: readTable },
  { is: isNamedLine, read: readNamedValues },
];

/** Returns true if the file could be a measurement. For callers that accept files of many kinds. */
export function isMeasurement(bytes: Uint8Array): boolean {
  if (isCapture(bytes)) return true;
  // Lessons, tasks and scenarios may contain parts of measurements.
  if (startsWith(bytes, OPENS_DOCUMENT)) return false;
  if (bytes[0] === OPENS_OBJECT) return jsonKind(bytes) !== null;
  try {
    return textReaderOf(bytes) !== null || bareColumns(bytes) !== null;
  } catch {
    return false;
  }
}

/** Reads a measurement. Throws an error whose message starts with `name` and names the line or the packet. */
export function* readMeasurement(
  bytes: Uint8Array,
  name = "The file",
  options: UnitOptions = NO_UNITS,
): ReadingSteps<Measurement> {
  if (bytes.length === 0) throw new Error(`${name} is empty.`);
  if (bytes.length > MOST_MEASURED_BYTES)
    throw new Error(
      `${name} has ${grouped(bytes.length)} bytes; the limit is ${grouped(MOST_MEASURED_BYTES)}. Shorten a capture to part of the time, or capture fewer bytes of each packet (tcpdump -s 128).`,
    );
  if (isCapture(bytes)) return yield* readCapture(bytes);
  const other = packedWords(bytes) ?? OTHERS.find(({ first }) => startsWith(bytes, first))?.say;
  if (other !== undefined) throw new Error(`${name} ${other}`);
  if (jsonKind(bytes) !== null) return yield* readJson(bytes);
  const read = textReaderOf(bytes);
  if (read !== null) return yield* read(bytes, options);
  if (bareColumns(bytes) !== null) return yield* readBare(bytes);
  const named = namedText(bytes);
  if (named !== null) throw new Error(`${name} ${named}.`);
  throw new Error(
    `${name} is not a supported measurement${firstLineOf(bytes)}. Supported: ${ALLOWED_MEASUREMENTS}.`,
  );
}

/** Returns the reader of the first text format that matches; null if none does. */
function textReaderOf(bytes: Uint8Array): TextReader | null {
  for (const { number, text } of linesOf(bytes)) {
    if (number > LINES_LOOKED_AT) return null;
    const found = TEXTS.find(({ is }) => is(text));
    if (found !== undefined) return found.read;
  }
  return null;
}

/** Returns a message on a text of another kind, or on numbers without a header line; null if the kind is unknown. */
function namedText(bytes: Uint8Array): string | null {
  let isLater = false;
  for (const { number, text } of linesOf(bytes)) {
    if (number > LINES_LOOKED_AT) return null;
    const found = NAMED.find(({ is }) => is.test(text));
    if (found !== undefined) return found.say;
    if (text.trim() === "" || text.startsWith("#")) continue;
    if (isLater) continue;
    isLater = true;
    if (/^\s{0,9}\d{1,12}\s{0,9}$/.test(text))
      return "is a list of whole numbers, like a Mahimahi trace of a link. Use --capacity-trace, or drop the file on the page";
    if (BARE.test(text))
      return `has columns of numbers without names: line ${number} is ${quoted(text)}. Add a header line with the names, such as time_s,cwnd_bytes (ns-3 traces cwnd and ssthresh in bytes, rtt in s) or time_s,rate_mbps for the capacity of a link`;
  }
  return null;
}

const BARE = /^\s{0,9}-?[\d.]{1,30}(?:[\s,;]{1,9}-?[\d.e+-]{1,30}){1,5}\s{0,9}$/;

function firstLineOf(bytes: Uint8Array): string {
  for (const { number, text } of linesOf(bytes))
    if (text.trim() !== "") return `: line ${number} is ${quoted(text)}`;
  return "";
}

/** Reads a file in one go, for callers that need no pauses. */
export function wholeReading<T>(reading: ReadingSteps<T>): T {
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}
