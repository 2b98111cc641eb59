import { describe, expect, it } from "vitest";
import type { Series } from "../../../../src/experiments/experiment.ts";
import {
  figureShapes,
  looksOf,
  nearestSpot,
  spotForKey,
  spotsOf,
} from "../../../../src/ui/shared/figures/figure-shapes.ts";
import { madeFigure, madeSeries, plotOf } from "./made-figures.ts";

const kinds = (figure: ReturnType<typeof madeFigure>) =>
  figureShapes(figure, plotOf(figure)).map(({ kind, series }) => `${kind} ${series}`);

describe("the shapes of a figure", () => {
  it("are a line with markers, whiskers behind them", () => {
    expect(kinds(madeFigure())).toEqual(["line 0", "markers 0"]);
    const spread = madeSeries({ low: [0, 4, 8], high: [2, 6, 10] });
    expect(kinds(madeFigure({ series: [spread] }))).toEqual(["whiskers 0", "line 0", "markers 0"]);
  });

  it("are a band instead of whiskers if there are many points", () => {
    const x = Array.from({ length: 100 }, (_, i) => i);
    const series = madeSeries({ x, y: x, low: x, high: x.map((value) => value + 5) });
    expect(kinds(madeFigure({ series: [series] }))).toEqual(["band 0", "line 0"]);
  });

  it("interrupt the line if a value is missing", () => {
    const figure = madeFigure({ series: [madeSeries({ x: [1, 2, 3, 4, 5], y: [1, 2, null, 4, 5] })] });
    const line = figureShapes(figure, plotOf(figure)).find(({ kind }) => kind === "line");
    expect(line?.d.match(/M/g)).toHaveLength(2);
  });

  it("are a staircase for steps", () => {
    const figure = madeFigure({ kind: "steps" });
    const plot = plotOf(figure);
    const [line] = figureShapes(figure, plot);
    const first = spotsOf(figure, 0, plot)[0];
    // The line first goes right from the first point, then up.
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

it("the nearest point is found near the pointer, not from far away, and never one without a value", () => {
  const made = madeFigure({ series: [madeSeries({ y: [1, null, 9] })] });
  const [, gap, last] = spotsOf(made, 0, plotOf(made));
  expect(gap).toBeNull();
  expect(nearestSpot([gap, last], last!.x + 6, last!.y - 6)?.index).toBe(2);
  expect(nearestSpot([gap, last], last!.x - 90, last!.y + 80, 30)).toBeNull();
});

const many = Array.from({ length: 100 }, (_, i) => i);

describe("the look of series", () => {
  it("distinguishes each without colour: by marker if points are few, by dash if they are many", () => {
    const five = (made: Partial<Series>) =>
      looksOf({ kind: "lines", series: [1, 2, 3, 4, 5].map((n) => madeSeries({ label: `${n}`, ...made })) });
    expect(new Set(five({}).map(({ marker }) => marker?.symbol)).size).toBe(5);
    const curves = five({ x: many, y: many });
    expect(curves.every(({ marker }) => marker === null)).toBe(true);
    expect(new Set(curves.map(({ dash }) => dash.join(" "))).size).toBe(5);
  });

  it("gives staircases no markers and points no lines", () => {
    expect(looksOf({ kind: "steps", series: [madeSeries()] })[0].marker).toBeNull();
    expect(looksOf({ kind: "points", series: [madeSeries()] })[0].width).toBe(0);
  });

  it("gives the paper's numbers hollow markers in ink, or the hue of the matching series", () => {
    const ours = [madeSeries({ label: "a" }), madeSeries({ label: "b" })];
    const one = looksOf({ kind: "lines", series: [...ours, madeSeries({ label: "p", source: "paper" })] })[2];
    expect(one).toMatchObject({ paint: "ink", marker: { hollow: true } });
    const theirs = ours.map((series) => madeSeries({ label: `${series.label}, paper`, source: "paper" }));
    const paired = looksOf({ kind: "lines", series: [...ours, ...theirs] });
    expect(paired.map(({ paint }) => paint)).toEqual([0, 1, 0, 1]);
    expect(paired.map(({ marker }) => marker?.hollow)).toEqual([false, false, true, true]);
  });

  it("draws a model as a thin dashed line beside ours, and as the subject if there is nothing else", () => {
    const model = madeSeries({ label: "model", source: "model" });
    const beside = looksOf({ kind: "lines", series: [madeSeries(), model] })[1];
    expect(beside.marker).toBeNull();
    expect(beside.dash).not.toEqual([]);
    expect(beside.width).toBeLessThan(1);
    const alone = looksOf({ kind: "lines", series: [model, madeSeries({ label: "m 2", source: "model" })] });
    expect(alone.map(({ paint, width }) => [paint, width])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});

const figure = madeFigure({
  series: [
    madeSeries({ label: "a", y: [1, null, 3] }),
    madeSeries({ label: "empty", y: [null, null, null] }),
    madeSeries({ label: "b", x: [0.5, 0.88], y: [4, 5] }),
  ],
});
const spots = figure.series.map((_, series) => spotsOf(figure, series, plotOf(figure)));
const at = (series: number, index: number) => spots[series][index]!;
const go = (key: string, from: ReturnType<typeof at> | null) => {
  const spot = spotForKey(key, from, spots);
  return spot === null ? null : `${spot.series}/${spot.index}`;
};

it.each([
  ["ArrowRight", null, "0/0"],
  ["ArrowLeft", null, "0/0"],
  ["ArrowUp", null, "0/0"],
  ["ArrowDown", null, "0/0"],
  ["End", null, "0/2"],
  // The arrow keys move along the series and across its gaps, but not beyond its ends.
  ["ArrowRight", at(0, 0), "0/2"],
  ["ArrowLeft", at(0, 2), "0/0"],
  ["ArrowRight", at(0, 2), null],
  ["Home", at(0, 2), "0/0"],
  // The arrow keys move to the nearest point of another series, skip empty series, and continue from the last to the
  // first.
  ["ArrowDown", at(0, 2), "2/1"],
  ["ArrowDown", at(2, 1), "0/2"],
  ["ArrowUp", at(0, 0), "2/0"],
  ["a", at(0, 0), null],
])("the key %s in a figure at %j leads to %s", (key, from, to) => {
  expect(go(key, from)).toBe(to);
});

it("keys do nothing in a figure without data", () => {
  expect(spotForKey("ArrowRight", null, [[null], []])).toBeNull();
});
