/** Yields the lines of a text file one at a time, so that the whole text is never in memory. */
import { counted, grouped } from "../lib/counted.ts";

const MOST_LINE_BYTES = 32_768;
const NEWLINE = 10;
const RETURN = 13;

/** A line of a file. */
export interface TextLine {
  /** Line number, from 1. */
  readonly number: number;
  readonly text: string;
  /** Share of the file up to the end of the line. */
  readonly share: number;
  /** True if a step ends before the line, so that other work can run. */
  readonly isStep: boolean;
}

/**
 * Yields the lines. Each byte becomes one character; no log format needs more than ASCII. Throws an error with a message for
 * users if a line is too long.
 */
export function* linesOf(bytes: Uint8Array): Generator<TextLine, void> {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let step = BYTES_PER_STEP;
  let piece = pieceFrom(bytes, from);
  for (let number = 1; from < bytes.length; number++) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    if (end - from > MOST_LINE_BYTES)
      throw new Error(
        `Line ${grouped(number)} has ${grouped(end - from)} bytes; the limit is ${grouped(MOST_LINE_BYTES)} per line.`,
      );
    const to = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
    const isStep = end >= step;
    if (isStep) step = end + BYTES_PER_STEP;
    if (to > piece.end) piece = pieceFrom(bytes, from);
    yield {
      number,
      text: piece.textOf(from, to),
      share: end / bytes.length,
      isStep,
    };
    from = end + 1;
  }
}

const ASCII = new TextDecoder("latin1");
const FIRST_BEYOND_ASCII = 0x80;

/** A piece of the file that is longer than a line. It is decoded at once if it is ASCII, which is faster than line by line. */
function pieceFrom(bytes: Uint8Array, start: number) {
  const piece = bytes.subarray(start, start + BYTES_PER_STEP);
  const text = piece.every((byte) => byte < FIRST_BEYOND_ASCII) ? ASCII.decode(piece) : null;
  return {
    end: start + piece.length,
    textOf: (from: number, to: number) =>
      text?.slice(from - start, to - start) ?? String.fromCharCode(...bytes.subarray(from, to)),
  };
}

/** Number of packets per step. Between steps, other work can run. */
const PACKETS_PER_STEP = 4096;
/** Number of bytes of lines per step. */
export const BYTES_PER_STEP = 262_144;

/** Returns true if a step ends after the packet with this number. */
export function isStep(number: number): boolean {
  return number % PACKETS_PER_STEP === 0;
}

/** Returns the number of lost events that bpftrace reports in a line. */
export function lostEvents(line: string): number {
  return Number(/^Lost (\d{1,15}) event/.exec(line)?.[1] ?? 0);
}

/** Returns a sentence on lost events; empty if there are none. */
export function lostWords(events: number): string[] {
  return events > 0 ? [`${counted(events, "event")} that bpftrace lost.`] : [];
}

/** Returns a part of a line in quotation marks, for use in a sentence. */
export function quoted(text: string): string {
  const seen = text.trim().replace(/[^\x20-\x7e]/g, "?");
  return `“${seen.length > 60 ? `${seen.slice(0, 60)}…` : seen}”`;
}

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const POINT = 46;
/** Limit on the characters of a number that is read without a pattern: all such numbers are exact in a double. */
const SHORT_NUMBER = 15;

/** Reads a number as logs contain it: "12", "1.5e3", "0x1f". NaN if the text is not a number. */
export function numberIn(text: string): number {
  // Most cells are digits with at most one point. A table may have 60 million of them.
  const { length } = text;
  let points = 0;
  let i = 0;
  for (; i < length && length <= SHORT_NUMBER; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT) points++;
    else if (code < DIGIT_0 || code > DIGIT_9) break;
  }
  if (i === length && points < 2 && i > points) return Number(text);
  const plain = text.trim();
  if (/^0x[0-9a-f]{1,16}$/i.test(plain)) return Number.parseInt(plain, 16);
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}
