import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/teaching/document.ts";

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

  test("may come from any editor: byte-order mark, other ends of lines", () => {
    const { document } = readDocument(`\uFEFF${FILE.replaceAll("\n", "\r\n")}`);
    expect(document?.sections.map(({ line }) => line)).toEqual([9, 16]);
  });

  test.each([
    ["no head", 1, /begins with a line "---"/],
    ["---\ntitle: x\n", 1, /no second line/],
    ["---\nTitle is x\n---\n", 2, /"key: value"; this is "Title is x"/],
  ])("%j is refused with its line", (file, line, message) => {
    const { problems } = readDocument(file);
    expect(problems).toEqual([{ line, message: expect.stringMatching(message) }]);
  });

  test("has a longest length", () => {
    expect(readDocument("x".repeat(100_001)).problems[0].message).toMatch(/at most 100000/);
  });
});
