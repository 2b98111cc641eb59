import { expect, test } from "vitest";
import type { Pair } from "../../../src/experiments/kwon/paper.ts";
import { FEW_SIGNALS, kwon4, kwon5, MANY_SIGNALS, rateAt } from "../../../src/experiments/kwon/rate-model.ts";
import { claimsOf, held, quickOutcome } from "./runs.ts";

const rates = (pair: Pair, signals = FEW_SIGNALS) =>
  [0, 0.5, 1].map((share) => Math.round(100 * rateAt(share, signals, pair)) / 100);

test.each<[Pair, number[]]>([
  [
    [1, 0.5],
    [19.36, 105.33, 131.49],
  ],
  [
    [0.2, 0.875],
    [19.36, 58.21, 62.7],
  ],
  [
    [0.1, 0.9355],
    [19.36, 43.86, 45.51],
  ],
])("the rate with (α, β) %s for ρ 0, 0.5 and 1 (eqs. 1 to 15)", (pair, expected) => {
  expect(rates(pair)).toEqual(expected);
});

test("many signals leave less to gain", () => {
  expect(rates([0.2, 0.875], MANY_SIGNALS)).toEqual([6.84, 8.52, 9.06]);
});

test("with steps of α the pairs that are fair to TCP are equal within 2 %", () => {
  const pairs: Pair[] = [
    [1, 0.5],
    [0.8, 0.5789],
    [0.2, 0.875],
    [0.1, 0.9355],
  ];
  const corrected = pairs.map((pair) => rateAt(1, FEW_SIGNALS, pair, "corrected"));
  expect(Math.max(...corrected) / Math.min(...corrected)).toBeLessThan(1.02);
});

test("no runs: curves of the closed form, which rise with the share of marks", () => {
  expect(kwon4.jobs("full")).toHaveLength(0);
  const { figures } = quickOutcome(kwon4);
  const [few, many] = figures[0].series;
  expect([few.y[0], few.y.at(-1)].map((rate) => rate?.toFixed(2))).toEqual(["19.36", "62.70"]);
  expect([many.y[0], many.y.at(-1)].map((rate) => rate?.toFixed(2))).toEqual(["6.84", "9.06"]);
  expect(held(claimsOf(kwon4, () => ({})))).toEqual(["rises-0.01", "rises-0.05"]);
});

test("no runs: the pairs diverge as published, and coincide when corrected", () => {
  expect(kwon5.jobs("full")).toHaveLength(0);
  const { figures } = quickOutcome(kwon5);
  const ends = figures.map(({ series }) => series.map(({ y }) => y.at(-1) ?? 0));
  expect(ends[0][0] / ends[0][3]).toBeGreaterThan(2.5);
  expect(ends[1][0] / ends[1][3]).toBeLessThan(1.02);
  expect(held(claimsOf(kwon5, () => ({})))).toEqual(["order"]);
});
