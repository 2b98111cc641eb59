import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pen } from "../../../../src/ui/shared/chart/pen.ts";
import { makePlot } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { columnsOf, extentIn, valueAt } from "../../../../src/ui/shared/chart/recorded-series.ts";
import { COLOURS } from "../figures/made-figures.ts";
import { seriesOf } from "./made-series.ts";

const whole = { fromS: 0, toS: 8 };
const eight = seriesOf([1, 2, 3, 4, 5, 6, 7, 8]);

describe("columns of a series", () => {
  it("are its buckets while there is a pixel for each, and one beyond each edge of the view", () => {
    const columns = columnsOf(eight, whole, 100);
    expect([...columns.last]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...columns.timeS]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...columnsOf(eight, { fromS: 3, toS: 5 }, 100).last]).toEqual([3, 4, 5, 6]);
  });

  it("keep lowest, highest and last value if a pixel covers several buckets", () => {
    const { min, max, last, timeS } = columnsOf(seriesOf([1, 9, 2, 3, 5, 4, 8, 0]), whole, 2);
    expect([min, max, last, timeS].map((column) => [...column])).toEqual([
      [1, 0],
      [9, 8],
      [3, 0],
      [4, 8],
    ]);
  });

  it("lose no peak, for any width and view", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 400 }),
        (values, pixels) => {
          const columns = columnsOf(seriesOf(values), { fromS: 0, toS: values.length }, pixels);
          expect(Math.max(...columns.max)).toBe(Math.max(...values));
          expect(Math.min(...columns.min)).toBe(Math.min(...values));
          expect(columns.length).toBeLessThanOrEqual(pixels + 2);
        },
      ),
    );
  });

  it("start at the same positions however the view is moved", () => {
    const series = seriesOf(Array.from({ length: 100 }, (_, index) => index));
    const edges = (fromS: number) => [...columnsOf(series, { fromS, toS: fromS + 40 }, 10).timeS];
    const shared = edges(20).filter((time) => edges(23).includes(time));
    expect(shared.length).toBeGreaterThan(7);
  });

  it("are NaN where nothing was recorded", () => {
    const nothing = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, last: Number.NaN };
    const columns = columnsOf(seriesOf([nothing, nothing, 3, 4]), { fromS: 0, toS: 4 }, 2);
    expect(columns.last[0]).toBeNaN();
    expect(columns.max[0]).toBeNaN();
    expect(columns.last[1]).toBe(4);
  });
});

it("a value at a time is that of the bucket that holds it, and NaN outside", () => {
  const series = seriesOf([1, 2, 3], 0.5, 10);
  expect([10.6, 9, 12].map((timeS) => valueAt(series, timeS))).toEqual([2, Number.NaN, Number.NaN]);
});

it("the extent of a time range is null if nothing was recorded", () => {
  expect(extentIn(seriesOf([Number.NaN, Number.NaN]), { fromS: 0, toS: 2 })).toBeNull();
  expect(extentIn(seriesOf([5, 1, 9, 2]), { fromS: 0, toS: 2 })).toEqual({ low: 1, high: 5 });
});

const MARGINS = { left: 0, right: 0, top: 0, bottom: 0 };

/** Returns the heights of the line's points. The values of the series are heights above the bottom of the plot. */
function heights(values: readonly number[], columns: number): number[] {
  const plot = makePlot({ width: columns, height: 100, dpr: 1 }, MARGINS, [0, values.length], [0, 100]);
  const points: number[] = [];
  const point = (_x: number, y: number) => points.push(Math.round(100 - y));
  const context = new Proxy(
    { moveTo: point, lineTo: point },
    { get: (made, name) => Reflect.get(made, name) ?? (() => {}), set: () => true },
  ) as unknown as CanvasRenderingContext2D;
  new Pen(context, plot, COLOURS).series(seriesOf(values), { paint: "ink" });
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
