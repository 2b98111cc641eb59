import { describe, expect, it } from "vitest";
import { clampView, isWhole, panBy, zoomAt } from "../../../../src/ui/bench/plots/gestures.ts";

const whole = { fromS: 0, toS: 100 };

describe("zoom and pan", () => {
  it("keep the time under the pointer where it is", () => {
    expect(zoomAt(whole, 0.5, 20, whole)).toEqual({ fromS: 10, toS: 60 });
  });

  it("stay inside the run and keep the span where they can", () => {
    expect(panBy({ fromS: 80, toS: 95 }, 20, whole)).toEqual({ fromS: 85, toS: 100 });
    expect(panBy({ fromS: 5, toS: 20 }, -20, whole)).toEqual({ fromS: 0, toS: 15 });
    expect(zoomAt({ fromS: 10, toS: 60 }, 4, 20, whole)).toEqual(whole);
  });

  it("have a shortest view", () => {
    const { fromS, toS } = clampView({ fromS: 50, toS: 50 }, whole);
    expect(toS - fromS).toBeCloseTo(0.05);
  });

  it("know the whole run", () => {
    expect(isWhole(whole, whole)).toBe(true);
    expect(isWhole({ fromS: 0, toS: 99 }, whole)).toBe(false);
  });
});
