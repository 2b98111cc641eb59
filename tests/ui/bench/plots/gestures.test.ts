import { describe, expect, it } from "vitest";
import {
  clampView,
  isWhole,
  panBy,
  plotKey,
  viewHolding,
  zoomAt,
} from "../../../../src/ui/bench/plots/gestures.ts";

const whole = { fromS: 0, toS: 100 };
const state = {
  cursorS: 50,
  playheadS: 10,
  view: whole,
  whole,
  neighbour: (_: number, direction: 1 | -1) => (direction > 0 ? 61.5 : null),
};

describe("keys of a plot", () => {
  it("move the data cursor by a hundredth and a tenth of the view", () => {
    expect(plotKey("ArrowRight", false, state)).toEqual({ cursorS: 51 });
    expect(plotKey("ArrowDown", false, state)).toEqual({ cursorS: 49 });
    expect(plotKey("PageDown", false, state)).toEqual({ cursorS: 40 });
    expect(plotKey("Home", false, state)).toEqual({ cursorS: 0 });
    expect(plotKey("ArrowRight", false, { ...state, cursorS: 99.9 })).toEqual({ cursorS: 100 });
  });

  it("begin at the playhead", () => {
    expect(plotKey("ArrowRight", false, { ...state, cursorS: null })).toEqual({ cursorS: 11 });
  });

  it("go from event to event with Shift and stay where there is none", () => {
    expect(plotKey("ArrowRight", true, state)).toEqual({ cursorS: 61.5 });
    expect(plotKey("ArrowLeft", true, state)).toEqual({ cursorS: 50 });
  });

  it("zoom around the cursor and back to the whole run", () => {
    expect(plotKey("+", false, state)).toEqual({ view: { fromS: 25, toS: 75 } });
    expect(plotKey("0", false, { ...state, view: { fromS: 25, toS: 75 } })).toEqual({ view: whole });
  });

  it("put the playhead at the cursor and hide the cursor", () => {
    expect(plotKey("Enter", false, state)).toEqual({ playheadS: 50 });
    expect(plotKey("Escape", false, state)).toEqual({ cursorS: null });
    expect(plotKey("Escape", false, { ...state, cursorS: null })).toBeNull();
  });

  it("leave other keys to the page", () => {
    expect(plotKey(" ", false, state)).toBeNull();
    expect(plotKey("g", false, state)).toBeNull();
  });

  it("move the view only as far as the cursor needs", () => {
    expect(viewHolding(80, { fromS: 20, toS: 70 }, whole)).toEqual({ fromS: 30, toS: 80 });
    const view = { fromS: 20, toS: 70 };
    expect(viewHolding(30, view, whole)).toBe(view);
  });
});

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
