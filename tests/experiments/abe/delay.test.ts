import { expect, test } from "vitest";
import { abe5, abe7 } from "../../../src/experiments/abe/delay.ts";
import type { Job } from "../../../src/experiments/experiment.ts";
import { madeReadings, readRuns, verdicts } from "../experiment-checks.ts";
import { numberIn, textOf } from "./points.ts";

test("stores a run as its percentiles, quantiles and goodput", () => {
  const readings = readRuns(abe5, (_, i) => i < 2);
  const [reading] = readings.values();
  expect(Number(reading.delayP90Ms)).toBeGreaterThan(Number(reading.delayP50Ms));
  expect(Number(reading.goodputBps)).toBeGreaterThan(7e6);
});

test("constant delays break the paper's rises; CoDel far above its target and a light tail of PIE break their claims", () => {
  const flat = verdicts(abe5, () => ({ delayP50Ms: 20, delayP90Ms: 20, goodputBps: 9e6, delayMs: [] }));
  expect(flat).toMatchObject({
    "codel-0.95": false,
    "pie-0.85": false,
    "pie-0.95": false,
    "codel-near-target": false,
    "pie-heavier-tail": false,
    "codel-well-served": false,
    "pie-well-served": false,
  });
});

test("the paper's rises meet every claim", () => {
  const rise = (job: Job, at85: number, at95: number) =>
    numberIn(job, "beta") === 0.85 ? at85 : numberIn(job, "beta") === 0.95 ? at95 : 0;
  const paper = verdicts(abe5, (job) => {
    const goodputBps = 7e6 * (1 + rise(job, 0.24, 0.3));
    return textOf(job, "aqm") === "codel"
      ? { delayP50Ms: 1 + rise(job, 1, 3), delayP90Ms: 5 + rise(job, 1, 2), goodputBps, delayMs: [] }
      : { delayP50Ms: 2 + rise(job, 15, 20), delayP90Ms: 22 + rise(job, 3, 5), goodputBps, delayMs: [] };
  });
  expect(Object.values(paper)).not.toContain(false);
});

test("medians that rise by 2.5 and 5 ms and gains of 15 and 25 % meet every claim; much more delay without gain meets none", () => {
  const rising = (at85: number, at95: number, gain: number, codelP90Ms: number) =>
    verdicts(abe7, (job) => {
      const which = [0.85, 0.95].indexOf(numberIn(job, "beta"));
      const [delayP50Ms, percent] = which < 0 ? [0, 0] : [[at85, at95][which], [15, 25][which] * gain];
      const least = textOf(job, "aqm") === "codel" ? codelP90Ms : 20;
      const delayP90Ms = which < 0 ? least : least + [0.5, 0.9][which];
      return { delayP50Ms, delayP90Ms, goodputBps: 7e6 * (1 + percent / 100), delayMs: [] };
    });
  expect(Object.values(rising(2.5, 5, 1, 6))).not.toContain(false);
  expect(Object.values(rising(12, 15, 0, 20))).not.toContain(true);
});

/** Made-up values for β_ecn 0.85 and 0.95 over CoDel. Any other β_ecn has the values of the base. */
interface Made {
  /** Gains in goodput, in per cent. */
  readonly gains?: readonly [number, number];
  /** Medians of the queue delay (ms). */
  readonly medians?: readonly [number, number];
  readonly tails?: readonly [number, number];
}

const cubic =
  ({ gains = [15, 25], medians = [1, 3], tails = [2.5, 5] }: Made) =>
  (job: Job) => {
    const which = [0.85, 0.95].indexOf(numberIn(job, "beta"));
    const [gain, median, tail] = which < 0 ? [0, 0, 0] : [gains[which], medians[which], tails[which]];
    // Runs with different seeds differ, but by the same amount for every β_ecn. At 400 ms the claims read the goodput,
    // at shorter round-trip times the delays; the other values are fillers.
    const bps = 1e6 * (1 + numberIn(job, "seed"));
    return numberIn(job, "rtt") === 400
      ? { goodputBps: bps * (1 + gain / 100), delayP50Ms: 99, delayP90Ms: 99, delayMs: [] }
      : { goodputBps: 1, delayP50Ms: 2 + median, delayP90Ms: 6 + tail, delayMs: [0, 1] };
  };

test("a rise holds within two packets in both percentiles; a bound also holds for any smaller rise", () => {
  const holds = (median: number, tail: number, id = "codel-0.95") =>
    verdicts(abe7, cubic({ medians: [median, median], tails: [tail, tail] }))[id];
  expect([holds(5, 1), holds(6.5, 1), holds(7.5, 1), holds(5, 3.5)]).toEqual([true, true, false, false]);
  expect(holds(5, -3)).toBe(true);
  const stated = (tail: number) =>
    verdicts(abe5, (job) =>
      numberIn(job, "beta") === 0.95
        ? { delayP50Ms: 3, delayP90Ms: tail, delayMs: [] }
        : { delayP50Ms: 0, delayP90Ms: 0, delayMs: [] },
    )["codel-0.95"];
  expect([stated(0.5), stated(-0.5), stated(4.5)]).toEqual([true, false, false]);
});

test("the recommended value serves well if it keeps more than half of a gain for less delay", () => {
  const holds = (what: Made) => verdicts(abe7, cubic(what))["codel-well-served"];
  expect(holds({})).toBe(true);
  expect(holds({ gains: [12, 25] })).toBe(false);
  expect(holds({ tails: [5, 5] })).toBe(false);
  expect(holds({ tails: [1, 0.5] })).toBe(false);
  expect(holds({ medians: [3, 1] })).toBe(false);
  expect(holds({ gains: [0, 0], tails: [1, 2] })).toBe(false);
  expect(holds({ gains: [-1, -3], tails: [1, 2] })).toBe(false);
});

test("tables contain each value's gains and costs, and means over the runs", () => {
  const { tables, claims } = abe7.reduce(madeReadings(abe7, "full", cubic({})), "full");
  const [{ rows }, percentiles] = tables;
  expect(rows).toHaveLength(2 * 5);
  expect(rows[2]).toEqual(["CoDel", 0.85, 15, 1, 2.5]);
  expect(rows[4]).toEqual(["CoDel", 0.95, 25, 3, 5]);
  expect(percentiles.rows[5]).toEqual(["CoDel", 100, 0.95, 5, 11]);
  expect(claims.find(({ id }) => id === "pie-well-served")?.ours).toBe(
    "bytes +15.0 %, delay +1.0 ms and +2.5 ms; with 0.95 +25.0 %, +3.0 ms and +5.0 ms",
  );
});

test("the round trip for bytes is run once, with or without a figure of its delay", () => {
  const rtts = (experiment: typeof abe5, size: "full" | "quick") => [
    ...new Set(experiment.jobs(size).map((job) => numberIn(job, "rtt"))),
  ];
  expect([rtts(abe5, "full"), rtts(abe5, "quick")]).toEqual([
    [100, 200, 400],
    [100, 400],
  ]);
  expect(rtts(abe7, "full")).toEqual([100, 400]);
});
