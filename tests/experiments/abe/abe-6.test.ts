import { expect, test } from "vitest";
import { abe6 } from "../../../src/experiments/abe/abe-6.ts";
import { LENGTHS_S } from "../../../src/experiments/abe/gain.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

/** Bytes that grow with β_ecn by so much for each tenth, by queue. */
const rising = (codel: number, pie: number) => (job: Job) => ({
  bytes: LENGTHS_S.map(
    (s) => s * (1 + 10 * (numberIn(job, "beta") - 0.7) * (textOf(job, "aqm") === "codel" ? codel : pie)),
  ),
});

test("its runs are sound", () => {
  expectSoundJobs(abe6);
});

test("runs are kept as bytes, and the outcome of any of them is whole", () => {
  const [reading] = readRuns(abe6, (_, i) => i === 0).values();
  expect(reading.bytes).toHaveLength(LENGTHS_S.length);
  expectTotal(abe6, madeReadings(abe6, "quick", rising(0.1, 0.06)), "quick");
});

test("gains like the paper's keep every claim", () => {
  expect(Object.values(verdicts(abe6, rising(0.1, 0.063)))).not.toContain(false);
});

test("no gain keeps none", () => {
  expect(Object.values(verdicts(abe6, rising(0, 0)))).not.toContain(true);
});
