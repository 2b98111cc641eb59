import { expect, test } from "vitest";
import { abe7 } from "../../../src/experiments/abe/abe-7.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

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

test("medians that rise by 2.5 and 5 ms and gains of 15 and 25 % keep every claim; far too much delay and no gain none", () => {
  const rising = (at85: number, at95: number, gain: number, codelP90Ms: number) =>
    verdicts(abe7, (job) => {
      const which = [0.85, 0.95].indexOf(numberIn(job, "beta"));
      const [delayP50Ms, percent] = which < 0 ? [0, 0] : [[at85, at95][which], [15, 25][which] * gain];
      const least = textOf(job, "aqm") === "codel" ? codelP90Ms : 20;
      const delayP90Ms = which < 0 ? least : least + [0.5, 0.9][which];
      return { delayP50Ms, delayP90Ms, goodputBps: 7e6 * (1 + percent / 100), delayMs: [] };
    });
  expect(Object.values(rising(2.5, 5, 1, 6))).not.toContain(false);
  expect(Object.values(rising(12, 15, 0, 20))).not.toContain(true);
});
