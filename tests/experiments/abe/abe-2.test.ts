import { expect, test } from "vitest";
import { abe2 } from "../../../src/experiments/abe/abe-2.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { expectSoundJobs, expectTotal, madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

test("its runs are sound", () => {
  expectSoundJobs(abe2);
});

test("a run is kept with its goodput", () => {
  const [reading] = readRuns(abe2, (_, i) => i === 0).values();
  expect(Number(reading.goodputBps)).toBeGreaterThan(18e6);
  expectTotal(abe2, madeReadings(abe2, "quick", falling), "quick");
});

const falling = (job: Job) => ({
  goodputBps: textOf(job, "queue") === "droptail" ? 19.2e6 : 19.3e6 - numberIn(job, "rtt") * 1e4,
});

test("what falls over CoDel and PIE alone, with and without ECN, keeps every claim", () => {
  expect(Object.values(verdicts(abe2, falling))).not.toContain(false);
});

test("what does not fall, a slow DropTail and ECN that helps much break theirs", () => {
  const flat = verdicts(abe2, () => ({ goodputBps: 18e6 }));
  expect(flat).toMatchObject({ "droptail-full": false, "codel-falls": false, "pie-ecn-falls": false });
  const ecn = verdicts(abe2, (job) => ({ goodputBps: textOf(job, "queue").endsWith("-ecn") ? 19e6 : 15e6 }));
  expect(ecn).toMatchObject({ "codel-ecn-alone": false, "pie-ecn-alone": false });
});
