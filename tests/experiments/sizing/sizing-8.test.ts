import { expect, test } from "vitest";
import { sizing8 } from "../../../src/experiments/sizing/sizing-8.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the sum of twenty windows", () => {
  const key = "rtts=same flows=20";
  const [reading] = readRuns(sizing8, (job) => job.key === key).values();
  // Twenty windows share the path and its buffer.
  expect(Number(reading.meanSum)).toBeGreaterThan(1000);
  expect(Number(reading.meanSum)).toBeLessThan(1600);
  expect(Number(reading.inStep)).toBeGreaterThan(1.5);
  const quantiles = reading.quantiles as readonly number[];
  expect(quantiles.every((z, i) => i === 0 || z >= quantiles[i - 1])).toBe(true);
});

test("claims can fail", () => {
  const made = (distance: number, many: number, few: number, same: number, deviation: number) =>
    verdicts(sizing8, ({ key }) => ({
      normalDistance: distance,
      relativeDeviation: deviation,
      inStep: key.startsWith("rtts=same") ? same : key.endsWith("=20") ? few : many,
    }));
  const all = (holds: boolean) => ({
    normal: holds,
    "not-in-step": holds,
    "in-step-few": holds,
    "rtts-prevent": holds,
    "one-window": holds,
  });
  expect(made(0.03, 1, 2, 3, 0.2)).toEqual(all(true));
  expect(made(0.1, 5, 1, 3, 0.4)).toEqual(all(false));
});
