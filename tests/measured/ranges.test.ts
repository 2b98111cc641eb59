import { expect, test } from "vitest";
import { Ranges } from "../../src/measured/ranges.ts";

test("adds, merges and drops ranges", () => {
  const ranges = new Ranges();
  expect(ranges.add(10, 20)).toBe(10);
  expect(ranges.add(15, 30)).toBe(10);
  expect(ranges.add(40, 50)).toBe(10);
  expect([ranges.count, ranges.total, ranges.covered(0, 45)]).toEqual([2, 30, 25]);
  ranges.dropBelow(25);
  expect([ranges.count, ranges.total]).toEqual([2, 15]);
});

test("leaves out a further range at the limit, but still merges, so that one long range replaces all", () => {
  const ranges = new Ranges(3);
  for (const from of [10, 20, 30]) ranges.add(from, from + 1);
  expect(ranges.isIncomplete).toBe(false);
  expect(ranges.add(40, 41)).toBe(1);
  expect([ranges.count, ranges.total, ranges.isIncomplete]).toEqual([3, 3, true]);
  expect(ranges.add(0, 35)).toBe(32);
  expect([ranges.count, ranges.total]).toEqual([1, 35]);
});
