import { expect, test } from "vitest";
import { ecodel11 } from "../../../src/experiments/ecodel/ecodel-11.ts";
import { verdicts } from "../experiment-checks.ts";
import { byQueue, ORIGINAL } from "./made-means.ts";
import { testThroughputFigure } from "./throughput-tests.ts";

testThroughputFigure(ecodel11, 10);

test("claims: throughput and fairness stay alike", () => {
  const made = (lost: number, steadyBps: number, utilisation: number, jain12To40: number) =>
    verdicts(ecodel11, byQueue(ORIGINAL, { lost, steadyBps, utilisation, jain12To40 }));
  expect(made(1, 3.7e7, 0.75, 0.85)).toEqual({
    "lost-fewer": true,
    "lost-share": true,
    "throughput-similar": true,
    "fairness-similar": true,
    "utilisation-similar": true,
  });
  expect(made(1000, 3.5e7, 0.7, 0.65)).toEqual({
    "lost-fewer": false,
    "lost-share": false,
    "throughput-similar": false,
    "fairness-similar": false,
    "utilisation-similar": false,
  });
});
