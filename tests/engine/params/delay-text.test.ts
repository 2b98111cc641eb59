import { expect, test } from "vitest";
import { delayText } from "../../../src/engine/params/delay-text.ts";

const oneDecimal = (ms: number) => ms.toFixed(1);

test("delays are in ms where a decimal of it says something, below that in µs and ns", () => {
  expect([1036.2, 5, 0.1, 0].map((ms) => delayText(ms, oneDecimal))).toEqual([
    "1036.2 ms",
    "5.0 ms",
    "0.1 ms",
    "0.0 ms",
  ]);
  expect([0.0999, 0.012, 0.00012, 0.0000999, 8e-6].map((ms) => delayText(ms, oneDecimal))).toEqual([
    "99.9 µs",
    "12 µs",
    "0.12 µs",
    "99.9 ns",
    "8 ns",
  ]);
});

test("what is no number is left to whoever writes it", () => {
  expect(delayText(Number.NaN, () => "–")).toBe("– ms");
});
