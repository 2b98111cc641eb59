import { expect, test } from "vitest";
import { runScenario } from "../../../src/engine/simulator.ts";
import {
  aimd,
  fairness,
  GOAL_SEGMENTS,
  readDecreases,
  twoUsersUrl,
} from "../../../src/experiments/chiu-jain/paper.ts";
import { scenarioOf } from "../../../src/experiments/grid.ts";

test("fairness is 1 for equal windows and 1/2 if one user has everything", () => {
  expect(fairness(7, 7)).toBe(1);
  expect(fairness(5, 0)).toBe(0.5);
  expect(fairness(3, 1)).toBeCloseTo(0.8, 12);
});

test("both users see the same feedback: each decrease of one is a decrease of the other", () => {
  const { decreases, sharedDecreases, before1, before2, after1 } = readDecreases(
    runScenario(scenarioOf(twoUsersUrl(aimd(1, 0.5), 40))).snapshot(),
  );
  expect(Number(decreases)).toBeGreaterThan(5);
  expect(sharedDecreases).toBe(decreases);
  const [ones, others, kept] = [before1, before2, after1].map((list) => (list as number[]).map(Number));
  for (const [i, one] of ones.entries()) {
    expect(one + others[i]).toBeGreaterThan(GOAL_SEGMENTS - 3);
    expect(Math.abs(kept[i] - one / 2)).toBeLessThanOrEqual(1);
  }
});
