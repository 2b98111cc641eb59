import { describe, expect, test } from "vitest";
import { packText } from "../../../src/teaching/packed-text.ts";
import {
  type Book,
  bookFromFragment,
  bookToFragment,
  EMPTY_BOOK,
  LONGEST_NAME,
  MOST_RUNS,
  moved,
  renamed,
  without,
  withRun,
} from "../../../src/ui/notebook/book.ts";

const BOOK: Book = {
  runs: [
    { link: "v=2", name: "as it comes" },
    { link: "v=2&beta-ecn=0.8", name: "β 0.8, and “so on” & more" },
    { link: "v=2&aqm=pie", name: "" },
  ],
  base: 1,
};
const links = ({ runs }: Book) => runs.map(({ link }) => link.replace("v=2", ""));

describe("a notebook as a link", () => {
  test("reads back as it was written, names, order and base", () => {
    const fragment = bookToFragment(BOOK);
    expect(fragment).toMatch(/^runs=z\.[\w-]+&base=2$/);
    expect(bookFromFragment(fragment)).toEqual(BOOK);
    expect(bookToFragment({ ...BOOK, base: 0 })).not.toContain("base");
    expect(bookToFragment(EMPTY_BOOK)).toBe("");
  });

  test("that is damaged or says something else is refused in a sentence", () => {
    const fragment = bookToFragment({ ...BOOK, base: 0 });
    expect(() => bookFromFragment(fragment.slice(0, -3))).toThrow(/damaged/);
    expect(() => bookFromFragment(`${fragment}&x=1`)).toThrow('A notebook\'s link has no "x".');
    expect(() => bookFromFragment("base=1")).toThrow(/begin/);
  });

  test("holds each run once, so many at most, with names of bounded length and a base that is there", () => {
    const lines = Array.from({ length: 40 }, (_, i) => `v=2&seed=${i % 30} ${"n".repeat(100)}`);
    const book = bookFromFragment(`runs=${packText(lines.join("\n"))}&base=99`);
    expect(book.runs).toHaveLength(MOST_RUNS);
    expect(new Set(links(book)).size).toBe(MOST_RUNS);
    expect(book.runs[0].name).toHaveLength(LONGEST_NAME);
    expect(book.base).toBe(0);
  });
});

describe("a change", () => {
  test("of a name keeps to one line and the length", () => {
    const { runs } = renamed(BOOK, 0, `a\nb${"c".repeat(100)}`);
    expect(runs[0].name).toMatch(/^a b/);
    expect(runs[0].name).toHaveLength(LONGEST_NAME);
    expect(runs.slice(1)).toEqual(BOOK.runs.slice(1));
  });

  test("of the order takes the base along, and ends at the ends", () => {
    const up = moved(BOOK, 1, -1);
    expect([links(up), up.base]).toEqual([["&beta-ecn=0.8", "", "&aqm=pie"], 0]);
    const other = moved(BOOK, 2, -1);
    expect([links(other), other.base]).toEqual([["", "&aqm=pie", "&beta-ecn=0.8"], 2]);
    expect(moved(BOOK, 0, -1)).toBe(BOOK);
    expect(moved(BOOK, 2, 1)).toBe(BOOK);
  });

  test("by deletion leaves the base where it was, or gives it to the first", () => {
    expect([without(BOOK, 0).base, without(BOOK, 1).base, without(BOOK, 2).base]).toEqual([0, 0, 1]);
    expect(links(without(BOOK, 1))).toEqual(["", "&aqm=pie"]);
    expect(links(withRun(BOOK, { link: "v=2&seed=3", name: "" })).at(-1)).toBe("&seed=3");
  });
});
