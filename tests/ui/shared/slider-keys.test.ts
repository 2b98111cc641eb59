import { describe, expect, it } from "vitest";
import { keyTarget } from "../../../src/ui/shared/Slider.tsx";
import type { SliderScale } from "../../../src/ui/shared/slider-scale.ts";

const linear: SliderScale = { min: 0, max: 100, step: 1, scale: "linear" };
const log: SliderScale = { min: 0.1, max: 1000, step: 1, scale: "log" };
const NO_OTHER = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const target = (key: string, value: number, scale: SliderScale, others: Partial<typeof NO_OTHER> = {}) =>
  keyTarget(scale, value, { ...NO_OTHER, ...others, key });

describe("slider keys", () => {
  it("move by a twentieth, a hundredth and a tenth of the range", () => {
    expect(target("ArrowRight", 50, linear)).toBe(55);
    expect(target("ArrowDown", 50, linear)).toBe(45);
    expect(target("ArrowUp", 50, linear, { shiftKey: true })).toBe(51);
    expect(target("PageUp", 50, linear)).toBe(60);
    expect(target("PageDown", 50, linear)).toBe(40);
  });

  it("move by ratios on a logarithmic range", () => {
    expect(target("PageUp", 10, log)).toBe(25);
  });

  it("reach the ends and stop there", () => {
    expect(target("Home", 50, linear)).toBe(0);
    expect(target("End", 50, { ...linear, sliderMax: 80 })).toBe(80);
    expect(target("PageUp", 98, linear)).toBe(100);
    expect(target("PageDown", 0.1, log)).toBe(0.1);
  });

  it("ignore other keys, and those of the browser", () => {
    expect(target("a", 50, linear)).toBeNull();
    expect(target("ArrowUp", 50, linear, { altKey: true })).toBeNull();
  });

  it("lose no key press to rounding", () => {
    const beta: SliderScale = { min: 0.5, max: 0.99, step: 0.01, scale: "linear" };
    expect(target("ArrowRight", 0.8, beta, { shiftKey: true })).toBe(0.81);
    expect(target("ArrowLeft", 0.8, beta, { shiftKey: true })).toBe(0.79);
  });
});
