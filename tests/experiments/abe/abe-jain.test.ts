import { expect, test } from "vitest";
import { abeJain } from "../../../src/experiments/abe/abe-jain.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

test("a flow joins every 30 s", () => {
  const four = abeJain.jobs("full").find((job) => numberIn(job, "flows") === 4);
  expect(four?.scenario.flows.map(({ params }) => params.start)).toEqual([0, 30, 60, 90]);
});

test("F(t) of a run rises towards 1", () => {
  const readings = readRuns(abeJain, (_, i) => i < 2);
  const [{ fairness, meanFairness }] = readings.values();
  expect(Number(Array.isArray(fairness) ? fairness.at(-1) : 0)).toBeGreaterThan(0.9);
  expect(Number(meanFairness)).toBeGreaterThan(0.7);
});

const withAbe = (job: Job) => [0.8, 0.85].includes(numberIn(job, "beta"));
const made = (change: (job: Job) => number) =>
  verdicts(abeJain, (job) => ({ fairness: [], meanFairness: 0.95 + (withAbe(job) ? change(job) : 0) }));

/** Verdicts on the claim for 2, 4 and 10 flows. */
const harmless = (two: boolean, four: boolean, ten: boolean) => ({
  "no-consistent-harm-2": two,
  "no-consistent-harm-4": four,
  "no-consistent-harm-10": ten,
});

test("harm in some places is not consistent, harm everywhere is", () => {
  expect(made((job) => (textOf(job, "aqm") === "pie" ? 0.01 : -0.02))).toEqual(harmless(true, true, true));
  expect(made(() => -0.01)).toEqual(harmless(false, false, false));
  expect(made((job) => (textOf(job, "aqm") === "pie" ? 0.01 : -0.2))).toEqual(harmless(false, false, false));
});

test("a decrease within the scatter of the runs is chance, a larger one is harm", () => {
  const uneven = (job: Job) => (numberIn(job, "seed") % 2 === 0 ? 0.03 : -0.03);
  expect(made((job) => uneven(job) - 0.01)).toEqual(harmless(true, true, true));
  expect(made((job) => uneven(job) / 10 - 0.01)).toEqual(harmless(false, false, false));
});

test("each number of flows is judged separately", () => {
  expect(made((job) => (numberIn(job, "flows") === 4 ? -0.01 : 0.01))).toEqual(harmless(true, false, true));
});
