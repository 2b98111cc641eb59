import { describe, expect, it } from "vitest";
import { spotForKey } from "../../../../src/ui/shared/figures/figure-cursor.ts";
import { spotsOf } from "../../../../src/ui/shared/figures/figure-shapes.ts";
import { madeFigure, madeSeries, plotOf } from "../../figures/made-figures.ts";

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

describe("the keys of a figure", () => {
  it("begin at the first point, whichever arrow comes first", () => {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) expect(go(key, null)).toBe("0/0");
    expect(go("End", null)).toBe("0/2");
  });

  it("go along the series over its gaps, and stop at its ends", () => {
    expect(go("ArrowRight", at(0, 0))).toBe("0/2");
    expect(go("ArrowLeft", at(0, 2))).toBe("0/0");
    expect(go("ArrowRight", at(0, 2))).toBeNull();
    expect(go("Home", at(0, 2))).toBe("0/0");
  });

  it("change to the nearest point of another series, over empty ones, round and round", () => {
    expect(go("ArrowDown", at(0, 2))).toBe("2/1");
    expect(go("ArrowDown", at(2, 1))).toBe("0/2");
    expect(go("ArrowUp", at(0, 0))).toBe("2/0");
  });

  it("leave other keys alone, and a figure without data too", () => {
    expect(go("a", at(0, 0))).toBeNull();
    expect(spotForKey("ArrowRight", null, [[null], []])).toBeNull();
  });
});
