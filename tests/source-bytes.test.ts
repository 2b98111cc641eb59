import { expect, test } from "vitest";
import { sourceBytes } from "../scripts/source-bytes.ts";

const map = (mappings: string) => JSON.stringify({ version: 3, sources: ["a.ts", "b.ts"], mappings });

test("each part of a line belongs to the source of the previous mapping, up to the end of the line", () => {
  expect([...sourceBytes("abcdefgh", map("AAAA,GCAA"))]).toEqual([
    ["a.ts", 3],
    ["b.ts", 5],
  ]);
});

test("a source continues on the next line, and columns restart; negative steps lead back", () => {
  expect([...sourceBytes("abc\ndefg", map("ACAA;AAAA,CDAA"))]).toEqual([
    ["b.ts", 4],
    ["a.ts", 3],
  ]);
});

test("numbers of several digits are read, and text without a source counts under an empty name", () => {
  const code = `${"x".repeat(100)}yyyy`;
  expect([...sourceBytes(code, map("A,oGAAA"))]).toEqual([
    ["", 100],
    ["a.ts", 4],
  ]);
});
