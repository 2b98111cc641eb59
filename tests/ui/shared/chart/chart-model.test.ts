import { describe, expect, it } from "vitest";
import {
  readingSentence,
  shortNumber,
  tableOfReadings,
} from "../../../../src/ui/shared/chart/chart-model.ts";
import { niceFromZero } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { symbolPieces } from "../../../../src/ui/shared/SymbolText.tsx";

describe("numbers for people", () => {
  it("have three digits", () => {
    expect([1234.5, 84.25, 5.604, 0.0456, 0, 0.0000582, Number.NaN].map(shortNumber)).toEqual([
      "1235",
      "84.3",
      "5.60",
      "0.0456",
      "0.00",
      "5.8e-5",
      "–",
    ]);
  });
});

describe("the data cursor in words", () => {
  it("says time and values, and says so when there are none", () => {
    const reading = { name: "β_ecn 0.80", value: 84, text: "84.0", paint: 0 };
    expect(readingSentence(62, [reading])).toBe("62.00 s: β ecn 0.80 84.0");
    expect(readingSentence(62, [{ ...reading, value: Number.NaN }])).toBe("62.00 s: no value");
  });
});

describe("the data table", () => {
  it("has one column per series and equal steps of time", () => {
    const readAt = (timeS: number) => [{ name: "cwnd", value: timeS, text: String(timeS), paint: 0 }];
    const table = tableOfReadings({ readAt, unit: "segments" }, { fromS: 0, toS: 100 });
    expect(table.head).toEqual(["time (s)", "cwnd (segments)"]);
    expect(table.rows).toHaveLength(51);
    expect(table.rows[1]).toEqual(["2.00", "2"]);
  });

  it("has as many rows as are asked for, whose times differ", () => {
    const { rows } = tableOfReadings({ readAt: () => [], unit: "ms" }, { fromS: 1, toS: 1.5 }, 1000);
    expect(rows).toHaveLength(1001);
    expect(rows.slice(0, 3)).toEqual([["1.00000"], ["1.00050"], ["1.00100"]]);
  });
});

describe("an axis from zero", () => {
  it("ends at a round number above the data", () => {
    const [from, to] = niceFromZero(92);
    expect(from).toBe(0);
    expect(to).toBe(100);
  });
});

describe("symbols", () => {
  const lowered = (text: string) =>
    symbolPieces(text).map((piece) => (piece.lowered ? `[${piece.text}]` : piece.text));

  it("lower the letters that follow an underscore", () => {
    expect(lowered("β_ecn 0.80")).toEqual(["β", "[ecn]", " 0.80"]);
    expect(lowered("W_max, or β_loss.")).toEqual(["W", "[max]", ", or β", "[loss]", "."]);
    expect(lowered("cwnd")).toEqual(["cwnd"]);
    expect(lowered("PROBE_BW")).toEqual(["PROBE_BW"]);
  });
});
