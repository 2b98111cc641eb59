import { describe, expect, it } from "vitest";
import { figureSvg, heatMapSvg } from "../../../../src/ui/shared/figures/figure-svg.ts";
import { COLOURS, madeFigure, madeHeatMap, madeSeries } from "./made-figures.ts";

const STAMP = [
  "Sawtooth: ABE, Figure 4 (abe-4), full size, version 9.9.9, digest 0123",
  "https://x.org/#a=1&b=2",
];

/** Checks that every element is closed, in the right order. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, end, name, , empty] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (end === "/") expect(open.pop()).toBe(name);
    else if (empty !== "/") open.push(name);
  }
  expect(open).toEqual([]);
  expect(svg).not.toContain("NaN");
  expect(svg).not.toContain("undefined");
  expect(svg).not.toContain("var(");
}

describe("a picture as an SVG file", () => {
  it("is standalone: title, legend, axes with units, data, and its origin", () => {
    const series = [
      madeSeries({ label: "A < B", low: [0, 4, 8], high: [2, 6, 9] }),
      madeSeries({ source: "paper" }),
    ];
    const svg = figureSvg(madeFigure({ series }), COLOURS, STAMP);
    expectWellFormed(svg);
    for (const part of [
      "Gain with CoDel",
      "A &lt; B",
      "gain (%)",
      "digest 0123",
      "https://x.org/#a=1&amp;b=2",
    ]) {
      expect(svg).toContain(part);
    }
    expect(svg).toContain(COLOURS.flows[0]);
    expect(svg).toMatch(/β<tspan dy="3"[^>]*>ecn<\/tspan>/);
  });

  it("breaks a long link into lines: nothing of it is cut off", () => {
    const link = `https://example.org/#${"flow=cc=cubic%2Crtt%3D40ms&".repeat(20)}end`;
    const svg = figureSvg(madeFigure(), COLOURS, ["Sawtooth", link]);
    const lines = [...svg.matchAll(/font-size="9\.5"[^>]*>([^<]*)</g)].map(([, line]) => line);
    expect(lines.slice(1).join("").replaceAll("&amp;", "&")).toBe(link);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(140);
  });

  it("fits a long legend into several lines", () => {
    const series = Array.from({ length: 12 }, (_, i) =>
      madeSeries({ label: `a rather long name, number ${i}` }),
    );
    const heights = [series.slice(0, 2), series].map((some) =>
      Number(/height="(\d+)"/.exec(figureSvg(madeFigure({ series: some }), COLOURS, []))?.[1]),
    );
    expect(heights[1]).toBeGreaterThan(heights[0] + 50);
  });

  it("draws a heat map with its values and gaps", () => {
    const svg = heatMapSvg(madeHeatMap(), COLOURS, STAMP);
    expectWellFormed(svg);
    for (const part of [">90<", ">200<", "RTT (ms)", "utilisation (%)", 'fill="none"'])
      expect(svg).toContain(part);
  });
});
