/**
 * Reads the folder that a script for Linux (script.ts) has written, and compares it with a run of the same scenario. Flows are
 * compared one by one; the queue's delay comes from pings, its marks and drops from `tc -s qdisc`.
 */

import {
  type FlowResult,
  isCut,
  type LinkResult,
  queueDisciplines,
  resolvePath,
  type Snapshot,
  scenarioFromUrl,
} from "../../engine/index.ts";
import { counted, grouped } from "../../lib/counted.ts";
import { minus } from "../../lib/number-text.ts";
import { percentile } from "../../lib/statistics.ts";
import { visibleText } from "../../lib/visible-text.ts";
import { type FitLine, percentText } from "../fit-words.ts";
import { Column, type MeasuredConnection, type MeasuredSeries, type Measurement } from "../measurement.ts";
import { wholeReading } from "../read-measurement.ts";
import { readSsLog } from "../ss-log.ts";
import { linesOf } from "../text-lines.ts";

/** A file in the folder. */
export interface RecordFile {
  /** Path with slashes. It may start at any folder above: "sawtooth-linux-20260901-101500/ss-1.txt". */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Names of files that every such folder contains. */
const FLOWS = "flows.txt";
const SCENARIO = "scenario.txt";
/** The port of a sender is this number plus the number of its flow (script.ts). */
const FIRST_PORT = 20_000;
/** Highest number of a flow, and so of flows. A script (script.ts) has at most 100. */
const MOST_FLOWS = 1000;

/** A flow of the recorded run. */
interface RecordedFlow {
  /** Index of the flow in the run. */
  readonly flow: number;
  /** Number of the flow's group, counted from 1. */
  readonly group: number;
  readonly startS: number;
  readonly stopS: number;
  readonly kind: "tcp" | "udp";
  readonly payloadBytes: number;
}

/** Counters of a queue since the queue was created. */
interface QueueCounters {
  readonly timeS: number;
  readonly marks: number;
  readonly drops: number;
}

/** Record of the queue of a link. */
interface RecordedLink {
  /** Times in the queue that pings have measured. */
  readonly pings: readonly { readonly timeS: number; readonly ms: number }[];
  readonly queue: readonly QueueCounters[];
}

/** Content of the folder. All times are in s since the start of the run. */
export interface LinuxRecord {
  /** The scenario as URL text, without "#". */
  readonly scenario: string;
  /** Versions of the kernel and of programs, one line each. */
  readonly about: readonly string[];
  readonly flows: readonly RecordedFlow[];
  /** The TCP flows as connections. `connectionFlows` has the flow of each. */
  readonly measurement: Measurement;
  /** Index of the flow of each connection. */
  readonly connectionFlows: readonly number[];
  /** Records of the links, in the order of the path. */
  readonly links: readonly RecordedLink[];
  /** Number of datagrams that each group with UDP has received over time, by the number of the group. */
  readonly datagrams: ReadonlyMap<number, MeasuredSeries>;
}

/** Files of the folder that are read. */
const READ = /^(?:flows|scenario|start-us|about|(?:ping|qdisc)(?:-\d{1,2})?|ss-\d{1,4}|udp-\d{1,4})\.txt$/;
/** Limit on the lines of a file other than the logs of ss. */
const MOST_LINES = 1_000_000;
/** Limit on the samples in a log of ss. */
const MOST_TIMES = 1_000_000;
/** Limit on the lines of about.txt that are shown. */
const MOST_ABOUT = 40;

/** Returns true if the file with this path is read from such a folder. */
export function isOfRecord(path: string): boolean {
  return READ.test(nameOf(path));
}

const nameOf = (path: string) => path.split("/").at(-1) ?? path;

/** Returns true if the files are those that the script writes. */
export function isLinuxRecord(files: readonly { readonly path: string }[]): boolean {
  return [FLOWS, SCENARIO].every((wanted) => files.some(({ path }) => nameOf(path) === wanted));
}

/** Reads the folder. Throws an error whose message names the file. */
export function readLinuxRecord(files: readonly RecordFile[]): LinuxRecord {
  const bytesOf = (name: string) => {
    const found = files.filter(({ path }) => nameOf(path) === name);
    if (found.length > 1)
      throw new Error(`There are ${found.length} files ${name}: choose the folder of one run.`);
    return found[0]?.bytes ?? null;
  };
  const linesIn = (name: string) => {
    const bytes = bytesOf(name);
    return bytes === null ? [] : textsIn(name, bytes);
  };
  const flows = flowsIn(linesIn(FLOWS));
  const startS = Number(linesIn("start-us.txt")[0]) / 1e6;
  if (!Number.isFinite(startS))
    throw new Error("start-us.txt is missing or is not a time: the script did not reach its start.");
  const ofKind = (wanted: RecordedFlow["kind"]) => [
    ...new Set(flows.filter(({ kind }) => kind === wanted).map(({ group }) => group)),
  ];
  const known = new Set(flows.map(({ flow }) => flow));
  const logs = ofKind("tcp").flatMap((group) => {
    const name = `ss-${group}.txt`;
    const bytes = bytesOf(name);
    if (bytes === null) throw new Error(`${name} is missing: it has the flows of group ${group}.`);
    return connectionsIn(name, bytes);
  });
  const connections = logs
    .flatMap(({ connections }) => connections)
    .flatMap((connection) => {
      const flow = flowOf(connection);
      return known.has(flow) ? [{ flow, connection }] : [];
    })
    .sort((a, b) => a.flow - b.flow);
  const measurement: Measurement = {
    format: "a run of this scenario on Linux",
    isOfRun: true,
    connections: connections.map(({ connection }) => connection),
    read: [
      `${counted(connections.length, "flow")} with ss, every 20 ms as far as the machine was fast enough.`,
    ],
    skipped: [...new Set(logs.flatMap(({ skipped }) => skipped))],
    assumed: [...new Set(logs.flatMap(({ assumed }) => assumed))],
    units: [],
  };
  return {
    scenario: linesIn(SCENARIO)[0]?.trim() ?? "",
    about: aboutIn(linesIn("about.txt").filter((text) => text.trim() !== "")),
    flows,
    measurement,
    connectionFlows: connections.map(({ flow }) => flow),
    links: Array.from({ length: linksIn(files) }, (_, i) => ({
      pings: pingsIn(linesIn(linkFile("ping", i)), startS),
      queue: countersIn(linesIn(linkFile("qdisc", i))),
    })),
    datagrams: new Map(ofKind("udp").map((group) => [group, datagramsIn(linesIn(`udp-${group}.txt`))])),
  };
}

/** Returns the name of a link's file: the script numbers the links from the second one on. */
function linkFile(kind: "ping" | "qdisc", index: number): string {
  return `${kind}${index === 0 ? "" : `-${index + 1}`}.txt`;
}

/** Returns the number of links that the folder has files of. */
function linksIn(files: readonly RecordFile[]): number {
  const numbers = files.map(({ path }) =>
    Number(/^(?:ping|qdisc)-(\d{1,2})\.txt$/.exec(nameOf(path))?.[1] ?? 1),
  );
  return Math.max(1, ...numbers);
}

function textsIn(name: string, bytes: Uint8Array): string[] {
  const texts: string[] = [];
  for (const { text } of linesOf(bytes)) {
    if (texts.length >= MOST_LINES) throw new Error(`${name} has more than ${grouped(MOST_LINES)} lines.`);
    texts.push(text);
  }
  return texts;
}

function aboutIn(lines: readonly string[]): readonly string[] {
  const left = lines.length - MOST_ABOUT;
  const shown = lines.slice(0, MOST_ABOUT).map(visibleText);
  return left <= 0 ? shown : [...shown, `… ${counted(left, "further line")}`];
}

function flowsIn(lines: readonly string[]): RecordedFlow[] {
  const rows = lines.slice(1);
  const lineOf = new Map<number, number>();
  const flows = rows.flatMap((row, i) => {
    const [flow, group, startS, stopS, kind, , payload] = row.trim().split(/\s+/);
    if (kind !== "tcp" && kind !== "udp") return [];
    const line = i + 2;
    const number = numberIn(flow, "flow", line);
    const earlier = lineOf.get(number);
    if (earlier !== undefined)
      throw new Error(
        `Line ${line} of ${FLOWS}: flow ${number} is already in line ${earlier}; each flow has one line.`,
      );
    lineOf.set(number, line);
    return [
      {
        flow: number - 1,
        group: numberIn(group, "group", line),
        startS: Number(startS),
        stopS: Number(stopS),
        kind: kind as RecordedFlow["kind"],
        payloadBytes: Number(payload),
      },
    ];
  });
  if (flows.length === 0) throw new Error(`${FLOWS} has no flow.`);
  return flows;
}

function numberIn(text: string, what: "flow" | "group", line: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST_FLOWS) return number;
  throw new Error(
    `Line ${line} of ${FLOWS}: the number of the ${what} is "${text.slice(0, 20)}"; allowed are whole numbers from 1 to ${MOST_FLOWS}.`,
  );
}

/** Matches the line before each sample: the time since the start of the run (µs). */
const TIME_LINE = /^t (-?\d{1,12})$/;

/** Returns the connections in a log of ss. Samples taken before the start of the run are left out. */
function connectionsIn(name: string, bytes: Uint8Array): Measurement {
  // A time has at most six characters more in seconds than in µs.
  const lines = new Uint8Array(bytes.length + 6 * MOST_TIMES + 1);
  const encoder = new TextEncoder();
  let [length, times, isBefore] = [0, 0, false];
  for (const { text } of linesOf(bytes)) {
    const us = TIME_LINE.exec(text)?.[1];
    if (us !== undefined && ++times > MOST_TIMES)
      throw new Error(`${name} has more than ${grouped(MOST_TIMES)} times.`);
    if (us !== undefined) isBefore = Number(us) < 0;
    if (isBefore) continue;
    const line = us === undefined ? text : (Number(us) / 1e6).toFixed(6);
    length += encoder.encodeInto(`${line}\n`, lines.subarray(length)).written;
  }
  try {
    return wholeReading(readSsLog(lines.subarray(0, length)));
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns the index of the flow, computed from the sender's port. */
function flowOf({ name }: MeasuredConnection): number {
  return Number(/:(\d+) → /.exec(name)?.[1]) - FIRST_PORT - 1;
}

/** Reads lines of `ping -D`: "[1790000000.123456] 64 bytes from …: icmp_seq=1 ttl=64 time=12.3 ms". */
function pingsIn(lines: readonly string[], startS: number): RecordedLink["pings"] {
  return lines.flatMap((line) => {
    const found = /^\[(\d{1,12}\.\d{1,9})\] .{0,200}\btime=(\d{1,9}(?:\.\d{1,9})?) ms/.exec(line);
    return found === null ? [] : [{ timeS: Number(found[1]) - startS, ms: Number(found[2]) }];
  });
}

/** Handle that the script gives to the queue under test. */
const QUEUE_HANDLE = "10:";

function countersIn(lines: readonly string[]): QueueCounters[] {
  const counters: QueueCounters[] = [];
  let [timeS, marks, drops, isInside, isAny] = [Number.NaN, 0, 0, false, false];
  const note = () => {
    if (isAny) counters.push({ timeS, marks, drops });
  };
  for (const line of lines) {
    const us = TIME_LINE.exec(line)?.[1];
    if (us !== undefined) {
      note();
      [timeS, isInside, isAny] = [Number(us) / 1e6, false, false];
      continue;
    }
    if (line.startsWith("qdisc ")) isInside = line.split(" ")[2] === QUEUE_HANDLE;
    if (!isInside) continue;
    const dropped = /dropped (\d{1,15})/.exec(line)?.[1];
    if (dropped !== undefined) [drops, isAny] = [Number(dropped), true];
    const marked = /(?:ecn_mark|marked|marks) {1,40}(\d{1,15})/.exec(line)?.[1];
    if (marked !== undefined) marks = Number(marked);
    // CoDel counts the marks of ce_threshold apart, in the same line or a later one.
    const byThreshold = /ce_mark {1,9}(\d{1,15})/.exec(line)?.[1];
    if (byThreshold !== undefined) marks += Number(byThreshold);
  }
  note();
  return counters;
}

/** Reads lines of /proc/net/snmp: "Udp: InDatagrams …" and "Udp: 123 …". */
function datagramsIn(lines: readonly string[]): MeasuredSeries {
  const counters = new Column();
  let timeS = Number.NaN;
  for (const line of lines) {
    const us = TIME_LINE.exec(line)?.[1];
    if (us !== undefined) timeS = Number(us) / 1e6;
    const received = /^Udp: (\d{1,15})/.exec(line)?.[1];
    if (received === undefined || Number.isNaN(timeS)) continue;
    counters.add(timeS, Number(received));
  }
  return counters.series(0);
}

/** A row of the comparison. A value is null if the record or the run does not have it. */
export interface RecordRow {
  readonly id: "goodput" | "share" | "cuts" | "marks" | "drops" | "delay-p50" | "delay-p90";
  /** Index of the flow; null for the queue of a link. */
  readonly flow: number | null;
  /** Id of the link; null for a flow, and if the path has one link. */
  readonly link: string | null;
  readonly unit: "Mbps" | "%" | "ms" | "";
  readonly measured: number | null;
  readonly run: number | null;
}

/** Returns the rows of the comparison. As in the script's summary, they cover the time after the warm-up. */
export function recordRows(record: LinuxRecord, snapshot: Snapshot, warmupS: number): RecordRow[] {
  const { results } = snapshot;
  const flows = record.flows.flatMap((recorded) => {
    const run = results.flows[recorded.flow];
    return run === undefined ? [] : [{ recorded, run, bps: goodputBps(record, recorded, warmupS) }];
  });
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number | null>(
      (total, value) => (total === null || value === null ? null : total + value),
      0,
    );
  const measuredSum = sum(flows.map(({ bps }) => bps));
  const runSum = sum(flows.map(({ run }) => run.goodputBps));
  const share = (bps: number | null, all: number | null) =>
    bps === null || all === null || all === 0 ? null : (100 * bps) / all;
  const mbps = (bps: number | null) => (bps === null ? null : bps / 1e6);
  const rows = flows.flatMap(({ recorded, run, bps }): RecordRow[] => {
    const { flow, kind } = recorded;
    return [
      { id: "goodput", flow, link: null, unit: "Mbps", measured: mbps(bps), run: mbps(run.goodputBps) },
      ...(flows.length === 1
        ? []
        : [
            {
              id: "share",
              flow,
              link: null,
              unit: "%",
              measured: share(bps, measuredSum),
              run: share(run.goodputBps, runSum),
            } as const,
          ]),
      ...(kind === "udp" || hasModel(run.cc) ? [] : [cutsRow(record, snapshot, run, warmupS)]),
    ];
  });
  return [...rows, ...results.links.flatMap((link, i) => queueRows(record, snapshot, link, i, warmupS))];
}

/** Returns true for a sender that sets cwnd by a model of the path, so that a smaller cwnd is not a reaction to congestion. */
function hasModel(cc: string): boolean {
  return cc.startsWith("bbr");
}

/** Returns the goodput after the warm-up (bit/s); null if the record does not cover that time. */
function goodputBps(record: LinuxRecord, flow: RecordedFlow, warmupS: number): number | null {
  if (flow.kind === "udp") {
    const received = record.datagrams.get(flow.group);
    const sharing = record.flows.filter(({ group }) => group === flow.group).length;
    const perS = received === undefined ? null : rateIn(received, 0, warmupS, flow);
    return perS === null ? null : (perS * flow.payloadBytes * 8) / sharing;
  }
  const connection = connectionOf(record, flow.flow);
  const acked = connection?.series.ackedBytes;
  const perS =
    acked === undefined || connection === null ? null : rateIn(acked, connection.startS, warmupS, flow);
  return perS === null ? null : perS * 8;
}

function connectionOf(
  { connectionFlows, measurement }: LinuxRecord,
  flow: number,
): MeasuredConnection | null {
  const index = connectionFlows.indexOf(flow);
  return index < 0 ? null : measurement.connections[index];
}

/** Returns the mean increase per second, from the end of the warm-up until the flow stops; null if there are too few values. */
function rateIn(
  { timeS, value }: MeasuredSeries,
  beginsS: number,
  warmupS: number,
  { startS, stopS }: RecordedFlow,
): number | null {
  const [first, last] = [lastUpTo(timeS, warmupS - beginsS), lastUpTo(timeS, stopS - beginsS)];
  const [sinceS, before] =
    first < 0 ? [Math.max(startS, warmupS), 0] : [beginsS + timeS[first], value[first]];
  const [untilS, after] = last < 0 ? [Number.NaN, 0] : [beginsS + timeS[last], value[last]];
  return untilS > sinceS ? (after - before) / (untilS - sinceS) : null;
}

/** Returns the index of the last of the ascending times that is not after `limitS`; -1 if there is none. */
function lastUpTo(timeS: Float64Array, limitS: number): number {
  let [from, to] = [0, timeS.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (timeS[middle] <= limitS) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function cutsRow(
  record: LinuxRecord,
  { flowEvents }: Snapshot,
  { id, stopS }: FlowResult,
  warmupS: number,
): RecordRow {
  const isInside = (atS: number) => atS >= warmupS && atS <= stopS;
  const connection = connectionOf(record, id);
  const cuts = connection?.cuts ?? null;
  const isWhole = flowEvents.stride === 1;
  const ofRun = Array.from(flowEvents.timeS).filter(
    (atS, i) => isInside(atS) && flowEvents.flow[i] === id && isCut(flowEvents.kind[i]),
  );
  return {
    id: "cuts",
    flow: id,
    link: null,
    unit: "",
    measured:
      cuts === null || connection === null
        ? null
        : cuts.timeS.filter((since) => isInside(connection.startS + since)).length,
    run: isWhole ? ofRun.length : null,
  };
}

/** Returns true if the queue of the recorded run's link has a queue for each flow, so that pings do not wait behind the flows. */
function hasFlowQueues({ scenario: text }: LinuxRecord, index: number): boolean {
  const { scenario } = scenarioFromUrl(text);
  const { links } = resolvePath(scenario.path);
  return FLOW_QUEUES.has((links[index]?.queue ?? scenario.queue).aqm);
}

const FLOW_QUEUES = new Set(
  queueDisciplines.filter(({ params }) => params.some(({ id }) => id === "fq-flows")).map(({ id }) => id),
);

/**
 * Returns the times in the queue of a link that the record has (ms): of pings or, if each flow has a queue of its own, of the
 * flows. The round trips of flows do not tell which of several links has delayed them.
 */
function delaysOf(record: LinuxRecord, index: number, fromS: number, toS: number): number[] {
  const isInside = (timeS: number) => timeS >= fromS && timeS <= toS;
  const { pings } = record.links[index];
  if (!hasFlowQueues(record, index)) return pings.filter(({ timeS }) => isInside(timeS)).map(({ ms }) => ms);
  if (record.links.length > 1) return [];
  return record.measurement.connections.flatMap(({ startS, series }) => {
    if (series.srttMs === undefined) return [];
    const { timeS, value } = series.srttMs;
    const least = value.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    return Array.from(value, (ms) => ms - least).filter((_, i) => isInside(startS + timeS[i]));
  });
}

function queueRows(
  record: LinuxRecord,
  { nowS, results }: Snapshot,
  { id: name, marks, drops, sojournMs: whole, queues }: LinkResult,
  index: number,
  warmupS: number,
): RecordRow[] {
  if (record.links[index] === undefined) return [];
  const { queue } = record.links[index];
  // Pings are not ECN-capable, so in a pair of queues they wait in that of the classic flows.
  const classic = queues?.at(-1);
  const sojournMs = classic === undefined ? whole : classic.sojournMs;
  const newest = (untilS: number) => queue.findLast(({ timeS }) => timeS <= untilS) ?? null;
  const [from, to] = [newest(warmupS), newest(nowS)];
  const increase = (quantity: "marks" | "drops") =>
    to === null ? null : to[quantity] - (from?.[quantity] ?? 0);
  const delays = delaysOf(record, index, warmupS, nowS);
  const place = { flow: null, link: results.links.length === 1 ? null : name };
  const delay = (percent: 50 | 90): RecordRow => ({
    id: `delay-p${percent}`,
    ...place,
    unit: "ms",
    measured: percentile(delays, percent),
    run: sojournMs?.[`p${percent}`] ?? null,
  });
  return [
    { id: "marks", ...place, unit: "", measured: increase("marks"), run: marks },
    { id: "drops", ...place, unit: "", measured: increase("drops"), run: drops.aqm + drops.overflow },
    delay(50),
    delay(90),
  ];
}

const LABELS: Readonly<Record<RecordRow["id"], string>> = {
  goodput: "goodput",
  share: "share of the goodput",
  cuts: "cuts",
  marks: "marks",
  drops: "drops",
  "delay-p50": "queue delay, p50",
  "delay-p90": "queue delay, p90",
};

/** Returns the rows as lines of a table, in the same form as for a single measurement file. */
export function recordTable(rows: readonly RecordRow[]): FitLine[] {
  return rows.map(({ id, flow, link, unit, measured, run }) => ({
    label: `${flow === null ? "" : `flow ${flow + 1}: `}${link === null ? "" : `${link}: `}${LABELS[id]}${unit === "" ? "" : ` (${unit})`}`,
    measured: valueText(unit, measured),
    run: valueText(unit, run),
    difference: measured === null || run === null ? "–" : differenceText(id, run, measured),
  }));
}

function valueText(unit: RecordRow["unit"], value: number | null): string {
  if (value === null) return "–";
  if (unit === "") return String(value);
  return value.toFixed(unit === "Mbps" ? 3 : 1);
}

/**
 * Returns the difference as text. Counts and shares are subtracted, not divided: a count may be 0, and a share is already a
 * percentage.
 */
function differenceText(id: RecordRow["id"], run: number, measured: number): string {
  if (id === "goodput" || id === "delay-p50" || id === "delay-p90") return percentText(run, measured);
  const apart = run - measured;
  const text = (digits: number) => minus(`${apart > 0 ? "+" : ""}${apart.toFixed(digits)}`);
  if (id === "share") return `${text(1)} points`;
  return apart === 0 ? "as many" : text(0);
}

/** Returns the sentences below the table. `scenario` is the URL text of the run's scenario. */
export function recordSentences(record: LinuxRecord, scenario: string): string[] {
  const { scenario: recorded, flows, links } = record;
  const isOfFlows = links.some((_, i) => hasFlowQueues(record, i));
  return [
    "Both columns cover the time after the warm-up.",
    isOfFlows && links.length === 1
      ? "The delay on Linux is that of the flows: their smoothed round trips, minus the shortest of them. A ping waits in a queue of its own."
      : "The delay on Linux is that of pings, evenly spread over time.",
    ...(isOfFlows && links.length > 1
      ? [
          "Where each flow has a queue of its own, a ping does not wait behind the flows, and their round trips pass several queues: no delay is compared there.",
        ]
      : []),
    ...(flows.some(({ kind }) => kind === "udp")
      ? ["The flows of a group with UDP share a counter, so they have equal goodput on Linux."]
      : []),
    ...(recorded === scenario
      ? []
      : [`The run has other settings than the recorded scenario, which is #${recorded}`]),
  ];
}
