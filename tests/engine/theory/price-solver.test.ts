import { describe, expect, test } from "vitest";
import { ratesByPrices } from "../../../src/engine/theory/price-solver.ts";

describe("rates by prices", () => {
  test("one constraint is divided by weight", () => {
    const [a, b] = ratesByPrices([12], [[0], [0]], [2, 1]);
    expect(a).toBeCloseTo(8, 9);
    expect(b).toBeCloseTo(4, 9);
  });

  test("two constraints that one path passes: x = C1 - y, 1/x = 1/y + 1/z, by hand", () => {
    // Capacities 1 and 2, a path over both: 3x² - 6x + 2 = 0.
    const x = 1 - Math.sqrt(1 / 3);
    const rates = ratesByPrices([1, 2], [[0, 1], [0], [1]], [1, 1, 1]);
    for (const [i, expected] of [x, 1 - x, 2 - x].entries()) {
      expect(Math.abs(rates[i] - expected)).toBeLessThan(1e-10);
    }
  });

  test("capacities ten orders apart, and a constraint with slack", () => {
    const rates = ratesByPrices([1e-4, 1e6, 1e7], [[0, 1], [1], [1, 2]], [1, 1, 1]);
    expect(rates[0]).toBeCloseTo(1e-4, 12);
    for (const rate of rates.slice(1)) expect(rate / 5e5).toBeCloseTo(1, 8);
  });

  test("constraints that say the same twice", () => {
    const rates = ratesByPrices(
      [3, 3, 3],
      [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1, 2],
      ],
      [1, 1, 1],
    );
    for (const rate of rates) expect(rate).toBeCloseTo(1, 9);
  });
});
