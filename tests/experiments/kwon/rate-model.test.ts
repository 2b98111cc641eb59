import { expect, test } from "vitest";
import { FEW_SIGNALS, MANY_SIGNALS, rateAt } from "../../../src/experiments/kwon/rate-model.ts";
import type { Pair } from "../../../src/experiments/kwon/senders.ts";

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

test("with many signals there is less to gain", () => {
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
