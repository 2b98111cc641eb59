import { expect, test } from "vitest";
import { wheelPeriodNs } from "../../../src/engine/aqm/kernel-timer.ts";

const MS = 1e6;

test.each([
  // With ticks of 4 ms (a kernel with 250 Hz), a timeout is rounded up to whole ticks, plus one tick.
  [15, 4, 20],
  [16, 4, 20],
  [30, 4, 36],
  [1, 4, 8],
  [15, 1, 16],
  [15, 10, 30],
  [252, 4, 256],
  // From 64 ticks on, the timer has steps of 8 ticks: 64 becomes 72, 125 and 127 become 128, 128 becomes 136.
  [256, 4, 288],
  [500, 4, 512],
  [512, 4, 544],
  // From 505 ticks on, the timer has steps of 64 ticks.
  [504, 1, 512],
  [505, 1, 512],
  [512, 1, 576],
])("a timer that is set for %f ms runs, with a tick of %f ms, after %f ms", (setMs, tickMs, ms) => {
  expect(wheelPeriodNs(setMs * MS, tickMs * MS)).toBe(ms * MS);
});
