import { expect, test } from "vitest";
import { dualpi2Rates } from "../../../src/experiments/dualpi2/dualpi2-rates.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the ratio of the rates, and the delays of the two queues apart", () => {
  const key = "pair=prague-cubic mbps=40 rtt=10";
  const reading = readRuns(dualpi2Rates, (job) => job.key === key).get(key);
  expect(Number(reading?.ratio)).toBeGreaterThan(0.5);
  expect(Number(reading?.ratio)).toBeLessThan(2);
  expect(Number(reading?.lP99Ms)).toBeLessThan(2);
  expect(Number(reading?.cMeanMs)).toBeGreaterThan(8);
});

test("claims can fail", () => {
  const made = (
    ratio: number,
    delays: { readonly lP50Ms: number; readonly lP99Ms: number; readonly cMeanMs: number },
    retransmissions: number,
    utilisation: number,
  ) => verdicts(dualpi2Rates, () => ({ ratio, ...delays, retransmissions, utilisation }));
  const all = (holds: boolean) => ({
    "equal-prague-cubic": holds,
    "equal-dctcp-cubic": holds,
    "equal-dctcp-reno": holds,
    "median-delay": holds,
    "p99-delay": holds,
    "no-loss": holds,
    "full-link": holds,
    "classic-target": holds,
  });
  expect(made(1.2, { lP50Ms: 0.2, lP99Ms: 1.1, cMeanMs: 15 }, 0, 0.99)).toEqual(all(true));
  expect(made(2.5, { lP50Ms: 0.6, lP99Ms: 2.4, cMeanMs: 30 }, 3, 0.9)).toEqual(all(false));
});
