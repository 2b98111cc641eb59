import { expect, test } from "vitest";
import { ecodel4 } from "../../../src/experiments/ecodel/ecodel-4.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { byQueue, ORIGINAL } from "./made-means.ts";

test("its runs are sound", () => {
  expectSoundJobs(ecodel4);
});

test("reads its runs and makes do with a part of them", () => {
  const readings = readRuns(ecodel4, () => true);
  expectTotal(ecodel4, readings, "quick");
  const { figures } = ecodel4.reduce(readings, "quick");
  expect(figures.map(({ series }) => series.length)).toEqual([2, 2]);
  // The second flow sends from 3 s to 40 s.
  const [, second] = figures[1].series;
  expect(second.y.slice(0, 3)).toEqual([0, 0, 0]);
  expect(Number(second.y[20])).toBeGreaterThan(0);
  expect(second.y.slice(42)).toEqual(second.y.slice(42).map(() => 0));
});

test("claims: throughput and fairness stay alike, with a slightly slower start and slightly less fairness", () => {
  const made = (startBps: number, steadyBps: number, utilisation: number, jain12To40: number) =>
    verdicts(ecodel4, byQueue(ORIGINAL, { startBps, steadyBps, utilisation, jain12To40 }));
  expect(made(3.5e7, 3.7e7, 0.75, 0.75)).toEqual({
    "throughput-similar": true,
    "start-slightly-slower": true,
    "fairness-similar": true,
    "fairness-slightly-worse": true,
    "utilisation-similar": true,
  });
  expect(made(2e7, 3.5e7, 0.7, 0.65)).toEqual({
    "throughput-similar": false,
    "start-slightly-slower": false,
    "fairness-similar": false,
    "fairness-slightly-worse": false,
    "utilisation-similar": false,
  });
});

test("slightly slower and slightly less fair are neither faster nor fairer", () => {
  const made = verdicts(ecodel4, byQueue(ORIGINAL, { ...ORIGINAL, startBps: 4.1e7, jain12To40: 0.83 }));
  expect(made["start-slightly-slower"]).toBe(false);
  expect(made["fairness-slightly-worse"]).toBe(false);
  expect(made["fairness-similar"]).toBe(true);
});

test("the whole run's utilisation, and fairness where the text says more than similar, are checks of our own", () => {
  const readings = madeReadings(ecodel4, "full", () => ORIGINAL);
  const { claims } = ecodel4.reduce(readings, "full");
  expect(claims.filter(({ basis }) => basis === "ours").map(({ id }) => id)).toEqual([
    "fairness-similar",
    "utilisation-similar",
  ]);
});
