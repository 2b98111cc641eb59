import { expect, it } from "vitest";
import { progressOf } from "../../../src/ui/core/run-scheduler.ts";

const stretch = { of: "shown", fromS: 0, simulatedS: 90, endS: 100, elapsedMs: 5400 } as const;

it("is not shown before one second has passed", () => {
  expect(progressOf({ ...stretch, simulatedS: 1, elapsedMs: 999 }, false)).toBeNull();
  expect(progressOf({ ...stretch, simulatedS: 1, elapsedMs: 1000 }, false)?.leftS).toBeCloseTo(99);
});

it("is not first shown right before the end, but stays to the end once shown", () => {
  expect(progressOf(stretch, false)).toBeNull();
  expect(progressOf(stretch, true)).toEqual({ of: "shown", simulatedS: 90, endS: 100, leftS: 0.6 });
});

it("uses the rate since a run was resumed", () => {
  expect(progressOf({ ...stretch, fromS: 88, elapsedMs: 2000 }, true)?.leftS).toBe(10);
});
