import { describe, expect, it } from "vitest";
import { drawPlot } from "../../../../src/ui/shared/chart/chart-drawing.ts";
import type { PlotLabel, PlotLine } from "../../../../src/ui/shared/chart/chart-model.ts";
import { Pen } from "../../../../src/ui/shared/chart/pen.ts";
import { makePlot } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { drawnAsSvg } from "../../../../src/ui/shared/chart/svg-surface.ts";
import { COLOURS } from "../figures/made-figures.ts";

const MARGINS = { left: 40, right: 20, top: 10, bottom: 30 };
const plot = makePlot({ width: 260, height: 140, dpr: 1 }, MARGINS, [0, 10], [0, 100]);
const axis = (unit: string, ticks: number[]) => {
  return { ticks, format: (value: number) => `${value}${unit}`, labelled: true };
};

function drawn({ labels = [], lines = [] }: { labels?: PlotLabel[]; lines?: PlotLine[] }): string {
  return drawnAsSvg("a", (surface) =>
    drawPlot(new Pen(surface, plot, COLOURS), {
      ...{ plot, labels, lines },
      x: axis(" s", [0, 5, 10]),
      y: axis("", [0, 50, 100]),
      draw: (pen) => pen.level(25, { paint: 0 }),
    }),
  );
}

const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>.*?<\/text>/g)].map(([text]) => text);

describe("a plot drawn as SVG", () => {
  it("has its axes behind the curve: a hairline for each tick, and all numbers", () => {
    const svg = drawn({});
    const texts = textsOf(svg).map((text) => text.replace(/<[^>]*>/g, ""));
    expect(texts).toEqual(["0", "50", "100", "0 s", "5 s", "10 s"]);
    expect(svg.match(RegExp(`fill="${COLOURS.hairline}"`, "g"))).toHaveLength(3);
    expect(svg.indexOf("10 s")).toBeLessThan(svg.indexOf('d="M40,85L240,85"'));
  });

  it("has labels with an outline in the colour of the paper, and real subscripts", () => {
    const label: PlotLabel = { text: "β_ecn 0.8", x: 50, y: 60, anchor: "end", paint: "ghost", strong: true };
    const text = textsOf(drawn({ labels: [label] })).at(-1) ?? "";
    expect(text).toContain(`stroke="${COLOURS.paper}"`);
    expect(text).toContain('paint-order="stroke"');
    expect(text).toContain('font-weight="650"');
    expect(text).toContain('text-anchor="end"');
    // Grey text would be too pale to read.
    expect(text).toContain(`fill="${COLOURS.inkSoft}"`);
    expect(text).toMatch(
      /<tspan>β<\/tspan><tspan dy="3" font-size="0.82em">ecn<\/tspan><tspan dy="-3"> 0.8<\/tspan>/,
    );
    expect(textsOf(drawn({})).at(-1)).not.toContain("paint-order");
  });

  it("has lines at values for the time in which they apply, with a label at the right end", () => {
    const svg = drawn({
      lines: [
        { value: 40, paint: "mark", untilS: 5 },
        { value: 60, paint: "mark", fromS: 5, text: "target 60 ms" },
        { value: 80, paint: "inkSoft", isBare: true, text: "capacity" },
      ],
    });
    expect(svg).toContain('d="M40,70L140,70"');
    expect(svg).toContain('d="M140,50L240,50"');
    expect(svg).not.toContain('d="M40,30L240,30"');
    const [target, capacity] = textsOf(svg).slice(-2);
    expect(target).toContain(">target 60 ms<");
    expect(capacity).toContain(">capacity<");
    for (const text of [target, capacity]) expect(text).toContain(`fill="${COLOURS.paper}"`);
  });

  it("omits a line whose time is out of view", () => {
    const svg = drawn({ lines: [{ value: 40, paint: "mark", fromS: 12, untilS: 14, text: "later" }] });
    expect(svg).not.toContain("M240,70");
    expect(svg).not.toContain("later");
  });
});
