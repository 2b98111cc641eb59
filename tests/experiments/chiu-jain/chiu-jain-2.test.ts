import { expect, test } from "vitest";
import { chiuJain2, modelPath } from "../../../src/experiments/chiu-jain/chiu-jain-2.ts";
import { GOAL_SEGMENTS } from "../../../src/experiments/chiu-jain/paper.ts";
import { verdicts } from "../experiment-checks.ts";

const apart = ([one, other]: readonly [number, number]) => Math.abs(one - other);
const ratio = ([one, other]: readonly [number, number]) => one / other;

test("by the equations AIAD keeps the difference, MIMD the ratio, and only AIMD makes both equal", () => {
  const start = [120, 60] as const;
  const plus = { a: 1, b: 1 };
  const additive = modelPath(start, plus, { a: -10, b: 1 }, 200);
  expect(apart(additive[200])).toBeCloseTo(60, 9);
  const multiplicative = modelPath(start, { a: 0, b: 1.05 }, { a: 0, b: 0.75 }, 200);
  expect(ratio(multiplicative[200])).toBeCloseTo(2, 9);
  const aimd = modelPath(start, plus, { a: 0, b: 0.5 }, 1000);
  expect(apart(aimd[1000])).toBeLessThan(0.01);
  expect(Math.max(...aimd.slice(500).map(([one, other]) => one + other))).toBeLessThanOrEqual(
    GOAL_SEGMENTS + 2,
  );
});

/** Makes runs of 30 decreases. A decrease keeps `more` than β of the first window; then both grow by these segments a step. */
function made(more: number, one: number, other: number, mimdDrift: number) {
  return verdicts(chiuJain2, ({ key }) => {
    const isMimd = key.includes("mimd");
    const beta = key.includes("half") ? 0.5 : 0.75;
    const before1: number[] = [];
    const before2: number[] = [];
    const after1: number[] = [];
    const after2: number[] = [];
    let windows: readonly [number, number] = isMimd ? [60, 130] : [80, 107];
    for (let i = 0; i < 30; i++) {
      const after = [windows[0] * (beta + more), windows[1] * beta] as const;
      before1.push(windows[0]);
      before2.push(windows[1]);
      after1.push(after[0]);
      after2.push(after[1]);
      const steps = (GOAL_SEGMENTS + 1 - after[0] - after[1]) / (one + other);
      windows = isMimd ? [60 + mimdDrift * i, 130] : [after[0] + one * steps, after[1] + other * steps];
    }
    return { before1, before2, after1, after2 };
  });
}

test("claims can fail", () => {
  const all = (holds: boolean) => ({
    "aimd-converges": holds,
    "increase-raises": holds,
    "decrease-keeps": holds,
    "difference-times-beta": holds,
    "mimd-keeps": holds,
    "near-efficiency": holds,
  });
  expect(made(0, 1, 1, 0)).toEqual(all(true));
  expect(made(0.1, 3, 0.5, 2)).toEqual({ ...all(false), "near-efficiency": true });
  expect(made(0, -3, -3, 0)["near-efficiency"]).toBe(true);
});
