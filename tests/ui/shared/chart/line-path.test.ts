import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../src/ui/shared/chart/columns.ts";
import { strokeColumns } from "../../../../src/ui/shared/chart/line-path.ts";
import { makePlot } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { seriesOf } from "../../charts/made-series.ts";

const MARGINS = { left: 0, right: 0, top: 0, bottom: 0 };

/** The heights of the points of the line, of a series whose value is its height over the bottom of the plot. */
function heights(values: readonly number[], columns: number): number[] {
  const plot = makePlot({ width: columns, height: 100, dpr: 1 }, MARGINS, [0, values.length], [0, 100]);
  const points: number[] = [];
  const point = (_x: number, y: number) => points.push(Math.round(100 - y));
  const context = new Proxy(
    { moveTo: point, lineTo: point },
    { get: (made, name) => Reflect.get(made, name) ?? (() => {}), set: () => true },
  ) as unknown as CanvasRenderingContext2D;
  const view = { fromS: 0, toS: values.length };
  strokeColumns(context, columnsOf(seriesOf(values), view, columns), plot, {
    colour: "",
    width: 1,
    dash: [],
  });
  return points;
}

describe("the line through columns", () => {
  it("goes through the extremes of a column that turns within it", () => {
    expect(heights([10, 10, 90, 20, 20, 20], 3)).toEqual([10, 10, 90, 20, 20]);
  });

  it("needs one point for a column that only rises or only falls", () => {
    expect(heights([10, 20, 30, 40, 50, 60], 3)).toEqual([20, 10, 20, 40, 60]);
    expect(heights([60, 60, 50, 40, 30, 20], 3)).toEqual([60, 60, 40, 20]);
  });
});
