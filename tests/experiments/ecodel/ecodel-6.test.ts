import { expect, test } from "vitest";
import { ecodel6 } from "../../../src/experiments/ecodel/ecodel-6.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel6);
});

test("reads its runs and makes do with a part of them", () => {
  const readings = readRuns(ecodel6, () => true);
  expectTotal(ecodel6, readings, "quick");
  const [{ rows }] = ecodel6.reduce(readings, "quick").tables;
  for (const [, meanMs, p99Ms, longestMs] of rows) {
    expect(Number(meanMs)).toBeLessThan(Number(p99Ms));
    expect(Number(p99Ms)).toBeLessThan(Number(longestMs));
  }
});

test("claims: the average sojourn time is several times lower", () => {
  const made = (original: number, enhanced: number) =>
    verdicts(ecodel6, perQueue(["delayMeanMs"], original, enhanced));
  expect(made(3, 1)).toEqual({ "sojourn-lower": true });
  expect(made(3, 2)).toEqual({ "sojourn-lower": false });
});
