import { describe, expect, it } from "vitest";
import { drawMarks, type Mark, pinnedMarks } from "../../../../src/ui/shared/chart/marks.ts";
import { Pen } from "../../../../src/ui/shared/chart/pen.ts";
import { makePlot } from "../../../../src/ui/shared/chart/plot-geometry.ts";
import { drawnAsSvg } from "../../../../src/ui/shared/chart/svg-surface.ts";
import { diamond } from "../../../../src/ui/shared/chart/symbols.ts";
import { COLOURS } from "../figures/made-figures.ts";
import { seriesOf } from "./made-series.ts";

const MARGINS = { left: 0, right: 0, top: 0, bottom: 0 };
const plot = makePlot({ width: 100, height: 100, dpr: 1 }, MARGINS, [0, 10], [0, 10]);

/** Returns the paths that the marks draw, without the clip. */
function drawn(...marks: Mark[]): string[] {
  const svg = drawnAsSvg("a", (surface) => drawMarks(new Pen(surface, plot, COLOURS), marks));
  return [...svg.replace(/<clipPath.*?<\/clipPath>/g, "").matchAll(/<path [^>]*>/g)].map(([path]) => path);
}

describe("marks", () => {
  it("draw steps up to the right edge, rules at a value and at a time", () => {
    const style = { paint: "ink", px: 1 } as const;
    const of = [
      { fromS: 0, value: 2 },
      { fromS: 4, value: 6 },
    ];
    const [steps, level, time] = drawn(
      { mark: "steps", steps: of, style },
      { mark: "rule", at: { value: 5 }, style },
      { mark: "rule", at: { timeS: 3 }, style },
    );
    expect(steps).toContain('d="M0,80L40,80L40,40L100,40"');
    expect(level).toContain('d="M0,50L100,50"');
    expect(time).toContain('d="M30.5,0L30.5,100"');
  });

  it("draw the pinned run in grey behind all curves, whatever its style, with its dashes and without a band", () => {
    const line: Mark = { mark: "line", data: seriesOf([1, 2, 3]), style: { paint: 0, px: 3 } };
    const ghosts = pinnedMarks([4, 5, 6], (values) => [
      { mark: "line", data: seriesOf(values), style: { paint: 2, px: 9, dash: [5, 3] } },
    ]);
    const [first, second] = drawn(line, ...ghosts);
    expect(first).toContain(`stroke="${COLOURS.ghost}"`);
    expect(first).toContain('stroke-dasharray="5 3"');
    expect(first).not.toContain('stroke-width="9"');
    expect(second).toContain(`stroke="${COLOURS.flows[0]}"`);
    expect(pinnedMarks(null, () => [])).toEqual([]);
  });

  it("draw symbols and boxes over the curves and outside their clip", () => {
    const svg = drawnAsSvg("a", (surface) =>
      drawMarks(new Pen(surface, plot, COLOURS), [
        { mark: "events", trace: diamond, sizePx: 4, places: () => [[50, -2]], fill: "mark" },
        { mark: "line", data: { values: Float32Array.of(1, 2, 3), intervalS: 1 }, style: { paint: 0 } },
        {
          mark: "boxes",
          boxes: () => [{ left: 1, right: 5, top: 90, bottom: 99, fill: "loss", alpha: 0.5 }],
        },
      ]),
    );
    const [clipped, over] = svg.split("</g>");
    expect(clipped).toContain("clip-path");
    expect(over).toContain(`fill="${COLOURS.mark}"`);
    expect(over).toContain('d="M1,90h4v9h-4Z"');
    expect(over).toContain('opacity="0.5"');
  });
});
