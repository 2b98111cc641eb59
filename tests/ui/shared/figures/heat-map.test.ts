import { describe, expect, it } from "vitest";
import {
  cellAt,
  cellCorner,
  cellForKey,
  contrast,
  heatGrid,
  heatScale,
  labelStride,
} from "../../../../src/ui/shared/figures/heat-map.ts";
import { COLOURS, DARK_COLOURS, madeHeatMap, SIZE } from "./made-figures.ts";

const map = madeHeatMap();
const grid = heatGrid(SIZE, map);

describe("the cells of a heat map", () => {
  it("are found again where they are drawn, rows from below", () => {
    for (const row of [0, 1])
      for (const column of [0, 1, 2]) {
        const { x, y } = cellCorner(grid, { row, column });
        expect(cellAt(grid, map, x + 3, y + 3)).toEqual({ row, column });
      }
    expect(cellCorner(grid, { row: 0, column: 0 }).y).toBeGreaterThan(
      cellCorner(grid, { row: 1, column: 0 }).y,
    );
    expect(cellAt(grid, map, grid.left - 2, grid.top + 5)).toBeNull();
  });

  it("are walked by arrow keys, up for larger y", () => {
    expect(cellForKey("ArrowUp", null, map)).toEqual({ row: 0, column: 0 });
    expect(cellForKey("ArrowUp", { row: 0, column: 1 }, map)).toEqual({ row: 1, column: 1 });
    expect(cellForKey("ArrowRight", { row: 0, column: 2 }, map)).toEqual({ row: 0, column: 2 });
    expect(cellForKey("a", { row: 0, column: 2 }, map)).toBeNull();
  });
});

describe("the colours of a heat map", () => {
  it("are readable under their values in both themes, at every value", () => {
    for (const colours of [COLOURS, DARK_COLOURS])
      for (const values of [[[0, 100]], [[-50, 100]], [[7, 7]]]) {
        const scale = heatScale(madeHeatMap({ xs: [1, 2], ys: [1], values, jobs: [[null, null]] }), colours)!;
        for (let step = 0; step <= 20; step++) {
          const { fill, ink } = scale.colourOf(scale.from + ((scale.to - scale.from) * step) / 20);
          expect(contrast(fill, ink)).toBeGreaterThan(4.5);
        }
      }
  });

  it("grow from paper, and on both sides of 0 where values lie on both", () => {
    const scale = heatScale(map, COLOURS)!;
    expect(contrast(scale.colourOf(90).fill, COLOURS.paper)).toBeGreaterThan(
      contrast(scale.colourOf(60).fill, COLOURS.paper),
    );
    const twoSided = heatScale(madeHeatMap({ values: [[-10, 0, 10]] }), COLOURS)!;
    expect(contrast(twoSided.colourOf(0).fill, COLOURS.paper)).toBeCloseTo(1, 1);
    expect(twoSided.colourOf(-10).fill).not.toBe(twoSided.colourOf(10).fill);
  });

  it("do not exist without values", () => {
    expect(heatScale(madeHeatMap({ values: [[null]] }), COLOURS)).toBeNull();
  });
});

it("labels of narrow cells are left out in equal steps", () => {
  expect(labelStride(10, 60, 36)).toBe(1);
  expect(labelStride(40, 10, 36)).toBe(4);
  expect(labelStride(3, 0, 36)).toBe(3);
});
