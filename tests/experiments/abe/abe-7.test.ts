import { expect, test } from "vitest";
import { abe7 } from "../../../src/experiments/abe/abe-7.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

test("its runs are sound", () => {
  expectSoundJobs(abe7);
});

test("the outcome of any runs is whole", () => {
  expectTotal(
    abe7,
    readRuns(abe7, (_, i) => i < 2),
    "quick",
  );
});

test("medians that rise by 2.5 and 5 ms keep every claim, those that rise by 12 and 15 ms none", () => {
  const rising = (at85: number, at95: number) =>
    verdicts(abe7, (job) => {
      const beta = numberIn(job, "beta");
      return { delayP50Ms: beta === 0.85 ? at85 : beta === 0.95 ? at95 : 0, delayP90Ms: 20, delayMs: [] };
    });
  expect(Object.values(rising(2.5, 5))).not.toContain(false);
  expect(Object.values(rising(12, 15))).not.toContain(true);
});
