/** A notebook: runs kept to be compared, each by its link and a name; and as what a link of the whole says. */
import { wholeNumber } from "../../../teaching/head-reader.ts";
import { packText, unpackText } from "../../../teaching/packed-text.ts";

export interface KeptRun {
  /** The fragment of a link of the bench: names the run, so no two are the same. */
  readonly link: string;
  readonly name: string;
}

export interface Book {
  readonly runs: readonly KeptRun[];
  /** Which of them the others are compared with. */
  readonly base: number;
  /** Whether each run's small plots have scales of their own, and not the same as all others. */
  readonly ownScales: boolean;
}

export const EMPTY_BOOK: Book = { runs: [], base: 0, ownScales: false };
export const MOST_RUNS = 24;
export const LONGEST_NAME = 60;
const KEYS = ["runs", "base", "scales"];

/** "runs=z.…&base=2&scales=own", the base counted from 1; empty without runs. */
export function bookToFragment({ runs, base, ownScales }: Book): string {
  if (runs.length === 0) return "";
  const packed = packText(runs.map(({ link, name }) => `${link} ${name}`).join("\n"));
  return `runs=${packed}${base > 0 ? `&base=${base + 1}` : ""}${ownScales ? "&scales=own" : ""}`;
}

/** Throws a sentence where the link is damaged, says something else, or asks for more than a notebook holds. */
export function bookFromFragment(fragment: string): Book {
  const given = new Map(fragment.split("&").map((part) => part.split("=", 2) as [string, string]));
  for (const key of given.keys())
    if (!KEYS.includes(key)) throw new Error(`A notebook's link has no "${key}".`);
  const runs: KeptRun[] = [];
  for (const line of unpackText(given.get("runs") ?? "").split("\n"))
    if (line !== "") addRun(runs, keptRun(line));
  const base = runNumberIn(given.get("base") ?? "1", runs.length);
  return { runs, base: base - 1, ownScales: areOwn(given.get("scales") ?? "shared") };
}

function keptRun(line: string): KeptRun {
  const [link, ...words] = line.split(" ");
  return { link, name: words.join(" ") };
}

/** Throws a sentence where a notebook cannot take it. */
export function addRun(runs: KeptRun[], run: KeptRun): void {
  if (runs.length === MOST_RUNS) throw new Error(`A notebook holds at most ${MOST_RUNS} runs.`);
  if (run.name.length > LONGEST_NAME)
    throw new Error(`The name "${run.name.slice(0, LONGEST_NAME)}…" is longer than ${LONGEST_NAME} letters.`);
  if (runs.some(({ link }) => link === run.link))
    throw new Error("The same link stands twice; a notebook holds each run once.");
  runs.push(run);
}

/** From 1; 1 in an empty notebook, too. Throws a sentence. */
export function runNumberIn(text: string, runs: number): number {
  return wholeNumber(text, 1, Math.max(1, runs));
}

/** Throws a sentence. */
export function areOwn(scales: string): boolean {
  if (scales !== "own" && scales !== "shared")
    throw new Error(`must be "shared" or "own", got "${scales.slice(0, LONGEST_NAME)}"`);
  return scales === "own";
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

/** `by`: -1 before the one above, 1 behind the one below; at an end nothing moves. */
export function moved(book: Book, at: number, by: -1 | 1): Book {
  const to = at + by;
  const { runs, base } = book;
  if (to < 0 || to >= runs.length) return book;
  const order = [...runs];
  [order[at], order[to]] = [order[to], order[at]];
  return { ...book, runs: order, base: base === at ? to : base === to ? at : base };
}
