import { expect, test } from "vitest";
import { ecodel5 } from "../../../src/experiments/ecodel/ecodel-5.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel5);
});

test("reads its runs and makes do with a part of them", () => {
  const readings = readRuns(ecodel5, () => true);
  expectTotal(ecodel5, readings, "quick");
  const [{ series }] = ecodel5.reduce(readings, "quick").figures;
  for (const { y, low, high } of series) {
    for (const [i, packets] of y.entries()) {
      expect(Number(low?.[i])).toBeLessThanOrEqual(Number(packets));
      expect(Number(high?.[i])).toBeGreaterThanOrEqual(Number(packets));
    }
  }
});

test("claims: the queue is smaller and steadier", () => {
  const fields = ["mean", "deviation"];
  expect(verdicts(ecodel5, perQueue(fields, 10, 4))).toEqual({
    "queue-smaller": true,
    "queue-steadier": true,
  });
  expect(verdicts(ecodel5, perQueue(fields, 4, 10))).toEqual({
    "queue-smaller": false,
    "queue-steadier": false,
  });
});
