import { expect, test } from "vitest";
import { ecodel12 } from "../../../src/experiments/ecodel/ecodel-12.ts";
import { expectSoundJobs, expectTotal, readRuns, verdicts } from "../experiment-checks.ts";
import { byQueue, ORIGINAL } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel12);
});

test("reads a run and makes do with a part of them", () => {
  const readings = readRuns(ecodel12, ({ key }) => key.includes("queue=enhanced"));
  expectTotal(ecodel12, readings, "quick");
  const { figures } = ecodel12.reduce(readings, "quick");
  expect(figures.map(({ series }) => series.length)).toEqual([10, 10]);
  // The second flow sends from 3 s to 40 s.
  const [, second] = figures[1].series;
  expect(second.y.slice(0, 3)).toEqual([0, 0, 0]);
  expect(Number(second.y[20])).toBeGreaterThan(0);
  expect(second.y.slice(42)).toEqual(second.y.slice(42).map(() => 0));
});

test("claims: throughput and fairness stay alike, the latter slightly better", () => {
  const made = (
    lost: number,
    steadyBps: number,
    utilisation: number,
    jain12To40: number,
    jain10To40: number,
  ) => verdicts(ecodel12, byQueue(ORIGINAL, { lost, steadyBps, utilisation, jain12To40, jain10To40 }));
  expect(made(1, 3.7e7, 0.75, 0.85, 0.85)).toEqual({
    "lost-fewer": true,
    "lost-share": true,
    "throughput-similar": true,
    "fairness-similar": true,
    "fairness-slightly-better": true,
    "utilisation-similar": true,
  });
  expect(made(1000, 3.5e7, 0.7, 0.65, 0.75)).toEqual({
    "lost-fewer": false,
    "lost-share": false,
    "throughput-similar": false,
    "fairness-similar": false,
    "fairness-slightly-better": false,
    "utilisation-similar": false,
  });
  expect(made(1, 4e7, 0.8, 0.8, 0.79)["fairness-slightly-better"]).toBe(false);
});
