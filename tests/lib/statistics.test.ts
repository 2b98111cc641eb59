import { expect, test } from "vitest";
import {
  distribution,
  estimate,
  mean,
  median,
  percentile,
  quartiles,
  rankCorrelation,
  rounded,
  spread,
  standardDeviation,
  studentQuantile,
} from "../../src/lib/statistics.ts";

test("no values give no statistics", () => {
  for (const of of [mean, median, spread, quartiles, standardDeviation]) expect(of([])).toBe(null);
  expect(standardDeviation([1])).toBe(null);
});

test("computes means, medians and percentiles", () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect([0, 25, 50, 100].map((percent) => percentile([10, 20, 30, 40, 50], percent))).toEqual([
    10, 20, 30, 50,
  ]);
  expect(percentile([1, 2], 90)).toBeCloseTo(1.9, 12);
});

test("computes spreads", () => {
  expect(spread([3, 1, 2])).toEqual({ mid: 2, low: 1, high: 3 });
  expect(quartiles([1, 2, 3, 4, 100])).toEqual({ mid: 3, low: 2, high: 4 });
  expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5);
  expect(distribution([3, 1])).toEqual({ x: [1, 3], y: [0.5, 1] });
});

test("computes Student's t as NIST/SEMATECH prints it (e-Handbook 1.3.6.7.2, column 0.975)", () => {
  const published = [
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [9, 2.262],
    [10, 2.228],
    [19, 2.093],
    [29, 2.045],
    [30, 2.042],
    [99, 1.984],
    [100, 1.984],
  ];
  for (const [degrees, t] of published) expect(studentQuantile(degrees)).toBeCloseTo(t, 3);
  // For infinitely many values, the limit is that of the normal distribution, 1.959964.
  expect(studentQuantile(999)).toBeGreaterThan(1.96);
  expect(studentQuantile(999)).toBeLessThan(1.9625);
});

test("computes the 95 % interval of a mean; a single value has none", () => {
  // For n = 4, mean 5 and standard deviation 2.581989, the half-width is 3.182446 × 2.581989 / 2.
  const four = estimate([2, 4, 6, 8]);
  expect(four).toMatchObject({ n: 4, mean: 5, min: 2, max: 8 });
  expect(four?.sd).toBeCloseTo(2.581989, 6);
  expect(four?.interval?.low).toBeCloseTo(5 - 4.108521, 5);
  expect(four?.interval?.high).toBeCloseTo(5 + 4.108521, 5);
  expect(estimate([3])).toMatchObject({ n: 1, mean: 3, sd: null, interval: null });
  expect(estimate([3, 3])).toMatchObject({ sd: 0, interval: { low: 3, high: 3 } });
  // Repeating the same run gives no information about the spread.
  expect(estimate([3, 3], false)).toMatchObject({ n: 2, sd: null, interval: null });
  expect(estimate([])).toBe(null);
});

test("rank correlation is 1 for any rise, −1 for any fall, and averages the ranks of equals", () => {
  expect(rankCorrelation([1, 2, 3, 4], [1, 10, 100, 1000])).toBeCloseTo(1, 12);
  expect(rankCorrelation([1, 2, 3], [9, 8, 1])).toBeCloseTo(-1, 12);
  // The coefficient is 1 − 6 Σd² / (n (n² − 1)) with Σd² = 2.
  expect(rankCorrelation([1, 2, 3, 4, 5], [1, 2, 3, 5, 4])).toBeCloseTo(0.9, 12);
  expect(rankCorrelation([1, 2, 3], [5, 5, 6])).toBeCloseTo(Math.sqrt(3) / 2, 12);
  expect(rankCorrelation([1, 2], [3, 3])).toBe(null);
  expect(rankCorrelation([], [])).toBe(null);
});

test("numbers in files keep seven digits; integers stay unchanged", () => {
  expect(rounded(1 / 3)).toBe(0.3333333);
  expect(rounded(123_456_789)).toBe(123_456_789);
  expect(rounded(Number.NaN)).toBe(null);
  expect(rounded(Number.POSITIVE_INFINITY)).toBe(null);
});
