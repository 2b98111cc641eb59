import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { packText } from "../../../../src/lib/packed-text.ts";
import {
  type Book,
  bookFromFragment,
  bookToFile,
  bookToFragment,
  EMPTY_BOOK,
  LONGEST_BOOK_FILE,
  LONGEST_NAME,
  MOST_RUNS,
  moved,
  readBookFile,
  renamed,
  without,
  withRun,
} from "../../../../src/ui/parts/runs/notebook.ts";

const BOOK: Book = {
  runs: [
    { link: "v=2", name: "as it comes" },
    { link: "v=2&beta-ecn=0.8", name: "β 0.8, and “so on” & more" },
    { link: "v=2&aqm=pie", name: "" },
  ],
  base: 1,
  scales: "shared",
};
const links = ({ runs }: Book) => runs.map(({ link }) => link.replace("v=2", ""));

describe("a notebook as a link", () => {
  test("reads back as it was written: names, order and base", () => {
    const fragment = bookToFragment(BOOK);
    expect(fragment).toMatch(/^runs=z\.[\w-]+&base=2&scales=shared$/);
    expect(bookFromFragment(fragment)).toEqual(BOOK);
    expect(bookToFragment({ ...BOOK, base: 0 })).not.toContain("base");
    expect(bookToFragment(EMPTY_BOOK)).toBe("");
  });

  test("that is damaged or contains something else is refused with a sentence", () => {
    const fragment = bookToFragment({ ...BOOK, base: 0, scales: "auto" });
    expect(() => bookFromFragment(fragment.slice(0, -3))).toThrow(/damaged/);
    expect(() => bookFromFragment(`${fragment}&x=1`)).toThrow('A notebook\'s link has no "x".');
    expect(() => bookFromFragment("base=1")).toThrow(/begin/);
  });

  test("states the scales of the small plots", () => {
    const own: Book = { ...BOOK, scales: "own" };
    expect(bookToFragment(own)).toMatch(/&base=2&scales=own$/);
    expect(bookFromFragment(bookToFragment(own))).toEqual(own);
    const auto: Book = { ...BOOK, scales: "auto" };
    expect(bookToFragment(auto)).not.toContain("scales");
    expect(bookFromFragment(bookToFragment(auto))).toEqual(auto);
  });

  test("writes out characters of a name that turn the direction of writing", () => {
    const file = "notebook: 1\nrun: a\u202Eb\nlink: v=2\n";
    expect(readBookFile(file).book?.runs[0].name).toBe("a<U+202E>b");
  });

  test("that exceeds a limit is refused as a whole", () => {
    const runs = (count: number) =>
      `runs=${packText(Array.from({ length: count }, (_, i) => `v=2&seed=${i} ${i}`).join("\n"))}`;
    expect(bookFromFragment(runs(MOST_RUNS)).runs).toHaveLength(MOST_RUNS);
    expect(() => bookFromFragment(runs(MOST_RUNS + 1))).toThrow("A notebook holds at most 24 runs.");
    expect(() => bookFromFragment(`${runs(2)}&base=3`)).toThrow("a whole number from 1 to 2");
    expect(() => bookFromFragment(`${runs(2)}&scales=mine`)).toThrow('"shared" or "own", got "mine"');
    expect(() => bookFromFragment(`runs=${packText("v=2 a\nv=2 b")}`)).toThrow("The same link occurs twice");
    const long = packText(`v=2 ${"n".repeat(LONGEST_NAME + 1)}`);
    expect(() => bookFromFragment(`runs=${long}`)).toThrow("is longer than 60 characters");
  });
});

describe("a change", () => {
  test("of a name keeps to one line and the maximum length", () => {
    const { runs } = renamed(BOOK, 0, `a\nb${"c".repeat(100)}`);
    expect(runs[0].name).toMatch(/^a b/);
    expect(runs[0].name).toHaveLength(LONGEST_NAME);
    expect(runs.slice(1)).toEqual(BOOK.runs.slice(1));
  });

  test("of the order moves the base along, and stops at the ends", () => {
    const up = moved(BOOK, 1, -1);
    expect([links(up), up.base]).toEqual([["&beta-ecn=0.8", "", "&aqm=pie"], 0]);
    const other = moved(BOOK, 2, -1);
    expect([links(other), other.base]).toEqual([["", "&aqm=pie", "&beta-ecn=0.8"], 2]);
    expect(moved(BOOK, 0, -1)).toBe(BOOK);
    expect(moved(BOOK, 2, 1)).toBe(BOOK);
  });

  test("by deletion keeps the base, or gives it to the first", () => {
    expect([without(BOOK, 0).base, without(BOOK, 1).base, without(BOOK, 2).base]).toEqual([0, 0, 1]);
    expect(links(without(BOOK, 1))).toEqual(["", "&aqm=pie"]);
    expect(links(withRun(BOOK, { link: "v=2&seed=3", name: "" })).at(-1)).toBe("&seed=3");
  });
});

const FILED: Book = {
  runs: [
    { link: "v=2", name: "as it comes: β, 中文" },
    { link: "v=2&beta-ecn=0.8&flow=cc=cubic,rtt=20ms", name: "" },
  ],
  base: 1,
  scales: "own",
};
const problemsOf = (text: string) =>
  readBookFile(text).problems.map(({ line, message }) => `${line} ${message}`);

describe("a notebook as a file", () => {
  test("reads back as it was written, also from Windows and with a byte-order mark", () => {
    const file = bookToFile(FILED);
    expect(readBookFile(file)).toEqual({ book: FILED, problems: [] });
    expect(readBookFile(`\uFEFF${file.replaceAll("\n", "\r\n")}`).book).toEqual(FILED);
  });

  test("is read as docs/notebook.md shows it", () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../../../docs/notebook.md"), "utf8");
    const { book, problems } = readBookFile(/```text\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
    expect(problems).toEqual([]);
    expect(book?.runs.map(({ name }) => name)).toEqual(["as it comes", "β_ecn 0.8"]);
  });

  test("can be written by hand: links alone, whole addresses, no base", () => {
    const { book } = readBookFile(
      "notebook: 1\nlink: https://sawtooth.example/#v=2\nrun: b\nlink: #v=2&rtt=20ms\n",
    );
    const runs = [
      { link: "v=2", name: "" },
      { link: "v=2&rtt=20ms", name: "b" },
    ];
    expect(book).toEqual({ runs, base: 0, scales: "auto" });
  });

  test("is read completely or not at all, with errors and their lines", () => {
    expect(readBookFile("").book).toBeNull();
    expect(problemsOf("")).toEqual(['0 The head has no line "notebook: …".']);
    expect(problemsOf("hello")).toEqual(['1 A line is "key: value"; this is "hello".']);
    const wrong = [
      "notebook: 1",
      "base: 4",
      "scales: big",
      "run: alone",
      "run: two",
      "link: v=2",
      "link: v=2",
      "link: two words",
      `run: ${"n".repeat(61)}`,
      "link: v=2&seed=2",
      "runs: 3",
    ].join("\n");
    const said = problemsOf(wrong);
    for (const [line, part] of [
      [2, "base: must be a whole number from 1 to 1"],
      [3, 'scales: must be "auto", "shared" or "own", got "big"'],
      [4, 'A line "run: …" is followed by its line "link: …".'],
      [7, "The same link occurs twice"],
      [8, "link: must be a link of the bench"],
      [10, "is longer than 60 characters"],
      [11, 'There is no "runs". Did you mean "run"'],
    ] as const)
      expect(said.filter((one) => one.startsWith(`${line} `)).join(), wrong).toContain(part);
    expect(said).toHaveLength(7);
  });

  test("has limits", () => {
    const many = Array.from({ length: MOST_RUNS + 1 }, (_, i) => `link: v=2&seed=${i}`).join("\n");
    expect(problemsOf(`notebook: 1\n${many}`)).toEqual(["26 A notebook holds at most 24 runs."]);
    expect(problemsOf("x".repeat(LONGEST_BOOK_FILE + 1))[0]).toMatch(
      /^0 The file has 200,001 characters; at most 200,000/,
    );
  });
});
