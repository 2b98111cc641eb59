import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NumberParam } from "../../../src/engine/index.ts";
import {
  hasSlider,
  keyTarget,
  landed,
  moved,
  positionOf,
  type SliderScale,
  stepped,
  valueAt,
} from "../../../src/ui/shared/slider-scale.ts";

function param(fields: Partial<NumberParam>): NumberParam {
  return {
    kind: "number",
    id: "x",
    label: "X",
    help: "",
    unit: "ratio",
    default: 0.5,
    min: 0.3,
    max: 0.99,
    step: 0.01,
    scale: "linear",
    ...fields,
  };
}

const beta = param({});
const capacity = param({ unit: "Mbps", default: 10, min: 0.1, max: 10_000, step: 1, scale: "log" });
const seed = param({ unit: "count", default: 1, min: 1, max: 1000, step: 1, integer: true });
const ends = (p: NumberParam) => [positionOf(p, p.min), positionOf(p, p.max)];

describe("slider scale", () => {
  it("puts the ends of the range at the ends of the slider", () => {
    for (const p of [beta, capacity, seed]) {
      expect(ends(p)).toEqual([0, 1]);
      expect([valueAt(p, 0), valueAt(p, 1)]).toEqual([p.min, p.max]);
    }
  });

  it("is logarithmic if the declaration says so", () => {
    expect(positionOf(capacity, 10)).toBeCloseTo(0.4, 10);
    expect(valueAt(capacity, 0.4)).toBe(10);
    expect(valueAt(capacity, 0.6)).toBe(100);
  });

  it("gives steps without binary rounding", () => {
    expect(valueAt(beta, positionOf(beta, 0.81))).toBe(0.81);
    expect(valueAt(beta, 0.5)).toBe(0.65);
    expect(valueAt(capacity, 0.501)).toBe(32);
  });

  it("converts back from any of its values", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(beta, capacity, seed),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (p, position) => {
          const value = valueAt(p, position);
          expect(valueAt(p, positionOf(p, value))).toBe(value);
          expect(value).toBeGreaterThanOrEqual(p.min);
          expect(value).toBeLessThanOrEqual(p.max);
        },
      ),
    );
  });
});

describe("slider keys", () => {
  it("move by a share of the range", () => {
    expect(moved(beta, 0.5, 1 / 20)).toBe(0.53);
    expect(moved(beta, 0.5, 1 / 100)).toBe(0.51);
    expect(moved(beta, 0.5, 1 / 10)).toBe(0.57);
    expect(moved(capacity, 10, 1 / 10)).toBe(32);
  });

  it("move at least one step, and stop at the ends", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(beta, capacity, seed),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0.05, 0.01, 0.1, -0.05, -0.01, -0.1),
        (p, position, share) => {
          const value = valueAt(p, position);
          const next = moved(p, value, share);
          const atEnd = share > 0 ? value === p.max : value === p.min;
          if (atEnd) expect(next).toBe(value);
          else expect((next - value) * Math.sign(share)).toBeGreaterThan(0);
          expect(next).toBeGreaterThanOrEqual(p.min);
          expect(next).toBeLessThanOrEqual(p.max);
        },
      ),
    );
  });
});

describe("small steps", () => {
  it("are the declared step on a linear scale", () => {
    expect(stepped(beta, 0.8, 1)).toBe(0.81);
    expect(stepped(beta, 0.8, -1)).toBe(0.79);
    expect(stepped(beta, 0.99, 1)).toBe(0.99);
  });

  it("are a unit of the second digit on a logarithmic scale", () => {
    expect(stepped(capacity, 10, 1)).toBe(11);
    expect(stepped(capacity, 10, -1)).toBe(9.9);
    expect(stepped(capacity, 95, 1)).toBe(96);
    expect(stepped(capacity, 1000, 1)).toBe(1100);
    expect(stepped(capacity, 0.1, -1)).toBe(0.1);
  });

  it("go to the next round value from a typed one", () => {
    expect(stepped(capacity, 12.34, 1)).toBe(13);
    expect(stepped(capacity, 12.34, -1)).toBe(12);
  });
});

describe("a slider that ends before the allowed range", () => {
  const delay = param({ unit: "ms", default: 0, min: 0, max: 2000, step: 1, sliderMax: 200 });
  const rtt = param({
    unit: "ms",
    default: 100,
    min: 0.001,
    max: 2000,
    step: 1,
    scale: "log",
    sliderMin: 0.1,
  });

  it("has its own ends", () => {
    expect([valueAt(delay, 0), valueAt(delay, 1)]).toEqual([0, 200]);
    expect([valueAt(rtt, 0), valueAt(rtt, 1)]).toEqual([0.1, 2000]);
    expect(positionOf(delay, 50)).toBe(0.25);
  });

  it("limits a drag to its nearer end", () => {
    expect([landed(delay, -3), landed(delay, 12.4), landed(delay, 900)]).toEqual([0, 12, 200]);
    expect(landed(rtt, 12.345)).toBe(12);
  });

  it("exists on a logarithmic scale that starts at 0", () => {
    const fromZero = { ...rtt, min: 0, sliderMin: 0 };
    expect([positionOf(fromZero, 0), valueAt(fromZero, 0)]).toEqual([0, 0]);
    expect(valueAt(fromZero, positionOf(fromZero, 50))).toBe(50);
  });

  it("shows a typed value beyond them at the nearer end", () => {
    expect(positionOf(delay, 1500)).toBe(1);
    expect(positionOf(rtt, 0.004)).toBe(0);
  });

  it("returns from there by its keys, and small steps still reach everything", () => {
    expect(moved(delay, 1500, -1 / 20)).toBe(190);
    expect(moved(delay, 1500, 1 / 20)).toBe(1501);
    expect(stepped(delay, 200, 1)).toBe(201);
    expect(stepped(rtt, 0.1, -1)).toBe(0.099);
  });

  it("exists if the whole range would have too many steps", () => {
    const fine = param({ min: 0, max: 2000, step: 0.001 });
    expect([hasSlider(fine), hasSlider({ ...fine, sliderMax: 0.1 })]).toEqual([false, true]);
  });
});

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
