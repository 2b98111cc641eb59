import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type Book, MOST_RUNS } from "../../../../src/ui/saved-runs/notebook/book.ts";
import {
  bookToFile,
  LONGEST_BOOK_FILE,
  readBookFile,
} from "../../../../src/ui/saved-runs/notebook/book-file.ts";

const BOOK: Book = {
  runs: [
    { link: "v=2", name: "as it comes: β, 中文" },
    { link: "v=2&beta-ecn=0.8&flow=cc=cubic,rtt=20ms", name: "" },
  ],
  base: 1,
  ownScales: true,
};
const problemsOf = (text: string) =>
  readBookFile(text).problems.map(({ line, message }) => `${line} ${message}`);

describe("a notebook as a file", () => {
  test("reads back as it was written, from Windows and with a mark of its encoding, too", () => {
    const file = bookToFile(BOOK);
    expect(readBookFile(file)).toEqual({ book: BOOK, problems: [] });
    expect(readBookFile(`\uFEFF${file.replaceAll("\n", "\r\n")}`).book).toEqual(BOOK);
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
    expect(book).toEqual({ runs, base: 0, ownScales: false });
  });

  test("is read whole or not at all, and says what is wrong and where", () => {
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
      [3, 'scales: must be "shared" or "own", got "big"'],
      [4, 'A line "run: …" is followed by its line "link: …".'],
      [7, "The same link stands twice"],
      [8, "link: must be a link of the bench"],
      [10, "is longer than 60 letters"],
      [11, 'There is no "runs"; "run"'],
    ] as const)
      expect(said.filter((one) => one.startsWith(`${line} `)).join(), wrong).toContain(part);
    expect(said).toHaveLength(7);
  });

  test("has its limits", () => {
    const many = Array.from({ length: MOST_RUNS + 1 }, (_, i) => `link: v=2&seed=${i}`).join("\n");
    expect(problemsOf(`notebook: 1\n${many}`)).toEqual(["26 A notebook holds at most 24 runs."]);
    expect(problemsOf("x".repeat(LONGEST_BOOK_FILE + 1))[0]).toMatch(
      /^0 The file has 200,001 letters; at most 200,000/,
    );
  });
});
