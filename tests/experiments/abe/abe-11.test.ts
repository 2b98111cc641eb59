import { expect, test } from "vitest";
import { abe11 } from "../../../src/experiments/abe/abe-11.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

test("its runs are sound", () => {
  expectSoundJobs(abe11);
});

test("a run of ten against ten is kept as their bytes and the ratio", () => {
  const [reading] = readRuns(abe11, (job) => job.key.startsWith("rtt=160 beta=0.85")).values();
  const { cubicBytes, newrenoBytes, ratio } = reading;
  expect(Number(ratio)).toBeCloseTo(Number(cubicBytes) / Number(newrenoBytes), 4);
  expectTotal(
    abe11,
    madeReadings(abe11, "quick", () => ({ ratio: 1.5 })),
    "quick",
  );
});

test("ratios from 1.3 to 2.3 that β_ecn hardly moves keep every claim", () => {
  const made = verdicts(abe11, (job) => ({
    ratio: numberIn(job, "beta") === 0.9 ? 2.3 : 1.3 + 0.2 * (numberIn(job, "seed") - 1),
  }));
  expect(Object.values(made)).not.toContain(false);
});

test("shares that are too large, too small, or jump with β_ecn break theirs", () => {
  expect(verdicts(abe11, () => ({ ratio: 3 }))).toMatchObject({
    "mean-ratio": false,
    "mean-ratio-0.9": false,
    "each-round-trip": false,
  });
  expect(verdicts(abe11, () => ({ ratio: 1 }))["mean-ratio"]).toBe(false);
  const jump = verdicts(abe11, (job) => ({ ratio: numberIn(job, "beta") === 0.7 ? 1.3 : 1.9 }));
  expect(jump["within-error-bars"]).toBe(false);
});

test("cycles are counted at 320 ms without ABE, and only there", () => {
  const counted = (at: number, elsewhere: number) =>
    verdicts(abe11, (job) => ({
      cubicReductions: numberIn(job, "rtt") === 320 && numberIn(job, "beta") === 0.7 ? at : elsewhere,
    })).cycles;
  expect(counted(130, 1000)).toBe(true);
  expect(counted(60, 130)).toBe(false);
});
