import { expect, test } from "vitest";
import {
  distribution,
  mean,
  median,
  percentile,
  quartiles,
  rankCorrelation,
  rounded,
  spread,
  standardDeviation,
} from "../../src/experiments/statistics.ts";

test("of nothing there is nothing", () => {
  for (const of of [mean, median, spread, quartiles, standardDeviation]) expect(of([])).toBe(null);
  expect(standardDeviation([1])).toBe(null);
});

test("means, medians and percentiles", () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect([0, 25, 50, 100].map((percent) => percentile([10, 20, 30, 40, 50], percent))).toEqual([
    10, 20, 30, 50,
  ]);
  expect(percentile([1, 2], 90)).toBeCloseTo(1.9, 12);
});

test("spreads", () => {
  expect(spread([3, 1, 2])).toEqual({ mid: 2, low: 1, high: 3 });
  expect(quartiles([1, 2, 3, 4, 100])).toEqual({ mid: 3, low: 2, high: 4 });
  expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5);
  expect(distribution([3, 1])).toEqual({ x: [1, 3], y: [0.5, 1] });
});

test("rank correlation is 1 for any rise, −1 for any fall, and shares the ranks of equals", () => {
  expect(rankCorrelation([1, 2, 3, 4], [1, 10, 100, 1000])).toBeCloseTo(1, 12);
  expect(rankCorrelation([1, 2, 3], [9, 8, 1])).toBeCloseTo(-1, 12);
  // 1 − 6 Σd² / (n (n² − 1)) with Σd² = 2.
  expect(rankCorrelation([1, 2, 3, 4, 5], [1, 2, 3, 5, 4])).toBeCloseTo(0.9, 12);
  expect(rankCorrelation([1, 2, 3], [5, 5, 6])).toBeCloseTo(Math.sqrt(3) / 2, 12);
  expect(rankCorrelation([1, 2], [3, 3])).toBe(null);
  expect(rankCorrelation([], [])).toBe(null);
});

test("numbers that go into files keep seven digits; whole ones stay as they are", () => {
  expect(rounded(1 / 3)).toBe(0.3333333);
  expect(rounded(123_456_789)).toBe(123_456_789);
  expect(rounded(Number.NaN)).toBe(null);
  expect(rounded(Number.POSITIVE_INFINITY)).toBe(null);
});
