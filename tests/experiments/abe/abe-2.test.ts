import { expect, test } from "vitest";
import { abe2 } from "../../../src/experiments/abe/abe-2.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

test("stores a run as its goodput", () => {
  const [reading] = readRuns(abe2, (_, i) => i === 0).values();
  expect(Number(reading.goodputBps)).toBeGreaterThan(18e6);
});

/** Results of a gain that is constant up to an RTT of 70 ms, then decreases by a tenth until 200 ms. */
const falling = (job: Job) => {
  const over = Math.max(0, numberIn(job, "rtt") - 70);
  const small = numberIn(job, "rtt") * 10;
  return { goodputBps: textOf(job, "queue") === "droptail" ? 19.2e6 : 19.2e6 - small - over * 1e4 };
};

/** Results of the same gain, except for outliers at two round-trip times. */
const uneven = (job: Job) => {
  const isOut = [140, 180].includes(numberIn(job, "rtt"));
  const { goodputBps } = falling(job);
  return { goodputBps: isOut ? goodputBps - 2e6 : goodputBps };
};

test("goodput that falls over CoDel and PIE only, with and without ECN, meets every claim", () => {
  expect(Object.values(verdicts(abe2, falling))).not.toContain(false);
});

test("outliers at single round trips do not hide a trend", () => {
  expect(verdicts(abe2, uneven)).toMatchObject({ "codel-falls": true, "pie-ecn-falls": true });
});

test("goodput that does not fall, a slow DropTail and helpful ECN break their claims", () => {
  const flat = verdicts(abe2, () => ({ goodputBps: 18e6 }));
  expect(flat).toMatchObject({ "droptail-full": false, "codel-falls": false, "pie-ecn-falls": false });
  expect(flat).toMatchObject({ "codel-under-use": false, "pie-under-use": false });
  const ecn = verdicts(abe2, (job) => ({ goodputBps: textOf(job, "queue").endsWith("-ecn") ? 19e6 : 15e6 }));
  expect(ecn).toMatchObject({ "codel-ecn-alone": false, "pie-ecn-alone": false });
});
