import { describe, expect, test } from "vitest";
import { ColumnNumbers, plainDigits, roundedTo } from "../../../src/teaching/tables/table-numbers.ts";

const alone = (text: string) => new ColumnNumbers([text], []).read(text);

describe("a number in a table", () => {
  test.each([
    ["1,000.00", 1000],
    ["1.000,00", 1000],
    ["1 000,00", 1000],
    ["1\u00A0000,00", 1000],
    ["1\u202F000,50", 1000.5],
    ["1'000.00", 1000],
    ["1’000.5", 1000.5],
    ["10,00,000.00", 1_000_000],
    ["1,000,000", 1_000_000],
    ["1.000.000", 1_000_000],
    ["1 000", 1000],
    ["100", 100],
    ["100,00", 100],
    ["3.00", 3],
    ["0,125", 0.125],
    ["0.125", 0.125],
    ["12.5", 12.5],
    ["1234,567", 1234.567],
    ["١٠٠٫٥٠", 100.5],
    ["١٬٠٠٠٫٥٠", 1000.5],
    ["۱۰۰", 100],
    ["１，０００．００", 1000],
    ["-2,5", -2.5],
  ])("%j is %d", (text, value) => {
    expect(alone(text)).toBe(value);
  });

  test.each(["", "-", "A", "1.2.3", "1,2,3", "1,0000,000", "12 points", "1e3", "1,000.00.1"])(
    "%j is no number",
    (text) => {
      expect(alone(text)).toBeNull();
    },
  );

  test("that is ambiguous is decided by the column, then by the table, and refused if both are silent", () => {
    expect(() => alone("1,000")).toThrow("“1,000” can mean 1000 or 1; write it as 1000 or 1.00");
    expect(() => alone("1.000")).toThrow(/can mean 1000 or 1/);
    expect(new ColumnNumbers(["1,000", "12.50"], []).read("1,000")).toBe(1000);
    expect(new ColumnNumbers(["1,000", "12,50"], []).read("1,000")).toBe(1);
    expect(new ColumnNumbers(["1.000"], ["x", "7,5"]).read("1.000")).toBe(1000);
    // The column's own numbers take precedence over the rest of the table. If numbers contradict each other, nothing
    // is decided.
    expect(new ColumnNumbers(["1.000", "2.5"], ["7,5"]).read("1.000")).toBe(1);
    expect(() => new ColumnNumbers(["1.000"], ["7,5", "7.5"]).read("1.000")).toThrow(/can mean/);
  });
});

test("rounds half up in decimal notation", () => {
  expect([roundedTo(0.125, 2), roundedTo(1.005, 2), roundedTo((1 / 3) * 3, 2), roundedTo(2.675, 2)]).toEqual([
    0.13, 1.01, 1, 2.68,
  ]);
  expect(plainDigits("参加者１２ ٣")).toBe("参加者12 3");
});
