import { expect, test } from "vitest";
import { sizing5 } from "../../../src/experiments/sizing/sizing-5.ts";
import { readRuns, verdicts } from "../experiment-checks.ts";

test("reads the queue over time, and its shortest length after the warm-up", () => {
  const [{ queue, leastQueue }] = readRuns(sizing5, ({ key }) => key === "buffer=2").values();
  expect(Number(leastQueue)).toBeLessThanOrEqual(Math.min(...(queue as readonly number[])));
  expect(Number(leastQueue)).toBeGreaterThan(0);
});

test("claims can fail", () => {
  const made = (used: Record<string, number>, least: Record<string, number>) =>
    verdicts(sizing5, ({ key }) => ({ utilisation: used[key], leastQueue: least[key] }));
  const all = (holds: boolean) => ({
    "product-suffices": holds,
    "half-loses": holds,
    "almost-empty": holds,
    "never-empty": holds,
  });
  const of = (half: number, right: number, twice: number) => ({
    "buffer=0.5": half,
    "buffer=1": right,
    "buffer=2": twice,
  });
  expect(made(of(0.95, 1, 1), of(0, 1, 40))).toEqual(all(true));
  expect(made(of(1, 0.9, 1), of(0, 30, 2))).toEqual(all(false));
});
