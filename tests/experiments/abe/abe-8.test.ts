import { expect, test } from "vitest";
import { abe8 } from "../../../src/experiments/abe/abe-8.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

/** Results in which β_ecn raises the goodput, more on longer paths, and the median delay by `delayMs`. */
const recovering = (byRtt: number, delayMs: number) => (job: Job) => {
  const step = numberIn(job, "beta") - 0.5;
  return {
    goodputBps: 15e6 * (1 + step * (0.5 + (byRtt * numberIn(job, "rtt")) / 240)),
    delayP50Ms: 1 + delayMs * step,
  };
};

test("stores a run as goodput and median delay", () => {
  const [reading] = readRuns(abe8, (_, i) => i === 0).values();
  expect(Number(reading.goodputBps)).toBeGreaterThan(10e6);
});

test("throughput that recovers, more on long paths, at little more delay meets every claim", () => {
  expect(Object.values(verdicts(abe8, recovering(0.2, 2)))).not.toContain(false);
});

test("each claim can fail", () => {
  expect(verdicts(abe8, recovering(-0.4, 30))).toMatchObject({
    "more-at-long-rtt": false,
    "same-median-rtt": false,
  });
  expect(verdicts(abe8, recovering(-2, 0)).recovers).toBe(false);
});
