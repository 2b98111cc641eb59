import { expect, test } from "vitest";
import type { NumberParam } from "../../../../src/engine/index.ts";
import { fieldText, longestChars } from "../../../../src/ui/bench/rail/ValueField.tsx";

const param = (over: Partial<NumberParam>): NumberParam => ({
  kind: "number",
  id: "made",
  label: "Made",
  help: "",
  unit: "count",
  default: 1,
  min: 0,
  max: 100,
  step: 1,
  scale: "linear",
  ...over,
});

test("a field has room for its largest value, the one below it, its smallest, and the word for none", () => {
  expect(longestChars(param({}))).toBe("100".length);
  expect(longestChars(param({ unit: "ms", max: 200, step: 0.1 }))).toBe("199.9".length);
  expect(longestChars(param({ unit: "ratio", max: 1, step: 0.01 }))).toBe("1.00".length);
  expect(longestChars(param({ min: 1e-7, max: 1, step: 1 }))).toBe("1e-7".length);
  expect(longestChars(param({ min: -1000, max: 10 }))).toBe("-1000".length);
  expect(longestChars(param({ noneLabel: "no limit" }))).toBe("no limit".length);
  // The slider has no step below its smallest value.
  expect(longestChars(param({ min: 5, max: 10, step: 9.25 }))).toBe("10".length);
});

test("small values are written with a power of ten", () => {
  expect(fieldText(param({}), 2e-6)).toBe("2e-6");
  expect(fieldText(param({ unit: "ratio", step: 0.01 }), 0.5)).toBe("0.50");
});
