import { expect, test } from "vitest";
import { abe11, abe12 } from "../../../src/experiments/abe/share-ratio.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

test("stores a run of ten against ten as their bytes and the ratio", () => {
  const [reading] = readRuns(abe11, (job) => job.key.startsWith("rtt=160 beta=0.85")).values();
  const { cubicBytes, newrenoBytes, ratio } = reading;
  expect(Number(ratio)).toBeCloseTo(Number(cubicBytes) / Number(newrenoBytes), 4);
});

test("ratios from 1.3 to 2.3 that β_ecn hardly changes meet every claim", () => {
  const made = verdicts(abe11, (job) => ({
    ratio: numberIn(job, "beta") === 0.9 ? 2.3 : 1.3 + 0.2 * (numberIn(job, "seed") - 1),
  }));
  expect(Object.values(made)).not.toContain(false);
});

test("shares that are too large, too small, or change abruptly with β_ecn break theirs", () => {
  expect(verdicts(abe11, () => ({ ratio: 3 }))).toMatchObject({
    "mean-ratio": false,
    "mean-ratio-0.9": false,
    "each-round-trip": false,
  });
  expect(verdicts(abe11, () => ({ ratio: 1 }))["mean-ratio"]).toBe(false);
  const jump = verdicts(abe11, (job) => ({ ratio: numberIn(job, "beta") === 0.7 ? 1.3 : 1.9 }));
  expect(jump["within-error-bars"]).toBe(false);
});

test("cycles are counted at 320 ms without ABE only", () => {
  const counted = (at: number, elsewhere: number) =>
    verdicts(abe11, (job) => ({
      cubicReductions: numberIn(job, "rtt") === 320 && numberIn(job, "beta") === 0.7 ? at : elsewhere,
    })).cycles;
  expect(counted(130, 1000)).toBe(true);
  expect(counted(60, 130)).toBe(false);
});

test("figure 12 goes through PIE", () => {
  for (const { scenario } of abe12.jobs("full")) expect(scenario.queue.aqm).toBe("pie-linux");
});

test("its claims can hold and fail", () => {
  expect(verdicts(abe12, () => ({ ratio: 1.5 }))["mean-ratio"]).toBe(true);
  expect(verdicts(abe12, () => ({ ratio: 0.9 }))["mean-ratio"]).toBe(false);
});
