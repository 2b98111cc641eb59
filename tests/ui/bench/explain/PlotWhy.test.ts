import { describe, expect, it } from "vitest";
import { chainMarks } from "../../../../src/ui/bench/explain/PlotWhy.tsx";
import { makePlot, sharedMargins } from "../../../../src/ui/shared/chart/plot-geometry.ts";

const size = { width: 1060, height: 200, dpr: 1 };
/** 10 px a second. */
const plot = makePlot(size, sharedMargins(size.width, true), [0, 100], [0, 1]);
const chain = (...times: number[]) => times.map((atS) => ({ atS, label: "", link: null, flow: null }));

describe("the chain on a plot", () => {
  it("has a number and a hairline for each moment", () => {
    const marks = chainMarks(chain(10, 20), plot);
    expect(marks.map(({ text, xs, x }) => [text, xs, x])).toEqual([
      ["1", [146], 146],
      ["2", [246], 246],
    ]);
  });

  it("joins those too close for two signs, and keeps a hairline a px", () => {
    const [first, last, ...rest] = chainMarks(chain(10, 10.1, 10.11, 50), plot);
    expect([first.text, last.text, rest.length]).toEqual(["1–3", "4", 0]);
    expect(first.xs).toEqual([146, 147]);
  });

  it("joins also what only touches the wider sign of those that were joined", () => {
    expect(chainMarks(chain(10, 11, 12.95), plot).map(({ text }) => text)).toEqual(["1–3"]);
    expect(chainMarks(chain(10, 12, 12.1), plot).map(({ text }) => text)).toEqual(["1–3"]);
    expect(chainMarks(chain(10, 12), plot).map(({ text }) => text)).toEqual(["1", "2"]);
  });

  it("leaves out what is not in view, and keeps the numbers", () => {
    const near = makePlot(size, sharedMargins(size.width, true), [15, 25], [0, 1]);
    expect(chainMarks(chain(10, 20, 30), near).map(({ text }) => text)).toEqual(["2"]);
  });

  it("a sign at the edge stays inside", () => {
    const [mark] = chainMarks(chain(0), plot);
    expect(mark.x - mark.widthPx / 2).toBe(plot.left);
  });
});
