import { expect, test } from "vitest";
import { abe4, abe6, LENGTHS_S } from "../../../src/experiments/abe/gain.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

/**
 * Results with these gains of β_ecn 0.8 over 400 ms, one for each length of transfer. Shorter paths have
 * proportionally smaller gains.
 */
const gaining = (gains: readonly number[]) => (job: Job) => ({
  bytes: LENGTHS_S.map((s, i) => {
    const gain = numberIn(job, "beta") === 0.5 ? 0 : gains[i] * (numberIn(job, "rtt") / 400);
    return s * (1 + gain);
  }),
});

test("bytes are those of the run at each length", () => {
  const [{ bytes }] = readRuns(abe4, (_, i) => i === 0).values();
  expect(bytes).toHaveLength(LENGTHS_S.length);
  expect(bytes).toEqual([...(Array.isArray(bytes) ? bytes : [])].sort((one, other) => one - other));
});

test("gains are per run, relative to the sender's own β with the same seed; a missing run is omitted", () => {
  const readings = madeReadings(abe4, "full", gaining([0.3, 0.3, 0.3, 0.3, 0.3]));
  readings.delete("aqm=codel rtt=400 beta=0.8 seed=3");
  readings.set("aqm=codel rtt=400 beta=0.5 seed=2", { bytes: LENGTHS_S.map((s) => s * 1.3) });
  const [claim] = abe4.reduce(readings, "full").claims;
  expect([claim.id, claim.ours]).toEqual(["codel-400ms", "+26.7 % (0.0 to 30.0)"]);
});

test("every point of the figures names a run, and the paper's numbers are separate", () => {
  const readings = madeReadings(abe4, "full", gaining([0.3, 0.3, 0.3, 0.3, 0.3]));
  const { figures } = abe4.reduce(readings, "full");
  expect(figures.map(({ id }) => id)).toEqual(["codel-beta", "codel-length", "pie-beta", "pie-length"]);
  for (const { jobs } of figures.flatMap(({ series }) => series))
    for (const key of jobs ?? []) expect(readings.has(String(key))).toBe(true);
  expect(figures[0].series.filter(({ source }) => source === "paper")).toHaveLength(1);
});

test("the paper's own gains meet every claim", () => {
  expect(Object.values(verdicts(abe4, gaining([0.4, 0.4, 0.3, 0.25, 0.22])))).not.toContain(false);
});

test("half the gain, a gain that increases later, and one that falls with the round trip break their claims", () => {
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

/** Results in which the received bytes grow by this factor for each tenth of β_ecn, for CoDel and for PIE. */
const rising = (codel: number, pie: number) => (job: Job) => ({
  bytes: LENGTHS_S.map(
    (s) => s * (1 + 10 * (numberIn(job, "beta") - 0.7) * (textOf(job, "aqm") === "codel" ? codel : pie)),
  ),
});

test("gains like the paper's meet every claim", () => {
  expect(Object.values(verdicts(abe6, rising(0.1, 0.063)))).not.toContain(false);
});

test("runs without a gain meet no claim", () => {
  expect(Object.values(verdicts(abe6, rising(0, 0)))).not.toContain(true);
});
