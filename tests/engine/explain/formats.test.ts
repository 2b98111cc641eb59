import { expect, test } from "vitest";
import {
  duration,
  numberText,
  percent,
  quantity,
  rounded,
  segmentRate,
  timeText,
} from "../../../src/engine/explain/formats.ts";

test("numbers have three digits below 100, one decimal below 1000, and no decimals above", () => {
  expect([0.7142857, 4.2171633, 83.33333, 104.25, 999.96, 10_433.4].map(rounded)).toEqual([
    0.714, 4.22, 83.3, 104.3, 1000, 10_433,
  ]);
});

test("values have the units of the page", () => {
  expect([numberText(0.8), numberText(14.5), quantity(1, "segments"), quantity(83.33, "segments")]).toEqual([
    "0.8",
    "14.5",
    "1 segment",
    "83.3 segments",
  ]);
  expect([percent(0.125), segmentRate(833.333)]).toEqual(["12.5 %", "833.3 segments/s"]);
});

test("times are in ms below a second, and in s above", () => {
  expect([7_904_000, 999_000_000, 1_250_000_000].map(timeText)).toEqual(["7.9 ms", "999 ms", "1.25 s"]);
  expect([12_000, 8].map(timeText)).toEqual(["12 µs", "8 ns"]);
  expect([8, 12_000, 350_000, 7_904_000, 1_250_000_000].map(duration)).toEqual([
    "8 ns",
    "12 µs",
    "0.35 ms",
    "7.9 ms",
    "1.25 s",
  ]);
});
