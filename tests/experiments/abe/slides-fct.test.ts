import { expect, test } from "vitest";
import { slidesFct, stepsTo } from "../../../src/experiments/abe/slides-fct.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

test("the slides' bound: 4 reductions with 0.8, 5 with 0.85, 7 with 0.9", () => {
  expect([0.5, 0.8, 0.85, 0.9].map((beta) => stepsTo(0.5, beta))).toEqual([1, 4, 5, 7]);
});

test("stores a flow with its completion time and the end of its slow start", () => {
  const readings = readRuns(slidesFct, (job) => job.key.includes("recovery=classic aqm=codel beta=0.8"));
  const [half, , , overshoot] = readings.values();
  expect(Number(half.fctS)).toBeLessThan(1);
  expect(overshoot).toMatchObject({ fctS: null, marked: 168, answered: 250, stepsBack: 2, stepsToPath: 5 });
});

/**
 * Results in which β_ecn 0.8 shortens completion times by these shares, for flows of up to 5 MB and for longer ones.
 */
const shorter = (short: number, long: number, steps: number | null) => (job: Job) => {
  if (job.key.startsWith("part=overshoot")) return { stepsBack: steps, stepsToPath: steps };
  const saved = numberIn(job, "kB") <= 5000 ? short : long;
  return { fctS: numberIn(job, "beta") === 0.5 ? 10 : 10 * (1 - saved) };
};

test("short flows with the largest gains, and few reductions, meet every claim", () => {
  expect(Object.values(verdicts(slidesFct, shorter(0.3, 0.1, 1)))).not.toContain(false);
});

test("long flows with the largest gains, and many reductions, meet none", () => {
  expect(Object.values(verdicts(slidesFct, shorter(0.1, 0.2, 5)))).not.toContain(true);
});

test("an overshoot that is never reduced breaks the bound", () => {
  const held = verdicts(slidesFct, shorter(0.3, 0.1, null));
  expect([held["steps-bounded"], held["steps-to-path"]]).toEqual([false, false]);
});
