import { expect, it } from "vitest";
import {
  readingSentence,
  shortNumber,
  tableOfReadings,
} from "../../../../src/ui/shared/chart/chart-model.ts";
import { niceFromZero } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { symbolPieces } from "../../../../src/ui/shared/SymbolText.tsx";

it("numbers for readers have three digits", () => {
  const texts = [1234.5, 84.25, 5.604, 0.0456, 0, 0.0000582, Number.NaN].map(shortNumber);
  expect(texts).toEqual(["1235", "84.3", "5.60", "0.0456", "0.00", "5.8e-5", "–"]);
});

it("the data cursor states time and values, and says if there are none", () => {
  const reading = { name: "β_ecn 0.80", value: 84, text: "84.0", paint: 0 };
  expect(readingSentence(62, [reading])).toBe("62.00 s: β ecn 0.80 84.0");
  expect(readingSentence(62, [{ ...reading, value: Number.NaN }])).toBe("62.00 s: no value");
});

it("the data table has a column per series and the requested number of equal time steps, with different times", () => {
  const readAt = (timeS: number) => [{ name: "cwnd", value: timeS, text: String(timeS), paint: 0 }];
  const { head, rows } = tableOfReadings({ readAt, unit: "segments" }, { fromS: 0, toS: 100 });
  expect([head, rows.length, rows[1]]).toEqual([["time (s)", "cwnd (segments)"], 51, ["2.00", "2"]]);
  const fine = tableOfReadings({ readAt: () => [], unit: "", readUnit: "ms" }, { fromS: 1, toS: 1.5 }, 1000);
  expect(fine.rows).toHaveLength(1001);
  expect(fine.rows.slice(0, 3)).toEqual([["1.00000"], ["1.00050"], ["1.00100"]]);
});

it("an axis from zero ends at a round number above the data", () => {
  expect(niceFromZero(92)).toEqual([0, 100]);
  // In an earlier version, the ticks were "0.0000000010" if no packet waited.
  expect(niceFromZero(0)[1]).toBeGreaterThanOrEqual(1);
});

it.each([
  ["β_ecn 0.80", "β[ecn] 0.80"],
  ["W_max, or β_loss.", "W[max], or β[loss]."],
  ["cwnd", "cwnd"],
  ["PROBE_BW", "PROBE_BW"],
  ["tcp_probe: p_max", "tcp_probe: p[max]"],
  ["tcp_synack_retries", "tcp_synack_retries"],
])("letters after an underscore are subscripts: %s", (text, lowered) => {
  const pieces = symbolPieces(text).map((piece) => (piece.lowered ? `[${piece.text}]` : piece.text));
  expect(pieces.join("")).toBe(lowered);
});
