import { describe, expect, test } from "vitest";
import {
  type DelayGrid,
  delayFigures,
  delayJobs,
  delayRise,
  delayTable,
  meanDelay,
} from "../../../src/experiments/abe/delay.ts";
import type { Reading } from "../../../src/experiments/experiment.ts";
import { numberIn, textOf } from "./points.ts";

const GRID: DelayGrid = { sender: "newreno", rtts: [100, 400], statedBetas: [0.95] };

/** Median and 90th percentile rise by so much from β_ecn 0.5 to 0.95 over CoDel. */
function made(p50: number, p90: number) {
  return new Map<string, Reading>(
    delayJobs(GRID, "full").map((job) => {
      const share = textOf(job, "aqm") === "codel" ? (numberIn(job, "beta") - 0.5) / 0.45 : 0;
      const [delayP50Ms, delayP90Ms] = [1 + p50 * share, 4 + p90 * share];
      return [job.key, { delayP50Ms, delayP90Ms, delayMs: [0, delayP50Ms, delayP90Ms] }];
    }),
  );
}

describe("a rise that the paper states", () => {
  const stated = { aqm: "codel", beta: 0.95, p50Ms: 3, p90Ms: 2 } as const;
  const holds = (p50: number, p90: number) => delayRise(made(p50, p90), "full", GRID, stated)[0].holds;

  test("holds within two packets, in both percentiles", () => {
    expect([holds(3, 2), holds(4.5, 0.5), holds(5.5, 2), holds(3, 4.5)]).toEqual([true, true, false, false]);
  });

  test("stated as a bound, it may be any less", () => {
    const bound = { ...stated, p90Below: true };
    const [claim] = delayRise(made(3, -3), "full", GRID, bound);
    expect(claim.holds).toBe(true);
    expect(delayRise(made(3, 5), "full", GRID, bound)[0].holds).toBe(false);
  });

  test("is no claim without its runs", () => {
    expect(delayRise(new Map(), "full", GRID, stated)).toEqual([]);
  });
});

test("figures and table show means over the runs", () => {
  const readings = made(3, 2);
  expect(meanDelay(readings, "full", { aqm: "codel", rtt: 100, beta: 0.95 }, "delayP50Ms")).toBeCloseTo(4);
  expect(delayFigures(readings, "full", GRID)).toHaveLength(4);
  expect(delayTable(readings, "full", GRID).rows).toHaveLength(2 * 2 * 8);
});

test("the round trip at which bytes are told is run once, with a figure of its delay or without", () => {
  const rtts = (grid: DelayGrid, size: "full" | "quick") => [
    ...new Set(delayJobs(grid, size).map((job) => numberIn(job, "rtt"))),
  ];
  expect(rtts(GRID, "full")).toEqual([100, 400]);
  expect(rtts({ ...GRID, rtts: [100] }, "full")).toEqual([100, 400]);
  expect(rtts({ ...GRID, rtts: [100, 200, 400] }, "quick")).toEqual([100, 400]);
  expect(delayFigures(made(3, 2), "full", { ...GRID, rtts: [100] })).toHaveLength(2);
});
