import { expect, test } from "vitest";
import { ecodel12 } from "../../../src/experiments/ecodel/ecodel-12.ts";
import { verdicts } from "../experiment-checks.ts";
import { byQueue, ORIGINAL } from "./made-means.ts";
import { testThroughputFigure } from "./throughput-tests.ts";

testThroughputFigure(ecodel12, 10, ({ key }) => key.includes("queue=enhanced"));

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
