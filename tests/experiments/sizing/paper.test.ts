import { expect, test } from "vitest";
import { scenarioOf } from "../../../src/experiments/grid.ts";
import {
  BDP_PACKETS,
  bufferPackets,
  erf,
  leastUtilisation,
  lineUrl,
  MEAN_RTT_MS,
} from "../../../src/experiments/sizing/paper.ts";
import { mean } from "../../../src/lib/statistics.ts";

test("the error function has the tabulated values", () => {
  for (const [x, value] of [
    [0, 0],
    [0.5, 0.5204999],
    [1, 0.8427008],
    [2, 0.9953223],
    [-1, -0.8427008],
  ]) {
    expect(erf(x)).toBeCloseTo(value, 6);
  }
});

test("equation 6 gives the paper's 98.99 % for 10,000 flows and RTT × C / √n", () => {
  expect(100 * leastUtilisation(BDP_PACKETS / 100, BDP_PACKETS, 10_000)).toBeCloseTo(98.99, 2);
});

test("buffers are those of the paper's table", () => {
  const packets = [100, 200, 300, 400].map((n) => bufferPackets(1, n));
  // The table has 64 for 400 flows: it rounds down.
  expect(packets).toEqual([129, 91, 75, 65]);
});

test("n flows have a mean round trip of 100 ms; the first twenty have one of each", () => {
  for (const n of [20, 100, 500]) {
    const { flows } = scenarioOf(lineUrl(n, 1, "spread", 60, 20));
    expect(flows.reduce((sum, { count }) => sum + count, 0)).toBe(n);
    const rtts = flows.slice(0, 20).map(({ params }) => Number(params.rtt));
    expect(new Set(rtts).size).toBe(20);
    expect(mean(rtts)).toBeCloseTo(MEAN_RTT_MS, 9);
  }
  const { flows } = scenarioOf(lineUrl(100, 1, "same", 60, 20));
  expect(new Set(flows.map(({ params }) => params.rtt))).toEqual(new Set([MEAN_RTT_MS]));
});
