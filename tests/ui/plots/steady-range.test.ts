import { describe, expect, it } from "vitest";
import { steadyRange } from "../../../src/ui/plots/steady-range.ts";
import { seriesOf } from "../shared/chart/made-series.ts";

const seconds = (valueAt: (index: number) => number) =>
  seriesOf(
    Array.from({ length: 1000 }, (_, i) => valueAt(i)),
    0.1,
  );

/** Teeth between 45 and 90 segments for 100 s, after a first second at 250. */
const sawtooth = seconds((i) => (i < 10 ? 250 : 45 + (i % 46)));
const joining = seconds((i) => (i >= 300 && i < 305 ? 200 : 40));
const slow = seconds((i) => 170 + 170 * ((i % 900) / 900));
const flat = seconds(() => 120);
const whole = { fromS: 0, toS: 100 };

describe("the steady range", () => {
  it.each([
    ["leaves the slow-start peak to the warm-up", [sawtooth], whole, 10, { steady: 90, whole: 250 }],
    ["leaves a short peak out without a warm-up too", [sawtooth], whole, 0, { steady: 90, whole: 250 }],
    ["leaves out the peak of a flow that joins later", [joining], whole, 10, { steady: 40, whole: 200 }],
    [
      "shows the peak when the view is about it",
      [sawtooth],
      { fromS: 0, toS: 3 },
      10,
      { steady: 250, whole: 250 },
    ],
    [
      "shows what there is in the warm-up",
      [seriesOf([10, 20, 250], 0.5)],
      whole,
      10,
      { steady: 250, whole: 250 },
    ],
    ["takes the highest of several series", [sawtooth, flat], whole, 10, { steady: 120, whole: 250 }],
    ["is null where nothing was recorded", [seriesOf([])], whole, 10, null],
    ["is null of no series", [], whole, 10, null],
  ])("%s", (_, series, view, warmupS, range) => {
    expect(steadyRange(series, view, warmupS)).toEqual(range);
  });

  it("includes the tips of slow sawtooth cycles, however rare they are", () => {
    expect(steadyRange([slow], whole, 10)?.steady).toBeCloseTo(339.8, 0);
  });
});
