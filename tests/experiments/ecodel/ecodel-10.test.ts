import { expect, test } from "vitest";
import { ecodel10 } from "../../../src/experiments/ecodel/ecodel-10.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel10);
});

test("reads its runs and makes do with a part of them", () => {
  const readings = readRuns(ecodel10, () => true);
  expectTotal(ecodel10, readings, "quick");
  const [{ rows }] = ecodel10.reduce(readings, "quick").tables;
  for (const [, meanMs, p99Ms, longestMs] of rows) {
    expect(Number(meanMs)).toBeLessThan(Number(p99Ms));
    expect(Number(p99Ms)).toBeLessThan(Number(longestMs));
  }
});

test("claims: the average sojourn time is several times lower", () => {
  const made = (original: number, enhanced: number) =>
    verdicts(ecodel10, perQueue(["delayMeanMs"], original, enhanced));
  expect(made(3, 1)).toEqual({ "sojourn-lower": true });
  expect(made(3, 2)).toEqual({ "sojourn-lower": false });
});
