import { describe, expect, it } from "vitest";
import { defaultScenario } from "../../../src/engine/index.ts";
import { neighbour, stepTarget } from "../../../src/ui/core/playback.ts";
import { madeSnapshot } from "./made-runs.ts";

describe("neighbour", () => {
  const times = Float64Array.of(1, 2, 3);
  it("finds the next and the previous time, never the present one", () => {
    expect(neighbour(times, 2, 1)).toBe(3);
    expect(neighbour(times, 2, -1)).toBe(1);
    expect(neighbour(times, 2.5, -1)).toBe(2);
    expect(neighbour(times, 0, -1)).toBeNull();
    expect(neighbour(times, 3, 1)).toBeNull();
    expect(neighbour(Float64Array.of(), 3, 1)).toBeNull();
  });
});

describe("steps through a finished run", () => {
  const snapshot = madeSnapshot({ marksAtS: [10, 20] });
  it("go to the next mark, by a round trip, or to the ends", () => {
    expect(stepTarget(snapshot, null, defaultScenario(), 12, 1, "signal")).toBe(20);
    expect(stepTarget(snapshot, null, defaultScenario(), 12, -1, "event")).toBe(10);
    expect(stepTarget(snapshot, null, defaultScenario(), 12, 1, "rtt")).toBeCloseTo(12.1);
    expect(stepTarget(snapshot, null, defaultScenario(), 25, 1, "signal")).toBe(100);
    expect(stepTarget(snapshot, null, defaultScenario(), 5, -1, "signal")).toBe(0);
  });

  it("use the marks of the watched link", () => {
    const two = madeSnapshot({ marksAtS: [10, 20], links: ["a", "b"] });
    expect(stepTarget(two, "a", defaultScenario(), 12, 1, "signal")).toBe(20);
    expect(stepTarget(two, "b", defaultScenario(), 12, 1, "signal")).toBe(100);
    expect(stepTarget(two, "gone", defaultScenario(), 12, 1, "signal")).toBe(20);
  });
});
