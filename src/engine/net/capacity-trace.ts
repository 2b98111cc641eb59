/**
 * A link's capacity as it was recorded, as text and as numbers: every line of the recording counts, and an outage is zero.
 *
 *     opportunities:DATA          delivery opportunities of 1504 bytes at whole milliseconds, as Mahimahi records them
 *     rates:DATA                  rates in bit/s, each from its time (in µs) until the next one's
 *     opportunities@LINES.DIGEST  the same without its data, which stand in a file: what a link holds of a long one
 *     …;repeat                    over and over; without it the recording ends. The last rate stays, opportunities are over.
 *
 * DATA are lists of whole numbers in letters that links may hold. A list begins with its greatest common divisor. Each
 * number after it takes as many letters as it needs, five bits a letter; a number that stands three times or more in
 * turn is written once, with the number of its repetitions.
 */
import { Digest } from "../core/digest.ts";
import { formatQuantity } from "../units.ts";

export type TraceKind = "opportunities" | "rates";

export interface CapacityTrace {
  readonly kind: TraceKind;
  /** Lines of the recording. */
  readonly lines: number;
  readonly repeats: boolean;
  /** When the i-th rate begins; the i-th moment with opportunities. */
  readonly atNs: Float64Array;
  /** Entry i: bits before that moment; a last one for the whole recording. */
  readonly bits: Float64Array;
  /** Of rates only: the i-th. */
  readonly rateBps: Float64Array;
  /** How long the recording is. */
  readonly periodNs: number;
  /** Over the recording. */
  readonly meanBps: number;
  /** In the second in which most is carried; of a shorter recording, in all of it. */
  readonly peakBps: number;
  /** The longest time without capacity. */
  readonly longestOutageNs: number;
}

/** As Mahimahi's LinkQueue has it: 1500 bytes, and 4 that its TUN device puts before each packet. */
export const OPPORTUNITY_BYTES = 1504;
export const TUN_HEADER_BYTES = 4;
const BITS_PER_OPPORTUNITY = OPPORTUNITY_BYTES * 8;

const NS_PER_S = 1e9;
const NS_PER_MS = 1e6;
const NS_PER_US = 1e3;
export const FASTEST_BPS = 10e9;
/** More than a day. */
export const LONGEST_TRACE_S = 100_000;
const LONGEST_MS = LONGEST_TRACE_S * 1e3;
const LONGEST_US = LONGEST_TRACE_S * 1e6;
/** 10 MB have fewer lines. */
const MOST_LINES = 6e6;
export const MOST_TRACE_LETTERS = 12e6;
/** What a link holds as it is. */
const MOST_IN_LINK = 1500;

const REPEAT = ";repeat";
const FORM = /^(opportunities|rates)(?::([\w.-]*)|@(\d{1,8})\.([0-9a-f]{16}))(;repeat)?$/;

export function isTraceText(text: string): boolean {
  return /^(?:opportunities|rates)[:@]/.test(text);
}

// Numbers as letters.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < LETTERS.length; i++) VALUE_OF[LETTERS.charCodeAt(i)] = i;
const GOES_ON = 32;
/** Fewer are written one by one. */
const FEWEST_REPEATED = 3;

function lettersOf(value: number): string {
  let text = "";
  let left = value;
  while (left >= GOES_ON) {
    text += LETTERS[GOES_ON + (left % GOES_ON)];
    left = Math.floor(left / GOES_ON);
  }
  return text + LETTERS[left];
}

function divisorOf(values: ArrayLike<number>): number {
  let divisor = 0;
  for (let i = 0; i < values.length && divisor !== 1; i++) {
    let [a, b] = [values[i], divisor];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
  }
  return Math.max(1, divisor);
}

function listText(values: ArrayLike<number>): string {
  const divisor = divisorOf(values);
  const parts = [lettersOf(divisor)];
  for (let i = 0; i < values.length; ) {
    let next = i + 1;
    while (next < values.length && values[next] === values[i]) next++;
    const value = values[i] / divisor;
    const isRepeated = next - i >= FEWEST_REPEATED;
    if (!isRepeated) next = i + 1;
    parts.push(lettersOf(2 * value + (isRepeated ? 1 : 0)));
    if (isRepeated) parts.push(lettersOf(next - i - FEWEST_REPEATED));
    i = next;
  }
  return parts.join("");
}

/** Null for what is no list. */
function readList(text: string): number[] | null {
  const numbers: number[] = [];
  let [value, place] = [0, 1];
  for (let i = 0; i < text.length; i++) {
    const digit = VALUE_OF[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return null;
    value += (digit % GOES_ON) * place;
    place *= GOES_ON;
    if (value > Number.MAX_SAFE_INTEGER) return null;
    if (digit >= GOES_ON) continue;
    numbers.push(value);
    [value, place] = [0, 1];
  }
  return place === 1 && numbers.length > 1 ? unfolded(numbers) : null;
}

function unfolded([divisor, ...numbers]: readonly number[]): number[] | null {
  const values: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const value = divisor * Math.floor(numbers[i] / 2);
    const isRepeated = numbers[i] % 2 === 1;
    const count = isRepeated ? (numbers[++i] ?? Number.NaN) + FEWEST_REPEATED : 1;
    if (!(values.length + count <= MOST_LINES) || !Number.isSafeInteger(value)) return null;
    for (let k = 0; k < count; k++) values.push(value);
  }
  return values;
}

// From numbers to text.

/** `ms`: in order; the last one above zero. */
export function opportunitiesText(ms: ArrayLike<number>, repeats: boolean): string {
  const gaps = Float64Array.from(ms, (at, i) => at - (i === 0 ? 0 : ms[i - 1]));
  return remembered(`opportunities:${listText(gaps)}`) + (repeats ? REPEAT : "");
}

/** Each rate and for how long it holds; at least one of each. */
export function ratesText(lastsUs: ArrayLike<number>, bps: ArrayLike<number>, repeats: boolean): string {
  return remembered(`rates:${listText(lastsUs)}.${listText(bps)}`) + (repeats ? REPEAT : "");
}

/** The recording goes on or ends; a text of another kind stays as it is. */
export function withRepeat(text: string, repeats: boolean): string {
  return isTraceText(text) ? text.replace(REPEAT, "") + (repeats ? REPEAT : "") : text;
}

// What a program has read: links name long recordings by their digest alone.

const MOST_REMEMBERED = 20;
const known = new Map<string, string>();

function remembered(text: string): string {
  const digest = digestOf(text);
  known.delete(digest);
  known.set(digest, text);
  if (known.size > MOST_REMEMBERED) known.delete([...known.keys()][0]);
  return text;
}

function digestOf(text: string): string {
  const digest = new Digest();
  digest.text(text);
  return digest.hex();
}

/** What a link holds of the recording: the short ones whole. */
export function traceInLink(text: string): string {
  if (text.length <= MOST_IN_LINK || !isTraceText(text)) return text;
  return `${traceNameOf(text)}${text.endsWith(REPEAT) ? REPEAT : ""}`;
}

/** "opportunities@25301.0123456789abcdef", of a text with data or of such a name. */
export function traceNameOf(text: string): string {
  const read = readTrace(text);
  if (read === null) return text.replace(REPEAT, "");
  read.name ??= `${read.trace.kind}@${read.trace.lines}.${digestOf(canonicalData(read))}`;
  return read.name;
}

/** Why a link's recording cannot be had: nobody has given its file. Null: that is not the reason. */
export function missingTrace(text: string): string | null {
  const [, kind, , lines, digest] = FORM.exec(text) ?? [];
  if (digest === undefined || known.has(digest)) return null;
  const what = kind === "rates" ? `${lines} rates` : `${lines} delivery opportunities`;
  return `the link needs the file of its capacity (${what}, digest ${digest}), which is too long for a link`;
}

/** For people: "recorded, mean 5.06 Mbps, repeats". */
export function traceWords(text: string): string | null {
  const trace = traceOf(text);
  if (trace === null) return null;
  return `recorded, mean ${megabitText(trace.meanBps)}, ${trace.repeats ? "repeats" : "ends"}`;
}

export function megabitText(bps: number): string {
  return formatQuantity(Number((bps / 1e6).toPrecision(3)), "Mbps");
}

/** Whether this is the recording that a link names. */
export function isTraceNamed(name: string, text: string): boolean {
  return traceNameOf(name) === traceNameOf(text);
}

/** The canonical text, with the data; null for what is no recording, or one whose file nobody has given. */
export function canonicalTrace(text: string): string | null {
  const [, , , , digest, repeat = ""] = FORM.exec(text) ?? [];
  if (digest !== undefined) {
    const data = known.get(digest);
    return data === undefined || !isTraceNamed(text, data) ? null : data + repeat;
  }
  const read = readTrace(text);
  return read === null ? null : canonicalData(read) + (read.trace.repeats ? REPEAT : "");
}

// From text to numbers. Runs follow each other with the same recording: the last ones are kept.

interface Read {
  readonly given: string;
  readonly trace: CapacityTrace;
  readonly lists: readonly (readonly number[])[];
  /** Made where they are asked for. */
  data: string | null;
  name: string | null;
}

const MOST_KEPT = 4;
let kept: readonly Read[] = [];

/** Null for the text of a pattern, or none. */
export function traceOf(text: string): CapacityTrace | null {
  return readTrace(text)?.trace ?? null;
}

function readTrace(given: string): Read | null {
  if (!isTraceText(given)) return null;
  const before = kept.find((one) => one.given === given);
  if (before !== undefined) return before;
  const read = parse(given);
  if (read !== null) kept = [read, ...kept].slice(0, MOST_KEPT);
  return read;
}

/** Without `;repeat`: the digest is of what was recorded. */
function canonicalData(read: Read): string {
  read.data ??= remembered(`${read.trace.kind}:${read.lists.map(listText).join(".")}`);
  return read.data;
}

function parse(given: string): Read | null {
  const [, kind, data, , , repeat] = FORM.exec(given) ?? [];
  if (data === undefined) return null;
  const lists = data.split(".").map(readList);
  const trace = traceOfLists(kind, lists, repeat !== undefined);
  if (trace === null) return null;
  return { given, trace, lists: lists.map((list) => list ?? []), data: null, name: null };
}

function traceOfLists(
  kind: string,
  lists: readonly (readonly number[] | null)[],
  repeats: boolean,
): CapacityTrace | null {
  const [first = null, second = null] = lists;
  if (kind === "opportunities")
    return lists.length === 1 && first !== null ? opportunitiesOf(first, repeats) : null;
  if (lists.length !== 2 || first === null || second === null || second.length !== first.length) return null;
  return ratesOf(first, second, repeats);
}

function opportunitiesOf(gaps: readonly number[], repeats: boolean): CapacityTrace | null {
  const atNs: number[] = [];
  const bits: number[] = [];
  let ms = 0;
  for (const [i, gap] of gaps.entries()) {
    ms += gap;
    if (gap === 0 && i > 0) continue;
    atNs.push(ms * NS_PER_MS);
    bits.push(i * BITS_PER_OPPORTUNITY);
  }
  bits.push(gaps.length * BITS_PER_OPPORTUNITY);
  if (ms === 0 || ms > LONGEST_MS) return null;
  return withFigures({
    kind: "opportunities",
    lines: gaps.length,
    repeats,
    atNs: Float64Array.from(atNs),
    bits: Float64Array.from(bits),
    rateBps: new Float64Array(0),
    periodNs: ms * NS_PER_MS,
  });
}

/** Rates that are equal and follow each other are one: an outage of many lines is passed in one step. */
function ratesOf(lastsUs: readonly number[], bps: readonly number[], repeats: boolean): CapacityTrace | null {
  const atNs: number[] = [];
  const bits: number[] = [];
  const rates: number[] = [];
  let [us, carried] = [0, 0];
  for (const [i, lasts] of lastsUs.entries()) {
    if (lasts === 0 || bps[i] > FASTEST_BPS) return null;
    if (bps[i] !== rates[rates.length - 1]) {
      atNs.push(us * NS_PER_US);
      bits.push(carried);
      rates.push(bps[i]);
    }
    us += lasts;
    carried += (bps[i] * lasts) / 1e6;
  }
  bits.push(carried);
  if (carried === 0 || us > LONGEST_US) return null;
  return withFigures({
    kind: "rates",
    lines: bps.length,
    repeats,
    atNs: Float64Array.from(atNs),
    bits: Float64Array.from(bits),
    rateBps: Float64Array.from(rates),
    periodNs: us * NS_PER_US,
  });
}

type Recorded = Omit<CapacityTrace, "meanBps" | "peakBps" | "longestOutageNs">;

function withFigures(recorded: Recorded): CapacityTrace | null {
  const { bits, periodNs } = recorded;
  const meanBps = (bits[bits.length - 1] * NS_PER_S) / periodNs;
  if (meanBps > FASTEST_BPS) return null;
  return {
    ...recorded,
    meanBps,
    peakBps: peakOf(recorded, meanBps),
    longestOutageNs: longestOutageOf(recorded),
  };
}

function peakOf(recorded: Recorded, meanBps: number): number {
  const { periodNs } = recorded;
  let most = meanBps;
  for (let fromNs = 0; fromNs + NS_PER_S <= periodNs; fromNs += NS_PER_S / 2) {
    most = Math.max(most, bitsWithin(recorded, fromNs + NS_PER_S) - bitsWithin(recorded, fromNs));
  }
  return most;
}

function longestOutageOf({ kind, atNs, rateBps, periodNs, repeats }: Recorded): number {
  let longest = 0;
  if (kind === "opportunities") {
    for (let i = 1; i < atNs.length; i++) longest = Math.max(longest, atNs[i] - atNs[i - 1]);
    return Math.max(longest, atNs[0]);
  }
  for (let i = 0; i < atNs.length; i++) {
    if (rateBps[i] === 0) longest = Math.max(longest, (atNs[i + 1] ?? periodNs) - atNs[i]);
  }
  const isSplit = repeats && rateBps[0] === 0 && rateBps[rateBps.length - 1] === 0 && atNs.length > 1;
  return isSplit ? Math.max(longest, atNs[1] + periodNs - atNs[atNs.length - 1]) : longest;
}

// What was carried by a time, and when the next bits can be.

/** The last entry of `values` below `limit`, or at it where `orAt`; -1: none. */
function lastBelow(values: Float64Array, count: number, limit: number, orAt: boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit || (orAt && values[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Bits from the recording's start to `ns`, which it reaches once. */
function bitsWithin({ kind, atNs, bits, rateBps }: Recorded, ns: number): number {
  const i = lastBelow(atNs, atNs.length, ns, true);
  if (i < 0) return 0;
  return kind === "opportunities" ? bits[i + 1] : bits[i] + (rateBps[i] * (ns - atNs[i])) / NS_PER_S;
}

/** Bits that could be carried from the start of the run to `ns`, that moment's opportunities included. */
export function bitsUntil(trace: CapacityTrace, ns: number): number {
  if (!trace.repeats) return bitsWithin(trace, ns);
  const rounds = Math.floor(ns / trace.periodNs);
  return rounds * trace.bits[trace.bits.length - 1] + bitsWithin(trace, ns - rounds * trace.periodNs);
}

/** Over the time from `fromNs` to `toNs`, in bit/s: to the bit where no rate changes in between. */
export function meanRateBps(trace: CapacityTrace, fromNs: number, toNs: number): number {
  const { kind, repeats, atNs, rateBps, periodNs } = trace;
  if (kind === "rates") {
    const ns = repeats ? fromNs - Math.floor(fromNs / periodNs) * periodNs : fromNs;
    const i = lastBelow(atNs, atNs.length, ns, true);
    const untilNs = atNs[i + 1] ?? (repeats ? periodNs : Number.POSITIVE_INFINITY);
    if (ns + toNs - fromNs <= untilNs) return rateBps[i];
  }
  return ((bitsUntil(trace, toNs) - bitsUntil(trace, fromNs)) * NS_PER_S) / (toNs - fromNs);
}

/** Where a port stands in a recording. Results are in fields: numbers with a fraction would be objects as results. */
export class TraceReader {
  readonly trace: CapacityTrace;
  /** Of the last question; Infinity: never. */
  ns = 0;
  /** Of the opportunities at that time. */
  bytes = 0;

  constructor(trace: CapacityTrace) {
    this.trace = trace;
  }

  /** The next opportunities after that time. */
  seekOpportunity(afterNs: number): void {
    const { atNs, bits, periodNs, repeats } = this.trace;
    const baseNs = repeats ? Math.floor(afterNs / periodNs) * periodNs : 0;
    const i = lastBelow(atNs, atNs.length, afterNs - baseNs, true) + 1;
    if (i === atNs.length) {
      this.ns = Number.POSITIVE_INFINITY;
      return;
    }
    this.ns = baseNs + atNs[i];
    // The first of the next round may be at the very time of this round's last.
    const isLast = repeats && i === atNs.length - 1 && atNs[0] === 0;
    this.bytes = (bits[i + 1] - bits[i] + (isLast ? bits[1] : 0)) / 8;
  }

  /** The first time from then on at which the rate is above zero. */
  seekOpen(fromNs: number): void {
    const { atNs, rateBps, periodNs, repeats } = this.trace;
    const baseNs = repeats ? Math.floor(fromNs / periodNs) * periodNs : 0;
    const i = lastBelow(atNs, atNs.length, fromNs - baseNs, true);
    this.ns = fromNs;
    if (rateBps[i] > 0) return;
    // Neighbours differ: the next one is above zero.
    if (i + 1 < atNs.length) this.ns = baseNs + atNs[i + 1];
    else if (!repeats) this.ns = Number.POSITIVE_INFINITY;
    else this.ns = baseNs + periodNs + (rateBps[0] > 0 ? 0 : atNs[1]);
  }

  /** When so many bits are carried whose first leaves at `fromNs`. */
  seekEnd(fromNs: number, size: number): void {
    const { atNs, bits, rateBps, periodNs, repeats } = this.trace;
    const count = atNs.length;
    let baseNs = repeats ? Math.floor(fromNs / periodNs) * periodNs : 0;
    const i = lastBelow(atNs, count, fromNs - baseNs, true);
    const goneNs = fromNs - baseNs - atNs[i];
    const holdsNs =
      i + 1 < count ? atNs[i + 1] - atNs[i] : repeats ? periodNs - atNs[i] : Number.POSITIVE_INFINITY;
    const lasts = Math.max(1, Math.round((size * NS_PER_S) / rateBps[i]));
    if (lasts <= holdsNs - goneNs) {
      this.ns = fromNs + lasts;
      return;
    }
    let target = bits[i] + (rateBps[i] * goneNs) / NS_PER_S + size;
    const whole = bits[count];
    if (repeats && target > whole) {
      const rounds = Math.ceil(target / whole) - 1;
      baseNs += rounds * periodNs;
      target -= rounds * whole;
    }
    const j = lastBelow(bits, count, target, false);
    const ns = baseNs + atNs[j] + Math.round(((target - bits[j]) * NS_PER_S) / rateBps[j]);
    this.ns = Math.max(fromNs + 1, ns);
  }
}
