/** The recording of one repeat by a Linux guest or ns-3. Computes the values of a case from its repeats. */
import { measuredMbps } from "./linux-recipe.ts";
import {
  amount,
  type Flags,
  type QueueFigures,
  readFlags,
  type Spread,
  type StoredCase,
  TIME,
  type Words,
} from "./stored-cases.ts";

/** The packets that left the queue or were dropped by it. */
export interface Packets {
  readonly atS: Float64Array;
  readonly waitedMs: Float64Array;
  readonly kind: Uint8Array;
  /** For each packet, 1 if it was in DualPI2's L queue. */
  readonly inL: Uint8Array;
}

export interface Sample {
  readonly atS: number;
  readonly cwnd: number;
  readonly ssthresh: number;
  /** The kernel's congestion state: 2 is CWR, 3 Recovery and 4 Loss. */
  readonly state: number;
  readonly received: number;
}

export interface FlowLog {
  readonly samples: readonly Sample[];
  /** Answers to datagrams, transfers or pages: when they were complete, and how long they took. */
  readonly responses: readonly { readonly atS: number; readonly ms: number }[];
  /** Times at which the application continues after a pause. */
  readonly turns: readonly {
    readonly atS: number;
    readonly before: number;
    readonly cwnd: number;
    readonly ssthresh: number;
  }[];
  readonly startS: number;
  /** Time from before connect() until the last byte was read (s); null if that did not happen within the run. */
  readonly completionS: number | null;
  readonly usedEcn: boolean;
  /** Time in which the buffers limited the flow (µs). It must be 0 in a valid run. */
  readonly limitedUs: number;
}

export interface Recording {
  readonly packets: Packets;
  readonly flows: readonly FlowLog[];
}

const LEFT_CE = 1;
const DROPPED = 2;
const RECORD_BYTES = 16;
/** Unit of the times in linux/sojourn.c (ms): 64 ns. */
const UNIT_MS = 64e-6;
/** Bit 1 of the byte after DualPI2's time stamp: set if the packet is in the L queue (sch_dualpi2.c, dualpi2_skb_cb.classified). */
const CLASS_L = 0b10;

export function readPackets(bytes: Uint8Array): Packets {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = Math.floor(bytes.byteLength / RECORD_BYTES);
  const packets = {
    atS: new Float64Array(length),
    waitedMs: new Float64Array(length),
    kind: new Uint8Array(length),
    inL: new Uint8Array(length),
  };
  for (let i = 0; i < length; i++) {
    const at = i * RECORD_BYTES;
    packets.atS[i] = Number(view.getBigUint64(at, true)) / 1e9;
    packets.waitedMs[i] = view.getUint32(at + 8, true) * UNIT_MS;
    packets.kind[i] = view.getUint8(at + 14);
    packets.inL[i] = (view.getUint8(at + 15) & CLASS_L) === 0 ? 0 : 1;
  }
  return packets;
}

/** Reads the output of linux/traffic.c. */
export function readLog(text: string): FlowLog[] {
  const rows = text.split("\n").map((line) => line.split(" "));
  const ends = rows.filter(([kind]) => kind === "f");
  if (ends.length === 0) throw new Error("the guest's log has no end: its run was broken off");
  const flows = ends.map(([, , startS, completionS, ecn, limitedUs]) => ({
    samples: [] as Sample[],
    responses: [] as FlowLog["responses"][number][],
    turns: [] as FlowLog["turns"][number][],
    startS: Number(startS),
    completionS: Number(completionS) < 0 ? null : Number(completionS),
    usedEcn: ecn === "1",
    limitedUs: Number(limitedUs),
  }));
  for (const [kind, ...words] of rows) {
    const [atS, flow, first, second, third, fourth, fifth] = words.map(Number);
    if (kind === "s") {
      flows[flow].samples.push({ atS, cwnd: first, ssthresh: second, state: fourth, received: fifth });
    } else if (kind === "r") {
      flows[flow].responses.push({ atS, ms: first });
    } else if (kind === "o") {
      flows[flow].turns.push({ atS, before: first, cwnd: second, ssthresh: third });
    }
  }
  return flows;
}

/**
 * Width of the histogram's bins (ms). Values are interpolated between the edges of bins, because the stored values were computed
 * in this way.
 */
const BIN_MS = 0.1;

interface Quantiles {
  readonly mean: number;
  readonly max: number;
  /** Returns the value at a percentage. */
  readonly at: (percent: number) => number;
}

export function quantilesOf(waitedMs: readonly number[]): Quantiles {
  const bins = new Map<number, number>();
  for (const ms of waitedMs) {
    const bin = Math.floor(ms / BIN_MS);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  const filled = [...bins].sort(([a], [b]) => a - b);
  return {
    mean: meanOf(waitedMs),
    max: waitedMs.reduce((most, ms) => Math.max(most, ms), 0),
    at(percent) {
      const rank = (waitedMs.length * percent) / 100;
      let below = 0;
      for (const [bin, count] of filled) {
        if (below + count >= rank) return (bin + (rank - below) / count) * BIN_MS;
        below += count;
      }
      return Number.NaN;
    },
  };
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}

function jainOf(numbers: readonly number[]): number {
  const squares = numbers.reduce((sum, x) => sum + x * x, 0);
  return numbers.reduce((sum, x) => sum + x, 0) ** 2 / (numbers.length * squares);
}

/** Returns the index of the first time in an ascending list that is at least `s`. */
function firstAt(times: Float64Array, s: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < s) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The recording of one repeat. Values can be computed for any range of time. */
class Repeat {
  private readonly recording: Recording;
  /** True if a change of ssthresh during CWR or Recovery counts as a further reduction. */
  private readonly countsCutsWithin: boolean;

  constructor(recording: Recording, countsCutsWithin: boolean) {
    this.recording = recording;
    this.countsCutsWithin = countsCutsWithin;
  }

  get flows(): readonly FlowLog[] {
    return this.recording.flows;
  }

  /** Returns the packets that left, were marked or were dropped in a range of time. */
  queue(fromS: number, toS: number, side: "L" | "C" | null = null) {
    const { atS, waitedMs, kind, inL } = this.recording.packets;
    const waited: number[] = [];
    let marks = 0;
    let drops = 0;
    for (let i = firstAt(atS, fromS); i < atS.length && atS[i] < toS; i++) {
      if (side !== null && (side === "L") !== (inL[i] === 1)) continue;
      if (kind[i] === DROPPED) drops++;
      else waited.push(waitedMs[i]);
      if (kind[i] === LEFT_CE) marks++;
    }
    return { marks, drops, ...quantilesOf(waited) };
  }

  goodputBps(flow: number, fromS: number, toS: number): number {
    return ((this.receivedAt(flow, toS) - this.receivedAt(flow, fromS)) * 8) / (toS - fromS);
  }

  private receivedAt(flow: number, atS: number): number {
    const { samples } = this.flows[flow];
    const after = samples.findIndex((one) => one.atS >= atS - 1e-9);
    return (after < 0 ? samples.at(-1) : samples[after])?.received ?? 0;
  }

  reductions(flow: number, fromS: number, toS: number): number {
    let count = 0;
    let [state, ssthresh] = [0, -1];
    for (const one of this.flows[flow].samples) {
      const cut =
        one.state >= 2 && (state < 2 || (this.countsCutsWithin && one.ssthresh !== ssthresh)) ? 1 : 0;
      if (one.atS >= fromS && one.atS < toS) count += cut;
      [state, ssthresh] = [one.state, one.ssthresh];
    }
    return count;
  }

  meanCwnd(flow: number, fromS: number): number {
    return meanOf(this.flows[flow].samples.filter(({ atS }) => atS >= fromS).map(({ cwnd }) => cwnd));
  }
}

/** A full segment of the kernel (bytes): its payload, and its size on the link. */
const PAYLOAD = 1448;
export const ON_LINK = 1514;

/** Returns a Linux case with newly measured values, in the form of tests/reference. */
export function linuxCase(one: StoredCase, recordings: readonly Recording[]): StoredCase {
  const flags = readFlags(one.args);
  const [fromS, toS] = ["warmup", "duration"].map((key) => amount(flags.settings, key, TIME) / 1000);
  const mbps = measuredMbps(flags.settings);
  const repeats = recordings.map((recording) => new Repeat(recording, one.dynamics !== undefined));
  for (const { flows } of recordings) checkSound(flows, flags);
  const over = (figure: (repeat: Repeat) => number) => meanOf(repeats.map(figure));
  const isLong = (flow: number) => recordings[0].flows[flow].completionS === null && !hasEnd(flags, flow);
  const all = recordings[0].flows.map((_, flow) => flow);
  const long = all.filter(isLong);
  const goodput = (repeat: Repeat, flows: readonly number[]) =>
    flows.reduce((sum, flow) => sum + repeat.goodputBps(flow, fromS, toS), 0);
  const totals = repeats.map((repeat) => goodput(repeat, long) + shortGoodputBps(repeat, flags, fromS, toS));
  const groups = groupsOf(flags);
  const compete = groups.length > 1 && long.length === all.length;
  const shares = repeats.map((repeat) => goodput(repeat, groups[0]) / goodput(repeat, all));
  const queueFigures = (side: "L" | "C" | null): QueueFigures => {
    const queues = repeats.map((repeat) => repeat.queue(fromS, toS, side));
    const sojourn = (figure: (queue: Quantiles) => number) => round(meanOf(queues.map(figure)));
    const [p10, p25, p50, p75, p90, p95, p99] = [10, 25, 50, 75, 90, 95, 99].map((p) =>
      sojourn((queue) => queue.at(p)),
    );
    return {
      marks: meanOf(queues.map(({ marks }) => marks)),
      drops: meanOf(queues.map(({ drops }) => drops)),
      sojournMs: { p10, p25, p50, p75, p90, p95, p99, mean: sojourn(({ mean }) => mean) },
    };
  };
  const remade: StoredCase = {
    ...described(one, repeats.length),
    goodputBps: { mean: round(meanOf(totals), 1), sd: round(deviationOf(totals), 1) },
    utilisation: round(meanOf(totals) / ((mbps * 1e6 * PAYLOAD) / ON_LINK), 4),
    ...queueFigures(null),
    // The kernel's monitor does not see the connections of single transfers.
    ...(!flags.flows.some(hasTransfers) && {
      reductions: over((r) => long.reduce((sum, flow) => sum + r.reductions(flow, fromS, toS), 0)),
    }),
    jain: round(
      over((r) => jainOf(long.map((flow) => r.goodputBps(flow, fromS, toS)))),
      4,
    ),
    flowGoodputBps: long.map((flow) =>
      round(
        over((r) => r.goodputBps(flow, fromS, toS)),
        1,
      ),
    ),
    ...(compete && {
      groupGoodputBps: groups.map((flows) =>
        round(
          over((r) => goodput(r, flows)),
          1,
        ),
      ),
      shareFirst: rangeOf(shares),
    }),
    ...(flags.settings.get("aqm") === "dualpi2" && {
      // A queue that no packet has passed has no figures.
      perQueue: Object.fromEntries(
        (["L", "C"] as const)
          .map((side) => [side, queueFigures(side)] as const)
          .filter(([, { sojournMs }]) => !Number.isNaN(sojournMs.p50)),
      ),
    }),
  };
  if (one.dynamics === undefined) return remade;
  const ofEach = repeats.map((repeat) => dynamicsOf(repeat, flags, { fromS, toS, mbps, long }));
  const completions = recordings.map(({ flows }) =>
    flows.flatMap((flow) => (flow.completionS === null ? [] : [flow.completionS])),
  );
  return {
    ...remade,
    dynamics: Object.fromEntries(
      Object.keys(ofEach[0]).map((key) => [key, spreadOf(ofEach.map((f) => f[key]))]),
    ),
    ...(one.fctS !== undefined && { fctS: completions }),
  };
}

/**
 * Returns what is not measured of a case: the name, the command-line options, and whether repeats differ in more than their start
 * time.
 */
export function described(one: StoredCase, seeds: number) {
  const { id, source, args, settled, repeatArgs, startsDiffer, lQueueTakes, feedback, optionBytes } = one;
  const told = { repeatArgs, startsDiffer, lQueueTakes, feedback, optionBytes };
  return {
    id,
    source,
    args,
    seeds,
    settled,
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
  };
}

/** Throws if anything but the network has limited the flows of a run. */
function checkSound(flows: readonly FlowLog[], flags: Flags): void {
  const groups = groupsOf(flags);
  for (const [i, flow] of flows.entries()) {
    if (flow.limitedUs > 0) throw new Error(`flow ${i + 1} was held back by its buffers, not by the network`);
    const asked = flags.flows[groups.findIndex((group) => group.includes(i))].get("ecn") === "on";
    if (flow.completionS === null && flow.usedEcn !== asked) {
      throw new Error(`flow ${i + 1} ${asked ? "did not get" : "has"} ECN`);
    }
  }
}

function hasEnd({ flows }: Flags, index: number): boolean {
  return groupsOf({ flows }).some((group, i) => group.includes(index) && flows[i].has("size"));
}

/** Returns the indices of each group's flows. */
export function groupsOf({ flows }: Pick<Flags, "flows">): number[][] {
  let next = 0;
  return flows.map((flow) => Array.from({ length: Number(flow.get("count") ?? 1) }, () => next++));
}

/** Returns the goodput of short flows (bit/s). A flow counts with its whole size, or with what was delivered by the end. */
function shortGoodputBps(repeat: Repeat, flags: Flags, fromS: number, toS: number): number {
  const groups = groupsOf(flags);
  const bytes = repeat.flows.map((flow, i) => {
    if (!hasEnd(flags, i)) return 0;
    const whole = Number(flags.flows[groups.findIndex((group) => group.includes(i))].get("size"));
    return flow.completionS === null ? (flow.samples.at(-1)?.received ?? 0) : whole;
  });
  return (bytes.reduce((sum, x) => sum + x, 0) * 8) / (toS - fromS);
}

function deviationOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return Math.sqrt(meanOf(numbers.map((x) => (x - mean) ** 2)));
}

function rangeOf(numbers: readonly number[]) {
  return {
    mean: round(meanOf(numbers), 4),
    min: round(Math.min(...numbers), 4),
    max: round(Math.max(...numbers), 4),
  };
}

/** Returns the mean and the range of a value over the repeats. NaN means that a repeat does not have the value. */
function spreadOf(numbers: readonly number[]): Spread {
  const there = numbers.filter((x) => Number.isFinite(x));
  const missing = numbers.length - there.length;
  return {
    ...(there.length === 0 ? { mean: null, min: null, max: null } : rangeOf(there)),
    ...(missing > 0 && { missing }),
  };
}

export function round(x: number, digits = 4): number {
  return Number(x.toFixed(digits));
}

interface Frame {
  readonly fromS: number;
  readonly toS: number;
  readonly mbps: number;
  readonly long: readonly number[];
}

/**
 * Returns the values over time that suit the case: for short flows, for a step of capacity, for an on-off flow, or for a second
 * flow that starts late.
 */
function dynamicsOf(repeat: Repeat, flags: Flags, frame: Frame): Record<string, number> {
  if (flags.flows.some((flow) => RESPONSES.has(flow.get("traffic") ?? "")))
    return responseFigures(repeat, flags, frame);
  if (flags.flows.some((flow) => flow.has("size"))) return shortFlowFigures(repeat, flags, frame);
  if (flags.changes.length > 0) return stepFigures(repeat, frame);
  if (flags.flows.some((flow) => flow.has("traffic"))) return onOffFigures(repeat, frame);
  return joinFigures(repeat);
}

/** Names of the answers to traffic that waits for them. */
const RESPONSES: ReadonlyMap<string, string> = new Map([
  ["ping", "ping"],
  ["poisson", "transfer"],
  ["http", "page"],
]);

const hasTransfers = (flow: Words) => ["poisson", "http"].includes(flow.get("traffic") ?? "");

/**
 * Returns the median and the 90th percentile of the times of pings, transfers and pages that ended after the warm-up: means over
 * the flows of a group.
 */
function responseFigures(repeat: Repeat, flags: Flags, { fromS, toS }: Frame): Record<string, number> {
  const groups = groupsOf(flags);
  const figures = flags.flows.flatMap((flow, group) => {
    const name = RESPONSES.get(flow.get("traffic") ?? "");
    if (name === undefined) return [];
    const sorted = groups[group].map((index) =>
      repeat.flows[index].responses
        .filter(({ atS }) => atS >= fromS && atS < toS)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b),
    );
    const overFlows = (share: number) => meanOf(sorted.map((ms) => between(ms, share)));
    return [
      [`${name}P50Ms`, overFlows(0.5)],
      [`${name}P90Ms`, overFlows(0.9)],
    ];
  });
  return Object.fromEntries(figures);
}

function shortFlowFigures(repeat: Repeat, flags: Flags, { fromS, toS, long }: Frame): Record<string, number> {
  const short = repeat.flows.filter((_, i) => hasEnd(flags, i));
  const ms = short.flatMap(({ completionS }) => (completionS === null ? [] : [completionS * 1000]));
  const sorted = ms.toSorted((a, b) => a - b);
  const queue = repeat.queue(fromS, toS);
  return {
    fctP50Ms: between(sorted, 0.5),
    fctP90Ms: between(sorted, 0.9),
    fctMeanMs: meanOf(ms),
    fctMinMs: sorted[0],
    fctMaxMs: sorted[sorted.length - 1],
    unfinished: short.length - ms.length,
    longGoodputMbps: repeat.goodputBps(long[0], fromS, toS) / 1e6,
    longReductions: repeat.reductions(long[0], fromS, toS),
    queueP50Ms: queue.at(50),
    queueP90Ms: queue.at(90),
  };
}

/** Returns a quantile, interpolated between the two nearest values. */
export function between(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

/** Times at which the capacity changes in the stored cases (s): from 20 to 5 Mbit/s, and back. */
const [DOWN_S, UP_S] = [30, 60];
const TICK_S = 0.02;

function stepFigures(repeat: Repeat, { mbps, toS }: Frame): Record<string, number> {
  const windows = [
    [30, 32],
    [32, 40],
    [60, 70],
  ].map(([a, b]) => {
    const queue = repeat.queue(a, b);
    const under = `_${a}_${b}`;
    return {
      [`queueP50Ms${under}`]: queue.at(50),
      [`queueP90Ms${under}`]: queue.at(90),
      [`queueMaxMs${under}`]: queue.max,
      [`reductions${under}`]: repeat.reductions(0, a, b),
      [`goodputMbps${under}`]: repeat.goodputBps(0, a, b) / 1e6,
    };
  });
  const perCent = (a: number, b: number, link: number) =>
    (repeat.goodputBps(0, a, b) / 1e4 / ((link * PAYLOAD) / ON_LINK)) * 1;
  const readings = Array.from({ length: Math.round((UP_S - DOWN_S) / TICK_S) }, (_, i) => ({
    endS: (i + 1) * TICK_S,
    high: repeat.queue(DOWN_S + i * TICK_S, DOWN_S + (i + 1) * TICK_S).max >= 20,
  }));
  const firstHigh = readings.findIndex(({ high }) => high);
  const lastHigh = readings.findLast(({ high }) => high);
  const firstLow = readings.find(({ high }, i) => i > firstHigh && !high);
  const staysHigh = lastHigh === undefined || lastHigh === readings.at(-1);
  // The flow has recovered at the end of the first second after the step in which it had 81 % of the link's rate.
  const againBps = 0.9 * 0.9 * ((mbps * 1e6 * PAYLOAD) / ON_LINK);
  const recoverS = Array.from({ length: Math.round((toS - UP_S) / TICK_S) }, (_, i) =>
    round((i + 1) * TICK_S, 2),
  ).find((s) => repeat.goodputBps(0, UP_S + s - 1, UP_S + s) > againBps);
  return {
    ...Object.assign({}, ...windows),
    below20S: staysHigh ? Number.NaN : (lastHigh?.endS ?? Number.NaN),
    firstBelow20S: firstHigh < 0 ? Number.NaN : (firstLow?.endS ?? Number.NaN),
    recoverS: recoverS ?? Number.NaN,
    utilisationPc_30_60: perCent(DOWN_S, UP_S, mbps / 4),
    utilisationPc_60_100: perCent(UP_S, toS, mbps),
  };
}

function joinFigures(repeat: Repeat): Record<string, number> {
  const windows = [
    [30, 35],
    [35, 45],
    [45, 60],
  ].map(([a, b]) => {
    const goodputs = [0, 1].map((flow) => repeat.goodputBps(flow, a, b));
    const under = `_${a}_${b}`;
    return {
      [`secondGoodputMbps${under}`]: goodputs[1] / 1e6,
      [`jain${under}`]: jainOf(goodputs),
      [`queueP90Ms${under}`]: repeat.queue(a, b).at(90),
      [`firstReductions${under}`]: repeat.reductions(0, a, b),
      [`secondReductions${under}`]: repeat.reductions(1, a, b),
    };
  });
  return Object.assign({}, ...windows);
}

function onOffFigures(repeat: Repeat, { fromS, toS }: Frame): Record<string, number> {
  const { turns, startS } = repeat.flows[1];
  const starts = [startS, ...turns.map(({ atS }) => atS)];
  const after = (a: number, b: number) => meanOf(starts.map((s) => repeat.goodputBps(1, s + a, s + b))) / 1e6;
  const queue = repeat.queue(fromS, toS);
  return {
    longGoodputMbps: repeat.goodputBps(0, fromS, toS) / 1e6,
    onOffGoodputMbps: repeat.goodputBps(1, fromS, toS) / 1e6,
    cwndBeforeOn: meanOf(turns.map(({ before }) => before)),
    cwndAtOn: meanOf(turns.map(({ cwnd }) => cwnd)),
    ssthreshAtOn: meanOf(turns.map(({ ssthresh }) => ssthresh)),
    "onGoodputMbps_0_0.5": after(0, 0.5),
    "onGoodputMbps_0.5_1": after(0.5, 1),
    onGoodputMbps_1_2: after(1, 2),
    longReductions: repeat.reductions(0, fromS, toS),
    onOffReductions: repeat.reductions(1, fromS, toS),
    queueP50Ms: queue.at(50),
    queueP90Ms: queue.at(90),
  };
}
