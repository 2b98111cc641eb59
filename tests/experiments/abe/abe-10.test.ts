import { expect, test } from "vitest";
import { abe10 } from "../../../src/experiments/abe/abe-10.ts";
import { expectSoundJobs, expectTotal, madeReadings, verdicts } from "../experiment-checks.ts";
import { converging } from "./converging.ts";
import { numberIn } from "./points.ts";

test("its runs are sound", () => {
  expectSoundJobs(abe10);
});

test("the outcome of any readings is whole", () => {
  expectTotal(abe10, madeReadings(abe10, "quick", converging(0.5, [0.5, 0.6, 8])), "quick");
});

test("faster on two paths of three, on all with 0.75, and a tail keep every claim", () => {
  const made = verdicts(abe10, (job) =>
    converging(0.5, numberIn(job, "beta") === 0.75 ? [0.5, 0.6, 0.7, 0.5, 0.6, 0.7, 8] : [0.5, 0.6, 8])(job),
  );
  expect(Object.values(made)).not.toContain(false);
});

test("slower everywhere breaks them, and so does another best value", () => {
  expect(verdicts(abe10, converging(0.5, [2]))).toMatchObject({
    "codel-median": false,
    "codel-long-tail": false,
    "pie-share-faster": false,
  });
  const best = verdicts(abe10, (job) => converging(0.5, numberIn(job, "beta") === 0.85 ? [0.5] : [2])(job));
  expect(best["pie-best"]).toBe(false);
});
