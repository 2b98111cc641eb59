import { describe, expect, it } from "vitest";
import type { Figure, Series } from "../../../../src/experiments/experiment.ts";
import {
  figureDomains,
  figureXAxis,
  figureYAxis,
  tickText,
  undrawnTo,
} from "../../../../src/ui/shared/figures/figure-geometry.ts";
import { madeFigure, madeSeries, plotOf } from "./made-figures.ts";

const domainsOf = (made: Partial<Series>, rest: Partial<Figure> = {}) =>
  figureDomains(madeFigure({ series: [madeSeries(made)], ...rest }));
const logY = { y: { label: "p", unit: "", scale: "log" } } as const;

describe("the ranges of a figure", () => {
  it("start at 0 unless half of the plot would be empty", () => {
    expect(domainsOf({}).y[0]).toBe(0);
    expect(domainsOf({ y: [80, 85, 99] }).y[0]).toBe(80);
  });

  it("include spreads and leave a margin for markers", () => {
    const { x, y } = domainsOf({ low: [-3, 4, 8], high: [2, 6, 14] });
    expect([y[0] <= -3, y[1] >= 14, x[0] < 0.5, x[1] > 0.9]).toEqual([true, true, true, true]);
  });

  it("are as declared, if declared", () => {
    const x = { label: "t", unit: "s", scale: "linear", from: 0, to: 100 } as const;
    expect(domainsOf({}, { x }).x).toEqual([0, 100]);
  });

  it("include the position of a point without a value, and do not change while points arrive", () => {
    const now = madeFigure({ series: [madeSeries({ y: [1, null, null] })] });
    expect(figureDomains(now).x[1]).toBeGreaterThan(0.9);
    expect(figureDomains(now, madeFigure())).toEqual(figureDomains(madeFigure()));
  });

  it.each([
    ["no data", figureDomains(madeFigure({ series: [] }))],
    ["one point", domainsOf({ x: [1], y: [5] })],
    ["a value that a log axis has no place for", domainsOf({ x: [1], y: [0] }, logY)],
    ["no values", domainsOf({ y: [null, null, null] }, logY)],
  ])("survive %s", (_, { x, y }) => {
    for (const end of [...x, ...y]) expect(Number.isFinite(end)).toBe(true);
    expect([x[0] < x[1], y[0] < y[1]]).toEqual([true, true]);
  });
});

describe("a distribution with a long tail", () => {
  const shares = Array.from({ length: 51 }, (_, i) => i / 50);
  const late = madeFigure({
    x: { label: "delay", unit: "ms", scale: "linear" },
    series: [madeSeries({ x: shares.map((share) => (share < 0.98 ? share * 10 : 400)), y: shares })],
  });

  it("is drawn where most of it is, and states how far it continues", () => {
    expect(figureDomains(late).x).toEqual([0, 18]);
    expect(undrawnTo(late, plotOf(late))).toBe(400);
  });

  it("is drawn completely if its end is near or declared", () => {
    const near = madeFigure({ series: [madeSeries({ x: shares.map((share) => share * 10), y: shares })] });
    expect(figureDomains(near).x[1]).toBe(10);
    expect(undrawnTo(near, plotOf(near))).toBeNull();
    expect(figureDomains({ ...late, x: { ...late.x, to: 400 } }).x[1]).toBe(400);
  });
});

describe("ticks", () => {
  it("are never crowded", () => {
    const plot = plotOf(madeFigure());
    const { ticks, format } = figureXAxis(madeFigure(), plot);
    expect(ticks.length).toBeGreaterThan(2);
    for (let i = 1; i < ticks.length; i++)
      expect(plot.x(ticks[i]) - plot.x(ticks[i - 1])).toBeGreaterThan(40);
    expect(new Set(ticks.map(format)).size).toBe(ticks.length);
  });

  it("of a log axis are the measured values, if they are few", () => {
    const figure = madeFigure({
      x: { label: "RTT", unit: "ms", scale: "log" },
      series: [madeSeries({ x: [20, 40, 80, 160, 320], y: [1, 2, 3, 4, 5] })],
    });
    expect(figureXAxis(figure, plotOf(figure)).ticks).toEqual([20, 40, 80, 160, 320]);
  });

  it("of a wide log axis are decades", () => {
    const figure = madeFigure({ ...logY, series: [madeSeries({ y: [1e-6, 1e-3, 1] })] });
    const { ticks, format } = figureYAxis(figure, plotOf(figure));
    for (const tick of ticks) expect(Math.log10(tick) % 1).toBeCloseTo(0, 9);
    expect(format(1e-6)).toBe("10⁻⁶");
  });

  it("are written in the usual notation", () => {
    expect([0, 0.02, 500, 12_500, 1e6, 2.5e-5].map(tickText).join(" ")).toBe("0 0.02 500 12500 10⁶ 2.5·10⁻⁵");
  });
});
