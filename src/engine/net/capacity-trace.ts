/**
 * A recorded link capacity, as text and as numbers. Every line of the recording is used, and an outage is a rate of zero.
 *
 * opportunities:DATA          delivery opportunities of 1504 bytes at whole milliseconds, as recorded by Mahimahi
 * rates:DATA                  rates in bit/s, each from its time (µs) until the time of the next rate
 * opportunities@LINES.DIGEST  a long recording in a URL: the data is in a separate file
 * …;repeat                    the recording repeats without end. Otherwise the last rate continues; after the last opportunity
 * there is none.
 *
 * DATA is one or two lists of whole numbers, written with characters that are allowed in URLs. A list starts with its greatest
 * common divisor. Each following number takes as many characters as it needs, with five bits per character. A number that occurs
 * three or more times in succession is written once, with the number of repetitions.
 */
import { Digest } from "../core/digest.ts";
import { formatQuantity } from "../units.ts";

/** Kind of a recording: delivery opportunities, or rates. */
export type TraceKind = "opportunities" | "rates";

/** A recorded capacity as numbers. */
export interface CapacityTrace {
  readonly kind: TraceKind;
  /** Number of lines in the recording. */
  readonly lines: number;
  readonly repeats: boolean;
  /** Start time of the i-th rate, or the time of the i-th group of opportunities (ns). */
  readonly atNs: Float64Array;
  /** Bits carried before the i-th time. One more entry at the end holds the total of the recording. */
  readonly bits: Float64Array;
  /** The i-th rate (bit/s); empty for a recording of opportunities. */
  readonly rateBps: Float64Array;
  /** Length of the recording (ns). */
  readonly periodNs: number;
  /** Mean rate of the recording (bit/s). */
  readonly meanBps: number;
  /**
   * Mean rate in the second with the most bits (bit/s). If the recording is shorter than one second, the mean rate of the
   * recording.
   */
  readonly peakBps: number;
  /** Longest time without capacity (ns). */
  readonly longestOutageNs: number;
}

/** Bytes of one opportunity in Mahimahi's LinkQueue: 1500 bytes, plus 4 bytes that Mahimahi's TUN device adds to each packet. */
const OPPORTUNITY_BYTES = 1504;
/** Bytes that Mahimahi's TUN device adds before each packet. */
export const TUN_HEADER_BYTES = 4;
const BITS_PER_OPPORTUNITY = OPPORTUNITY_BYTES * 8;

const NS_PER_S = 1e9;
const NS_PER_MS = 1e6;
const NS_PER_US = 1e3;
/** Highest rate that a recording may contain (bits per second). */
export const FASTEST_BPS = 10e9;
/** Longest recording (s): more than a day. */
export const LONGEST_TRACE_S = 100_000;
const LONGEST_MS = LONGEST_TRACE_S * 1e3;
const LONGEST_US = LONGEST_TRACE_S * 1e6;
/** Maximum number of lines; a file of 10 MB has fewer. */
const MOST_LINES = 6e6;
/** Limit on the length of a recording's text (characters). */
export const MOST_TRACE_LETTERS = 12e6;
/**
 * Length of the longest recording text that a URL contains directly (characters). For longer texts the URL contains only the
 * digest.
 */
const MOST_IN_LINK = 1500;

const REPEAT = ";repeat";
const FORM = /^(opportunities|rates)(?::([\w.-]*)|@(\d{1,8})\.([0-9a-f]{16}))(;repeat)?$/;

/** Returns true if the text has the form of a recording, without checking its data. */
export function isTraceText(text: string): boolean {
  return /^(?:opportunities|rates)[:@]/.test(text);
}

// Characters used as digits; each stands for five bits and a flag that further digits follow.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < LETTERS.length; i++) VALUE_OF[LETTERS.charCodeAt(i)] = i;
/** Value added to a digit if further digits of the number follow. */
const CONTINUES = 32;
/** Smallest number of equal successive numbers for which the repetition is written instead. */
const FEWEST_REPEATED = 3;

function lettersOf(value: number): string {
  let text = "";
  let left = value;
  while (left >= CONTINUES) {
    text += LETTERS[CONTINUES + (left % CONTINUES)];
    left = Math.floor(left / CONTINUES);
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

/** Reads a list; null if the text is not a list. */
function readList(text: string): number[] | null {
  const numbers: number[] = [];
  let [value, place] = [0, 1];
  for (let i = 0; i < text.length; i++) {
    const digit = VALUE_OF[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return null;
    value += (digit % CONTINUES) * place;
    place *= CONTINUES;
    if (value > Number.MAX_SAFE_INTEGER) return null;
    if (digit >= CONTINUES) continue;
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

// Conversion from numbers to text.

/** Returns the text of opportunities at the times `ms`, which must increase and end above zero. */
export function opportunitiesText(ms: ArrayLike<number>, repeats: boolean): string {
  const gaps = Float64Array.from(ms, (at, i) => at - (i === 0 ? 0 : ms[i - 1]));
  return remembered(`opportunities:${listText(gaps)}`) + (repeats ? REPEAT : "");
}

/** Returns the text of rates with their durations. There must be at least one rate. */
export function ratesText(lastsUs: ArrayLike<number>, bps: ArrayLike<number>, repeats: boolean): string {
  return remembered(`rates:${listText(lastsUs)}.${listText(bps)}`) + (repeats ? REPEAT : "");
}

/** Sets whether the recording repeats. Texts that are not recordings stay unchanged. */
export function withRepeat(text: string, repeats: boolean): string {
  return isTraceText(text) ? text.replace(REPEAT, "") + (repeats ? REPEAT : "") : text;
}

// Number of recordings that this process keeps in memory after reading them. URLs name long recordings only by their digest, so a
// recording must be found by its name.

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

/** Returns the text that a URL contains for a recording: the complete text if it is short, otherwise the name with the digest. */
export function traceInLink(text: string): string {
  if (text.length <= MOST_IN_LINK || !isTraceText(text)) return text;
  return `${traceNameOf(text)}${text.endsWith(REPEAT) ? REPEAT : ""}`;
}

/** Returns the name of a recording, such as "opportunities@25301.0123456789abcdef". `text` holds the data or is already a name. */
export function traceNameOf(text: string): string {
  const read = readTrace(text);
  if (read === null) return text.replace(REPEAT, "");
  read.name ??= `${read.trace.kind}@${read.trace.lines}.${digestOf(canonicalData(read))}`;
  return read.name;
}

/** Returns an error message if `text` names a recording whose file has not been loaded; otherwise null. */
export function missingTrace(text: string): string | null {
  const [, kind, , lines, digest] = FORM.exec(text) ?? [];
  if (digest === undefined || known.has(digest)) return null;
  const what = kind === "rates" ? `${lines} rates` : `${lines} delivery opportunities`;
  return `the link needs the file of its capacity (${what}, digest ${digest}), which is too long for a link`;
}

/** Returns a description of a recording: "recorded, mean 5.06 Mbps, repeats". */
export function traceWords(text: string): string | null {
  const trace = traceOf(text);
  if (trace === null) return null;
  return `recorded, mean ${megabitText(trace.meanBps)}, ${trace.repeats ? "repeats" : "ends"}`;
}

/** Returns a rate in Mbps with three digits. */
export function megabitText(bps: number): string {
  return formatQuantity(Number((bps / 1e6).toPrecision(3)), "Mbps");
}

/** Returns true if `text` is the recording with the given name. */
export function isTraceNamed(name: string, text: string): boolean {
  return traceNameOf(name) === traceNameOf(text);
}

/** Returns the canonical text with the data; null if the text is not a recording or its file has not been loaded. */
export function canonicalTrace(text: string): string | null {
  const [, , , , digest, repeat = ""] = FORM.exec(text) ?? [];
  if (digest !== undefined) {
    const data = known.get(digest);
    return data === undefined || !isTraceNamed(text, data) ? null : data + repeat;
  }
  const read = readTrace(text);
  return read === null ? null : canonicalData(read) + (read.trace.repeats ? REPEAT : "");
}

// Conversion from text to numbers. Successive runs use the same recordings, so the last recordings are cached.

interface Read {
  readonly given: string;
  readonly trace: CapacityTrace;
  readonly lists: readonly (readonly number[])[];
  /** Canonical text of the data; null until a caller needs it for the first time. */
  data: string | null;
  name: string | null;
}

const MOST_KEPT = 4;
let kept: readonly Read[] = [];

/** Returns the recording that a text describes; null for a pattern or an empty text. */
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

/** Returns the data without `;repeat`, because the digest covers only the recorded data. */
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

/** Merges equal successive rates, so that a search passes a long outage in one step. */
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

// Functions that compute the bits carried until a time, and the time at which the next bits are carried.

/**
 * Returns the index of the last of the first `count` entries of `values` that is below `limit`, or equal to it if `orAt` is true;
 * -1 if there is none.
 */
function lastBelow(values: Float64Array, count: number, limit: number, orAt: boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < limit || (orAt && values[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the bits carried from the start of the recording to `ns`, which must be within the first pass of the recording. */
function bitsWithin({ kind, atNs, bits, rateBps }: Recorded, ns: number): number {
  const i = lastBelow(atNs, atNs.length, ns, true);
  if (i < 0) return 0;
  return kind === "opportunities" ? bits[i + 1] : bits[i] + (rateBps[i] * (ns - atNs[i])) / NS_PER_S;
}

/**
 * Returns the bits that could be carried from the start of the run to `ns`, including the opportunities at that time.
 */
export function bitsUntil(trace: CapacityTrace, ns: number): number {
  if (!trace.repeats) return bitsWithin(trace, ns);
  const rounds = Math.floor(ns / trace.periodNs);
  return rounds * trace.bits[trace.bits.length - 1] + bitsWithin(trace, ns - rounds * trace.periodNs);
}

/** Returns the mean rate from `fromNs` to `toNs` in bit/s. It is exact if no rate changes in between. */
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

/**
 * A port's position in a recording. The search functions store their results in fields, because returning a fractional number
 * would allocate an object.
 */
export class TraceReader {
  readonly trace: CapacityTrace;
  /** Time found by the last search (ns); Infinity if the search found none. */
  ns = 0;
  /** Bytes of the opportunities at that time. */
  bytes = 0;

  constructor(trace: CapacityTrace) {
    this.trace = trace;
  }

  /** Finds the next opportunities after `afterNs`. */
  seekOpportunity(afterNs: number): void {
    const { atNs, bits, periodNs, repeats } = this.trace;
    const baseNs = repeats ? Math.floor(afterNs / periodNs) * periodNs : 0;
    const i = lastBelow(atNs, atNs.length, afterNs - baseNs, true) + 1;
    if (i === atNs.length) {
      this.ns = Number.POSITIVE_INFINITY;
      return;
    }
    this.ns = baseNs + atNs[i];
    // If the recording starts at time 0, its next pass starts at the same time as this pass's last opportunities.
    const isLast = repeats && i === atNs.length - 1 && atNs[0] === 0;
    this.bytes = (bits[i + 1] - bits[i] + (isLast ? bits[1] : 0)) / 8;
  }

  /** Finds the first time from `fromNs` on at which the rate is above zero. */
  seekOpen(fromNs: number): void {
    const { atNs, rateBps, periodNs, repeats } = this.trace;
    const baseNs = repeats ? Math.floor(fromNs / periodNs) * periodNs : 0;
    const i = lastBelow(atNs, atNs.length, fromNs - baseNs, true);
    this.ns = fromNs;
    if (rateBps[i] > 0) return;
    // Neighbouring rates differ, so the rate that follows a rate of zero is above zero.
    if (i + 1 < atNs.length) this.ns = baseNs + atNs[i + 1];
    else if (!repeats) this.ns = Number.POSITIVE_INFINITY;
    else this.ns = baseNs + periodNs + (rateBps[0] > 0 ? 0 : atNs[1]);
  }

  /** Finds the time at which `size` bits have been carried, if the first of them leaves at `fromNs`. */
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
