import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromFraction, roundSensibly, toFraction, valueForKey } from "../../../src/ui/charts/slider-keys.ts";

const linear = { min: 0, max: 100, log: false };
const log = { min: 0.1, max: 1000, log: true };

describe("slider keys", () => {
  it("move by a twentieth, a hundredth and a tenth of the range", () => {
    expect(valueForKey("ArrowRight", false, 50, linear)).toBe(55);
    expect(valueForKey("ArrowDown", false, 50, linear)).toBe(45);
    expect(valueForKey("ArrowUp", true, 50, linear)).toBe(51);
    expect(valueForKey("PageUp", false, 50, linear)).toBe(60);
    expect(valueForKey("PageDown", false, 50, linear)).toBe(40);
  });

  it("move by ratios on a logarithmic range", () => {
    expect(valueForKey("PageUp", false, 10, log)).toBe(25);
  });

  it("reach the ends and stop there", () => {
    expect(valueForKey("Home", false, 50, linear)).toBe(0);
    expect(valueForKey("End", false, 50, linear)).toBe(100);
    expect(valueForKey("PageUp", false, 98, linear)).toBe(100);
    expect(valueForKey("PageDown", false, 0.1, log)).toBe(0.1);
  });

  it("leave other keys alone", () => {
    expect(valueForKey("a", false, 50, linear)).toBeNull();
  });

  it("lose no press to rounding", () => {
    const beta = { min: 0.5, max: 0.99, log: false, step: 0.01 };
    expect(valueForKey("ArrowRight", true, 0.8, beta)).toBe(0.81);
    expect(valueForKey("ArrowLeft", true, 0.8, beta)).toBe(0.79);
    const narrow = { min: 90, max: 110, log: true };
    expect(valueForKey("ArrowRight", true, 100, narrow)).toBe(101);
  });
});

describe("fractions of a range", () => {
  it("come back to the value they were made of", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1000, noNaN: true }), fc.boolean(), (value, isLog) => {
        const range = { min: 0.1, max: 1000, log: isLog };
        expect(fromFraction(toFraction(value, range), range) / value).toBeCloseTo(1, 6);
      }),
    );
  });

  it("exist for a logarithmic range that begins at 0", () => {
    const range = { min: 0, max: 1000, log: true };
    expect(toFraction(0, range)).toBe(0);
    expect(fromFraction(0, range)).toBe(0);
    expect(fromFraction(0.5, range)).toBeCloseTo(1);
  });
});

describe("rounding", () => {
  it("keeps two digits on a log range and whole steps of a linear one", () => {
    expect(roundSensibly(12.3456, log)).toBe(12);
    expect(roundSensibly(0.80449, { min: 0.5, max: 0.99, log: false, step: 0.01 })).toBe(0.8);
    expect(roundSensibly(0.80449, { min: 0.5, max: 0.99, log: false })).toBe(0.804);
  });
});
