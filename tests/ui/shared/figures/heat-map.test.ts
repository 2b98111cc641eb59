import { describe, expect, it } from "vitest";
import { outcomeCsv } from "../../../../src/experiments/figure-series.ts";
import { cellSentence, heatMapTable } from "../../../../src/ui/shared/figures/figure-words.ts";
import {
  cellAt,
  cellCorner,
  cellForKey,
  contrast,
  heatGrid,
  heatMarks,
  heatScale,
  labelStride,
} from "../../../../src/ui/shared/figures/heat-map.ts";
import { COLOURS, DARK_COLOURS, madeHeatMap, SIZE } from "./made-figures.ts";

const map = madeHeatMap();
const grid = heatGrid(SIZE, map);

describe("the cells of a heat map", () => {
  it("are found at their drawn position, rows from below", () => {
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

  it("are selected by arrow keys, up for larger y", () => {
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

  it("range from paper, and in two hues if values have both signs", () => {
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

it("labels of narrow cells are omitted in equal steps", () => {
  expect(labelStride(10, 60, 36)).toBe(1);
  expect(labelStride(40, 10, 36)).toBe(4);
  expect(labelStride(3, 0, 36)).toBe(3);
});

describe("a map of names", () => {
  const names = ["anna", "a-very-long-name-of-a-program", "cubic"];
  const axis = (label: string) => ({ label, unit: "", scale: "linear" as const, names });
  const gap = [null, null, null];
  const named = madeHeatMap({
    ...{ x: axis("beside"), y: axis("sender"), xs: [0, 1, 2], ys: [2, 1, 0], label: "Share", unit: "%" },
    values: [gap, gap, [50, 60, 70]],
    jobs: [gap, gap, ["a", "b", "c"]],
  });

  it("shows them at its rows and columns, shortened to the available room", () => {
    const place = heatGrid(SIZE, named);
    expect(place.left).toBeGreaterThan(grid.left);
    const texts = heatMarks(named, place, null).ticks.map(({ text }) => text);
    expect(texts).toHaveLength(6);
    // The first sender is the upper row.
    expect([texts[3], texts[5]]).toEqual(["cubic", "anna"]);
    const narrow = heatMarks(named, heatGrid({ ...SIZE, width: 240 }, named), null).ticks;
    expect(narrow.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^a-.*…$/));
  });

  it("contains them in its texts, table and file", () => {
    expect(cellSentence(named, 2, 1)).toMatch(
      /^beside a-very-long-name-of-a-program, sender anna: Share 60 %/,
    );
    expect(heatMapTable(named).head).toEqual([expect.stringContaining("sender"), ...names]);
    expect(heatMapTable(named).rows[2]).toEqual(["anna", 50, 60, 70]);
    const csv = outcomeCsv({ figures: [], heatMaps: [named], tables: [], claims: [] });
    expect(csv).toContain("\nanna,cubic,70,c\n");
  });
});
