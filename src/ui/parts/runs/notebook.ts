/** A notebook: runs kept for comparison, each with its URL and a name. It can be written as a URL and as a file. */

import { counted, grouped } from "../../../lib/counted.ts";
import { packText, unpackText } from "../../../lib/packed-text.ts";
import { steadyText } from "../../../lib/visible-text.ts";
import type { DocumentProblem, HeadLine } from "../../../teaching/document/document.ts";
import { HeadReader, wholeNumber } from "../../../teaching/document/document.ts";

export interface KeptRun {
  /** The fragment of the run's bench URL. It identifies the run, so it occurs only once. */
  readonly link: string;
  readonly name: string;
}

export interface Book {
  readonly runs: readonly KeptRun[];
  /** Index of the run that the other runs are compared with. */
  readonly base: number;
  readonly scales: Scales;
}

/**
 * Scales of the small plots: shared by all runs, own for each run, or shared except where that would flatten a run.
 * URLs contain these names.
 */
const SCALES = ["auto", "shared", "own"] as const;
export type Scales = (typeof SCALES)[number];

export const EMPTY_BOOK: Book = { runs: [], base: 0, scales: "auto" };
export const MOST_RUNS = 24;
export const LONGEST_NAME = 60;
const KEYS = ["runs", "base", "scales"];

/**
 * Returns the text of a notebook, "runs=z.…&base=2&scales=own", with the base counted from 1; empty if there are no
 * runs.
 */
export function bookToFragment({ runs, base, scales }: Book): string {
  if (runs.length === 0) return "";
  const packed = packText(runs.map(({ link, name }) => `${link} ${name}`).join("\n"));
  return `runs=${packed}${base > 0 ? `&base=${base + 1}` : ""}${scales === "auto" ? "" : `&scales=${scales}`}`;
}

/**
 * Parses a notebook. Throws an error with a message for the user if the URL is damaged, contains something else, or
 * exceeds a limit.
 */
export function bookFromFragment(fragment: string): Book {
  const given = new Map(fragment.split("&").map((part) => part.split("=", 2) as [string, string]));
  for (const key of given.keys())
    if (!KEYS.includes(key)) throw new Error(`A notebook's link has no "${key}".`);
  const runs: KeptRun[] = [];
  for (const line of unpackText(given.get("runs") ?? "").split("\n")) {
    const [link, ...words] = line.split(" ");
    if (line !== "") addRun(runs, { link, name: steadyText(words.join(" ")) });
  }
  const base = runNumberIn(given.get("base") ?? "1", runs.length);
  return { runs, base: base - 1, scales: scalesNamed(given.get("scales") ?? "auto") };
}

/** Adds a run. Throws an error with a message for the user if the notebook cannot take it. */
function addRun(runs: KeptRun[], run: KeptRun): void {
  if (runs.length === MOST_RUNS) throw new Error(`A notebook holds at most ${MOST_RUNS} runs.`);
  if (run.name.length > LONGEST_NAME)
    throw new Error(
      `The name "${run.name.slice(0, LONGEST_NAME)}…" is longer than ${LONGEST_NAME} characters.`,
    );
  if (runs.some(({ link }) => link === run.link))
    throw new Error("The same link occurs twice; a notebook contains each run only once.");
  runs.push(run);
}

/**
 * Parses the number of a run, counted from 1; in an empty notebook 1 is allowed, too. Throws an error with a message
 * for the user.
 */
function runNumberIn(text: string, runs: number): number {
  return wholeNumber(text, 1, Math.max(1, runs));
}

/** Parses the name of a scale. Throws an error with a message for the user. */
export function scalesNamed(name: string): Scales {
  const scales = SCALES.find((one) => one === name);
  if (scales === undefined)
    throw new Error(`must be "auto", "shared" or "own", got "${name.slice(0, LONGEST_NAME)}"`);
  return scales;
}

export function withRun(book: Book, run: KeptRun): Book {
  return { ...book, runs: [...book.runs, run] };
}

export function renamed(book: Book, at: number, name: string): Book {
  const short = name.replaceAll("\n", " ").slice(0, LONGEST_NAME);
  return { ...book, runs: book.runs.map((run, index) => (index === at ? { ...run, name: short } : run)) };
}

export function without(book: Book, at: number): Book {
  const { runs, base } = book;
  const left = runs.filter((_, index) => index !== at);
  return { ...book, runs: left, base: base === at ? 0 : base > at ? base - 1 : base };
}

/**
 * Moves a run. If `by` is -1, it moves before the previous run; if it is 1, after the next run. At the ends nothing
 * happens.
 */
export function moved(book: Book, at: number, by: -1 | 1): Book {
  const to = at + by;
  const { runs, base } = book;
  if (to < 0 || to >= runs.length) return book;
  const order = [...runs];
  [order[at], order[to]] = [order[to], order[at]];
  return { ...book, runs: order, base: base === at ? to : base === to ? at : base };
}

/** The notebook as a text file of lines "key: value", which users can edit. */
export const BOOK_FILE = { name: "sawtooth-notebook.txt", accept: ".txt,text/plain" } as const;
/** Length limit in characters. */
export const LONGEST_BOOK_FILE = 200_000;

const VERSION = "1";
/** Maximum number of characters shown of an invalid text. */
const SHOWN = 60;
const LINE = /^([a-z]+):(.*)$/;

interface BookReading {
  /** The notebook; null if there is any error, because a notebook is read completely or not at all. */
  readonly book: Book | null;
  readonly problems: readonly DocumentProblem[];
}

export function bookToFile({ runs, base, scales }: Book): string {
  const lines = [
    ["notebook", VERSION],
    ["base", base + 1],
    ["scales", scales],
    ...runs.flatMap(({ link, name }) => [[], ["run", name], ["link", link]]),
  ];
  return `${lines.map((line) => line.join(": ")).join("\n")}\n`;
}

/** Parses a notebook file. Errors are returned with their lines; never throws. */
export function readBookFile(file: string): BookReading {
  if (file.length > LONGEST_BOOK_FILE)
    return failed(
      0,
      `The file has ${counted(file.length, "character")}; at most ${grouped(LONGEST_BOOK_FILE)} are allowed.`,
    );
  const lines: HeadLine[] = [];
  for (const [at, text] of file
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (text.trim() === "") continue;
    const match = LINE.exec(text);
    if (match === null) return failed(at + 1, `A line is "key: value"; this is "${text.slice(0, SHOWN)}".`);
    lines.push({ key: match[1], value: match[2].trim(), line: at + 1 });
  }
  return bookOf(lines);
}

function bookOf(lines: readonly HeadLine[]): BookReading {
  const reader = new HeadReader(lines, { single: ["notebook", "base", "scales"], many: ["run", "link"] });
  reader.one("notebook", (value) => {
    if (value !== VERSION) throw new Error(`must be ${VERSION}, got "${value.slice(0, SHOWN)}"`);
  });
  const runs = runsIn(lines, (line, message) => reader.fault(line, message));
  const base = reader.one("base", (value) => runNumberIn(value, runs.length), 1) ?? 1;
  const scales = reader.one("scales", scalesNamed, "auto") ?? "auto";
  const { problems } = reader;
  return problems.length > 0
    ? { book: null, problems }
    : { book: { runs, base: base - 1, scales }, problems };
}

/** Returns each URL with the name on the line before it, if there is one. */
function runsIn(lines: readonly HeadLine[], fault: (line: number, message: string) => void): KeptRun[] {
  const runs: KeptRun[] = [];
  let named: HeadLine | null = null;
  const expectLink = () => {
    if (named !== null) fault(named.line, 'A line "run: …" is followed by its line "link: …".');
  };
  for (const one of lines) {
    if (one.key === "run") {
      expectLink();
      named = one;
    } else if (one.key === "link") {
      try {
        addRun(runs, { link: fragmentOf(one.value), name: steadyText(named?.value ?? "") });
      } catch (error) {
        fault(one.line, error instanceof Error ? error.message : String(error));
      }
      named = null;
    }
  }
  expectLink();
  return runs;
}

/** Returns the part of an address after "#". Throws an error with a message for the user. */
function fragmentOf(link: string): string {
  const fragment = link.slice(link.indexOf("#") + 1);
  if (fragment === "" || /\s/.test(fragment))
    throw new Error(`link: must be a link of the bench, as "v=2&rtt=20ms", got "${link.slice(0, SHOWN)}"`);
  return fragment;
}

function failed(line: number, message: string): BookReading {
  return { book: null, problems: [{ line, message }] };
}
