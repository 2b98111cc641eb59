import { expect, test } from "vitest";
import { ecodel9 } from "../../../src/experiments/ecodel/ecodel-9.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { perQueue } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel9);
});

test("reads its runs and makes do with a part of them", () => {
  const readings = readRuns(ecodel9, () => true);
  expectTotal(ecodel9, readings, "quick");
  const [{ series }] = ecodel9.reduce(readings, "quick").figures;
  for (const { y, low, high } of series) {
    for (const [i, packets] of y.entries()) {
      expect(Number(low?.[i])).toBeLessThanOrEqual(Number(packets));
      expect(Number(high?.[i])).toBeGreaterThanOrEqual(Number(packets));
    }
  }
});

test("claims: the queue is smaller and steadier", () => {
  const fields = ["mean", "deviation"];
  expect(verdicts(ecodel9, perQueue(fields, 10, 4))).toEqual({
    "queue-smaller": true,
    "queue-steadier": true,
  });
  expect(verdicts(ecodel9, perQueue(fields, 4, 10))).toEqual({
    "queue-smaller": false,
    "queue-steadier": false,
  });
});
