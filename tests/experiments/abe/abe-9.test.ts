import { expect, test } from "vitest";
import { abe9 } from "../../../src/experiments/abe/abe-9.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { converging } from "./converging.ts";

test("its runs are sound", () => {
  expectSoundJobs(abe9);
});

test("a run is kept as two times", () => {
  const [reading] = readRuns(abe9, (_, i) => i === 0).values();
  expect(Object.keys(reading)).toEqual(["firstS", "settledS"]);
  expectTotal(abe9, madeReadings(abe9, "quick", converging(0.7, [1, 1, 8])), "quick");
});

test("a median of 1 with a tail keeps every claim", () => {
  expect(Object.values(verdicts(abe9, converging(0.7, [1, 1, 8])))).not.toContain(false);
});

test("slower everywhere, or faster everywhere, breaks them", () => {
  expect(verdicts(abe9, converging(0.7, [2]))).toMatchObject({
    "codel-median": false,
    "pie-median": false,
    "codel-long-tail": false,
    "pie-long-tail": false,
  });
  expect(verdicts(abe9, converging(0.7, [0.5]))).toMatchObject({
    "codel-share-faster": false,
    "pie-share-faster": false,
  });
});
