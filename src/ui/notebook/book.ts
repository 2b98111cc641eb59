/** A notebook: runs kept to be compared, each by its link and a name; and as what a link of the whole says. */
import { packText, unpackText } from "../../teaching/packed-text.ts";

export interface KeptRun {
  /** The fragment of a link of the bench: names the run, so no two are the same. */
  readonly link: string;
  readonly name: string;
}

export interface Book {
  readonly runs: readonly KeptRun[];
  /** Which of them the others are compared with. */
  readonly base: number;
}

export const EMPTY_BOOK: Book = { runs: [], base: 0 };
export const MOST_RUNS = 24;
export const LONGEST_NAME = 60;

/** "runs=z.…&base=2", the base counted from 1; empty without runs. */
export function bookToFragment({ runs, base }: Book): string {
  if (runs.length === 0) return "";
  const packed = packText(runs.map(({ link, name }) => `${link} ${name}`).join("\n"));
  return `runs=${packed}${base > 0 ? `&base=${base + 1}` : ""}`;
}

/** Throws a sentence where the link is damaged or says something else. */
export function bookFromFragment(fragment: string): Book {
  const given = new Map(fragment.split("&").map((part) => part.split("=", 2) as [string, string]));
  for (const key of given.keys())
    if (key !== "runs" && key !== "base") throw new Error(`A notebook's link has no "${key}".`);
  const lines = unpackText(given.get("runs") ?? "").split("\n");
  const runs = [...new Map(lines.filter((line) => line !== "").map(keptRun)).values()].slice(0, MOST_RUNS);
  const base = Number(given.get("base") ?? 1) - 1;
  return { runs, base: Number.isInteger(base) && base >= 0 && base < runs.length ? base : 0 };
}

function keptRun(line: string): [string, KeptRun] {
  const [link, ...words] = line.split(" ");
  return [link, { link, name: words.join(" ").slice(0, LONGEST_NAME) }];
}

export function withRun(book: Book, run: KeptRun): Book {
  return { ...book, runs: [...book.runs, run] };
}

export function renamed({ runs, base }: Book, at: number, name: string): Book {
  const short = name.replaceAll("\n", " ").slice(0, LONGEST_NAME);
  return { base, runs: runs.map((run, index) => (index === at ? { ...run, name: short } : run)) };
}

export function without({ runs, base }: Book, at: number): Book {
  const left = runs.filter((_, index) => index !== at);
  return { runs: left, base: base === at ? 0 : base > at ? base - 1 : base };
}

/** `by`: -1 before the one above, 1 behind the one below; at an end nothing moves. */
export function moved(book: Book, at: number, by: -1 | 1): Book {
  const to = at + by;
  const { runs, base } = book;
  if (to < 0 || to >= runs.length) return book;
  const order = [...runs];
  [order[at], order[to]] = [order[to], order[at]];
  return { runs: order, base: base === at ? to : base === to ? at : base };
}
