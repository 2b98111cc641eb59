import { expect, test } from "vitest";
import { abe5 } from "../../../src/experiments/abe/abe-5.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

test("its runs are sound", () => {
  expectSoundJobs(abe5);
});

test("a run is kept as its percentiles, quantiles and goodput", () => {
  const readings = readRuns(abe5, (_, i) => i < 2);
  const [reading] = readings.values();
  expect(Number(reading.delayP90Ms)).toBeGreaterThan(Number(reading.delayP50Ms));
  expect(Number(reading.goodputBps)).toBeGreaterThan(7e6);
  expectTotal(abe5, readings, "quick");
});

test("delays that do not move break the paper's rises; CoDel far above its target and a light tail of PIE theirs", () => {
  const flat = verdicts(abe5, () => ({ delayP50Ms: 20, delayP90Ms: 20, goodputBps: 9e6, delayMs: [] }));
  expect(flat).toMatchObject({
    "codel-0.95": false,
    "pie-0.85": false,
    "pie-0.95": false,
    "codel-near-target": false,
    "pie-heavier-tail": false,
    "codel-well-served": false,
    "pie-well-served": false,
  });
});

test("the paper's rises keep every claim", () => {
  const rise = (job: Job, at85: number, at95: number) =>
    numberIn(job, "beta") === 0.85 ? at85 : numberIn(job, "beta") === 0.95 ? at95 : 0;
  const paper = verdicts(abe5, (job) => {
    const goodputBps = 7e6 * (1 + rise(job, 0.24, 0.3));
    return textOf(job, "aqm") === "codel"
      ? { delayP50Ms: 1 + rise(job, 1, 3), delayP90Ms: 5 + rise(job, 1, 2), goodputBps, delayMs: [] }
      : { delayP50Ms: 2 + rise(job, 15, 20), delayP90Ms: 22 + rise(job, 3, 5), goodputBps, delayMs: [] };
  });
  expect(Object.values(paper)).not.toContain(false);
});
