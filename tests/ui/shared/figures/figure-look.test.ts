import { describe, expect, it } from "vitest";
import { looksOf } from "../../../../src/ui/shared/figures/figure-look.ts";
import { madeSeries } from "../../figures/made-figures.ts";

const many = Array.from({ length: 100 }, (_, i) => i);

describe("the look of series", () => {
  it("tells each from every other without colour: by marker where points are few, by dash where they are many", () => {
    const few = looksOf({ kind: "lines", series: [1, 2, 3, 4, 5].map((n) => madeSeries({ label: `${n}` })) });
    expect(new Set(few.map(({ marker }) => marker?.symbol)).size).toBe(5);
    const curves = [1, 2, 3, 4, 5].map((n) => madeSeries({ label: `${n}`, x: many, y: many }));
    const dashes = looksOf({ kind: "lines", series: curves }).map(({ dash, marker }) => {
      expect(marker).toBeNull();
      return dash.join(" ");
    });
    expect(new Set(dashes).size).toBe(5);
  });

  it("gives staircases no markers and points no lines", () => {
    expect(looksOf({ kind: "steps", series: [madeSeries()] })[0].marker).toBeNull();
    expect(looksOf({ kind: "points", series: [madeSeries()] })[0].width).toBe(0);
  });

  it("gives the paper's numbers hollow markers in ink, and the hue of ours where there is one for each", () => {
    const ours = [madeSeries({ label: "a" }), madeSeries({ label: "b" })];
    const one = looksOf({ kind: "lines", series: [...ours, madeSeries({ label: "p", source: "paper" })] })[2];
    expect(one).toMatchObject({ paint: "ink", marker: { hollow: true } });
    const theirs = ours.map((series) => madeSeries({ label: `${series.label}, paper`, source: "paper" }));
    const paired = looksOf({ kind: "lines", series: [...ours, ...theirs] });
    expect(paired.map(({ paint }) => paint)).toEqual([0, 1, 0, 1]);
    expect(paired.map(({ marker }) => marker?.hollow)).toEqual([false, false, true, true]);
  });

  it("draws a model as a thin dashed line beside ours, and as the subject where there is nothing else", () => {
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
