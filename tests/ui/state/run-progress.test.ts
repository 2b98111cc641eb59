import { expect, it } from "vitest";
import { progressOf } from "../../../src/ui/state/run-scheduler.ts";

const stretch = { of: "shown", fromS: 0, simulatedS: 90, endS: 100, elapsedMs: 5400 } as const;

it("is not told before a second has gone by", () => {
  expect(progressOf({ ...stretch, simulatedS: 1, elapsedMs: 999 }, false)).toBeNull();
  expect(progressOf({ ...stretch, simulatedS: 1, elapsedMs: 1000 }, false)?.leftS).toBeCloseTo(99);
});

it("does not begin to be told right before the end, but is told on to the end", () => {
  expect(progressOf(stretch, false)).toBeNull();
  expect(progressOf(stretch, true)).toEqual({ of: "shown", simulatedS: 90, endS: 100, leftS: 0.6 });
});

it("goes by the pace since a run was taken up again", () => {
  expect(progressOf({ ...stretch, fromS: 88, elapsedMs: 2000 }, true)?.leftS).toBe(10);
});
