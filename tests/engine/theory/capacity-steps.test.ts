import { describe, expect, test } from "vitest";
import { capacityFactors, factorAt } from "../../../src/engine/theory/capacity-steps.ts";

describe("capacity over time", () => {
  test("without a pattern it stays as declared", () => {
    expect(capacityFactors("", 100)).toEqual([{ fromS: 0, factor: 1 }]);
  });

  test("a square wave: full in the first half of each period, its value in the second", () => {
    const steps = capacityFactors("square:10:0.5", 25);
    expect(steps.map(({ fromS }) => fromS)).toEqual([0, 5, 10, 15, 20]);
    expect([0, 4.9, 5, 12, 17, 24].map((t) => factorAt(steps, t))).toEqual([1, 1, 0.5, 1, 0.5, 1]);
  });

  test("steps: unchanged before the first; repeated, the last one holds until then", () => {
    const once = capacityFactors("2:0.5;6:2", 100);
    expect([0, 2, 6, 99].map((t) => factorAt(once, t))).toEqual([1, 0.5, 2, 2]);
    const again = capacityFactors("2:0.5;6:2;repeat:10", 25);
    expect([0, 2, 6, 11, 12, 21].map((t) => factorAt(again, t))).toEqual([1, 0.5, 2, 2, 0.5, 2]);
  });

  test("a pattern faster than can be drawn counts by its mean", () => {
    expect(capacityFactors("square:0.02:0.5", 3600)).toEqual([{ fromS: 0, factor: 0.75 }]);
    const [{ factor }] = capacityFactors("0.01:0.5;0.02:2;repeat:0.04", 3600);
    expect(factor).toBeCloseTo((0.5 * 0.01 + 2 * 0.03) / 0.04, 12);
  });
});
