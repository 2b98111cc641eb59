import { describe, expect, test } from "vitest";
import { RandomStream } from "../../../src/engine/core/random.ts";
import { exponential, paretoTwo, RandomSize } from "../../../src/engine/traffic/random-size.ts";

function meanOf(draw: (u: number) => number, n = 200_000): number {
  const stream = new RandomStream(7, "sizes");
  let sum = 0;
  for (let i = 0; i < n; i++) sum += draw(stream.uniform());
  return sum / n;
}

describe("random sizes", () => {
  test("exponential sizes have the given mean, and e^-1 of them are longer", () => {
    expect(meanOf((u) => exponential(3, u))).toBeCloseTo(3, 1);
    expect(meanOf((u) => (exponential(3, u) > 3 ? 1 : 0))).toBeCloseTo(Math.exp(-1), 2);
  });

  test("Pareto II sizes have the given mean, and the median of the formula", () => {
    expect(meanOf((u) => paretoTwo(10, 3, u))).toBeCloseTo(10, 0);
    expect(paretoTwo(10, 1.2, 0.5)).toBeCloseTo(10 * 0.2 * (2 ** (1 / 1.2) - 1), 9);
    expect(paretoTwo(10, 1.2, 0)).toBe(0);
  });

  test("draws are whole bytes, at least one, and none is beyond ten thousand means", () => {
    const size = new RandomSize({
      "transfer-size": 1000,
      "size-distribution": "pareto",
      "size-shape": 1.05,
    });
    expect(size.draw(0)).toBe(1);
    expect(size.draw(1 - 2 ** -32)).toBe(10_000_000);
    expect(Number.isInteger(size.draw(0.337))).toBe(true);
  });

  test("fixed sizes all equal the mean", () => {
    const size = new RandomSize({ "transfer-size": 1234, "size-distribution": "fixed", "size-shape": 2 });
    expect([size.draw(0.1), size.draw(0.99)]).toEqual([1234, 1234]);
  });
});
