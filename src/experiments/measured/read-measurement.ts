/** A measurement from the bytes of a file: which format it is shows in the content, whatever its name. */
import { grouped } from "../counted.ts";
import { readCapture } from "./capture-analysis.ts";
import { isCapture } from "./capture-file.ts";
import { type Measurement, MOST_MEASURED_BYTES, type Reading } from "./measurement.ts";
import { isNamedLine, isOldProbeLine, readNamedValues, readOldProbe } from "./probe-log.ts";
import { isSsLine, readSsLog } from "./ss-log.ts";
import { isHead, readTable } from "./tables.ts";
import { linesOf, quoted } from "./text-lines.ts";

export const ALLOWED_MEASUREMENTS =
  "output of ss -ti, a table of TCP_INFO (CSV with a line of names), output of tcp_probe, of the trace event tcp:tcp_probe or of a bpftrace script, a packet capture (pcap, pcapng), and the CSV files that Sawtooth writes";

/** By the first bytes of files that hold a measurement only after they were unpacked or saved anew. */
const OTHERS: readonly { readonly first: readonly number[]; readonly say: string }[] = [
  { first: [0x1f, 0x8b], say: "is packed (gzip). Unpack it first." },
  { first: [0x28, 0xb5, 0x2f, 0xfd], say: "is packed (zstd). Unpack it first." },
  { first: [0xfd, 0x37, 0x7a, 0x58, 0x5a], say: "is packed (xz). Unpack it first." },
  { first: [0x42, 0x5a, 0x68], say: "is packed (bzip2). Unpack it first." },
  {
    first: [0x50, 0x4b, 0x03, 0x04],
    say: "is packed (zip), or a workbook. Unpack it, or save the table as CSV.",
  },
  { first: [0xff, 0xfe], say: "is text in UTF-16. Save it as UTF-8." },
  { first: [0xfe, 0xff], say: "is text in UTF-16. Save it as UTF-8." },
  {
    first: [0x50, 0x45, 0x52, 0x46, 0x49, 0x4c, 0x45, 0x32],
    say: "is perf.data. Write “perf script” of it into a file.",
  },
];

const OPENS_JSON = 0x7b;
/** "---". */
const OPENS_DOCUMENT = [0x2d, 0x2d, 0x2d];

const startsWith = (bytes: Uint8Array, first: readonly number[]) => first.every((one, i) => bytes[i] === one);

/** Looked at for what format it is. */
const LINES_LOOKED_AT = 400;

type TextReader = (bytes: Uint8Array) => Reading<Measurement>;

/** In this order: a line of the one is none of the next. */
const TEXTS: readonly { readonly is: (line: string) => boolean; readonly read: TextReader }[] = [
  { is: isSsLine, read: readSsLog },
  { is: isOldProbeLine, read: readOldProbe },
  { is: isHead, read: readTable },
  { is: isNamedLine, read: readNamedValues },
];

/** Whether it could be a measurement at all: of a file that may be anything else. */
export function isMeasurement(bytes: Uint8Array): boolean {
  if (isCapture(bytes)) return true;
  // Lessons, tasks and scenarios may quote one.
  if (bytes[0] === OPENS_JSON || startsWith(bytes, OPENS_DOCUMENT)) return false;
  try {
    return textReaderOf(bytes) !== null;
  } catch {
    return false;
  }
}

/** Throws a sentence with the line or the packet. `name`: as a sentence begins with it. */
export function* readMeasurement(bytes: Uint8Array, name = "The file"): Reading<Measurement> {
  if (bytes.length === 0) throw new Error(`${name} is empty.`);
  if (bytes.length > MOST_MEASURED_BYTES)
    throw new Error(
      `${name} has ${grouped(bytes.length)} bytes; at most ${grouped(MOST_MEASURED_BYTES)} are allowed. Of a capture, keep a part of the time or fewer bytes of each packet (tcpdump -s 128).`,
    );
  if (isCapture(bytes)) return yield* readCapture(bytes);
  const other = OTHERS.find(({ first }) => startsWith(bytes, first));
  if (other !== undefined) throw new Error(`${name} ${other.say}`);
  const read = textReaderOf(bytes);
  if (read !== null) return yield* read(bytes);
  throw new Error(
    `${name} is no measurement that is read here${firstLineOf(bytes)}. Allowed: ${ALLOWED_MEASUREMENTS}.`,
  );
}

/** The format that begins first. */
function textReaderOf(bytes: Uint8Array): TextReader | null {
  for (const { number, text } of linesOf(bytes)) {
    if (number > LINES_LOOKED_AT) return null;
    const found = TEXTS.find(({ is }) => is(text));
    if (found !== undefined) return found.read;
  }
  return null;
}

function firstLineOf(bytes: Uint8Array): string {
  for (const { number, text } of linesOf(bytes))
    if (text.trim() !== "") return `: line ${number} is ${quoted(text)}`;
  return "";
}

/** All of it at once, where nobody waits for a page. */
export function wholeReading<T>(reading: Reading<T>): T {
  for (;;) {
    const { done, value } = reading.next();
    if (done === true) return value;
  }
}
