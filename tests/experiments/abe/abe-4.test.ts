import { expect, test } from "vitest";
import { abe4 } from "../../../src/experiments/abe/abe-4.ts";
import { LENGTHS_S } from "../../../src/experiments/abe/gain.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn } from "./points.ts";

/** Gains of these shares over 400 ms for β_ecn 0.8 after each length, proportionately less over shorter paths. */
const gaining = (gains: readonly number[]) => (job: Job) => ({
  bytes: LENGTHS_S.map((s, i) => {
    const gain = numberIn(job, "beta") === 0.5 ? 0 : gains[i] * (numberIn(job, "rtt") / 400);
    return s * (1 + gain);
  }),
});

test("its runs are sound", () => {
  expectSoundJobs(abe4);
});

test("runs are kept as bytes, and the outcome of any of them is whole", () => {
  const [reading] = readRuns(abe4, (_, i) => i === 0).values();
  expect(reading.bytes).toHaveLength(LENGTHS_S.length);
  expectTotal(abe4, madeReadings(abe4, "quick", gaining([0.4, 0.4, 0.3, 0.25, 0.22])), "quick");
});

test("the paper's own gains keep every claim", () => {
  expect(Object.values(verdicts(abe4, gaining([0.4, 0.4, 0.3, 0.25, 0.22])))).not.toContain(false);
});

test("half the gain, one that is larger later, and one that falls with the round trip break theirs", () => {
  expect(verdicts(abe4, gaining([0.2, 0.2, 0.15, 0.12, 0.11]))).toMatchObject({
    "codel-400ms": false,
    "pie-400ms": false,
  });
  expect(verdicts(abe4, gaining([0.1, 0.1, 0.15, 0.2, 0.24]))).toMatchObject({
    "codel-after-slow-start": false,
    "pie-after-slow-start": false,
  });
  expect(verdicts(abe4, gaining([-0.1, -0.1, -0.1, -0.1, -0.1]))).toMatchObject({
    "codel-rtt": false,
    "pie-rtt": false,
  });
});
