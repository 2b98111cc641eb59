/** Lines of a text file as bytes: one at a time, so that no text as long as the file has to be held. */
import { counted, grouped } from "../counted.ts";

const MOST_LINE_BYTES = 32_768;
const NEWLINE = 10;
const RETURN = 13;

export interface Line {
  /** From 1 on. */
  readonly number: number;
  readonly text: string;
  /** How much of the file lies before its end. */
  readonly share: number;
}

/** Letters beyond ASCII come as the bytes that they are made of: no log needs them. Throws a sentence where a line has no end. */
export function* linesOf(bytes: Uint8Array): Generator<Line, void> {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let number = 1; from < bytes.length; number++) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    if (end - from > MOST_LINE_BYTES)
      throw new Error(
        `Line ${grouped(number)} has ${grouped(end - from)} bytes; at most ${grouped(MOST_LINE_BYTES)} are allowed in a line.`,
      );
    const to = end > from && bytes[end - 1] === RETURN ? end - 1 : end;
    yield { number, text: String.fromCharCode(...bytes.subarray(from, to)), share: end / bytes.length };
    from = end + 1;
  }
}

/** Between steps of so many lines somebody may look. */
const LINES_PER_STEP = 4096;

export function isStep(number: number): boolean {
  return number % LINES_PER_STEP === 0;
}

/** How many events bpftrace says here that it had to leave out. */
export function lostEvents(line: string): number {
  return Number(/^Lost (\d{1,15}) event/.exec(line)?.[1] ?? 0);
}

export function lostWords(events: number): string[] {
  return events > 0 ? [`${counted(events, "event")} that bpftrace lost.`] : [];
}

/** A piece of a line, as a sentence quotes it. */
export function quoted(text: string): string {
  const seen = text.trim().replace(/[^\x20-\x7e]/g, "?");
  return `“${seen.length > 60 ? `${seen.slice(0, 60)}…` : seen}”`;
}

/** A number as logs have it: "12", "1.5e3", "0x1f". NaN where it is none. */
export function numberIn(text: string): number {
  const plain = text.trim();
  if (/^0x[0-9a-f]{1,16}$/i.test(plain)) return Number.parseInt(plain, 16);
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}
