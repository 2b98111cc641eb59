import { expect, test } from "vitest";
import { chiuJain3, stepsToGoal } from "../../../src/experiments/chiu-jain/chiu-jain-3.ts";
import { GOAL_SEGMENTS } from "../../../src/experiments/chiu-jain/paper.ts";
import { pointOf } from "../../../src/experiments/study.ts";
import { verdicts } from "../experiment-checks.ts";

test("two users that add half a segment each need as many steps as segments are missing", () => {
  expect(stepsToGoal(0.5, 100, 187)).toBe(87);
});

/** Makes runs of the equations whose steps take `slower` times as long, with an overshoot of `over` times n·a. */
function made(slower: (alpha: number, beta: number) => number, over: number, less = 0) {
  return verdicts(chiuJain3, ({ key }) => {
    const [alpha, beta] = [Number(pointOf(key).alpha), Number(pointOf(key).beta)];
    const top = GOAL_SEGMENTS + over * 2 * alpha;
    const atS: number[] = [];
    const before1: number[] = [];
    const before2: number[] = [];
    let apart = 40;
    for (let i = 0; i < 60; i++) {
      atS.push(3 + 0.1 * i * slower(alpha, beta) * stepsToGoal(alpha, top * beta, top));
      before1.push((top - apart) / 2);
      before2.push((top + apart) / 2);
      apart *= beta;
    }
    const afterOf = (list: readonly number[]) => list.map((window) => window * beta - less);
    return { atS, before1, before2, after1: afterOf(before1), after2: afterOf(before2) };
  });
}

test("claims can fail", () => {
  const ids = [
    ...["steps-to-goal", "responsive-with-a", "overshoot-with-a"],
    ...["decrease-size", "fair-with-a", "fair-with-b"],
  ];
  const all = (holds: boolean) => Object.fromEntries(ids.map((id) => [id, holds]));
  expect(made(() => 1, 1)).toEqual(all(true));
  expect(made((alpha, beta) => (20 * alpha ** 2) / beta ** 3, -2, 5)).toEqual(all(false));
});
