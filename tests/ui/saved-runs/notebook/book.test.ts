import { describe, expect, test } from "vitest";
import { packText } from "../../../../src/teaching/packed-text.ts";
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
} from "../../../../src/ui/saved-runs/notebook/book.ts";

const BOOK: Book = {
  runs: [
    { link: "v=2", name: "as it comes" },
    { link: "v=2&beta-ecn=0.8", name: "β 0.8, and “so on” & more" },
    { link: "v=2&aqm=pie", name: "" },
  ],
  base: 1,
  ownScales: false,
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

  test("says whose scales the small plots have", () => {
    const own = { ...BOOK, ownScales: true };
    expect(bookToFragment(own)).toMatch(/&base=2&scales=own$/);
    expect(bookFromFragment(bookToFragment(own))).toEqual(own);
  });

  test("that asks for more than a notebook holds is refused, and nothing is left out of it", () => {
    const runs = (count: number) =>
      `runs=${packText(Array.from({ length: count }, (_, i) => `v=2&seed=${i} ${i}`).join("\n"))}`;
    expect(bookFromFragment(runs(MOST_RUNS)).runs).toHaveLength(MOST_RUNS);
    expect(() => bookFromFragment(runs(MOST_RUNS + 1))).toThrow("A notebook holds at most 24 runs.");
    expect(() => bookFromFragment(`${runs(2)}&base=3`)).toThrow("a whole number from 1 to 2");
    expect(() => bookFromFragment(`${runs(2)}&scales=mine`)).toThrow('"shared" or "own", got "mine"');
    expect(() => bookFromFragment(`runs=${packText("v=2 a\nv=2 b")}`)).toThrow("The same link stands twice");
    const long = packText(`v=2 ${"n".repeat(LONGEST_NAME + 1)}`);
    expect(() => bookFromFragment(`runs=${long}`)).toThrow("is longer than 60 letters");
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
