/**
 * Reads repeated output of `ss -ti` (iproute2, misc/ss.c): one line per socket and one with its TCP_INFO, or both on a single
 * line (-O). There may be header lines, states, and a time before each line or each output.
 */
import { counted, grouped } from "../lib/counted.ts";
import { clockIn, DayClock, timeAtStart, zoneIn } from "./log-times.ts";
import {
  type ConnectionBuilder,
  Connections,
  type Measurement,
  MOST_CONNECTIONS,
  measurementOf,
  type ReadingSteps,
} from "./measurement.ts";
import { linesOf, numberIn, quoted } from "./text-lines.ts";

const SOCKET =
  /^(?:(?:tcp|mptcp)\s+)?(?:[A-Z][A-Z0-9-]+\s+)?\d+\s+\d+\s+(\S+:(?:\d+|\*|[a-z][\w-]*))\s+(\S+:(?:\d+|\*|[a-z][\w-]*))(.*)/s;
const INFO = /(?:^|\s)(?:rto|rtt|mss|cwnd):\d/;
/** Matches a rate with the prefix T, G, M, K or none. Newer versions of ss write k. */
const RATE = /^([\d.]+)([TGMKk]?)bps$/;
const FACTOR: Readonly<Record<string, number>> = { "": 1, K: 1e3, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** Returns true for a line of ss that contains TCP_INFO. */
export function isSsLine(line: string): boolean {
  const { rest } = timeAtStart(line);
  return SOCKET.test(rest.trimStart()) || (INFO.test(rest) && /\brto:\d/.test(rest));
}

/** Returns the values of a line of TCP_INFO by name. */
function infoOf(text: string): Map<string, string> {
  const info = new Map<string, string>();
  const words = text.trim().split(/\s+/);
  for (const [i, word] of words.entries()) {
    const colon = word.indexOf(":");
    if (colon > 0) info.set(word.slice(0, colon), word.slice(colon + 1));
    else if (i + 1 < words.length && RATE.test(words[i + 1])) info.set(word, words[i + 1]);
  }
  return info;
}

/** The values of one socket in one output of ss. */
interface Entry {
  readonly socket: string;
  readonly info: ReadonlyMap<string, string>;
  /** Number of times that the file contains before this entry. */
  readonly times: number;
  readonly number: number;
}

class Counts {
  timeLines = 0;
  foreign = 0;
  /** The first line that was not recognised; null if there is none. */
  foreignLine: { readonly number: number; readonly text: string } | null = null;
  orphans = 0;
  /**
   * Results of the first pass over the file: the times that it contains (s), and the numbers of entries before, between and after
   * them.
   */
  readonly timesS = new Times();
  entriesBeforeFirst = 0;
  entriesAfterLast = 0;
  /** Number of lines of dashes. Scripts print such lines between outputs. */
  rules = 0;
}

/** Limits on a log. They are reached only by lines that are far shorter than those of ss. */
const MOST_TIMES = 1_000_000;
const MOST_ENTRIES = 2_000_000;

/** The times of a file in their order. Throws if a clock without a date makes them ambiguous. */
class Times {
  readonly all: number[] = [];
  areWhole = true;
  private readonly day = new DayClock();
  private zone = "";
  private lastOfDayS = Number.NEGATIVE_INFINITY;

  add(timeS: number, isOfDay: boolean, number: number, line: string): void {
    if (isOfDay) {
      const zone = zoneIn(line);
      if (zone !== "" && this.zone !== "" && zone !== this.zone)
        throw new Error(`Line ${number}: the time zone changes from ${this.zone} to ${zone}. ${BETTER_TIME}`);
      this.zone = zone;
    }
    const atS = this.day.at({ timeS, isOfDay });
    if (isOfDay && atS < this.lastOfDayS)
      throw new Error(
        `Line ${number} is ${quoted(line)}: the time of day goes back, as with a 12-hour clock or at the end of daylight saving time. ${BETTER_TIME}`,
      );
    if (isOfDay) this.lastOfDayS = atS;
    if (this.all.length >= MOST_TIMES)
      throw new Error(
        `The log has more than ${grouped(MOST_TIMES)} times, up to line ${grouped(number)}; split it.`,
      );
    this.areWhole &&= Number.isInteger(atS);
    this.all.push(atS);
  }

  /** If several outputs have the same whole second, distributes them over this second and returns true. */
  spread(): boolean {
    const { all } = this;
    if (!this.areWhole || !all.some((timeS, i) => timeS === all[i - 1])) return false;
    const starts = all.flatMap((timeS, i) => (timeS === all[i - 1] ? [] : [i]));
    const counts = starts.map((start, i) => (starts[i + 1] ?? all.length) - start);
    const inner = counts.slice(1, -1).sort((a, b) => a - b);
    const usual = inner[inner.length >> 1] ?? 0;
    for (const [i, start] of starts.entries()) {
      const [count, wholeS] = [counts[i], all[start]];
      const room = i === 0 || i === starts.length - 1 ? Math.max(count, usual) : count;
      // The log may start in the middle of its first second, so its outputs are placed at the end of that second.
      const skipped = i === 0 && starts.length > 1 ? room - count : 0;
      for (let j = 0; j < count; j++) all[start + j] = wholeS + (skipped + j) / room;
    }
    return true;
  }
}

const BETTER_TIME = "Write “date +%s.%N” before each ss.";

/** Yields the entries, and after each step the share of the file read so far. */
function* entriesOf(bytes: Uint8Array, counts: Counts): Generator<Entry | number, void> {
  let times = 0;
  let socket: string | null = null;
  for (const { number, text, share, isStep } of linesOf(bytes)) {
    if (isStep) yield share;
    const at = timeAtStart(text);
    const rest = at.rest.trim();
    const found = rest === "" ? null : SOCKET.exec(rest);
    const content = found?.[3] ?? rest;
    const isInfo = INFO.test(content);
    const clockS = at.timeS === null && found === null && !isInfo ? clockIn(rest) : null;
    const isHead = /^(?:State|Netid|Recv-Q)\s|^Every [\d.,]+s:/.test(rest);
    if (!isHead && (at.timeS !== null || clockS !== null)) {
      times++;
      counts.entriesAfterLast = 0;
      counts.timesS.add(at.timeS ?? clockS ?? 0, clockS !== null || at.isOfDay, number, text);
    }
    if (rest === "" || clockS !== null) {
      if (times > 0 && text.trim() !== "") counts.timeLines++;
      continue;
    }
    if (isHead) continue;
    if (/^-{3,}$/.test(rest)) {
      counts.rules++;
      continue;
    }
    if (found !== null) socket = `${found[1]} → ${found[2]}`;
    if (!isInfo) {
      if (found !== null) continue;
      counts.foreign++;
      counts.foreignLine ??= { number, text };
    } else if (socket === null) counts.orphans++;
    else {
      if (times === 0) counts.entriesBeforeFirst++;
      counts.entriesAfterLast++;
      yield { socket, info: infoOf(content), times, number };
    }
  }
}

/** A connection in a file without times. `lastrcv` is used as a clock while it increases. */
interface Untimed {
  lastReceivedMs: number;
  isRising: boolean;
  outputs: number;
}

/** Time between two outputs that is assumed if the file has no times and none can be derived (s). */
const STEP_S = 1;

/** Reads repeated output of ss. */
export function* readSsLog(bytes: Uint8Array): ReadingSteps<Measurement> {
  const untimed = new Map<string, Untimed>();
  const counts = new Counts();
  let entries = 0;
  for (const entry of entriesOf(bytes, counts)) {
    if (typeof entry === "number") {
      yield entry / 2;
      continue;
    }
    const { socket, info, times, number } = entry;
    if (++entries > MOST_ENTRIES)
      throw new Error(
        `The log has more than ${grouped(MOST_ENTRIES)} lines with values, up to line ${grouped(number)}; split it.`,
      );
    if (times === 0) follow(untimed, socket, info);
  }
  const { all } = counts.timesS;
  const isBehind = standsBehind(counts);
  if (all.length === 0) refuseForeign(counts, entries);
  const isSpread = counts.timesS.spread();
  const connections = new Connections();
  const seen = new Map<string, number>();
  let [lines, small, without] = [0, 0, 0];
  for (const entry of entriesOf(bytes, new Counts())) {
    if (typeof entry === "number") {
      yield 0.5 + entry / 2;
      continue;
    }
    const { socket, info, times } = entry;
    const timeS = all.length === 0 ? null : (all[isBehind ? times : times - 1] ?? Number.NaN);
    if (Number.isNaN(timeS)) {
      without++;
      continue;
    }
    const builder = connections.named(socket);
    if (builder === null || !connections.take(builder)) continue;
    const ordinal = seen.get(socket) ?? 0;
    seen.set(socket, ordinal + 1);
    lines++;
    const clock = untimed.get(socket);
    const isClock = clock?.isRising === true && clock.outputs > 1;
    if (timeS === null)
      builder.assumed.add(
        isClock
          ? "The file has no times. They are calculated from lastrcv, which increases while the peer sends no data."
          : `The file has no times. ${STEP_S} s is assumed between two outputs: write “date +%s.%N” before each ss.`,
      );
    small += addSample(builder, timeS ?? (isClock ? lastReceivedMs(info) / 1000 : ordinal * STEP_S), info);
  }
  return measurementOf(connections, {
    format: "output of ss -ti",
    read: [
      `${counted(lines, "line")} with values: cwnd, ssthresh, rtt, bytes_acked, unacked, delivery_rate.`,
      ...(counts.timeLines > 0 ? [`${counted(counts.timeLines, "line")} with a time.`] : []),
    ],
    skipped: [
      ...(counts.foreign > 0 ? [`${counted(counts.foreign, "line")} that ss did not print.`] : []),
      ...(counts.orphans > 0
        ? [`${counted(counts.orphans, "line")} with values before the first socket.`]
        : []),
      ...(without > 0 ? [`${counted(without, "line")} with values that no time follows.`] : []),
    ],
    assumed: [
      ...(small > 0 ? ["If ss prints no cwnd, cwnd is 2: older versions omit this value."] : []),
      ...(isBehind
        ? [
            "Each time belongs to the output before it, because the file starts with an output and ends with a time.",
          ]
        : []),
      ...(isSpread
        ? ["The times are whole seconds. Outputs with the same second are spread evenly over that second."]
        : []),
    ],
  });
}

/**
 * Returns true if each time belongs to the output before it, and false if it belongs to the output after it. Throws if neither is
 * possible.
 */
function standsBehind({ entriesBeforeFirst, entriesAfterLast, timesS, rules }: Counts): boolean {
  if (timesS.all.length === 0 || entriesBeforeFirst === 0) return false;
  // If the script was interrupted, its last output has no time after it.
  if (entriesAfterLast === 0 || rules >= timesS.all.length) return true;
  throw new Error(
    `${counted(entriesBeforeFirst, "output")} of ss come before the first time in the file. Print a time before each output, or before none.`,
  );
}

/** Throws if the file has no times but one unknown line per output. Such a line is probably a time in an unknown format. */
function refuseForeign({ foreign, foreignLine }: Counts, entries: number): void {
  if (foreignLine === null || foreign < 2 || foreign < entries / 2) return;
  throw new Error(
    `Line ${foreignLine.number} is ${quoted(foreignLine.text)}: this is neither output of ss nor a supported time. Supported are seconds since 1970, ISO 8601, and lines of date with hours, minutes and seconds. ${BETTER_TIME}`,
  );
}

const lastReceivedMs = (info: ReadonlyMap<string, string>) => numberIn(info.get("lastrcv") ?? "");

function follow(all: Map<string, Untimed>, socket: string, info: ReadonlyMap<string, string>): void {
  const known = all.get(socket) ?? { lastReceivedMs: -1, isRising: true, outputs: 0 };
  // The sockets after the first ones are only counted.
  if (known.outputs === 0 && all.size >= MOST_CONNECTIONS) return;
  all.set(socket, known);
  const value = lastReceivedMs(info);
  known.isRising &&= value > known.lastReceivedMs;
  known.lastReceivedMs = value;
  known.outputs++;
}

/** Adds a sample. Returns 1 if ss did not print cwnd, otherwise 0. */
function addSample(builder: ConnectionBuilder, timeS: number, info: ReadonlyMap<string, string>): number {
  const number = (name: string) => numberIn(info.get(name)?.split("/")[0] ?? "");
  const orNone = (value: number) => (Number.isFinite(value) ? value : 0);
  const cwnd = number("cwnd");
  const isLeftOut = Number.isNaN(cwnd) && info.has("mss");
  builder.add("cwnd", timeS, isLeftOut ? 2 : cwnd);
  // ss does not print these two values while they are 0.
  if (
    builder.firstSignalS < 0 &&
    (Number(info.get("retrans")?.split("/")[1]) > 0 || number("delivered_ce") > 0)
  )
    builder.firstSignalS = timeS;
  builder.add("ssthresh", timeS, number("ssthresh"));
  builder.add("srttMs", timeS, number("rtt"));
  // ss does not print the number of outstanding segments while it is 0.
  const out = orNone(number("unacked"));
  const inflight = out - orNone(number("sacked")) - orNone(number("lost")) + orNone(number("retrans"));
  if (info.has("mss")) builder.add("inflight", timeS, Math.max(0, inflight));
  builder.add("ackedBytes", timeS, number("bytes_acked"));
  const rate = RATE.exec(info.get("delivery_rate") ?? "");
  if (rate !== null) builder.add("rateBps", timeS, Number(rate[1]) * FACTOR[rate[2]]);
  return isLeftOut ? 1 : 0;
}
