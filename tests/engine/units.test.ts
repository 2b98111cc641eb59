import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Unit } from "../../src/engine/index.ts";
import {
  formatQuantity,
  formatRange,
  formatSize,
  parseQuantity,
  parseQuantityIn,
  parseSize,
  quantityText,
  sizeText,
  unitsFor,
} from "../../src/engine/units.ts";

describe("quantities as people write them", () => {
  test.each<[string, Unit, number]>([
    ["5ms", "ms", 5],
    ["5 ms", "ms", 5],
    ["  5  ms ", "ms", 5],
    ["0.005s", "ms", 5],
    ["500us", "ms", 0.5],
    ["500µs", "ms", 0.5],
    ["500μs", "ms", 0.5],
    ["250000ns", "ms", 0.25],
    ["100", "ms", 100],
    ["200ms", "s", 0.2],
    ["10Mbps", "Mbps", 10],
    ["10 Mbit/s", "Mbps", 10],
    ["10 mbps", "Mbps", 10],
    ["10Mbit", "Mbps", 10],
    ["500kbps", "Mbps", 0.5],
    ["1Gbps", "Mbps", 1000],
    ["64000bps", "Mbps", 0.064],
    ["10", "Mbps", 10],
    ["1448B", "B", 1448],
    ["66 bytes", "B", 66],
    ["168kB", "B", 168_000],
    ["1MB", "B", 1_000_000],
    ["2.5 GB", "B", 2_500_000_000],
    ["0.8", "ratio", 0.8],
    [".8", "ratio", 0.8],
    ["80%", "ratio", 0.8],
    ["80 %", "ratio", 0.8],
    ["10", "segments", 10],
    ["10 segments", "segments", 10],
    ["0.125/s", "per-s", 0.125],
    ["1.25 Hz", "per-s", 1.25],
    ["1e3", "count", 1000],
    ["-5ms", "ms", -5],
  ])("%j in %s is %d", (text, unit, value) => {
    expect(parseQuantity(text, unit)).toBe(value);
  });

  test.each<[string, Unit]>([
    ["", "ms"],
    ["ms", "ms"],
    ["5 parsecs", "ms"],
    ["5Mbps", "ms"],
    ["5ms", "Mbps"],
    ["10 MB", "Mbps"],
    ["1e999", "count"],
    ["NaN", "count"],
    ["Infinity", "count"],
    ["5,5", "ms"],
    ["5 5", "ms"],
    ["0x10", "count"],
    ["5constructor", "ms"],
    ["5toString", "B"],
  ])("%j in %s is not a quantity", (text, unit) => {
    expect(parseQuantity(text, unit)).toBeNull();
  });

  test.each([
    ["24.2 ms", "s", 0.0242],
    ["24.2", "s", 24.2],
    ["3 seconds", "s", 3],
    ["1.5 Gbps", "Mbps", 1500],
    ["640 kbit/s", "kbps", 640],
    ["50 %", "%", 50],
    ["50", "%", 50],
    ["20p", "packets", 20],
    ["20 packets", "segments", 20],
    ["3", "", 3],
    ["3 V", "V", 3],
  ])("%j in the unit %s of a measure or a question is %d", (text, unit, value) => {
    expect(parseQuantityIn(text, unit)).toBe(value);
  });

  test.each([
    ["24.2 kB", "s"],
    ["3 flows", ""],
    ["3 mV", "V"],
    ["50 %", "packets"],
    ["much", "s"],
  ])("%j in the unit %s is not a quantity", (text, unit) => {
    expect(parseQuantityIn(text, unit)).toBeNull();
  });

  test("the units that a text may have are known for each unit", () => {
    expect(["ms", "Mbps", "packets", "", "V"].map(unitsFor)).toEqual([
      ["s", "ms", "µs"],
      ["kbps", "Mbps", "Gbps"],
      ["packets"],
      [],
      ["V"],
    ]);
  });

  test("a change of unit loses no precision", () => {
    expect(parseQuantity("1.001s", "ms")).toBe(1001);
    expect(1.001 * 1000).not.toBe(1001);
    expect(parseQuantity("8.3kB", "B")).toBe(8300);
    expect(parseQuantity("70%", "ratio")).toBe(0.7);
  });
});

const UNITS: readonly Unit[] = ["s", "ms", "Mbps", "B", "ratio", "count", "segments", "per-s"];

describe("canonical text", () => {
  test("is number and unit without a space", () => {
    expect(quantityText(5, "ms")).toBe("5ms");
    expect(quantityText(0.8, "ratio")).toBe("0.8");
    expect(quantityText(10, "Mbps")).toBe("10Mbps");
    expect(quantityText(-0, "s")).toBe("0s");
  });

  test("reads back as exactly the same number, in every unit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...UNITS),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (unit, number) => {
          expect(parseQuantity(quantityText(number, unit), unit)).toBe(number === 0 ? 0 : number);
        },
      ),
    );
  });
});

describe("text for people", () => {
  test.each<[number, Unit, string]>([
    [5, "ms", "5 ms"],
    [10, "Mbps", "10 Mbps"],
    [0.30000000000000004, "ms", "0.3 ms"],
    [2_147_483_647, "count", "2147483647"],
    [0.8, "ratio", "0.8"],
    [1, "segments", "1 segment"],
    [10, "segments", "10 segments"],
    [1.25, "per-s", "1.25/s"],
    [1448, "B", "1448 B"],
    [168_000, "B", "168 kB"],
    [1_500_000, "B", "1.5 MB"],
    [1e12, "B", "1 TB"],
    [12_345_678, "B", "12345.678 kB"],
  ])("%d %s is %j", (value, unit, text) => {
    expect(formatQuantity(value, unit)).toBe(text);
  });

  test("a range names its unit once", () => {
    expect(formatRange(0.1, 200, "ms")).toBe("0.1 to 200 ms");
    expect(formatRange(1, 100, "segments")).toBe("1 to 100 segments");
    expect(formatRange(0.3, 0.99, "ratio")).toBe("0.3 to 0.99");
    expect(formatRange(0, 10, "per-s")).toBe("0 to 10/s");
    expect(formatRange(1, 1e12, "B")).toBe("1 B to 1 TB");
  });
});

describe("lengths in packets or bytes", () => {
  test.each<[string, string, string]>([
    ["1000p", "1000p", "1000 packets"],
    ["1000", "1000p", "1000 packets"],
    ["1 packet", "1p", "1 packet"],
    ["17 pkts", "17p", "17 packets"],
    ["168kB", "168000B", "168 kB"],
    ["168000 B", "168000B", "168 kB"],
    ["1.5 MB", "1500000B", "1.5 MB"],
  ])("%j", (text, canonical, people) => {
    const size = parseSize(text);
    expect(size).not.toBeNull();
    expect(sizeText(size!)).toBe(canonical);
    expect(formatSize(size!)).toBe(people);
  });

  test.each(["", "p", "-5p", "5 ms", "1000q", "1e3p"])("%j is not a length", (text) => {
    expect(parseSize(text)).toBeNull();
  });
});

test("a text with very many spaces is read or refused as quickly as any other of its length", () => {
  // If this were not linear, it would exceed the time limit of a test.
  const blanks = " ".repeat(2_000_000);
  expect(parseQuantity(`5x${blanks}y`, "ms")).toBeNull();
  expect(parseQuantity(`${blanks}5${blanks}ms${blanks}`, "ms")).toBe(5);
  expect(parseSize(`5${blanks}x${blanks}y`)).toBeNull();
});
