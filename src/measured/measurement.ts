/**
 * A measurement of real connections, read from any kind of file: each quantity as a series in order of time, with sentences on
 * what was read, skipped and assumed.
 */

import { counted, grouped } from "../lib/counted.ts";
import { visibleText } from "../lib/visible-text.ts";

/** A column whose unit the file does not name, with the unit that was chosen. */
export interface UnitTaken {
  readonly column: string;
  readonly unit: string;
  readonly allowed: readonly string[];
  /** Remark on the choice; empty if none is needed. */
  readonly remark: string;
}

/** Maximum size of a file (bytes). Larger files are refused. */
export const MOST_MEASURED_BYTES = 128_000_000;
/** Maximum size of a file on the page (bytes). Reading a capture of this size takes 600 MB. */
export const MOST_MEASURED_BYTES_ON_PAGE = 64_000_000;
/** Maximum number of lines or packets that are stored. Others are left out, and their number is reported. */
const MOST_SAMPLES = 1_000_000;
/** Maximum number of connections that are read. Others are only counted. */
export const MOST_CONNECTIONS = 200;
/** Limit on the number of other connections that are counted. */
const MOST_COUNTED = 100_000;
/** Segment size that is assumed if the file states none (bytes): Ethernet with IPv4 and timestamps. */
export const USUAL_MSS = 1448;

/**
 * Names of the series. cwnd, ssthresh and inflight are in segments. `ackedBytes` is a sum since the start; `rateBps` is a rate
 * that the file states.
 */
export const SERIES = ["cwnd", "ssthresh", "inflight", "srttMs", "ackedBytes", "rateBps"] as const;
/** Name of a series. */
export type SeriesName = (typeof SERIES)[number];

/** A series. `timeS` and `value` have the same length. Times are ascending, in s since the first sample of the connection. */
export interface MeasuredSeries {
  readonly timeS: Float64Array;
  readonly value: Float64Array;
}

/**
 * How reductions were recognised. "recorded": the file lists them; "cwnd": cwnd falls; "packets": packets are retransmitted or
 * carry CWR.
 */
export type CutSource = "recorded" | "cwnd" | "packets";

/** A measured connection. */
export interface MeasuredConnection {
  /** Name: "10.0.0.1:5001 → 10.0.0.2:43210". */
  readonly name: string;
  /** Time of the connection's first sample by the clock of the file (s). */
  readonly startS: number;
  readonly lengthS: number;
  readonly samples: number;
  readonly series: Readonly<Partial<Record<SeriesName, MeasuredSeries>>>;
  readonly cuts: { readonly timeS: Float64Array; readonly from: CutSource } | null;
  /** Sentence with the reason why reductions cannot be recognised in the file; null if they can. */
  readonly cutsUnknown: string | null;
  /** Sentences on what was assumed for this connection. */
  readonly assumed: readonly string[];
}

/** Everything that was read from a file. */
export interface Measurement {
  /** Name of the file format, such as "ss -ti". */
  readonly format: string;
  /** True if the file is from a run of Sawtooth. Its times are then those of the run; times in other files can start at any value. */
  readonly isOfRun: boolean;
  /** The connections, at least one. The one with the most bytes is first. */
  readonly connections: readonly MeasuredConnection[];
  readonly read: readonly string[];
  readonly skipped: readonly string[];
  readonly assumed: readonly string[];
  /** Columns whose unit the file does not name, with the units that were chosen. */
  readonly units: readonly UnitTaken[];
}

/**
 * Returns the time of the run at which the measurement is placed by default (s): its own time if it is from a run, otherwise the
 * start of the flow with which it is compared.
 */
export function beginsAt(
  { isOfRun }: Measurement,
  { startS }: MeasuredConnection,
  flowStartS: number,
): number {
  return isOfRun ? startS : flowStartS;
}

/** A generator that reads a file in short steps. After each step it yields the share of the file read so far. */
export type ReadingSteps<T> = Generator<number, T>;

/** A list of numbers with their times, in the order of the file. */
export class Column {
  private times = new Float64Array(64);
  private values = new Float64Array(64);
  length = 0;

  add(timeS: number, value: number): void {
    if (this.length === this.times.length) {
      this.times = grown(this.times);
      this.values = grown(this.values);
    }
    this.times[this.length] = timeS;
    this.values[this.length++] = value;
  }

  scale(factor: number): void {
    for (let i = 0; i < this.length; i++) this.values[i] *= factor;
  }

  scaleTimes(factor: number): void {
    for (let i = 0; i < this.length; i++) this.times[i] *= factor;
  }

  /** Removes all numbers and frees their memory. */
  clear(): void {
    this.length = 0;
    this.times = new Float64Array(64);
    this.values = new Float64Array(64);
  }

  /** Returns true if the times are ascending. */
  ascends(): boolean {
    for (let i = 1; i < this.length; i++) if (this.times[i] < this.times[i - 1]) return false;
    return true;
  }

  /**
   * Returns the series in order of time. Samples of the same time keep their order. Call this only once: the series takes over
   * the memory of the column, because a capture has millions of numbers.
   */
  series(startS: number): MeasuredSeries {
    const timeS = this.times.subarray(0, this.length);
    const value = this.values.subarray(0, this.length);
    for (let i = 0; i < timeS.length; i++) timeS[i] -= startS;
    if (this.ascends()) return { timeS, value };
    const order = Uint32Array.from(timeS, (_, i) => i).sort((a, b) => timeS[a] - timeS[b] || a - b);
    return {
      timeS: Float64Array.from(order, (i) => timeS[i]),
      value: Float64Array.from(order, (i) => value[i]),
    };
  }

  first(): number {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.length; i++) if (this.times[i] < least) least = this.times[i];
    return least;
  }

  last(): number {
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.length; i++) if (this.times[i] > most) most = this.times[i];
    return most;
  }
}

/** Factor by which a full column grows. With a factor of two, half of it would often be empty. */
const GROWTH = 1.5;

function grown(full: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(full.length * GROWTH);
  larger.set(full);
  return larger;
}

/** Collects the values of a connection while its file is read. */
export class ConnectionBuilder {
  readonly name: string;
  readonly columns: Record<SeriesName, Column> = {
    cwnd: new Column(),
    ssthresh: new Column(),
    inflight: new Column(),
    srttMs: new Column(),
    ackedBytes: new Column(),
    rateBps: new Column(),
  };
  readonly cuts = new Column();
  cutsFrom: CutSource = "recorded";
  cutsUnknown: string | null = null;
  /** True if the file lists reductions. */
  namesCuts = false;
  /** Time of the first sample that counts a retransmission or a mark, if the file has such counters (s). */
  firstSignalS = Number.NEGATIVE_INFINITY;
  /** False if ssthresh comes from Linux's tcp_current_ssthresh, which changes with cwnd between reductions. */
  hasOwnSsthresh = true;
  readonly assumed = new Set<string>();
  samples = 0;
  /** Start of the handshake, which is before the first value of the connection (s); Infinity if the file does not show it. */
  beganS = Number.POSITIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }

  add(name: SeriesName, timeS: number, value: number): void {
    if (Number.isFinite(value) && Number.isFinite(timeS)) this.columns[name].add(timeS, value);
  }

  /** Returns the connection; null if it has no values. */
  finish(): MeasuredConnection | null {
    const all = [...SERIES.map((name) => this.columns[name]), this.cuts].filter(({ length }) => length > 0);
    if (all.length === 0) return null;
    const startS = Math.min(this.beganS, ...all.map((column) => column.first()));
    const endS = Math.max(...all.map((column) => column.last()));
    const filled = SERIES.filter((name) => this.columns[name].length > 0);
    const series: Partial<Record<SeriesName, MeasuredSeries>> = Object.fromEntries(
      filled.map((name) => [name, this.columns[name].series(startS)]),
    );
    const cuts =
      this.cutsUnknown !== null
        ? null
        : this.namesCuts || this.cuts.length > 0
          ? { timeS: this.cuts.series(startS).timeS, from: this.cutsFrom }
          : cutsOfWindow(
              series.cwnd,
              series.srttMs,
              this.hasOwnSsthresh ? series.ssthresh : undefined,
              this.firstSignalS - startS,
            );
    return {
      ...{
        name: visibleText(this.name),
        startS,
        lengthS: endS - startS,
        samples: this.samples,
        series,
        cuts,
      },
      cutsUnknown: this.cutsUnknown,
      assumed: [
        ...this.assumed,
        ...(all.every((column) => column.ascends())
          ? []
          : ["Some samples are older than the previous ones in the file. All samples were sorted by time."]),
        ...(series.ackedBytes?.value.some((bytes, i, values) => bytes < values[i - 1])
          ? [
              "The acknowledged bytes decrease, as if several connections had the same name. The throughput is unreliable.",
            ]
          : []),
        ...coarseWords(cuts, series),
        ...(cuts?.from === "cwnd"
          ? [
              "A cut is assumed when ssthresh changes or cwnd falls. Several falls within one srtt, and a gradual fall towards ssthresh, count as one cut. Any other reason for a fall of cwnd counts as well.",
            ]
          : []),
      ],
    };
  }
}

/** Returns a sentence if samples of cwnd are so rare that reductions may be missed. */
function coarseWords(
  cuts: MeasuredConnection["cuts"],
  { cwnd, srttMs }: MeasuredConnection["series"],
): string[] {
  if (cuts?.from !== "cwnd" || cwnd === undefined || srttMs === undefined) return [];
  const stepS = (cwnd.timeS[cwnd.timeS.length - 1] - cwnd.timeS[0]) / (cwnd.timeS.length - 1);
  const roundTrips = (stepS * 1000) / srttMs.value[srttMs.value.length >> 1];
  if (!(roundTrips > MOST_ROUND_TRIPS)) return [];
  return [
    `The samples of cwnd are ${Number(stepS.toPrecision(2))} s apart, which is ${Number(roundTrips.toPrecision(2))} round trips. Several cuts between two samples look like one cut or remain invisible, so there may be more cuts.`,
  ];
}

/** If samples of cwnd are further apart than this number of round trips, the number of reductions is uncertain. */
const MOST_ROUND_TRIPS = 8;

/** Smallest decrease of cwnd that counts, in segments and as a share of cwnd. Smaller ones are caused by rounding. */
const LEAST_FALL = { segments: 1, share: 0.02 } as const;

/**
 * Returns the reductions: new values of ssthresh, and decreases of cwnd that do not belong to an earlier reduction. A decrease
 * belongs to the previous reduction or decrease if it comes within a round trip after it. Each step of a gradual decrease towards
 * ssthresh (RFC 6937) also belongs to its reduction, however long it takes. In a steady sawtooth, ssthresh gets the same value
 * again, so its changes alone are not sufficient.
 */
export function cutsOfWindow(
  cwnd: MeasuredSeries | undefined,
  srttMs: MeasuredSeries | undefined,
  ssthresh?: MeasuredSeries,
  firstSignalS = Number.NEGATIVE_INFINITY,
): MeasuredConnection["cuts"] {
  if (cwnd === undefined || cwnd.timeS.length < 2) return null;
  // Before the first retransmission or mark, only the end of slow start sets ssthresh (HyStart, RFC 9406).
  const changes = ssthresh === undefined ? [] : changesOf(ssthresh, cwnd.timeS[0]);
  const named = changes.filter((timeS) => timeS >= firstSignalS);
  const ssthreshAt = ssthresh === undefined ? () => Number.NaN : newest(ssthresh);
  const srttMsAt = srttMs === undefined ? () => 0 : newest(srttMs);
  const times: number[] = [];
  let [lastS, next, top, low, slides] = [Number.NEGATIVE_INFINITY, 0, cwnd.value[0], cwnd.value[0], false];
  for (let i = 1; i < cwnd.timeS.length; i++) {
    const value = cwnd.value[i];
    const timeS = cwnd.timeS[i];
    for (; next < named.length && named[next] <= timeS; next++) {
      lastS = named[next];
      times.push(lastS);
      [slides, low] = [true, cwnd.value[i - 1]];
    }
    if (value >= cwnd.value[i - 1]) {
      if (value > cwnd.value[i - 1]) top = value;
      if (value >= low + LEAST_FALL.segments) slides = false;
      continue;
    }
    low = Math.min(low, value);
    if (top - value < LEAST_FALL.segments || top - value < LEAST_FALL.share * top) continue;
    // Because of rounding, a gradual decrease may end one segment below ssthresh.
    const isSlide = slides && value >= ssthreshAt(timeS) - LEAST_FALL.segments;
    if (!isSlide && timeS - lastS > srttMsAt(timeS) / 1000) {
      times.push(timeS);
      [slides, low] = [true, value];
    }
    lastS = timeS;
    top = value;
  }
  return { timeS: Float64Array.from(times), from: "cwnd" };
}

/**
 * Returns a function that returns the last value at or before a time; before the first sample, the first value. Times must
 * increase from call to call.
 */
function newest({ timeS, value }: MeasuredSeries): (atS: number) => number {
  let at = 0;
  return (atS) => {
    while (at + 1 < timeS.length && timeS[at + 1] <= atS) at++;
    return value[at];
  };
}

/** Returns the times at which the value changes. The first value counts as a change, because ssthresh was infinite before. */
function changesOf({ timeS, value }: MeasuredSeries, firstS: number): number[] {
  return Array.from(timeS).filter((at, i) => (i === 0 ? at > firstS : value[i] !== value[i - 1]));
}

/** Collects the connections of a text file while it is read, and counts what could not be used. */
export class Connections {
  private readonly known = new Map<string, ConnectionBuilder>();
  private readonly refused = new Set<string>();
  samples = 0;
  /** True if the text has more samples than can be stored. */
  isFull = false;

  /** Returns the connection with this name; null if there are too many connections. */
  named(name: string): ConnectionBuilder | null {
    const found = this.known.get(name);
    if (found !== undefined) return found;
    if (this.known.size >= MOST_CONNECTIONS) {
      if (this.refused.size <= MOST_COUNTED) this.refused.add(name);
      return null;
    }
    const made = new ConnectionBuilder(name);
    this.known.set(name, made);
    return made;
  }

  /** Returns true if one more sample may be stored. */
  take(builder: ConnectionBuilder): boolean {
    this.isFull ||= this.samples >= MOST_SAMPLES;
    if (this.isFull) return false;
    this.samples++;
    builder.samples++;
    return true;
  }

  builders(): Iterable<ConnectionBuilder> {
    return this.known.values();
  }

  /** Returns sentences on what was left out, for `measurementOf`. */
  skipped(): string[] {
    return [
      ...(this.isFull ? [`Everything after the first ${grouped(MOST_SAMPLES)} samples.`] : []),
      ...(this.refused.size > MOST_COUNTED
        ? [`More than ${grouped(MOST_COUNTED)} further connections after the first ${MOST_CONNECTIONS}.`]
        : this.refused.size > 0
          ? [`${counted(this.refused.size, "further connection")} after the first ${MOST_CONNECTIONS}.`]
          : []),
    ];
  }
}

/** Information on a file that is reported together with its connections. */
export interface ReadingNotes {
  readonly format: string;
  readonly isOfRun?: boolean;
  readonly read: readonly string[];
  readonly skipped: readonly string[];
  readonly assumed?: readonly string[];
  readonly units?: readonly UnitTaken[];
}

/** Returns the measurement. Throws an error with a message for users if no connection has a value. */
export function measurementOf(
  connections: Connections | readonly ConnectionBuilder[],
  notes: ReadingNotes,
): Measurement {
  const isBounded = connections instanceof Connections;
  const builders = isBounded ? [...connections.builders()] : connections;
  const finished = builders.map((one) => one.finish()).filter((one) => one !== null);
  if (finished.length === 0)
    throw new Error(`This looks like ${notes.format}, but no line contains a value of a connection.`);
  const moved = new Map(finished.map((one) => [one, movedBytes(one)]));
  const bytesOf = (one: MeasuredConnection) => moved.get(one) ?? 0;
  finished.sort((a, b) => bytesOf(b) - bytesOf(a) || b.samples - a.samples);
  const { format, isOfRun = false, assumed = [], units = [] } = notes;
  return {
    ...{ format, isOfRun, connections: finished, read: notes.read, units },
    assumed: [...assumed, ...units.map((one) => one.remark).filter(Boolean)],
    skipped: [...notes.skipped, ...(isBounded ? connections.skipped() : [])],
  };
}

function movedBytes({ series: { ackedBytes } }: MeasuredConnection): number {
  if (ackedBytes === undefined) return 0;
  return ackedBytes.value[ackedBytes.value.length - 1] - ackedBytes.value[0];
}
