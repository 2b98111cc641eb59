import { describe, expect, it } from "vitest";
import { changeLabels, momentsOf, spokenChanges } from "../../../src/ui/plots/change-labels.ts";
import type { PlotLabel } from "../../../src/ui/shared/chart/chart-model.ts";
import { makePlot, sharedMargins } from "../../../src/ui/shared/chart/plot-geometry.ts";

const plotOf = (width: number) =>
  makePlot({ width, height: 140, dpr: 1 }, sharedMargins(width, true), [0, 100], [0, 10]);

/** This approximates the width of a text as the layout does. */
const left = ({ text, x, anchor }: PlotLabel) => (anchor === "end" ? x - text.length * 6.1 : x);
const overlap = (a: PlotLabel, b: PlotLabel) =>
  left(a) < left(b) + b.text.length * 6.1 &&
  left(b) < left(a) + a.text.length * 6.1 &&
  Math.abs(a.y - b.y) < 13;

const change = (atS: number, text: string) => ({ atS, text });

describe("labels of changes during a run", () => {
  it("are beside their lines, right if there is room and else left", () => {
    const plot = plotOf(700);
    const [early, late] = changeLabels(
      [change(20, "capacity 10 → 5 Mbps"), change(99, "RTT 50 ms")],
      plot,
      [],
    );
    expect(early).toMatchObject({ text: "capacity 10 → 5 Mbps", anchor: "start", x: plot.x(20) + 4 });
    expect(late).toMatchObject({ anchor: "end", x: plot.x(99) - 4 });
  });

  it("never overlap each other or existing labels", () => {
    for (const width of [328, 700]) {
      const plot = plotOf(width);
      const moments = [30, 33, 36, 39, 42].map((atS) => change(atS, "capacity 10 → 5 Mbps"));
      const taken: PlotLabel = { text: "×0.50", x: plot.x(45), y: plot.top + 10, anchor: "start", paint: 0 };
      const labels = changeLabels(moments, plot, [taken]);
      expect(labels.length).toBeGreaterThan(3);
      const all = [taken, ...labels];
      for (const [i, a] of all.entries()) for (const b of all.slice(i + 1)) expect(overlap(a, b)).toBe(false);
    }
  });

  it("are at the lower edge if a handle is at the upper one", () => {
    const plot = plotOf(700);
    const moments = [change(3, "capacity 10 → 5 Mbps"), change(4, "RTT 50 ms")];
    const [first, second] = changeLabels(moments, plot, [], true);
    expect(first.y).toBeGreaterThan(second.y);
    expect(first.y).toBeLessThan(plot.bottom);
    expect(second.y).toBeGreaterThan(plot.bottom - 30);
  });

  it("omit those that do not fit or are out of view", () => {
    expect(changeLabels([change(50, "x".repeat(80))], plotOf(328), [])).toEqual([]);
    expect(changeLabels([change(120, "RTT 50 ms")], plotOf(700), [])).toEqual([]);
  });

  it("are combined for one time, and counted if that would be long", () => {
    expect(momentsOf([change(5, "a"), change(5, "b"), change(6, "c")])).toEqual([
      change(5, "a, b"),
      change(6, "c"),
    ]);
    expect(momentsOf([change(5, "x".repeat(30)), change(5, "y".repeat(30))])).toEqual([
      change(5, "2 changes"),
    ]);
  });
});

it("changes are read out in a sentence", () => {
  expect(spokenChanges([change(20, "capacity 10 → 5 Mbps"), change(50.1234, "β_ecn 0.50 → 0.80")])).toBe(
    " Changes during the run: at 20 s capacity 10 to 5 Mbps; at 50.123 s β ecn 0.50 to 0.80.",
  );
  expect(spokenChanges([])).toBe("");
});
