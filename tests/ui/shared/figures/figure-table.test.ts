import { describe, expect, it } from "vitest";
import { figureTable, heatMapTable } from "../../../../src/ui/shared/figures/figure-table.ts";
import { madeFigure, madeHeatMap, madeSeries } from "../../figures/made-figures.ts";

describe("a picture as a table", () => {
  it("has a column per series where all have the same places", () => {
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

  it("has a row per point where they differ", () => {
    const figure = madeFigure({ series: [madeSeries(), madeSeries({ label: "b", x: [0.6], y: [2] })] });
    expect(figureTable(figure).head).toEqual(["series", "β_ecn", "gain (%)"]);
    expect(figureTable(figure).rows.at(-1)).toEqual(["b", 0.6, 2]);
  });

  it("has rows by y and columns by x for a heat map", () => {
    expect(heatMapTable(madeHeatMap())).toMatchObject({
      head: ["RTT (ms) \\ β_ecn", "0.5", "0.7", "0.9"].map((text) => text),
      rows: [
        [20, 70, 80, 90],
        [200, 60, null, 75],
      ],
    });
  });
});
