/** A notebook as a file of lines "key: value" that a person can read and write. */
import type { DocumentProblem, HeadLine } from "../../../teaching/document.ts";
import { HeadReader } from "../../../teaching/head-reader.ts";
import { addRun, areOwn, type Book, type KeptRun, runNumberIn } from "./book.ts";
import { fileTooLong, noSuchLine } from "./notebook-words.ts";

export const BOOK_FILE = { name: "sawtooth-notebook.txt", accept: ".txt,text/plain" } as const;
/** In letters. */
export const LONGEST_BOOK_FILE = 200_000;

const VERSION = "1";
/** Of a text that is wrong, in letters. */
const SHOWN = 60;
const LINE = /^([a-z]+):(.*)$/;

export interface BookReading {
  /** Null where anything is wrong: a notebook is read whole or not at all. */
  readonly book: Book | null;
  readonly problems: readonly DocumentProblem[];
}

export function bookToFile({ runs, base, ownScales }: Book): string {
  const lines = [
    ["notebook", VERSION],
    ["base", base + 1],
    ["scales", ownScales ? "own" : "shared"],
    ...runs.flatMap(({ link, name }) => [[], ["run", name], ["link", link]]),
  ];
  return `${lines.map((line) => line.join(": ")).join("\n")}\n`;
}

/** Names what is wrong, each with its line; never throws. */
export function readBookFile(file: string): BookReading {
  if (file.length > LONGEST_BOOK_FILE) return failed(0, fileTooLong(file.length, LONGEST_BOOK_FILE));
  const lines: HeadLine[] = [];
  for (const [at, text] of file
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (text.trim() === "") continue;
    const match = LINE.exec(text);
    if (match === null) return failed(at + 1, noSuchLine(text.slice(0, SHOWN)));
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
  const ownScales = reader.one("scales", areOwn, false) ?? false;
  const { problems } = reader;
  return problems.length > 0
    ? { book: null, problems }
    : { book: { runs, base: base - 1, ownScales }, problems };
}

/** Each link with the name that stands before it, if one does. */
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
        addRun(runs, { link: fragmentOf(one.value), name: named?.value ?? "" });
      } catch (error) {
        fault(one.line, error instanceof Error ? error.message : String(error));
      }
      named = null;
    }
  }
  expectLink();
  return runs;
}

/** Of a whole address what stands behind its "#". Throws a sentence. */
function fragmentOf(link: string): string {
  const fragment = link.slice(link.indexOf("#") + 1);
  if (fragment === "" || /\s/.test(fragment))
    throw new Error(`link: must be a link of the bench, as "v=2&rtt=20ms", got "${link.slice(0, SHOWN)}"`);
  return fragment;
}

function failed(line: number, message: string): BookReading {
  return { book: null, problems: [{ line, message }] };
}
