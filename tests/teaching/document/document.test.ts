import { describe, expect, test } from "vitest";
import {
  HeadReader,
  markdownFault,
  readDocument,
  tokensOf,
  wholeNumber,
} from "../../../src/teaching/document/document.ts";

const FILE = `---
kind: lesson
title: Bufferbloat: a queue that is too long
point: a
point: b
---
The opening.

## First step

Some words.

- [ ] no
- [x] yes

## Second step

### Smaller heading
More words.
`;

describe("a document", () => {
  test("has a head, an opening, and a section for each heading of the second level", () => {
    const { document } = readDocument(FILE);
    expect(document?.head).toEqual([
      { key: "kind", value: "lesson", line: 2 },
      { key: "title", value: "Bufferbloat: a queue that is too long", line: 3 },
      { key: "point", value: "a", line: 4 },
      { key: "point", value: "b", line: 5 },
    ]);
    expect(document?.opening.map(({ type }) => type)).toEqual(["paragraph"]);
    expect(document?.sections.map(({ title, line }) => [title, line])).toEqual([
      ["First step", 9],
      ["Second step", 16],
    ]);
    expect(document?.sections[0].tokens.map(({ type }) => type)).toEqual(["paragraph", "list"]);
    expect(document?.sections[1].tokens.map(({ type }) => type)).toEqual(["heading", "paragraph"]);
  });

  test("may come from any editor: byte-order mark, other line endings", () => {
    const { document } = readDocument(`\uFEFF${FILE.replaceAll("\n", "\r\n")}`);
    expect(document?.sections.map(({ line }) => line)).toEqual([9, 16]);
  });

  test.each([
    ["no head", 1, /begins with a line "---"/],
    ["---\ntitle: x\n", 1, /no second line/],
    ["---\nTitle is x\n---\n", 2, /"key: value", got "Title is x"/],
  ])("%j is refused with its line", (file, line, message) => {
    const { problems } = readDocument(file);
    expect(problems).toEqual([{ line, message: expect.stringMatching(message) }]);
  });

  test("has a maximum length", () => {
    expect(readDocument("x".repeat(100_001)).problems[0].message).toMatch(/at most 100000/);
  });
});

const faultOf = (text: string) => markdownFault(text.split("\n"));

test("a paragraph has a limit of special characters, which an empty line resets", () => {
  const half = "_a* ".repeat(50);
  expect(faultOf(`${half}\n${half}`)).toBeNull();
  expect(faultOf(`${half}${half}\n\n${half}${half}`)).toBeNull();
  expect(faultOf(`word\n${half}\n${half}*`)).toEqual({
    line: 3,
    message:
      "There are more than 200 signs of Markdown (* _ ~ ` [ ] ! <) without an empty line between them.",
  });
});

test("300 lines are the limit too", () => {
  const lines = "a\n".repeat(299);
  expect(faultOf(`${lines}a\n\n${lines}a`)).toBeNull();
  expect(faultOf(`a\n\n${lines}a\na`)).toEqual({
    line: 303,
    message: "There are more than 300 lines without an empty one between them.",
  });
});

test("quotations and lists nest eight levels deep at most", () => {
  const message = "Quotations and lists may be nested 8 levels deep; this line starts a deeper level.";
  for (const marker of [">", "> ", "- ", "1. ", "> 1) "]) {
    const each = marker.trim().split(" ").length;
    expect(faultOf(marker.repeat(8 / each))).toBeNull();
    expect(faultOf(`a\n\n${marker.repeat(9 / each + 1)}`)).toEqual({ line: 3, message });
  }
  expect(faultOf("1.5 > 1 - 2 * 3")).toBeNull();
});

test("a line starts with forty spaces at most", () => {
  expect(faultOf(`${" ".repeat(40)}a\n${" ".repeat(4000)}`)).toBeNull();
  expect(faultOf(`a\n${" ".repeat(41)}- b`)).toEqual({
    line: 2,
    message: "A line may start with at most 40 spaces.",
  });
});

test("a file that is too complex is refused with its line, before its Markdown is read", () => {
  const { document, problems } = readDocument(`---\nid: a\n---\n\n${">".repeat(20_000)} a\n`);
  expect(document).toBeNull();
  expect(problems).toEqual([
    {
      line: 5,
      message: "Quotations and lists may be nested 8 levels deep; this line starts a deeper level.",
    },
  ]);
});

const head = (...lines: readonly string[]) =>
  new HeadReader(
    lines.map((line, i) => ({
      key: line.split(":")[0],
      value: line.slice(line.indexOf(":") + 1).trim(),
      line: i + 2,
    })),
    { single: ["id", "seeds"], many: ["count"] },
  );

test("a head is read key by key, and every fault has its line", () => {
  const read = head("id: a", "count: 1", "count: x", "seed: 1", "id: b", "zzzzzz: 1");
  expect(read.one("id", (text) => text)).toBe("a");
  expect(read.one("seeds", Number, 7)).toBe(7);
  expect(read.one("seeds", Number)).toBeUndefined();
  expect(read.every("count", (text) => wholeNumber(text, 1, 9), 5)).toEqual([{ line: 3, value: 1 }]);
  expect(read.every("count", (text) => text, 1)).toEqual([{ line: 3, value: "1" }]);
  expect([read.lineOf("count"), read.lineOf("seeds")]).toEqual([3, 0]);
  expect(read.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '5: There is no "seed". Did you mean "seeds"?',
    '6: "id" occurs twice; only one is allowed.',
    '7: There is no "zzzzzz". Allowed: id, seeds, count.',
    '0: The head has no line "seeds: …".',
    '4: count: must be a whole number from 1 to 9, got "x"',
    '4: "count" may occur at most 1 times.',
  ]);
});

test.each([
  [">".repeat(3500), "Quotations and lists may be nested 8 levels deep"],
  ["_a*".repeat(6700), "more than 200 signs of Markdown"],
  ["a\n".repeat(301), "more than 300 lines"],
  ["a ".repeat(50_001), "at most 100000 are read as Markdown"],
  [`${"|a".repeat(101)}\n${"|-".repeat(101)}\n${"|b\n".repeat(100)}`, "more than 10000 cells"],
  [`> ${"|a".repeat(101)}\n> ${":-|".repeat(101)}\n${"> |b\n".repeat(100)}`, "more than 10000 cells"],
  [`${"a".repeat(2000)}@`, 'A word with "@" may have at most 2000 characters'],
  [`http://a.b/${"&a;".repeat(700)}`, 'at most 20 of "www." "://" "(" ")" ";"'],
  [`www.a.b/${")".repeat(2000)}`, 'at most 20 of "www." "://" "(" ")" ";"'],
  [`http://a.b/${",".repeat(2000)}`, "at most 20 punctuation marks in a row"],
  [`www.a.b/${"?.:'".repeat(500)}`, "at most 20 punctuation marks in a row"],
])("a text that is too complex or too long stays as typed: %.6s", (text, why) => {
  expect(tokensOf(text)).toEqual([{ type: "plain", raw: text, fault: expect.stringContaining(why) }]);
});

test.each([
  [
    "a table of 100 rows and 90 columns",
    `${"|a".repeat(90)}|\n${"|-".repeat(90)}|\n${"|b\n".repeat(100)}`,
    "table",
  ],
  [
    "a long link with a scenario",
    `<https://a.b/#v=2&program=${"x".repeat(20_000)}&flow=(cc=cubic)>`,
    "paragraph",
  ],
])("%s is read as Markdown", (_, text, type) => {
  expect(tokensOf(text)[0].type).toBe(type);
});

test("any text is read fast, whatever it repeats", () => {
  const pieces = [
    "www.a.(",
    "> a\n",
    "- a\n\n",
    "|a|b|\n\n",
    "[a]: b\n\n",
    "&amp;",
    "\\*",
    "a@b.c ",
    "_a*\n\n",
  ];
  const begin = performance.now();
  for (const piece of pieces) tokensOf(piece.repeat(20_000 / piece.length));
  expect(performance.now() - begin).toBeLessThan(5000);
});
