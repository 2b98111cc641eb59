import { describe, expect, it } from "vitest";
import {
  amount,
  axisWords,
  cellSentence,
  figureSummary,
  figureTable,
  heatMapSummary,
  heatMapTable,
  pointSentence,
  xWords,
} from "../../../../src/ui/shared/figures/figure-words.ts";
import { madeFigure, madeHeatMap, madeSeries } from "./made-figures.ts";

describe("a figure in words", () => {
  it("names axes with their units, and how far the data continue", () => {
    expect(axisWords({ label: "gain", unit: "%" })).toBe("gain (%)");
    expect(axisWords({ label: "β_ecn", unit: "" })).toBe("β_ecn");
    expect(xWords(madeFigure().x, 240)).toBe("β_ecn; continues to 240 →");
  });

  it("writes short delays in a suitable unit, with their spread", () => {
    expect([400, 8e-6].map((ms) => amount(ms, "ms"))).toEqual(["400 ms", "8 ns"]);
    const made = madeFigure();
    const series = [{ ...made.series[0], x: [1], y: [0.015], low: [0.012], high: [2.5] }];
    const figure = { ...made, series, y: { ...made.y, unit: "ms" } };
    expect(pointSentence(figure, { series: 0, index: 0 })).toContain(": 15 µs, spread 12 µs to 2.50");
  });

  it.each([
    ["with its spread", { low: [0, 4, 8], high: [2, 6, 9.5] }, "9 %, spread 8 to 9.50"],
    ["without one", {}, "9 %"],
    [
      "with what it covers, and a spread that its digits do not show",
      { low: [0, 4, 8.9996], high: [2, 6, 9.0001], covers: ["", "", "mean of 3 seeds"] },
      "9 %, spread below the last digit (mean of 3 seeds)",
    ],
  ])("reads out a point %s", (_, made, text) => {
    const figure = madeFigure({ series: [madeSeries(made)] });
    expect(pointSentence(figure, { series: 0, index: 2 })).toBe(`100 ms, β ecn 0.9: ${text}`);
  });

  it("summarises the picture for screen readers", () => {
    expect(figureSummary(madeFigure())).toBe(
      "Gain with CoDel. gain (%) against β ecn. One series: 100 ms, from 1 % at 0.5 to 9 % at 0.9.",
    );
    const humped = madeSeries({ label: "a", x: [1, 2, 3, 4], y: [5, 9, null, 6] });
    const dipped = madeSeries({ label: "b", x: [1, 2, 3], y: [5, 2, 6] });
    const [lone, none] = [madeSeries({ label: "c", y: [null, 4, null] }), madeSeries({ label: "d", y: [] })];
    expect(figureSummary(madeFigure({ series: [humped, dipped, lone, none, humped] }))).toContain(
      "5 series: a, from 5 % at 1 to 6 % at 4, highest 9 % at 2; b, from 5 % at 1 to 6 % at 3, lowest 2 % at 2; " +
        "c, 4 % at 0.7; d, no value yet; a.",
    );
    expect(heatMapSummary(madeHeatMap())).toContain(
      "3 by 2 cells: from 60 % (β ecn 0.5, RTT 200 ms) to 90 % (β ecn 0.9, RTT 20 ms); 1 cell without a value.",
    );
    expect(heatMapSummary(madeHeatMap({ values: [[null]] }))).toContain("no value yet");
  });

  it("reads out a cell, also one without a value", () => {
    expect(cellSentence(madeHeatMap(), 0, 2)).toBe("β ecn 0.9, RTT 20 ms: utilisation 90 %");
    expect(cellSentence(madeHeatMap(), 1, 1)).toBe("β ecn 0.7, RTT 200 ms: utilisation no value");
  });

  it("writes integers without decimals and others short", () => {
    const texts = [amount(400, "ms"), amount(23.14159, "%"), amount(0.8, ""), amount(null, "ms")];
    expect(texts).toEqual(["400 ms", "23.1 %", "0.8", "no value"]);
  });
});

describe("a picture as a table", () => {
  it("has a column per series if all have the same positions", () => {
    const figure = madeFigure({
      series: [
        madeSeries(),
        madeSeries({ label: "400 ms", y: [2, null, 20], low: [1, null, 20], high: [3, null, 20] }),
      ],
    });
    expect(figureTable(figure)).toMatchObject({
      head: ["β_ecn", "100 ms (%)", "400 ms (%)"],
      rows: [
        [0.5, 1, "2 (1 to 3)"],
        [0.7, 5, null],
        [0.9, 9, 20],
      ],
    });
  });

  it("has a row per point if they differ", () => {
    const figure = madeFigure({ series: [madeSeries(), madeSeries({ label: "b", x: [0.6], y: [2] })] });
    expect(figureTable(figure).head).toEqual(["series", "β_ecn", "gain (%)"]);
    expect(figureTable(figure).rows.at(-1)).toEqual(["b", 0.6, 2]);
  });

  it("has rows by y and columns by x for a heat map", () => {
    expect(heatMapTable(madeHeatMap())).toMatchObject({
      head: ["RTT (ms) \\ β_ecn", "0.5", "0.7", "0.9"],
      rows: [
        [20, 70, 80, 90],
        [200, 60, null, 75],
      ],
    });
  });
});
