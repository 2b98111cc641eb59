/**
 * Reads measurements in JSON: the output of iperf3 -J or --json-stream (iperf3, src/iperf_api.c), and the data files of flent
 * (flent/resultset.py).
 */
import { counted, grouped } from "../lib/counted.ts";
import {
  type ConnectionBuilder,
  Connections,
  type Measurement,
  measurementOf,
  type ReadingSteps,
  USUAL_MSS,
} from "./measurement.ts";
import { BYTES_PER_STEP, quoted } from "./text-lines.ts";

const OPENS_OBJECT = 0x7b;
/** Number of bytes at the start of a file that are used to recognise the kind of JSON. */
const HEAD_BYTES = 65_536;

type Kind = "iperf3" | "iperf3 stream" | "flent";

/** Returns the kind of measurement in a JSON file; null for other JSON. Reads only its start. */
export function jsonKind(bytes: Uint8Array): Kind | null {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let first = mark;
  while (first < HEAD_BYTES && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[first])) first++;
  if (bytes[first] !== OPENS_OBJECT) return null;
  const head = new TextDecoder("latin1").decode(bytes.subarray(first, first + HEAD_BYTES));
  if (/^\{\s{0,99}"event"\s{0,99}:\s{0,99}"(?:start|interval|end|error)"/.test(head)) return "iperf3 stream";
  if (
    /"(?:start|intervals)"\s{0,99}:\s{0,99}[[{]/.test(head) &&
    /"(?:intervals|tcp_mss_default|test_start|connecting_to|connected)"/.test(head)
  )
    return "iperf3";
  return /"(?:x_values|raw_values)"\s{0,99}:/.test(head) || /"BATCH_NAME"|"FAILED_RUNNERS"/.test(head)
    ? "flent"
    : null;
}

/** Reads a measurement in JSON. Throws an error with a message for users if this fails. */
export function* readJson(bytes: Uint8Array): ReadingSteps<Measurement> {
  const kind = jsonKind(bytes);
  if (kind === "iperf3 stream") return yield* readStream(bytes);
  const text = new TextDecoder().decode(bytes);
  refuseMany(text, "The JSON");
  const json = parsed(text, "The JSON");
  yield 0.5;
  if (kind === "flent") return readFlent(json);
  const iperf = new Iperf(record(json.start));
  for (const interval of list(json.intervals)) iperf.interval(record(interval));
  return iperf.finish(json, []);
}

function* readStream(bytes: Uint8Array): ReadingSteps<Measurement> {
  let iperf: Iperf | null = null;
  let end: Json = {};
  let cut = "";
  const text = new TextDecoder().decode(bytes);
  for (let [number, from, to, step] = [1, 0, 0, 0]; from < text.length; number++, from = to + 1) {
    const found = text.indexOf("\n", from);
    to = found < 0 ? text.length : found;
    if (from >= step) {
      yield from / text.length;
      step = from + BYTES_PER_STEP;
    }
    const content = text.slice(from, to);
    if (content.trim() === "") continue;
    if (cut !== "") throw new Error(cut);
    refuseMany(content, `Line ${number}`);
    let line: Json;
    try {
      line = parsed(content, `Line ${number}`);
    } catch (error) {
      // If a test was stopped, its output ends in the middle of a line.
      cut = error instanceof Error ? error.message : String(error);
      continue;
    }
    if (line.event === "start") iperf = new Iperf(record(line.data));
    else if (line.event === "interval") {
      iperf ??= new Iperf({});
      iperf.interval(record(line.data));
    } else if (line.event === "end") end = { ...end, end: line.data };
    else if (line.event === "error") end = { ...end, error: line.data };
  }
  return (iperf ?? new Iperf({})).finish(end, cut === "" ? [] : ["The last line, which is cut off."]);
}

type Json = Readonly<Record<string, unknown>>;

/** Limit on the values of a JSON text. In memory each takes up to fifty times as much as in the text. */
const MOST_VALUES = 2_000_000;
const [QUOTE, BACKSLASH, COMMA, OPENS_ARRAY] = [0x22, 0x5c, 0x2c, 0x5b];

/** Throws an error if a JSON text has too many values: commas and opening brackets outside of texts. */
function refuseMany(text: string, what: string): void {
  let [values, isInText] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText) {
      if (code === BACKSLASH) i++;
    } else if (code === COMMA || code === OPENS_OBJECT || code === OPENS_ARRAY) values++;
  }
  if (values > MOST_VALUES)
    throw new Error(
      `${what} has ${grouped(values)} values; the limit is ${grouped(MOST_VALUES)}. With --json-stream, iperf3 writes each interval in a line of its own, which has no such limit.`,
    );
}

/** Returns a text or a number of the JSON as a text, and anything else as "?". */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "?";
}

function parsed(text: string, what: string): Json {
  try {
    return record(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/[^\x20-\x7e]/g, "?").slice(0, 120) : "";
    throw new Error(
      `${what} is incomplete or damaged: ${why}. A test that was stopped leaves such a file; with --json-stream, the values until then are saved.`,
    );
  }
}

function record(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function number(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

// iperf3's JSON.

/** Collects the intervals of a test by iperf3. */
class Iperf {
  private readonly connections = new Connections();
  private readonly start: Json;
  private readonly moved = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private intervals = 0;
  private omitted = 0;
  private received = 0;
  private readonly mss: number;
  private readonly hasMss: boolean;

  constructor(start: Json) {
    this.start = start;
    const mss = number(start.tcp_mss) > 0 ? number(start.tcp_mss) : number(start.tcp_mss_default);
    this.hasMss = mss > 0;
    this.mss = this.hasMss ? mss : USUAL_MSS;
    for (const one of list(start.connected).map(record)) {
      const end = (host: unknown, port: unknown) => `${textOf(host)}:${textOf(port)}`;
      this.names.set(
        number(one.socket),
        `${end(one.local_host, one.local_port)} → ${end(one.remote_host, one.remote_port)}`,
      );
    }
  }

  private get protocol(): string {
    return textOf(record(this.start.test_start).protocol ?? "TCP");
  }

  interval(interval: Json): void {
    this.intervals++;
    for (const stream of list(interval.streams).map(record)) this.stream(stream);
  }

  private stream(stream: Json): void {
    if (stream.omitted === true) {
      this.omitted++;
      return;
    }
    const socket = number(stream.socket);
    const [fromS, toS] = [number(stream.start), number(stream.end)];
    if (!(toS >= fromS)) return;
    const isReceived = stream.sender === false;
    const name = `${this.names.get(socket) ?? `stream ${socket}`}${isReceived ? " (received here)" : ""}`;
    const builder = this.connections.named(name);
    if (builder === null || !this.connections.take(builder)) return;
    if (isReceived) this.received++;
    const before = this.moved.get(name);
    if (before === undefined) builder.add("ackedBytes", fromS, 0);
    const bytes = (before ?? 0) + (number(stream.bytes) || 0);
    this.moved.set(name, bytes);
    builder.add("ackedBytes", toS, bytes);
    if (number(stream.snd_cwnd) > 0) builder.add("cwnd", toS, number(stream.snd_cwnd) / this.mss);
    if (number(stream.rtt) > 0) builder.add("srttMs", toS, number(stream.rtt) / 1000);
  }

  finish(json: Json, skipped: readonly string[]): Measurement {
    const error = json.error === undefined ? "" : ` iperf3 says: ${quoted(textOf(json.error))}.`;
    if (this.intervals === 0)
      throw new Error(
        `This is JSON output of iperf3 without intervals, so it contains no values over time.${error} Run the client with -J -i 0.1 (without -i 0).`,
      );
    const server = record(json.server_output_json);
    if (list(server.intervals).length > 0 && this.received > 0) {
      for (const [socket, name] of new Iperf(record(server.start)).names) this.names.set(socket, name);
      for (const interval of list(server.intervals)) this.interval(record(interval));
    }
    const isUdp = this.protocol === "UDP";
    const builders = [...this.connections.builders()];
    const hasWindow = builders.some(({ columns }) => columns.cwnd.length > 0);
    return measurementOf(this.connections, {
      format: "iperf3's JSON",
      read: [
        `${counted(this.intervals, "interval")}: ${hasWindow ? `snd_cwnd (bytes, in segments of ${this.mss} B), rtt (µs), ` : ""}bytes.`,
      ],
      skipped: [
        ...skipped,
        ...(this.omitted > 0 ? [`${counted(this.omitted, "reading")} that iperf3 omitted (-O).`] : []),
      ],
      assumed: [
        "Throughput: the bytes that the sending program passed to TCP, or that the receiving program read. Bytes that wait in the socket buffer count as sent.",
        ...(hasWindow && !this.hasMss
          ? [`Segments of ${USUAL_MSS} B: assumed, because the file does not contain the segment size.`]
          : []),
        ...(isUdp ? ["UDP has no cwnd, RTT or cuts."] : []),
        ...(!isUdp && !hasWindow
          ? [
              "snd_cwnd is missing: iperf3 writes it at the sender. With -R use --get-server-output, or -J on the server.",
            ]
          : []),
        ...(error === "" ? [] : [error.trim()]),
      ],
    });
  }
}

// flent's data files.

/** Series of TCP sockets that flent has recorded with ss: "TCP upload::1::tcp_cwnd". */
const SOCKET_SERIES: Readonly<
  Record<string, (builder: ConnectionBuilder, timeS: number, value: number) => void>
> = {
  tcp_cwnd: (builder, timeS, value) => builder.add("cwnd", timeS, value),
  tcp_rtt: (builder, timeS, value) => builder.add("srttMs", timeS, value),
  tcp_delivery_rate: (builder, timeS, value) => builder.add("rateBps", timeS, value * 1e6),
};
const FLENT_RATE =
  /^(?:TCP|BE|BK|CS\d|EF|AF\d\d|UDP)?.{0,40}(?:upload|download|up|down)(?:::\d{1,4}| \d{1,4})?$/i;

function readFlent(json: Json): Measurement {
  const times = list(json.x_values).map(number);
  const connections = new Connections();
  const unused: string[] = [];
  const readNames: string[] = [];
  for (const [name, values] of Object.entries(record(json.results))) {
    const parts = name.split("::");
    const last = parts.at(-1) ?? "";
    const add = Object.hasOwn(SOCKET_SERIES, last)
      ? SOCKET_SERIES[last]
      : FLENT_RATE.test(name)
        ? (builder: ConnectionBuilder, timeS: number, value: number) =>
            builder.add("rateBps", timeS, value * 1e6)
        : null;
    if (add === null) {
      unused.push(name);
      continue;
    }
    readNames.push(name);
    const builder = connections.named(add === SOCKET_SERIES[last] ? parts.slice(0, -1).join("::") : name);
    for (const [i, value] of list(values).entries())
      if (builder !== null && typeof value === "number" && connections.take(builder))
        add(builder, times[i], value);
  }
  if (readNames.length === 0)
    throw new Error(
      `This is a data file of flent, and none of its series is one of TCP that is read: upload and download in Mbit/s, tcp_cwnd, tcp_rtt. It has ${unused.slice(0, 8).map(quoted).join(", ") || "none"}. Run flent with --socket-stats.`,
    );
  const hasWindow = readNames.some((name) => name.endsWith("::tcp_cwnd"));
  return measurementOf(connections, {
    format: "a data file of flent",
    read: [
      `Series: ${readNames.slice(0, MOST_NAMED).map(quoted).join(", ")}, at ${counted(times.length, "time")}.`,
    ],
    skipped:
      unused.length > 0 ? [`Unused series: ${unused.slice(0, MOST_NAMED).map(quoted).join(", ")}.`] : [],
    assumed: [
      "flent's units: Mbit/s, ms, and cwnd in segments; flent interpolates between its samples.",
      ...(hasWindow ? [] : ["cwnd is missing: flent records it with --socket-stats."]),
    ],
  });
}

const MOST_NAMED = 20;
