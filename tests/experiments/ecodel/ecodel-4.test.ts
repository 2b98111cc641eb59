import { expect, test } from "vitest";
import { ecodel4 } from "../../../src/experiments/ecodel/ecodel-4.ts";
import { madeReadings, verdicts } from "../experiment-checks.ts";
import { byQueue, ORIGINAL } from "./made-means.ts";
import { testThroughputFigure } from "./throughput-tests.ts";

testThroughputFigure(ecodel4, 2);

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
