/**
 * A trace of a link's rate over time, from a file, as a capacity and a pattern of factors of it. Two formats are read:
 *
 *     time,rate        a line per change, in s and Mbps (comma, semicolon, tab or space); a headline is skipped.
 *                      Beside another separator a comma is a decimal one.
 *     milliseconds     Mahimahi's: a line per opportunity to send 1500 B; over and over from its last line on
 *
 * What is longer than a pattern may be is averaged over equal stretches, so that as many bytes get through as before.
 */

import { counted, grouped } from "../../../experiments/counted.ts";

export interface TracePattern {
  /** In Mbps: the highest rate of the pattern. */
  readonly capacity: number;
  readonly pattern: string;
  /** What was read and what was done with it, in a sentence or two. */
  readonly said: string;
}

type TraceReading = TracePattern | { readonly error: string };

/** From `fromS` on, until the next one. */
interface RateStep {
  readonly fromS: number;
  readonly mbps: number;
}

interface Trace {
  readonly name: string;
  readonly steps: readonly RateStep[];
  readonly endS: number;
  readonly repeats: boolean;
}

/** The limits of a pattern's text and of a link's capacity. */
const MOST_STEPS = 500;
const LONGEST_S = 3600;
/** In characters: an hour of opportunities at 100 Mbps. */
const LONGEST_FILE = 200_000_000;
const LEAST_FACTOR = 0.001;
const SHORTEST_PERIOD_S = 0.01;
const LEAST_MBPS = 0.05;
const MOST_MBPS = 10_000;

const MEGABITS_PER_OPPORTUNITY = (1500 * 8) / 1e6;
/** In shorter stretches single packets would show as changes of the rate. */
const SHORTEST_BIN_S = 0.1;
const DIGITS = 4;

export function traceToPattern(text: string): TraceReading {
  if (text.length > LONGEST_FILE) return { error: tooLongTrace(text.length, LONGEST_FILE) };
  const lines = linesOf(text);
  if (lines.length === 0) return { error: "The file has no lines with numbers." };
  const unclear = unclearCommas(lines);
  if (unclear !== undefined)
    return wrong(unclear, "two numbers; put semicolons between them if commas are decimal");
  const trace = lines.every(({ cells }) => cells.length === 1) ? readMahimahi(lines) : readRates(lines);
  return "error" in trace ? trace : patternOf(trace);
}

interface Line {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Without empty lines and remarks. */
function linesOf(text: string): Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ number: index + 1, text: line.replace(/(#|\/\/).*/, "").trim() }))
    .filter((line) => line.text !== "")
    .map((line) => ({ number: line.number, cells: cellsOf(line.text) }));
}

/** A comma between digits is a decimal one where something else parts the cells. */
function cellsOf(line: string): string[] {
  const cells = separated(line);
  if (cells === null) return line.split(",");
  return cells.map((cell) => (DECIMAL_COMMA.test(cell) ? cell.replace(",", ".") : cell));
}

/** By anything but a bare comma; null where there is nothing else. */
function separated(line: string): string[] | null {
  for (const sign of [";", "\t"]) {
    if (line.includes(sign)) return line.split(sign).map((cell) => cell.trim());
  }
  const plain = line.replace(/\s+/g, " ");
  return plain.includes(" ") ? plain.split(/ ?, | ,| /) : null;
}

const DECIMAL_COMMA = /^\d*,\d+$/;

/** "0,5,2": more numbers than two, with nothing but commas between them and no headline that tells the columns. */
function unclearCommas(lines: readonly Line[]): Line | undefined {
  const [{ cells: head }] = lines;
  const isBare = (cell: string) => /^\d+$/.test(cell);
  if (lines.some(({ cells }) => cells.some((cell) => cell.includes(".")))) return undefined;
  return lines.find(
    ({ cells }) =>
      cells.length > 2 && cells.every(isBare) && (head.some(isBare) || head.length !== cells.length),
  );
}

function readMahimahi(lines: readonly Line[]): Trace | { error: string } {
  const times: number[] = [];
  for (const { number, cells } of lines) {
    const ms = /^\d+$/.test(cells[0]) ? Number(cells[0]) : Number.NaN;
    if (Number.isNaN(ms)) return wrong({ number, cells }, "whole milliseconds");
    if (ms < (times.at(-1) ?? 0)) return { error: backInTime(number, cells[0]) };
    times.push(ms);
  }
  const endMs = Math.min(LONGEST_S * 1000, times[times.length - 1]);
  const endS = endMs / 1000;
  if (endS < SHORTEST_PERIOD_S) return { error: "The trace is shorter than 10 ms." };
  const bins = Math.max(1, Math.min(MOST_STEPS, Math.floor(endS / SHORTEST_BIN_S)));
  const binS = endS / bins;
  const counts = new Array<number>(bins).fill(0);
  // The last opportunity is at the start of the next round.
  for (const ms of times) if (ms <= endMs) counts[Math.floor(((ms % endMs) * bins) / endMs)]++;
  const steps = counts.map((count, bin) => ({
    fromS: bin * binS,
    mbps: (count * MEGABITS_PER_OPPORTUNITY) / binS,
  }));
  const name = mahimahiName(times.length, short(binS));
  return { name, steps, endS, repeats: true };
}

function readRates(lines: readonly Line[]): Trace | { error: string } {
  const steps: RateStep[] = [];
  for (const [index, { number, cells }] of lines.entries()) {
    const [timeS, mbps] = cells.map((cell) => (cell === "" ? Number.NaN : Number(cell)));
    const readable =
      cells.length >= 2 && Number.isFinite(timeS) && mbps >= 0 && mbps < Number.POSITIVE_INFINITY;
    if (!readable && index === 0 && !cells.some(isNumeric)) continue;
    if (!readable) return wrong({ number, cells }, "a time in s and a rate in Mbps");
    const before = steps.at(-1);
    if (before !== undefined && timeS <= before.fromS) return { error: notLater(number, cells[0]) };
    steps.push({ fromS: timeS, mbps });
  }
  if (steps.length === 0) return { error: "The file has no lines with a time in s and a rate in Mbps." };
  const startS = steps[0].fromS;
  const shifted = steps.map(({ fromS, mbps }) => ({ fromS: fromS - startS, mbps }));
  const within = shifted.filter(({ fromS }) => fromS <= LONGEST_S);
  const endS = within[within.length - 1].fromS;
  const nameOf = (binS: number | null) => ratesName(steps.length, startS === 0, binS);
  if (within.length <= MOST_STEPS) return { name: nameOf(null), steps: within, endS, repeats: false };
  const binS = binFor(endS);
  return { name: nameOf(short(binS)), steps: averaged(within, binS), endS, repeats: false };
}

/** "5 Mbps" and "Infinity" are no words of a headline: a line with them says something, and is not passed over. */
function isNumeric(cell: string): boolean {
  return /^[-+]?(?:\.?\d|(?:inf|infinity|nan)$)/i.test(cell.trim());
}

function wrong({ number, cells }: Line, wanted: string): { error: string } {
  const given = cells.join(",").slice(0, 40);
  return { error: unexpectedLine(number, given, wanted) };
}

/** A round number of s that gives no more stretches than a pattern may have. */
function binFor(endS: number): number {
  const wanted = endS / (MOST_STEPS - 1);
  const decade = 10 ** Math.floor(Math.log10(wanted));
  const round = [1, 2, 2.5, 5, 10].find((digit) => digit * decade >= wanted * (1 - 1e-9)) ?? 10;
  return Number((round * decade).toPrecision(3));
}

/** Mean rates over equal stretches; the last rate stays to the end of the last one. */
function averaged(steps: readonly RateStep[], binS: number): RateStep[] {
  const last = steps[steps.length - 1];
  const megabits = new Array<number>(Math.floor(last.fromS / binS) + 1).fill(0);
  const endS = megabits.length * binS;
  for (const [index, { fromS, mbps }] of steps.entries()) {
    const untilS = steps[index + 1]?.fromS ?? endS;
    for (let bin = Math.floor(fromS / binS); bin < megabits.length && bin * binS < untilS; bin++) {
      megabits[bin] += mbps * (Math.min(untilS, (bin + 1) * binS) - Math.max(fromS, bin * binS));
    }
  }
  return megabits.map((sum, bin) => ({ fromS: bin * binS, mbps: sum / binS }));
}

function patternOf({ name, steps, endS, repeats }: Trace): TraceReading {
  const highest = steps.reduce((most, { mbps }) => Math.max(most, mbps), 0);
  if (highest === 0) return { error: "All rates of the trace are zero." };
  if (highest > MOST_MBPS * 1.0005) {
    return { error: tooFastTrace(short(highest), MOST_MBPS) };
  }
  const capacity = Math.min(MOST_MBPS, Math.max(LEAST_MBPS, short(highest)));
  const factors = steps.map(({ fromS, mbps }) => ({ at: atMs(fromS), factor: factorOf(mbps, capacity) }));
  const changes = factors.filter(({ at, factor }, i) => {
    const before = factors[i - 1];
    return before === undefined || (before.factor !== factor && before.at < at);
  });
  const texts = changes.map(({ at, factor }) => `${at}:${factor}`);
  if (repeats) texts.push(`repeat:${atMs(endS)}`);
  const idle = steps.some(({ mbps }) => mbps < LEAST_FACTOR * capacity);
  return {
    capacity,
    pattern: texts.join(";"),
    said: traceWords(name, {
      steps: changes.length,
      mbps: capacity,
      endS: short(endS),
      repeats,
      idle,
    }),
  };
}

/** The text of a pattern holds whole ms here. */
function atMs(timeS: number): number {
  return Number(timeS.toFixed(3));
}

function factorOf(mbps: number, capacity: number): number {
  return Math.min(1, Math.max(LEAST_FACTOR, short(mbps / capacity)));
}

function short(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** What was read from the file of a trace, what was done with it, and what is wrong with it. */

function tooLongTrace(characters: number, most: number): string {
  return `The file has ${counted(characters, "character")}; at most ${grouped(most)} are read.`;
}

function backInTime(line: number, ms: string): string {
  return `Line ${line} goes back in time: ${ms} ms.`;
}

function notLater(line: number, timeS: string): string {
  return `Line ${line} is not later than the one before: ${timeS} s.`;
}

function unexpectedLine(line: number, given: string, wanted: string): string {
  return `Line ${line} is "${given}"; expected ${wanted}.`;
}

function tooFastTrace(mbps: number, most: number): string {
  return `The trace reaches ${mbps} Mbps; a link has at most ${most} Mbps.`;
}

function mahimahiName(opportunities: number, everyS: number): string {
  return `Mahimahi trace, ${counted(opportunities, "opportunity", "opportunities")} counted every ${everyS} s`;
}

/** `averagedS`: null where each rate stands as it was. */
function ratesName(rates: number, fromItsStart: boolean, averagedS: number | null): string {
  const from = fromItsStart ? "" : ", counted from its first line";
  const averaged = averagedS === null ? "" : `, averaged over ${averagedS} s`;
  return `Trace of ${counted(rates, "rate")}${from}${averaged}`;
}

interface Done {
  readonly steps: number;
  readonly mbps: number;
  readonly endS: number;
  readonly repeats: boolean;
  /** It stands still somewhere. */
  readonly idle: boolean;
}

export function traceWords(name: string, { steps, mbps, endS, repeats, idle }: Done): string {
  const after = repeats ? `, over and over every ${endS} s` : `; the last rate stays after ${endS} s`;
  const outage = idle ? " Where the trace stands still, a thousandth of the capacity is left." : "";
  return `${name}: ${counted(steps, "step")} as factors of ${mbps} Mbps, its highest rate${after}.${outage}`;
}
