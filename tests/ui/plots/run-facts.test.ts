import { expect, it } from "vitest";
import { defaultScenario, setParam } from "../../../src/engine/index.ts";
import { coverTheSame, isWarmingUp, soFar } from "../../../src/ui/plots/run-metrics.ts";

const scenario = defaultScenario();
const at = (nowS: number, of = scenario) => ({
  scenario: of,
  snapshot: { nowS, done: nowS === of.run.duration },
});

it("states the progress of an unfinished run", () => {
  expect(soFar(at(13.94))).toBe("so far, 13.9 of 100 s");
  expect(soFar(at(100))).toBeNull();
});

it("results cover the time after the warm-up", () => {
  expect([4, 10, 10.1, 100].map((nowS) => isWarmingUp(at(nowS)))).toEqual([true, true, false, false]);
});

it("runs are compared if their results cover the same time", () => {
  expect(coverTheSame(at(100), at(100))).toBe(true);
  expect(coverTheSame(at(50), at(100))).toBe(false);
  expect(coverTheSame(at(5), at(5))).toBe(false);
  const shorter = setParam(scenario, { scope: "run" }, "duration", 50);
  expect(coverTheSame(at(100), at(50, shorter))).toBe(false);
  const later = setParam(scenario, { scope: "run" }, "warmup", 20);
  expect(coverTheSame(at(100), at(100, later))).toBe(false);
});
