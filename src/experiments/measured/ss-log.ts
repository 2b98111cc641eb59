/**
 * What `ss -ti` prints (iproute2, misc/ss.c), again and again: a line for each socket and one with its TCP_INFO, or both in one
 * (-O); with or without its head, its states, and a time in front of each line or of each output.
 */
import { counted } from "../counted.ts";
import { DayClock, timeAtStart } from "./log-times.ts";
import {
  type ConnectionBuilder,
  Connections,
  type Measurement,
  measurementOf,
  type Reading,
} from "./measurement.ts";
import { isStep, linesOf, numberIn } from "./text-lines.ts";

const SOCKET =
  /^(?:(?:tcp|mptcp)\s+)?(?:[A-Z][A-Z0-9-]+\s+)?\d+\s+\d+\s+(\S+:(?:\d+|\*|[a-z][\w-]*))\s+(\S+:(?:\d+|\*|[a-z][\w-]*))(.*)/s;
const INFO = /(?:^|\s)(?:rto|rtt|mss|cwnd):\d/;
/** Of a rate: T, G, M, K or none; newer ones write k. */
const RATE = /^([\d.]+)([TGMKk]?)bps$/;
const FACTOR: Readonly<Record<string, number>> = { "": 1, K: 1e3, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

export function isSsLine(line: string): boolean {
  const { rest } = timeAtStart(line);
  return SOCKET.test(rest.trimStart()) || (INFO.test(rest) && /\brto:\d/.test(rest));
}

/** What a line of info says, by its names. */
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

/** What one output says of one socket. */
interface Entry {
  readonly socket: string;
  readonly info: ReadonlyMap<string, string>;
  /** Null before the first time in the file. */
  readonly timeS: number | null;
  readonly number: number;
  readonly share: number;
}

class Counts {
  times = 0;
  foreign = 0;
  orphans = 0;
}

function* entriesOf(bytes: Uint8Array, counts: Counts): Generator<Entry, void> {
  const day = new DayClock();
  let nowS: number | null = null;
  let socket: string | null = null;
  for (const { number, text, share } of linesOf(bytes)) {
    const at = timeAtStart(text);
    if (at.timeS !== null) nowS = day.at({ timeS: at.timeS, isOfDay: at.isOfDay });
    const rest = at.rest.trim();
    if (rest === "" && at.timeS !== null) counts.times++;
    if (rest === "" || /^(?:State|Netid|Recv-Q)\s|^Every [\d.,]+s:/.test(rest)) continue;
    const found = SOCKET.exec(rest);
    if (found !== null) socket = `${found[1]} → ${found[2]}`;
    const said = found?.[3] ?? rest;
    if (!INFO.test(said)) {
      if (found === null) counts.foreign++;
    } else if (socket === null) counts.orphans++;
    else yield { socket, info: infoOf(said), timeS: nowS, number, share };
  }
}

/** A connection's outputs in a file without times: `lastrcv` is a clock as long as it rises. */
interface Untimed {
  lastReceivedMs: number;
  isRising: boolean;
  outputs: number;
}

/** Between two outputs of a file that has no times and none that could be known. */
const STEP_S = 1;

export function* readSsLog(bytes: Uint8Array): Reading<Measurement> {
  const untimed = new Map<string, Untimed>();
  let [timed, without] = [0, 0];
  for (const { socket, info, timeS, number, share } of entriesOf(bytes, new Counts())) {
    if (isStep(number)) yield share / 2;
    if (timeS === null) without++;
    else timed++;
    if (timeS === null && timed === 0) follow(untimed, socket, info);
  }
  if (timed > 0 && without > 0)
    throw new Error(
      `${counted(without, "output")} of ss come before the first time in the file. Either each output has a time in front of it, or none has.`,
    );
  const counts = new Counts();
  const connections = new Connections();
  const seen = new Map<string, number>();
  let [lines, small] = [0, 0];
  for (const { socket, info, timeS, number, share } of entriesOf(bytes, counts)) {
    if (isStep(number)) yield 0.5 + share / 2;
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
          ? "The file has no times. They are taken from lastrcv, which counts on while the peer sends no data."
          : `The file has no times. ${STEP_S} s is assumed from one output to the next: write “date +%s.%N” before each ss.`,
      );
    small += addSample(builder, timeS ?? (isClock ? lastReceivedMs(info) / 1000 : ordinal * STEP_S), info);
  }
  return measurementOf(connections, {
    format: "output of ss -ti",
    read: [
      `${counted(lines, "line")} with values: cwnd, ssthresh, rtt, bytes_acked, unacked, delivery_rate.`,
      ...(counts.times > 0 ? [`${counted(counts.times, "line")} with a time.`] : []),
    ],
    skipped: [
      ...(counts.foreign > 0 ? [`${counted(counts.foreign, "line")} that ss did not write.`] : []),
      ...(counts.orphans > 0
        ? [`${counted(counts.orphans, "line")} with values before the first socket.`]
        : []),
    ],
    assumed: small > 0 ? ["Where ss prints no cwnd it is 2: older versions leave that out."] : [],
  });
}

const lastReceivedMs = (info: ReadonlyMap<string, string>) => numberIn(info.get("lastrcv") ?? "");

function follow(all: Map<string, Untimed>, socket: string, info: ReadonlyMap<string, string>): void {
  const known = all.get(socket) ?? { lastReceivedMs: -1, isRising: true, outputs: 0 };
  all.set(socket, known);
  const value = lastReceivedMs(info);
  known.isRising &&= value > known.lastReceivedMs;
  known.lastReceivedMs = value;
  known.outputs++;
}

/** Returns 1 where cwnd was left out. */
function addSample(builder: ConnectionBuilder, timeS: number, info: ReadonlyMap<string, string>): number {
  const number = (name: string) => numberIn(info.get(name)?.split("/")[0] ?? "");
  const orNone = (value: number) => (Number.isFinite(value) ? value : 0);
  const cwnd = number("cwnd");
  const isLeftOut = Number.isNaN(cwnd) && info.has("mss");
  builder.add("cwnd", timeS, isLeftOut ? 2 : cwnd);
  builder.add("ssthresh", timeS, number("ssthresh"));
  builder.add("srttMs", timeS, number("rtt"));
  // Nothing under way is not printed either.
  const out = orNone(number("unacked"));
  const inflight = out - orNone(number("sacked")) - orNone(number("lost")) + orNone(number("retrans"));
  if (info.has("mss")) builder.add("inflight", timeS, Math.max(0, inflight));
  builder.add("ackedBytes", timeS, number("bytes_acked"));
  const rate = RATE.exec(info.get("delivery_rate") ?? "");
  if (rate !== null) builder.add("rateBps", timeS, Number(rate[1]) * FACTOR[rate[2]]);
  return isLeftOut ? 1 : 0;
}
