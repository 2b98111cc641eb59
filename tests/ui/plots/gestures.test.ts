import { describe, expect, it } from "vitest";
import { clampView, isWhole, panBy, plotKey, viewHolding, zoomAt } from "../../../src/ui/plots/gestures.ts";

const whole = { fromS: 0, toS: 100 };
const state = {
  cursorS: 50,
  playheadS: 10,
  view: whole,
  whole,
  neighbour: (_: number, direction: 1 | -1) => (direction > 0 ? 61.5 : null),
};

it.each([
  ["ArrowRight", "moves the cursor by a hundredth of the view", {}, { cursorS: 51 }],
  ["ArrowDown", "moves it back", {}, { cursorS: 49 }],
  ["PageDown", "moves it by a tenth", {}, { cursorS: 40 }],
  ["Home", "goes to the beginning", {}, { cursorS: 0 }],
  ["ArrowRight", "stays in the view", { cursorS: 99.9 }, { cursorS: 100 }],
  ["ArrowRight", "begins at the playhead", { cursorS: null }, { cursorS: 11 }],
  ["Shift+ArrowRight", "goes to the next event", {}, { cursorS: 61.5 }],
  ["Shift+ArrowLeft", "stays where there is none", {}, { cursorS: 50 }],
  ["+", "zooms around the cursor", {}, { view: { fromS: 25, toS: 75 } }],
  ["0", "shows the whole run", { view: { fromS: 25, toS: 75 } }, { view: whole }],
  ["Enter", "puts the playhead at the cursor", {}, { playheadS: 50 }],
  ["Escape", "hides the cursor", {}, { cursorS: null }],
  ["Escape", "is the page's where no cursor is", { cursorS: null }, null],
  [" ", "is the page's", {}, null],
  ["g", "is the page's", {}, null],
] as const)("the key %s on a plot %s", (key, _, changed, action) => {
  const [name, shift] = [key.replace("Shift+", ""), key.startsWith("Shift+")];
  expect(plotKey(name, shift, { ...state, ...changed })).toEqual(action);
});

describe("zoom and pan", () => {
  it("move the view only as far as the cursor needs", () => {
    const view = { fromS: 20, toS: 70 };
    expect(viewHolding(80, view, whole)).toEqual({ fromS: 30, toS: 80 });
    expect(viewHolding(30, view, whole)).toBe(view);
  });

  it("keep the time under the pointer, and stay inside the run", () => {
    expect(zoomAt(whole, 0.5, 20, whole)).toEqual({ fromS: 10, toS: 60 });
    expect(panBy({ fromS: 80, toS: 95 }, 20, whole)).toEqual({ fromS: 85, toS: 100 });
    expect(panBy({ fromS: 5, toS: 20 }, -20, whole)).toEqual({ fromS: 0, toS: 15 });
    expect(zoomAt({ fromS: 10, toS: 60 }, 4, 20, whole)).toEqual(whole);
  });

  it("have a shortest view, and include the whole run", () => {
    const { fromS, toS } = clampView({ fromS: 50, toS: 50 }, whole);
    expect(toS - fromS).toBeCloseTo(0.05);
    expect([whole, { fromS: 0, toS: 99 }].map((view) => isWhole(view, whole))).toEqual([true, false]);
  });
});
