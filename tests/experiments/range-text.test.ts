import { expect, test } from "vitest";
import { rangeText } from "../../src/experiments/range-text.ts";

test("both ends, or one number where they are alike", () => {
  expect(rangeText([12.4, 7.2, 9], 0)).toBe("7 to 12");
  expect(rangeText([0.81, 0.79], 1)).toBe("0.8");
});
