import { expect, test } from "vitest";
import { abe3 } from "../../../src/experiments/abe/abe-3.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

test("the runs meet every claim: 0.9 stays near the bandwidth-delay product, 0.5 falls far below", () => {
  const readings = readRuns(abe3, () => true);
  const { claims } = abe3.reduce(readings, "quick");
  expect(claims.map(({ holds }) => holds)).toEqual([true, true, true, true]);
});

test("cwnd with the opposite trend breaks them", () => {
  const made = verdicts(abe3, (job) => ({
    leastAfterSlowStart: numberIn(job, "beta") === 0.9 ? 100 : 400,
    cwnd: [],
  }));
  expect(Object.values(made)).toEqual([false, false, false, false]);
});
