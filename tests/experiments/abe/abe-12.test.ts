import { expect, test } from "vitest";
import { abe12 } from "../../../src/experiments/abe/abe-12.ts";
import { expectSoundJobs, verdicts } from "../experiment-checks.ts";

test("its runs are sound, and go through PIE", () => {
  expectSoundJobs(abe12);
  for (const { scenario } of abe12.jobs("full")) expect(scenario.queue.aqm).toBe("pie-linux");
});

test("its claims can hold and fail", () => {
  expect(verdicts(abe12, () => ({ ratio: 1.5 }))["mean-ratio"]).toBe(true);
  expect(verdicts(abe12, () => ({ ratio: 0.9 }))["mean-ratio"]).toBe(false);
});
