/**
 * Reads the output of the kernel's TCP probes: the lines of the module tcp_probe (net/ipv4/tcp_probe.c, until Linux 4.15), and
 * lines of names and values, as ftrace, perf and bpftrace scripts print the trace event tcp:tcp_probe
 * (include/trace/events/tcp.h).
 */
import { counted } from "../lib/counted.ts";
import { OpenUnits, type UnitOptions } from "./column-units.ts";
import { DayClock, inSeconds, timeAtStart } from "./log-times.ts";
import { Connections, type Measurement, measurementOf, type ReadingSteps } from "./measurement.ts";
import { connectionName, fieldNamed, StateFollower, type Values } from "./tcp-fields.ts";
import { linesOf, lostEvents, lostWords, numberIn, quoted } from "./text-lines.ts";

/** Matches a line: time, both ends, length, snd_nxt, snd_una, snd_cwnd, ssthresh, snd_wnd, srtt; then rcv_wnd and other values. */
const OLD =
  /^\s*(\d+\.\d+)\s+(\S+:\d+)\s+(\S+:\d+)\s+(\d+)\s+(0x[0-9a-f]+|\d+)\s+(0x[0-9a-f]+|\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)(?:[\s,]|$)/i;

/** Returns true for a line of the module tcp_probe. */
export function isOldProbeLine(line: string): boolean {
  return OLD.test(line);
}

/** Remark on the unit of srtt: jiffies until Linux 3.15, µs since then. */
const SRTT_IN_US = "srtt is in µs, as tcp_probe writes it since Linux 3.15.";

/** Reads the output of the module tcp_probe. */
export function* readOldProbe(bytes: Uint8Array): ReadingSteps<Measurement> {
  const connections = new Connections();
  const followers = new Map<string, StateFollower>();
  let [lines, other] = [0, 0];
  for (const { text, share, isStep } of linesOf(bytes)) {
    if (isStep) yield share;
    const found = OLD.exec(text);
    if (found === null) {
      if (text.trim() !== "" && !text.startsWith("#")) other++;
      continue;
    }
    const [, time, from, to, , sndNxt, sndUna, cwnd, ssthresh, , srttUs] = found;
    const name = `${from} → ${to}`;
    const builder = connections.named(name);
    if (builder === null || !connections.take(builder)) continue;
    lines++;
    builder.hasOwnSsthresh = false;
    const follower = followers.get(name) ?? new StateFollower();
    followers.set(name, follower);
    follower.add(builder, Number(time), {
      cwnd: Number(cwnd),
      ssthresh: Number(ssthresh),
      srttMs: Number(srttUs) / 1000,
      sndNxt: numberIn(sndNxt),
      sndUna: numberIn(sndUna),
    });
  }
  return measurementOf(connections, {
    format: "the kernel module tcp_probe",
    read: [`${counted(lines, "line")}: snd_cwnd, ssthresh, srtt, snd_nxt, snd_una.`],
    skipped: other > 0 ? [`${counted(other, "line")} in a different format.`] : [],
    assumed: [SRTT_IN_US],
  });
}

const PAIR = /(?<![\w.])[\d.]*([A-Za-z_][\w.]*)\s*[=:]\s*([^\s,;]+)/g;
/** Matches the start of a line of ftrace, "iperf3-812 [001] ..s1. 5120.118: ", or of perf script, "iperf3 812 [001] 5120.118: ". */
const FTRACE = /\[\d{1,4}\]\s+(?:[\w.]{4,6}\s+)?(\d+\.\d{3,9}):\s/;

/** Returns true if the line contains cwnd with its name and is not the header line of a table. */
export function isNamedLine(line: string): boolean {
  return /(?:^|[\s,;{"])(?:tcpi_)?(?:snd_)?cwnd\s*[=:]\s*\d/.test(line);
}

/** Reads lines with names and values. */
export function* readNamedValues(bytes: Uint8Array, options: UnitOptions): ReadingSteps<Measurement> {
  const units = new OpenUnits(options);
  const connections = new Connections();
  const followers = new Map<string, StateFollower>();
  const assumed = new Set<string>();
  const day = new DayClock();
  const unused = new Set<string>();
  let [lines, other, lost, isEvent] = [0, 0, 0, false];
  for (const { number, text, share, isStep } of linesOf(bytes)) {
    if (isStep) yield share;
    if (!isNamedLine(text)) {
      lost += lostEvents(text);
      if (text.trim() !== "" && !text.startsWith("#")) other++;
      continue;
    }
    isEvent ||= /\btcp_probe:/.test(text);
    const values: Values = {};
    const ends: [string, string][] = [];
    for (const [, key, value] of text.matchAll(PAIR)) {
      const field = fieldNamed(key);
      if (field === null) {
        if (unused.size < MOST_NAMED && /^[a-z_]+$/.test(key)) unused.add(key);
      } else if (field.meaning === "connection") ends.push([key, value]);
      else {
        const found = numberIn(value) * field.scale;
        if (Number.isNaN(found))
          throw new Error(`Line ${number}: ${key} is ${quoted(value)}; expected a number.`);
        values[field.meaning] = field.meaning === "time" && field.scale === 1 ? inSeconds(found) : found;
        if (field.assumed !== undefined) assumed.add(field.assumed);
        if (field.open !== undefined && field.open !== "time") units.note(key, field.open, found);
      }
    }
    const timeS = values.time ?? timeBefore(text, day);
    if (timeS === null)
      throw new Error(
        `Line ${number} has no time. Allowed: a name with a value (time=12.5, time_ms=…, nsecs=…), the time of ftrace or perf, or a time at the beginning of the line.`,
      );
    const name = connectionName(ends);
    const builder = connections.named(name);
    if (builder === null || !connections.take(builder)) continue;
    lines++;
    if (isEvent) builder.hasOwnSsthresh = false;
    const follower = followers.get(name) ?? new StateFollower();
    followers.set(name, follower);
    follower.add(builder, timeS, values);
  }
  return measurementOf(connections, {
    format: isEvent ? "the trace event tcp:tcp_probe" : "lines with names and values",
    read: [`${counted(lines, "line")} with cwnd.`],
    skipped: [
      ...(other > 0 ? [`${counted(other, "line")} without cwnd.`] : []),
      ...lostWords(lost),
      ...(unused.size > 0 ? [`Unused fields: ${[...unused].join(", ")}.`] : []),
    ],
    assumed: [...assumed],
    units: units.settle(connections.builders(), [...unused]),
  });
}

/** Limit on the skipped names that are listed. */
const MOST_NAMED = 30;

function timeBefore(text: string, day: DayClock): number | null {
  const found = FTRACE.exec(text);
  if (found !== null) return Number(found[1]);
  const { timeS, isOfDay } = timeAtStart(text.trimStart());
  return timeS === null ? null : day.at({ timeS, isOfDay });
}
