import { expect, test } from "vitest";
import { rowsOf } from "../../src/teaching/csv-rows.ts";

const rows = (text: string, holdsCommas = false) =>
  rowsOf(text, () => holdsCommas).map(({ line, cells }) => [line, ...cells]);

test("rows are parted by what the first line has outside quotes", () => {
  expect(rows('a,"b;c"\r\nd,e')).toEqual([
    [1, "a", "b;c"],
    [2, "d", "e"],
  ]);
  expect(rows('a;"b,c"')).toEqual([[1, "a", "b,c"]]);
  expect(rows("a\tb,c;d")).toEqual([[1, "a", "b,c;d"]]);
  expect(rows("a,b;c")).toEqual([[1, "a", "b;c"]]);
  expect(rows("a,b;c", true)).toEqual([[1, "a,b", "c"]]);
});

test("a text may say what parts it, and lines keep their numbers", () => {
  expect(rows('sep=;\r\na,b;"c\nd"\re;f')).toEqual([
    [2, "a,b", "c\nd"],
    [4, "e", "f"],
  ]);
});
