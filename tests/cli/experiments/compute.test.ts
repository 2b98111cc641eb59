import { expect, test } from "vitest";
import { Progress } from "../../../src/cli/experiments/compute.ts";

test("estimates the remaining time from the cost of completed runs and not from their number", () => {
  const progress = new Progress([80, 10, 10], 0);
  expect(progress.text(0)).toBe("0 of 3 runs");
  progress.add(80);
  expect(progress.text(40_000)).toBe("1 of 3 runs, about 10 s left");
  progress.add(10);
  progress.add(10);
  expect(progress.text(50_000)).toBe("3 of 3 runs, about 0 s left");
});

test("writes long times in minutes and hours", () => {
  const progress = new Progress([1, 99], 0);
  progress.add(1);
  expect(progress.text(2000)).toBe("1 of 2 runs, about 4 min left");
  expect(progress.text(600_000)).toBe("1 of 2 runs, about 16.5 h left");
});
