import { expect, test } from "vitest";
import { gainsText, gainText, mbpsText, msText, rangeText, rises } from "../../src/lib/number-text.ts";

test("gains have their sign, and zero has none", () => {
  expect([24.46, -2.1, 0.04, -0.04].map(gainText)).toEqual(["+24.5 %", "−2.1 %", "0.0 %", "0.0 %"]);
  expect(msText(1.25)).toBe("+1.3 ms");
  expect(mbpsText(19_304_000)).toBe("19.30 Mbps");
});

test("several runs show their range", () => {
  expect(gainsText([])).toBe("–");
  expect(gainsText([12])).toBe("+12.0 %");
  expect(gainsText([-2, 16])).toBe("+7.0 % (−2.0 to 16.0)");
});

test("a rise may have a tolerance", () => {
  expect(rises([1, 1, 2])).toBe(true);
  expect(rises([1, 0.9, 2])).toBe(false);
  expect(rises([1, 0.9, 2], 0.2)).toBe(true);
});

test("both ends, or one number if they are equal", () => {
  expect(rangeText([12.4, 7.2, 9], 0)).toBe("7 to 12");
  expect(rangeText([0.81, 0.79], 1)).toBe("0.8");
});
