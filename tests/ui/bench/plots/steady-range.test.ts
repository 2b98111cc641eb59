import { describe, expect, it } from "vitest";
import { steadyRange } from "../../../../src/ui/bench/plots/steady-range.ts";
import { seriesOf } from "../../shared/chart/made-series.ts";

/** 100 s of teeth between 45 and 90 segments, the first second up to 250. */
const sawtooth = seriesOf(
  Array.from({ length: 1000 }, (_, index) => (index < 10 ? 250 : 45 + (index % 46))),
  0.1,
);
const whole = { fromS: 0, toS: 100 };

describe("the steady range", () => {
  it("leaves the slow-start peak to the warm-up", () => {
    expect(steadyRange([sawtooth], whole, 10)).toEqual({ steady: 90, whole: 250 });
  });

  it("leaves a short peak out without a warm-up too", () => {
    expect(steadyRange([sawtooth], whole, 0)).toEqual({ steady: 90, whole: 250 });
  });

  it("leaves out the peak of a flow that joins later", () => {
    const joining = seriesOf(
      Array.from({ length: 1000 }, (_, index) => (index >= 300 && index < 305 ? 200 : 40)),
      0.1,
    );
    expect(steadyRange([joining], whole, 10)?.steady).toBe(40);
  });

  it("keeps the tips of slow teeth, however rare they are", () => {
    const slow = seriesOf(
      Array.from({ length: 1000 }, (_, index) => 170 + 170 * ((index % 900) / 900)),
      0.1,
    );
    expect(steadyRange([slow], whole, 10)?.steady).toBeCloseTo(339.8, 0);
  });

  it("shows the peak when the view is about it", () => {
    expect(steadyRange([sawtooth], { fromS: 0, toS: 3 }, 10)).toEqual({ steady: 250, whole: 250 });
  });

  it("shows what there is while the run is still in its warm-up", () => {
    const early = seriesOf([10, 20, 250], 0.5);
    expect(steadyRange([early], whole, 10)).toEqual({ steady: 250, whole: 250 });
  });

  it("is null where nothing was recorded", () => {
    expect(steadyRange([seriesOf([])], whole, 10)).toBeNull();
    expect(steadyRange([], whole, 10)).toBeNull();
  });

  it("takes the highest of several series", () => {
    expect(steadyRange([sawtooth, seriesOf(Array(1000).fill(120), 0.1)], whole, 10)?.steady).toBe(120);
  });
});
