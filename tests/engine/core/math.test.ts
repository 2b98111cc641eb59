import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clamp, cubeRoot } from "../../../src/engine/core/math.ts";

/** Returns the distance between `value` and `exact` in units in the last place of `exact`. */
function ulps(value: number, exact: number): number {
  const exponent = Math.floor(Math.log2(Math.abs(exact)));
  return Math.abs(value - exact) / 2 ** (exponent - 52);
}

describe("cubeRoot", () => {
  test.each([
    [0, 0],
    [1, 1],
    [8, 2],
    [27, 3],
    [1e-9, 1e-3],
    [1e300, 1e100],
    [-64, -4],
  ])("of %s is %s", (x, root) => {
    if (root === 0) expect(cubeRoot(x)).toBe(0);
    else expect(ulps(cubeRoot(x), root)).toBeLessThanOrEqual(1);
  });

  test("is within two units in the last place over the range of doubles, except subnormal numbers", () => {
    const exponent = fc.integer({ min: -1021, max: 1020 });
    const mantissa = fc.double({ min: 1, max: 2, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(mantissa, exponent, fc.boolean(), (m, e, negative) => {
        const x = (negative ? -1 : 1) * m * 2 ** e;
        expect(ulps(cubeRoot(x), Math.cbrt(x))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 5000 },
    );
  });

  test("is odd", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        expect(cubeRoot(-x)).toBe(-cubeRoot(x));
      }),
    );
  });

  test("returns an argument without a finite root unchanged", () => {
    expect(cubeRoot(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(cubeRoot(Number.NaN)).toBeNaN();
  });
});

test("clamp keeps a value within its bounds", () => {
  expect([clamp(5, 1, 9), clamp(0, 1, 9), clamp(10, 1, 9), clamp(1, 1, 9)]).toEqual([5, 1, 9, 1]);
});
