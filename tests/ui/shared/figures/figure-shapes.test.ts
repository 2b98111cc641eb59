import { describe, expect, it } from "vitest";
import { figureShapes, nearestSpot, spotsOf } from "../../../../src/ui/shared/figures/figure-shapes.ts";
import { madeFigure, madeSeries, plotOf } from "../../figures/made-figures.ts";

const kinds = (figure: ReturnType<typeof madeFigure>) =>
  figureShapes(figure, plotOf(figure)).map(({ kind, series }) => `${kind} ${series}`);

describe("the shapes of a figure", () => {
  it("are a line with markers, whiskers behind them", () => {
    expect(kinds(madeFigure())).toEqual(["line 0", "markers 0"]);
    const spread = madeSeries({ low: [0, 4, 8], high: [2, 6, 10] });
    expect(kinds(madeFigure({ series: [spread] }))).toEqual(["whiskers 0", "line 0", "markers 0"]);
  });

  it("are a band instead of whiskers where points are many", () => {
    const x = Array.from({ length: 100 }, (_, i) => i);
    const series = madeSeries({ x, y: x, low: x, high: x.map((value) => value + 5) });
    expect(kinds(madeFigure({ series: [series] }))).toEqual(["band 0", "line 0"]);
  });

  it("lift the pen where a value is missing", () => {
    const figure = madeFigure({ series: [madeSeries({ x: [1, 2, 3, 4, 5], y: [1, 2, null, 4, 5] })] });
    const line = figureShapes(figure, plotOf(figure)).find(({ kind }) => kind === "line");
    expect(line?.d.match(/M/g)).toHaveLength(2);
  });

  it("are a staircase for steps", () => {
    const figure = madeFigure({ kind: "steps" });
    const plot = plotOf(figure);
    const [line] = figureShapes(figure, plot);
    const first = spotsOf(figure, 0, plot)[0];
    // From the first point to the right, and only then up.
    expect(line.d).toMatch(new RegExp(`^M${Number(first?.x.toFixed(2))},${Number(first?.y.toFixed(2))}L`));
    expect(line.d.match(/L/g)?.length).toBeGreaterThan(3);
  });

  it("put each marker at its point, whatever its form", () => {
    const six = Array.from({ length: 6 }, (_, i) => madeSeries({ label: `${i}`, y: [i, i + 1, i + 2] }));
    const figure = madeFigure({ series: six });
    const plot = plotOf(figure);
    for (const { d, series } of figureShapes(figure, plot).filter(({ kind }) => kind === "markers")) {
      expect(d).not.toContain("NaN");
      const starts = [...d.matchAll(/M([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
      spotsOf(figure, series, plot).forEach((spot, i) => {
        expect(Math.hypot(starts[i][0] - (spot?.x ?? 0), starts[i][1] - (spot?.y ?? 0))).toBeLessThan(7);
      });
    }
  });
});

describe("the nearest point", () => {
  const figure = madeFigure();
  const plot = plotOf(figure);
  const spots = spotsOf(figure, 0, plot);

  it("is found near the pointer, and not from far away", () => {
    const last = spots[2]!;
    expect(nearestSpot(spots, last.x + 6, last.y - 6)?.index).toBe(2);
    expect(nearestSpot(spots, last.x - 90, last.y + 80, 30)).toBeNull();
  });

  it("is never one without a value", () => {
    const gap = madeFigure({ series: [madeSeries({ y: [1, null, 9] })] });
    expect(spotsOf(gap, 0, plotOf(gap))[1]).toBeNull();
  });
});
